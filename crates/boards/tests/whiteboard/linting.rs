//! What the linter finds, and what it must not find.

use boards::whiteboard::lint::{MAX_FINDINGS, lint};
use serde_json::{Value, json};

use crate::board::Board;

/// Puts boxes on a board and returns what is found, each as its rule and its nodes.
#[track_caller]
fn found(lines: &str) -> Vec<String> {
    let mut board = Board::empty();
    board.put(lines);
    let shown = |finding: &Value| {
        let nodes: Vec<&str> = finding["nodes"].as_array().unwrap().iter().map(|node| node.as_str().unwrap()).collect();
        format!("{} {}", finding["rule"].as_str().unwrap(), nodes.join(" "))
    };
    lint(&board.document).iter().map(|finding| shown(&json!(finding))).collect()
}

#[track_caller]
fn check(lines: &str, expected: &[&str]) {
    assert_eq!(found(lines), expected, "{lines}");
}

#[test]
fn boxes_on_each_other() {
    check("note a 0,0 200x200\nnote b 150,0 200x200", &["overlap a b"]);
    check("note a 0,0 200x200\nshape b 50,50 100x100", &["overlap a b"]);
    check("frame f 0,0 300x300\nnote on_it 20,50 200x200", &["overlap f on_it"]);
    check("frame f 0,0 600x300\nnote in f a 0,60 200x200\nnote in f b 100,90 200x200", &["overlap a b"]);
    check("note a 0,0 100x100\nnote b 200,0 100x100\nnote wide 50,0 200x100", &["overlap a wide", "overlap b wide"]);
}

#[test]
fn what_touches_or_lies_where_it_should_is_no_overlap() {
    check("note a 0,0 200x200\nnote b 200,0 200x200\nnote c 0,200 200x200", &[]);
    check("note a 0,0 200x200\nnote b 199.7,0 200x200", &[]);
    check("frame f 0,0 300x300\nnote in f a 30,60 200x200", &[]);
    check("frame f 0,0 300x300\nnote in f a 0,60 200x200\nframe g 300,0 300x300\nnote in g b 0,60 200x200", &[]);
    check("note a 0,0 200x200\nnote b 2000,0 200x200\nconnector c a b", &[]);
}

#[test]
fn a_shape_without_words_may_lie_beneath() {
    let lane = |words: &str| {
        let mut board = Board::empty();
        let shape = json!({ "text": words, "x": 0, "y": 0, "w": 900, "h": 300 });
        let ops = json!([{ "op": "create", "id": "lane", "kind": "shape", "props": shape }]);
        board.apply(serde_json::from_value(ops).unwrap()).unwrap();
        board.put("note a 20,20 200x200");
        lint(&board.document).len()
    };
    assert_eq!((lane(""), lane("Words that would be covered")), (0, 1));
    check("note a 20,20 200x200\nshape over 0,0 900x300", &["overlap a over"]);
}

#[test]
fn what_sticks_out_of_its_frame() {
    check("frame f 0,0 300x300\nnote in f a 150,60 200x200", &["outside-frame a f"]);
    check("frame f 0,0 300x300\nnote in f a -10,60 200x200", &["outside-frame a f"]);
    check("frame f 0,0 300x300\nnote in f a 100.3,60 200x200", &[]);
    check("frame f 500,500 300x300\nnote in f a 100,100 200x200", &[]);
}

#[test]
fn words_that_do_not_fit() {
    let long = "word ".repeat(80);
    check(&format!("note a 0,0 200x200 {long}"), &["text-overflow a"]);
    check(&format!("shape a 0,0 200x200 {long}"), &["text-overflow a"]);
    check(&format!("text a 0,0 200x30 {long}"), &["text-overflow a"]);
    check(&format!("note a 0,0 200x600 {long}"), &[]);
    check("frame f 0,0 60x300 A name that is cut with an ellipsis", &[]);
}

#[test]
fn connectors_that_say_the_same() {
    let ends = "note a 0,0 200x200\nnote b 400,0 200x200";
    check(&format!("{ends}\nconnector c a b\nconnector d a b"), &["duplicate-connector d c"]);
    check(&format!("{ends}\nconnector c a b\nconnector d b a"), &[]);
}

#[test]
fn connectors_with_different_labels_say_different_things() {
    let mut board = Board::empty();
    board.put("note a 0,0 200x200\nnote b 400,0 200x200\nconnector c a b\nconnector d a b");
    board.run("updateElements", &json!({ "updates": [{ "shapeId": "d", "newText": "else" }] }));
    assert_eq!(lint(&board.document), []);
}

#[test]
fn connectors_that_cross() {
    let square = "note a 0,0 100x100\nnote b 600,0 100x100\nnote c 300,-400 100x100\nnote d 300,400 100x100";
    check(&format!("{square}\nconnector across a b\nconnector down c d"), &["crossing across down"]);
    check(&format!("{square}\nconnector across a b\nconnector corner a c\nconnector other b d"), &[]);
}

