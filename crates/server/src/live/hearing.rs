//! The half of a conversation that listens.

use std::sync::Arc;

use engine::{BoardId, ChangeRequest, Seq, SessionId};
use futures_util::{Stream, StreamExt};
use rooms::{Frame, Outbox, Peer};
use serde_json::Value;
use sessions::Form;
use store::{ProjectId, Role};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval_at};

use super::card_feeds;
use super::connection::{CloseReason, Incoming};
use super::follows::{self, Follows};
use super::inbound::{BadChange, Inbound};
use super::open_boards::{OpenBoards, look_up};
use super::outbound;
use crate::app::App;
use crate::auth::{Actor, Credential, still_valid};
use crate::limits::{MAX_FOLLOWED, MAX_OPEN_BOARDS, MESSAGES_PER_TURN, PING_EVERY, SILENCE_DEADLINE};
use crate::problem::Problem;
use crate::revocations::{Revocation, RevocationListener};

/// What one socket says, and what follows from it.
pub(super) struct Hearing<'a> {
    pub(super) app: &'a Arc<App>,
    pub(super) actor: Actor,
    pub(super) peer: Peer,
    pub(super) boards: OpenBoards,
    pub(super) follows: Follows,
    pub(super) outbox: Outbox,
}

impl Hearing<'_> {
    pub(super) async fn listen(
        &mut self,
        stream: &mut (impl Stream<Item = Incoming> + Unpin),
        mut revocations: RevocationListener,
    ) -> CloseReason {
        let mut recheck = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        let mut nudges = self.app.sessions.nudges();
        let mut heard_at = Instant::now();
        let mut heard = 0_usize;
        loop {
            let reason = tokio::select! {
                biased;
                revocation = revocations.next() => match revocation {
                    Some(revocation) => self.revoked(revocation).await,
                    None => Some(CloseReason::GoingAway),
                },
                nudge = nudges.recv() => {
                    self.nudged(nudge).await;
                    None
                }
                _ = recheck.tick() => {
                    if heard_at.elapsed() > SILENCE_DEADLINE { Some(CloseReason::Silent) } else { self.recheck().await }
                }
                incoming = stream.next() => {
                    heard_at = Instant::now();
                    heard += 1;
                    match incoming {
                        Some(Incoming::Text(text)) => {
                            self.hear(&text).await;
                            None
                        }
                        Some(Incoming::Alive) => None,
                        Some(Incoming::Refused(reason)) => Some(reason),
                        None => Some(CloseReason::Left),
                    }
                }
            };
            if let Some(reason) = reason {
                return reason;
            }
            if heard >= MESSAGES_PER_TURN {
                heard = 0;
                tokio::task::yield_now().await;
            }
        }
    }

    async fn hear(&mut self, text: &[u8]) {
        let parsed =
            std::str::from_utf8(text).map_err(|_| "the message is not UTF-8".to_owned()).and_then(Inbound::parse);
        match parsed {
            Ok(Inbound::Change { board, change }) => self.change(board, change).await,
            Ok(Inbound::Presence { board, state }) => self.presence(board, state).await,
            Ok(Inbound::Open { board, after }) => {
                if let Err(problem) = self.open(board, after).await {
                    self.say(outbound::board_error(board, &problem));
                }
            }
            Ok(Inbound::Close { board }) => {
                if self.boards.0.remove(&board).is_some() {
                    self.app.rooms.unsubscribe(board, self.peer.peer).await;
                }
            }
            Ok(Inbound::Follow { session, after, form }) => {
                if let Err(problem) = self.follow(session, after, form).await {
                    self.say(outbound::session_error(session, &problem));
                }
            }
            Ok(Inbound::Unfollow { session }) => drop(self.follows.0.remove(&session)),
            Ok(Inbound::Session { session, ask }) => {
                let (role, asked) = (follows::look_up(self.app, &self.actor, session).await, ask);
                let done = match role.and_then(|(_, role)| crate::access::require(role, Role::Editor)) {
                    Ok(()) => asked.run(self.app, &self.actor, session).await,
                    Err(problem) => Err(problem),
                };
                if let Err(problem) = done {
                    self.say(outbound::session_error(session, &problem));
                }
            }
            Ok(Inbound::Ping) => self.say(outbound::pong()),
            Ok(Inbound::Auth { .. }) => self.say(outbound::error("you are known already")),
            Err(reason) => self.say(outbound::error(&reason)),
        }
    }

    async fn open(&mut self, board: BoardId, after: Option<Seq>) -> Result<(), Problem> {
        self.app.rates.user(self.actor.user.id)?;
        if self.boards.0.len() >= MAX_OPEN_BOARDS && !self.boards.0.contains_key(&board) {
            return Err(Problem::conflict(
                "limit_reached",
                format!("A socket has at most {MAX_OPEN_BOARDS} boards open."),
            ));
        }
        let open = look_up(self.app, &self.actor, board).await?;
        self.boards.0.insert(board, open.clone());
        self.app.rooms.subscribe(open.board, self.peer.clone(), after, self.outbox.clone()).await?;
        if open.board.kind.name == "kanban" {
            // After the board itself, which says what the cards are.
            let feed = card_feeds::start(self.app, board, self.outbox.clone());
            self.boards.0.insert(board, open.with_feed(feed));
        }
        Ok(())
    }

    async fn follow(&mut self, session: SessionId, after: u64, form: Form) -> Result<(), Problem> {
        self.app.rates.user(self.actor.user.id)?;
        if self.follows.0.len() >= MAX_FOLLOWED && !self.follows.0.contains_key(&session) {
            let detail = format!("A socket follows at most {MAX_FOLLOWED} sessions.");
            return Err(Problem::conflict("limit_reached", detail));
        }
        let (project, _) = follows::look_up(self.app, &self.actor, session).await?;
        // The old one ends before the new one begins, so that nothing comes twice.
        self.follows.0.remove(&session);
        let follow = follows::start(self.app, project, session, after, form, self.outbox.clone());
        self.follows.0.insert(session, follow);
        Ok(())
    }

    /// Passes on that an inbox may have changed, to those whose it may be.
    async fn nudged(&self, nudge: Result<ProjectId, RecvError>) {
        let concerns = match nudge {
            Ok(project) => {
                let role = self.app.store.role(project, self.actor.user.id).await;
                role.ok().flatten().is_some_and(|role| role >= Role::Editor)
            }
            Err(RecvError::Lagged(_)) => true,
            Err(RecvError::Closed) => false,
        };
        if concerns {
            self.say(outbound::inbox());
        }
    }

    async fn change(&mut self, board: BoardId, change: Result<ChangeRequest, BadChange>) {
        let change = match change {
            Ok(change) => change,
            Err(BadChange { id: Some(id), reason }) => {
                return self.say(outbound::reject(board, &id, "invalid", &reason));
            }
            Err(BadChange { id: None, reason }) => return self.say(outbound::error(&reason)),
        };
        let found = match self.boards.0.get(&board) {
            Some(open) => Ok(open.clone()),
            None => look_up(self.app, &self.actor, board).await,
        };
        let open = match found {
            Ok(open) if open.role >= Role::Editor => open,
            Ok(_) => {
                let reason = "only an editor of the project may change this board";
                return self.say(outbound::reject(board, &change.id, "role_needed", reason));
            }
            Err(problem) => {
                let code = if problem.status().is_server_error() { "unavailable" } else { problem.code() };
                return self.say(outbound::reject(board, &change.id, code, problem.detail()));
            }
        };
        // Waiting here stops reading, so a client that sends without end is slowed down and nobody else is.
        let permit = self.outbox.permit().await;
        let outbox = self.outbox.clone();
        let sent = self.app.rooms.change_from_socket(open.board, self.actor.author(), change, outbox, permit).await;
        if let Err(error) = sent {
            // The client has its answer already.
            tracing::warn!(board.id = %board, %error, "Could not hand a change to board {board}");
        }
    }

    async fn presence(&self, board: BoardId, state: Value) {
        if self.boards.0.contains_key(&board) {
            self.app.rooms.presence(board, self.peer.peer, state).await;
        } else {
            self.say(outbound::error("open the board before you say where you are on it"));
        }
    }

    /// Ends the conversation, or what of it is concerned, when rights have changed.
    async fn revoked(&mut self, revocation: Revocation) -> Option<CloseReason> {
        let is_ours = match revocation {
            Revocation::Device(device) => self.actor.credential == Credential::Device(device),
            Revocation::Token(token) => self.actor.credential == Credential::Token(token),
            Revocation::User(user) => self.actor.user.id == user,
            Revocation::Membership { project, user } => {
                let involved = self.boards.in_project(project).next().is_some() || self.follows.in_project(project);
                let concerned = self.actor.user.id == user;
                if concerned && !involved {
                    self.say(outbound::projects());
                }
                concerned && involved
            }
            Revocation::Project(project) => {
                self.follows.0.retain(|_, follow| follow.project != project);
                let gone: Vec<BoardId> = self.boards.in_project(project).collect();
                for board in gone {
                    self.boards.0.remove(&board);
                    // Whoever comes first closes it; all who watched it are told to open it again and find it gone.
                    self.app.rooms.close(board).await;
                }
                false
            }
            Revocation::Board(board) => {
                self.boards.0.remove(&board);
                false
            }
            Revocation::RecheckAll => return self.recheck_boards().await,
        };
        is_ours.then_some(CloseReason::Revoked)
    }

    async fn recheck(&self) -> Option<CloseReason> {
        // A store that cannot be read now says nothing about rights.
        let valid = still_valid(self.app, &self.actor).await.unwrap_or(true);
        (!valid).then_some(CloseReason::Revoked)
    }

    async fn recheck_boards(&self) -> Option<CloseReason> {
        if let Some(reason) = self.recheck().await {
            return Some(reason);
        }
        for (board, open) in &self.boards.0 {
            let now = look_up(self.app, &self.actor, *board).await;
            if !now.is_ok_and(|now| now.role == open.role) {
                return Some(CloseReason::Revoked);
            }
        }
        for session in self.follows.0.keys() {
            if follows::look_up(self.app, &self.actor, *session).await.is_err() {
                return Some(CloseReason::Revoked);
            }
        }
        None
    }

    /// Queues an answer; a client that asks and never reads is cut off.
    fn say(&self, frame: Frame) {
        if self.outbox.push(frame).is_err() {
            self.outbox.give_up();
        }
    }
}
