//! Drives the `git` program: worktrees, snapshots, diffs and merges of one repository.
//!
//! A [`Repo`] is one work tree, the main one or a linked one. What is given to git are argument vectors: names are
//! checked before they become arguments, paths are literal and come after `--`, and there is no shell. In a repository
//! that is not trusted, nothing of the repository runs; see [`Trust`].

mod commit;
mod diff;
mod error;
mod gh;
mod history;
mod hunks;
mod init;
mod kept;
pub mod limits;
mod merge;
mod names;
mod program;
mod repo;
mod run;
mod snapshot;
mod stage;
mod status;
mod trust;
mod update;
mod worktrees;

pub use diff::{Change, ChangedFile, Compared, Content, Diff, DiffSize};
pub use error::GitError;
pub use gh::{Gh, PullRequest, Readiness};
pub use history::{AheadBehind, BranchTip, LoggedCommit};
pub use hunks::{FileDiff, Hunk, Line, LineKind};
pub use kept::Removed;
pub use merge::{ConflictedFile, Merged, Strategy};
pub use names::{Branch, Commit, InvalidName, KeptRef, Tree, branch_name};
pub use program::{Git, Identity};
pub use repo::{Head, Repo};
pub use snapshot::Snapshot;
pub use status::{Conflict, FileState, FileStatus, Status};
pub use trust::Trust;
pub use update::{OnConflict, Updated};
pub use worktrees::{AddedWorktree, Dirty, Made, Worktree};
