//! Every bound of cards at work, in one place.

use std::time::Duration;

/// What people ask of one board's desk at a time; askers wait when it is full.
pub const ASK_QUEUE: usize = 64;
/// Filed reports that are told; who lags behind looks for itself.
pub const REPORT_QUEUE: usize = 64;
/// How long an ask waits for its answer.
pub const ASK_DEADLINE: Duration = Duration::from_secs(20);
/// Records of a board's log read at once.
pub const LOG_PAGE: usize = 500;
/// Boards taken up at once after a restart.
pub const RECOVER_PAGE: usize = 100;
/// How long a usage limit that names no time is waited out.
pub const PARK_FOR: Duration = Duration::from_mins(15);
/// The least time a card stays parked, whatever the service says.
pub const PARK_AT_LEAST: Duration = Duration::from_secs(5);
/// When what the disk refused is written again.
pub const WRITE_AGAIN: Duration = Duration::from_secs(1);
/// How long an agent that was told to stop may take, before it is ended.
pub const STOP_PATIENCE: Duration = Duration::from_secs(30);
/// How long a desk without work and watchers stays.
pub const IDLE_CLOSE: Duration = Duration::from_mins(2);
/// How much of a best-practices file is read.
pub const MAX_RULES_BYTES: u64 = 256 * 1024;
/// Rules of a best-practices file that count.
pub const MAX_RULES: usize = 100;
/// Characters of a rule.
pub const MAX_RULE_CHARS: usize = 1_000;
/// Characters of what a review says about one thing.
pub const MAX_NOTE_CHARS: usize = 4_000;
/// Places a verdict names.
pub const MAX_PLACES: usize = 50;
/// Steps of a plan that a review judges.
pub const MAX_STEPS: usize = 200;
/// Files that are listed as departures.
pub const MAX_DEPARTURES: usize = 200;
