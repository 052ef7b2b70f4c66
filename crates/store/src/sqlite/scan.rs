//! Reading every record of every log, a page at a time, to say which are not what was written.

use engine::{BoardId, SessionId};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use super::changes::{read_change, read_snapshot};
use super::column::{get, id};
use super::events::read_event;
use crate::gaps::{self, Gaps};

/// How many findings are kept; whoever has that many needs a backup, not a longer list.
pub(super) const MAX_FINDINGS: usize = 100;

/// The owner comes last, so that the columns before it are those of the other reads.
const CHANGES: &str = "SELECT seq, id, author, made_at, body, checksum, board FROM changes \
     WHERE (board, seq) > ($1, $2) ORDER BY board, seq LIMIT 256";
const EVENTS: &str = "SELECT n, kind, made_at, data, checksum, session FROM session_events \
     WHERE (session, n) > ($1, $2) ORDER BY session, n LIMIT 256";
const HAS_SESSIONS: &str = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'sessions' LIMIT 1";
/// Sessions whose log ends before a number that was once taken.
const LOST_ENDS: &str = "SELECT s.id, s.numbered_to, s.last FROM (SELECT id, numbered_to, \
     COALESCE((SELECT MAX(e.n) FROM session_events e WHERE e.session = sessions.id), 0) AS last FROM sessions) s \
     WHERE s.numbered_to > s.last ORDER BY s.id LIMIT 100";
/// Few at a time, because each may be megabytes.
const SNAPSHOTS: &str = "SELECT s.seq, s.hash, s.bytes, s.checksum, s.board, \
     (SELECT MAX(c.seq) FROM changes c WHERE c.board = s.board) FROM snapshots s \
     WHERE (s.board, s.seq) > ($1, $2) ORDER BY s.board, s.seq LIMIT 4";

/// What is wrong, one sentence each.
#[derive(Default)]
pub(super) struct Findings(Vec<String>);

impl Findings {
    pub(super) fn push(&mut self, finding: String) {
        if !self.is_full() {
            self.0.push(finding);
        }
    }

    fn extend(&mut self, findings: Option<Vec<String>>) {
        findings.into_iter().flatten().for_each(|finding| self.push(finding));
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MAX_FINDINGS
    }

    pub(super) fn into_vec(self) -> Vec<String> {
        self.0
    }
}

pub(super) async fn scan(connection: &mut SqliteConnection, findings: &mut Findings) -> Result<(), sqlx::Error> {
    let mut last = 0;
    walk(connection, CHANGES, 6, findings, |owner, row, findings| {
        let board = BoardId::from_bytes(owner.id);
        let stored: i64 = get(row, 0)?;
        last = if owner.first { 0 } else { last };
        if stored != last + 1 {
            findings.push(format!("board {board}: change {} is missing (the next is {stored})", last + 1));
        }
        last = stored;
        if let Err(damage) = read_change(&board, 0, row) {
            findings.push(format!("board {board}: change {} is damaged: {}", damage.number, damage.what));
        }
        Ok(stored)
    })
    .await?;
    scan_events(connection, findings).await?;
    walk(connection, SNAPSHOTS, 4, findings, |owner, row, findings| {
        let board = BoardId::from_bytes(owner.id);
        let stored: i64 = get(row, 0)?;
        let head: Option<i64> = get(row, 5)?;
        if head.is_none_or(|head| stored > head) {
            findings.push(format!("board {board}: snapshot {stored} lies beyond the end of the log"));
        }
        if let Err(damage) = read_snapshot(&board, row) {
            findings.push(format!("board {board}: snapshot {} is damaged: {}", damage.number, damage.what));
        }
        Ok(stored)
    })
    .await
}

/// Says which events are damaged, and which are missing that were not folded away.
async fn scan_events(connection: &mut SqliteConnection, findings: &mut Findings) -> Result<(), sqlx::Error> {
    // One view of the logs: they may be folded between two pages.
    let mut view = connection.begin().await?;
    let mut log: Option<Gaps> = None;
    walk(&mut view, EVENTS, 5, findings, |owner, row, findings| {
        let session = SessionId::from_bytes(owner.id);
        if owner.first {
            findings.extend(log.take().map(Gaps::finish));
        }
        let stored: i64 = get(row, 0)?;
        let event = read_event(&session, row);
        let done = event.as_ref().ok().filter(|event| event.kind == "done").map(|event| &*event.data);
        findings.extend(Some(log.get_or_insert_with(|| Gaps::new(session)).next(stored, done)));
        if let Err(damage) = event {
            findings.push(format!("session {session}: event {} is damaged: {}", damage.number, damage.what));
        }
        Ok(stored)
    })
    .await?;
    findings.extend(log.map(Gaps::finish));
    // A backup of an older program has no such table.
    if sqlx::query(HAS_SESSIONS).fetch_optional(&mut *view).await?.is_some() {
        for row in sqlx::query(LOST_ENDS).fetch_all(&mut *view).await? {
            let session = id(&row, 0, SessionId::from_bytes)?;
            findings.push(gaps::lost_end(session, get(&row, 2)?, get(&row, 1)?));
        }
    }
    view.rollback().await
}

/// Whose record it is, and whether it is the first of theirs.
struct Owner {
    id: [u8; 16],
    first: bool,
}

/// Visits the rows of a table in the order of its key; `visit` returns the row's number.
async fn walk(
    connection: &mut SqliteConnection,
    text: &'static str,
    owner_column: usize,
    findings: &mut Findings,
    mut visit: impl FnMut(&Owner, &SqliteRow, &mut Findings) -> Result<i64, sqlx::Error>,
) -> Result<(), sqlx::Error> {
    // Before every key: no owner is shorter, and a row may carry any number.
    let (mut owner, mut number) = (Vec::new(), 0);
    while !findings.is_full() {
        let query = sqlx::query(AssertSqlSafe(text)).bind(owner.clone()).bind(number);
        let rows = query.fetch_all(&mut *connection).await?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            let bytes: &[u8] = get(row, owner_column)?;
            let first = bytes != owner;
            if first {
                bytes.clone_into(&mut owner);
            }
            let Ok(id) = bytes.try_into() else {
                findings.push("a record belongs to nothing: its id is not 16 bytes long".to_owned());
                number = get(row, 0)?;
                continue;
            };
            number = visit(&Owner { id, first }, row, findings)?;
        }
    }
    Ok(())
}
