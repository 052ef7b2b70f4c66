//! Changing objects that are there.

use expect_test::{Expect, expect};
use layout::Rect;
use layout::text::{Holder, fits};
use serde_json::{Value, json};

use crate::board::{Board, refusal};

/// Puts boxes on a board, updates them, and shows the board with the warnings.
#[track_caller]
fn check(lines: &str, updates: &Value, expected: &Expect) {
    let (board, result) = updated(lines, updates);
    let warnings: Vec<&str> =
        result["warnings"].as_array().unwrap().iter().map(|said| said.as_str().unwrap()).collect();
    expected.assert_eq(format!("{}{}\n", board.show(), warnings.join("\n")).trim_end());
}

#[track_caller]
fn updated(lines: &str, updates: &Value) -> (Board, Value) {
    let mut board = Board::empty();
    board.put(lines);
    let result = board.run("updateElements", &json!({ "updates": updates }));
    (board, result)
}

/// Returns where a box goes that is alone on the board.
#[track_caller]
fn changed(line: &str, field: &str, instruction: &str) -> Rect {
    let (board, _) = updated(line, &json!([{ "shapeId": "a", field: instruction }]));
    board.rect("a")
}

const KINDS: [&str; 4] = ["frame", "note", "shape", "text"];

#[test]
fn everything_can_be_moved_by_a_step() {
    let steps = [("left", -150.0, 0.0), ("right", 150.0, 0.0), ("up", 0.0, -150.0), ("down", 0.0, 150.0)];
    for kind in KINDS {
        for (way, x, y) in steps {
            let moved = changed(&format!("{kind} a 10,20 300x300"), "moveInstruction", way);
            assert_eq!(moved, Rect::new(10.0 + x, 20.0 + y, 300.0, 300.0), "{kind} {way}");
        }
    }
}

#[test]
fn everything_can_be_made_larger_and_smaller() {
    for kind in KINDS {
        let line = format!("{kind} a 10,20 600x600");
        assert_eq!(changed(&line, "resizeInstruction", "double"), Rect::new(10.0, 20.0, 1_200.0, 1_200.0));
        assert_eq!(changed(&line, "resizeInstruction", "half"), Rect::new(10.0, 20.0, 300.0, 300.0));
    }
    let fitted = |line: &str| changed(line, "resizeInstruction", "fit-to-content");
    assert_eq!(fitted("note a 0,0 600x600"), Rect::new(0.0, 0.0, 200.0, 200.0));
    assert_eq!(fitted("shape a 0,0 600x600"), Rect::new(0.0, 0.0, 200.0, 200.0));
    assert_eq!(fitted("frame a 0,0 600x600"), Rect::new(0.0, 0.0, 300.0, 300.0));
    let text = fitted("text a 0,0 600x600");
    assert!(text.w < 40.0 && text.h == 30.0, "{text:?}");
}

#[test]
fn half_never_hides_words() {
    let words = "Some words that need the room they have and do not fit in less of it. ".repeat(3);
    for (kind, holder) in [
        ("note", Holder::Note),
        ("text", Holder::Text(layout::text::TextSize::Medium)),
        ("shape", Holder::Shape(layout::geo::Geo::Rectangle)),
    ] {
        for size in ["200x200", "260x260", "900x150", "60x1000"] {
            let mut rect = changed(&format!("{kind} a 0,0 {size} {words}"), "resizeInstruction", "half");
            assert!(fits(holder, words.trim_end(), rect), "{kind} {rect:?}");
            for _ in 0..12 {
                rect = changed(&format!("{kind} a 0,0 {}x{} {words}", rect.w, rect.h), "resizeInstruction", "half");
            }
            assert!(fits(holder, words.trim_end(), rect), "{kind} {rect:?}");
        }
    }
}

