//! Every bound of a conversation with the model API.

use std::time::Duration;

/// Bytes of one event of the answer's stream.
pub const MAX_EVENT_BYTES: usize = 1024 * 1024;
/// Bytes of everything in one answer, and how many blocks they may come in.
pub const MAX_REPLY_BYTES: usize = 8 * 1024 * 1024;
pub const MAX_REPLY_BLOCKS: usize = 256;
/// Tokens of one answer; every model since the fourth generation can say as many.
pub const MAX_OUTPUT_TOKENS: u32 = 32_000;
/// Bytes read of an answer that is an error, and characters of it that are shown.
pub const MAX_ERROR_BYTES: usize = 64 * 1024;
pub const MAX_ERROR_CHARS: usize = 500;
/// Tools that run at the same time.
pub const MAX_PARALLEL_CALLS: usize = 4;
/// Requests of one turn.
pub const MAX_ROUNDS: usize = 100;
/// Messages that may wait for their turn.
pub const MAX_QUEUED_MESSAGES: usize = 64;
/// What one call of `ask_user` may hold.
pub const MAX_QUESTIONS: usize = 4;
pub const MAX_OPTIONS: usize = 8;
/// Bytes of a conversation's file; the service takes half as much in one request.
pub const MAX_HISTORY_BYTES: u64 = 64 * 1024 * 1024;
/// How long the service may take to be reached, and then to say anything more.
pub const CONNECT_DEADLINE: Duration = Duration::from_secs(30);
pub const IDLE_DEADLINE: Duration = Duration::from_mins(5);
