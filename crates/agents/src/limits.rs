//! Every bound of an agent, in one place.

use std::time::Duration;

/// Commands and events that may wait for their reader.
pub const COMMAND_QUEUE: usize = 64;
pub const EVENT_QUEUE: usize = 256;
/// Lines that may wait to be written to an agent.
pub const LINES_TO_WRITE: usize = 256;
/// Bytes of one line an agent prints; a longer one is dropped and said so.
pub const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
/// Bytes kept of the end of what it prints as diagnostics.
pub const STDERR_TAIL_BYTES: usize = 8 * 1024;
/// How long an agent may take to say that it is up.
pub const START_DEADLINE: Duration = Duration::from_mins(1);
/// How long an agent may take to end when asked to, and then when told to.
pub const STOP_DEADLINE: Duration = Duration::from_secs(5);
pub const TERMINATE_DEADLINE: Duration = Duration::from_secs(2);
/// Questions a person may have open from one run.
pub const MAX_OPEN_REQUESTS: usize = 64;
/// Bytes of one text of an agent that are kept: a result, an input, a plan.
pub const MAX_TEXT_BYTES: usize = 256 * 1024;
/// Bytes of the input of a call that are told while it is being written; of a longer one the rest is not.
pub const MAX_DRAFT_BYTES: usize = 256 * 1024;
/// Bytes of a name or an id that are kept.
pub const MAX_NAME_BYTES: usize = 512;
/// Subagents and commands in the background of which one run is kept track.
pub const MAX_TASKS: usize = 1_024;
/// Lines of a diff that are kept.
pub const MAX_DIFF_LINES: usize = 5_000;
