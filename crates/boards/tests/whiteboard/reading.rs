//! What a model reads of a board: always bounded, and every object found in the end.

use boards::View;
use engine::NodeId;
use layout::Rect;
use serde_json::{Value, json};

use crate::board::Board;

/// About two thousand tokens.
const MOST_BYTES: usize = 8_500;

/// A SWOT of two frames with two notes and a note beside it.
fn small() -> (Board, Value) {
    let mut board = Board::empty();
    let result = board.batch(
        "columns",
        &json!([
            { "op": "createFrame", "ref": "frame_good", "name": "Good" },
            { "op": "createFrame", "ref": "frame_bad", "name": "Bad" },
            { "op": "createNote", "ref": "note_brand", "text": "Strong \"brand\"\nand more", "parentRef": "frame_good" },
            { "op": "createNote", "ref": "note_cost", "text": "High cost", "parentRef": "frame_bad", "color": "pink" },
            { "op": "createConnector", "ref": "arrow", "fromRef": "note_brand", "toRef": "note_cost", "label": "pays" },
        ]),
    );
    (board, result)
}

/// A board of many notes, side by side.
fn large() -> Board {
    let mut board = Board::empty();
    let note = |at: usize| format!("note n{at} {},{} 200x200 Idea {at}", at % 60 * 220, at / 60 * 220);
    for rows in 0..5 {
        let lines: Vec<String> = (rows * 600..(rows + 1) * 600).map(note).collect();
        board.put(&lines.join("\n"));
    }
    board
}

/// Reads all pages of a tool's answer.
fn pages(board: &mut Board, tool: &str, mut input: Value) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let result = board.run(tool, &input);
        let outline = result["outline"].as_str().unwrap();
        assert!(outline.len() <= MOST_BYTES);
        lines.extend(outline.lines().map(str::to_owned));
        match &result["next"] {
            Value::Null => return lines,
            next => input["cursor"] = next.clone(),
        }
    }
}

#[test]
fn an_outline_shows_what_lies_in_what() {
    let (mut board, result) = small();
    let id = |reference: &str| result["created"][reference].as_str().unwrap().to_owned();
    let lines = pages(&mut board, "outlineBoard", json!({}));
    let expected = [
        format!("frame \"Good\" [{}] · 1 inside", id("frame_good")),
        format!("  note \"Strong \\\"brand\\\" and more\" [{}]", id("note_brand")),
        format!("frame \"Bad\" [{}] · 1 inside", id("frame_bad")),
        format!("  note \"High cost\" [{}] light-red", id("note_cost")),
        format!("connector \"pays\" [{}] from [{}] to [{}]", id("arrow"), id("note_brand"), id("note_cost")),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn of_a_large_board_every_object_is_on_one_of_the_pages() {
    let mut board = large();
    let lines = pages(&mut board, "outlineBoard", json!({}));
    assert_eq!(lines.len(), 3_000);
    assert_eq!(lines.iter().collect::<std::collections::BTreeSet<_>>().len(), 3_000);
}

#[test]
fn objects_are_found_by_words_kind_colour_and_frame() {
    let (mut board, result) = small();
    let found = |board: &mut Board, input: Value| pages(board, "findElements", input).len();
    assert_eq!(found(&mut board, json!({ "text": "BRAND" })), 1);
    assert_eq!(found(&mut board, json!({ "text": "pays" })), 1);
    assert_eq!(found(&mut board, json!({ "kind": "note" })), 2);
    assert_eq!(found(&mut board, json!({ "kind": "note", "color": "light-red" })), 1);
    assert_eq!(found(&mut board, json!({ "kind": "connector" })), 1);
    assert_eq!(found(&mut board, json!({ "within": result["created"]["frame_bad"] })), 1);
    assert_eq!(found(&mut board, json!({ "text": "nobody wrote this" })), 0);
    let error = board.plan("findElements", &json!({ "within": "nowhere" })).unwrap_err();
    assert_eq!(error.to_string(), "/within: no frame has the id 'nowhere'");
    let error = board.plan("findElements", &json!({ "cursor": "gone" })).unwrap_err();
    assert!(error.to_string().starts_with("/cursor: "), "{error}");
}

#[test]
fn a_model_is_told_what_is_selected_and_in_view() {
    let (mut board, result) = small();
    let selected = NodeId::parse(result["created"]["note_cost"].as_str().unwrap()).unwrap();
    board.view = View { viewport: None, selection: vec![selected] };
    let told = board.run("readView", &json!({}))["view"].as_str().unwrap().to_owned();
    assert!(
        told.starts_with(
            "The board has 2 frames, 2 notes and 1 connector.\nSelected by the person:\nnote \"High cost\""
        )
    );
    assert!(told.contains("On the board:\nframe \"Good\""), "{told}");
}

#[test]
fn a_model_is_told_of_a_selected_connector() {
    let (mut board, result) = small();
    let connector = NodeId::parse(result["created"]["arrow"].as_str().unwrap()).unwrap();
    board.view = View { viewport: None, selection: vec![connector.clone()] };
    let told = board.run("readView", &json!({}))["view"].as_str().unwrap().to_owned();
    let selected = told.lines().skip_while(|line| *line != "Selected by the person:").nth(1).unwrap();
    assert!(selected.starts_with("connector ") && selected.contains(&format!("[{connector}]")), "{told}");
}

#[test]
fn of_a_large_board_a_model_is_told_little() {
    let mut board = large();
    board.view.viewport = Some(Rect::new(0.0, 0.0, 500.0, 500.0));
    let told = board.run("readView", &json!({}))["view"].as_str().unwrap().to_owned();
    assert!(told.len() <= boards::whiteboard::describe::MAX_BYTES, "{}", told.len());
    let in_view = told.lines().skip_while(|line| *line != "In the person's view:").skip(1);
    assert_eq!(in_view.take_while(|line| line.starts_with("note")).count(), 9);
    assert!(told.ends_with("Use outlineBoard and findElements to see the rest.\n"));
}

#[test]
fn an_empty_board_is_said_to_be_empty() {
    let told = Board::empty().run("readView", &json!({}))["view"].clone();
    assert_eq!(told, json!("The board is empty.\n"));
}

#[test]
fn the_prompt_says_the_craft() {
    let guide = boards::kind("whiteboard").unwrap().agent.unwrap();
    insta::assert_snapshot!((guide.prompt)());
}
