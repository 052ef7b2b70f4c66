//! What was read from a file, ready to become nodes of a board.

use engine::{NodeId, OpRequest, Props};
use layout::{Point, Rect};
use serde_json::{Value, json};

use super::palette::usual;
use crate::whiteboard::nodes::{Geo, TextSize};
use crate::whiteboard::scene::BoxKind;
use crate::whiteboard::{CONNECTOR, Color};

/// Boxes and arrows that were read from a file. Everything in it fits the bounds of a board.
#[derive(Debug, Default)]
pub struct Drawing {
    /// A frame comes before what lies in it.
    pub(super) boxes: Vec<DrawnBox>,
    pub(super) arrows: Vec<Arrow>,
    /// What of the file is not in it, for people.
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct DrawnBox {
    pub kind: BoxKind,
    /// Counted from the board's origin.
    pub rect: Rect,
    /// The frame it lies in.
    pub parent: Option<usize>,
    /// Its words; of a frame, its name.
    pub text: String,
    pub color: Option<Color>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Arrow {
    pub from: usize,
    pub to: usize,
    pub label: Option<String>,
    pub color: Option<Color>,
    pub laid: Option<Laid>,
}

/// A way, and the two boxes it was laid for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Laid {
    pub points: Vec<Point>,
    pub ends: [Rect; 2],
}

impl Drawing {
    /// Returns how many nodes it will be.
    pub fn len(&self) -> usize {
        self.boxes.len() + self.arrows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// Returns the box around everything.
    pub fn bounds(&self) -> Option<Rect> {
        self.boxes.iter().map(|drawn| drawn.rect).reduce(Rect::union)
    }

    /// Returns the drawing with its top left corner elsewhere.
    pub fn at(mut self, corner: Point) -> Self {
        let Some(bounds) = self.bounds() else { return self };
        let by = Point::new(corner.x - bounds.x, corner.y - bounds.y);
        let moved = |rect: &mut Rect| *rect = Rect { x: rect.x + by.x, y: rect.y + by.y, ..*rect };
        self.boxes.iter_mut().for_each(|drawn| moved(&mut drawn.rect));
        for laid in self.arrows.iter_mut().filter_map(|arrow| arrow.laid.as_mut()) {
            laid.ends.iter_mut().for_each(moved);
            for point in &mut laid.points {
                *point = Point::new(point.x + by.x, point.y + by.y);
            }
        }
        self
    }

    /// Returns the ops that put it on a board, frames before what lies in them and arrows last.
    pub fn ops(&self, new_id: &mut dyn FnMut() -> NodeId) -> Vec<OpRequest> {
        let ids: Vec<NodeId> = self.boxes.iter().map(|_| new_id()).collect();
        let mut ops = Vec::with_capacity(self.len());
        for (drawn, id) in self.boxes.iter().zip(&ids) {
            let corner = drawn.parent.map_or_else(Rect::default, |parent| self.boxes[parent].rect);
            let parent = drawn.parent.map_or_else(NodeId::root, |parent| ids[parent].clone());
            let local = Rect { x: drawn.rect.x - corner.x, y: drawn.rect.y - corner.y, ..drawn.rect };
            ops.push(create(id.clone(), drawn.kind.name(), parent, box_props(drawn, local)));
        }
        for arrow in &self.arrows {
            let props = arrow_props(arrow, &ids[arrow.from], &ids[arrow.to]);
            ops.push(create(new_id(), CONNECTOR, NodeId::root(), props));
        }
        ops
    }
}

fn box_props(drawn: &DrawnBox, local: Rect) -> Props {
    let mut props = Props::new();
    let words = if drawn.kind == BoxKind::Frame { "name" } else { "text" };
    if !(drawn.text.is_empty() && matches!(drawn.kind, BoxKind::Shape(_))) {
        props.insert(words.to_owned(), json!(drawn.text));
    }
    match drawn.kind {
        BoxKind::Shape(geo) if geo != Geo::default() => drop(props.insert("geo".to_owned(), json!(geo))),
        BoxKind::Text(size) if size != TextSize::default() => drop(props.insert("size".to_owned(), json!(size))),
        BoxKind::Frame | BoxKind::Note | BoxKind::Shape(_) | BoxKind::Text(_) => {}
    }
    if let Some(color) = drawn.color.or_else(|| usual(drawn.kind)) {
        props.insert("color".to_owned(), json!(color.name()));
    }
    for (prop, value) in [("x", local.x), ("y", local.y), ("w", local.w), ("h", local.h)] {
        props.insert(prop.to_owned(), number(value));
    }
    props
}

fn arrow_props(arrow: &Arrow, from: &NodeId, to: &NodeId) -> Props {
    let mut props = Props::new();
    props.insert("from".to_owned(), json!(from));
    props.insert("to".to_owned(), json!(to));
    if let Some(label) = &arrow.label {
        props.insert("label".to_owned(), json!(label));
    }
    props.insert("color".to_owned(), json!(arrow.color.unwrap_or(Color::Black).name()));
    if let Some(Laid { points, ends }) = &arrow.laid {
        let points: Vec<[Value; 2]> = points.iter().map(|point| [number(point.x), number(point.y)]).collect();
        let ends = ends.iter().flat_map(|rect| [rect.x, rect.y, rect.w, rect.h]).map(number);
        props.insert("route".to_owned(), json!({ "points": points, "ends": ends.collect::<Vec<_>>() }));
    }
    props
}

fn create(id: NodeId, kind: &str, parent: NodeId, props: Props) -> OpRequest {
    OpRequest::Create { id, kind: kind.to_owned(), parent, order: None, before: None, after: None, props }
}

/// Writes a length to the hundredth of a pixel: nobody sees more, and everybody has to carry it.
fn number(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "what lies on a board is within bounds")]
    let whole = value.round() as i64;
    let rounded = (value * 100.0).round() / 100.0;
    if rounded.fract() == 0.0 { json!(whole) } else { json!(rounded) }
}
