//! Sessions of agents: what each is, what it waits for, and what has been said to it.
//!
//! Everything that waits for a person, and every message that waits for an agent, is a row here and survives a crash.

use std::sync::Arc;

use async_trait::async_trait;
use engine::{BoardId, SessionId, Timestamp, UserId};

use crate::{AppendError, ProjectId, SessionEvent, StoreError};

/// A session as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub id: SessionId,
    pub project: ProjectId,
    pub board: Option<BoardId>,
    /// The card it works on, on that board.
    pub card: Option<String>,
    pub title: String,
    /// Which agent, by its name.
    pub agent: String,
    pub mode: String,
    pub model: Option<String>,
    pub status: SessionStatus,
    /// What it was forked from.
    pub parent: Option<SessionId>,
    /// After which turn of that, if not after all that was said.
    pub forked_at: Option<u32>,
    /// The agent's own conversation that it was made from, if it was had elsewhere; once in a project.
    pub imported: Option<[u8; 16]>,
    /// The agent's own name for the conversation (16 bytes), and whether anything has been said in it.
    pub conversation: [u8; 16],
    pub begun: bool,
    pub created_by: UserId,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// When it joined the queue, while it is queued.
    pub queued_at: Option<Timestamp>,
    pub turns: u32,
    pub totals: Totals,
    /// JSON: why it failed, or until when it is parked; absent otherwise.
    pub failure: Option<String>,
    /// How its last turn ended.
    pub outcome: Option<TurnEnd>,
    pub approval: Option<Approval>,
    /// Where it works, if not in the project's folder.
    pub folder: Option<String>,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    Completed,
    Interrupted,
    Failed,
}

/// The plan that was approved last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The exact text.
    pub plan: Arc<str>,
    pub by: UserId,
    /// How many plans have been approved in this session.
    pub count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SessionStatus {
    /// Has something to do and waits for a place.
    Queued,
    Running,
    /// Waits for a person.
    Waiting,
    Idle,
    Failed,
    Ended,
}

impl SessionStatus {
    /// Tells whether an agent has something to do.
    pub fn is_busy(self) -> bool {
        matches!(self, Self::Queued | Self::Running | Self::Waiting)
    }
}

/// What a session has used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cache_read_tokens: u64,
    pub cache_write_tokens: u64,
    pub cost_usd: f64,
    /// How full the context is, as last heard.
    pub context_tokens: u64,
    pub context_window: Option<u64>,
}

/// Something a person is asked by a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRequest {
    pub session: SessionId,
    /// Unique within the session.
    pub id: String,
    /// `question`, `plan` or `permission`.
    pub kind: String,
    pub asked_at: Timestamp,
    /// JSON, the data of the event that asked.
    pub data: Arc<str>,
}

/// A message that has not yet reached the agent's conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingMessage {
    /// 16 bytes.
    pub id: [u8; 16],
    pub session: SessionId,
    pub content: String,
    pub sent_by: Option<UserId>,
    pub sent_at: Timestamp,
}

/// What happened in a session, written whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct SessionStep {
    /// Numbered on from the session's last.
    pub events: Vec<SessionEvent>,
    /// The session as it is after this.
    pub session: Option<Session>,
    pub opened: Vec<OpenRequest>,
    /// Requests that are settled; each must be open, or nothing is written: `Missing { what: "request" }`.
    pub settled: Vec<String>,
    pub received: Vec<WaitingMessage>,
    /// Messages that have reached the agent, or were taken back; those not waiting are passed over.
    pub delivered: Vec<[u8; 16]>,
}

impl SessionStep {
    /// Tells whether it goes on with the log and changes nothing else.
    pub(crate) fn has_only_events(&self) -> bool {
        let Self { events, session, opened, settled, received, delivered } = self;
        let nothing_else = opened.is_empty() && settled.is_empty() && received.is_empty() && delivered.is_empty();
        !events.is_empty() && session.is_none() && nothing_else
    }
}

