//! A whiteboard as geometry: every box where it lies on the board, every connector between its ends.

use std::collections::BTreeMap;

use engine::{Document, Node, NodeId, OpRequest, Props};
use layout::text::Holder;
use layout::{Point, Rect};
use serde::Deserialize;
use serde_json::Value;

use super::nodes::{Geo, TextSize};
use super::{CONNECTOR, Color, FRAME, NOTE, SHAPE, TEXT};

/// How far an end may have moved before the way that was laid for it no longer counts.
const SAME_PLACE: f64 = 0.5;

/// What lies on a board.
#[derive(Debug, Default)]
pub struct Scene<'a> {
    /// In the order in which they are drawn, so that a frame comes before what lies in it.
    pub boxes: Vec<SceneBox<'a>>,
    pub connectors: Vec<SceneConnector<'a>>,
    by_id: BTreeMap<&'a NodeId, usize>,
}

/// A frame, a note, a shape or a text.
#[derive(Debug, Clone)]
pub struct SceneBox<'a> {
    pub id: &'a NodeId,
    pub kind: BoxKind,
    /// Counted from the board's origin.
    pub rect: Rect,
    /// Counted from the corner of its frame.
    pub local: Rect,
    /// The frame it lies in, by its place among the boxes.
    pub parent: Option<usize>,
    /// Its words; of a frame, its name.
    pub text: &'a str,
    pub color: Option<Color>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxKind {
    Frame,
    Note,
    Shape(Geo),
    Text(TextSize),
}

/// An arrow between two boxes, which are said by their places among the boxes.
#[derive(Debug, Clone)]
pub struct SceneConnector<'a> {
    pub id: &'a NodeId,
    pub from: usize,
    pub to: usize,
    pub label: Option<&'a str>,
    pub color: Option<Color>,
    /// The way that was laid for it, if its ends are still where they were or have moved together.
    pub laid: Option<LaidWay>,
    route: Option<&'a Value>,
}

/// A way that was laid, and where the middle of the label is if room was kept for it.
#[derive(Debug, Clone, PartialEq)]
pub struct LaidWay {
    pub points: Vec<Point>,
    pub label: Option<Point>,
}

impl<'a> Scene<'a> {
    pub fn of(document: &'a Document) -> Self {
        let mut scene = Self::default();
        let root = NodeId::root();
        // By hand and not by calls: frames may lie in frames as deep as the engine lets them.
        let mut open: Vec<(&Node, Option<usize>)> = document.children(&root).rev().map(|node| (node, None)).collect();
        while let Some((node, parent)) = open.pop() {
            let Some(kind) = BoxKind::of(&node.kind, &node.props) else { continue };
            let place = scene.add(&node.id, kind, &node.props, parent);
            open.extend(document.children(&node.id).rev().map(|child| (child, Some(place))));
        }
        for node in document.children(&root).filter(|node| &*node.kind == CONNECTOR) {
            scene.connectors.extend(scene.connector(&node.id, &node.props));
        }
        scene
    }

    /// Shows the board as it will be after these ops: those that tools ask for, which neither move a node to another
    /// parent nor delete it.
    pub fn after(document: &'a Document, ops: &'a [OpRequest]) -> Self {
        let mut scene = Self::of(document);
        for op in ops {
            match op {
                OpRequest::Create { id, kind, parent, props, .. } if kind == CONNECTOR => {
                    debug_assert!(parent.is_root());
                    scene.connectors.extend(scene.connector(id, props));
                }
                OpRequest::Create { id, kind, parent, props, .. } => {
                    let Some(kind) = BoxKind::of(kind, props) else { continue };
                    scene.add(id, kind, props, scene.place(parent));
                }
                OpRequest::Update { id, props, .. } => scene.update(id, props),
                OpRequest::Move { .. } | OpRequest::Delete { .. } => {}
            }
        }
        scene.settle();
        scene
    }

