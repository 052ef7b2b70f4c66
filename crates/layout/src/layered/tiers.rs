//! The graph cut into pieces that lead from one tier to the next. Where an edge passes a tier it has a bend, and where its
//! label is it has a vertex with the label's size. Labels have tiers of their own, between those of nodes.

use std::ops::Range;

use super::rank;
use crate::geometry::Size;

/// How many bends there may be before the longest edges are led round the outside instead.
const BENDS: usize = 150_000;

/// How much it matters that an edge from tier to tier is straight, the end of a longer one, and the rest of it; and by how
/// much less if it leads back.
const SHORT: f64 = 2.0;
const END: f64 = 1.0;
const INNER: f64 = 2.0;
const BACK: f64 = 0.25;

/// An edge that leads down.
#[derive(Debug, Clone, Copy)]
pub struct Arc {
    pub upper: usize,
    pub lower: usize,
    pub label: Option<Size>,
    /// Whether the caller's edge leads up.
    pub is_back: bool,
}

/// How far a vertex reaches to the left and to the right of its middle, and how high it is.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    pub left: f64,
    pub right: f64,
    pub h: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Node,
    Bend,
    Label,
}

/// A piece of an edge between two neighbouring tiers.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    pub upper: usize,
    pub lower: usize,
    /// How much it matters that the piece is straight.
    pub weight: f64,
}

/// How an edge runs: over these links, or round the outside.
#[derive(Debug, Clone, PartialEq)]
pub enum Way {
    Links(Range<usize>),
    Outside,
}

/// The nodes come first among the vertices, with their own numbers.
pub struct Tiers {
    pub rows: Vec<Vec<usize>>,
    pub tier_of: Vec<usize>,
    pub roles: Vec<Role>,
    pub extents: Vec<Extent>,
    pub links: Vec<Link>,
    /// For each arc.
    pub ways: Vec<Way>,
    /// The links that lead down from each vertex, and those that lead up.
    pub down: Neighbours,
    pub up: Neighbours,
}

impl Tiers {
    pub fn new(nodes: &[Extent], arcs: &[Arc]) -> Self {
        let pairs: Vec<(usize, usize)> = arcs.iter().map(|arc| (arc.upper, arc.lower)).collect();
        let ranks = rank::ranks(nodes.len(), &pairs);
        let scale = Scale::new(&ranks, arcs);
        let mut tiers = Self {
            rows: vec![Vec::new(); scale.count],
            tier_of: Vec::new(),
            roles: Vec::new(),
            extents: Vec::new(),
            links: Vec::new(),
            ways: vec![Way::Outside; arcs.len()],
            down: Neighbours::default(),
            up: Neighbours::default(),
        };
        for (rank, extent) in ranks.iter().zip(nodes) {
            tiers.add(Role::Node, scale.tiers[*rank], *extent);
        }
        let length = |arc: &Arc| scale.tiers[ranks[arc.lower]] - scale.tiers[ranks[arc.upper]] - 1;
        let mut shortest_first: Vec<usize> = (0..arcs.len()).collect();
        shortest_first.sort_by_key(|index| length(&arcs[*index]));
        let mut bends = 0;
        shortest_first.retain(|index| {
            bends += length(&arcs[*index]);
            bends <= BENDS
        });
        shortest_first.sort_unstable();
        for index in shortest_first {
            let arc = &arcs[index];
            let way = tiers.thread(arc, scale.label_tier(&ranks, arc));
            tiers.weigh(way.clone(), arc.is_back, ranks[arc.lower] - ranks[arc.upper] == 1);
            tiers.ways[index] = Way::Links(way);
        }
        tiers.down = Neighbours::new(tiers.roles.len(), &tiers.links, |link| (link.upper, link.lower));
        tiers.up = Neighbours::new(tiers.roles.len(), &tiers.links, |link| (link.lower, link.upper));
        tiers
    }

