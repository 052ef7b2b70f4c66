//! Sessions, what they wait for and what waits for them, in SQLite.

mod details;
mod row;
mod steps;

use std::collections::BTreeMap;

use async_trait::async_trait;
use engine::{SessionId, UserId};
use sqlx::sqlite::SqliteRow;

pub(super) use row::read_session;
pub(super) use steps::delete_of;

use super::SqliteStore;
use super::batch::{Entries, Verdict};
use super::column::{Unavailable, bound, limit};
use super::events::read_events;
use super::heads::{self, LogId};
use super::list::list;
use super::work::Work;
use crate::{
    AppendError, OpenRequest, ProjectId, Session, SessionDetails, SessionEvent, SessionFilter, SessionStep, Sessions,
    StoreError, WaitingMessage,
};
use row::{COLUMNS, columns, read_message, read_request};

const SESSION: &str = concat!("SELECT ", columns!(), " FROM sessions s WHERE s.id = $1 LIMIT 1");
/// A list of ids follows.
pub(super) const SESSIONS_IN: &str = concat!("SELECT ", columns!(), " FROM sessions s WHERE s.id IN");
const OF_CONVERSATIONS: &str = concat!("SELECT ", columns!(), " FROM sessions s WHERE s.conversation IN");
const MADE_FROM: &str = concat!("SELECT ", columns!(), " FROM sessions s WHERE s.imported IN");
const SESSIONS_OF: &str =
    concat!("SELECT ", columns!(), " FROM sessions s WHERE s.project = $1 AND s.id < $2 ORDER BY s.id DESC LIMIT $3");
const SESSIONS_OF_BOARD: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM sessions s WHERE s.project = $1 AND s.id < $2 AND s.board = $4 ORDER BY s.id DESC LIMIT $3"
);
const SESSIONS_OF_CARD: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM sessions s WHERE s.project = $1 AND s.id < $2 AND s.card = $5 AND ($4 IS NULL OR s.board = $4) \
     ORDER BY s.id DESC LIMIT $3"
);
const UNFINISHED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM sessions s WHERE s.status IN ('queued', 'running', 'waiting') AND s.id > $1 ORDER BY s.id LIMIT $2"
);
const INBOX: &str = concat!(
    "SELECT ",
    columns!(),
    ", r.session, r.id, r.kind, r.asked_at, r.data FROM members m JOIN open_requests r ON r.project = m.project \
     JOIN sessions s ON s.id = r.session WHERE m.user_id = $1 AND m.role IN ('editor', 'owner') \
     ORDER BY r.place LIMIT $2"
);
const REQUESTS: &str =
    "SELECT session, id, kind, asked_at, data FROM open_requests WHERE session = $1 ORDER BY place LIMIT 1000";
const REQUEST: &str =
    "SELECT session, id, kind, asked_at, data FROM open_requests WHERE session = $1 AND id = $2 LIMIT 1";
const MESSAGES: &str =
    "SELECT id, session, content, sent_by, sent_at FROM waiting_messages WHERE session = $1 ORDER BY place LIMIT 1000";
const EVENTS_BEFORE: &str = "SELECT n, kind, made_at, data, checksum FROM session_events \
     WHERE session = $1 AND n < $2 ORDER BY n DESC LIMIT $3";

/// Sorts before every id.
const BEFORE_ALL: &[u8] = &[];
/// Sorts after every id.
const AFTER_ALL: &[u8] = &[0xff; 17];

const READING: &str = "read sessions";

#[async_trait]
impl Sessions for SqliteStore {
    async fn create_session(&self, session: Session, first: SessionStep) -> Result<(), StoreError> {
        let log = LogId::Session(session.id);
        let work = Work::new("create a session", move |connection| Box::pin(steps::create(connection, session, first)));
        self.writer().write(work.writing_to(log)).await
    }

