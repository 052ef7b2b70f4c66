//! Where a batch lands on a board that has things already.

use boards::View;
use boards::whiteboard::scene::rects;
use layout::Rect;
use serde_json::{Value, json};

use crate::board::{Board, refusal};

fn notes(count: usize) -> Value {
    (0..count).map(|index| json!({ "op": "createNote", "ref": format!("note_{index}"), "text": "New" })).collect()
}

/// Runs a batch of some notes in a row and returns the box around them. Nothing overlaps.
#[track_caller]
fn landed(board: &mut Board, count: usize) -> Rect {
    let result = board.run("batchOperations", &json!({ "operations": notes(count) }));
    assert_eq!(result["lint"], json!([]));
    (0..count).map(|index| board.made(&result, &format!("note_{index}"))).reduce(Rect::union).unwrap()
}

#[track_caller]
fn landed_in_view(lines: &str, count: usize, viewport: Rect) -> Rect {
    let mut board = Board::empty();
    if !lines.is_empty() {
        board.put(lines);
    }
    board.view = View { viewport: Some(viewport), selection: Vec::new() };
    landed(&mut board, count)
}

#[test]
fn the_first_batch_begins_at_the_origin_and_the_next_is_below_everything() {
    let mut board = Board::empty();
    assert_eq!(landed(&mut board, 2), Rect::new(0.0, 0.0, 440.0, 200.0));
    assert_eq!(landed(&mut board, 1), Rect::new(0.0, 280.0, 200.0, 200.0));
    board.put("note far -500,3000 200x200");
    assert_eq!(landed(&mut board, 1), Rect::new(-500.0, 3_280.0, 200.0, 200.0));
}

#[test]
fn what_sticks_out_of_its_frame_is_not_covered_either() {
    let mut board = Board::empty();
    board.put("frame f 0,0 300x300\nnote in f out 50,250 200x400");
    assert_eq!(landed_below(&mut board), 730.0);
}

fn landed_below(board: &mut Board) -> f64 {
    let result = board.run("batchOperations", &json!({ "operations": notes(1) }));
    board.made(&result, "note_0").y
}

#[test]
fn what_somebody_looks_at_is_where_it_lands_if_there_is_room() {
    let view = Rect::new(5_000.0, 5_000.0, 1_000.0, 800.0);
    assert_eq!(landed_in_view("", 2, view).centre(), view.centre(), "in the middle of nothing");
    assert_eq!(landed_in_view("note far 0,0 200x200", 2, view).centre(), view.centre());
    let beside = landed_in_view("note middle 5400,5300 200x200", 1, view);
    assert!(view.contains(beside));
    let crowded = "note a 5040,5040 900x300\nnote b 5040,5360 300x400\nnote c 5700,5360 240x180";
    let gap = landed_in_view(crowded, 1, view);
    assert!(view.contains(gap), "{gap:?} is the only gap");
}

#[test]
fn without_room_in_view_it_lands_next_to_it() {
    let view = Rect::new(0.0, 0.0, 1_000.0, 800.0);
    let full = "frame f -100,-100 1200x1000";
    let landed = landed_in_view(full, 1, view);
    assert_eq!(landed, Rect::new(40.0, 980.0, 200.0, 200.0));
    let narrow = landed_in_view("", 2, Rect::new(700.0, 700.0, 300.0, 300.0));
    assert_eq!((narrow.x, narrow.y), (740.0, 740.0), "it begins where it can be seen");
}

#[test]
fn the_caller_may_say_where_to_look() {
    let mut board = Board::empty();
    board.view = View { viewport: Some(Rect::new(0.0, 0.0, 500.0, 500.0)), selection: Vec::new() };
    let viewport = json!({ "x": -9000, "y": 100, "w": 400, "h": 400 });
    let result = board.run("batchOperations", &json!({ "operations": notes(1), "viewport": viewport }));
    assert_eq!(board.made(&result, "note_0"), Rect::new(-8_900.0, 200.0, 200.0, 200.0));
    let odd =
        refusal("batchOperations", &json!({ "operations": notes(1), "viewport": { "x": 0, "y": 0, "w": 0, "h": 1 } }));
    assert!(odd.starts_with("/viewport/w: "), "{odd}");
}

#[test]
fn a_board_ends_somewhere_and_nothing_lands_beyond() {
    let far = [
        "note low 0,9999900 200x200",
        "note right 9999900,0 200x200\nnote low 0,9999900 200x200",
        "note a 9999900,9999900 90x90\nnote b -10000000,-10000000 90x90",
        "frame f 9000000,9000000 1000000x1000000\nframe in f g 900000,9000000 1000000x1000000",
    ];
    for lines in far {
        let mut board = Board::empty();
        board.put(lines);
        landed(&mut board, 5);
        landed(&mut board, 1);
    }
    for (x, y) in [(9_999_990.0, 0.0), (0.0, -1e7), (1e300, -1e300), (f64::MAX, f64::MAX), (-1e9, 5.0)] {
        landed_in_view("note a 0,0 200x200", 3, Rect::new(x, y, 1_000.0, 1_000.0));
        landed_in_view("note a 0,0 200x200", 3, Rect::new(x, y, f64::MAX, f64::MAX));
    }
}

#[test]
fn a_large_board_is_looked_through() {
    let mut board = Board::empty();
    let lines: Vec<String> =
        (0..1_500).map(|index| format!("note n{index} {},{} 200x200", index % 40 * 240, index / 40 * 240)).collect();
    board.put(&lines.join("\n"));
    for viewport in [Rect::new(0.0, 0.0, 20_000.0, 20_000.0), Rect::new(2_000.0, 2_000.0, 1_000.0, 800.0)] {
        board.view = View { viewport: Some(viewport), selection: Vec::new() };
        let result = board.run("batchOperations", &json!({ "operations": notes(3) }));
        assert_eq!(result["lint"], json!([]));
    }
}

#[test]
fn boxes_are_where_the_scene_has_them_also_in_frames_in_frames() {
    let mut board = Board::empty();
    board.put(
        "note a 10,20 200x200 one
        frame f 400,400 900x900 outer
        frame in f g 30,60 500x500 inner
        note in g b 7,9 200x200 two
        note in f c 600,60 200x200 three
        shape d -500,0 80x80 four",
    );
    let scene: Vec<Rect> = board.scene().boxes.iter().map(|boxed| boxed.rect).collect();
    assert_eq!(scene.len(), 6);
    assert_eq!(rects(&board.document), scene);
}
