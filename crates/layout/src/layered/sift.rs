//! Sifting: each vertex is tried at every place of its tier and stays where it crosses least.

use super::tiers::{Neighbours, Tiers};

/// How far to either side a vertex is tried.
const REACH: usize = 150;

/// Sifts all tiers until nothing is gained, or `steps` has come to `most`.
pub fn sift(tiers: &Tiers, order: &mut [Vec<usize>], places: &mut [usize], steps: &mut usize, most: usize) {
    let mut is_open = vec![true; order.len()];
    let mut sieve = Sieve::default();
    while is_open.contains(&true) && *steps < most {
        for tier in 0..order.len() {
            if !std::mem::take(&mut is_open[tier]) {
                continue;
            }
            if sieve.sift(tiers, &mut order[tier], places, steps) {
                let reach = tier.saturating_sub(1)..(tier + 2).min(is_open.len());
                is_open[reach].fill(true);
            }
        }
    }
}

/// Where the neighbours of one tier's vertices are.
#[derive(Default)]
struct Sieve {
    above: Sorted,
    below: Sorted,
    /// The tier by numbers from 0 on, in its present order.
    row: Vec<usize>,
}

impl Sieve {
    /// Sifts one tier; says whether that was of use.
    fn sift(&mut self, tiers: &Tiers, tier: &mut [usize], places: &mut [usize], steps: &mut usize) -> bool {
        self.above.read(&tiers.up, tier, places);
        self.below.read(&tiers.down, tier, places);
        self.row.clear();
        self.row.extend(0..tier.len());
        let mut gained = false;
        for number in 0..tier.len() {
            gained |= self.sift_one(number, steps);
        }
        if gained {
            let sorted: Vec<usize> = self.row.iter().map(|number| tier[*number]).collect();
            tier.copy_from_slice(&sorted);
            for (place, vertex) in tier.iter().enumerate() {
                places[*vertex] = place;
            }
        }
        gained
    }

    fn sift_one(&mut self, number: usize, steps: &mut usize) -> bool {
        let Some(from) = self.row.iter().position(|other| *other == number) else { return false };
        let (mut least, mut to, mut sum) = (0, from, 0);
        for place in (from.saturating_sub(REACH)..from).rev() {
            sum += self.gain(number, self.row[place], steps);
            if sum < least {
                (least, to) = (sum, place);
            }
        }
        sum = 0;
        for place in from + 1..self.row.len().min(from + 1 + REACH) {
            sum -= self.gain(number, self.row[place], steps);
            if sum < least {
                (least, to) = (sum, place);
            }
        }
        if to < from {
            self.row[to..=from].rotate_right(1);
        } else {
            self.row[from..=to].rotate_left(1);
        }
        to != from
    }

    /// Returns how many crossings more there are with `a` left of `b` than with `b` left of `a`.
    fn gain(&self, a: usize, b: usize, steps: &mut usize) -> i64 {
        let (above, below) = ((self.above.of(a), self.above.of(b)), (self.below.of(a), self.below.of(b)));
        *steps += 2 + above.0.len() + above.1.len() + below.0.len() + below.1.len();
        difference(above.0, above.1) + difference(below.0, below.1)
    }
}

/// Returns how many pairs are the wrong way round less how many are the right way round, if `left` is left of `right`.
fn difference(left: &[u32], right: &[u32]) -> i64 {
    match (left, right) {
        ([], _) | (_, []) => 0,
        ([left], [right]) => sign(*left, *right),
        _ => merged(left, right),
    }
}

fn merged(left: &[u32], right: &[u32]) -> i64 {
    let (mut less, mut not_more, mut sum) = (0, 0, 0);
    for place in left {
        while right.get(less).is_some_and(|right| right < place) {
            less += 1;
        }
        not_more = not_more.max(less);
        while right.get(not_more).is_some_and(|right| right <= place) {
            not_more += 1;
        }
        sum += i64::try_from(less + not_more).unwrap_or_default();
    }
    sum - i64::try_from(left.len() * right.len()).unwrap_or_default()
}

fn sign(left: u32, right: u32) -> i64 {
    i64::from(left > right) - i64::from(left < right)
}

/// For each of a row of vertices, the places of its neighbours.
#[derive(Default)]
struct Sorted {
    starts: Vec<usize>,
    places: Vec<u32>,
}

impl Sorted {
    fn read(&mut self, neighbours: &Neighbours, tier: &[usize], places: &[usize]) {
        self.starts.clear();
        self.places.clear();
        self.starts.push(0);
        for vertex in tier {
            let near = neighbours.of(*vertex).iter();
            let start = self.places.len();
            self.places.extend(near.map(|neighbour| u32::try_from(places[*neighbour]).unwrap_or(u32::MAX)));
            self.places[start..].sort_unstable();
            self.starts.push(self.places.len());
        }
    }

    fn of(&self, number: usize) -> &[u32] {
        &self.places[self.starts[number]..self.starts[number + 1]]
    }
}
