//! What others see of the kind: its tools and the board it starts with.

use boards::Context;
use engine::NodeId;
use serde_json::{Value, json};

use crate::board::Board;

#[test]
fn the_tools_are_those_that_are_published() {
    let kind = boards::kind("kanban").unwrap();
    let tools: Vec<Value> = kind
        .tools
        .iter()
        .map(|tool| json!({ "name": tool.name, "description": tool.description, "input_schema": tool.input_schema }))
        .collect();
    insta::assert_json_snapshot!("tools", tools);
}

#[test]
fn a_new_board_has_the_default_columns() {
    let kind = boards::kind("kanban").unwrap();
    let mut number = 0;
    let mut mint = || {
        number += 1;
        NodeId::parse(&format!("column{number}")).unwrap()
    };
    let ops = (kind.start)(&mut Context::new(&mut mint));
    insta::assert_json_snapshot!("starting_ops", ops);
    let mut board = Board::empty();
    board.apply(ops).unwrap();
    insta::assert_snapshot!("starting_board", board.draw());
}

#[test]
fn kinds_and_tools_are_found_by_their_names_only() {
    assert_eq!(boards::kinds().iter().map(|kind| kind.name).collect::<Vec<_>>(), ["kanban", "whiteboard"]);
    assert_eq!(boards::kind("kanban").map(|kind| kind.name), Some("kanban"));
    assert!(boards::kind("Kanban").is_none());
    assert!(boards::kind("kanban").unwrap().tool("create_cards").is_none());
}
