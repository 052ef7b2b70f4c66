//! Group commit: whatever waits is written in one transaction, in as few statements as possible.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use engine::{BoardId, SessionId};
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, Connection, Sqlite, SqliteConnection};

use super::column::bound;
use super::heads::{Heads, LogId};
use crate::checksum::{ChangeParts, Checksum, EventParts};
use crate::{AppendError, LoggedChange, SessionEvent, StoreError, search};

pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// Rows per statement are powers of two up to this one, so nine prepared statements serve every batch.
const MAX_ROWS: usize = 256;
const SIZES: usize = MAX_ROWS.ilog2() as usize + 1;

/// What somebody wants appended to one log.
pub(super) enum Entries {
    Changes(Vec<ChangeRow>),
    Events(Vec<EventRow>),
}

pub(super) struct ChangeRow {
    board: BoardId,
    change: LoggedChange,
    checksum: Checksum,
}

pub(super) struct EventRow {
    session: SessionId,
    event: SessionEvent,
    checksum: Checksum,
    /// The words by which it can be found.
    words: Option<String>,
}

/// What became of one append in a transaction that was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Written,
    Conflict,
    /// The session whose log it is does not exist.
    Missing,
}

/// Writes all appends in one transaction. A taken id fails the whole with a unique violation.
pub(super) async fn write_together(
    connection: &mut SqliteConnection,
    heads: &mut Heads,
    batch: &[&Entries],
) -> Result<Vec<Verdict>, sqlx::Error> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    let mut verdicts = Vec::with_capacity(batch.len());
    let (mut changes, mut events) = (Vec::new(), Vec::new());
    for entries in batch {
        let verdict = entries.follow(&mut transaction, heads).await?;
        if verdict == Verdict::Written {
            match entries {
                Entries::Changes(rows) => changes.extend(rows),
                Entries::Events(rows) => events.extend(rows),
            }
        }
        verdicts.push(verdict);
    }
    let written = async {
        insert(&mut transaction, &changes).await?;
        insert_events(&mut transaction, &events).await
    };
    match written.await {
        Ok(()) => transaction.commit().await?,
        Err(error) => {
            // SQLite may have rolled back on its own; what went wrong first is what counts.
            if let Err(error) = transaction.rollback().await {
                tracing::debug!(%error, "There was nothing to roll back");
            }
            return Err(error);
        }
    }
    Ok(verdicts)
}

/// Writes each append behind a savepoint of its own, so that a taken id undoes only its own append.
pub(super) async fn write_apart(
    connection: &mut SqliteConnection,
    heads: &mut Heads,
    batch: &[&Entries],
) -> Result<Vec<Verdict>, sqlx::Error> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    let mut verdicts = Vec::with_capacity(batch.len());
    for entries in batch {
        let mut savepoint = transaction.begin().await?;
        let mut verdict = entries.follow(&mut savepoint, heads).await?;
        if verdict == Verdict::Written {
            let written = match entries {
                Entries::Changes(rows) => insert(&mut savepoint, &rows.iter().collect::<Vec<_>>()).await,
                Entries::Events(rows) => insert_events(&mut savepoint, &rows.iter().collect::<Vec<_>>()).await,
            };
            if let Err(error) = written {
                if !is_unique_violation(&error) {
                    return Err(error);
                }
                heads.forget_entries(entries);
                verdict = Verdict::Conflict;
            }
        }
        match verdict {
            Verdict::Written => savepoint.commit().await?,
            Verdict::Conflict | Verdict::Missing => savepoint.rollback().await?,
        }
        verdicts.push(verdict);
    }
    transaction.commit().await?;
    Ok(verdicts)
}

impl From<Verdict> for Result<(), AppendError> {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Written => Ok(()),
            Verdict::Conflict => Err(AppendError::Conflict),
            Verdict::Missing => Err(StoreError::Missing { what: "session" }.into()),
        }
    }
}

pub(super) fn is_unique_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

impl Entries {
    pub(super) fn changes(board: BoardId, changes: Vec<LoggedChange>) -> Self {
        Self::Changes(changes.into_iter().map(|change| ChangeRow::new(board, change)).collect())
    }

    pub(super) fn events(session: SessionId, events: Vec<SessionEvent>) -> Self {
        Self::Events(events.into_iter().map(|event| EventRow::new(session, event)).collect())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Changes(rows) => rows.len(),
            Self::Events(rows) => rows.len(),
        }
    }

    /// Decides whether these entries go on exactly where their log ends, and moves its head if so.
    async fn follow(&self, connection: &mut SqliteConnection, heads: &mut Heads) -> Result<Verdict, sqlx::Error> {
        let Some(log) = self.log() else { return Ok(Verdict::Written) };
        let Some(head) = heads.get(connection, log).await? else { return Ok(Verdict::Missing) };
        let dense = match self {
            Self::Changes(rows) => (head + 1..).zip(rows).all(|(next, row)| row.change.seq == next),
            Self::Events(rows) => (head + 1..).zip(rows).all(|(next, row)| row.event.n == next),
        };
        if !dense {
            return Ok(Verdict::Conflict);
        }
        heads.advance(log, head + self.len() as u64);
        Ok(Verdict::Written)
    }

    fn log(&self) -> Option<LogId> {
        match self {
            Self::Changes(rows) => rows.first().map(|row| LogId::Board(row.board)),
            Self::Events(rows) => rows.first().map(|row| LogId::Session(row.session)),
        }
    }
}

