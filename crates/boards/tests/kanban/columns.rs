//! The tools for columns.

use engine::NodeId;
use serde_json::json;

use crate::board::{Board, check, check_refused, check_refused_on};

const FIRST: &str = "To do: a | b | c\n";

#[test]
fn a_column_is_created_at_the_end_or_next_to_another() {
    let result = json!({
        "tool": "create_column", "column": "new2", "created": { "column": "new2" }, "warnings": [],
        "_observation": "Created column new2 \"N\".",
    });
    for (input, drawn) in [
        (json!({ "name": "N" }), format!("{FIRST}Doing: \nDone: \nN: \n")),
        (json!({ "name": "N", "before": "doing" }), format!("{FIRST}N: \nDoing: \nDone: \n")),
        (json!({ "name": "N", "after": "DOING" }), format!("{FIRST}Doing: \nN: \nDone: \n")),
        (json!({ "name": "N", "mode": "plan" }), format!("{FIRST}Doing: \nDone: \nN mode=\"plan\": \n")),
        (
            json!({ "name": "N", "mode": "code", "prompt": "P", "auto_start": true, "approve_to": "Done" }),
            format!("{FIRST}Doing: \nDone: \nN approve_to=\"done\" auto_start=true mode=\"code\" prompt=\"P\": \n"),
        ),
    ] {
        check("create_column", &input, &result, &drawn);
    }
}

#[test]
fn what_does_not_fit_a_column_is_refused_by_field() {
    for (input, expected) in [
        (json!({}), "input : missing field `name`"),
        (json!({ "name": " " }), "input /name: it is blank"),
        (json!({ "name": "x".repeat(101) }), "input /name: it has more than 100 characters"),
        (json!({ "name": "a\rb" }), "input /name: it has a control character"),
        (json!({ "name": "N", "before": "todo", "after": "done" }), "input /after: give before or after, not both"),
        (
            json!({ "name": "N", "mode": "fly" }),
            "input /mode: unknown variant `fly`, expected one of `plan`, `code`, `review`, `custom`",
        ),
        (
            json!({ "name": "N", "auto_start": "yes" }),
            "input /auto_start: invalid type: string \"yes\", expected a boolean",
        ),
        (json!({ "name": "N", "prompt": "x".repeat(20_001) }), "input /prompt: it has more than 20000 characters"),
    ] {
        check_refused("create_column", &input, expected);
    }
}

#[test]
fn a_column_is_renamed_configured_and_moved() {
    let result = json!({
        "tool": "update_column", "column": "doing", "created": {}, "warnings": [],
        "_observation": "Changed column doing \"Doing\".",
    });
    for (input, drawn) in [
        (json!({ "column": "Doing", "name": "Now" }), format!("{FIRST}Now: \nDone: \n")),
        (json!({ "column": "Doing", "after": "Done" }), format!("{FIRST}Done: \nDoing: \n")),
        (
            json!({ "column": "Doing", "before": "todo", "mode": "review" }),
            format!("Doing mode=\"review\": \n{FIRST}Done: \n"),
        ),
        (json!({ "column": "Doing", "approve_to": "doing" }), format!("{FIRST}Doing approve_to=\"doing\": \nDone: \n")),
    ] {
        check("update_column", &input, &result, &drawn);
    }
}

#[test]
fn null_takes_a_setting_away() {
    let mut board = Board::new();
    let all = json!({ "column": "doing", "mode": "plan", "prompt": "P", "auto_start": false, "approve_to": "done" });
    board.run("update_column", &all);
    let none = json!({ "column": "doing", "mode": null, "prompt": null, "approve_to": null, "auto_start": null });
    board.run("update_column", &none);
    assert_eq!(board.draw(), format!("{FIRST}Doing auto_start=false: \nDone: \n"), "auto_start is on or off");
}

#[test]
fn an_update_of_nothing_is_refused() {
    let expected = "input /name: say what to change: a name, a setting or a place";
    check_refused("update_column", &json!({ "column": "doing" }), expected);
    check_refused("update_column", &json!({ "column": "doing", "name": null }), expected);
}

#[test]
fn a_column_does_not_move_next_to_itself() {
    let expected = "input /before: a column cannot go next to itself";
    check_refused("update_column", &json!({ "column": "doing", "before": "Doing" }), expected);
    let expected = "input /after: a column cannot go next to itself";
    check_refused("update_column", &json!({ "column": "doing", "after": "doing" }), expected);
}

#[test]
fn a_column_is_deleted_with_its_cards() {
    let result = json!({
        "tool": "delete_column", "column": "todo", "cards": ["a", "b", "c"], "created": {},
        "warnings": ["3 cards were deleted with column \"To do\""], "_observation": "Deleted column todo \"To do\".",
    });
    check("delete_column", &json!({ "column": "To do" }), &result, "Doing: \nDone: \n");
}

#[test]
fn a_column_is_deleted_and_its_cards_are_kept() {
    let mut board = Board::new();
    board.run("create_card", &json!({ "title": "D", "column": "done" }));
    let result = board.run("delete_column", &json!({ "column": "To do", "move_cards_to": "done" }));
    let expected = json!({
        "tool": "delete_column", "column": "todo", "cards": ["a", "b", "c"], "created": {}, "warnings": [],
        "_observation": "Deleted column todo \"To do\".",
    });
    assert_eq!(result, expected);
    assert_eq!(board.draw(), "Doing: \nDone: D | a | b | c\n");
    let same = "input /move_cards_to: the cards cannot stay in the column that goes";
    check_refused_on(&mut board, "delete_column", &json!({ "column": "done", "move_cards_to": "done" }), same);
}

#[test]
fn an_empty_column_is_deleted_without_a_warning() {
    let mut board = Board::new();
    let result = board.run("delete_column", &json!({ "column": "doing" }));
    assert_eq!((&result["warnings"], &result["cards"]), (&json!([]), &json!([])));
}

#[test]
fn approve_to_is_cleared_when_its_column_goes() {
    let mut board = Board::new();
    board.run("update_column", &json!({ "column": "todo", "approve_to": "done" }));
    board.run("delete_column", &json!({ "column": "done" }));
    assert_eq!(board.draw(), format!("{FIRST}Doing: \n"));
    assert!(!board.document.node(&NodeId::parse("todo").unwrap()).unwrap().props.contains_key("approve_to"));
}

#[test]
fn a_column_with_more_cards_than_one_change_can_move_says_so() {
    let mut board = Board::new();
    for number in 0..engine::limits::MAX_OPS_PER_CHANGE / 500 {
        let create = |index: usize| json!({ "op": "create", "id": format!("x{number}-{index}"), "kind": "card", "parent": "doing", "props": { "title": "x" } });
        let ops: Vec<_> = (0..500).map(create).collect();
        board.apply(serde_json::from_value(json!(ops)).unwrap()).unwrap();
    }
    let expected = "input /move_cards_to: column \"Doing\" has 2000 cards; move some first, 1999 can go at once";
    check_refused_on(&mut board, "delete_column", &json!({ "column": "doing", "move_cards_to": "done" }), expected);
    board.run("delete_column", &json!({ "column": "doing" }));
}
