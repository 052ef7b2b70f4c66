//! Every bound of sessions, in one place.

use std::time::Duration;

/// Asks that may wait for a session.
pub const ASK_QUEUE: usize = 64;
/// How long an ask may take before its caller is told to try again.
pub const ASK_DEADLINE: Duration = Duration::from_secs(20);
/// Events an agent may hand over at once.
pub const EVENTS_AT_ONCE: usize = 128;
/// Text of an answer is gathered for this long, or until it is this much, before it is written down and shown.
///
/// Every event costs about a hundred bytes beside its text; gathered like this, that is less than the text itself.
pub const DELTA_WINDOW: Duration = Duration::from_millis(400);
pub const DELTA_BYTES: usize = 1_024;
/// How long after a turn its drops are folded away: a follower that is a little behind still gets them.
pub const FOLD_AFTER: Duration = Duration::from_secs(10);
/// Bytes of one answer that are kept.
pub const MAX_ANSWER_BYTES: usize = 1024 * 1024;
/// Recent events kept in memory for those who follow, and their bytes.
pub const RECENT_EVENTS: usize = 256;
pub const RECENT_BYTES: usize = 1024 * 1024;
/// Events a follower that is behind reads at once.
pub const FOLLOW_PAGE: usize = 200;
/// How long an agent's process is kept when it has nothing to do.
pub const KEEP_IDLE_PROCESS: Duration = Duration::from_mins(10);
/// How long a session without process, asks and followers stays in memory.
pub const KEEP_IN_MEMORY: Duration = Duration::from_secs(30);
/// Bytes of a message, an answer, feedback or an edited plan.
pub const MAX_MESSAGE_BYTES: usize = 128 * 1024;
/// Messages that may wait for one agent.
pub const MAX_WAITING_MESSAGES: usize = 100;
/// Characters of a title.
pub const MAX_TITLE_CHARS: usize = 200;
/// How long to wait before writing again what could not be written.
pub const WRITE_AGAIN: Duration = Duration::from_millis(500);
/// How far back a fork of forks that have not begun looks for the conversation it goes on with.
pub const MAX_FORKS: usize = 100;
/// How many events a restart looks back for the begin of a turn that was cut off.
pub const MAX_LOOK_BACK: usize = 20_000;
/// Sessions a restart reads at once.
pub const RECOVER_PAGE: usize = 100;
/// Nudges a slow listener may be behind before it is told to look at everything.
pub const NUDGE_QUEUE: usize = 256;
/// The most a session is counted to have used: what every reader of a number can still read.
pub const MAX_TOKENS: u64 = 1 << 53;
pub const MAX_COST_USD: f64 = 1e9;
/// How much of a session an agent is told that has forgotten it, and how far back is looked for that.
pub const RECAP_BYTES: usize = 16 * 1024;
pub const RECAP_EVENTS: usize = 500;

/// How many pulses of sessions wait for one who looks after cards; who falls behind looks at its cards anew.
pub const PULSE_QUEUE: usize = 1_024;

/// How often what an agent is writing for a board is shown, at most; the first of it is shown at once.
pub const DRAFT_EVERY: Duration = Duration::from_millis(100);
/// Calls of one session that are shown while they are being written.
pub const MAX_DRAFTED_CALLS: usize = 8;

/// How much is said of what an agent is doing.
pub const MAX_DOING_CHARS: usize = 120;

/// Boards of one page of a list, unless asked otherwise and at most.
pub const BOARDS_PER_PAGE: usize = 50;
pub const MAX_BOARDS_PER_PAGE: usize = 200;
/// Bytes of nodes an agent is given at once: more than a model can use of one answer would be cut by its program.
pub const READ_PAGE_BYTES: usize = 48 * 1024;
