//! Whiteboards at the terminal.

use std::fs;

use serde_json::{Value, json};

use crate::support::Tandem;

/// A folder with a batch in it: a decision with two ways.
fn drawing() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let batch = json!({
        "layoutDirective": "flowchart-top-down",
        "operations": [
            { "op": "createShape", "ref": "start", "text": "Start", "geo": "oval" },
            { "op": "createShape", "ref": "choice", "text": "Ready?", "geo": "diamond", "color": "purple" },
            { "op": "createShape", "ref": "ship", "text": "Ship it <now> & here" },
            { "op": "createConnector", "ref": "c1", "fromRef": "start", "toRef": "choice" },
            { "op": "createConnector", "ref": "c2", "fromRef": "choice", "toRef": "ship", "label": "yes" },
            { "op": "createConnector", "ref": "c3", "fromRef": "choice", "toRef": "nowhere" },
        ],
    });
    fs::write(folder.path().join("batch.json"), batch.to_string()).unwrap();
    folder
}

#[test]
fn a_batch_is_drawn_in_every_format() {
    let (tandem, folder) = (Tandem::new(), drawing());
    let batch = folder.path().join("batch.json");
    for extension in ["svg", "json", "canvas", "excalidraw", "tldr", "mmd"] {
        let out = folder.path().join(format!("out.{extension}"));
        let drawn = tandem.run(&["draw", batch.to_str().unwrap(), "-o", out.to_str().unwrap()], "");
        assert_eq!((drawn.status, drawn.stdout.as_str()), (Some(0), ""), "{}", drawn.stderr);
        assert!(drawn.stderr.contains("Connector 'c3' was skipped"), "{}", drawn.stderr);
        assert!(fs::read_to_string(&out).unwrap().contains("Ready?"), "{extension}");
    }
    let drawn = tandem.run(&["draw", "-"], &fs::read_to_string(&batch).unwrap());
    assert!(drawn.stdout.starts_with("<svg") && drawn.stdout.contains("&lt;now"), "{}", drawn.stdout);
}

#[test]
fn a_board_that_was_drawn_is_drawn_on_and_linted() {
    let (tandem, folder) = (Tandem::new(), drawing());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let read = |name: &str| serde_json::from_str::<Value>(&fs::read_to_string(path(name)).unwrap()).unwrap();
    assert_eq!(tandem.run(&["draw", &path("batch.json"), "-o", &path("one.json")], "").status, Some(0));
    let two = ["draw", &path("batch.json"), "--board", &path("one.json"), "-o", &path("two.json")];
    assert_eq!(tandem.run(&two, "").status, Some(0));
    assert_eq!(read("one.json")["nodes"].as_array().unwrap().len(), 5);
    assert_eq!(read("two.json")["nodes"].as_array().unwrap().len(), 10);
    let clean = tandem.run(&["lint", &path("two.json")], "");
    assert_eq!((clean.status, clean.stdout.as_str()), (Some(0), ""), "{}", clean.stderr);

    let mut board = read("two.json");
    for node in board["nodes"].as_array_mut().unwrap() {
        if node["kind"] == "shape" {
            (node["props"]["x"], node["props"]["y"]) = (json!(0), json!(0));
        }
    }
    fs::write(path("heap.json"), board.to_string()).unwrap();
    let heap = tandem.run(&["lint", &path("heap.json")], "");
    assert_eq!(heap.status, Some(1));
    assert!(
        heap.stdout.contains("overlap: The shape “Start” and the shape “Ready?” lie on each other."),
        "{}",
        heap.stdout
    );
    let heap: Value = serde_json::from_str(&tandem.run(&["lint", "--json", &path("heap.json")], "").stdout).unwrap();
    assert_eq!(heap["items"][0]["rule"], "overlap");
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let (tandem, folder) = (Tandem::new(), drawing());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let check = |arguments: &[&str], status: i32, said: &str| {
        let ended = tandem.run(arguments, "");
        assert_eq!(ended.status, Some(status), "{}", ended.stderr);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
    };
    check(&["draw", &path("batch.json"), "-o", &path("out.docx")], 2, "the name must end with one of .svg");
    check(&["draw", &path("missing.json")], 1, "missing.json");
    fs::write(path("odd.json"), json!({ "operations": [] }).to_string()).unwrap();
    check(&["draw", &path("odd.json")], 1, "/operations: a batch has 1 to 50 operations, not 0");
    fs::write(path("kanban.json"), json!({ "kind": "kanban", "nodes": [] }).to_string()).unwrap();
    check(&["lint", &path("kanban.json")], 1, "is a kanban board");
    fs::write(path("torn.json"), "{").unwrap();
    check(&["lint", &path("torn.json")], 1, "torn.json");
}
