//! Counts crossings between two tiers.

use super::tiers::Tiers;

/// Counts for any number of tiers, with memory that is used again.
#[derive(Default)]
pub struct Counter {
    /// A Fenwick tree over the places of the lower tier.
    sums: Vec<usize>,
    places: Vec<usize>,
}

impl Counter {
    /// Returns how many links between tier `upper` and the next cross, given every vertex's place in its tier.
    pub fn between(&mut self, tiers: &Tiers, order: &[Vec<usize>], places: &[usize], upper: usize) -> usize {
        let Some(lower) = order.get(upper + 1) else { return 0 };
        self.sums.clear();
        self.sums.resize(lower.len() + 1, 0);
        let (mut crossings, mut seen) = (0, 0);
        for vertex in &order[upper] {
            self.places.clear();
            self.places.extend(tiers.down.of(*vertex).iter().map(|neighbour| places[*neighbour]));
            for place in &self.places {
                crossings += seen - prefix(&self.sums, *place);
            }
            for place in &self.places {
                add(&mut self.sums, *place);
            }
            seen += self.places.len();
        }
        crossings
    }
}

/// Returns how many were added at places up to `place`.
fn prefix(sums: &[usize], place: usize) -> usize {
    let (mut index, mut sum) = (place + 1, 0);
    while index > 0 {
        sum += sums[index];
        index &= index - 1;
    }
    sum
}

fn add(sums: &mut [usize], place: usize) {
    let mut index = place + 1;
    while index < sums.len() {
        sums[index] += 1;
        index += index & index.wrapping_neg();
    }
}
