//! What is done for cards, beside the desk, one thing at a time for each card.

use std::sync::Arc;

use boards::kanban::automation::{Effect, End, Event, Phase, Why};
use engine::{Author, ChangeId, ChangeRequest, NodeId, OpRequest, SessionId};
use rooms::{BoardRef, RoomError};
use sessions::SessionError;

use super::Desk;
use super::begin::Begun;
use crate::cards::Shared;
use crate::error::CardError;
use crate::worktree::Measure;

/// What came of a job.
pub(super) enum JobDone {
    Begun {
        card: NodeId,
        result: Result<Begun, CardError>,
    },
    Moved {
        card: NodeId,
        result: Result<(), RoomError>,
    },
    /// The card's session was told something.
    Told {
        card: NodeId,
        result: Result<(), SessionError>,
    },
    Measured {
        card: NodeId,
        measure: Measure,
    },
    Nothing,
}

impl Desk {
    /// Starts what is to be done for each card that nothing is being done for.
    pub(super) fn start_jobs(&mut self) {
        let ready: Vec<NodeId> = self.to_do.keys().filter(|card| !self.doing.contains(*card)).cloned().collect();
        for card in ready {
            let Some(effects) = self.to_do.get_mut(&card) else { continue };
            let effect = effects.pop_front();
            if effects.is_empty() {
                self.to_do.remove(&card);
            }
            if let Some(effect) = effect {
                self.start_job(card, effect);
            }
        }
    }

    fn start_job(&mut self, card: NodeId, effect: Effect) {
        let shared = Arc::clone(&self.shared);
        let Some(record) = self.records.get(&card) else { return };
        match effect {
            Effect::Begin { work, brief, note } => {
                let Some(beginning) = self.beginning(&card, work, brief, note) else { return };
                self.doing.insert(card.clone());
                self.jobs.spawn(async move { JobDone::Begun { card, result: beginning.begin().await } });
            }
            Effect::Interrupt => {
                let Some(session) = record.current else { return };
                self.doing.insert(card.clone());
                self.jobs.spawn(async move {
                    let result = shared.config.sessions.interrupt(session).await.map(drop);
                    JobDone::Told { card, result }
                });
            }
            Effect::Release => {
                let mut sessions = [record.work, record.review, record.current].to_vec();
                sessions.dedup();
                self.doing.insert(card.clone());
                self.jobs.spawn(async move {
                    for session in sessions.into_iter().flatten() {
                        match shared.config.sessions.stop(session).await {
                            Ok(_) | Err(SessionError::Missing) => {}
                            Err(error) => {
                                tracing::warn!(session.id = %session, %error, "Session {session} was not stopped");
                            }
                        }
                    }
                    JobDone::Told { card, result: Ok(()) }
                });
            }
            Effect::Move { to } => {
                let why = record.state.heading.as_ref().map(|heading| heading.why);
                if self.column_of(&card).as_ref() == Some(&to) {
                    return;
                }
                let author = match (why, record.by) {
                    // Approving and sending back are a person's acts.
                    (Some(Why::Approved | Why::SentBack), Some(id)) => Author::User { id },
                    (Some(Why::Approved | Why::SentBack | Why::Done) | None, _) => Author::System,
                };
                self.doing.insert(card.clone());
                let board = self.board;
                self.jobs.spawn(async move {
                    let result = move_card(&shared, board, author, &card, to, why).await;
                    JobDone::Moved { card, result }
                });
            }
            // The desk looks at its clock by itself.
            Effect::WakeAt(_) => {}
        }
    }