/// What is shown of a session beside the session itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionDetails {
    /// 0 if it has none.
    pub last_event: u64,
    pub requests: Vec<OpenRequest>,
    pub messages: Vec<WaitingMessage>,
}

/// Which sessions to list.
#[derive(Clone, Debug, Default)]
pub struct SessionFilter {
    pub board: Option<BoardId>,
    pub card: Option<String>,
    /// Only those made before this one.
    pub before: Option<SessionId>,
}

#[async_trait]
pub trait Sessions: Send + Sync + 'static {
    /// Makes a session with its first events and messages. `Missing { what: "project" }` if there is no such project,
    /// or `"board"`; `Exists { what: "session" }` if the id is taken or what it was made from is there already, or `"event"` if the events do not count from 1.
    async fn create_session(&self, session: Session, first: SessionStep) -> Result<(), StoreError>;
    async fn session(&self, id: SessionId) -> Result<Option<Session>, StoreError>;
    /// Returns up to `limit` sessions of a project, the newest first (ids made later sort later).
    async fn sessions_of(
        &self,
        project: ProjectId,
        filter: SessionFilter,
        limit: usize,
    ) -> Result<Vec<Session>, StoreError>;
    /// Returns up to `limit` sessions that are queued, running or waiting, by id, after `after`.
    async fn unfinished_sessions(&self, after: Option<SessionId>, limit: usize) -> Result<Vec<Session>, StoreError>;

    /// Writes what happened. A session that is gone is `Missing { what: "session" }`.
    ///
    /// Whose a session is, what it was forked from and who made it when stay as they were. A board that is gone stays
    /// away. A request or message whose id is taken is `Exists { what: "request" }`, or `"message"`.
    async fn record(&self, session: SessionId, step: SessionStep) -> Result<(), AppendError>;
    /// Removes the events of these kinds numbered `from..=to`; what they said is in a later event. Returns how many.
    ///
    /// Their numbers stay taken. `verify` accepts the gaps only if the next `done` says, in `deltas`, as many as are
    /// gone since the one before. A session that is gone is `Missing { what: "session" }`.
    async fn fold_events(
        &self,
        session: SessionId,
        from: u64,
        to: u64,
        kinds: &[&'static str],
    ) -> Result<u64, StoreError>;
    /// Returns the number of the session's last event, 0 if it has none.
    async fn last_event(&self, session: SessionId) -> Result<u64, StoreError>;
    /// Returns up to `limit` events before number `before`, in order: the last ones.
    async fn events_before(
        &self,
        session: SessionId,
        before: u64,
        limit: usize,
    ) -> Result<Vec<SessionEvent>, StoreError>;

    /// Returns what a session waits for, the oldest first, at most 1,000.
    async fn open_requests(&self, session: SessionId) -> Result<Vec<OpenRequest>, StoreError>;
    async fn open_request(&self, session: SessionId, id: &str) -> Result<Option<OpenRequest>, StoreError>;
    /// Returns the messages that have not reached the agent, the oldest first, at most 1,000.
    async fn waiting_messages(&self, session: SessionId) -> Result<Vec<WaitingMessage>, StoreError>;
    /// Returns the last event, the open requests and the waiting messages of each of a page of sessions, in the page's
    /// order; empty for one that is not there.
    async fn details_of(&self, sessions: &[SessionId]) -> Result<Vec<SessionDetails>, StoreError>;
    /// Returns the sessions, by id, whose agents call their conversation one of these, or that were made from one of these.
    async fn sessions_holding(&self, conversations: &[[u8; 16]]) -> Result<Vec<Session>, StoreError>;
    /// Returns up to `limit` requests that wait for the user, the oldest first: those of projects they may edit.
    async fn inbox(&self, user: UserId, limit: usize) -> Result<Vec<(Session, OpenRequest)>, StoreError>;
}
