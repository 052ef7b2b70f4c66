//! The last number of each log, remembered so that an append need not ask for it.

use std::collections::HashMap;

use engine::{BoardId, SessionId};
use sqlx::SqliteConnection;

/// How many heads are remembered; past that all are forgotten, which costs one lookup each.
const MAX_HEADS: usize = 65_536;

const CHANGES_HEAD: &str = "SELECT COALESCE(MAX(seq), 0) FROM changes WHERE board = $1 LIMIT 1";
const EVENTS_HEAD: &str = "SELECT COALESCE(MAX(n), 0) FROM session_events WHERE session = $1 LIMIT 1";

/// Which log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LogId {
    Board(BoardId),
    Session(SessionId),
}

/// What is known to be committed, and what the open transaction adds to it.
#[derive(Default)]
pub(super) struct Heads {
    committed: HashMap<LogId, u64>,
    draft: HashMap<LogId, u64>,
}

impl Heads {
    pub(super) async fn get(&mut self, connection: &mut SqliteConnection, log: LogId) -> Result<u64, sqlx::Error> {
        if let Some(head) = self.draft.get(&log).or_else(|| self.committed.get(&log)) {
            return Ok(*head);
        }
        let head = read(connection, log).await?;
        self.draft.insert(log, head);
        Ok(head)
    }

    pub(super) fn advance(&mut self, log: LogId, head: u64) {
        self.draft.insert(log, head);
    }

    pub(super) fn commit(&mut self) {
        if self.committed.len() + self.draft.len() > MAX_HEADS {
            self.committed.clear();
        }
        self.committed.extend(self.draft.drain());
    }

    pub(super) fn roll_back(&mut self) {
        self.draft.clear();
    }

    /// Forgets one log: somebody else has written to it.
    pub(super) fn forget(&mut self, log: LogId) {
        self.draft.remove(&log);
        self.committed.remove(&log);
    }

    pub(super) fn forget_all(&mut self) {
        self.draft.clear();
        self.committed.clear();
    }
}

pub(super) async fn read(connection: &mut SqliteConnection, log: LogId) -> Result<u64, sqlx::Error> {
    let (text, id) = match &log {
        LogId::Board(board) => (CHANGES_HEAD, &board.as_bytes()[..]),
        LogId::Session(session) => (EVENTS_HEAD, &session.as_bytes()[..]),
    };
    let head: i64 = sqlx::query_scalar(text).bind(id).fetch_one(connection).await?;
    Ok(u64::try_from(head).unwrap_or(0))
}
