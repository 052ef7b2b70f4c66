//! What is in frames, and how large that makes them.
//!
//! Children are stacked. More than six stand in several columns, so that a frame does not become a tower. In a flowchart,
//! children that are linked to each other are tiers of their own; and if the chart runs downwards, children that are linked
//! to something outside stand side by side, so that no link has to find its way around a stack.

use std::collections::{BTreeMap, BTreeSet};

use super::forest::{Forest, Lifted};
use super::{Arrangement, Item, Link};
use crate::facts::{
    FRAME, FRAME_BOTTOM_PADDING, FRAME_GAP, FRAME_HEADER, FRAME_PADDING, NOTE, NOTE_GAP, SMALLEST_FRAME_HEIGHT,
    TIER_GAP,
};
use crate::geometry::{Point, Rect, Size};
use crate::layered::{Direction, Edge, Options, layered};

/// How many children a column of a frame has at most.
const COLUMN: usize = 6;

/// Where things are in their frames.
pub struct Contents {
    /// The top left corner of each item in its parent.
    pub corners: Vec<Point>,
    pub sizes: Vec<Size>,
    /// Links whose way is known, in the coordinates of the content of a frame, or of the board.
    pub ways: Vec<Way>,
    /// The links of a flowchart by the frame, or the board, in which they are.
    links: BTreeMap<Option<usize>, Vec<(usize, Lifted)>>,
    /// The frames that links leave.
    left: BTreeSet<usize>,
    labels: Vec<Option<Size>>,
    /// The ends of each link.
    ends: Vec<(usize, usize)>,
}

/// The way of a link, and the middle of its label.
pub struct Way {
    pub frame: Option<usize>,
    pub link: usize,
    pub points: Vec<Point>,
    pub label: Option<Point>,
}

impl Contents {
    pub fn new(items: &[Item], links: &[Link], forest: &Forest, arrangement: Arrangement) -> Self {
        let mut contents = Self {
            corners: vec![Point::default(); items.len()],
            sizes: items.iter().map(|item| item.size).collect(),
            ways: Vec::new(),
            links: BTreeMap::new(),
            left: BTreeSet::new(),
            labels: links.iter().map(|link| link.label).collect(),
            ends: links.iter().map(|link| (link.from, link.to)).collect(),
        };
        for (index, link) in links.iter().enumerate() {
            if let Some(lifted) = forest.lifted(link) {
                contents.links.entry(lifted.frame).or_default().push((index, lifted));
                contents.left.extend(forest.frames_left(link));
            }
        }
        // Children come after their parents, so from the back everything is placed before what it is in.
        for frame in (0..items.len()).rev().filter(|&item| items[item].frame) {
            contents.fit(frame, &forest.children[frame], items[frame].size, arrangement);
        }
        contents
    }

    /// Places the children of a frame, and fits the frame to them.
    fn fit(&mut self, frame: usize, children: &[usize], least: Size, arrangement: Arrangement) {
        if children.is_empty() {
            self.sizes[frame] = Size::new(least.w.max(FRAME.w), least.h.max(FRAME.h));
            return;
        }
        let content = match arrangement {
            Arrangement::Flowchart(direction) if self.are_linked(frame) => self.flow(Some(frame), children, direction),
            Arrangement::Flowchart(Direction::TopDown) if self.left.contains(&frame) => {
                self.stack(children, Direction::LeftRight)
            }
            Arrangement::Flowchart(_)
            | Arrangement::Swot
            | Arrangement::Columns
            | Arrangement::Journey
            | Arrangement::Grid
            | Arrangement::Rows => self.stack(children, Direction::TopDown),
        };
        for &child in children {
            self.corners[child] = origin(self.corners[child]);
        }
        let width = content.w.max(NOTE.w) + 2.0 * FRAME_PADDING;
        let height = FRAME_HEADER + FRAME_PADDING + content.h + FRAME_BOTTOM_PADDING;
        self.sizes[frame] = Size::new(width.max(least.w), height.max(SMALLEST_FRAME_HEIGHT).max(least.h));
    }

    /// Returns the labels of links between things on the board itself, each with its ends.
    pub fn links_on_board(&self) -> impl Iterator<Item = (Size, usize, usize)> {
        let links = self.links.get(&None).into_iter().flatten();
        links.filter_map(|(index, link)| Some((self.labels[*index]?, link.from, link.to)))
    }

    fn are_linked(&self, frame: usize) -> bool {
        self.links.get(&Some(frame)).is_some_and(|links| links.iter().any(|(_, link)| link.from != link.to))
    }

    /// Stacks things in columns of the same number, or puts them in such rows, and returns how much room they take.
    fn stack(&mut self, children: &[usize], direction: Direction) -> Size {
        let columns = children.len().div_ceil(COLUMN);
        let turned = direction == Direction::LeftRight;
        let mut taken = Size::default();
        for column in children.chunks(children.len().div_ceil(columns)) {
            let x = if taken.w > 0.0 { taken.w + NOTE_GAP } else { 0.0 };
            let mut y = 0.0;
            for &child in column {
                let size = if turned { self.sizes[child].transposed() } else { self.sizes[child] };
                let corner = Point::new(x, y);
                self.corners[child] = if turned { corner.transposed() } else { corner };
                taken = Size::new(taken.w.max(x + size.w), taken.h.max(y + size.h));
                y += size.h + NOTE_GAP;
            }
        }
        if turned { taken.transposed() } else { taken }
    }

    /// Lays things out along their links, and returns how much room they take.
    pub fn flow(&mut self, frame: Option<usize>, members: &[usize], direction: Direction) -> Size {
        let places: BTreeMap<usize, usize> = members.iter().enumerate().map(|(place, &item)| (item, place)).collect();
        let sizes: Vec<Size> = members.iter().map(|&item| self.sizes[item]).collect();
        let links = self.links.remove(&frame).unwrap_or_default();
        let edge = |(index, link): &(usize, Lifted)| Edge {
            from: places[&link.from],
            to: places[&link.to],
            label: self.labels[*index],
        };
        let edges: Vec<Edge> = links.iter().map(edge).collect();
        let options = Options { direction, node_gap: FRAME_GAP, tier_gap: TIER_GAP };
        let drawing = layered(&sizes, &edges, &options);
        for (&item, corner) in members.iter().zip(drawing.positions) {
            self.corners[item] = corner;
        }
        let ways = drawing.routes.into_iter().zip(drawing.labels);
        for ((index, link), (points, corner)) in links.into_iter().zip(ways) {
            let label = corner.zip(self.labels[index]).map(|(corner, size)| Rect::at(corner, size).centre());
            // The way leads to the borders of what holds the ends; that is of use only if those are the ends.
            if self.ends[index] == (link.from, link.to) {
                self.ways.push(Way { frame, link: index, points, label });
            }
        }
        drawing.size
    }
}

/// Returns where something in the content of a frame is in the frame itself.
pub fn origin(point: Point) -> Point {
    Point::new(point.x + FRAME_PADDING, point.y + FRAME_HEADER + FRAME_PADDING)
}
