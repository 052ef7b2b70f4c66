//! Templates and plain arrangements, through the tool.

use expect_test::{Expect, expect};
use layout::facts::{FRAME_BOTTOM_PADDING, FRAME_PADDING};
use serde_json::{Value, json};

use crate::board::Board;

/// Makes frames of notes: how many notes each has.
fn frames(notes: &[usize]) -> Value {
    let mut operations: Vec<Value> = (0..notes.len())
        .map(|frame| json!({ "op": "createFrame", "ref": format!("frame_{frame}"), "name": format!("Frame {frame}") }))
        .collect();
    for (frame, count) in notes.iter().enumerate() {
        operations.extend((0..*count).map(|note| {
            let reference = format!("note_{frame}_{note}");
            json!({ "op": "createNote", "ref": reference, "text": reference, "parentRef": format!("frame_{frame}") })
        }));
    }
    json!(operations)
}

fn shapes(count: usize) -> Value {
    (0..count)
        .map(|index| json!({ "op": "createShape", "ref": format!("shape_{index}"), "text": format!("{index}") }))
        .collect()
}

#[track_caller]
fn check(directive: &str, operations: &Value, expected: &Expect) {
    let mut board = Board::empty();
    board.batch(directive, operations);
    expected.assert_eq(&board.show());
    assert_eq!(board.faults(), [""; 0]);
}

#[test]
fn swot_is_two_by_two_however_many_notes_there_are() {
    for counts in [[1, 1, 1, 1], [0, 0, 0, 0], [1, 5, 0, 2], [12, 1, 7, 3]] {
        let mut board = Board::empty();
        let result = board.batch("swot-2x2", &frames(&counts));
        let made: Vec<layout::Rect> = (0..4).map(|frame| board.made(&result, &format!("frame_{frame}"))).collect();
        let [a, b, c, d] = made[..] else { panic!("four frames") };
        assert_eq!([(a.y, a.h), (c.y, c.h)], [(b.y, b.h), (d.y, d.h)], "rows");
        assert_eq!([(a.x, a.w), (b.x, b.w)], [(c.x, c.w), (d.x, d.w)], "columns");
        assert!(b.x > a.right() && c.y > a.bottom());
        for (frame, count) in counts.iter().enumerate() {
            let id = Board::id(&result, &format!("frame_{frame}"));
            assert_eq!(board.document.children(&id).count(), *count);
        }
        assert_eq!(board.faults(), [""; 0]);
    }
}

