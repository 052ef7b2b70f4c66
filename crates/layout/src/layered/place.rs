//! Where each vertex is from left to right. The order of a tier is given; what is sought are short edges and straight ones.
//!
//! One tier after the other is moved as near to its neighbours as it can be: first from above and from below in turn, which
//! lines things up, and then, if that is the aim, to both sides at once, which makes edges short. Last, long edges are straightened where they
//! have room.

use super::isotonic::{Pull, nearest};
use super::tiers::{Neighbours, Role, Tiers, Way};

/// Between two edges that pass a tier side by side.
const BEND_GAP: f64 = 16.0;
const ROUNDS_FROM_ONE_SIDE: usize = 3;
const ROUNDS_TO_BOTH: usize = 4;
const ROUNDS_OF_BENDS: usize = 2;
/// How little it matters that a vertex without neighbours stays where it is.
const STAY: f64 = 1.0 / 64.0;

/// What is worth more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aim {
    /// Every node is in the middle above those it leads to.
    Symmetry,
    /// Edges are short.
    Shortness,
}

/// Returns the middle of every vertex.
pub fn place(tiers: &Tiers, node_gap: f64, aim: Aim) -> Vec<f64> {
    let mut placing = Placing { tiers, node_gap, x: vec![0.0; tiers.roles.len()], offsets: Vec::new() };
    placing.set_side_by_side();
    let count = tiers.rows.len();
    for _ in 0..ROUNDS_FROM_ONE_SIDE {
        (0..count).for_each(|tier| placing.draw(tier, &[&tiers.up]));
        (0..count).rev().for_each(|tier| placing.draw(tier, &[&tiers.down]));
    }
    let rounds = if aim == Aim::Shortness { ROUNDS_TO_BOTH } else { 0 };
    for _ in 0..rounds {
        (0..count).for_each(|tier| placing.draw(tier, &[&tiers.up, &tiers.down]));
        (0..count).rev().for_each(|tier| placing.draw(tier, &[&tiers.up, &tiers.down]));
    }
    for x in &mut placing.x {
        *x = x.round();
    }
    placing.straighten_bends();
    placing.x
}

struct Placing<'a> {
    tiers: &'a Tiers,
    node_gap: f64,
    x: Vec<f64>,
    offsets: Vec<f64>,
}

impl Placing<'_> {
    fn set_side_by_side(&mut self) {
        for tier in 0..self.tiers.rows.len() {
            self.measure(tier);
            let row = &self.tiers.rows[tier];
            let middle = self.offsets.last().copied().unwrap_or_default() / 2.0;
            for (vertex, offset) in row.iter().zip(&self.offsets) {
                self.x[*vertex] = offset - middle;
            }
        }
    }

    /// Finds how far each vertex of a tier is at least from the first.
    fn measure(&mut self, tier: usize) {
        self.offsets.clear();
        let mut offset = 0.0;
        let mut before: Option<usize> = None;
        for vertex in &self.tiers.rows[tier] {
            if let Some(before) = before {
                offset += self.distance(before, *vertex);
            }
            before = Some(*vertex);
            self.offsets.push(offset);
        }
    }

    /// Returns how far two neighbours of a tier are at least from each other. Whole, so that places can be rounded.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let gap = match (self.tiers.roles[left], self.tiers.roles[right]) {
            (Role::Node, Role::Node) => self.node_gap,
            (Role::Node, _) | (_, Role::Node) => (self.node_gap / 2.0).max(BEND_GAP),
            (_, _) => BEND_GAP,
        };
        (self.tiers.extents[left].right + gap + self.tiers.extents[right].left).ceil()
    }

    /// Moves a tier as near to its neighbours as it can be.
    fn draw(&mut self, tier: usize, sides: &[&Neighbours]) {
        self.measure(tier);
        let row = &self.tiers.rows[tier];
        let (mut pulls, mut starts) = (Vec::new(), vec![0]);
        for (vertex, offset) in row.iter().zip(&self.offsets) {
            let start = pulls.len();
            for neighbours in sides {
                let near = neighbours.of(*vertex).iter().zip(neighbours.links(*vertex));
                pulls.extend(near.map(|(neighbour, link)| Pull {
                    to: self.x[*neighbour] - offset,
                    weight: self.tiers.links[*link].weight,
                }));
            }
            if pulls.len() == start {
                pulls.push(Pull { to: self.x[*vertex] - offset, weight: STAY });
            }
            starts.push(pulls.len());
        }
        let values = nearest(&pulls, &starts);
        for ((vertex, offset), value) in row.iter().zip(&self.offsets).zip(values) {
            self.x[*vertex] = value + offset;
        }
    }

    /// Lines up the bends of each edge in as few runs as the room between their neighbours allows.
    fn straighten_bends(&mut self) {
        let mut places = vec![0; self.x.len()];
        for row in &self.tiers.rows {
            for (place, vertex) in row.iter().enumerate() {
                places[*vertex] = place;
            }
        }
        for _ in 0..ROUNDS_OF_BENDS {
            for way in &self.tiers.ways {
                if let Way::Links(links) = way {
                    let links = &self.tiers.links[links.clone()];
                    let bends: Vec<usize> = links[1..].iter().map(|link| link.upper).collect();
                    if let (Some(first), Some(last)) = (links.first(), links.last()) {
                        self.straighten(&bends, &places, self.x[first.upper], self.x[last.lower]);
                    }
                }
            }
        }
    }

    fn straighten(&mut self, bends: &[usize], places: &[usize], above: f64, below: f64) {
        let mut rest = bends;
        while let Some(first) = rest.first() {
            let (mut least, mut most) = self.room(*first, places);
            let mut count = 1;
            while let Some(next) = rest.get(count) {
                let (left, right) = self.room(*next, places);
                if left.max(least) > right.min(most) {
                    break;
                }
                (least, most) = (left.max(least), right.min(most));
                count += 1;
            }
            let (run, others) = rest.split_at(count);
            let (is_first, is_last) = (rest.len() == bends.len(), others.is_empty());
            let fits = |x: f64| least <= x && x <= most;
            // A label alone is best right above the node that its edge leads to.
            let x = if is_first && bends.len() > 1 && fits(above) {
                above
            } else if is_last && fits(below) {
                below
            } else {
                self.x[run[count / 2]].max(least).min(most)
            };
            for bend in run {
                self.x[*bend] = x;
            }
            rest = others;
        }
    }

    /// Returns how far to the left and to the right a vertex may be.
    fn room(&self, vertex: usize, places: &[usize]) -> (f64, f64) {
        let row = &self.tiers.rows[self.tiers.tier_of[vertex]];
        let place = places[vertex];
        let left = place.checked_sub(1).map(|left| row[left]);
        let least = left.map_or(f64::NEG_INFINITY, |left| self.x[left] + self.distance(left, vertex));
        let right = row.get(place + 1);
        let most = right.map_or(f64::INFINITY, |right| self.x[*right] - self.distance(vertex, *right));
        (least, most)
    }
}
