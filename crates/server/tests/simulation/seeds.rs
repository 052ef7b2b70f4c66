//! The seeds that are run.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::plan::Plan;
use crate::run::run;
use crate::shrink::shrink;

/// How many seeds are run unless `TANDEM_SIM_SEEDS` says otherwise.
const SEEDS: u64 = 200;

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|number| number.parse().expect("a number"))
}

/// Runs seeds on every core and returns a report of the first that fails.
fn first_failure(seeds: Range<u64>) -> Option<String> {
    let next = AtomicU64::new(seeds.start);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return None;
            }
            let plan = Plan::from_seed(seed);
            if let Err(fault) = run(&plan) {
                next.store(seeds.end, Ordering::Relaxed);
                return Some(report(&plan, &fault));
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().find_map(|thread| thread.join().unwrap())
    })
}

/// Says what went wrong, how to see it again, and the shortest way there.
fn report(plan: &Plan, fault: &str) -> String {
    let seed = plan.seed;
    let (short, short_fault) = shrink(plan, fault.to_owned());
    let mut text = format!("seed {seed} fails: {fault}\n");
    writeln!(text, "run it again with TANDEM_SIM_SEED={seed} cargo test -p server --test simulation").unwrap();
    writeln!(text, "{} of its {} steps are enough: {short_fault}", short.steps.len(), plan.steps.len()).unwrap();
    writeln!(text, "{} boards, latencies {:?}", short.boards, short.latencies).unwrap();
    for (step, pause) in &short.steps {
        writeln!(text, "  {step:?}, then {pause:?}").unwrap();
    }
    text
}

#[track_caller]
fn check(seeds: Range<u64>) {
    if let Some(report) = first_failure(seeds) {
        panic!("{report}");
    }
}

#[test]
fn replicas_converge_and_nothing_acknowledged_is_lost() {
    match (from_environment("TANDEM_SIM_SEED"), from_environment("TANDEM_SIM_SEEDS")) {
        (Some(seed), count) => check(seed..seed + count.unwrap_or(1)),
        (None, count) => check(0..count.unwrap_or(SEEDS)),
    }
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    // With two boards there is more that could come in another order.
    let two_boards = (0..).map(Plan::from_seed).filter(|plan| plan.boards == 2).take(12);
    for plan in (0..4).map(Plan::from_seed).chain(two_boards) {
        let seed = plan.seed;
        let (first, second) = (run(&plan).unwrap(), run(&plan).unwrap());
        let differ = first.lines().zip(second.lines()).find(|(one, other)| one != other);
        assert!(first == second, "seed {seed}: {differ:?}");
        assert!(first.lines().count() > plan.steps.len());
    }
}
