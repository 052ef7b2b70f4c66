//! The last number of each log, remembered so that an append need not ask for it.

use std::collections::HashMap;

use engine::{BoardId, SessionId};
use sqlx::SqliteConnection;

/// How many heads are remembered; past that all are forgotten, which costs one lookup each.
const MAX_HEADS: usize = 65_536;

const CHANGES_HEAD: &str = "SELECT COALESCE(MAX(seq), 0) FROM changes WHERE board = $1 LIMIT 1";
const EVENTS_HEAD: &str = "SELECT s.numbered_to, \
     COALESCE((SELECT MAX(e.n) FROM session_events e WHERE e.session = s.id), 0) FROM sessions s WHERE s.id = $1 LIMIT 1";

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
    /// Returns the last number of a log; `None` if it is of a session that is not there, which is never remembered.
    pub(super) async fn get(
        &mut self,
        connection: &mut SqliteConnection,
        log: LogId,
    ) -> Result<Option<u64>, sqlx::Error> {
        if let Some(head) = self.draft.get(&log).or_else(|| self.committed.get(&log)) {
            return Ok(Some(*head));
        }
        let head = read(connection, log).await?;
        if let Some(head) = head {
            self.draft.insert(log, head);
        }
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

    /// Forgets one log: it was written to in another way.
    pub(super) fn forget(&mut self, log: LogId) {
        self.draft.remove(&log);
        self.committed.remove(&log);
    }

    pub(super) fn forget_all(&mut self) {
        self.draft.clear();
        self.committed.clear();
    }
}

/// Returns the last number of a log as the database has it; `None` if it is of a session that is not there.
pub(super) async fn read(connection: &mut SqliteConnection, log: LogId) -> Result<Option<u64>, sqlx::Error> {
    let head = match log {
        LogId::Board(board) => {
            Some(sqlx::query_scalar(CHANGES_HEAD).bind(&board.as_bytes()[..]).fetch_one(connection).await?)
        }
        LogId::Session(session) => {
            let query = sqlx::query_as(EVENTS_HEAD).bind(&session.as_bytes()[..]);
            let ends: Option<(i64, i64)> = query.fetch_optional(connection).await?;
            ends.map(|(numbered_to, last)| numbered_to.max(last))
        }
    };
    Ok(head.map(|head: i64| u64::try_from(head).unwrap_or(0)))
}
