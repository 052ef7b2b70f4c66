//! Whatever arrives, nothing panics.

use engine::{Bases, Change, ChangeRequest, Document, Timestamp};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::replay::json_value;
use crate::support::world::{assert_same, assert_sound, snapshot};
use crate::support::{World, author, schema, tried};

fn request() -> Value {
    json!({ "id": "c", "label": "l", "ops": [
        { "op": "create", "id": "n", "kind": "item", "parent": "f", "order": "a5", "props": { "title": "t", "friend": "a" } },
        { "op": "update", "id": "a", "props": { "note": "x", "list": ["n"] }, "from_seq": 1 },
        { "op": "move", "id": "a", "parent": "f", "after": "n" },
        { "op": "delete", "id": "n" },
    ] })
}

fn change() -> Value {
    json!({ "v": 1, "seq": 4, "id": "c", "author": { "type": "system" }, "at": "2026-01-31T09:30:00.000Z", "ops": [
        { "op": "create", "id": "n", "kind": "item", "parent": "f", "order": "a5", "props": { "title": "t" } },
        { "op": "update", "id": "a", "props": { "note": "x", "list": ["n"] } },
        { "op": "move", "id": "a", "parent": "f", "order": "a6" },
        { "op": "delete", "id": "n" },
    ] })
}

fn world() -> World {
    World::play("folder f; item a in f note=x; item b friend=a")
}

/// Puts `value` somewhere into `json`: `at` says which of all places.
fn damage(json: &mut Value, at: usize, value: Value) -> usize {
    if at == 0 {
        *json = value;
        return 0;
    }
    let mut left = at - 1;
    let parts: Vec<&mut Value> = match json {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for part in parts {
        let size = places(part);
        if left < size {
            return damage(part, left, value);
        }
        left -= size;
    }
    left
}

fn places(json: &Value) -> usize {
    match json {
        Value::Array(items) => 1 + items.iter().map(places).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(places).sum::<usize>(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 1,
    }
}

/// Something that is wrong in its place, but not always at first sight.
fn wrong() -> impl Strategy<Value = Value> {
    let near = ["a", "f", "n", "root", "item", "delete", "a0", "", "zzzzzzzzzzzzzzzzzzzzzzzzzzz", "x y"];
    prop_oneof![
        json_value(),
        prop::sample::select(near.to_vec()).prop_map(Value::from),
        (0..20u64).prop_map(Value::from)
    ]
}

proptest! {
    #![proptest_config(tried(400))]

    #[test]
    fn at6_no_request_makes_a_panic(at in any::<prop::sample::Index>(), value in wrong()) {
        let mut json = request();
        let at = at.index(places(&json));
        damage(&mut json, at, value);
        let mut document = world().document;
        let before = document.clone();
        if let Ok(request) = serde_json::from_value::<ChangeRequest>(json) {
            document.wanted_bases(&request);
            match document.resolve(request, author("A"), Timestamp::from_millis(0), &Bases::default()) {
                Ok(_) => assert_sound(&document),
                Err(_) => assert_same(&document, &before),
            }
        }
        prop_assert!(document.seq() >= before.seq());
    }

    #[test]
    fn lg10_no_record_makes_a_panic(at in any::<prop::sample::Index>(), value in wrong()) {
        let mut json = change();
        let at = at.index(places(&json));
        damage(&mut json, at, value);
        let mut document = world().document;
        let before = document.clone();
        if let Ok(change) = serde_json::from_value::<Change>(json) {
            match document.apply(&change) {
                Ok(journal) => document.revert(journal),
                Err(error) => prop_assert_eq!(error.at, 3),
            }
        }
        assert_same(&document, &before);
    }

    #[test]
    fn sn7_no_snapshot_makes_a_panic(at in any::<prop::sample::Index>(), value in wrong()) {
        let mut json: Value = serde_json::from_slice(&snapshot(&world().document).bytes).unwrap();
        let at = at.index(places(&json));
        damage(&mut json, at, value);
        let bytes = serde_json::to_vec(&json).unwrap();
        if let Ok(document) = Document::restore(schema(), &bytes, *blake3::hash(&bytes).as_bytes()) {
            let again = snapshot(&document);
            let reread = Document::restore(schema(), &again.bytes, again.hash).unwrap();
            prop_assert_eq!(reread, document);
        }
    }
}
