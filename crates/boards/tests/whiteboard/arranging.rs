//! Putting objects that are there in order.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::board::{Board, refusal};

/// Puts boxes on a board, arranges them, and shows the board with the warnings.
#[track_caller]
fn check(lines: &str, ids: &[&str], layout: &str, expected: &Expect) {
    let mut board = Board::empty();
    board.put(lines);
    let result = board.run("layoutElements", &json!({ "shapeIds": ids, "layoutType": layout }));
    let warnings: Vec<&str> =
        result["warnings"].as_array().unwrap().iter().map(|said| said.as_str().unwrap()).collect();
    let observation = result["_observation"].as_str().unwrap();
    expected.assert_eq(format!("{}{}\n{}", board.show(), observation, warnings.join("\n")).trim_end());
}

const SCATTERED: &str =
    "note a 500,40 200x200\nnote b 0,300 200x200\nshape c 70,0 300x100\ntext d 900,900 60x30\nframe e 40,1000 300x300";

#[test]
fn a_row_a_column_and_a_grid_follow_the_order_of_the_ids() {
    let ids = ["a", "b", "c", "d", "e"];
    for (layout, expected) in [
        (
            "horizontal-row",
            expect![[r"
        note a: 0,0 200x200
        note b: 240,0 200x200
        shape c: 480,0 300x100
        text d: 820,0 60x30
        frame e: 920,0 300x300
        Arranged 5 objects."]],
        ),
        (
            "vertical-column",
            expect![[r"
        note a: 0,0 200x200
        note b: 0,240 200x200
        shape c: 0,480 300x100
        text d: 0,620 60x30
        frame e: 0,690 300x300
        Arranged 5 objects."]],
        ),
        (
            "grid",
            expect![[r"
        note a: 0,0 200x200
        note b: 340,0 200x200
        shape c: 680,0 300x100
        text d: 0,340 60x30
        frame e: 340,340 300x300
        Arranged 5 objects."]],
        ),
    ] {
        check(SCATTERED, &ids, layout, &expected);
    }
    check(
        SCATTERED,
        &["b", "a"],
        "horizontal-row",
        &expect![[r"
            note a: 240,140 200x200
            note b: 0,140 200x200
            shape c: 70,0 300x100
            text d: 900,900 60x30
            frame e: 40,1000 300x300
            Arranged 2 objects."]],
    );
}

#[test]
fn even_spacing_keeps_the_order_and_both_ends() {
    check(
        "note a 0,0 200x200\nnote b 210,50 200x200\nnote c 1000,0 200x200",
        &["c", "a", "b"],
        "even-spacing",
        &expect![[r"
        note a: 0,0 200x200
        note b: 500,50 200x200
        note c: 1000,0 200x200
        Arranged 3 objects."]],
    );
    check(
        "note a 0,0 200x200\nnote b 50,900 200x200\nnote c 0,300 200x200",
        &["a", "b", "c"],
        "even-spacing",
        &expect![[r"
        note a: 0,0 200x200
        note b: 50,900 200x200
        note c: 0,450 200x200
        Arranged 3 objects."]],
    );
    check(
        "note a 0,0 200x200\nnote b 10,0 200x200\nnote c 20,0 200x200",
        &["a", "b", "c"],
        "even-spacing",
        &expect![[r"
        note a: 0,0 200x200
        note b: 220,0 200x200
        note c: 440,0 200x200
        Arranged 3 objects."]],
    );
}

#[test]
fn what_lies_in_different_frames_is_arranged_where_it_lies() {
    let lines = "frame f 0,0 260x720\nnote in f a 30,60 200x200\nnote in f b 30,280 200x200\nnote in f c 30,500 200x200\n\
        frame g 300,0 260x280\nnote in g d 30,60 200x200\nnote x 600,0 200x200\nnote y 600,400 200x200";
    check(
        lines,
        &["a", "b", "d", "x", "y"],
        "horizontal-row",
        &expect![[r"
            frame f: 0,0 480x720
              note a: 30,60 200x200
              note b: 250,60 200x200
              note c: 30,500 200x200
            frame g: 520,0 260x280
              note d: 30,60 200x200
            note x: 820,0 200x200
            note y: 1060,0 200x200
            Arranged 4 objects. The linter found 1 to look at (moved).
            The objects lie in different frames: those of one frame were arranged among themselves.
            'd' stays: it is the only one of its frame."]],
    );
    check(
        lines,
        &["a", "d"],
        "grid",
        &expect![[r"
        frame f: 0,0 260x720
          note a: 30,60 200x200
          note b: 30,280 200x200
          note c: 30,500 200x200
        frame g: 300,0 260x280
          note d: 30,60 200x200
        note x: 600,0 200x200
        note y: 600,400 200x200
        Arranged 0 objects.
        The objects lie in different frames: those of one frame were arranged among themselves.
        Nothing was arranged: it takes two objects at least."]],
    );
}

#[test]
fn what_lies_in_a_chosen_frame_goes_with_it() {
    let lines = "frame f 0,100 260x280\nnote in f a 30,60 200x200\nnote b 600,0 200x200";
    check(
        lines,
        &["a", "f", "b"],
        "horizontal-row",
        &expect![[r"
        frame f: 0,0 260x280
          note a: 30,60 200x200
        note b: 300,0 200x200
        Arranged 2 objects.
        'a' goes with the frame it lies in; it was skipped."]],
    );
}

#[test]
fn connectors_unknown_ids_and_ids_said_twice_are_passed_over() {
    let lines = "note a 0,0 200x200\nnote b 600,300 200x200\nconnector c a b";
    check(
        lines,
        &["a", "c", "nobody", "b", "a", "root"],
        "horizontal-row",
        &expect![[r"
        note a: 0,0 200x200
        note b: 240,0 200x200
        a -> b
        Arranged 2 objects.
        'c' is a connector, which goes where its ends go; it was skipped.
        No object has the id 'nobody'; it was skipped.
        No object has the id 'root'; it was skipped."]],
    );
    check(
        lines,
        &["a", "a"],
        "grid",
        &expect![[r"
        note a: 0,0 200x200
        note b: 600,300 200x200
        a -> b
        Arranged 0 objects.
        Nothing was arranged: it takes two objects at least."]],
    );
    check(
        lines,
        &["a", "c"],
        "grid",
        &expect![[r"
        note a: 0,0 200x200
        note b: 600,300 200x200
        a -> b
        Arranged 0 objects.
        'c' is a connector, which goes where its ends go; it was skipped.
        Nothing was arranged: it takes two objects at least."]],
    );
}

#[test]
fn frames_grow_around_what_is_arranged_in_them_and_push_their_neighbours() {
    let lines = "frame f 0,0 260x500\nnote in f a 30,60 200x200\nnote in f b 30,280 200x200\nframe g 300,0 260x280";
    check(
        lines,
        &["a", "b"],
        "horizontal-row",
        &expect![[r"
            frame f: 0,0 480x500
              note a: 30,60 200x200
              note b: 250,60 200x200
            frame g: 520,0 260x280
            Arranged 2 objects. The linter found 1 to look at (moved)."]],
    );
}

#[test]
fn nothing_is_covered_but_what_lay_underneath_before() {
    check(
        "note a 0,0 200x200\nnote b 900,0 200x200\nnote other 250,100 200x200",
        &["a", "b"],
        "horizontal-row",
        &expect![[r"
        note a: 0,340 200x200
        note b: 240,340 200x200
        note other: 250,100 200x200
        Arranged 2 objects."]],
    );
    check(
        "frame f 0,0 260x720\nnote in f a 30,60 200x200\nnote in f b 30,280 200x200\nnote in f c 30,500 200x200",
        &["a", "c"],
        "vertical-column",
        &expect![[r"
        frame f: 0,0 480x720
          note a: 250,60 200x200
          note b: 30,280 200x200
          note c: 250,280 200x200
        Arranged 2 objects."]],
    );
    check(
        "shape lane 0,0 900x300\nnote a 20,20 200x200\nnote b 600,50 200x200",
        &["a", "b"],
        "horizontal-row",
        &expect![[r"
        shape lane: 0,0 900x300
        note a: 20,20 200x200
        note b: 260,20 200x200
        Arranged 2 objects. The linter found 1 to look at (overlap)."]],
    );
}

#[test]
fn the_end_of_the_board_stops_a_row() {
    check(
        "note a 9999800,0 200x200\nnote b 9999900,300 200x200",
        &["a", "b"],
        "horizontal-row",
        &expect![[r"
        note a: 9999800,0 200x200
        note b: 10000000,0 200x200
        Arranged 2 objects.
        'b' went and grew only as far as a board reaches."]],
    );
}

#[test]
fn a_malformed_call_is_refused_and_the_field_is_named() {
    let refused =
        |ids: Value, layout: &str| refusal("layoutElements", &json!({ "shapeIds": ids, "layoutType": layout }));
    assert_eq!(refused(json!(["a"]), "grid"), "/shapeIds: there are 2 to 2000 ids, not 1");
    assert_eq!(refused(json!(vec!["a"; 2_001]), "grid"), "/shapeIds: there are 2 to 2000 ids, not 2001");
    assert!(refused(json!(["a", "b"]), "spiral").starts_with("/layoutType: unknown variant `spiral`"));
    assert!(refused(json!(["a", 7]), "grid").starts_with("/shapeIds/1: "));
}
