//! Writes a board for Excalidraw.

use std::collections::BTreeSet;

use engine::NodeId;
use layout::geo::Geo;
use layout::text::{Holder, Style, Wrapped};
use layout::{Point, Rect, Size};
use serde_json::{Map, Value, json};

use super::element_type;
use crate::whiteboard::Color;
use crate::whiteboard::formats::palette::{self, LIGHT};
use crate::whiteboard::formats::reading::{OWN, own};
use crate::whiteboard::labels::labels;
use crate::whiteboard::scene::{BoxKind, Scene, SceneBox, SceneConnector};
use crate::whiteboard::ways::ways;

/// Their number for a plain font.
const FONT: u8 = 2;
/// Their numbers for round corners: of boxes, and of lines.
const ROUND_BOX: u8 = 3;
/// How much of a line is filled: the letters of that font are wider than ours.
const FILLED: f64 = 0.88;
const FRAME_LINE: &str = "#bbb";

pub fn write(scene: &Scene<'_>) -> String {
    let ways = ways(scene);
    let mut arrows = vec![Vec::new(); scene.boxes.len()];
    for connector in &scene.connectors {
        for place in BTreeSet::from([connector.from, connector.to]) {
            arrows[place].push(connector.id);
        }
    }
    let mut elements = Vec::new();
    for (place, boxed) in scene.boxes.iter().enumerate() {
        elements.extend(write_box(scene, place, boxed, &arrows[place]));
    }
    let labels = labels(scene, &ways);
    for ((connector, way), label) in scene.connectors.iter().zip(&ways).zip(labels) {
        elements.extend(write_arrow(scene, connector, way, label));
    }
    let file = json!({
        "type": "excalidraw",
        "version": 2,
        "source": "tandem",
        "elements": elements,
        "appState": { "gridSize": null, "viewBackgroundColor": LIGHT.canvas },
        "files": {},
    });
    format!("{file:#}\n")
}

/// Writes a box and, if it has one, the text bound to it.
fn write_box(scene: &Scene<'_>, place: usize, boxed: &SceneBox<'_>, arrows: &[&NodeId]) -> Vec<Value> {
    let color = boxed.color.or_else(|| palette::usual(boxed.kind));
    let tint = color.map(palette::light);
    let (stroke, background) = match (boxed.kind, tint) {
        (_, None) => (FRAME_LINE, "transparent"),
        (BoxKind::Frame, Some(tint)) => (tint.line, "transparent"),
        (BoxKind::Note, Some(tint)) => (tint.line, tint.paper),
        (BoxKind::Shape(_), Some(tint)) => (tint.line, tint.fill),
        (BoxKind::Text(_), Some(tint)) => (tint.ink, "transparent"),
    };
    let mut element = element(boxed.id.as_str(), element_type(boxed.kind), boxed.rect, stroke, background);
    element.insert("frameId".to_owned(), frame_id(scene, place));
    element.insert("boundElements".to_owned(), bound_elements(boxed, arrows));
    let mut ours = own(boxed.kind);
    if let (BoxKind::Frame, Some(parent), Some(ours)) = (boxed.kind, boxed.parent, ours.as_object_mut()) {
        ours.insert("parent".to_owned(), json!(scene.boxes[parent].id));
    }
    element.insert("customData".to_owned(), json!({ OWN: ours }));
    if element_type(boxed.kind) == "rectangle" {
        element.insert("roundness".to_owned(), json!({ "type": ROUND_BOX }));
    }
    let (id, tint) = (boxed.id.as_str(), tint.unwrap_or(LIGHT.frame));
    let ink = match boxed.kind {
        BoxKind::Frame => {
            element.insert("name".to_owned(), json!(boxed.text));
            return vec![Value::Object(element)];
        }
        BoxKind::Text(_) => {
            element.extend(free_words(boxed));
            return vec![Value::Object(element)];
        }
        BoxKind::Note => tint.paper_ink,
        BoxKind::Shape(_) => tint.ink,
    };
    let text = (!boxed.text.is_empty()).then(|| bound_text(boxed.text, holder(boxed.kind), boxed.rect, ink, id));
    std::iter::once(Value::Object(element)).chain(text).collect()
}

/// Returns what holds the words there, where few outlines are known.
fn holder(kind: BoxKind) -> Holder {
    match (kind, element_type(kind)) {
        (BoxKind::Shape(_), "ellipse") => Holder::Shape(Geo::Ellipse),
        (BoxKind::Shape(_), "diamond") => Holder::Shape(Geo::Diamond),
        (BoxKind::Shape(_), _) => Holder::Shape(Geo::Rectangle),
        (BoxKind::Frame | BoxKind::Note | BoxKind::Text(_), _) => kind.holder(),
    }
}