    async fn session(&self, id: SessionId) -> Result<Option<Session>, StoreError> {
        let query = sqlx::query(SESSION).bind(&id.as_bytes()[..]);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_session(&row)).transpose().unavailable(READING)
    }

    async fn sessions_of(
        &self,
        project: ProjectId,
        filter: SessionFilter,
        max: usize,
    ) -> Result<Vec<Session>, StoreError> {
        let before = filter.before.as_ref().map_or(AFTER_ALL, |id| &id.as_bytes()[..]);
        let board = filter.board.as_ref().map(|id| &id.as_bytes()[..]);
        let text = match (&filter.card, board) {
            (Some(_), _) => SESSIONS_OF_CARD,
            (None, Some(_)) => SESSIONS_OF_BOARD,
            (None, None) => SESSIONS_OF,
        };
        let mut query = sqlx::query(text).bind(&project.as_bytes()[..]).bind(before).bind(limit(max));
        if filter.card.is_some() || board.is_some() {
            query = query.bind(board);
        }
        if let Some(card) = &filter.card {
            query = query.bind(card);
        }
        let rows = query.fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_session).collect()).unavailable(READING)
    }

    async fn unfinished_sessions(&self, after: Option<SessionId>, max: usize) -> Result<Vec<Session>, StoreError> {
        let after = after.as_ref().map_or(BEFORE_ALL, |id| &id.as_bytes()[..]);
        let rows = sqlx::query(UNFINISHED).bind(after).bind(limit(max)).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_session).collect()).unavailable(READING)
    }

    async fn record(&self, session: SessionId, step: SessionStep) -> Result<(), AppendError> {
        if step.has_only_events() {
            return self.writer().append("append events", Entries::events(session, step.events)).await;
        }
        let work = Work::new("record a step", move |connection| Box::pin(steps::record(connection, session, step)));
        let verdict: Verdict = self.writer().write(work.writing_to(LogId::Session(session))).await?;
        verdict.into()
    }

    async fn fold_events(
        &self,
        session: SessionId,
        from: u64,
        to: u64,
        kinds: &[&'static str],
    ) -> Result<u64, StoreError> {
        let kinds = kinds.to_vec();
        let work =
            Work::new("fold events", move |connection| Box::pin(steps::fold(connection, session, from..=to, kinds)));
        self.writer().write(work).await
    }

    async fn last_event(&self, session: SessionId) -> Result<u64, StoreError> {
        let mut connection = self.readers().acquire().await.unavailable(READING)?;
        let head = heads::read(&mut connection, LogId::Session(session)).await.unavailable(READING)?;
        Ok(head.unwrap_or(0))
    }

    async fn events_before(
        &self,
        session: SessionId,
        before: u64,
        max: usize,
    ) -> Result<Vec<SessionEvent>, StoreError> {
        let query = sqlx::query(EVENTS_BEFORE).bind(&session.as_bytes()[..]).bind(bound(before)).bind(limit(max));
        let mut rows = query.fetch_all(self.readers()).await.unavailable("read events")?;
        rows.reverse();
        read_events(session, &rows)
    }

    async fn open_requests(&self, session: SessionId) -> Result<Vec<OpenRequest>, StoreError> {
        let rows = sqlx::query(REQUESTS).bind(&session.as_bytes()[..]).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(|row| read_request(row, 0)).collect()).unavailable(READING)
    }

    async fn open_request(&self, session: SessionId, id: &str) -> Result<Option<OpenRequest>, StoreError> {
        let query = sqlx::query(REQUEST).bind(&session.as_bytes()[..]).bind(id);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_request(&row, 0)).transpose().unavailable(READING)
    }

    async fn waiting_messages(&self, session: SessionId) -> Result<Vec<WaitingMessage>, StoreError> {
        let rows = sqlx::query(MESSAGES).bind(&session.as_bytes()[..]).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_message).collect()).unavailable(READING)
    }

    async fn details_of(&self, sessions: &[SessionId]) -> Result<Vec<SessionDetails>, StoreError> {
        details::read(self.readers(), sessions).await.unavailable(READING)
    }

    async fn sessions_holding(&self, conversations: &[[u8; 16]]) -> Result<Vec<Session>, StoreError> {
        if conversations.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<Vec<u8>> = conversations.iter().map(|id| id.to_vec()).collect();
        let mut sessions: BTreeMap<SessionId, Session> = BTreeMap::new();
        for text in [OF_CONVERSATIONS, MADE_FROM] {
            for row in list(text, "", &ids).fetch_all(self.readers()).await.unavailable(READING)? {
                let session = read_session(&row).unavailable(READING)?;
                sessions.insert(session.id, session);
            }
        }
        Ok(sessions.into_values().collect())
    }

    async fn inbox(&self, user: UserId, max: usize) -> Result<Vec<(Session, OpenRequest)>, StoreError> {
        let rows = sqlx::query(INBOX).bind(&user.as_bytes()[..]).bind(limit(max)).fetch_all(self.readers()).await;
        let read = |row: &SqliteRow| Ok((read_session(row)?, read_request(row, COLUMNS)?));
        rows.and_then(|rows| rows.iter().map(read).collect()).unavailable(READING)
    }
}
