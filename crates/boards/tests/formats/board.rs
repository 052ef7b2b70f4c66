//! A board with a bit of everything on it.

use std::sync::Arc;

use boards::whiteboard::formats::Drawing;
use engine::{Author, Bases, ChangeId, ChangeRequest, Document, NodeId, OpRequest, Timestamp};
use serde_json::{Value, json};

use crate::any_board::{COLORS, GEOS};

/// Makes a whiteboard by ops.
#[track_caller]
pub fn board(ops: &[OpRequest]) -> Document {
    let mut document = Document::new(Arc::clone(&boards::kind("whiteboard").unwrap().schema));
    for (number, ops) in ops.chunks(2_000).enumerate() {
        let id = ChangeId::parse(&format!("change{number}")).unwrap();
        let request = ChangeRequest { id, label: None, ops: ops.to_vec() };
        document.resolve(request, Author::System, Timestamp::from_millis(0), &Bases::default()).unwrap();
    }
    document
}

/// Makes a whiteboard of what was read.
#[track_caller]
pub fn board_of(drawing: &Drawing) -> Document {
    let mut minted = 0;
    board(&drawing.ops(&mut || {
        minted += 1;
        NodeId::parse(&format!("new{minted}")).unwrap()
    }))
}

pub fn create(id: &str, kind: &str, parent: &str, props: &Value) -> OpRequest {
    let op = json!({ "op": "create", "id": id, "kind": kind, "parent": parent, "props": props });
    serde_json::from_value(op).unwrap()
}

/// Returns a board with every kind of thing: nested frames, every outline, every size of text, long and odd words,
/// connectors with and without labels, laid ways and ways that no longer count.
pub fn rich() -> Document {
    let mut ops = vec![
        create(
            "goals",
            "frame",
            "root",
            &json!({ "name": "Goals", "x": 0, "y": 0, "w": 560, "h": 640, "color": "blue" }),
        ),
        create(
            "inner",
            "frame",
            "goals",
            &json!({ "name": "A frame in a frame whose name is far too long for it", "x": 280, "y": 60, "w": 260, "h": 300 }),
        ),
        create(
            "fast",
            "note",
            "goals",
            &json!({ "text": "Ship it fast,\nand keep it *fast*.", "x": 30, "y": 60, "w": 200, "h": 200 }),
        ),
        create(
            "hostile",
            "note",
            "goals",
            &json!({ "text": "<script>alert(\"1\")</script> & ]]> 'quoted' %%{init}%% `code` #35; end", "x": 30, "y": 280, "w": 200, "h": 200, "color": "light-green" }),
        ),
        create(
            "small",
            "note",
            "inner",
            &json!({ "text": "Ünïcode 漢字 🙂", "x": 30, "y": 60, "w": 200, "h": 200, "color": "black" }),
        ),
        create(
            "title",
            "text",
            "root",
            &json!({ "text": "The plan", "x": 0, "y": -80, "w": 170, "h": 52, "size": "xl" }),
        ),
        create(
            "subtitle",
            "text",
            "root",
            &json!({ "text": "for the next year", "x": 200, "y": -60, "w": 140, "h": 28, "size": "s", "color": "grey" }),
        ),
    ];
    for (number, geo) in GEOS.iter().enumerate() {
        let (column, row) = (number % 5, number / 5);
        let props = json!({ "geo": geo, "text": format!("A {geo}"), "x": 640 + column * 230, "y": row * 230, "w": 200, "h": 200, "color": COLORS[1 + number % 13] });
        ops.push(create(geo, "shape", "root", &props));
    }
    ops.push(create("bare", "shape", "root", &json!({ "x": 640, "y": 690, "w": 90.5, "h": 60.25 })));
    let route = json!({ "points": [[230, 160], [255, 160], [255, 590], [100, 590], [100, 480]], "ends": [30, 60, 200, 200, 30, 280, 200, 200] });
    ops.extend([
        create("laid", "connector", "root", &json!({ "from": "fast", "to": "hostile", "label": "leads to", "color": "violet", "route": route })),
        create("stale", "connector", "root", &json!({ "from": "small", "to": "rectangle", "route": { "points": [[0, 0], [1, 1]], "ends": [0, 0, 1, 1, 5, 5, 1, 1] } })),
        create("framed", "connector", "root", &json!({ "from": "goals", "to": "bare", "color": "red", "label": "a label that is so long that it has to be broken" })),
        create("twins", "connector", "root", &json!({ "from": "rectangle", "to": "ellipse" })),
        create("loop", "connector", "root", &json!({ "from": "star", "to": "star", "label": "again" })),
    ]);
    board(&ops)
}
