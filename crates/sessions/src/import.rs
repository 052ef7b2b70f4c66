//! Taking over a conversation that was had with an agent elsewhere.

use agents::{Origin, PastConversation, PastTurn, Tokens};
use engine::{SessionId, Timestamp};
use store::{ProjectId, Session, SessionEvent, SessionStatus, SessionStep, StoreError, Totals, WaitingMessage};

use crate::entry::Entry;
use crate::error::SessionError;
use crate::journal::{Journal, TurnFacts};
use crate::sessions::{Sessions, Who, conversation, title};
use crate::turns::turn_end;
use crate::view::View;

impl Sessions {
    /// Makes a session that holds a conversation and goes on with a copy of it. A conversation is taken over once in a
    /// project: the second time the session that holds it is returned.
    pub async fn import(
        &self,
        project: ProjectId,
        agent: &str,
        past: PastConversation,
        who: &Who,
    ) -> Result<View, SessionError> {
        let taken = past.id.0.into_bytes();
        if let Some(session) = self.holding(project, taken).await? {
            return self.view(session).await;
        }
        let now = (self.config.now)();
        let id = SessionId::from_uuid((self.config.new_id)());
        let session = Session {
            id,
            project,
            board: None,
            card: None,
            title: title(&[Some(&past.title)]),
            agent: agent.to_owned(),
            mode: "chat".to_owned(),
            model: None,
            status: SessionStatus::Idle,
            parent: None,
            forked_at: None,
            imported: Some(taken),
            conversation: conversation(id),
            begun: false,
            created_by: who.id,
            created_at: now,
            updated_at: now,
            queued_at: None,
            turns: u32::try_from(past.turns.len()).unwrap_or(u32::MAX),
            totals: Totals::default(),
            failure: None,
            outcome: past.turns.last().map(|turn| turn_end(&turn.outcome)),
            approval: None,
            folder: None,
        };
        let step = SessionStep { events: self.log_of(id, &past, now), ..SessionStep::default() };
        match self.config.store.create_session(session, step).await {
            // Somebody else took it over at the same time.
            Err(StoreError::Exists { what: "session" }) => {
                let session = self.holding(project, taken).await?.ok_or(SessionError::Busy)?;
                self.view(session).await
            }
            outcome => {
                outcome?;
                self.view(id).await
            }
        }
    }

    async fn holding(&self, project: ProjectId, conversation: [u8; 16]) -> Result<Option<SessionId>, SessionError> {
        let found = self.config.store.sessions_holding(&[conversation]).await?;
        let holds = |session: &Session| session.project == project && session.imported == Some(conversation);
        Ok(found.into_iter().find(holds).map(|session| session.id))
    }

    fn log_of(&self, session: SessionId, past: &PastConversation, now: Timestamp) -> Vec<SessionEvent> {
        let mut journal = Journal::after(0);
        let begin = past.turns.first().and_then(|turn| turn.messages.first()).map_or(now, |(at, _)| time(*at));
        if past.left_out > 0 {
            let text = format!("The first {} turns of this conversation are not shown.", past.left_out);
            journal.add(&Entry::notice(&text), begin);
        }
        if past.unreadable > 0 {
            let text = format!("{} lines of this conversation could not be read.", past.unreadable);
            journal.add(&Entry::notice(&text), begin);
        }
        for (number, turn) in (1..).zip(&past.turns) {
            self.add_turn(&mut journal, session, number, turn);
        }
        journal.take()
    }

    fn add_turn(&self, journal: &mut Journal, session: SessionId, number: u32, turn: &PastTurn) {
        let began_at = turn.messages.first().map_or(turn.ended_at_ms, |(at, _)| *at);
        for (at, content) in &turn.messages {
            let (id, sent_at) = ((self.config.new_id)().into_bytes(), time(*at));
            let message = WaitingMessage { id, session, content: content.clone(), sent_by: None, sent_at };
            journal.add(&Entry::user_message(&message, None), sent_at);
        }
        for past in &turn.events {
            let at = time(past.at_ms);
            match &past.event {
                agents::Event::Said { kind, text, parent } => journal.said(*kind, text, parent.as_ref(), at),
                event => journal.tool(event, at),
            }
        }
        let facts = TurnFacts {
            tokens: Tokens::default(),
            cost_usd: 0.0,
            took_ms: u64::try_from(turn.ended_at_ms.saturating_sub(began_at)).unwrap_or(0),
            origin: Origin::Person,
            point: turn.point,
        };
        journal.done(number, &turn.outcome, &facts, time(turn.ended_at_ms));
    }
}

fn time(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}
