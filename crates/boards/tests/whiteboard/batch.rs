//! Making many objects at once.

use serde_json::{Value, json};

use crate::board::{Board, refusal};

fn note(reference: &str) -> Value {
    json!({ "op": "createNote", "ref": reference, "text": reference })
}

fn refused(operations: &Value) -> String {
    refusal("batchOperations", &json!({ "operations": operations }))
}

#[test]
fn a_batch_has_1_to_50_operations() {
    let notes = |count: usize| (0..count).map(|index| note(&format!("note_{index}"))).collect::<Value>();
    assert_eq!(refused(&notes(0)), "/operations: a batch has 1 to 50 operations, not 0");
    assert_eq!(refused(&notes(51)), "/operations: a batch has 1 to 50 operations, not 51");
    for count in [1, 50] {
        let mut board = Board::empty();
        board.run("batchOperations", &json!({ "operations": notes(count) }));
        assert_eq!(board.count("note"), count);
    }
}

#[test]
fn a_malformed_call_is_refused_whole_and_the_field_is_named() {
    let with = |field: &str, value: Value| {
        let mut operation = note("note_1");
        operation[field] = value;
        refused(&json!([note("ok_1"), operation]))
    };
    for odd in ["", "a", "With_Capitals", "a-b", "ä_1", &"x".repeat(41)] {
        let said = with("ref", json!(odd));
        assert!(said.starts_with("/operations/1/ref: ") && said.contains("2 to 40"), "{said}");
    }
    assert!(with("color", json!("mauve")).starts_with("/operations/1/color: \"mauve\" is not a colour"));
    assert!(with("op", json!("createLine")).starts_with("/operations/1/op: unknown variant `createLine`"));
    assert!(with("text", Value::Null).starts_with("/operations/1/text: "));
    let connector = |field: &str| {
        let mut operation = json!({ "op": "createConnector", "ref": "c_1", "fromRef": "aa", "toRef": "bb" });
        operation.as_object_mut().unwrap().remove(field);
        refused(&json!([operation]))
    };
    assert_eq!(connector("fromRef"), "/operations/0/fromRef: createConnector needs it");
    assert_eq!(connector("toRef"), "/operations/0/toRef: createConnector needs it");
    let directive = refusal("batchOperations", &json!({ "operations": [note("aa")], "layoutDirective": "spiral" }));
    assert!(directive.starts_with("/layoutDirective: unknown variant `spiral`"), "{directive}");
}
