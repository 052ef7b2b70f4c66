//! Every bound of a call to git, in one place.

use std::time::Duration;

/// How long a call may take that reads or writes what is there.
pub const LOCAL_DEADLINE: Duration = Duration::from_secs(30);
/// How long a call may take that writes or reads a whole work tree, or runs the hooks of a trusted repository.
pub const TREE_DEADLINE: Duration = Duration::from_mins(10);
/// How long a call may take that talks to another machine.
pub const REMOTE_DEADLINE: Duration = Duration::from_mins(3);
/// How long git may take to tidy up when it is asked to end, before it is killed.
pub const TERMINATE_DEADLINE: Duration = Duration::from_secs(2);
/// How long we wait for the end of the output of a git that has ended: a hook's child may hold the pipe.
pub const PIPE_DEADLINE: Duration = Duration::from_secs(1);

/// Bytes of output of one call that are kept.
pub const MAX_OUTPUT_BYTES: usize = 4 * 1024 * 1024;
/// Bytes kept of what a call prints as diagnostics.
pub const MAX_DIAGNOSTICS_BYTES: usize = 16 * 1024;
/// Bytes of the diagnostics that become part of an error.
pub const MAX_MESSAGE_BYTES: usize = 4 * 1024;

/// Files of one status or one diff.
pub const MAX_FILES: usize = 2_000;
/// Bytes of the diff of one file, and its lines.
pub const MAX_PATCH_BYTES: usize = 1024 * 1024;
pub const MAX_PATCH_LINES: usize = 10_000;
/// Lines of context around a hunk.
pub const MAX_CONTEXT_LINES: u32 = 1_000;

/// Bytes of the name of a branch or another ref.
pub const MAX_NAME_BYTES: usize = 1_000;
/// Bytes of the part of a branch's name that comes from a title.
pub const MAX_SLUG_BYTES: usize = 40;
/// Settings of an untrusted repository that are disarmed; one with more is refused.
pub const MAX_DISARMED: usize = 512;
/// Submodules that are named.
pub const MAX_SUBMODULES: usize = 200;
/// Bytes of a file that holds a path.
pub const MAX_PATH_BYTES: u64 = 8 * 1024;
/// Commits that are made again one by one.
pub const MAX_REPLAYED: usize = 200;
/// Branches or commits of one list.
pub const MAX_LISTED: usize = 500;
/// Bytes of a list of paths that is handed on.
pub const MAX_PATHS_BYTES: usize = 64 * 1024 * 1024;
