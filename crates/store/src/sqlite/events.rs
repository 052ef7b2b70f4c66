use async_trait::async_trait;
use engine::{SessionId, Timestamp};
use sqlx::sqlite::SqliteRow;

use super::SqliteStore;
use super::batch::Entries;
use super::changes::{Damage, text};
use super::column::{Unavailable, bound, get, limit};
use crate::checksum::EventParts;
use crate::{AppendError, EventLog, SessionEvent, StoreError};

pub(super) const EVENTS_AFTER: &str = "SELECT n, kind, made_at, data, checksum FROM session_events \
     WHERE session = $1 AND n > $2 ORDER BY n LIMIT $3";

const EVENTS_OF_KIND: &str = "SELECT n, kind, made_at, data, checksum FROM session_events \
     WHERE session = $1 AND n > $2 AND kind = $4 ORDER BY n LIMIT $3";

#[async_trait]
impl EventLog for SqliteStore {
    async fn append_events(&self, session: SessionId, events: Vec<SessionEvent>) -> Result<(), AppendError> {
        self.writer().append("append events", Entries::events(session, events)).await
    }

    async fn events(&self, session: SessionId, after: u64, max: usize) -> Result<Vec<SessionEvent>, StoreError> {
        let query = sqlx::query(EVENTS_AFTER).bind(&session.as_bytes()[..]).bind(bound(after)).bind(limit(max));
        let rows = query.fetch_all(self.readers()).await.unavailable("read events")?;
        read_events(session, &rows)
    }

    async fn events_of(
        &self,
        session: SessionId,
        kind: &str,
        after: u64,
        max: usize,
    ) -> Result<Vec<SessionEvent>, StoreError> {
        let query = sqlx::query(EVENTS_OF_KIND).bind(&session.as_bytes()[..]).bind(bound(after)).bind(limit(max));
        let rows = query.bind(kind).fetch_all(self.readers()).await.unavailable("read events")?;
        read_events(session, &rows)
    }
}

/// Reads events and checks each; which are missing is for `scan` to say, because folding leaves gaps.
pub(super) fn read_events(session: SessionId, rows: &[SqliteRow]) -> Result<Vec<SessionEvent>, StoreError> {
    let events: Result<_, Damage> = rows.iter().map(|row| read_event(&session, row)).collect();
    events.map_err(|damage| report(session, damage))
}

/// Reads an event and checks it.
pub(super) fn read_event(session: &SessionId, row: &SqliteRow) -> Result<SessionEvent, Damage> {
    let stored: i64 = get(row, 0).map_err(|error| Damage::new(0, error.to_string()))?;
    let n = u64::try_from(stored).map_err(|error| Damage::new(0, error.to_string()))?;
    let unreadable = |error: sqlx::Error| Damage::new(n, error.to_string());
    let kind: &[u8] = get(row, 1).map_err(unreadable)?;
    let at: i64 = get(row, 2).map_err(unreadable)?;
    let data: &[u8] = get(row, 3).map_err(unreadable)?;
    let checksum: i64 = get(row, 4).map_err(unreadable)?;
    if (EventParts { session, n: stored, kind, at, data }).checksum() != checksum {
        return Err(Damage::new(n, "its checksum does not match"));
    }
    let (Some(kind), Some(data)) = (text(kind), text(data)) else { return Err(Damage::new(n, "it is not text")) };
    Ok(SessionEvent { n, kind: kind.to_owned(), at: Timestamp::from_millis(at), data: data.into() })
}

fn report(session: SessionId, damage: Damage) -> StoreError {
    let Damage { number: n, what } = damage;
    tracing::error!(session.id = %session, n, what, "Event {n} of session {session} is damaged: {what}");
    StoreError::DamagedEvent { session, n, what }
}
