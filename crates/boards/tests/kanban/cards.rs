//! The tools for cards.

use serde_json::json;

use crate::board::{Board, check, check_refused, check_refused_on};

const REST: &str = "Doing: \nDone: \n";

#[test]
fn a_card_is_created_at_the_end_of_the_first_column() {
    let result = json!({
        "tool": "create_card", "card": "new2", "column": "todo", "created": { "card": "new2" }, "warnings": [],
        "_observation": "Created card new2 \"T\" in column \"To do\".",
    });
    check("create_card", &json!({ "title": "T" }), &result, &format!("To do: a | b | c | T\n{REST}"));
    check(
        "create_card",
        &json!({ "title": "T", "column": null, "description": null }),
        &result,
        &format!("To do: a | b | c | T\n{REST}"),
    );
}

#[test]
fn a_card_is_created_with_a_description_where_it_is_wanted() {
    let input = json!({ "title": "T", "description": "line one\n\tline two", "column": " doing " });
    let result = json!({
        "tool": "create_card", "card": "new2", "column": "doing", "created": { "card": "new2" }, "warnings": [],
        "_observation": "Created card new2 \"T\" in column \"Doing\".",
    });
    let drawn = "To do: a | b | c\nDoing: T description=\"line one\\n\\tline two\"\nDone: \n";
    check("create_card", &input, &result, drawn);
}

#[test]
fn a_board_without_columns_takes_no_card() {
    let expected = "missing /column: this board has no column yet; create one first";
    check_refused_on(&mut Board::empty(), "create_card", &json!({ "title": "T" }), expected);
}

#[test]
fn a_card_is_updated_and_what_is_left_out_stays() {
    let input = json!({ "card": "a", "title": "A", "description": "D" });
    let result = json!({
        "tool": "update_card", "card": "a", "created": {}, "warnings": [],
        "_observation": "Changed description and title of card a.",
    });
    check("update_card", &input, &result, &format!("To do: A description=\"D\" | b | c\n{REST}"));
    let mut board = Board::new();
    board.run("update_card", &input);
    board.run("update_card", &json!({ "card": "a", "title": "B" }));
    assert_eq!(board.draw(), format!("To do: B description=\"D\" | b | c\n{REST}"));
}

#[test]
fn null_takes_a_description_away() {
    let mut board = Board::new();
    board.run("update_card", &json!({ "card": "a", "description": "D" }));
    let result = board.run("update_card", &json!({ "card": "a", "description": null }));
    assert_eq!(result["_observation"], "Changed description of card a.");
    assert_eq!(board.draw(), format!("To do: a | b | c\n{REST}"));
}

#[test]
fn from_seq_is_handed_on_so_that_edits_merge() {
    let mut board = Board::new();
    let outcome = board.plan("update_card", &json!({ "card": "a", "description": "D", "from_seq": 1 })).unwrap();
    let ops = json!([{ "op": "update", "id": "a", "props": { "description": "D" }, "from_seq": 1 }]);
    assert_eq!(json!(outcome.ops), ops);
}

#[test]
fn a_card_moves_to_the_end_or_next_to_another() {
    let moved = |column: &str, name: &str| {
        json!({
            "tool": "move_card", "card": "a", "column": column, "created": {}, "warnings": [],
            "_observation": format!("Moved card a to column {name:?}."),
        })
    };
    let doing = moved("doing", "Doing");
    check("move_card", &json!({ "card": "a", "column": "doing" }), &doing, "To do: b | c\nDoing: a\nDone: \n");
    let here = moved("todo", "To do");
    for (input, drawn) in [
        (json!({ "card": "a", "column": "To do" }), "b | c | a"),
        (json!({ "card": "a", "column": "todo", "before": "c" }), "b | a | c"),
        (json!({ "card": "a", "column": "todo", "after": "b" }), "b | a | c"),
        (json!({ "card": "a", "column": "todo", "after": "c" }), "b | c | a"),
        (json!({ "card": "a", "column": "todo", "before": "b" }), "a | b | c"),
    ] {
        check("move_card", &input, &here, &format!("To do: {drawn}\n{REST}"));
    }
}

#[test]
fn a_card_does_not_move_next_to_what_is_not_there() {
    for (input, expected) in [
        (
            json!({ "card": "a", "column": "todo", "before": "b", "after": "c" }),
            "input /after: give before or after, not both",
        ),
        (
            json!({ "card": "a", "column": "doing", "before": "b" }),
            "missing /before: card b is not another card of column \"Doing\"",
        ),
        (
            json!({ "card": "a", "column": "todo", "after": "a" }),
            "missing /after: card a is not another card of column \"To do\"",
        ),
        (json!({ "card": "a", "column": "todo", "after": "z" }), "missing /after: there is no card z on this board"),
        (
            json!({ "card": "a", "column": "todo", "after": "doing" }),
            "missing /after: there is no card doing on this board",
        ),
    ] {
        check_refused("move_card", &input, expected);
    }
}

#[test]
fn a_card_is_deleted() {
    let result = json!({
        "tool": "delete_card", "card": "b", "created": {}, "warnings": [], "_observation": "Deleted card b \"b\".",
    });
    check("delete_card", &json!({ "card": "b" }), &result, &format!("To do: a | c\n{REST}"));
}

#[test]
fn a_card_that_is_not_there_is_named() {
    for (tool, input) in [
        ("update_card", json!({ "card": "z", "title": "T" })),
        ("move_card", json!({ "card": "z", "column": "todo" })),
        ("delete_card", json!({ "card": "z" })),
    ] {
        check_refused(tool, &input, "missing /card: there is no card z on this board");
    }
    check_refused("delete_card", &json!({ "card": "todo" }), "missing /card: there is no card todo on this board");
    check_refused("delete_card", &json!({ "card": "root" }), "missing /card: there is no card root on this board");
}

#[test]
fn texts_that_do_not_fit_are_refused_by_field() {
    let long_title = "x".repeat(201);
    let long_text = "ä".repeat(20_001);
    for (input, expected) in [
        (json!({}), "input : missing field `title`"),
        (json!({ "title": "" }), "input /title: it is blank"),
        (json!({ "title": " \t " }), "input /title: it is blank"),
        (json!({ "title": "a\nb" }), "input /title: it has a control character"),
        (json!({ "title": long_title }), "input /title: it has more than 200 characters"),
        (json!({ "title": 7 }), "input /title: invalid type: integer `7`, expected a string"),
        (json!({ "title": "T", "description": long_text }), "input /description: it has more than 20000 characters"),
        (json!({ "title": "T", "description": "a\u{0}b" }), "input /description: it has a control character"),
        (json!({ "title": "T", "description": "a\u{7f}b" }), "input /description: it has a control character"),
    ] {
        check_refused("create_card", &input, expected);
    }
    let unknown = "input /colour: unknown field `colour`, expected one of `title`, `description`, `column`";
    check_refused("create_card", &json!({ "title": "T", "colour": "red" }), unknown);
    check_refused("update_card", &json!({ "card": "a" }), "input /title: give a title, a description or both");
    check_refused("update_card", &json!({ "card": "a", "title": "" }), "input /title: it is blank");
    check_refused("create_card", &json!("T"), "input : invalid type: string \"T\", expected struct CreateCardInput");
}

#[test]
fn texts_of_the_largest_size_fit() {
    let mut board = Board::new();
    board.run("create_card", &json!({ "title": "ä".repeat(200), "description": "ä".repeat(20_000) }));
    board.run("create_card", &json!({ "title": "T", "description": "" }));
}
