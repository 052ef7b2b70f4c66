//! Files that other programs wrote, in the forms they write them.

use boards::whiteboard::formats::{Format, import};
use boards::whiteboard::scene::Scene;
use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::board::board_of;

/// Reads a file and lists what is in it.
#[track_caller]
fn check(format: Format, file: &Value, expected: &Expect) {
    let read = import(&file.to_string(), format).unwrap();
    let document = board_of(&read);
    let scene = Scene::of(&document);
    let mut lines = Vec::new();
    for (place, boxed) in scene.boxes.iter().enumerate() {
        let color = boxed.color.map_or("none", |color| color.name());
        let layout::Rect { x, y, w, h } = boxed.rect;
        let depth = "  ".repeat(scene.frames_around(place).count());
        lines.push(format!("{depth}{:?} {:?} {color} {x},{y} {w}×{h}", boxed.kind, boxed.text));
    }
    for connector in &scene.connectors {
        let (from, to) = (scene.boxes[connector.from].text, scene.boxes[connector.to].text);
        let color = connector.color.map_or("none", |color| color.name());
        lines.push(format!("{from} -> {to} {:?} {color}", connector.label));
    }
    lines.extend(read.warnings.iter().map(|warning| format!("warning: {warning}")));
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn a_canvas_of_obsidian() {
    let file = json!({
        "nodes": [
            { "id": "9f", "type": "group", "x": -20, "y": -60, "width": 640, "height": 400, "label": "Ideas", "color": "5" },
            { "id": "1a", "type": "text", "text": "# Heading\nwith **markdown**", "x": 0, "y": 0, "width": 250, "height": 160, "color": "4" },
            { "id": "2b", "type": "file", "file": "notes/Plan.md", "x": 300, "y": 0, "width": 250, "height": 60 },
            { "id": "3c", "type": "link", "url": "https://jsoncanvas.org", "x": 700, "y": 0, "width": 300, "height": 200 },
            { "id": "4d", "type": "text", "text": "too many words for so small a box, which has to grow", "x": 700, "y": 300, "width": 60, "height": 20, "color": "#E03131" },
        ],
        "edges": [
            { "id": "e1", "fromNode": "1a", "fromSide": "right", "toNode": "3c", "toSide": "left", "label": "see", "color": "1" },
            { "id": "e2", "fromNode": "4d", "fromEnd": "arrow", "toNode": "1a", "toEnd": "none" },
            { "id": "e3", "fromNode": "1a", "toNode": "2b" },
        ],
    });
    check(
        Format::JsonCanvas,
        &file,
        &expect![[r##"
            Frame "Ideas" light-blue -20,-60 640×400
              Note "# Heading\nwith **markdown**" green 0,0 250×160
            Note "https://jsoncanvas.org" yellow 700,0 300×200
            Note "too many words for so small a box, which has to grow" red 700,300 200×200
            # Heading
            with **markdown** -> https://jsoncanvas.org Some("see") red
            # Heading
            with **markdown** -> too many words for so small a box, which has to grow None black
            warning: 1 × arrow that is not bound at both ends: left out
            warning: 1 × file: left out"##]],
    );
}

#[test]
fn a_scene_of_excalidraw() {
    let base = |id: &str, kind: &str, x: i32, y: i32, more: Value| {
        let mut element = json!({
            "id": id, "type": kind, "x": x, "y": y, "width": 220, "height": 90, "angle": 0, "strokeColor": "#1e1e1e",
            "backgroundColor": "transparent", "fillStyle": "solid", "strokeWidth": 2, "roughness": 1, "opacity": 100,
            "groupIds": [], "frameId": null, "isDeleted": false, "boundElements": [], "link": null, "locked": false,
        });
        element.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        element
    };
    let file = json!({ "type": "excalidraw", "version": 2, "source": "https://excalidraw.com", "elements": [
        base("f", "frame", -40, -40, json!({ "name": null, "width": 700, "height": 300 })),
        base("a", "rectangle", 0, 0, json!({ "backgroundColor": "#a5d8ff", "frameId": "f", "boundElements": [{ "type": "text", "id": "at" }] })),
        base("at", "text", 5, 5, json!({ "text": "Wrapped\nby them", "originalText": "Wrapped by them", "containerId": "a", "fontSize": 20 })),
        base("b", "diamond", 400, 0, json!({ "strokeColor": "#e03131", "frameId": "f", "angle": 0.5 })),
        base("c", "text", 0, 400, json!({ "text": "A title", "fontSize": 36, "strokeColor": "#2f9e44" })),
        base("gone", "ellipse", 0, 0, json!({ "isDeleted": true })),
        base("s", "freedraw", 0, 0, json!({ "points": [[0, 0], [1, 1]] })),
        base("t", "freedraw", 0, 0, json!({ "points": [[0, 0], [1, 1]] })),
        base("i", "image", 0, 0, json!({ "fileId": "x" })),
        base("r", "arrow", 220, 45, json!({ "points": [[0, 0], [180, 0]], "startBinding": { "elementId": "a", "focus": 0, "gap": 1 }, "endBinding": { "elementId": "b", "mode": "orbit", "fixedPoint": [0, 0.5] }, "endArrowhead": "arrow", "startArrowhead": null })),
        base("rt", "text", 300, 30, json!({ "text": "then", "originalText": "then", "containerId": "r" })),
        base("loose", "arrow", 0, 0, json!({ "points": [[0, 0], [9, 9]], "startBinding": null, "endBinding": { "elementId": "b" } })),
    ]});
    check(
        Format::Excalidraw,
        &file,
        &expect![[r#"
            Frame "Frame" none -40,-40 700×300
              Shape(Rectangle) "Wrapped by them" blue 0,0 220×90
              Shape(Diamond) "" red 400,0 220×90
            Text(Xl) "A title" green 0,400 220×90
            Wrapped by them ->  Some("then") black
            warning: what was turned is upright now
            warning: 1 × arrow that is not bound at both ends: left out
            warning: 2 × freedraw: left out
            warning: 1 × image: left out"#]],
    );
}

#[test]
fn a_file_of_tldraw_new_and_old() {
    let shape = |id: &str, kind: &str, parent: &str, index: &str, x: i32, props: Value| json!({ "typeName": "shape", "id": id, "type": kind, "parentId": parent, "index": index, "x": x, "y": 10, "rotation": 0, "isLocked": false, "opacity": 1, "meta": {}, "props": props });
    let rich = |lines: &[&str]| {
        let line = |text: &&str| json!({ "type": "paragraph", "content": [{ "type": "text", "text": text, "marks": [{ "type": "bold" }] }] });
        json!({ "type": "doc", "content": lines.iter().map(line).collect::<Vec<_>>() })
    };
    let binding = |id: &str, to: &str, terminal: &str| json!({ "typeName": "binding", "id": id, "type": "arrow", "fromId": "shape:arrow", "toId": to, "props": { "terminal": terminal }, "meta": {} });
    let file = json!({ "tldrawFileFormatVersion": 1, "schema": { "schemaVersion": 2, "sequences": {} }, "records": [
        { "typeName": "document", "id": "document:document" },
        { "typeName": "page", "id": "page:two", "name": "Second", "index": "a2" },
        { "typeName": "page", "id": "page:one", "name": "First", "index": "a1" },
        shape("shape:late", "geo", "page:one", "a9", 900, json!({ "geo": "cloud", "w": 200, "h": 100, "growY": 50, "color": "light-violet", "richText": rich(&["Two", "lines"]) })),
        shape("shape:frame", "frame", "page:one", "a1", 100, json!({ "w": 500, "h": 400, "name": "Sprint" })),
        shape("shape:note", "note", "shape:frame", "a1", 20, json!({ "color": "yellow", "size": "m", "growY": 40, "scale": 1, "text": "In a frame" })),
        shape("shape:group", "group", "shape:frame", "a2", 100, json!({})),
        shape("shape:grouped", "geo", "shape:group", "a1", 150, json!({ "geo": "rhombus", "w": 200, "h": 200, "color": "red", "text": "In a group" })),
        shape("shape:text", "text", "page:one", "a2", 0, json!({ "color": "blue", "size": "l", "w": 8, "autoSize": true, "text": "Hello" })),
        shape("shape:elsewhere", "note", "page:two", "a1", 0, json!({ "text": "on the other page" })),
        shape("shape:pen", "draw", "page:one", "a4", 0, json!({ "segments": [] })),
        shape("shape:arrow", "arrow", "page:one", "a5", 0, json!({ "color": "green", "richText": rich(&["moves"]), "start": { "x": 0, "y": 0 }, "end": { "x": 9, "y": 9 }, "arrowheadEnd": "arrow" })),
        shape("shape:old", "arrow", "page:one", "a6", 0, json!({ "color": "black", "text": "", "arrowheadStart": "arrow", "arrowheadEnd": "none", "start": { "type": "binding", "boundShapeId": "shape:text" }, "end": { "type": "binding", "boundShapeId": "shape:frame" } })),
        binding("binding:1", "shape:note", "start"),
        binding("binding:2", "shape:late", "end"),
    ]});
    check(
        Format::Tldr,
        &file,
        &expect![[r#"
        Frame "Sprint" none 100,10 500×400
          Note "In a frame" yellow 120,20 200×240
          Shape(Parallelogram) "In a group" red 350,30 200×200
        Text(L) "Hello" blue 0,10 68×40
        Shape(Cloud) "Two\nlines" light-violet 900,10 200×150
        In a frame -> Two
        lines Some("moves") green
        Sprint -> Hello None black
        warning: only the first of 2 pages was read
        warning: 1 × draw: left out"#]],
    );
}

#[test]
fn a_board_as_the_api_shows_it() {
    let file = json!({ "id": "x", "kind": "whiteboard", "title": "T", "seq": 3, "nodes": [
        { "id": "f", "kind": "frame", "parent": "root", "order": "a0", "props": { "name": "Frame", "x": 10, "y": 10, "w": 300, "h": 300, "color": "Purple" } },
        { "id": "n", "kind": "note", "parent": "f", "order": "a0", "props": { "text": "Note", "x": 30.126, "y": 60, "w": 200, "h": 10, "unknown": 1 } },
        { "id": "w", "kind": "widget", "parent": "root", "props": {} },
        { "id": "c", "kind": "connector", "parent": "root", "props": { "from": "n", "to": "f", "label": " " } },
        { "id": "d", "kind": "connector", "parent": "root", "props": { "from": "n", "to": "gone" } },
    ]});
    check(
        Format::Json,
        &file,
        &expect![[r#"
            Frame "Frame" violet 10,10 300×300
              Note "Note" yellow 40.129999999999995,70 200×10
            Note -> Frame None black
            warning: 1 × arrow that is not bound at both ends: left out
            warning: 1 × widget: left out"#]],
    );
}
