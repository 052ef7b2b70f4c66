//! What a batch answers.

use serde_json::{Value, json};

use crate::board::{Board, refusal};

const DIRECTIVES: [&str; 8] =
    ["swot-2x2", "columns", "journey-stages", "grid", "rows", "flowchart-top-down", "flowchart-left-right", "freeform"];

/// One of each operation, with every field it has.
fn one_of_each() -> Value {
    json!([
        { "op": "createFrame", "ref": "frame_1", "name": "Frame", "color": "blue", "parentRef": null },
        { "op": "createNote", "ref": "note_1", "text": "Note", "color": "green", "parentRef": "frame_1" },
        { "op": "createShape", "ref": "shape_1", "geo": "diamond", "text": "Shape", "color": "red", "parentRef": "frame_1" },
        { "op": "createText", "ref": "text_1", "text": "Text", "color": "grey", "parentRef": "frame_1" },
        { "op": "createConnector", "ref": "arrow_1", "fromRef": "note_1", "toRef": "shape_1", "label": "leads", "color": "orange" },
    ])
}

#[test]
fn every_operation_is_made_as_it_is_written() {
    let mut board = Board::empty();
    let result = board.run("batchOperations", &json!({ "operations": one_of_each() }));
    assert_eq!(result["warnings"], json!([]));
    let expected = [
        ("frame_1", "frame", json!({ "name": "Frame", "color": "blue" })),
        ("note_1", "note", json!({ "text": "Note", "color": "green" })),
        ("shape_1", "shape", json!({ "text": "Shape", "geo": "diamond", "color": "red" })),
        ("text_1", "text", json!({ "text": "Text", "color": "grey" })),
        ("arrow_1", "connector", json!({ "label": "leads", "color": "orange" })),
    ];
    for (reference, kind, props) in expected {
        let node = board.document.node(&Board::id(&result, reference)).unwrap();
        assert_eq!(&*node.kind, kind);
        for (prop, value) in props.as_object().unwrap() {
            assert_eq!(node.props.get(prop), Some(value), "{prop} of {reference}");
        }
    }
}

#[test]
fn colours_have_other_names_on_every_operation() {
    let aliases = [
        ("purple", "violet"),
        ("PINK", "light-red"),
        ("cyan", "light-blue"),
        (" Lime ", "light-green"),
        ("gray", "grey"),
        ("Light-Violet", "light-violet"),
    ];
    for (written, stored) in aliases {
        let mut operations = one_of_each();
        for operation in operations.as_array_mut().unwrap() {
            operation["color"] = json!(written);
        }
        let mut board = Board::empty();
        let result = board.run("batchOperations", &json!({ "operations": operations }));
        for reference in ["frame_1", "note_1", "shape_1", "text_1", "arrow_1"] {
            assert_eq!(board.prop(&result, reference, "color"), stored, "{reference}");
        }
        let update = json!({ "updates": [{ "shapeId": result["created"]["note_1"], "newColor": written }] });
        board.run("updateElements", &update);
        assert_eq!(board.prop(&result, "note_1", "color"), stored);
    }
}

#[test]
fn what_has_no_colour_gets_the_usual_one() {
    let mut operations = one_of_each();
    for operation in operations.as_array_mut().unwrap() {
        operation.as_object_mut().unwrap().remove("color");
    }
    let mut board = Board::empty();
    let result = board.run("batchOperations", &json!({ "operations": operations }));
    let usual = [
        ("frame_1", Value::Null),
        ("note_1", json!("yellow")),
        ("shape_1", json!("black")),
        ("text_1", json!("black")),
        ("arrow_1", json!("black")),
    ];
    for (reference, color) in usual {
        assert_eq!(board.prop(&result, reference, "color"), color, "{reference}");
    }
}

#[test]
fn a_shape_is_a_rectangle_unless_it_is_said_to_be_another_that_there_is() {
    let geo = |written: Value| {
        let mut board = Board::empty();
        let operations = json!([{ "op": "createShape", "ref": "aa", "geo": written }]);
        let result = board.run("batchOperations", &json!({ "operations": operations }));
        (board.prop(&result, "aa", "geo"), result["warnings"].clone())
    };
    assert_eq!(geo(Value::Null), (Value::Null, json!([])));
    assert_eq!(geo(json!("Diamond")), (json!("diamond"), json!([])));
    let warning = json!(["Shape 'aa' is a rectangle: there is no geo \"blob\"."]);
    assert_eq!(geo(json!("blob")), (Value::Null, warning));
}

