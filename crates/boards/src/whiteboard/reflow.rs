//! Changing where things are, and what has to give way.

use engine::{Document, NodeId, OpRequest, Props};
use layout::facts::{FRAME_BOTTOM_PADDING, FRAME_GAP, FRAME_HEADER, FRAME_PADDING, SMALLEST_FRAME_HEIGHT};
use layout::{Point, Rect, Size};

use super::create::number;
use super::geometry::{MAX_COORDINATE, MAX_EXTENT};
use super::scene::Scene;

/// What is less than this is a matter of rounding.
const TOLERANCE: f64 = 0.5;
/// What gives way keeps its distance; a longer one than this can shrink to it.
const KEPT_GAP: f64 = FRAME_GAP;

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
    pub fn shift(&mut self, place: usize, by: Point) {
        let rect = self.rects[place];
        self.rects[place] = Rect { x: rect.x + by.x, y: rect.y + by.y, ..rect };
    }

    /// Moves a box that stays in its frame: the frame grows to the right and downwards, and stops it at the other sides.
    /// Returns whether it was stopped.
    pub fn shift_in_frame(&mut self, place: usize, by: Point) -> bool {
        let old = self.rects[place];
        self.shift(place, by);
        if self.scene.boxes[place].parent.is_none() {
            return false;
        }
        let wanted = self.rects[place];
        // What stands closer to the border already may stay there.
        let least = Point::new(old.x.min(FRAME_PADDING), old.y.min(FRAME_HEADER + FRAME_PADDING));
        self.rects[place] = Rect { x: wanted.x.max(least.x), y: wanted.y.max(least.y), ..wanted };
        self.grow_frame_of(place);
        wanted.x < least.x || wanted.y < least.y
    }

    /// Gives a box another size. What stood below it or to its right in the same frame gives way if it grows.
    pub fn resize(&mut self, place: usize, size: Size) {
        let old = self.rects[place];
        self.rects[place] = Rect::new(old.x, old.y, size.w, size.h);
        let siblings = self.siblings(place);
        let mut pushed = self.make_room(place, old, &siblings, |rect| rect);
        let flip = |rect: Rect| Rect::new(rect.y, rect.x, rect.h, rect.w);
        pushed.extend(self.make_room(place, old, &siblings, flip));
        for place in pushed {
            self.grow_frame_of(place);
        }
        self.grow_frame_of(place);
    }

    /// Pushes what stands beneath a box that was lower before, and what stands beneath that. `turn` shows the board so
    /// that the direction in question is down.
    fn make_room(&mut self, place: usize, old: Rect, siblings: &[usize], turn: impl Fn(Rect) -> Rect) -> Vec<usize> {
        let (was, now) = (turn(old), turn(self.rects[place]));
        let mut beneath: Vec<(usize, Rect)> =
            siblings.iter().filter(|other| **other != place).map(|other| (*other, turn(self.rects[*other]))).collect();
        beneath.retain(|(_, rect)| rect.y >= was.bottom() - TOLERANCE);
        beneath.sort_by(|(_, a), (_, b)| a.y.total_cmp(&b.y));
        // Each with where it ended before and how much lower it ends now.
        let mut pushing = vec![(Rect { w: now.w, ..was }, now.h - was.h)];
        let mut pushed = Vec::new();
        for (other, rect) in beneath {
            let push = |(above, by): &(Rect, f64)| {
                let gap = rect.y - above.bottom();
                let is_above = gap >= -TOLERANCE && spans_meet(rect.x, rect.w, above.x, above.w);
                if is_above { by - (gap - KEPT_GAP).max(0.0) } else { 0.0 }
            };
            let by = pushing.iter().map(push).fold(0.0, f64::max);
            if by > 0.0 {
                pushing.push((rect, by));
                pushed.push(other);
                let moved = turn(Rect { y: rect.y + by, ..rect });
                self.rects[other] = moved;
            }
        }
        pushed
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

    /// Returns the size that a frame of a name needs for what lies in it.
    pub fn fitted(&self, frame: usize, name: &str) -> Option<Size> {
        let content = self.children[frame].iter().map(|child| self.rects[*child]).reduce(Rect::union)?;
        let name = layout::text::frame_min_width(name);
        let height = (content.bottom() + FRAME_BOTTOM_PADDING).max(SMALLEST_FRAME_HEIGHT);
        Some(Size::new((content.right() + FRAME_PADDING).max(name), height))
    }

    /// Keeps every box that is elsewhere now within what a board can hold, and returns those that would have left it.
    pub fn keep_on_board(&mut self) -> Vec<&'a NodeId> {
        let mut kept = Vec::new();
        for (boxed, rect) in self.scene.boxes.iter().zip(&mut self.rects) {
            let place = |at: f64| at.clamp(-MAX_COORDINATE, MAX_COORDINATE);
            let extent = |length: f64| length.clamp(1.0, MAX_EXTENT);
            let inside = Rect::new(place(rect.x), place(rect.y), extent(rect.w), extent(rect.h));
            if inside != *rect && boxed.local != *rect {
                *rect = inside;
                kept.push(boxed.id);
            }
        }
        kept
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

    /// Returns what lies in the same frame as a box, and the box itself.
    pub fn siblings(&self, place: usize) -> Vec<usize> {
        self.scene.boxes[place].parent.map_or_else(|| self.top.clone(), |parent| self.children[parent].clone())
    }
}

/// Tells whether two stretches of one axis share more than an end.
fn spans_meet(a: f64, a_length: f64, b: f64, b_length: f64) -> bool {
    a < b + b_length - TOLERANCE && b < a + a_length - TOLERANCE
}

/// Makes the op that changes a node.
pub fn update(id: &NodeId, props: Props) -> OpRequest {
    OpRequest::Update { id: id.clone(), props, from_seq: None }
}
