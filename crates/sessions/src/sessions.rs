//! All sessions: made, asked, followed, and opened when first needed.

use std::sync::Arc;
use std::time::Duration;

use agents::process::{Marked, sweep};
use engine::{BoardId, SessionId, UserId};
use store::{ProjectId, Session, SessionStatus, SessionStep, Totals};
use tokio::sync::{broadcast, mpsc, oneshot};

use crate::actor::{Actor, Ask, Reply};
use crate::answers::{self, PermissionReply, PlanReply, QuestionReply};
use crate::config::{Agents, SessionsConfig};
use crate::entry::Entry;
use crate::error::SessionError;
use crate::journal::Journal;
use crate::launch;
use crate::limits::{ASK_DEADLINE, MAX_TITLE_CHARS, NUDGE_QUEUE};
use crate::pulse::{Pulse, Pulses};
use crate::recover;
use crate::seats::Seats;
use crate::slots::Slots;
use crate::tail::{Follower, Form};
use crate::turns;
use crate::view::View;

/// All sessions of a server.
#[derive(Clone)]
pub struct Sessions {
    pub(crate) config: Arc<SessionsConfig>,
    slots: Slots,
    seats: Seats,
    nudges: Nudges,
    pulses: Pulses,
}

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    pub id: UserId,
    pub name: String,
}

/// A session to be made.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// A new one if none.
    pub id: Option<SessionId>,
    pub project: ProjectId,
    pub board: Option<BoardId>,
    pub card: Option<String>,
    pub title: Option<String>,
    /// The default one if none.
    pub agent: Option<String>,
    pub mode: Option<String>,
    pub model: Option<String>,
    /// Where it works, if not in the project's folder.
    pub folder: Option<String>,
    pub message: Option<String>,
}

/// Where a fork works, if not where its origin does.
#[derive(Debug, Clone)]
pub struct ForkPlace {
    pub card: String,
    pub folder: String,
}

/// What can be changed of a session.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    pub mode: Option<String>,
    pub model: Option<String>,
}

/// Tells which project's inbox may have changed.
#[derive(Clone)]
pub(crate) struct Nudges(broadcast::Sender<ProjectId>);

impl Nudges {
    pub(crate) fn send(&self, project: ProjectId) {
        // Nobody listening is fine.
        drop(self.0.send(project));
    }
}

const MODES: [&str; 4] = ["plan", "code", "review", "chat"];
const UNTITLED: &str = "New session";

impl Sessions {
    pub fn new(config: SessionsConfig) -> Self {
        let slots = Slots::new(config.max_running);
        let nudges = Nudges(broadcast::channel(NUDGE_QUEUE).0);
        Self { config: Arc::new(config), slots, seats: Seats::default(), nudges, pulses: Pulses::new() }
    }

    pub fn agents(&self) -> &Agents {
        &self.config.agents
    }

    /// Ends what an earlier server left running, and brings every session into an honest state.
    pub async fn recover(&self) -> Result<(), SessionError> {
        let left = sweep(Marked::Prefix(format!("{}.", self.config.instance))).await;
        if left > 0 {
            tracing::error!(left, "{left} processes of an earlier server could not be ended");
        }
        let opening = self.seats.opening().await;
        let queued = recover::settle(&self.config, |session| self.seats.is_taken(session)).await?;
        drop(opening);
        for id in queued {
            // Whoever comes into memory queued goes to work, or joins the queue.
            if let Err(error) = self.ask(id, Ask::Look).await {
                tracing::error!(session.id = %id, %error, "Session {id} could not be taken up");
            }
        }
        Ok(())
    }

    /// Hears which projects' inboxes may have changed.
    pub fn nudges(&self) -> broadcast::Receiver<ProjectId> {
        self.nudges.0.subscribe()
    }

    /// Tells those who hear it that a project's inbox may have changed.
    pub fn nudge(&self, project: ProjectId) {
        self.nudges.send(project);
    }

    /// Hears how the sessions of cards are doing.
    pub fn pulses(&self) -> broadcast::Receiver<Arc<Pulse>> {
        self.pulses.subscribe()
    }

