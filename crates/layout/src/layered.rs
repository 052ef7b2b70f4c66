//! Graphs in layers: every node below what leads to it, few crossings, short and straight edges.
//!
//! The classic four steps, each in a module of its own: turn cycles open and give every node a rank (`acyclic`, `rank`),
//! cut long edges into pieces from tier to tier (`tiers`), order each tier so that few edges cross (`order`), and move the
//! nodes sideways until edges are short and straight (`place`). What is left is to draw: `channel` finds every horizontal
//! piece a lane of its own between two tiers, `draw` makes points of it all, and `pack` puts parts that nothing connects
//! side by side.

mod acyclic;
mod channel;
mod crossing;
mod draw;
mod isotonic;
mod loops;
mod order;
mod pack;
mod parts;
mod place;
mod ports;
mod rank;
mod sift;
mod tiers;

use crate::geometry::{Point, Rect, Size};
use draw::Drawing;
use parts::Part;

/// Which way the edges lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    TopDown,
    LeftRight,
}

/// An edge between two nodes, by their places in the list of sizes, and how much room its label needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub label: Option<Size>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    pub direction: Direction,
    /// The least distance between two nodes of a tier.
    pub node_gap: f64,
    /// The least distance between two tiers.
    pub tier_gap: f64,
}

/// Where everything is, from 0, 0 to `size`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layered {
    /// The top left corner of each node.
    pub positions: Vec<Point>,
    /// The way of each edge, from the border of one node to the border of the other. It runs along the axes and through no
    /// box.
    pub routes: Vec<Vec<Point>>,
    /// The top left corner of each label. Its middle lies on the way of its edge.
    pub labels: Vec<Option<Point>>,
    pub size: Size,
}

/// Lays a graph out. Edges may repeat, form cycles, and lead from a node to itself. One that names a node which does not
/// exist is passed over: its way is empty.
pub fn layered(sizes: &[Size], edges: &[Edge], options: &Options) -> Layered {
    match options.direction {
        Direction::TopDown => top_down(sizes, edges, options),
        Direction::LeftRight => {
            let sizes: Vec<Size> = sizes.iter().map(|size| size.transposed()).collect();
            let turn = |edge: &Edge| Edge { label: edge.label.map(Size::transposed), ..*edge };
            let edges: Vec<Edge> = edges.iter().map(turn).collect();
            top_down(&sizes, &edges, options).transposed()
        }
    }
}

impl Layered {
    fn transposed(mut self) -> Self {
        let points = self.positions.iter_mut().chain(self.routes.iter_mut().flatten());
        for point in points.chain(self.labels.iter_mut().flatten()) {
            *point = point.transposed();
        }
        self.size = self.size.transposed();
        self
    }
}

fn top_down(sizes: &[Size], edges: &[Edge], options: &Options) -> Layered {
    let (parts, alone) = parts::split(sizes.len(), edges);
    let drawings: Vec<Drawing> = parts.iter().map(|part| draw::draw(part, sizes, edges, options)).collect();
    let packed = pack::pack(&drawings, &alone, sizes, options.node_gap);
    let mut layered = Layered {
        positions: vec![Point::default(); sizes.len()],
        routes: vec![Vec::new(); edges.len()],
        labels: vec![None; edges.len()],
        size: packed.size,
    };
    for ((part, drawing), corner) in parts.iter().zip(drawings).zip(packed.corners) {
        layered.take(part, drawing, corner);
    }
    for (node, corner) in alone.into_iter().zip(packed.alone) {
        layered.positions[node] = corner;
    }
    layered
}

impl Layered {
    /// Takes over the drawing of a part, moved to `corner`.
    fn take(&mut self, part: &Part, drawing: Drawing, corner: Point) {
        let moved = |point: Point| Point::new(point.x + corner.x, point.y + corner.y);
        for (node, position) in part.nodes.iter().zip(drawing.positions) {
            self.positions[*node] = moved(position);
        }
        let ways = drawing.routes.into_iter().zip(drawing.labels);
        for (edge, (route, label)) in part.edges.iter().zip(ways) {
            self.routes[*edge] = route.into_iter().map(moved).collect();
            self.labels[*edge] = label.map(moved);
        }
    }
}

/// Returns the smallest box around all the points and boxes.
fn bounds(points: impl Iterator<Item = Point>, rects: impl Iterator<Item = Rect>) -> Rect {
    let points = points.map(|point| Rect::new(point.x, point.y, 0.0, 0.0));
    points.chain(rects).reduce(Rect::union).unwrap_or_default()
}
