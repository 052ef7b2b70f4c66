//! Changing where things are, and what has to give way.

use engine::{Document, NodeId, OpRequest, Props};
use layout::facts::{FRAME_BOTTOM_PADDING, FRAME_PADDING, SMALLEST_FRAME_HEIGHT};
use layout::{Rect, Size};

use super::create::number;
use super::scene::{BoxKind, Scene};

/// What is less than this is a matter of rounding.
const TOLERANCE: f64 = 0.5;

/// A board whose boxes are being moved and resized, each in the coordinates of its frame.
pub struct Reflow<'a> {
    pub scene: Scene<'a>,
    rects: Vec<Rect>,
    children: Vec<Vec<usize>>,
    top: Vec<usize>,
}

impl<'a> Reflow<'a> {
    pub fn of(document: &'a Document) -> Self {
        let scene = Scene::of(document);
        let mut children = vec![Vec::new(); scene.boxes.len()];
        let mut top = Vec::new();
        for (place, boxed) in scene.boxes.iter().enumerate() {
            boxed.parent.map_or(&mut top, |parent| &mut children[parent]).push(place);
        }
        let rects = scene.boxes.iter().map(|boxed| boxed.local).collect();
        Self { scene, rects, children, top }
    }

    /// Returns where a box is now in its frame.
    pub fn rect(&self, place: usize) -> Rect {
        self.rects[place]
    }

    /// Returns where a box is now on the board.
    pub fn absolute(&self, place: usize) -> Rect {
        self.scene.frames_around(place).fold(self.rects[place], |rect, frame| {
            let frame = self.rects[frame];
            Rect { x: rect.x + frame.x, y: rect.y + frame.y, ..rect }
        })
    }

    /// Moves a box by as much.
    pub fn shift(&mut self, place: usize, x: f64, y: f64) {
        let rect = self.rects[place];
        self.rects[place] = Rect { x: rect.x + x, y: rect.y + y, ..rect };
    }

    /// Gives a box another size. What stood below it or to its right in the same frame keeps its distance if it grows.
    pub fn resize(&mut self, place: usize, size: Size) {
        let old = self.rects[place];
        let new = Rect::new(old.x, old.y, size.w, size.h);
        self.rects[place] = new;
        let (right, down) = (new.w - old.w, new.h - old.h);
        let siblings = self.siblings(place);
        if down > 0.0 {
            let beneath = |rect: Rect| rect.y >= old.bottom() - TOLERANCE && spans_meet(rect.x, rect.w, new.x, new.w);
            self.give_way(&siblings, place, beneath, (0.0, down));
        }
        if right > 0.0 {
            let beside = |rect: Rect| rect.x >= old.right() - TOLERANCE && spans_meet(rect.y, rect.h, new.y, new.h);
            self.give_way(&siblings, place, beside, (right, 0.0));
        }
        self.grow_frame_of(place);
    }

    /// Makes the frame of a box large enough for it, and the frames around that.
    pub fn grow_frame_of(&mut self, place: usize) {
        let Some(frame) = self.scene.boxes[place].parent else { return };
        let (inner, outer) = (self.rects[place], self.rects[frame]);
        let needed =
            Size::new(outer.w.max(inner.right() + FRAME_PADDING), outer.h.max(inner.bottom() + FRAME_BOTTOM_PADDING));
        // As deep as frames lie in each other, which the engine bounds.
        if needed != Size::new(outer.w, outer.h) {
            self.resize(frame, needed);
        }
    }

    /// Returns the size that a frame needs for what lies in it.
    pub fn fitted(&self, frame: usize) -> Option<Size> {
        let content = self.children[frame].iter().map(|child| self.rects[*child]).reduce(Rect::union)?;
        let name = layout::text::frame_min_width(self.scene.boxes[frame].text);
        let height = (content.bottom() + FRAME_BOTTOM_PADDING).max(SMALLEST_FRAME_HEIGHT);
        Some(Size::new((content.right() + FRAME_PADDING).max(name), height))
    }

    /// Returns the props that say where the boxes are that are elsewhere now, by their nodes.
    pub fn patches(&self) -> impl Iterator<Item = (&'a NodeId, Props)> {
        self.scene.boxes.iter().zip(&self.rects).filter_map(|(boxed, rect)| {
            let old = boxed.local;
            let sides = [("x", old.x, rect.x), ("y", old.y, rect.y), ("w", old.w, rect.w), ("h", old.h, rect.h)];
            let changed = sides.into_iter().filter(|(_, old, new)| number(*old) != number(*new));
            let props: Props = changed.map(|(prop, _, new)| (prop.to_owned(), number(new))).collect();
            (!props.is_empty()).then_some((boxed.id, props))
        })
    }

    fn siblings(&self, place: usize) -> Vec<usize> {
        self.scene.boxes[place].parent.map_or_else(|| self.top.clone(), |parent| self.children[parent].clone())
    }

    /// Moves those of the siblings that stand in a direction, if one of them would be in the way.
    fn give_way(&mut self, siblings: &[usize], place: usize, stands: impl Fn(Rect) -> bool, by: (f64, f64)) {
        let standing: Vec<usize> =
            siblings.iter().copied().filter(|other| *other != place && stands(self.rects[*other])).collect();
        let grown = self.rects[place];
        if !standing.iter().any(|other| self.rects[*other].overlaps(grown.grown(-TOLERANCE))) {
            return;
        }
        for other in &standing {
            self.shift(*other, by.0, by.1);
        }
        for other in standing {
            self.grow_frame_of(other);
        }
    }
}

/// Tells whether two stretches of one axis share more than an end.
fn spans_meet(a: f64, a_length: f64, b: f64, b_length: f64) -> bool {
    a < b + b_length - TOLERANCE && b < a + a_length - TOLERANCE
}

/// Tells whether a box is a frame.
pub fn is_frame(scene: &Scene<'_>, place: usize) -> bool {
    scene.boxes[place].kind == BoxKind::Frame
}

/// Makes the op that changes a node.
pub fn update(id: &NodeId, props: Props) -> OpRequest {
    OpRequest::Update { id: id.clone(), props, from_seq: None }
}
