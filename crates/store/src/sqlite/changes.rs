use std::sync::Arc;

use async_trait::async_trait;
use engine::{BoardId, ChangeId, Seq, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::SqliteStore;
use super::batch::Entries;
use super::column::{Unavailable, bound, get, limit};
use super::heads::{self, LogId};
use super::work::{Work, WriteError};
use crate::checksum::{self, ChangeParts};
use crate::{AppendError, ChangeLog, LoggedChange, StoreError, StoredSnapshot, thin};

const CHANGES_AFTER: &str = "SELECT seq, id, author, made_at, body, checksum FROM changes \
     WHERE board = $1 AND seq > $2 ORDER BY seq LIMIT $3";
const CHANGE_BY_ID: &str =
    "SELECT seq, id, author, made_at, body, checksum FROM changes WHERE board = $1 AND id = $2 LIMIT 1";
const CHANGES_BY_AUTHOR: &str = "SELECT seq, id, author, made_at, body, checksum FROM changes \
     WHERE board = $1 AND author = $2 ORDER BY seq DESC LIMIT $3";
const CHANGE_EXISTS: &str = "SELECT 1 FROM changes WHERE board = $1 AND seq = $2 LIMIT 1";
const SNAPSHOT_AT_MOST: &str = "SELECT seq, hash, bytes, checksum FROM snapshots \
     WHERE board = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1";
/// One more than are kept, which is how many there are after one was added.
const SNAPSHOT_SEQS: &str = "SELECT seq FROM snapshots WHERE board = $1 ORDER BY seq LIMIT 33";
const DELETE_SNAPSHOT: &str = "DELETE FROM snapshots WHERE board = $1 AND seq = $2";
const INSERT_SNAPSHOT: &str = "INSERT INTO snapshots (board, seq, hash, bytes, checksum) VALUES ($1, $2, $3, $4, $5)";

const READING: &str = "read changes";

#[async_trait]
impl ChangeLog for SqliteStore {
    async fn append(&self, board: BoardId, changes: Vec<LoggedChange>) -> Result<(), AppendError> {
        self.writer().append("append changes", Entries::changes(board, changes)).await
    }

    async fn changes(&self, board: BoardId, after: Seq, max: usize) -> Result<Vec<LoggedChange>, StoreError> {
        let query = sqlx::query(CHANGES_AFTER).bind(&board.as_bytes()[..]).bind(bound(after)).bind(limit(max));
        let rows = query.fetch_all(self.readers()).await.unavailable(READING)?;
        let changes: Result<Vec<LoggedChange>, Damage> = rows
            .iter()
            .zip(after.saturating_add(1)..)
            .map(|(row, seq)| {
                let change = read_change(&board, seq, row)?;
                if change.seq == seq { Ok(change) } else { Err(Damage::new(seq, "it is missing")) }
            })
            .collect();
        changes.map_err(|damage| damage.report(board))
    }

    async fn find_change(&self, board: BoardId, id: &ChangeId) -> Result<Option<LoggedChange>, StoreError> {
        let query = sqlx::query(CHANGE_BY_ID).bind(&board.as_bytes()[..]).bind(id.as_str());
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_change(&board, 0, &row)).transpose().map_err(|damage| damage.report(board))
    }

    async fn changes_by(&self, board: BoardId, author: &str, max: usize) -> Result<Vec<LoggedChange>, StoreError> {
        let query = sqlx::query(CHANGES_BY_AUTHOR).bind(&board.as_bytes()[..]).bind(author).bind(limit(max));
        let rows = query.fetch_all(self.readers()).await.unavailable(READING)?;
        let changes: Result<_, Damage> = rows.iter().map(|row| read_change(&board, 0, row)).collect();
        changes.map_err(|damage| damage.report(board))
    }

    async fn head(&self, board: BoardId) -> Result<Seq, StoreError> {
        let mut connection = self.readers().acquire().await.unavailable(READING)?;
        Ok(heads::read(&mut connection, LogId::Board(board)).await.unavailable(READING)?.unwrap_or(0))
    }

    async fn snapshot(&self, board: BoardId, at_most: Seq) -> Result<Option<StoredSnapshot>, StoreError> {
        let mut at_most = bound(at_most);
        loop {
            let query = sqlx::query(SNAPSHOT_AT_MOST).bind(&board.as_bytes()[..]).bind(at_most);
            let Some(row) = query.fetch_optional(self.readers()).await.unavailable("read a snapshot")? else {
                return Ok(None);
            };
            let seq: i64 = row.try_get(0).unavailable("read a snapshot")?;
            match read_snapshot(&board, &row) {
                Ok(snapshot) => return Ok(Some(snapshot)),
                Err(damage) => damage.log_snapshot(board),
            }
            at_most = seq.saturating_sub(1);
        }
    }

    async fn save_snapshot(&self, board: BoardId, snapshot: StoredSnapshot) -> Result<(), StoreError> {
        let work = Work::new("save a snapshot", move |connection| Box::pin(save(connection, board, snapshot)));
        self.writer().write(work).await
    }
}

