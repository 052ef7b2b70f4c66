//! Every bound of a room, in one place.

use std::time::Duration;

/// Commands waiting for one room; senders wait when it is full.
pub const COMMAND_QUEUE: usize = 1_024;
/// Changes handed to the store at once by one room.
pub const MAX_BATCH: usize = 512;
/// Frames waiting for one socket.
pub const OUTBOX_FRAMES: usize = 1_024;
/// Bytes waiting for one socket; a single larger frame still goes when nothing else waits.
pub const OUTBOX_BYTES: usize = 8 * 1024 * 1024;
/// Changes of one socket that are not answered yet.
pub const MAX_IN_FLIGHT: usize = 256;
/// Newest changes a room keeps in memory, for resends and for readers who missed a few.
pub const RECENT_CHANGES: usize = 1_024;
/// Bytes of those; older ones are read from the log.
pub const RECENT_BYTES: usize = 4 * 1024 * 1024;
/// A reader further behind than this gets a snapshot instead of changes.
pub const MAX_CATCH_UP: u64 = 2_000;
/// Fewest changes between two snapshots; a large board waits for as many changes as it has nodes.
pub const SNAPSHOT_EVERY: u64 = 500;
/// How long a room nobody watches stays open.
pub const IDLE_CLOSE: Duration = Duration::from_mins(1);
/// How often presence is passed on.
pub const PRESENCE_EVERY: Duration = Duration::from_millis(50);
/// Bytes of one peer's presence.
pub const MAX_PRESENCE_BYTES: usize = 4 * 1024;
/// Calls of tools whose ghosts one board shows while they are being written; the newest are kept.
pub const MAX_DRAFTS: usize = 8;
/// How long ghosts stay when nothing more is heard of their call.
pub const DRAFT_LASTS: Duration = Duration::from_secs(30);
/// Calls remembered for having been made, so that what comes late of one does not bring its ghosts back.
pub const RECENT_CALLS: usize = 64;
/// Records read from the store at once.
pub const READ_PAGE: usize = 1_000;
/// How many of an author's newest changes are looked through for the one to undo.
pub const UNDO_DEPTH: usize = 500;
/// How many changes of one agent turn are taken back as one; of a longer turn, the newest.
pub const TURN_CHANGES: usize = 5_000;
/// Boards whose nodes moved, waiting for one who wants to hear of it; who falls behind looks at all boards.
pub const MOVES_QUEUE: usize = 1_024;
/// How often a room starts over when other writers keep getting ahead of it.
pub const MAX_RETRIES: usize = 8;