    pub async fn create(&self, new: NewSession, who: &Who) -> Result<View, SessionError> {
        let agent = new.agent.unwrap_or_else(|| self.config.agents.default.clone());
        if !self.config.agents.by_name.contains_key(&agent) {
            return Err(SessionError::NoAgent(agent));
        }
        if let Some(message) = &new.message {
            answers::text("/message", message)?;
        }
        let now = (self.config.now)();
        let id = new.id.unwrap_or_else(|| SessionId::from_uuid((self.config.new_id)()));
        let status = if new.message.is_some() { SessionStatus::Queued } else { SessionStatus::Idle };
        let session = Session {
            id,
            project: new.project,
            board: new.board,
            card: new.card,
            title: title(&[new.title.as_deref(), new.message.as_deref()]),
            agent,
            mode: mode(new.mode.as_deref().unwrap_or("chat"))?,
            model: new.model,
            status,
            parent: None,
            forked_at: None,
            imported: None,
            conversation: conversation(id),
            begun: false,
            created_by: who.id,
            created_at: now,
            updated_at: now,
            queued_at: (status == SessionStatus::Queued).then_some(now),
            turns: 0,
            totals: Totals::default(),
            failure: None,
            outcome: None,
            approval: None,
            folder: new.folder,
        };
        self.make(session, new.message, who).await
    }

    /// Makes a session that begins with everything said in another, or with what was said until the end of one of its
    /// turns. The other stays as it is.
    pub async fn fork(&self, of: SessionId, after_turn: Option<u32>, who: &Who) -> Result<View, SessionError> {
        self.fork_to(of, after_turn, None, who).await
    }

    /// Forks a session onto another card, which has a folder of its own.
    pub async fn fork_to(
        &self,
        of: SessionId,
        after_turn: Option<u32>,
        place: Option<ForkPlace>,
        who: &Who,
    ) -> Result<View, SessionError> {
        let origin = self.config.store.session(of).await?.ok_or(SessionError::Missing)?;
        if let Some(turn) = after_turn
            && turns::end(&*self.config.store, of, turn).await?.is_none()
        {
            return Err(SessionError::invalid("/turn", "no turn of this number has ended in this session"));
        }
        let now = (self.config.now)();
        let id = SessionId::from_uuid((self.config.new_id)());
        // How full the context was then is not known.
        let context_tokens = if after_turn.is_some() { 0 } else { origin.totals.context_tokens };
        let session = Session {
            id,
            title: title(&[Some(&format!("{} (fork)", origin.title))]),
            status: SessionStatus::Idle,
            parent: Some(of),
            forked_at: after_turn,
            imported: None,
            conversation: conversation(id),
            begun: false,
            created_by: who.id,
            created_at: now,
            updated_at: now,
            queued_at: None,
            turns: 0,
            totals: Totals { context_tokens, context_window: origin.totals.context_window, ..Totals::default() },
            failure: None,
            outcome: None,
            approval: None,
            ..origin
        };
        let session = match place {
            Some(ForkPlace { card, folder }) => Session { card: Some(card), folder: Some(folder), ..session },
            None => session,
        };
        self.make(session, None, who).await
    }

    async fn make(&self, session: Session, message: Option<String>, who: &Who) -> Result<View, SessionError> {
        let (id, now) = (session.id, session.created_at);
        let mut journal = Journal::after(0);
        let mut step = SessionStep::default();
        if let Some(content) = message {
            let waiting = store::WaitingMessage {
                id: (self.config.new_id)().into_bytes(),
                session: id,
                content,
                sent_by: Some(who.id),
                sent_at: now,
            };
            journal.add(&Entry::user_message(&waiting, Some(&who.name)), now);
            step.received.push(waiting);
        }
        step.events = journal.take();
        self.config.store.create_session(session, step).await?;
        self.view(id).await
    }

    /// Returns a session's place in the queue, counted from 1, while it is queued.
    pub fn place(&self, session: SessionId) -> Option<usize> {
        self.slots.place(session)
    }

    pub async fn view(&self, session: SessionId) -> Result<View, SessionError> {
        self.ask(session, Ask::Look).await
    }

    pub async fn message(&self, session: SessionId, content: String, who: Who) -> Result<View, SessionError> {
        self.ask(session, |reply| Ask::Message { content, who, reply }).await
    }

    pub async fn take_back(&self, session: SessionId, message: [u8; 16]) -> Result<View, SessionError> {
        self.ask(session, |reply| Ask::TakeBack { message, reply }).await
    }

    pub async fn answer(
        &self,
        session: SessionId,
        request: String,
        answer: QuestionReply,
        who: Who,
    ) -> Result<View, SessionError> {
        self.ask(session, |reply| Ask::Answer { request, answer, who, reply }).await
    }

    pub async fn decide_plan(
        &self,
        session: SessionId,
        request: String,
        sha256: String,
        answer: PlanReply,
        who: Who,
    ) -> Result<View, SessionError> {
        self.ask(session, |reply| Ask::Plan { request, sha256, answer, who, reply }).await
    }

    pub async fn decide_permission(
        &self,
        session: SessionId,
        request: String,
        answer: PermissionReply,
        who: Who,
    ) -> Result<View, SessionError> {
        self.ask(session, |reply| Ask::Permission { request, answer, who, reply }).await
    }