    pub(super) async fn done(&mut self, done: JobDone) {
        let card = match done {
            JobDone::Begun { card, result } => {
                self.doing.remove(&card);
                self.begun(&card, result);
                card
            }
            JobDone::Moved { card, result } => {
                self.doing.remove(&card);
                if let Err(error) = result {
                    tracing::warn!(%card, %error, "A card could not be moved; it stays where it is");
                    if let Some(record) = self.records.get_mut(&card) {
                        record.state.heading = None;
                        self.changed.insert(card.clone());
                    }
                }
                card
            }
            JobDone::Told { card, result } => {
                self.doing.remove(&card);
                if let Err(error) = result {
                    tracing::warn!(%card, %error, "The agent of a card could not be told");
                    let stopping = self.records.get(&card).map(|record| &record.state.phase);
                    if matches!((stopping, error), (Some(Phase::Stopping { .. }), SessionError::Missing)) {
                        self.happen(&card, Event::Ended(End::Interrupted));
                    }
                }
                card
            }
            JobDone::Measured { card, measure } => return self.measured(card, &measure),
            JobDone::Nothing => return,
        };
        // What happened meanwhile was not acted upon.
        self.look(&card).await;
    }

    fn begun(&mut self, card: &NodeId, result: Result<Begun, CardError>) {
        let Some(record) = self.records.get_mut(card) else { return };
        self.changed.insert(card.clone());
        match result {
            Ok(begun) => {
                record.tree = begun.tree;
                self.happen(card, Event::Started);
            }
            Err(error) => {
                tracing::warn!(%card, error = &error as &dyn std::error::Error, "An agent could not be given its task");
                self.happen(card, Event::NotStarted(error.trouble()));
            }
        }
    }

    fn measured(&mut self, card: NodeId, measure: &Measure) {
        let Some(record) = self.records.get_mut(&card) else { return };
        let before = (record.diff, record.conflict, record.tree.clone());
        (record.diff, record.conflict) = (Some(measure.size), measure.conflict);
        // It may have been merged again meanwhile.
        if let Some(tree) = record.tree.as_mut().filter(|tree| tree.merged_head == measure.outgrown) {
            tree.merged_head = None;
        }
        if (record.diff, record.conflict, &record.tree) != (before.0, before.1, &before.2) {
            self.changed.insert(card);
        }
    }

    /// Measures how much a card's branch changes, beside everything else.
    pub(super) fn measure(&mut self, card: &NodeId) {
        self.measure_after(card, None);
    }

    /// Keeps the files as they are at the end of a turn, and measures what has changed.
    pub(super) fn remember(&mut self, card: &NodeId, session: SessionId, turn: u32) {
        self.measure_after(card, Some((session, turn)));
    }

    fn measure_after(&mut self, card: &NodeId, turn: Option<(SessionId, u32)>) {
        let Some(tree) = self.records.get(card).and_then(|record| record.tree.clone()) else { return };
        let (shared, project, card) = (Arc::clone(&self.shared), self.project, card.clone());
        self.jobs.spawn(async move {
            let measured = async {
                let project = shared.config.store.project(project).await?.ok_or(CardError::Missing)?;
                if let Some((session, turn)) = turn {
                    shared.worktrees.remember(&project, &tree, session, turn).await?;
                }
                shared.worktrees.measure(&project, &tree).await
            };
            match measured.await {
                Ok(measure) => JobDone::Measured { card, measure },
                Err(error) => {
                    tracing::warn!(%card, %error, "The diff of a card could not be measured");
                    JobDone::Nothing
                }
            }
        });
    }
}

async fn move_card(
    shared: &Shared,
    board: BoardRef,
    author: Author,
    card: &NodeId,
    to: NodeId,
    why: Option<Why>,
) -> Result<(), RoomError> {
    let label = match why {
        Some(Why::Approved) => "The plan was approved",
        Some(Why::SentBack) => "Sent back",
        Some(Why::Done) | None => "The agent finished",
    };
    let id = ChangeId::parse(&(shared.config.new_id)().to_string()).map_err(|_| RoomError::Closed)?;
    let step = OpRequest::Move { id: card.clone(), parent: Some(to), order: None, before: None, after: None };
    let request = ChangeRequest { id, label: Some(label.to_owned()), ops: vec![step] };
    shared.config.rooms.change(board, author, request).await.map(drop)
}