async fn save(connection: &mut SqliteConnection, board: BoardId, snapshot: StoredSnapshot) -> Result<(), WriteError> {
    let (id, seq) = (&board.as_bytes()[..], bound(snapshot.seq));
    let change = sqlx::query(CHANGE_EXISTS).bind(id).bind(seq).fetch_optional(&mut *connection).await?;
    change.ok_or(StoreError::Missing { what: "change" })?;
    sqlx::query(DELETE_SNAPSHOT).bind(id).bind(seq).execute(&mut *connection).await?;
    sqlx::query(INSERT_SNAPSHOT)
        .bind(id)
        .bind(seq)
        .bind(&snapshot.hash[..])
        .bind(&snapshot.bytes[..])
        .bind(checksum::of_snapshot(&board, seq, &snapshot.hash))
        .execute(&mut *connection)
        .await?;
    let seqs: Vec<i64> = sqlx::query_scalar(SNAPSHOT_SEQS).bind(id).fetch_all(&mut *connection).await?;
    let seqs: Vec<Seq> = seqs.into_iter().filter_map(|seq| Seq::try_from(seq).ok()).collect();
    if let Some(seq) = thin::to_drop(&seqs) {
        sqlx::query(DELETE_SNAPSHOT).bind(id).bind(bound(seq)).execute(&mut *connection).await?;
    }
    Ok(())
}

/// A record that is not what was written.
#[derive(Debug)]
pub(super) struct Damage {
    pub(super) number: u64,
    pub(super) what: String,
}

impl Damage {
    pub(super) fn new(number: u64, what: impl Into<String>) -> Self {
        Self { number, what: what.into() }
    }

    fn report(self, board: BoardId) -> StoreError {
        let Self { number: seq, what } = self;
        tracing::error!(board.id = %board, seq, what, "Change {seq} of board {board} is damaged: {what}");
        StoreError::Damaged { board, seq, what }
    }

    fn log_snapshot(self, board: BoardId) {
        let Self { number: seq, what } = self;
        tracing::error!(board.id = %board, seq, what, "Snapshot {seq} of board {board} is damaged: {what}");
    }
}

/// Reads a change and checks it; `expected` names it in a report when its own number cannot be read.
pub(super) fn read_change(board: &BoardId, expected: Seq, row: &SqliteRow) -> Result<LoggedChange, Damage> {
    let unreadable = |error: sqlx::Error| Damage::new(expected, error.to_string());
    let stored: i64 = get(row, 0).map_err(unreadable)?;
    let seq = Seq::try_from(stored).map_err(|error| Damage::new(expected, error.to_string()))?;
    let unreadable = |error: sqlx::Error| Damage::new(seq, error.to_string());
    // As bytes, because damaged text need not be text.
    let (id, author, body): (&[u8], &[u8], &[u8]) =
        (get(row, 1).map_err(unreadable)?, get(row, 2).map_err(unreadable)?, get(row, 4).map_err(unreadable)?);
    let at: i64 = get(row, 3).map_err(unreadable)?;
    let checksum: i64 = get(row, 5).map_err(unreadable)?;
    if (ChangeParts { board, seq: stored, id, author, at, body }).checksum() != checksum {
        return Err(Damage::new(seq, "its checksum does not match"));
    }
    let id = text(id).and_then(|id| ChangeId::parse(id).ok());
    let (Some(id), Some(author), Some(body)) = (id, text(author), text(body)) else {
        return Err(Damage::new(seq, "it is not text"));
    };
    Ok(LoggedChange { seq, id, author: author.into(), at: Timestamp::from_millis(at), body: body.into() })
}

/// Reads a snapshot and checks it.
pub(super) fn read_snapshot(board: &BoardId, row: &SqliteRow) -> Result<StoredSnapshot, Damage> {
    let stored: i64 = get(row, 0).map_err(|error| Damage::new(0, error.to_string()))?;
    let seq = Seq::try_from(stored).map_err(|error| Damage::new(0, error.to_string()))?;
    let unreadable = |error: sqlx::Error| Damage::new(seq, error.to_string());
    let hash: &[u8] = get(row, 1).map_err(unreadable)?;
    let bytes: &[u8] = get(row, 2).map_err(unreadable)?;
    let checksum: i64 = get(row, 3).map_err(unreadable)?;
    if checksum::of_snapshot(board, stored, hash) != checksum || blake3::hash(bytes).as_bytes() != hash {
        return Err(Damage::new(seq, "its hash does not match"));
    }
    Ok(StoredSnapshot { seq, hash: *blake3::hash(bytes).as_bytes(), bytes: Arc::from(bytes) })
}

pub(super) fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}
