//! Words in files of programs that break no lines themselves when they open one.

use boards::whiteboard::formats::{Format, export};
use layout::text::{Style, TextSize, wrap};
use serde_json::{Value, json};

use crate::board::{board, create};

const LONG: &str = "Somebody who writes a lot, and who does not think of the end of a line, wrote this.";

/// Returns the things in a file on which there are a note, a shape and two texts, one of them long.
fn things(format: Format) -> Vec<Value> {
    let long = json!({ "text": LONG, "x": 0, "y": 0, "w": 200, "h": 200 });
    let document = board(&[
        create("note", "note", "root", &long),
        create("shape", "shape", "root", &long),
        create("broken", "text", "root", &long),
        create(
            "title",
            "text",
            "root",
            &json!({ "text": "The plan", "size": "xl", "x": 0, "y": 0, "w": 300, "h": 60 }),
        ),
    ]);
    let file: Value = serde_json::from_str(&export(&document, format)).unwrap();
    file["elements"].as_array().or(file["records"].as_array()).unwrap().clone()
}

fn named<'a>(things: &'a [Value], id: &str) -> &'a Value {
    things.iter().find(|thing| thing["id"] == id).unwrap()
}

#[test]
fn excalidraw_is_given_lines_with_room_for_its_wider_letters() {
    let things = things(Format::Excalidraw);
    for (id, style) in
        [("note:text", Style::NOTE), ("shape:text", Style::SHAPE), ("broken", Style::text(TextSize::default()))]
    {
        let text = named(&things, id);
        let lines: Vec<&str> = text["text"].as_str().unwrap().lines().collect();
        assert_eq!(lines.join(" "), LONG, "{id}");
        assert_eq!((&text["originalText"], &text["autoResize"]), (&json!(LONG), &json!(false)), "{id}");
        let room = if id == "broken" { 200.0 } else { 0.9 * 200.0 };
        assert!(lines.iter().all(|line| wrap(line, style, f64::INFINITY).size.w < room), "{id}: {lines:#?}");
    }
}

#[test]
fn excalidraw_is_given_words_in_the_outline_it_has() {
    let word = json!({ "text": "A parallelogram", "geo": "parallelogram", "x": 0, "y": 0, "w": 200, "h": 200 });
    let document = board(&[create("shape", "shape", "root", &word)]);
    let file: Value = serde_json::from_str(&export(&document, Format::Excalidraw)).unwrap();
    assert_eq!(named(file["elements"].as_array().unwrap(), "shape:text")["text"], "A parallelogram");
}

#[test]
fn excalidraw_begins_a_note_at_its_top() {
    let things = things(Format::Excalidraw);
    let corner = |id: &str| {
        let thing = named(&things, id);
        (thing["x"].as_f64().unwrap(), thing["y"].as_f64().unwrap())
    };
    assert_eq!(corner("note:text"), (16.0, 16.0));
    assert!(corner("shape:text").1 > 16.0);
}

#[test]
fn a_text_in_one_line_is_as_wide_as_its_letters_are_elsewhere() {
    assert_eq!(named(&things(Format::Excalidraw), "title")["autoResize"], true);
    let things = things(Format::Tldr);
    let grows = |id: &str| &named(&things, id)["props"]["autoSize"];
    assert_eq!((grows("shape:title"), grows("shape:broken")), (&json!(true), &json!(false)));
}
