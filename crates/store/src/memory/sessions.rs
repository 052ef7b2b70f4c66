use std::collections::BTreeMap;

use async_trait::async_trait;
use engine::{BoardId, SessionId, UserId};

use super::events::Events;
use super::{MemoryStore, State as Whole};
use crate::{
    AppendError, OpenRequest, ProjectId, Role, Session, SessionDetails, SessionEvent, SessionFilter, SessionStatus,
    SessionStep, Sessions, StoreError, WaitingMessage,
};

/// The bound of a session's lists.
const MAX_LISTED: usize = 1_000;

/// Every session has a log among the events, be it empty.
#[derive(Default)]
pub(super) struct State {
    sessions: BTreeMap<SessionId, Session>,
    waits: Waits,
}

/// What waits for people and for agents, in the order in which it came.
#[derive(Clone, Default)]
struct Waits {
    requests: Vec<OpenRequest>,
    messages: Vec<WaitingMessage>,
}

impl State {
    pub(super) fn get(&self, id: SessionId) -> Option<&Session> {
        self.sessions.get(&id)
    }

    pub(super) fn has(&self, session: SessionId) -> bool {
        self.sessions.contains_key(&session)
    }

    pub(super) fn leave_board(&mut self, board: BoardId) {
        for session in self.sessions.values_mut().filter(|session| session.board == Some(board)) {
            session.board = None;
        }
    }
}

impl Waits {
    fn apply(&mut self, session: SessionId, step: &mut SessionStep) -> Result<(), StoreError> {
        for request in std::mem::take(&mut step.opened) {
            if self.request(session, &request.id).is_some() {
                return Err(StoreError::Exists { what: "request" });
            }
            self.requests.push(OpenRequest { session, ..request });
        }
        for id in &step.settled {
            let index = self.request(session, id).ok_or(StoreError::Missing { what: "request" })?;
            self.requests.remove(index);
        }
        for message in std::mem::take(&mut step.received) {
            if self.messages.iter().any(|other| other.session == session && other.id == message.id) {
                return Err(StoreError::Exists { what: "message" });
            }
            self.messages.push(WaitingMessage { session, ..message });
        }
        self.messages.retain(|message| message.session != session || !step.delivered.contains(&message.id));
        Ok(())
    }

    fn request(&self, session: SessionId, id: &str) -> Option<usize> {
        self.requests.iter().position(|request| request.session == session && request.id == id)
    }
}

impl Whole {
    fn record(&mut self, id: SessionId, mut step: SessionStep) -> Result<(), AppendError> {
        let missing = StoreError::Missing { what: "session" };
        let Some((log, session)) = self.events.get_mut(&id).zip(self.sessions.sessions.get_mut(&id)) else {
            return Err(missing.into());
        };
        if !log.follow(&step.events) {
            return Err(AppendError::Conflict);
        }
        let mut waits = self.sessions.waits.clone();
        waits.apply(id, &mut step)?;
        self.sessions.waits = waits;
        self.texts.add_events(id, &step.events);
        log.extend(step.events);
        if let Some(state) = step.session {
            if state.title != session.title {
                self.texts.retitle(id);
            }
            *session = Session {
                id,
                project: session.project,
                board: state.board.filter(|board| self.projects.has_board(*board)),
                parent: session.parent,
                forked_at: session.forked_at,
                imported: session.imported,
                created_by: session.created_by,
                created_at: session.created_at,
                ..state
            };
        }
        Ok(())
    }

    pub(super) fn remove_sessions(&mut self, project: ProjectId) {
        let gone = self.sessions.sessions.extract_if(.., |_, session| session.project == project);
        let gone: Vec<SessionId> = gone.map(|(id, _)| id).collect();
        for id in gone {
            self.events.remove(&id);
            self.texts.forget(id);
            self.cards.forget_session(id);
            self.sessions.waits.requests.retain(|request| request.session != id);
            self.sessions.waits.messages.retain(|message| message.session != id);
        }
    }
}

#[async_trait]
impl Sessions for MemoryStore {
    async fn create_session(&self, session: Session, first: SessionStep) -> Result<(), StoreError> {
        let mut state = self.write("create a session")?;
        let id = session.id;
        state.projects.expect_project(session.project)?;
        if session.board.is_some_and(|board| !state.projects.has_board(board)) {
            return Err(StoreError::Missing { what: "board" });
        }
        let same = |other: &Session| {
            other.id == id
                || (session.imported.is_some()
                    && (other.project, other.imported) == (session.project, session.imported))
        };
        if state.sessions.sessions.values().any(same) {
            return Err(StoreError::Exists { what: "session" });
        }
        state.events.insert(id, Events::default());
        state.sessions.sessions.insert(id, session);
        state.texts.retitle(id);
        let outcome = state.record(id, first);
        if outcome.is_err() {
            state.events.remove(&id);
            state.texts.forget(id);
            state.sessions.sessions.remove(&id);
        }
        outcome.map_err(|error| match error {
            AppendError::Conflict => StoreError::Exists { what: "event" },
            AppendError::Store(error) => error,
        })
    }

