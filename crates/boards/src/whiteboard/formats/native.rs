//! Our own file: the board as the API shows it.

use engine::{Document, Node};
use layout::{Point, Rect};
use serde_json::{Value, json};

use super::drawing::{Drawing, Laid};
use super::error::FormatError;
use super::reading::{kind_of, list, parse, rect, text};
use super::sheet::{FoundArrow, FoundBox, Origin, Sheet};
use crate::whiteboard::scene::BoxKind;
use crate::whiteboard::{CONNECTOR, Color, NAME};

pub fn write(document: &Document) -> String {
    let node = |node: &Node| {
        let touched = node.stamps.touched();
        json!({
            "id": node.id,
            "kind": node.kind,
            "parent": node.parent,
            "order": node.order,
            "props": node.props,
            "touched": { "seq": touched.seq, "by": touched.author },
        })
    };
    let nodes: Vec<Value> = document.nodes().map(node).collect();
    format!("{:#}\n", json!({ "kind": NAME, "seq": document.seq(), "nodes": nodes }))
}

pub fn read(content: &str) -> Result<Drawing, FormatError> {
    let file = parse(content)?;
    let nodes = file
        .get("nodes")
        .and_then(Value::as_array)
        .ok_or_else(|| FormatError::wrong("the file is not a board: it has no list of `nodes`"))?;
    let kind = text(&file, "kind");
    if !matches!(kind, "" | NAME) {
        return Err(FormatError::wrong(format!("only whiteboards can be read, and this is a {kind:?} board")));
    }
    let mut sheet = Sheet::default();
    for node in nodes {
        read_node(node, &mut sheet)?;
    }
    Ok(sheet.finish(Origin::Parent))
}

fn read_node<'a>(node: &'a Value, sheet: &mut Sheet<'a>) -> Result<(), FormatError> {
    let props = node.get("props").unwrap_or(&Value::Null);
    let color = Color::try_from(text(props, "color").to_owned()).ok();
    let kind = text(node, "kind");
    if kind == CONNECTOR {
        let laid = props.get("route").and_then(laid);
        let (from, to, label) = (text(props, "from"), text(props, "to"), text(props, "label").into());
        return sheet.connect(FoundArrow { from, to, label, color, laid });
    }
    let Some(kind) = kind_of(kind, props) else {
        sheet.leave_out(kind);
        return Ok(());
    };
    let (key, parent) = (text(node, "id"), Some(text(node, "parent")));
    let words = text(props, if kind == BoxKind::Frame { "name" } else { "text" });
    sheet.add(FoundBox { key, parent, kind, rect: rect(props, "w", "h"), text: words.into(), color })
}

fn laid(route: &Value) -> Option<Laid> {
    let point = |point: &Value| Some(Point::new(point.get(0)?.as_f64()?, point.get(1)?.as_f64()?));
    let points = list(route, "points").iter().map(point).collect::<Option<Vec<_>>>()?;
    let ends: Vec<f64> = list(route, "ends").iter().filter_map(Value::as_f64).collect();
    let [fx, fy, fw, fh, tx, ty, tw, th] = ends[..] else { return None };
    let label = route.get("label").and_then(point);
    Some(Laid { points, ends: [Rect::new(fx, fy, fw, fh), Rect::new(tx, ty, tw, th)], label })
}