    fn add(&mut self, role: Role, tier: usize, extent: Extent) -> usize {
        let vertex = self.roles.len();
        self.roles.push(role);
        self.extents.push(extent);
        self.tier_of.push(tier);
        self.rows[tier].push(vertex);
        vertex
    }

    fn thread(&mut self, arc: &Arc, label_tier: Option<usize>) -> Range<usize> {
        let first = self.links.len();
        let mut upper = arc.upper;
        for tier in self.tier_of[arc.upper] + 1..self.tier_of[arc.lower] {
            let label = arc.label.filter(|_| label_tier == Some(tier));
            let size = label.unwrap_or_default();
            let role = if label.is_some() { Role::Label } else { Role::Bend };
            let lower = self.add(role, tier, Extent { left: size.w / 2.0, right: size.w / 2.0, h: size.h });
            self.links.push(Link { upper, lower, weight: 0.0 });
            upper = lower;
        }
        self.links.push(Link { upper, lower: arc.lower, weight: 0.0 });
        first..self.links.len()
    }

    /// Says how much the pieces of an edge matter. A long edge is to be straight between its ends; where two ends compete,
    /// the short edge wins over the long one, and what leads down over what leads back.
    fn weigh(&mut self, links: Range<usize>, is_back: bool, is_short: bool) {
        let roles = &self.roles;
        for link in &mut self.links[links] {
            let touches_node = roles[link.upper] == Role::Node || roles[link.lower] == Role::Node;
            let weight = match (is_short, touches_node) {
                (true, _) => SHORT,
                (false, true) => END,
                (false, false) => INNER,
            };
            link.weight = if is_back { weight * BACK } else { weight };
        }
    }
}

/// Which tier each rank is, when tiers for labels are between them.
struct Scale {
    tiers: Vec<usize>,
    count: usize,
}

impl Scale {
    fn new(ranks: &[usize], arcs: &[Arc]) -> Self {
        let count = ranks.iter().max().map_or(0, |last| last + 1);
        let mut has_labels = vec![false; count];
        for arc in arcs.iter().filter(|arc| arc.label.is_some()) {
            has_labels[Self::labelled_rank(ranks, arc)] = true;
        }
        let mut next = 0;
        let tiers = has_labels.iter().map(|has_labels| {
            let tier = next;
            next += if *has_labels { 2 } else { 1 };
            tier
        });
        Self { tiers: tiers.collect(), count: next }
    }

    /// Returns the rank below which the label is: a label is near the node that its edge comes from.
    fn labelled_rank(ranks: &[usize], arc: &Arc) -> usize {
        if arc.is_back { ranks[arc.lower] - 1 } else { ranks[arc.upper] }
    }

    fn label_tier(&self, ranks: &[usize], arc: &Arc) -> Option<usize> {
        arc.label.map(|_| self.tiers[Self::labelled_rank(ranks, arc)] + 1)
    }
}

/// The neighbours of each vertex on one side, in one list.
#[derive(Default)]
pub struct Neighbours {
    starts: Vec<usize>,
    vertices: Vec<usize>,
    links: Vec<usize>,
}

impl Neighbours {
    fn new(count: usize, links: &[Link], ends: impl Fn(&Link) -> (usize, usize)) -> Self {
        let mut starts = vec![0; count + 1];
        for link in links {
            starts[ends(link).0 + 1] += 1;
        }
        for vertex in 0..count {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let (mut vertices, mut indices) = (vec![0; links.len()], vec![0; links.len()]);
        for (index, link) in links.iter().enumerate() {
            let (vertex, neighbour) = ends(link);
            vertices[next[vertex]] = neighbour;
            indices[next[vertex]] = index;
            next[vertex] += 1;
        }
        Self { starts, vertices, links: indices }
    }

    pub fn of(&self, vertex: usize) -> &[usize] {
        &self.vertices[self.starts[vertex]..self.starts[vertex + 1]]
    }

    /// Returns the links to the neighbours, in the order of `of`.
    pub fn links(&self, vertex: usize) -> &[usize] {
        &self.links[self.starts[vertex]..self.starts[vertex + 1]]
    }
}
