//! What was read from a file, ready to become nodes of a board.

use engine::{NodeId, OpRequest};
use layout::{Point, Rect};
use serde_json::json;

use crate::whiteboard::create::{NewConnector, Way, boxed, connector};
use crate::whiteboard::nodes::Label;
use crate::whiteboard::scene::BoxKind;
use crate::whiteboard::{Color, NAME};

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
    pub label: Option<Label>,
    pub color: Option<Color>,
    pub laid: Option<Laid>,
}

/// A way, and the two boxes it was laid for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Laid {
    pub points: Vec<Point>,
    pub ends: [Rect; 2],
    /// The middle of the label, if room was kept for it.
    pub label: Option<Point>,
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
            for point in laid.points.iter_mut().chain(&mut laid.label) {
                *point = Point::new(point.x + by.x, point.y + by.y);
            }
        }
        self
    }

    /// Writes it as a file of our own, which is read again quickly.
    pub fn file(&self) -> String {
        let mut minted = 0_usize;
        let ops = self.ops(&mut || {
            minted += 1;
            NodeId::parse(&format!("n{minted}")).unwrap_or_else(|_| NodeId::root())
        });
        let node = |op: OpRequest| match op {
            OpRequest::Create { id, kind, parent, props, .. } => {
                Some(json!({ "id": id, "kind": kind, "parent": parent, "props": props }))
            }
            OpRequest::Update { .. } | OpRequest::Move { .. } | OpRequest::Delete { .. } => None,
        };
        json!({ "kind": NAME, "nodes": ops.into_iter().filter_map(node).collect::<Vec<_>>() }).to_string()
    }

    /// Returns the ops that put it on a board, frames before what lies in them and arrows last.
    pub fn ops(&self, new_id: &mut dyn FnMut() -> NodeId) -> Vec<OpRequest> {
        let ids: Vec<NodeId> = self.boxes.iter().map(|_| new_id()).collect();
        let mut ops = Vec::with_capacity(self.len());
        for (drawn, id) in self.boxes.iter().zip(&ids) {
            let corner = drawn.parent.map_or_else(Rect::default, |parent| self.boxes[parent].rect);
            let local = Rect { x: drawn.rect.x - corner.x, y: drawn.rect.y - corner.y, ..drawn.rect };
            let parent = drawn.parent.map(|parent| ids[parent].clone());
            ops.push(boxed(id.clone(), drawn.kind, parent, local, &drawn.text, drawn.color));
        }
        for Arrow { from, to, label, color, laid } in &self.arrows {
            let rects = laid.as_ref().map_or([self.boxes[*from].rect, self.boxes[*to].rect], |laid| laid.ends);
            let ends = [(ids[*from].clone(), rects[0]), (ids[*to].clone(), rects[1])];
            let way = laid.as_ref().map(|laid| Way { points: laid.points.clone(), label: laid.label });
            ops.push(connector(NewConnector { id: new_id(), ends, way }, label.as_ref(), *color));
        }
        ops
    }
}
