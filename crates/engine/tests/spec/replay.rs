//! Reading the log.

use engine::{Bases, Change, Document, OpRequest, Props, Timestamp};
use expect_test::expect;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::world::assert_same;
use crate::support::{World, author, node_id, schema, script, tried};

/// Applies one made-up record to a small document and says what was wrong with it.
fn fault(record: Value) -> String {
    let world = World::play("folder f; item a in f");
    let mut document = world.document.clone();
    let mut json = json!({
        "v": 1, "seq": 3, "id": "c", "author": { "type": "system" }, "at": "2026-01-31T09:30:00.000Z",
        "ops": [{ "op": "update", "id": "a", "props": { "note": "x" } }],
    });
    for (name, value) in record.as_object().unwrap() {
        match value {
            Value::Array(ops) => json["ops"].as_array_mut().unwrap().extend(ops.clone()),
            other => json[name] = other.clone(),
        }
    }
    let change: Change = serde_json::from_value(json).unwrap();
    let error = document.apply(&change).unwrap_err();
    assert_same(&document, &world.document);
    error.to_string()
}

#[test]
fn lg5_a_record_that_is_not_the_next_is_refused() {
    expect!["change 2 does not fit the document at 2: it is not the next change"]
        .assert_eq(&fault(json!({ "seq": 2 })));
    expect!["change 4 does not fit the document at 2: it is not the next change"]
        .assert_eq(&fault(json!({ "seq": 4 })));
}

#[test]
fn lg6_a_record_of_a_newer_format_is_refused() {
    expect!["change 3 does not fit the document at 2: it has format 2, newer than this program knows"]
        .assert_eq(&fault(json!({ "v": 2 })));
}

#[test]
fn lg7_a_record_that_does_not_fit_is_refused_whole() {
    let create = |id: &str, parent: &str, order: &str| json!({ "op": "create", "id": id, "kind": "item", "parent": parent, "order": order, "props": {} });
    let mv = |id: &str, parent: &str, order: &str| json!({ "op": "move", "id": id, "parent": parent, "order": order });
    let ops = [
        create("a", "root", "a5"),
        create("b", "x", "a5"),
        create("b", "f", "a0"),
        json!({ "op": "update", "id": "x", "props": {} }),
        json!({ "op": "update", "id": "root", "props": {} }),
        mv("x", "f", "a5"),
        mv("a", "x", "a5"),
        mv("a", "root", "a0"),
        mv("f", "f", "a5"),
        json!({ "op": "delete", "id": "x" }),
        json!({ "op": "delete", "id": "root" }),
    ];
    let faults: Vec<String> = ops.into_iter().map(|op| fault(json!({ "ops": [op] }))).collect();
    expect![[r#"
        change 3 does not fit the document at 2: op 1: node a is there already
        change 3 does not fit the document at 2: op 1: there is no node x
        change 3 does not fit the document at 2: op 1: order a0 under f is taken
        change 3 does not fit the document at 2: op 1: there is no node x
        change 3 does not fit the document at 2: op 1: there is no node root
        change 3 does not fit the document at 2: op 1: there is no node x
        change 3 does not fit the document at 2: op 1: there is no node x
        change 3 does not fit the document at 2: op 1: order a0 under root is taken
        change 3 does not fit the document at 2: op 1: node f would be under itself
        change 3 does not fit the document at 2: op 1: there is no node x
        change 3 does not fit the document at 2: op 1: there is no node root
    "#]]
    .assert_eq(&(faults.join("\n") + "\n"));
}

/// Moving a node to the key it has must replay: the key is taken, but by itself.
#[test]
fn lg7_a_move_to_where_the_node_is_replays() {
    let world = World::play("item a at a0; mv a at a0; mv a");
    assert_eq!(world.document.seq(), 3);
}

#[test]
fn lg9_times_are_rfc_3339_in_utc() {
    let at = |raw: &str| serde_json::from_value::<Timestamp>(json!(raw)).map(|at| serde_json::to_string(&at).unwrap());
    assert_eq!(at("2026-01-31T09:30:00.000Z").unwrap(), "\"2026-01-31T09:30:00.000Z\"");
    assert_eq!(at("2026-01-31T11:30:00.1239+02:00").unwrap(), "\"2026-01-31T09:30:00.123Z\"");
    assert!(at("yesterday").is_err());
    assert_eq!(Timestamp::from_millis(-5).as_millis(), 0);
    assert_eq!(Timestamp::from_millis(i64::MAX).to_string(), "9999-12-30T22:00:00.000Z");
    assert_eq!(Timestamp::from_millis(5).plus_millis(i64::MAX), Timestamp::from_millis(i64::MAX));
}

/// Any JSON a prop may hold: floats of every size, text in every script, nested.
pub fn json_value() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<f64>().prop_filter_map("JSON has no NaN", |float| serde_json::Number::from_f64(float).map(Value::Number)),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
    ];
    let leaf =
        prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::Bool), number, ".{0,8}".prop_map(Value::from)];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let object = prop::collection::btree_map(".{0,5}", inner.clone(), 0..5);
        prop_oneof![
            prop::collection::vec(inner, 0..5).prop_map(Value::Array),
            object.prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(tried(200))]

    #[test]
    fn lg8_any_json_survives_the_log_byte_for_byte(first in json_value(), second in json_value()) {
        let mut document = Document::new(schema());
        let (kind, id) = ("bag".to_owned(), node_id("b"));
        let props = Props::from_iter([("p".to_owned(), first)]);
        let create = OpRequest::Create { id: id.clone(), kind, parent: node_id("root"), order: None, before: None, after: None, props };
        let update = OpRequest::Update { id, props: Props::from_iter([("p".to_owned(), second)]), from_seq: None };
        let mut log = String::new();
        for op in [create, update] {
            let request = script::request("c", vec![op]);
            let (change, _) = document.resolve(request, author("A"), Timestamp::from_millis(7), &Bases::default()).unwrap();
            log.push_str(&format!("{}\n", serde_json::to_string(&change).unwrap()));
        }
        let mut replica = Document::new(schema());
        for line in log.lines() {
            let change: Change = serde_json::from_str(line).unwrap();
            prop_assert_eq!(serde_json::to_string(&change).unwrap(), line);
            replica.apply(&change).unwrap();
        }
        assert_same(&replica, &document);
    }
}
