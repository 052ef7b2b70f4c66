//! The order of each tier. Sweeps up and down put every vertex at the mean of its neighbours; then vertices are tried one
//! by one at every other place of their tier. After that the best order is shaken a little and sifted again, many times,
//! and the one with the fewest crossings wins.

use super::crossing::Counter;
use super::sift;
use super::tiers::{Neighbours, Tiers};
use crate::geometry::count;

/// How many links and vertices are looked at in all: about 40 ms of work.
const STEPS: usize = 14_000_000;
/// However large the graph is, it has this many sweeps.
const LEAST_SWEEPS: usize = 8;
/// Sweeps without a gain before sifting.
const PATIENCE: usize = 6;
const SHAKES: u64 = 100;
/// How far a vertex is shaken to the right at most, by the length of its tier.
const SHAKE: f64 = 0.125;

/// Orders every tier, and returns how many crossings are left.
pub fn order(tiers: &mut Tiers) -> usize {
    let mut search = Search::new(tiers);
    search.run();
    let (best, fewest) = (search.best, search.fewest);
    tiers.rows = best;
    fewest
}

#[derive(Clone, Copy)]
enum From {
    Above,
    Below,
}

struct Search<'a> {
    tiers: &'a Tiers,
    order: Vec<Vec<usize>>,
    places: Vec<usize>,
    counter: Counter,
    keys: Vec<(f64, usize)>,
    /// What a sweep costs.
    sweep_steps: usize,
    steps: usize,
    best: Vec<Vec<usize>>,
    fewest: usize,
}

impl<'a> Search<'a> {
    fn new(tiers: &'a Tiers) -> Self {
        Self {
            tiers,
            order: tiers.rows.clone(),
            places: vec![0; tiers.roles.len()],
            counter: Counter::default(),
            keys: Vec::new(),
            sweep_steps: 4 * (tiers.links.len() + tiers.roles.len()),
            steps: 0,
            best: tiers.rows.clone(),
            fewest: usize::MAX,
        }
    }

    fn run(&mut self) {
        self.begin(From::Above);
        if self.fewest > 0 && self.steps < STEPS {
            self.begin(From::Below);
        }
        for shake in 0..SHAKES {
            if self.fewest == 0 || self.steps > STEPS {
                break;
            }
            self.shake(shake);
            self.sift();
        }
    }

    /// Lays a first order down by following the edges from one side, in the caller's order, and betters it.
    fn begin(&mut self, from: From) {
        self.follow(from);
        self.number_all();
        let (mut fewest, mut best) = (self.crossings(), self.order.clone());
        let (mut stale, mut sweeps) = (0, 0);
        while fewest > 0 && stale < PATIENCE && (sweeps < LEAST_SWEEPS || self.steps < STEPS) {
            self.sweep(sweeps);
            sweeps += 1;
            stale += 1;
            let crossings = self.crossings();
            if crossings < fewest {
                (fewest, stale) = (crossings, 0);
                best.clone_from(&self.order);
            }
        }
        self.order = best;
        self.number_all();
        self.sift();
    }

    /// Sifts, and keeps the order if there is none better.
    fn sift(&mut self) {
        sift::sift(self.tiers, &mut self.order, &mut self.places, &mut self.steps, STEPS);
        let crossings = self.crossings();
        if crossings < self.fewest {
            self.fewest = crossings;
            self.best.clone_from(&self.order);
        }
    }

    /// Moves the vertices of the best order a little, not at random but so that it looks like it.
    fn shake(&mut self, number: u64) {
        let mut noise = Noise(number);
        self.order.clone_from(&self.best);
        for row in &mut self.order {
            let reach = 2.0 + SHAKE * count(row.len());
            self.keys.clear();
            let places = row.iter().enumerate();
            self.keys.extend(places.map(|(place, vertex)| (count(place) + noise.next() * reach, *vertex)));
            self.keys.sort_by(|a, b| a.0.total_cmp(&b.0));
            for (vertex, (_, shaken)) in row.iter_mut().zip(&self.keys) {
                *vertex = *shaken;
            }
        }
        self.number_all();
    }

    fn follow(&mut self, from: From) {
        let mut seen = vec![false; self.tiers.roles.len()];
        for tier in &mut self.order {
            tier.clear();
        }
        let mut rows: Vec<&Vec<usize>> = self.tiers.rows.iter().collect();
        let neighbours = match from {
            From::Above => &self.tiers.down,
            From::Below => {
                rows.reverse();
                &self.tiers.up
            }
        };
        let mut path = Vec::new();
        for start in rows.into_iter().flatten() {
            path.push(*start);
            while let Some(vertex) = path.pop() {
                if !std::mem::replace(&mut seen[vertex], true) {
                    self.order[self.tiers.tier_of[vertex]].push(vertex);
                    path.extend(neighbours.of(vertex).iter().rev());
                }
            }
        }
    }

    fn number_all(&mut self) {
        for tier in &self.order {
            for (place, vertex) in tier.iter().enumerate() {
                self.places[*vertex] = place;
            }
        }
    }

    fn crossings(&mut self) -> usize {
        self.steps += self.sweep_steps;
        (0..self.order.len()).map(|upper| self.counter.between(self.tiers, &self.order, &self.places, upper)).sum()
    }

    fn sweep(&mut self, number: usize) {
        self.steps += self.sweep_steps;
        let last = self.order.len().saturating_sub(1);
        let is_down = number.is_multiple_of(2);
        for index in 1..=last {
            let tier = if is_down { index } else { last - index };
            let neighbours = if is_down { &self.tiers.up } else { &self.tiers.down };
            self.settle_tier(tier, neighbours, number % 4 >= 2);
        }
    }

    /// Sorts a tier by the mean of each vertex's neighbours. Who has none stays in its place. Every other time, those that
    /// are equal change places, so that the search does not stand still.
    fn settle_tier(&mut self, tier: usize, neighbours: &Neighbours, turns_equals: bool) {
        let row = &mut self.order[tier];
        self.keys.clear();
        for vertex in row.iter() {
            let near = neighbours.of(*vertex);
            if !near.is_empty() {
                let sum: usize = near.iter().map(|neighbour| self.places[*neighbour]).sum();
                self.keys.push((count(sum) / count(near.len()), *vertex));
            }
        }
        if turns_equals {
            self.keys.reverse();
        }
        self.keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sorted = self.keys.iter();
        for (place, vertex) in row.iter_mut().enumerate() {
            if !neighbours.of(*vertex).is_empty()
                && let Some((_, next)) = sorted.next()
            {
                *vertex = *next;
            }
            self.places[*vertex] = place;
        }
    }
}

/// A fixed sequence of numbers from 0 to 1, the same for everybody.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(self.0 >> 32).unwrap_or_default()) / f64::from(u32::MAX)
    }
}