#[test]
fn columns_stand_side_by_side_with_their_tops_in_line() {
    check(
        "columns",
        &frames(&[1, 3, 0]),
        &expect![[r"
        frame Frame 0: 0,0 260x720
          note note_0_0: 30,60 200x200
        frame Frame 1: 300,0 260x720
          note note_1_0: 30,60 200x200
          note note_1_1: 30,280 200x200
          note note_1_2: 30,500 200x200
        frame Frame 2: 600,0 300x720
    "]],
    );
}

#[test]
fn the_stages_of_a_journey_are_connected() {
    check(
        "journey-stages",
        &frames(&[1, 0, 1]),
        &expect![[r"
        frame Frame 0: 0,0 260x300
          note note_0_0: 30,60 200x200
        frame Frame 1: 340,0 300x300
        frame Frame 2: 720,0 260x300
          note note_2_0: 30,60 200x200
        Frame 0 -> Frame 1
        Frame 1 -> Frame 2
    "]],
    );
}

#[test]
fn connectors_in_a_template_are_made_and_not_made_twice() {
    let mut operations = frames(&[1, 1, 1]);
    let connector = |reference: &str, from: &str, to: &str| json!({ "op": "createConnector", "ref": reference, "fromRef": from, "toRef": to, "label": reference });
    operations.as_array_mut().unwrap().extend([
        connector("same_as_stage", "frame_0", "frame_1"),
        connector("backwards", "frame_2", "frame_1"),
        connector("of_notes", "note_0_0", "note_2_0"),
    ]);
    let mut board = Board::empty();
    let result = board.batch("journey-stages", &operations);
    expect![[r"
        frame Frame 0: 0,0 260x280
          note note_0_0: 30,60 200x200
        frame Frame 1: 409,0 260x280
          note note_1_0: 30,60 200x200
        frame Frame 2: 788,0 260x280
          note note_2_0: 30,60 200x200
        Frame 0 -> Frame 1 (same_as_stage)
        Frame 2 -> Frame 1 (backwards)
        note_0_0 -> note_2_0 (of_notes)
        Frame 1 -> Frame 2
    "]]
    .assert_eq(&board.show());
    assert_eq!(result["stageConnectors"].as_array().unwrap().len(), 1);
    for directive in ["swot-2x2", "columns"] {
        let mut board = Board::empty();
        board.batch(directive, &operations);
        assert_eq!((board.count("connector"), board.faults()), (3, Vec::<String>::new()));
    }
}

#[test]
fn what_is_in_no_frame_of_a_template_is_made_too() {
    let mut operations = frames(&[1, 1]);
    operations.as_array_mut().unwrap().push(json!({ "op": "createText", "ref": "loose", "text": "Loose" }));
    check(
        "columns",
        &operations,
        &expect![[r"
            frame Frame 0: 0,0 260x280
              note note_0_0: 30,60 200x200
            frame Frame 1: 300,0 260x280
              note note_1_0: 30,60 200x200
            text Loose: 0,320 53x30
        "]],
    );
}

#[test]
fn a_grid_has_as_many_columns_as_rows_or_one_more() {
    for (count, columns) in [(1, 1), (2, 2), (4, 2), (5, 3), (9, 3), (10, 4), (50, 8)] {
        let mut board = Board::empty();
        let result = board.batch("grid", &shapes(count));
        for index in 0..count {
            let rect = board.made(&result, &format!("shape_{index}"));
            let expected =
                [index % columns, index / columns].map(|cell| f64::from(u32::try_from(cell).unwrap()) * 240.0);
            assert_eq!([rect.x, rect.y], expected, "{index} of {count}");
        }
    }
}

#[test]
fn without_a_directive_things_stand_in_a_row() {
    let mut shown = Vec::new();
    for directive in [json!("rows"), json!("freeform"), Value::Null] {
        let mut board = Board::empty();
        board.run("batchOperations", &json!({ "operations": shapes(3), "layoutDirective": directive }));
        shown.push(board.show());
    }
    assert_eq!(shown[0], "shape 0: 0,0 200x200\nshape 1: 240,0 200x200\nshape 2: 480,0 200x200\n");
    assert_eq!([&shown[1], &shown[2]], [&shown[0], &shown[0]]);
}

#[test]
fn frames_are_fitted_to_what_lies_in_them_from_the_inside_out() {
    let operations = json!([
        { "op": "createFrame", "ref": "outer", "name": "Outer" },
        { "op": "createFrame", "ref": "inner", "name": "Inner", "parentRef": "outer" },
        { "op": "createNote", "ref": "long", "text": "word ".repeat(200), "parentRef": "inner" },
        { "op": "createNote", "ref": "short", "text": "short", "parentRef": "outer" },
    ]);
    let mut board = Board::empty();
    let result = board.batch("rows", &operations);
    let [outer, inner, long, short] =
        ["outer", "inner", "long", "short"].map(|reference| board.made(&result, reference));
    assert!(long.h > 600.0, "it holds its words");
    assert_eq!(inner.bottom(), long.bottom() + FRAME_BOTTOM_PADDING);
    assert_eq!(outer.bottom(), short.bottom() + FRAME_BOTTOM_PADDING);
    assert_eq!(outer.right(), inner.right() + FRAME_PADDING);
    assert_eq!(board.faults(), [""; 0]);
}

#[test]
fn a_frame_is_wide_enough_for_its_name() {
    let name = "A name that is a good deal longer than the frame around one note would be";
    let operations = json!([
        { "op": "createFrame", "ref": "named", "name": name },
        { "op": "createNote", "ref": "in_it", "text": "x", "parentRef": "named" },
    ]);
    let mut board = Board::empty();
    let result = board.batch("columns", &operations);
    assert_eq!(board.made(&result, "named").w, layout::text::frame_min_width(name));
}