    /// Returns the place of a box among the boxes.
    pub fn place(&self, id: &NodeId) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// Returns the frames around a box, the nearest first.
    pub fn frames_around(&self, place: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.boxes[place].parent, |place| self.boxes[*place].parent)
    }

    /// Tells whether a box is another, or lies in it.
    pub fn is_in(&self, inner: usize, outer: usize) -> bool {
        inner == outer || self.frames_around(inner).any(|frame| frame == outer)
    }

    /// Returns where the corner of a box's parent is.
    pub fn origin(&self, place: usize) -> Point {
        self.boxes[place].parent.map_or_else(Point::default, |parent| {
            let rect = self.boxes[parent].rect;
            Point::new(rect.x, rect.y)
        })
    }

    /// Returns the box around everything.
    pub fn bounds(&self) -> Option<Rect> {
        self.boxes.iter().map(|boxed| boxed.rect).reduce(Rect::union)
    }

    fn add(&mut self, id: &'a NodeId, kind: BoxKind, props: &'a Props, parent: Option<usize>) -> usize {
        let local = rect_of(props);
        let text = words(kind, props).unwrap_or_default();
        let place = self.boxes.len();
        let color = color(props);
        self.boxes.push(SceneBox { id, kind, rect: local, local, parent, text, color });
        self.boxes[place].rect = self.absolute(place);
        self.by_id.insert(id, place);
        place
    }

    /// Returns where a box is on the board, given that its frame's place is known.
    fn absolute(&self, place: usize) -> Rect {
        let (local, origin) = (self.boxes[place].local, self.origin(place));
        Rect { x: local.x + origin.x, y: local.y + origin.y, ..local }
    }

    fn update(&mut self, id: &NodeId, patch: &'a Props) {
        let Some(place) = self.place(id) else {
            let connector = self.connectors.iter_mut().find(|connector| connector.id == id);
            if let Some((connector, route)) = connector.zip(patch.get("route")) {
                connector.route = Some(route);
            }
            return;
        };
        let number = |prop: &str, old: f64| patch.get(prop).and_then(Value::as_f64).unwrap_or(old);
        let boxed = &mut self.boxes[place];
        let Rect { x, y, w, h } = boxed.local;
        boxed.local = Rect::new(number("x", x), number("y", y), number("w", w), number("h", h));
        if let Some(text) = words(boxed.kind, patch) {
            boxed.text = text;
        }
    }

    /// Works out again what follows from where things are.
    fn settle(&mut self) {
        for place in 0..self.boxes.len() {
            self.boxes[place].rect = self.absolute(place);
        }
        for index in 0..self.connectors.len() {
            let SceneConnector { from, to, route, .. } = self.connectors[index];
            self.connectors[index].laid = route.and_then(|route| self.laid(route, from, to));
        }
    }

    fn connector(&self, id: &'a NodeId, props: &'a Props) -> Option<SceneConnector<'a>> {
        let end = |prop: &str| self.by_id.get(&NodeId::parse(string(props, prop)?).ok()?).copied();
        let (from, to) = (end("from")?, end("to")?);
        let route = props.get("route");
        let laid = route.and_then(|route| self.laid(route, from, to));
        Some(SceneConnector { id, from, to, label: string(props, "label"), color: color(props), laid, route })
    }

    /// Reads a way, moved by as much as both its ends have moved.
    fn laid(&self, route: &Value, from: usize, to: usize) -> Option<LaidWay> {
        let ends: Vec<f64> = route.get("ends")?.as_array()?.iter().filter_map(Value::as_f64).collect();
        let [fx, fy, fw, fh, tx, ty, tw, th] = ends[..] else { return None };
        let moved = |then: Rect, now: Rect| {
            let same_size = (then.w - now.w).abs() <= SAME_PLACE && (then.h - now.h).abs() <= SAME_PLACE;
            same_size.then(|| Point::new(now.x - then.x, now.y - then.y))
        };
        let by = moved(Rect::new(fx, fy, fw, fh), self.boxes[from].rect)?;
        let other = moved(Rect::new(tx, ty, tw, th), self.boxes[to].rect)?;
        if (by.x - other.x).abs() > SAME_PLACE || (by.y - other.y).abs() > SAME_PLACE {
            return None;
        }
        let point = |point: &Value| Some(Point::new(point.get(0)?.as_f64()? + by.x, point.get(1)?.as_f64()? + by.y));
        let points = route.get("points")?.as_array()?.iter().map(point).collect::<Option<Vec<Point>>>()?;
        Some(LaidWay { points, label: route.get("label").and_then(point) })
    }
}

impl BoxKind {
    /// Returns what kind of box a node is; a connector is none.
    pub fn of(kind: &str, props: &Props) -> Option<Self> {
        match kind {
            FRAME => Some(Self::Frame),
            NOTE => Some(Self::Note),
            SHAPE => Some(Self::Shape(read(props, "geo").unwrap_or_default())),
            TEXT => Some(Self::Text(read(props, "size").unwrap_or_default())),
            _ => None,
        }
    }

    /// Returns the kind of its node.
    pub fn name(self) -> &'static str {
        match self {
            Self::Frame => FRAME,
            Self::Note => NOTE,
            Self::Shape(_) => SHAPE,
            Self::Text(_) => TEXT,
        }
    }

    /// Returns its outline.
    pub fn outline(self) -> layout::geo::Geo {
        match self {
            Self::Shape(geo) => geo.into(),
            Self::Frame | Self::Note | Self::Text(_) => layout::geo::Geo::Rectangle,
        }
    }

    /// Returns what holds its words.
    pub fn holder(self) -> Holder {
        match self {
            Self::Frame => Holder::Frame,
            Self::Note => Holder::Note,
            Self::Shape(geo) => Holder::Shape(geo.into()),
            Self::Text(size) => Holder::Text(size.into()),
        }
    }
}

/// Returns where every box lies on the board, in the order in which they are drawn, for those who ask nothing else.
pub fn rects(document: &Document) -> Vec<Rect> {
    let mut rects = Vec::new();
    let mut open: Vec<(&Node, Point)> =
        document.children(&NodeId::root()).rev().map(|node| (node, Point::default())).collect();
    while let Some((node, origin)) = open.pop() {
        if &*node.kind == CONNECTOR {
            continue;
        }
        let local = rect_of(&node.props);
        let rect = Rect { x: local.x + origin.x, y: local.y + origin.y, ..local };
        rects.push(rect);
        // Only frames hold anything.
        if &*node.kind == FRAME {
            let corner = Point::new(rect.x, rect.y);
            open.extend(document.children(&node.id).rev().map(|child| (child, corner)));
        }
    }
    rects
}

/// Returns where a node says it is, counted from its parent's corner. The schema keeps the numbers in bounds.
pub fn rect_of(props: &Props) -> Rect {
    let number = |prop: &str| props.get(prop).and_then(Value::as_f64).unwrap_or_default();
    Rect::new(number("x"), number("y"), number("w"), number("h"))
}

fn words(kind: BoxKind, props: &Props) -> Option<&str> {
    string(props, if kind == BoxKind::Frame { "name" } else { "text" })
}

fn string<'a>(props: &'a Props, prop: &str) -> Option<&'a str> {
    props.get(prop).and_then(Value::as_str)
}

fn color(props: &Props) -> Option<Color> {
    read(props, "color")
}

fn read<'a, T: Deserialize<'a>>(props: &'a Props, prop: &str) -> Option<T> {
    T::deserialize(props.get(prop)?).ok()
}
