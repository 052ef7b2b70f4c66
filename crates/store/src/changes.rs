//! The log of each board, and snapshots that make reading it cheap.

use std::sync::Arc;

use async_trait::async_trait;
use engine::{BoardId, ChangeId, Seq, Timestamp};

use crate::{AppendError, StoreError};

/// One record of a board's log. `body` is the change as JSON: the text that is stored is the text that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedChange {
    pub seq: Seq,
    pub id: ChangeId,
    /// `Author::key` of who made it.
    pub author: Arc<str>,
    pub at: Timestamp,
    pub body: Arc<str>,
}

/// A document as it was at `seq`, as the engine wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSnapshot {
    pub seq: Seq,
    /// blake3 of `bytes`.
    pub hash: [u8; 32],
    pub bytes: Arc<[u8]>,
}

#[async_trait]
pub trait ChangeLog: Send + Sync + 'static {
    /// Appends changes with consecutive `seq`s to one board, all or none. Returns when they are on disk.
    async fn append(&self, board: BoardId, changes: Vec<LoggedChange>) -> Result<(), AppendError>;

    /// Returns up to `limit` changes after `after`, in order, each checked against its checksum and for gaps.
    async fn changes(&self, board: BoardId, after: Seq, limit: usize) -> Result<Vec<LoggedChange>, StoreError>;

    /// Returns the change with this id, if the board has it.
    async fn find_change(&self, board: BoardId, id: &ChangeId) -> Result<Option<LoggedChange>, StoreError>;

    /// Returns up to `limit` of an author's newest changes, newest first. `author` is an `Author::key`.
    async fn changes_by(&self, board: BoardId, author: &str, limit: usize) -> Result<Vec<LoggedChange>, StoreError>;

    /// Returns the `seq` of the board's last change, 0 for none.
    async fn head(&self, board: BoardId) -> Result<Seq, StoreError>;

    /// Returns the newest sound snapshot at or before `at_most`; a damaged one is logged and passed over.
    async fn snapshot(&self, board: BoardId, at_most: Seq) -> Result<Option<StoredSnapshot>, StoreError>;

    async fn save_snapshot(&self, board: BoardId, snapshot: StoredSnapshot) -> Result<(), StoreError>;
}