/// Writes a text that is bound to a box or an arrow. It is broken here: they do that only when it is edited.
fn bound_text(text: &str, holder: Holder, around: Rect, ink: &str, container: &str) -> Value {
    let (style, room) = holder.room(around);
    let filled = if holder == Holder::Label { 1.0 } else { FILLED };
    let wrapped = layout::text::wrap(text, style, room.w * filled);
    let Size { w, h } = wrapped.size;
    let middle = room.centre();
    let (align, vertical, corner) = if holder == Holder::Note {
        ("left", "top", Point::new(room.x, room.y))
    } else {
        ("center", "middle", Point::new(middle.x - w / 2.0, middle.y - h / 2.0))
    };
    let rect = Rect::new(corner.x, corner.y, w, h);
    let mut element = element(&text_id(container), "text", rect, ink, "transparent");
    element.extend(words(text, &wrapped, style));
    element.extend(object(json!({ "textAlign": align, "verticalAlign": vertical, "containerId": container })));
    Value::Object(element)
}

/// Returns what a text has that stands alone. One line is as wide as its letters are there.
fn free_words(boxed: &SceneBox<'_>) -> Map<String, Value> {
    let (style, room) = boxed.kind.holder().room(boxed.rect);
    let mut words = words(boxed.text, &layout::text::wrap(boxed.text, style, room.w), style);
    words.extend(object(json!({ "textAlign": "left", "verticalAlign": "top", "containerId": null })));
    words
}

/// Returns what every text has.
fn words(text: &str, wrapped: &Wrapped, style: Style) -> Map<String, Value> {
    let broken = wrapped.broken(text);
    object(json!({
        "autoResize": broken.lines().count() <= text.lines().count(),
        "text": broken,
        "originalText": text,
        "fontSize": style.size,
        "fontFamily": FONT,
        "lineHeight": style.line / style.size,
    }))
}

fn write_arrow(scene: &Scene<'_>, connector: &SceneConnector<'_>, way: &[Point], place: Option<Rect>) -> Vec<Value> {
    let tint = palette::light(connector.color.unwrap_or(Color::Black));
    let Some(start) = way.first() else { return Vec::new() };
    let around = way.iter().map(|point| Rect::new(point.x, point.y, 0.0, 0.0)).reduce(Rect::union).unwrap_or_default();
    let rect = Rect { x: start.x, y: start.y, ..around };
    let points: Vec<[f64; 2]> = way.iter().map(|point| [point.x - start.x, point.y - start.y]).collect();
    let binding = |place: usize| json!({ "elementId": scene.boxes[place].id, "focus": 0, "gap": 1 });
    let mut arrow = element(connector.id.as_str(), "arrow", rect, tint.line, "transparent");
    arrow.extend(object(json!({
        "points": points,
        "lastCommittedPoint": null,
        "startBinding": binding(connector.from),
        "endBinding": binding(connector.to),
        "startArrowhead": null,
        "endArrowhead": "arrow",
        "elbowed": false,
    })));
    let Some(label) = connector.label else { return vec![Value::Object(arrow)] };
    let id = connector.id.as_str();
    arrow.insert("boundElements".to_owned(), json!([{ "type": "text", "id": text_id(id) }]));
    let text = bound_text(label, Holder::Label, place.unwrap_or(around), tint.ink, id);
    vec![Value::Object(arrow), text]
}

/// Returns the nearest frame around a box. A frame lies in none.
fn frame_id(scene: &Scene<'_>, place: usize) -> Value {
    let boxed = &scene.boxes[place];
    let frame = boxed.parent.filter(|_| boxed.kind != BoxKind::Frame);
    json!(frame.map(|frame| scene.boxes[frame].id))
}

/// Returns the text in a box and the arrows at it.
fn bound_elements(boxed: &SceneBox<'_>, arrows: &[&NodeId]) -> Value {
    let holds_text = matches!(boxed.kind, BoxKind::Note | BoxKind::Shape(_)) && !boxed.text.is_empty();
    let text = holds_text.then(|| json!({ "type": "text", "id": text_id(boxed.id.as_str()) }));
    let arrows = arrows.iter().map(|id| json!({ "type": "arrow", "id": id }));
    text.into_iter().chain(arrows).collect()
}

/// Returns the id of the text bound to an element.
fn text_id(id: &str) -> String {
    format!("{id}:text")
}

/// Returns what every element has.
fn element(id: &str, kind: &str, rect: Rect, stroke: &str, background: &str) -> Map<String, Value> {
    object(json!({
        "id": id,
        "type": kind,
        "x": rect.x,
        "y": rect.y,
        "width": rect.w,
        "height": rect.h,
        "angle": 0,
        "strokeColor": stroke,
        "backgroundColor": background,
        "fillStyle": "solid",
        "strokeWidth": 2,
        "strokeStyle": "solid",
        "roughness": 0,
        "opacity": 100,
        "groupIds": [],
        "frameId": null,
        "roundness": null,
        "seed": 1,
        "version": 1,
        "versionNonce": 1,
        "isDeleted": false,
        "boundElements": [],
        "updated": 1,
        "link": null,
        "locked": false,
    }))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}
