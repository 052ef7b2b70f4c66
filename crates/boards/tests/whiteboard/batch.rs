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

#[test]
fn fields_that_do_not_exist_are_passed_over_and_said() {
    let mut odd = note("note_1");
    for (field, value) in [("parent", json!("zz")), ("colour", json!("red")), ("x", json!(5)), ("later", Value::Null)] {
        odd[field] = value;
    }
    // What another operation has is no mistake worth a word, and neither are places, which are worked out.
    let mut usual = note("note_2");
    for (field, value) in [("name", json!("Note")), ("width", json!(200)), ("geo", json!("oval"))] {
        usual[field] = value;
    }
    let mut board = Board::empty();
    let result = board.run("batchOperations", &json!({ "operations": [odd, usual] }));
    let expected = r#"'note_1' has fields that do not exist and were passed over: "colour", "parent"."#;
    assert_eq!(result["warnings"], json!([expected]));
    assert_eq!(board.count("note"), 2);
}

#[test]
fn what_is_said_of_odd_fields_has_a_bound() {
    let odd = |index: usize| {
        let mut operation = note(&format!("note_{index}"));
        for field in 0..100 {
            operation[format!("{}_{field}", "long".repeat(50))] = json!({ "deep": [field] });
        }
        operation
    };
    let operations: Vec<Value> = (0..50).map(odd).collect();
    let result = Board::empty().run("batchOperations", &json!({ "operations": operations }));
    let warnings: Vec<&str> = result["warnings"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(warnings.len(), 11);
    assert!(warnings[0].ends_with(" and more.") && warnings[0].len() < 400, "{}", warnings[0]);
    assert_eq!(warnings[10], "So it is with 40 more operations.");
}

#[test]
fn an_operation_is_an_object_with_an_op_and_a_ref() {
    let said = |operation: Value| refused(&json!([operation]));
    assert_eq!(said(json!("note")), "/operations/0: invalid type: string \"note\", expected an operation");
    assert_eq!(said(json!({ "op": "createNote" })), "/operations/0: missing field `ref`");
    assert_eq!(said(json!({ "ref": "note_1" })), "/operations/0: missing field `op`");
}