#[test]
fn half_a_frame_still_holds_its_content_and_shows_its_name() {
    check(
        "frame f 0,0 900x900\nnote in f a 30,60 200x400",
        &json!([{ "shapeId": "f", "resizeInstruction": "half" }]),
        &expect![[r"
        frame f: 0,0 450x480
          note a: 30,60 200x400"]],
    );
    check(
        "frame f 0,0 300x300 A name that takes some room",
        &json!([{ "shapeId": "f", "resizeInstruction": "half" }]),
        &expect!["frame A name that takes some room: 0,0 232x280"],
    );
}

#[test]
fn a_frame_fits_its_content_and_its_new_name() {
    let name = "A name that is longer than the one it had, and longer than what lies in it is wide";
    let updates = json!([{ "shapeId": "f", "newName": name, "resizeInstruction": "fit-to-content" }]);
    let (board, _) = updated("frame f 0,0 900x900\nnote in f a 30,60 200x300", &updates);
    assert_eq!(board.rect("f"), Rect::new(0.0, 0.0, layout::text::frame_min_width(name), 380.0));
}

#[test]
fn words_names_labels_and_colours_are_replaced() {
    let lines =
        "frame f 0,0 300x300\nnote n 400,0 200x200\nshape s 700,0 200x200\ntext t 1000,0 60x30\nconnector c n s";
    let updates = json!([
        { "shapeId": "f", "newName": "Frame", "newColor": "Purple" },
        { "shapeId": "n", "newText": "Note", "newColor": "pink" },
        { "shapeId": "s", "newText": "Shape", "newColor": "lime" },
        { "shapeId": "t", "newText": "Text", "newColor": "gray" },
        { "shapeId": "c", "newText": " a\nlabel ", "newColor": "cyan" },
    ]);
    let (board, result) = updated(lines, &updates);
    assert_eq!(result["warnings"], json!([]));
    assert_eq!(result["updated"], json!(["c", "f", "n", "s", "t"]));
    let prop =
        |id: &str, prop: &str| board.document.node(&engine::NodeId::parse(id).unwrap()).unwrap().props[prop].clone();
    assert_eq!([prop("f", "name"), prop("n", "text"), prop("s", "text")], ["Frame", "Note", "Shape"]);
    assert_eq!([prop("t", "text"), prop("c", "label")], ["Text", "a label"]);
    let colors = ["f", "n", "s", "t", "c"].map(|id| prop(id, "color"));
    assert_eq!(colors, ["violet", "light-red", "light-green", "grey", "light-blue"]);
}

#[test]
fn the_other_field_for_words_is_understood() {
    let updates =
        json!([{ "shapeId": "f", "newText": "Frame\nby text" }, { "shapeId": "n", "newName": "Note by name" }]);
    check(
        "frame f 0,0 300x300\nnote n 400,0 200x200",
        &updates,
        &expect![[r"
        frame Frame by text: 0,0 300x300
        note Note by name: 400,0 200x200"]],
    );
}

#[test]
fn what_cannot_be_done_is_said() {
    let lines = "frame f 0,0 300x300\nnote n 400,0 200x200\nconnector c f n";
    let updates = json!([
        { "shapeId": "nobody", "newText": "x" },
        { "shapeId": "root", "newColor": "red" },
        { "shapeId": "", "newColor": "red" },
        { "shapeId": "x".repeat(10_000), "newColor": "red" },
        { "shapeId": "f", "newText": " \n " },
        { "shapeId": "c", "moveInstruction": "left" },
        { "shapeId": "c", "newText": "x".repeat(300) },
        { "shapeId": "n", "moveInstruction": "closer-together" },
    ]);
    let (board, result) = updated(lines, &updates);
    let warnings: Vec<String> = result["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|said| said.as_str().unwrap().replace(&"x".repeat(64), "x…"))
        .collect();
    expect![[r"
        No object has the id 'nobody'; it was skipped.
        No object has the id 'root'; it was skipped.
        No object has the id ''; it was skipped.
        No object has the id 'x…'; it was skipped.
        Frame 'f' keeps its name: a name is one line of 1 to 200 characters.
        'c' is a connector: it goes where its ends go, and has a colour and a label.
        Connector 'c' keeps its label: it has more than 200 characters.
        One object alone cannot be closer together with others."]]
    .assert_eq(&warnings.join("\n"));
    assert_eq!(board.rect("n"), Rect::new(400.0, 0.0, 200.0, 200.0));
}

#[test]
fn a_label_can_be_taken_away() {
    let mut board = Board::empty();
    board.put("note a 0,0 200x200\nnote b 400,0 200x200\nconnector c a b");
    for (text, label) in [("yes", Some("yes")), (" ", None)] {
        board.run("updateElements", &json!({ "updates": [{ "shapeId": "c", "newText": text }] }));
        assert_eq!(board.scene().connectors[0].label, label);
    }
}

#[test]
fn a_malformed_update_is_refused_and_the_field_is_named() {
    let refused = |updates: Value| refusal("updateElements", &json!({ "updates": updates }));
    assert_eq!(refused(json!([])), "/updates: there are 1 to 500 updates, not 0");
    assert!(refused(json!([{ "shapeId": "a", "newColor": "mauve" }])).starts_with("/updates/0/newColor: "));
    assert!(
        refused(json!([{ "shapeId": "a", "moveInstruction": "away" }])).starts_with("/updates/0/moveInstruction: ")
    );
    assert!(
        refused(json!([{ "shapeId": "a", "resizeInstruction": "triple" }]))
            .starts_with("/updates/0/resizeInstruction: ")
    );
    assert!(
        refused(json!([{ "shapeId": "a" }, { "newText": "x" }])).starts_with("/updates/1: missing field `shapeId`")
    );
    let many = vec![json!({ "shapeId": "a" }); 501];
    assert_eq!(refused(json!(many)), "/updates: there are 1 to 500 updates, not 501");
}

#[test]
fn closer_together_is_two_fifths_of_the_way_to_the_middle() {
    let closer = |ids: &[&str]| {
        ids.iter().map(|id| json!({ "shapeId": id, "moveInstruction": "closer-together" })).collect::<Value>()
    };
    let lines = "note a 0,0 200x200\nnote b 1000,0 200x200\nnote c 500,900 200x200";
    check(
        lines,
        &closer(&["a", "b", "c", "a"]),
        &expect![[r"
        note a: 200,120 200x200
        note b: 800,120 200x200
        note c: 500,660 200x200"]],
    );
    let nested = "frame f 0,0 400x400\nnote in f a 30,60 200x200\nnote b 1000,0 400x400";
    check(
        nested,
        &closer(&["f", "a", "b"]),
        &expect![[r"
        frame f: 200,0 400x400
          note a: 30,60 200x200
        note b: 800,0 400x400
        'a' goes with the frame it lies in."]],
    );
}

#[test]
fn what_grows_pushes_what_is_below_and_the_frames_around_grow() {
    let lines = "frame f 0,0 260x500\nnote in f a 30,60 200x200\nnote in f b 30,280 200x200\nframe g 0,540 260x280\nnote far 0,2000 200x200\nnote beside 300,0 200x200";
    let long = "word ".repeat(100);
    let (board, result) = updated(lines, &json!([{ "shapeId": "a", "newText": long }]));
    expect![[r"
        frame f: 0,0 260x882
          note (long): 30,60 200x582
          note b: 30,662 200x200
        frame g: 0,922 260x280
        note far: 0,2000 200x200
        note beside: 300,0 200x200
    "]]
    .assert_eq(&board.show().replace(long.trim_end(), "(long)"));
    assert_eq!(board.faults(), [""; 0]);
    let moved: Vec<&Value> = result["lint"].as_array().unwrap().iter().map(|finding| &finding["nodes"][0]).collect();
    assert_eq!(moved, ["b", "g"], "what nobody asked to move is told");
}

#[test]
fn what_is_pushed_pushes_in_turn() {
    // The wide one beneath lands on what is not beneath the first.
    let lines = "note a 0,0 200x200\nnote wide 0,220 600x200\nnote c 400,440 200x200\nnote free 700,0 200x800";
    check(
        lines,
        &json!([{ "shapeId": "a", "resizeInstruction": "double" }]),
        &expect![[r"
        note a: 0,0 400x400
        note wide: 0,420 600x200
        note c: 400,640 200x200
        note free: 700,0 200x800"]],
    );
    let lines = "note a 0,0 200x200\nnote right 220,0 200x200\nnote more 440,100 200x200\nnote beneath 300,300 200x200";
    check(
        lines,
        &json!([{ "shapeId": "a", "resizeInstruction": "double" }]),
        &expect![[r"
        note a: 0,0 400x400
        note right: 420,0 200x200
        note more: 640,100 200x200
        note beneath: 300,440 200x200"]],
    );
}

#[test]
fn a_move_ends_at_the_frame_or_makes_it_larger() {
    let lines = "frame f 0,0 260x280\nnote in f a 30,60 200x200\nnote right 300,0 200x200";
    for (way, expected) in [
        (
            "left",
            expect![[r"
        frame f: 0,0 260x280
          note a: 30,60 200x200
        note right: 300,0 200x200
        'a' went only as far as its frame lets it."]],
        ),
        (
            "up",
            expect![[r"
        frame f: 0,0 260x280
          note a: 30,60 200x200
        note right: 300,0 200x200
        'a' went only as far as its frame lets it."]],
        ),
        (
            "right",
            expect![[r"
        frame f: 0,0 410x280
          note a: 180,60 200x200
        note right: 450,0 200x200"]],
        ),
        (
            "down",
            expect![[r"
        frame f: 0,0 260x430
          note a: 30,210 200x200
        note right: 300,0 200x200"]],
        ),
    ] {
        check(lines, &json!([{ "shapeId": "a", "moveInstruction": way }]), &expected);
    }
}

#[test]
fn what_lies_in_a_frame_that_moves_goes_with_it() {
    let lines = "frame f 0,0 260x280\nnote in f a 30,60 200x200";
    let updates = json!([{ "shapeId": "a", "moveInstruction": "left" }, { "shapeId": "f", "moveInstruction": "left" }]);
    check(
        lines,
        &updates,
        &expect![[r"
        frame f: -150,0 260x280
          note a: 30,60 200x200
        'a' goes with the frame it lies in."]],
    );
}

#[test]
fn the_end_of_the_board_stops_moves_and_growth() {
    check(
        "note a 9999900,-9999950 200x200",
        &json!([{ "shapeId": "a", "moveInstruction": "right" }, { "shapeId": "a", "moveInstruction": "up" }]),
        &expect![[r"
        note a: 10000000,-10000000 200x200
        'a' went and grew only as far as a board reaches."]],
    );
    check(
        "note a 0,0 600000x200",
        &json!([{ "shapeId": "a", "resizeInstruction": "double" }]),
        &expect![[r"
        note a: 0,0 1000000x400
        'a' went and grew only as far as a board reaches."]],
    );
    check(
        "note a 0,9999000 200x400\nnote b 0,9999500 200x200",
        &json!([{ "shapeId": "a", "resizeInstruction": "double" }, { "shapeId": "a", "resizeInstruction": "double" }]),
        &expect![[r"
        note a: 0,9999000 800x1600
        note b: 0,10000000 200x200
        'b' went and grew only as far as a board reaches."]],
    );
    check(
        "frame f 0,0 1000000x300\nnote in f a 999700,60 200x200",
        &json!([{ "shapeId": "a", "moveInstruction": "right" }]),
        &expect![[r"
        frame f: 0,0 1000000x300
          note a: 999850,60 200x200
        'f' went and grew only as far as a board reaches."]],
    );
}

#[test]
fn more_than_one_change_can_hold_is_refused() {
    let mut board = Board::empty();
    for part in 0..3 {
        let lines: Vec<String> =
            (0..900).map(|row| format!("note n{part}_{row} 0,{} 200x200", (part * 900 + row) * 220)).collect();
        board.put(&lines.join("\n"));
    }
    let said =
        board.plan("updateElements", &json!({ "updates": [{ "shapeId": "n0_0", "resizeInstruction": "double" }] }));
    let said = said.err().unwrap().to_string();
    assert_eq!(said, "/updates: 2700 objects would have to change, and one change has room for 2000");
}
