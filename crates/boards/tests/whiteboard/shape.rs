//! The kind's own shape: what may be stored, and which tools there are.

use boards::Effect;
use engine::OpRequest;
use serde_json::{Value, json};

use crate::board::Board;

#[test]
fn three_tools_change_a_board() {
    let kind = boards::kind("whiteboard").unwrap();
    let changing: Vec<&str> =
        kind.tools.iter().filter(|tool| tool.effect != Effect::Reads).map(|tool| tool.name).collect();
    assert_eq!(changing, ["batchOperations", "updateElements", "layoutElements"]);
}

#[test]
fn tool_schemas() {
    for tool in &boards::kind("whiteboard").unwrap().tools {
        insta::assert_json_snapshot!(format!("{}_schema", tool.name), tool.input_schema);
    }
}

fn create(kind: &str, props: &Value) -> Result<(), String> {
    let op = json!({ "op": "create", "id": "made", "kind": kind, "props": props });
    let op: OpRequest = serde_json::from_value(op).unwrap();
    Board::empty().apply(vec![op]).map_err(|rejection| rejection.to_string())
}

#[test]
fn places_and_sizes_are_numbers_within_bounds() {
    let note = |x: Value, w: Value| create("note", &json!({ "text": "Hi", "x": x, "y": 0, "w": w, "h": 200 }));
    assert_eq!(note(json!(-12.5), json!(200)), Ok(()));
    for (x, w) in [(json!(1e8), json!(200)), (json!("1"), json!(200)), (json!(0), json!(0)), (json!(0), json!(1e7))] {
        assert!(note(x, w).is_err());
    }
}

#[test]
fn a_colour_is_one_of_the_palette_by_any_of_its_names() {
    let note = |color: &str| create("note", &json!({ "text": "Hi", "x": 0, "y": 0, "w": 9, "h": 9, "color": color }));
    assert_eq!(note("light-violet"), Ok(()));
    assert!(note("mauve").unwrap_err().contains("light-violet"));
}

#[test]
fn a_connector_lies_on_the_board_between_boxes_and_goes_with_them() {
    let mut board = Board::empty();
    let ops = json!([
        { "op": "create", "id": "a", "kind": "note", "props": { "text": "A", "x": 0, "y": 0, "w": 200, "h": 200 } },
        { "op": "create", "id": "b", "kind": "note", "props": { "text": "B", "x": 300, "y": 0, "w": 200, "h": 200 } },
        { "op": "create", "id": "arrow", "kind": "connector", "props": { "from": "a", "to": "b" } },
    ]);
    board.apply(serde_json::from_value(ops).unwrap()).unwrap();
    let to_itself =
        json!([{ "op": "create", "id": "odd", "kind": "connector", "props": { "from": "a", "to": "arrow" } }]);
    assert!(board.apply(serde_json::from_value(to_itself).unwrap()).is_err());
    board.apply(serde_json::from_value(json!([{ "op": "delete", "id": "a" }])).unwrap()).unwrap();
    assert_eq!((board.count("note"), board.count("connector")), (1, 0));
}
