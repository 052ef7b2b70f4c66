//! What is in what.

use super::{Item, Link};
use crate::geometry::Rect;

pub struct Forest {
    parents: Vec<Option<usize>>,
    /// What is in each item, in order.
    pub children: Vec<Vec<usize>>,
    /// What is in no frame, in order.
    pub top: Vec<usize>,
}

/// A link as the frame sees it in which both its ends are: between two of the frame's own children.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lifted {
    /// Nothing stands for the board.
    pub frame: Option<usize>,
    pub from: usize,
    pub to: usize,
}

impl Forest {
    pub fn new(items: &[Item]) -> Self {
        let is_parent = |item: usize, parent: usize| parent < item && items[parent].frame;
        let mut forest = Self { parents: Vec::new(), children: vec![Vec::new(); items.len()], top: Vec::new() };
        for (item, Item { parent, .. }) in items.iter().enumerate() {
            let parent = parent.filter(|&parent| is_parent(item, parent));
            parent.map_or(&mut forest.top, |parent| &mut forest.children[parent]).push(item);
            forest.parents.push(parent);
        }
        forest
    }

    /// Returns the link between the two siblings that hold its ends. A link between a frame and something in it has none.
    pub fn lifted(&self, link: &Link) -> Option<Lifted> {
        if link.from.max(link.to) >= self.parents.len() {
            return None;
        }
        if link.from == link.to {
            return Some(Lifted { frame: self.parents[link.from], from: link.from, to: link.to });
        }
        let (from, to) = (self.path(link.from), self.path(link.to));
        let shared = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
        let frame = shared.checked_sub(1).map(|last| from[last]);
        Some(Lifted { frame, from: *from.get(shared)?, to: *to.get(shared)? })
    }

    /// Returns the frames that hold one of two items, in order and each once.
    pub fn frames_around(&self, one: usize, other: usize) -> Vec<usize> {
        let mut frames: Vec<usize> = [one, other].iter().flat_map(|&item| self.path(item)).collect();
        frames.sort_unstable();
        frames.dedup();
        frames.retain(|&frame| frame != one && frame != other);
        frames
    }

    /// Returns the frames that hold one end of a link and not the other.
    pub fn frames_left(&self, link: &Link) -> Vec<usize> {
        let (from, to) = (self.path(link.from), self.path(link.to));
        let frames = self.frames_around(link.from, link.to).into_iter();
        frames.filter(|frame| from.contains(frame) != to.contains(frame)).collect()
    }

    /// Returns where each item is on the board.
    pub fn absolute(&self, rects: &[Rect]) -> Vec<Rect> {
        let mut absolute: Vec<Rect> = Vec::with_capacity(rects.len());
        for (rect, parent) in rects.iter().zip(&self.parents) {
            let origin = parent.map_or(Rect::default(), |parent| absolute[parent]);
            absolute.push(Rect { x: origin.x + rect.x, y: origin.y + rect.y, ..*rect });
        }
        absolute
    }

    /// Returns the frames around an item, the outermost first, and the item itself.
    fn path(&self, item: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(item), |&item| self.parents[item]).collect();
        path.reverse();
        path
    }
}
