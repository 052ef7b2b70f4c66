//! Plans that once failed, made short, each under the seed that found it.

use std::time::Duration;

use engine::RevertKind;

use crate::disk::Mode;
use crate::edit::Edit;
use crate::plan::{Ending, Plan, Step, Target};
use crate::run::run;

/// Runs a plan for this many clients; each step says how many milliseconds pass after it.
#[track_caller]
fn check(clients: usize, steps: &[(Step, u64)]) {
    let steps = steps.iter().map(|(step, pause_ms)| (*step, Duration::from_millis(*pause_ms))).collect();
    let plan = Plan { seed: 0, boards: 1, latencies: vec![Duration::ZERO; clients], steps };
    if let Err(fault) = run(&plan) {
        panic!("{fault}");
    }
}

/// The room's panic took the answers with it, while the connection lived on and its client waited for ever.
#[test]
fn seed_55_a_room_that_died_left_changes_unanswered() {
    check(
        2,
        &[
            (Step::Disk(Mode::Panicking), 0),
            (Step::Edit { client: 0, board: 0, edit: Edit::MoveCard(0) }, 427),
            (Step::Edit { client: 0, board: 0, edit: Edit::DeleteColumn(1) }, 65_000),
        ],
    );
}

/// A change that is in the log was sent again to a full disk and rejected with a retry: its client knew better.
#[test]
fn seed_159_a_retry_was_said_of_a_change_already_shown() {
    check(
        4,
        &[
            (Step::Disk(Mode::Slow(42)), 0),
            (Step::Revert { client: 0, board: 0, kind: RevertKind::Undo, target: Target::Last }, 154),
            (Step::Edit { client: 0, board: 0, edit: Edit::Link(17_861) }, 7),
            (Step::Restart { how: Ending::Graceful, pause: Duration::ZERO }, 144),
            (Step::Disk(Mode::Full), 3),
            (Step::Nothing, 1_000),
        ],
    );
}
