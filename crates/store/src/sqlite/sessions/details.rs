//! What is shown of a page of sessions beside the sessions: one query for each kind, however many there are.

use std::collections::HashMap;

use engine::SessionId;
use sqlx::SqlitePool;

use super::row::{read_message, read_request};
use crate::sqlite::column::{get, id};
use crate::sqlite::list::list;
use crate::{OpenRequest, SessionDetails, WaitingMessage};

const LAST_EVENTS: &str = "SELECT s.id, s.numbered_to, \
     COALESCE((SELECT MAX(e.n) FROM session_events e WHERE e.session = s.id), 0) FROM sessions s WHERE s.id IN";
const REQUESTS: &str = "SELECT session, id, kind, asked_at, data FROM open_requests WHERE session IN";
const MESSAGES: &str = "SELECT id, session, content, sent_by, sent_at FROM waiting_messages WHERE session IN";
const IN_ORDER: &str = "ORDER BY place";

pub(super) async fn read(readers: &SqlitePool, sessions: &[SessionId]) -> Result<Vec<SessionDetails>, sqlx::Error> {
    if sessions.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Vec<u8>> = sessions.iter().map(|session| session.as_bytes().to_vec()).collect();
    let mut found: HashMap<SessionId, SessionDetails> = HashMap::new();
    for row in list(LAST_EVENTS, "", &ids).fetch_all(readers).await? {
        let details = found.entry(id(&row, 0, SessionId::from_bytes)?).or_default();
        details.last_event = u64::try_from(get::<i64>(&row, 1)?.max(get(&row, 2)?)).unwrap_or(0);
    }
    for row in list(REQUESTS, IN_ORDER, &ids).fetch_all(readers).await? {
        let request: OpenRequest = read_request(&row, 0)?;
        found.entry(request.session).or_default().requests.push(request);
    }
    for row in list(MESSAGES, IN_ORDER, &ids).fetch_all(readers).await? {
        let message: WaitingMessage = read_message(&row)?;
        found.entry(message.session).or_default().messages.push(message);
    }
    Ok(sessions.iter().map(|session| found.get(session).cloned().unwrap_or_default()).collect())
}
