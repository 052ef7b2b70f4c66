//! Makes a failing plan shorter, as far as that is cheap.

use crate::plan::Plan;
use crate::run::run;

/// How many runs shrinking may take.
const MOST_RUNS: usize = 400;

/// Returns the shortest failing plan found, and how it fails.
pub fn shrink(plan: &Plan, fault: String) -> (Plan, String) {
    let mut best = (plan.clone(), fault);
    let mut runs = 0;
    // First whole stretches are left out, then shorter ones, then single steps.
    let mut length = plan.steps.len();
    while length > 0 {
        let mut start = 0;
        while start < best.0.steps.len() && runs < MOST_RUNS {
            let mut shorter = best.0.clone();
            let end = (start + length).min(shorter.steps.len());
            shorter.steps.drain(start..end);
            runs += 1;
            match run(&shorter) {
                Err(fault) => best = (shorter, fault),
                Ok(_) => start += length,
            }
        }
        length /= 2;
    }
    best
}