    pub async fn interrupt(&self, session: SessionId) -> Result<View, SessionError> {
        self.ask(session, Ask::Interrupt).await
    }

    /// Ends a session and everything its agent started; returns when nothing is left.
    pub async fn stop(&self, session: SessionId) -> Result<View, SessionError> {
        self.ask(session, Ask::Stop).await
    }

    pub async fn change_settings(&self, session: SessionId, settings: Settings) -> Result<View, SessionError> {
        let mode = settings.mode.as_deref().map(mode).transpose()?;
        let settings = Settings { mode, ..settings };
        self.ask(session, |reply| Ask::Settings { settings, reply }).await
    }

    /// Follows a session from the event after `after` on.
    pub async fn follow(&self, session: SessionId, after: u64, form: Form) -> Result<Follower, SessionError> {
        let (reply, answer) = oneshot::channel();
        self.send(session, Ask::Follow { after, form, reply }).await?;
        answered(answer).await
    }

    /// Ends the sessions of a project that is going away.
    pub async fn close_project(&self, project: ProjectId) -> Result<(), SessionError> {
        for (id, asks) in self.seats.all() {
            let session = self.config.store.session(id).await?;
            if session.is_none_or(|session| session.project == project) {
                // One that has just gone by itself needs no closing.
                drop(asks.send(Ask::Close).await);
            }
        }
        Ok(())
    }

    async fn ask(&self, session: SessionId, ask: impl FnOnce(Reply) -> Ask) -> Result<View, SessionError> {
        let (reply, answer) = oneshot::channel();
        self.send(session, ask(reply)).await?;
        answered(answer).await
    }

    /// Sends an ask, opening the session if it is not in memory or has just gone.
    async fn send(&self, session: SessionId, mut ask: Ask) -> Result<(), SessionError> {
        for _ in 0..2 {
            let asks =
                tokio::time::timeout(ASK_DEADLINE, self.sender(session)).await.map_err(|_| SessionError::Busy)??;
            match asks.send_timeout(ask, ASK_DEADLINE).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendTimeoutError::Timeout(_)) => return Err(SessionError::Busy),
                Err(mpsc::error::SendTimeoutError::Closed(unsent)) => ask = unsent,
            }
        }
        Err(SessionError::Busy)
    }

    async fn sender(&self, session: SessionId) -> Result<mpsc::Sender<Ask>, SessionError> {
        loop {
            if let Some(asks) = self.seats.find(session).await {
                return Ok(asks);
            }
            let opening = self.seats.opening().await;
            if self.seats.is_taken(session) {
                // Somebody else opened it meanwhile.
                continue;
            }
            let row = self.config.store.session(session).await?.ok_or(SessionError::Missing)?;
            // Its task is gone, so there is no process either, whatever the row says.
            let row = match row.status {
                SessionStatus::Running | SessionStatus::Waiting => recover::end_turn(&self.config, row).await?,
                SessionStatus::Queued | SessionStatus::Idle | SessionStatus::Failed | SessionStatus::Ended => row,
            };
            let (config, slots) = (Arc::clone(&self.config), self.slots.clone());
            let actor = Actor::open(config, slots, self.nudges.clone(), self.pulses.clone(), row).await?;
            let (asks, received, seat) = self.seats.take(session, &opening);
            self.config.tasks.spawn(actor.run(received, seat));
            return Ok(asks);
        }
    }
}

async fn answered<T>(answer: oneshot::Receiver<Result<T, SessionError>>) -> Result<T, SessionError> {
    let deadline: Duration = ASK_DEADLINE;
    match tokio::time::timeout(deadline, answer).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) | Err(_) => Err(SessionError::Busy),
    }
}

/// The agent's own name for a conversation is the session's, so that either is found by the other.
pub(crate) fn conversation(id: SessionId) -> [u8; 16] {
    *id.as_bytes()
}

/// Makes a title of the first line that says something.
pub(crate) fn title(texts: &[Option<&str>]) -> String {
    let lines = texts.iter().flatten().flat_map(|text| text.lines());
    let plain = lines.map(|line| line.chars().filter(|letter| !letter.is_control()).collect::<String>());
    let line = plain.map(|line| line.trim().to_owned()).find(|line| !line.is_empty());
    line.map_or_else(|| UNTITLED.to_owned(), |line| line.chars().take(MAX_TITLE_CHARS).collect())
}

fn mode(name: &str) -> Result<String, SessionError> {
    if MODES.contains(&name) {
        Ok(launch::mode_name(launch::mode(name)).to_owned())
    } else {
        Err(SessionError::invalid("/mode", "this is one of: plan, code, review, chat"))
    }
}
