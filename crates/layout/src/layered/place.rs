//! Where each vertex is from left to right. The order of a tier is given; what is sought are short edges and straight ones.
//!
//! First every tier is drawn to its neighbours by springs, again and again, which finds the shape of the whole. Then the
//! same with distances in place of their squares, which makes straight what can be straight. Last, bends are lined up.

use super::isotonic::{Pull, nearest_distances, nearest_squares};
use super::tiers::{Neighbours, Role, Tiers};

/// Between two edges that pass a tier side by side.
const BEND_GAP: f64 = 16.0;
/// Vertices that are looked at in all; a large graph has fewer rounds.
const STEPS: usize = 3_000_000;
const MOST_ROUNDS: usize = 60;
const LEAST_ROUNDS: usize = 6;
const STRAIGHT_ROUNDS: usize = 4;

/// Returns the middle of every vertex.
pub fn place(tiers: &Tiers, node_gap: f64) -> Vec<f64> {
    let mut placing = Placing { tiers, node_gap, x: vec![0.0; tiers.roles.len()], offsets: Vec::new() };
    placing.set_side_by_side();
    let rounds = (STEPS / tiers.roles.len().max(1)).clamp(LEAST_ROUNDS, MOST_ROUNDS);
    for round in 0..rounds {
        placing.sweep(&Sides { up: 1.0, down: if round + 1 < rounds { 0.3 } else { 0.0 } });
        placing.sweep(&Sides { up: if round + 1 < rounds { 0.3 } else { 0.0 }, down: 1.0 });
    }
    for _ in 0..STRAIGHT_ROUNDS {
        placing.straighten(Side::Up);
        placing.straighten(Side::Down);
    }
    placing.x.iter().map(|x| x.round()).collect()
}

/// How strongly the neighbours above and below draw.
struct Sides {
    up: f64,
    down: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Up,
    Down,
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

    fn sweep(&mut self, sides: &Sides) {
        let is_down = sides.up > sides.down;
        let count = self.tiers.rows.len();
        for index in 0..count {
            let tier = if is_down { index } else { count - 1 - index };
            self.measure(tier);
            let row = &self.tiers.rows[tier];
            let pulls: Vec<Pull> =
                row.iter().zip(&self.offsets).map(|(vertex, offset)| self.spring(*vertex, *offset, sides)).collect();
            let values = nearest_squares(&pulls);
            for ((vertex, offset), value) in row.iter().zip(&self.offsets).zip(values) {
                self.x[*vertex] = value + offset;
            }
        }
    }

    /// Returns the mean of what draws a vertex. One that nothing draws stays, but makes place easily.
    fn spring(&self, vertex: usize, offset: f64, sides: &Sides) -> Pull {
        let (mut sum, mut weights) = (self.x[vertex] * 0.01, 0.01);
        for (neighbours, side) in [(&self.tiers.up, sides.up), (&self.tiers.down, sides.down)] {
            for (neighbour, link) in neighbours.of(vertex).iter().zip(neighbours.links(vertex)) {
                let weight = self.tiers.links[*link].weight * side;
                sum += self.x[*neighbour] * weight;
                weights += weight;
            }
        }
        Pull { to: sum / weights - offset, weight: weights }
    }

    /// Lines every tier up with its neighbours on one side, from that side on.
    fn straighten(&mut self, side: Side) {
        let count = self.tiers.rows.len();
        let neighbours = match side {
            Side::Up => &self.tiers.up,
            Side::Down => &self.tiers.down,
        };
        for index in 0..count {
            let tier = if side == Side::Up { index } else { count - 1 - index };
            self.line_up(tier, neighbours);
        }
    }

    fn line_up(&mut self, tier: usize, neighbours: &Neighbours) {
        self.measure(tier);
        let row = &self.tiers.rows[tier];
        let (mut pulls, mut starts) = (Vec::new(), vec![0]);
        for (vertex, offset) in row.iter().zip(&self.offsets) {
            let near = neighbours.of(*vertex);
            let pull = |(neighbour, link): (&usize, &usize)| Pull {
                to: self.x[*neighbour] - offset,
                weight: self.tiers.links[*link].weight,
            };
            pulls.extend(near.iter().zip(neighbours.links(*vertex)).map(pull));
            if near.is_empty() {
                pulls.push(Pull { to: self.x[*vertex] - offset, weight: 1.0 / 64.0 });
            }
            starts.push(pulls.len());
        }
        let values = nearest_distances(&pulls, &starts);
        for ((vertex, offset), value) in row.iter().zip(&self.offsets).zip(values) {
            self.x[*vertex] = value + offset;
        }
    }
}
