//! Refs: what belongs to what in a batch, and what is forgiven.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::board::Board;

/// Runs a batch and shows the board with the warnings.
#[track_caller]
fn check(operations: &Value, expected: &Expect) {
    let mut board = Board::empty();
    let result = board.run("batchOperations", &json!({ "operations": operations }));
    let warnings: Vec<&str> =
        result["warnings"].as_array().unwrap().iter().map(|said| said.as_str().unwrap()).collect();
    expected.assert_eq(&format!("{}{}\n", board.show(), warnings.join("\n")));
    assert_eq!(board.faults(), [""; 0]);
}

fn frame(reference: &str, parent: Option<&str>) -> Value {
    json!({ "op": "createFrame", "ref": reference, "name": reference, "parentRef": parent })
}

fn note(reference: &str, parent: Option<&str>) -> Value {
    json!({ "op": "createNote", "ref": reference, "text": reference, "parentRef": parent })
}

fn connector(reference: &str, from: &str, to: &str) -> Value {
    json!({ "op": "createConnector", "ref": reference, "fromRef": from, "toRef": to })
}

#[test]
fn one_note_is_one_note() {
    check(
        &json!([note("aa", None)]),
        &expect![[r"
        note aa: 0,0 200x200

    "]],
    );
}

#[test]
fn a_parent_ref_puts_a_note_in_its_frame() {
    let operations = json!([frame("ff", None), note("aa", Some("ff")), note("bb", Some("ff"))]);
    check(
        &operations,
        &expect![[r"
        frame ff: 0,0 260x500
          note aa: 30,60 200x200
          note bb: 30,280 200x200

    "]],
    );
}

#[test]
fn parents_may_come_after_their_children_and_boxes_after_their_connectors() {
    let operations = json!([connector("cc", "aa", "bb"), note("aa", Some("ff")), note("bb", None), frame("ff", None)]);
    check(
        &operations,
        &expect![[r"
        note bb: 0,0 200x200
        frame ff: 240,0 260x280
          note aa: 30,60 200x200
        aa -> bb

    "]],
    );
}

#[test]
fn a_second_operation_with_the_same_ref_is_skipped() {
    let mut second = note("aa", None);
    second["text"] = json!("second");
    let operations = json!([note("aa", None), second, connector("aa", "aa", "aa")]);
    check(
        &operations,
        &expect![[r"
        note aa: 0,0 200x200
        Duplicate ref 'aa': the operation was skipped.
        Duplicate ref 'aa': the operation was skipped.
    "]],
    );
}

#[test]
fn what_has_no_frame_to_lie_in_lies_on_the_board() {
    let operations = json!([
        note("aa", Some("nobody")),
        note("bb", Some("aa")),
        note("cc", Some("cc")),
        connector("arrow", "aa", "bb"),
        note("dd", Some("arrow")),
    ]);
    check(
        &operations,
        &expect![[r"
        note aa: 0,0 200x200
        note bb: 240,0 200x200
        note cc: 480,0 200x200
        note dd: 720,0 200x200
        aa -> bb
        'aa' lies on the board itself: its parentRef 'nobody' is no object of this batch.
        'bb' lies on the board itself: its parentRef 'aa' is not a frame.
        'cc' lies on the board itself: its parentRef 'cc' is not a frame.
        'dd' lies on the board itself: its parentRef 'arrow' is not a frame.
    "]],
    );
}

#[test]
fn frames_that_lie_in_each_other_are_taken_apart_at_one_place() {
    let operations = json!([
        frame("aa", Some("cc")),
        frame("bb", Some("aa")),
        frame("cc", Some("bb")),
        frame("own", Some("own")),
        note("in_aa", Some("aa")),
    ]);
    check(
        &operations,
        &expect![[r"
            frame cc: 0,0 420x680
              frame aa: 30,60 360x600
                frame bb: 30,60 300x300
                note in_aa: 30,380 200x200
            frame own: 460,0 300x300
            'cc' lies on the board itself: its parentRef 'bb' lies in it.
            'own' lies on the board itself: its parentRef 'own' is its own.
        "]],
    );
}

#[test]
fn a_connector_without_both_ends_is_skipped() {
    let operations = json!([
        note("aa", None),
        connector("half", "aa", "nobody"),
        connector("none", "no_one", "nobody"),
        connector("whole", "aa", "aa"),
        connector("second", "aa", "whole"),
    ]);
    check(
        &operations,
        &expect![[r"
        note aa: 0,0 200x200
        aa -> aa
        Connector 'half' was skipped: its toRef 'nobody' is no object of this batch.
        Connector 'none' was skipped: its fromRef 'no_one' is no object of this batch and its toRef 'nobody' is no object of this batch.
        Connector 'second' was skipped: its toRef 'whole' is a connector, not a box.
    "]],
    );
}

#[test]
fn a_connector_is_bound_to_both_its_ends() {
    let mut board = Board::empty();
    let operations = json!([note("aa", None), note("bb", None), connector("cc", "aa", "bb")]);
    let result = board.run("batchOperations", &json!({ "operations": operations }));
    assert_eq!(board.prop(&result, "cc", "from"), result["created"]["aa"]);
    assert_eq!(board.prop(&result, "cc", "to"), result["created"]["bb"]);
    let ops = json!([{ "op": "delete", "id": result["created"]["bb"] }]);
    board.apply(serde_json::from_value(ops).unwrap()).unwrap();
    assert_eq!(board.count("connector"), 0, "it goes with its end");
}

#[test]
fn as_many_frames_may_lie_in_each_other_as_a_batch_has_room_for() {
    let mut board = Board::empty();
    let operations: Vec<Value> = (0..50)
        .map(|depth| frame(&format!("f{depth:02}"), (depth > 0).then(|| format!("f{:02}", depth - 1)).as_deref()))
        .collect();
    let result = board.run("batchOperations", &json!({ "operations": operations }));
    assert_eq!(result["warnings"], json!([]));
    assert_eq!(board.scene().frames_around(49).count(), 49);
    assert_eq!(board.faults(), [""; 0]);
}
