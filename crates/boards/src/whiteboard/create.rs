//! The ops that make new nodes.

use engine::{NodeId, OpRequest, Props};
use layout::{Point, Rect};
use serde_json::{Value, json};

use super::geometry::MAX_ROUTE_POINTS;
use super::nodes::{Geo, Label, TextSize};
use super::scene::BoxKind;
use super::{CONNECTOR, Color};

/// A connector to be made, between two boxes that are said with where they are on the board.
pub struct NewConnector {
    pub id: NodeId,
    pub ends: [(NodeId, Rect); 2],
    pub way: Option<Way>,
}

/// A way to be kept, with the middle of the label if room was kept for it.
pub struct Way {
    pub points: Vec<Point>,
    pub label: Option<Point>,
}

/// Makes a frame, note, shape or text. What is left out of its props has a meaning of its own.
pub fn boxed(
    id: NodeId,
    kind: BoxKind,
    parent: Option<NodeId>,
    rect: Rect,
    text: &str,
    color: Option<Color>,
) -> OpRequest {
    let mut props = Props::new();
    let words = if kind == BoxKind::Frame { "name" } else { "text" };
    if !(text.is_empty() && matches!(kind, BoxKind::Shape(_))) {
        props.insert(words.to_owned(), json!(text));
    }
    match kind {
        BoxKind::Shape(geo) if geo != Geo::default() => drop(props.insert("geo".to_owned(), json!(geo))),
        BoxKind::Text(size) if size != TextSize::default() => drop(props.insert("size".to_owned(), json!(size))),
        BoxKind::Frame | BoxKind::Note | BoxKind::Shape(_) | BoxKind::Text(_) => {}
    }
    // A note is yellow and the others black; saying so keeps it for readers that do not know.
    let color = color.or(match kind {
        BoxKind::Note => Some(Color::Yellow),
        BoxKind::Shape(_) | BoxKind::Text(_) => Some(Color::Black),
        BoxKind::Frame => None,
    });
    if let Some(color) = color {
        props.insert("color".to_owned(), json!(color.name()));
    }
    for (prop, value) in [("x", rect.x), ("y", rect.y), ("w", rect.w), ("h", rect.h)] {
        props.insert(prop.to_owned(), number(value));
    }
    create(id, kind.name(), parent.unwrap_or_else(NodeId::root), props)
}

pub fn connector(new: NewConnector, label: Option<&Label>, color: Option<Color>) -> OpRequest {
    let NewConnector { id, ends: [(from, from_rect), (to, to_rect)], way } = new;
    let mut props = Props::new();
    props.insert("from".to_owned(), json!(from));
    props.insert("to".to_owned(), json!(to));
    if let Some(label) = label {
        props.insert("label".to_owned(), json!(label.as_str()));
    }
    props.insert("color".to_owned(), json!(color.unwrap_or(Color::Black).name()));
    // Without a way that can be kept, one is found when it is drawn.
    if let Some(way) = way.filter(|way| (2..=MAX_ROUTE_POINTS).contains(&way.points.len())) {
        props.insert("route".to_owned(), route(&way, from_rect, to_rect));
    }
    create(id, CONNECTOR, NodeId::root(), props)
}

/// Writes a way with the boxes it was laid for.
fn route(way: &Way, from: Rect, to: Rect) -> Value {
    let pair = |point: &Point| [number(point.x), number(point.y)];
    let points: Vec<[Value; 2]> = way.points.iter().map(pair).collect();
    let ends: Vec<Value> = [from, to].iter().flat_map(|rect| [rect.x, rect.y, rect.w, rect.h]).map(number).collect();
    let mut route = json!({ "points": points, "ends": ends });
    if let Some(label) = &way.label {
        route["label"] = json!(pair(label));
    }
    route
}

/// Writes a length to the hundredth of a pixel: nobody sees more, and everybody has to carry it.
pub fn number(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "what lies on a board is within bounds")]
    let whole = value.round() as i64;
    let rounded = (value * 100.0).round() / 100.0;
    if rounded.fract() == 0.0 { json!(whole) } else { json!(rounded) }
}

fn create(id: NodeId, kind: &str, parent: NodeId, props: Props) -> OpRequest {
    OpRequest::Create { id, kind: kind.to_owned(), parent, order: None, before: None, after: None, props }
}
