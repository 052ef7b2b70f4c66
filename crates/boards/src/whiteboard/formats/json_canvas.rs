//! JSON Canvas 1.0, as Obsidian and others read it: <https://jsoncanvas.org>.
//!
//! A frame is a group, everything else is a text. What lies in a group is not said but seen, so it is read that way too.

use layout::{Point, Rect};
use serde_json::{Map, Value, json};

use super::drawing::Drawing;
use super::error::FormatError;
use super::reading::{OWN, holding, list, own, own_kind, parse, rect, text};
use super::sheet::{FoundArrow, FoundBox, Origin, Sheet};
use super::{MAX_OBJECTS, palette};
use crate::whiteboard::Color;
use crate::whiteboard::scene::{BoxKind, Scene, SceneBox};
use crate::whiteboard::ways::ways;

/// The colours that the format has names for.
const PRESETS: [(&str, Color); 6] = [
    ("1", Color::Red),
    ("2", Color::Orange),
    ("3", Color::Yellow),
    ("4", Color::Green),
    ("5", Color::LightBlue),
    ("6", Color::Violet),
];

pub fn write(scene: &Scene<'_>) -> String {
    let nodes: Vec<Value> = scene.boxes.iter().map(node).collect();
    let edge = |(connector, way): (&crate::whiteboard::scene::SceneConnector<'_>, &Vec<Point>)| {
        let mut edge = Map::new();
        edge.insert("id".to_owned(), json!(connector.id));
        for (end, place, point) in [("from", connector.from, way.first()), ("to", connector.to, way.last())] {
            let boxed = &scene.boxes[place];
            edge.insert(format!("{end}Node"), json!(boxed.id));
            if let Some(side) = point.map(|point| side(boxed.rect, *point)) {
                edge.insert(format!("{end}Side"), json!(side));
            }
        }
        edge.insert("toEnd".to_owned(), json!("arrow"));
        edge.extend(connector.color.map(|color| ("color".to_owned(), code(color))));
        edge.extend(connector.label.map(|label| ("label".to_owned(), json!(label))));
        Value::Object(edge)
    };
    let edges: Vec<Value> = scene.connectors.iter().zip(&ways(scene)).map(edge).collect();
    format!("{:#}\n", json!({ "nodes": nodes, "edges": edges }))
}

/// The format counts in whole pixels. Rounding edges, not sizes, keeps inside what lies inside.
fn node(boxed: &SceneBox<'_>) -> Value {
    let Rect { x, y, .. } = boxed.rect;
    let (left, top) = (x.round(), y.round());
    let (width, height) = (boxed.rect.right().round() - left, boxed.rect.bottom().round() - top);
    let [left, top, width, height] = [left, top, width.max(1.0), height.max(1.0)].map(whole);
    let mut node = Map::new();
    node.insert("id".to_owned(), json!(boxed.id));
    let (kind, words) = if boxed.kind == BoxKind::Frame { ("group", "label") } else { ("text", "text") };
    node.insert("type".to_owned(), json!(kind));
    for (key, number) in [("x", left), ("y", top), ("width", width), ("height", height)] {
        node.insert(key.to_owned(), json!(number));
    }
    node.insert(words.to_owned(), json!(boxed.text));
    node.extend(boxed.color.map(|color| ("color".to_owned(), code(color))));
    node.insert(OWN.to_owned(), own(boxed.kind));
    Value::Object(node)
}

#[expect(clippy::cast_possible_truncation, reason = "what lies on a board is within bounds")]
fn whole(number: f64) -> i64 {
    number as i64
}

fn code(color: Color) -> Value {
    let preset = PRESETS.iter().find(|(_, each)| *each == color);
    json!(preset.map_or(palette::light(color).line, |(code, _)| code))
}

fn side(rect: Rect, point: Point) -> &'static str {
    let distances = [
        ("top", point.y - rect.y),
        ("right", rect.right() - point.x),
        ("bottom", rect.bottom() - point.y),
        ("left", point.x - rect.x),
    ];
    let nearest = distances.into_iter().min_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()));
    nearest.map_or("top", |(side, _)| side)
}

pub fn read(content: &str) -> Result<Drawing, FormatError> {
    let file = parse(content)?;
    if !["nodes", "edges"].iter().any(|key| file.get(key).is_some_and(Value::is_array)) {
        return Err(FormatError::wrong("the file is not a JSON Canvas: it has neither `nodes` nor `edges`"));
    }
    let groups: Vec<(usize, &str, Rect)> = list(&file, "nodes").iter().enumerate().filter_map(group).collect();
    // Each node is held against each group.
    if groups.len() > MAX_OBJECTS {
        return Err(FormatError::TooMany);
    }
    let mut sheet = Sheet::default();
    for (place, node) in list(&file, "nodes").iter().enumerate() {
        read_node(node, || around(place, node, &groups), &mut sheet)?;
    }
    for edge in list(&file, "edges") {
        read_edge(edge, &mut sheet)?;
    }
    Ok(sheet.finish(Origin::Board))
}

fn read_node<'a>(
    node: &'a Value,
    parent: impl FnOnce() -> Option<&'a str>,
    sheet: &mut Sheet<'a>,
) -> Result<(), FormatError> {
    let own = own_kind(node.get(OWN));
    let (kind, words) = match text(node, "type") {
        "group" => (BoxKind::Frame, text(node, "label")),
        "text" => (own.filter(|own| *own != BoxKind::Frame).unwrap_or(BoxKind::Note), text(node, "text")),
        "link" => (BoxKind::Note, text(node, "url")),
        other => {
            sheet.leave_out(other);
            return Ok(());
        }
    };
    let rect = holding(kind, words, rect(node, "width", "height"));
    let (key, parent, color) = (text(node, "id"), parent(), color(node));
    sheet.add(FoundBox { key, parent, kind, rect, text: words.into(), color })
}

fn read_edge<'a>(edge: &'a Value, sheet: &mut Sheet<'a>) -> Result<(), FormatError> {
    let (mut from, mut to) = (text(edge, "fromNode"), text(edge, "toNode"));
    if text(edge, "fromEnd") == "arrow" && text(edge, "toEnd") == "none" {
        std::mem::swap(&mut from, &mut to);
    }
    sheet.connect(FoundArrow { from, to, label: text(edge, "label").into(), color: color(edge), laid: None })
}

fn color(value: &Value) -> Option<Color> {
    let code = text(value, "color");
    let preset = PRESETS.iter().find(|(preset, _)| *preset == code).map(|(_, color)| *color);
    preset.or_else(|| palette::nearest(code))
}

fn group((place, node): (usize, &Value)) -> Option<(usize, &str, Rect)> {
    (text(node, "type") == "group").then(|| (place, text(node, "id"), rect(node, "width", "height")))
}

/// Returns the smallest group around a node. Of two groups at the same place the later lies in the earlier.
fn around<'a>(place: usize, node: &Value, groups: &[(usize, &'a str, Rect)]) -> Option<&'a str> {
    let (inner, is_group) = (rect(node, "width", "height"), text(node, "type") == "group");
    let holds = |(other, _, outer): &&(usize, &str, Rect)| {
        outer.contains(inner) && *other != place && !(is_group && *outer == inner && *other > place)
    };
    let smaller = |a: &&(usize, &str, Rect), b: &&(usize, &str, Rect)| {
        (a.2.w * a.2.h).total_cmp(&(b.2.w * b.2.h)).then(b.0.cmp(&a.0))
    };
    groups.iter().filter(holds).min_by(smaller).map(|(_, id, _)| *id)
}
