//! Where the things go that are in no frame.

use super::forest::Forest;
use super::inside::Contents;
use super::{Arrangement, Item};
use crate::facts::FRAME_GAP;
use crate::geometry::{Point, Size};

/// Between two stages of a journey: room for an arrow that can be seen as one.
const STAGE_GAP: f64 = 80.0;
/// At both sides of a label between two neighbours.
const LABEL_MARGIN: f64 = 20.0;

/// What came of it besides the corners.
pub struct Board {
    pub journey: Vec<(usize, usize)>,
    pub size: Size,
}

pub fn place(forest: &Forest, items: &[Item], contents: &mut Contents, arrangement: Arrangement) -> Board {
    let (frames, others): (Vec<usize>, Vec<usize>) = forest.top.iter().partition(|&&item| items[item].frame);
    let mut journey = Vec::new();
    let size = match arrangement {
        Arrangement::Swot => {
            let taken = contents.pairs(&frames);
            contents.beneath(&others, taken)
        }
        Arrangement::Columns => {
            let taken = contents.columns(&frames, FRAME_GAP);
            contents.beneath(&others, taken)
        }
        Arrangement::Journey => {
            journey.extend(frames.windows(2).map(|pair| (pair[0], pair[1])));
            let taken = contents.columns(&frames, STAGE_GAP);
            contents.beneath(&others, taken)
        }
        Arrangement::Grid => contents.grid(&forest.top),
        Arrangement::Rows => contents.row(&forest.top, Point::default(), FRAME_GAP),
        Arrangement::Flowchart(direction) => contents.flow(None, &forest.top, direction),
    };
    Board { journey, size }
}

impl Contents {
    /// Places frames two by two, as wide as their column and as tall as their row.
    fn pairs(&mut self, frames: &[usize]) -> Size {
        let widths = [0, 1].map(|column| {
            let members = frames.iter().skip(column).step_by(2);
            members.map(|&frame| self.sizes[frame].w).fold(0.0, f64::max)
        });
        let rows = frames.chunks_exact(2);
        let gap = rows.map(|pair| self.label_room(pair[0], pair[1])).fold(FRAME_GAP, f64::max);
        let mut taken = Size::default();
        for row in frames.chunks(2) {
            let y = if taken.h > 0.0 { taken.h + FRAME_GAP } else { 0.0 };
            let height = row.iter().map(|&frame| self.sizes[frame].h).fold(0.0, f64::max);
            let mut x = 0.0;
            for (&frame, width) in row.iter().zip(widths) {
                self.corners[frame] = Point::new(x, y);
                self.sizes[frame] = Size::new(width, height);
                taken = Size::new(taken.w.max(x + width), y + height);
                x += width + gap;
            }
        }
        taken
    }

    /// Places frames side by side, all as tall as the tallest.
    fn columns(&mut self, frames: &[usize], gap: f64) -> Size {
        let height = frames.iter().map(|&frame| self.sizes[frame].h).fold(0.0, f64::max);
        for &frame in frames {
            self.sizes[frame].h = height;
        }
        self.row(frames, Point::default(), gap)
    }

    /// Places things side by side, with room for the labels between them, and returns how far right and down the row
    /// reaches.
    fn row(&mut self, members: &[usize], corner: Point, gap: f64) -> Size {
        let mut taken = Size::default();
        let mut x = corner.x;
        for (place, &item) in members.iter().enumerate() {
            self.corners[item] = Point::new(x, corner.y);
            let Size { w, h } = self.sizes[item];
            taken = Size::new(x + w, taken.h.max(corner.y + h));
            let next = members.get(place + 1);
            x += w + next.map_or(gap, |next| gap.max(self.label_room(item, *next)));
        }
        taken
    }

    /// Returns how much room the labels of links between two neighbours need.
    fn label_room(&self, one: usize, other: usize) -> f64 {
        let links =
            self.links_on_board().filter(|(_, from, to)| (*from, *to) == (one, other) || (*to, *from) == (one, other));
        links.map(|(label, ..)| label.w + 2.0 * LABEL_MARGIN).fold(0.0, f64::max)
    }

    /// Places things in a row beneath what has been placed.
    fn beneath(&mut self, members: &[usize], taken: Size) -> Size {
        let y = if taken.h > 0.0 { taken.h + FRAME_GAP } else { 0.0 };
        let row = self.row(members, Point::new(0.0, y), FRAME_GAP);
        Size::new(taken.w.max(row.w), taken.h.max(row.h))
    }

    fn grid(&mut self, members: &[usize]) -> Size {
        let root = members.len().isqrt();
        let columns = if root * root < members.len() { root + 1 } else { root.max(1) };
        let sizes = members.iter().map(|&item| self.sizes[item]);
        let cell = sizes.fold(Size::default(), |cell, size| Size::new(cell.w.max(size.w), cell.h.max(size.h)));
        let neighbours = || members.chunks(columns).flat_map(|row| row.windows(2));
        let gap = neighbours().map(|pair| self.label_room(pair[0], pair[1])).fold(FRAME_GAP, f64::max);
        let mut taken = Size::default();
        let mut y = 0.0;
        for row in members.chunks(columns) {
            let mut x = 0.0;
            for &item in row {
                self.corners[item] = Point::new(x, y);
                let Size { w, h } = self.sizes[item];
                taken = Size::new(taken.w.max(x + w), taken.h.max(y + h));
                x += cell.w + gap;
            }
            y += cell.h + FRAME_GAP;
        }
        taken
    }
}