#[test]
fn connectors_go_around_boxes_unless_their_way_was_laid_before() {
    let lines = "note a 0,0 100x100\nnote b 600,0 100x100\nconnector c a b";
    check(&format!("{lines}\nnote between 300,0 100x100"), &[]);
    let mut board = Board::empty();
    board.put(lines);
    let route = json!({ "points": [[100, 50], [600, 50]], "ends": [0, 0, 100, 100, 600, 0, 100, 100] });
    let ops = json!([{ "op": "update", "id": "c", "props": { "route": route } }]);
    board.apply(serde_json::from_value(ops).unwrap()).unwrap();
    assert_eq!(lint(&board.document), []);
    board.put("note between 300,0 100x100\nframe f 100,-300 100x600\nnote in f above 0,60 90x90");
    let findings = lint(&board.document);
    let said: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(said.len(), 1, "one is enough to say: {said:?}");
    assert!(said[0].starts_with("The connector from the note “a” to the note “b” runs through the "), "{}", said[0]);
}

#[test]
fn a_connector_may_run_in_the_frames_around_its_ends() {
    let lines = "frame f 0,0 300x300\nnote in f a 30,60 200x200\nframe g 600,0 300x300\nnote in g b 30,60 200x200";
    check(&format!("{lines}\nconnector c a b\nconnector d f b\nconnector e f a"), &[]);
}

/// Puts boxes and connectors with labels on a board, and returns what is found.
#[track_caller]
fn labelled(lines: &str, labels: &[(&str, &str)]) -> Vec<String> {
    let mut board = Board::empty();
    board.put(lines);
    for (id, label) in labels {
        board.run("updateElements", &json!({ "updates": [{ "shapeId": id, "newText": label }] }));
    }
    lint(&board.document).iter().map(|finding| format!("{} {}", finding.rule, finding.message)).collect()
}

#[test]
fn labels_on_boxes() {
    let near = "note a 0,0 200x200\nnote b 240,0 200x200\nconnector c a b";
    assert_eq!(labelled(near, &[("c", "ok")]), Vec::<String>::new());
    assert_eq!(
        labelled(near, &[("c", "a label too long")]),
        ["label-overlap The label of the connector from the note “a” to the note “b” lies on the note “a”."]
    );
    // Something stands in the way of the label, and it goes aside.
    let aside = "note a 0,0 200x200\nnote b 800,0 200x200\nnote c 450,108 100x100\nconnector d a b";
    assert_eq!(labelled(aside, &[("d", "beside it")]), Vec::<String>::new());
    let frames = "frame f 0,0 300x300\nframe g 400,0 300x300\nframe h 200,-300 300x200\nconnector d f g";
    assert_eq!(labelled(frames, &[("d", "over")]), Vec::<String>::new());
}

#[test]
fn labels_on_each_other() {
    let lines = "note a 0,0 200x200\nnote b 600,0 200x200\nconnector c a b\nconnector d b a";
    assert_eq!(labelled(lines, &[("c", "there")]), Vec::<String>::new());
    let found = labelled(lines, &[("c", "there"), ("d", "back")]);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("label-overlap The labels of the connectors from the note “a”"), "{found:?}");
}

#[test]
fn neighbours_that_are_nearly_in_line() {
    check("note a 0,0 200x200\nnote b 240,5 200x200", &["misaligned a b"]);
    check("note a 0,0 200x200\nnote b 5,240 200x200", &["misaligned a b"]);
    for meant in
        ["240,0 200x200", "240,0.4 200x200", "240,30 200x200", "400,5 200x200", "240,5 200x300", "5,400 200x200"]
    {
        check(&format!("note a 0,0 200x200\nnote b {meant}"), &[]);
    }
    check("text a 0,0 60x30\ntext b 100,5 60x30", &[]);
    check("frame f 0,0 300x300\nnote in f a 30,60 200x200\nnote b 340,65 200x200", &[]);
}

#[test]
fn a_board_full_of_faults_is_reported_as_far_as_anybody_reads() {
    let pile: Vec<String> = (0..60).map(|index| format!("note n{index} {index},{index} 200x200")).collect();
    assert_eq!(found(&pile.join("\n")).len(), MAX_FINDINGS);
}

#[test]
fn a_new_fault_is_found_among_many_old_ones() {
    let mut board = Board::empty();
    let pile: Vec<String> = (0..60).map(|index| format!("note n{index} {index},{index} 200x200")).collect();
    board.put(&format!("{}\nnote a 1000,0 200x200\nnote b 1100,0 200x200\nnote z 5000,0 200x200", pile.join("\n")));
    let result = board.run("updateElements", &json!({ "updates": [{ "shapeId": "b", "newColor": "red" }] }));
    assert_eq!(result["lint"].as_array().unwrap().len(), 1);
    assert_eq!(result["lint"][0]["nodes"], json!(["a", "b"]));
    assert_eq!(result["_observation"], "Changed 1 object. The linter found 1 to look at (overlap).");
    let result = board.run("updateElements", &json!({ "updates": [{ "shapeId": "z", "newColor": "red" }] }));
    assert_eq!(result["lint"], json!([]), "what was wrong before is not said of what is right");
}

#[test]
fn what_is_found_is_said_in_words() {
    let mut board = Board::empty();
    let long = "A note with so many words that its name is cut somewhere";
    board.put(&format!("note a 0,0 200x200 {long}\nshape b 100,0 200x200\nshape c 1000,0 200x200"));
    let ops = json!([{ "op": "update", "id": "b", "props": { "text": "" } }]);
    board.apply(serde_json::from_value(ops).unwrap()).unwrap();
    let said = &lint(&board.document)[0].message;
    assert_eq!(
        said,
        "The note “A note with so many words that its name …” and the shape without words lie on each other."
    );
}
