//! Isotonic regression: values that must not fall, each as near as can be to what it is drawn to.
//!
//! Neighbours that would come out in the wrong order are pooled and move as one ("pool adjacent violators").

use crate::geometry::same;

/// What draws a value to a place, and how strongly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pull {
    pub to: f64,
    pub weight: f64,
}

/// Returns values with a least sum of weighted distances. An item may have many pulls, in `pulls[starts[i]..starts[i + 1]]`,
/// or none, which goes with its neighbours. Where a whole range is best, its middle is taken.
pub fn nearest(pulls: &[Pull], starts: &[usize]) -> Vec<f64> {
    let mut pools: Vec<Pool> = Vec::new();
    for item in 0..starts.len().saturating_sub(1) {
        let mut sorted = pulls[starts[item]..starts[item + 1]].to_vec();
        sorted.sort_by(|a, b| a.to.total_cmp(&b.to));
        let mut pool = Pool { median: median(&sorted), sorted, count: 1 };
        while let Some(before) = pools.pop() {
            let is_in_order = match (before.median, pool.median) {
                (Some(before), Some(after)) => before <= after,
                (None, _) | (_, None) => false,
            };
            if is_in_order {
                pools.push(before);
                break;
            }
            pool = before.merged(pool);
        }
        pools.push(pool);
    }
    let values = pools.into_iter().flat_map(|pool| std::iter::repeat_n(pool.median.unwrap_or_default(), pool.count));
    values.collect()
}

struct Pool {
    sorted: Vec<Pull>,
    median: Option<f64>,
    count: usize,
}

impl Pool {
    fn merged(self, other: Self) -> Self {
        let (mut sorted, fewer) = if self.sorted.len() < other.sorted.len() {
            (other.sorted, self.sorted)
        } else {
            (self.sorted, other.sorted)
        };
        for pull in fewer {
            let place = sorted.partition_point(|other| other.to <= pull.to);
            sorted.insert(place, pull);
        }
        Self { median: median(&sorted), sorted, count: self.count + other.count }
    }
}

fn median(sorted: &[Pull]) -> Option<f64> {
    let half = sorted.iter().map(|pull| pull.weight).sum::<f64>() / 2.0;
    let mut sum = 0.0;
    let mut pulls = sorted.iter().peekable();
    while let Some(pull) = pulls.next() {
        sum += pull.weight;
        if sum > half && !same(sum, half) {
            return Some(pull.to);
        }
        if same(sum, half) {
            return Some(pulls.peek().map_or(pull.to, |next| pull.to + (next.to - pull.to) / 2.0));
        }
    }
    None
}