#[test]
fn every_directive_is_taken_and_said_again() {
    for directive in DIRECTIVES {
        let mut board = Board::empty();
        let result = board.batch(directive, &one_of_each());
        let said =
            format!("Batch of 5 operations with layout directive {directive}: created 4 objects and 1 connector.");
        assert_eq!(result["_observation"], said);
        assert_eq!(result["tool"], "batchOperations");
        assert_eq!(board.faults(), [""; 0]);
    }
    let mut board = Board::empty();
    let result = board.run("batchOperations", &json!({ "operations": one_of_each() }));
    assert_eq!(result["_observation"], "Batch of 5 operations: created 4 objects and 1 connector.");
}

#[test]
fn the_answer_says_what_became_of_each_operation() {
    let mut board = Board::empty();
    let operations = json!([
        { "op": "createNote", "ref": "aa", "text": "A" },
        { "op": "createNote", "ref": "aa", "text": "B" },
        { "op": "createConnector", "ref": "cc", "fromRef": "aa", "toRef": "zz" },
    ]);
    let result = board.run("batchOperations", &json!({ "operations": operations }));
    insta::assert_json_snapshot!("answer_of_a_batch", result);
}

#[test]
fn a_batch_is_one_change() {
    let mut board = Board::empty();
    let outcome = board.plan("batchOperations", &json!({ "operations": one_of_each(), "title": "All" })).unwrap();
    assert_eq!(outcome.ops.len(), 6);
    let before = board.document.seq();
    board.apply(outcome.ops).unwrap();
    assert_eq!(board.document.seq() - before, 1);
}

#[test]
fn a_title_stands_above_the_whole_and_not_above_nothing() {
    let mut board = Board::empty();
    let result = board.run("batchOperations", &json!({ "operations": one_of_each(), "title": "  All of it " }));
    let title = board.rect(result["titleId"].as_str().unwrap());
    let frame = board.made(&result, "frame_1");
    assert_eq!((title.x, title.bottom() + 20.0), (frame.x, frame.y));
    assert_eq!(board.faults(), [""; 0]);
    let nothing = json!([{ "op": "createConnector", "ref": "cc", "fromRef": "aa", "toRef": "bb" }]);
    for (operations, title) in [(nothing, "Title"), (one_of_each(), " ")] {
        let outcome = board.plan("batchOperations", &json!({ "operations": operations, "title": title })).unwrap();
        assert_eq!(outcome.facts.get("titleId"), None);
    }
}

#[test]
fn nothing_is_changed_by_a_batch_of_which_nothing_is_left() {
    let mut board = Board::empty();
    let operations = json!([{ "op": "createConnector", "ref": "cc", "fromRef": "aa", "toRef": "bb" }]);
    let outcome = board.plan("batchOperations", &json!({ "operations": operations })).unwrap();
    assert!(outcome.ops.is_empty());
    assert_eq!(
        outcome.observation,
        "Batch of 1 operation: created 0 objects and 0 connectors, skipped 1; the warnings say why."
    );
}

#[test]
fn a_frame_that_would_be_too_large_is_refused_by_its_ref() {
    let tall = "\n".repeat(4_900);
    let mut operations = vec![json!({ "op": "createFrame", "ref": "tower", "name": "Tower" })];
    for index in 0..24 {
        let reference = format!("shape_{index}");
        operations.push(json!({ "op": "createShape", "ref": reference, "text": tall, "parentRef": "tower" }));
    }
    for index in 1..24 {
        let (from, to) = (format!("shape_{}", index - 1), format!("shape_{index}"));
        operations.push(json!({ "op": "createConnector", "ref": format!("to_{index}"), "fromRef": from, "toRef": to }));
    }
    let said =
        refusal("batchOperations", &json!({ "operations": operations, "layoutDirective": "flowchart-top-down" }));
    assert_eq!(said, "/operations: too much lies in 'tower': nothing is wider or taller than 1000000 pixels");
}
