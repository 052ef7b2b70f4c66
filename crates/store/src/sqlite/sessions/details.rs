//! What is shown of a page of sessions beside the sessions: one query for each kind, however many there are.

use std::collections::HashMap;
use std::sync::Arc;

use engine::SessionId;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, Sqlite, SqlitePool};

use super::row::{read_message, read_request};
use crate::sqlite::column::{get, id};
use crate::{OpenRequest, SessionDetails, WaitingMessage};

const LAST_EVENTS: &str = "SELECT s.id, s.numbered_to, \
     COALESCE((SELECT MAX(e.n) FROM session_events e WHERE e.session = s.id), 0) FROM sessions s WHERE s.id IN";
const REQUESTS: &str = "SELECT session, id, kind, asked_at, data FROM open_requests WHERE session IN";
const MESSAGES: &str = "SELECT id, session, content, sent_by, sent_at FROM waiting_messages WHERE session IN";
const IN_ORDER: &str = "ORDER BY place";

/// What is read of all of them together.
const MAX_ROWS: usize = 100_000;

pub(super) async fn read(readers: &SqlitePool, sessions: &[SessionId]) -> Result<Vec<SessionDetails>, sqlx::Error> {
    if sessions.is_empty() {
        return Ok(Vec::new());
    }
    let mut found: HashMap<SessionId, SessionDetails> = HashMap::new();
    for row in of(LAST_EVENTS, "", sessions).fetch_all(readers).await? {
        let details = found.entry(id(&row, 0, SessionId::from_bytes)?).or_default();
        details.last_event = u64::try_from(get::<i64>(&row, 1)?.max(get(&row, 2)?)).unwrap_or(0);
    }
    for row in of(REQUESTS, IN_ORDER, sessions).fetch_all(readers).await? {
        let request: OpenRequest = read_request(&row, 0)?;
        found.entry(request.session).or_default().requests.push(request);
    }
    for row in of(MESSAGES, IN_ORDER, sessions).fetch_all(readers).await? {
        let message: WaitingMessage = read_message(&row)?;
        found.entry(message.session).or_default().messages.push(message);
    }
    Ok(sessions.iter().map(|session| found.get(session).cloned().unwrap_or_default()).collect())
}

/// Asks for rows of these sessions. The list is filled up to a power of two, so that few statements serve every page.
fn of<'q>(select: &str, order: &str, sessions: &[SessionId]) -> Query<'q, Sqlite, SqliteArguments> {
    let places = sessions.len().next_power_of_two();
    let list = vec!["?"; places].join(", ");
    let text: Arc<str> = format!("{select} ({list}) {order} LIMIT {MAX_ROWS}").into();
    let last = sessions.last().into_iter().cycle();
    let ids = sessions.iter().chain(last).take(places);
    ids.fold(sqlx::query(AssertSqlSafe(text)), |query, session| query.bind(session.as_bytes().to_vec()))
}
