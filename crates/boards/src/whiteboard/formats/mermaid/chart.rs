//! A flowchart as it was read, before it is laid out.

use std::collections::HashMap;

use layout::Direction;

use crate::whiteboard::formats::{MAX_FRAMES_DEEP, MAX_OBJECTS};
use crate::whiteboard::nodes::Geo;

#[derive(Debug)]
pub struct Chart {
    pub direction: Direction,
    /// Whether the links lead against the direction: up, or to the left.
    pub order: Order,
    pub entries: Vec<Entry>,
    pub links: Vec<Link>,
    pub warnings: Vec<String>,
    by_key: HashMap<String, usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Forward,
    Backward,
}

/// A node or a subgraph.
#[derive(Debug)]
pub struct Entry {
    pub key: String,
    pub label: Option<String>,
    pub kind: EntryKind,
    pub parent: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    Node(Geo),
    Subgraph,
}

#[derive(Debug)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    pub label: String,
}

impl Chart {
    pub fn new(direction: Direction, order: Order) -> Self {
        let (entries, links, warnings) = (Vec::new(), Vec::new(), Vec::new());
        Self { direction, order, entries, links, warnings, by_key: HashMap::new() }
    }

    pub fn is_full(&self) -> bool {
        self.entries.len() + self.links.len() >= MAX_OBJECTS
    }

    pub fn warn(&mut self, warning: &str) {
        if !self.warnings.iter().any(|each| each == warning) {
            self.warnings.push(warning.to_owned());
        }
    }

    /// Returns the entry with this name, a new node if there is none. The first subgraph that names a node has it.
    pub fn mention(&mut self, key: &str, within: Option<usize>) -> usize {
        let kind = EntryKind::Node(Geo::Rectangle);
        let index = *self.by_key.entry(key.to_owned()).or_insert_with(|| {
            self.entries.push(Entry { key: key.to_owned(), label: None, kind, parent: None });
            self.entries.len() - 1
        });
        if self.entries[index].parent.is_none() && !self.lies_in(within, index) {
            self.entries[index].parent = within;
        }
        index
    }

    /// Tells whether `inner` is `outer` or lies in it, or so deep in others that nothing more can lie in it.
    fn lies_in(&self, inner: Option<usize>, outer: usize) -> bool {
        let around = std::iter::successors(inner, |index| self.entries[*index].parent);
        around.enumerate().any(|(depth, index)| index == outer || depth >= MAX_FRAMES_DEEP)
    }
}
