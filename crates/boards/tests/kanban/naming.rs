//! How a caller names a column.

use serde_json::json;

use crate::board::{Board, check_refused, check_refused_on};

#[test]
fn a_column_is_found_by_id_or_by_name_in_any_case() {
    for named in ["doing", "Doing", "DOING", "  dOiNg\t"] {
        let mut board = Board::new();
        assert_eq!(board.run("create_card", &json!({ "title": "T", "column": named }))["column"], "doing");
    }
}

#[test]
fn an_id_goes_before_a_name() {
    let mut board = Board::new();
    board.run("update_column", &json!({ "column": "done", "name": "doing" }));
    assert_eq!(board.run("create_card", &json!({ "title": "T", "column": "doing" }))["column"], "doing");
}

#[test]
fn a_name_of_several_columns_is_refused() {
    let mut board = Board::new();
    board.run("create_column", &json!({ "name": "DONE" }));
    board.run("update_column", &json!({ "column": "done", "name": "Finished" }));
    board.run("create_column", &json!({ "name": "finished" }));
    let expected = "missing /column: several columns are called \"finished\"; give the id of one";
    check_refused_on(&mut board, "create_card", &json!({ "title": "T", "column": "finished" }), expected);
}

#[test]
fn a_column_that_is_not_there_is_answered_with_those_that_are() {
    let expected = |field: &str| {
        format!("missing /{field}: there is no column \"nowhere\" on this board; it has To do, Doing, Done")
    };
    for (tool, field, input) in [
        ("create_card", "column", json!({ "title": "T", "column": "nowhere" })),
        ("move_card", "column", json!({ "card": "a", "column": "nowhere" })),
        ("update_column", "column", json!({ "column": "nowhere", "name": "N" })),
        ("delete_column", "column", json!({ "column": "nowhere" })),
        ("delete_column", "move_cards_to", json!({ "column": "todo", "move_cards_to": "nowhere" })),
        ("create_column", "before", json!({ "name": "N", "before": "nowhere" })),
        ("create_column", "after", json!({ "name": "N", "after": "nowhere" })),
        ("create_column", "approve_to", json!({ "name": "N", "approve_to": "nowhere" })),
        ("update_column", "approve_to", json!({ "column": "todo", "approve_to": "nowhere" })),
    ] {
        check_refused(tool, &input, &expected(field));
    }
    let card = "missing /column: there is no column \"a\" on this board; it has To do, Doing, Done";
    check_refused("create_card", &json!({ "title": "T", "column": "a" }), card);
}