impl Heads {
    fn forget_entries(&mut self, entries: &Entries) {
        if let Some(log) = entries.log() {
            self.forget(log);
        }
    }
}

impl ChangeRow {
    pub(super) fn new(board: BoardId, change: LoggedChange) -> Self {
        let parts = ChangeParts {
            board: &board,
            seq: bound(change.seq),
            id: change.id.as_str().as_bytes(),
            author: change.author.as_bytes(),
            at: change.at.as_millis(),
            body: change.body.as_bytes(),
        };
        let checksum = parts.checksum();
        Self { board, change, checksum }
    }
}

impl EventRow {
    pub(super) fn new(session: SessionId, event: SessionEvent) -> Self {
        let parts = EventParts {
            session: &session,
            n: bound(event.n),
            kind: event.kind.as_bytes(),
            at: event.at.as_millis(),
            data: event.data.as_bytes(),
        };
        let checksum = parts.checksum();
        let words = search::said(&event.kind, &event.data).map(|said| search::fold(&said));
        Self { session, event, checksum, words }
    }
}

type Insert<'q> = Query<'q, Sqlite, SqliteArguments>;

/// A row that can be written many at a time.
pub(super) trait BatchRow {
    /// The statement for `2^size` rows.
    fn statement(size: usize) -> Arc<str>;
    fn bind<'q>(&self, query: Insert<'q>) -> Insert<'q>;
}

impl BatchRow for ChangeRow {
    fn statement(size: usize) -> Arc<str> {
        static STATEMENTS: LazyLock<[Arc<str>; SIZES]> =
            LazyLock::new(|| statements("changes (board, seq, id, author, made_at, body, checksum)", 7));
        Arc::clone(&STATEMENTS[size])
    }

    fn bind<'q>(&self, query: Insert<'q>) -> Insert<'q> {
        query
            .bind(&self.board.as_bytes()[..])
            .bind(bound(self.change.seq))
            .bind(self.change.id.as_str())
            .bind(Arc::clone(&self.change.author))
            .bind(self.change.at.as_millis())
            .bind(Arc::clone(&self.change.body))
            .bind(self.checksum)
    }
}

impl BatchRow for EventRow {
    fn statement(size: usize) -> Arc<str> {
        static STATEMENTS: LazyLock<[Arc<str>; SIZES]> =
            LazyLock::new(|| statements("session_events (session, n, kind, made_at, data, checksum)", 6));
        Arc::clone(&STATEMENTS[size])
    }

    fn bind<'q>(&self, query: Insert<'q>) -> Insert<'q> {
        query
            .bind(&self.session.as_bytes()[..])
            .bind(bound(self.event.n))
            .bind(self.event.kind.as_str())
            .bind(self.event.at.as_millis())
            .bind(Arc::clone(&self.event.data))
            .bind(self.checksum)
    }
}

/// Inserts events, and notes where their words are.
pub(super) async fn insert_events(connection: &mut SqliteConnection, rows: &[&EventRow]) -> Result<(), sqlx::Error> {
    insert(connection, rows).await?;
    for EventRow { session, event, words, .. } in rows {
        if let Some(words) = words {
            super::search::index(connection, *session, event.n, words).await?;
        }
    }
    Ok(())
}

/// Inserts rows with the fewest statements whose sizes are powers of two.
pub(super) async fn insert<R: BatchRow>(connection: &mut SqliteConnection, rows: &[&R]) -> Result<(), sqlx::Error> {
    let mut rest = rows;
    while !rest.is_empty() {
        let size = rest.len().min(MAX_ROWS).ilog2() as usize;
        let (now, later) = rest.split_at(1 << size);
        let query = sqlx::query(AssertSqlSafe(R::statement(size)));
        now.iter().fold(query, |query, row| row.bind(query)).execute(&mut *connection).await?;
        rest = later;
    }
    Ok(())
}

fn statements(table: &str, columns: usize) -> [Arc<str>; SIZES] {
    std::array::from_fn(|size| {
        let row = format!("({})", vec!["?"; columns].join(", "));
        let mut text = format!("INSERT INTO {table} VALUES {row}");
        for _ in 1..1 << size {
            // Writing to a string cannot fail.
            write!(text, ", {row}").unwrap_or_default();
        }
        text.into()
    })
}