    async fn session(&self, id: SessionId) -> Result<Option<Session>, StoreError> {
        Ok(self.read().sessions.sessions.get(&id).cloned())
    }

    async fn sessions_of(
        &self,
        project: ProjectId,
        filter: SessionFilter,
        limit: usize,
    ) -> Result<Vec<Session>, StoreError> {
        let state = self.read();
        let wanted = |session: &&Session| {
            session.project == project
                && filter.board.is_none_or(|board| session.board == Some(board))
                && filter.card.as_ref().is_none_or(|card| session.card.as_ref() == Some(card))
                && filter.before.is_none_or(|before| session.id < before)
        };
        Ok(state.sessions.sessions.values().rev().filter(wanted).take(limit).cloned().collect())
    }

    async fn unfinished_sessions(&self, after: Option<SessionId>, limit: usize) -> Result<Vec<Session>, StoreError> {
        let state = self.read();
        let unfinished = |session: &&Session| match session.status {
            SessionStatus::Queued | SessionStatus::Running | SessionStatus::Waiting => Some(session.id) > after,
            SessionStatus::Idle | SessionStatus::Failed | SessionStatus::Ended => false,
        };
        Ok(state.sessions.sessions.values().filter(unfinished).take(limit).cloned().collect())
    }

    async fn record(&self, session: SessionId, step: SessionStep) -> Result<(), AppendError> {
        self.write("record a step")?.record(session, step)
    }

    async fn fold_events(
        &self,
        session: SessionId,
        from: u64,
        to: u64,
        kinds: &[&'static str],
    ) -> Result<u64, StoreError> {
        let mut state = self.write("fold events")?;
        let log = state.events.get_mut(&session).ok_or(StoreError::Missing { what: "session" })?;
        Ok(log.fold(from, to, kinds))
    }

    async fn last_event(&self, session: SessionId) -> Result<u64, StoreError> {
        Ok(self.read().events.get(&session).map_or(0, |log| log.last))
    }

    async fn events_before(
        &self,
        session: SessionId,
        before: u64,
        limit: usize,
    ) -> Result<Vec<SessionEvent>, StoreError> {
        Ok(self.read().events.get(&session).map_or_else(Vec::new, |log| log.before(before, limit)))
    }

    async fn open_requests(&self, session: SessionId) -> Result<Vec<OpenRequest>, StoreError> {
        let state = self.read();
        let own = state.sessions.waits.requests.iter().filter(|request| request.session == session);
        Ok(own.take(MAX_LISTED).cloned().collect())
    }

    async fn open_request(&self, session: SessionId, id: &str) -> Result<Option<OpenRequest>, StoreError> {
        let state = self.read();
        let waits = &state.sessions.waits;
        Ok(waits.request(session, id).map(|index| waits.requests[index].clone()))
    }

    async fn waiting_messages(&self, session: SessionId) -> Result<Vec<WaitingMessage>, StoreError> {
        let state = self.read();
        let own = state.sessions.waits.messages.iter().filter(|message| message.session == session);
        Ok(own.take(MAX_LISTED).cloned().collect())
    }

    async fn details_of(&self, sessions: &[SessionId]) -> Result<Vec<SessionDetails>, StoreError> {
        let mut found = Vec::with_capacity(sessions.len());
        for id in sessions {
            found.push(SessionDetails {
                last_event: self.last_event(*id).await?,
                requests: self.open_requests(*id).await?,
                messages: self.waiting_messages(*id).await?,
            });
        }
        Ok(found)
    }

    async fn sessions_holding(&self, conversations: &[[u8; 16]]) -> Result<Vec<Session>, StoreError> {
        let state = self.read();
        let holds = |session: &&Session| {
            let imported = session.imported.as_ref();
            conversations.contains(&session.conversation) || imported.is_some_and(|id| conversations.contains(id))
        };
        Ok(state.sessions.sessions.values().filter(holds).cloned().collect())
    }

    async fn inbox(&self, user: UserId, limit: usize) -> Result<Vec<(Session, OpenRequest)>, StoreError> {
        let state = self.read();
        let own = state.sessions.waits.requests.iter().filter_map(|request| {
            let session = state.sessions.sessions.get(&request.session)?;
            let role = state.projects.role(session.project, user)?;
            (role >= Role::Editor).then(|| (session.clone(), request.clone()))
        });
        Ok(own.take(limit).collect())
    }
}
