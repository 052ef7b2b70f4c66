//! Graphs to lay out.

use layout::{Direction, Edge, Options, Size};

pub const TOP_DOWN: Options = Options { direction: Direction::TopDown, node_gap: 40.0, tier_gap: 60.0 };
pub const LEFT_RIGHT: Options = Options { direction: Direction::LeftRight, ..TOP_DOWN };

#[derive(Debug)]
pub struct Graph {
    pub sizes: Vec<Size>,
    pub edges: Vec<Edge>,
}

impl Graph {
    /// Returns a graph of equal boxes with an edge for every pair.
    pub fn new(count: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let edges = pairs.into_iter().map(|(from, to)| Edge { from, to, label: None });
        Self { sizes: vec![Size::new(88.0, 40.0); count], edges: edges.collect() }
    }

    /// Gives the edge `index` a label.
    pub fn with_label(mut self, index: usize) -> Self {
        self.edges[index].label = Some(Size::new(40.0, 20.0));
        self
    }
}
