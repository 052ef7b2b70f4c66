//! Starting and ending a session's agent.

use agents::process::{Marked, sweep};
use agents::taken_up::APPROVED;
use agents::{Command, Failure, FailureCode, MessageId, Prompt, Run, TurnOutcome};
use store::{OpenRequest, SessionStatus};
use tokio::time::Instant;
use uuid::Uuid;

use super::{Actor, Gone, Phase, keep_until};
use crate::entry::Entry;
use crate::launch;
use crate::limits::FOLD_AFTER;
use crate::sight;
use crate::slots::Slot;

impl Actor {
    /// Takes up what a session has to do when it comes into memory.
    pub(super) async fn begin(&mut self) -> Result<(), Gone> {
        if self.row.status == SessionStatus::Queued {
            if self.messages.is_empty() {
                self.set_status(SessionStatus::Idle, None);
            } else {
                self.want_to_work().await;
            }
        }
        self.commit().await
    }

    /// Goes to work at once if there is a place, or queues for one.
    pub(super) async fn want_to_work(&mut self) {
        self.held = false;
        if self.slot.is_none() && matches!(self.phase, Phase::Resting | Phase::Live { .. }) {
            self.slot = self.slots.take();
            if self.slot.is_none() && self.is_live() && !self.tasks.is_empty() {
                // To end its process would be to end what it has left running.
                self.slot = Some(self.slots.take_back());
            }
        }
        if self.slot.is_some() {
            return self.work().await;
        }
        match self.phase {
            // A process that waits for a place would have to be looked after; a new one is there in a second.
            Phase::Live { .. } => self.end_process(),
            Phase::Resting => self.phase = Phase::Queued(self.slots.wait(self.row.id), self.slots.moves()),
            // It goes on when it has its place, or when its process has ended.
            Phase::Queued(..) | Phase::Starting(_) | Phase::Ending(_) => {}
        }
        self.set_status(SessionStatus::Queued, None);
    }

    pub(super) async fn granted(&mut self, slot: Slot) -> Result<(), Gone> {
        self.slot = Some(slot);
        self.phase = Phase::Resting;
        self.work().await;
        self.commit().await
    }

    /// With a place: hands over what waits, starting the agent first if there is none.
    async fn work(&mut self) {
        self.set_status(SessionStatus::Running, None);
        match &mut self.phase {
            Phase::Live { kept, .. } => {
                *kept = None;
                self.hand_over().await;
            }
            Phase::Resting => {
                self.sent.clear();
                self.tasks.clear();
                self.counted_usd = 0.0;
                let (config, row) = (std::sync::Arc::clone(&self.config), self.row.clone());
                let (turn, asker) = (std::sync::Arc::clone(&self.turn), self.asker.clone());
                self.phase = Phase::Starting(Box::pin(launch::start(config, row, turn, asker)));
            }
            // What waits is handed over when it is up.
            Phase::Queued(..) | Phase::Starting(_) | Phase::Ending(_) => {}
        }
    }

    pub(super) async fn started(&mut self, started: Result<Run, Failure>) -> Result<(), Gone> {
        match started {
            Ok(run) => {
                self.phase = Phase::Live { run, kept: None };
                let held = std::mem::take(&mut self.held);
                if !self.stopping.is_empty() {
                    self.end_process();
                } else if held || self.messages.is_empty() {
                    self.slot = None;
                    self.set_status(SessionStatus::Idle, None);
                    self.rest();
                } else {
                    self.hand_over().await;
                }
            }
            Err(failure) => {
                self.phase = Phase::Resting;
                (self.slot, self.held) = (None, false);
                let status = if self.stopping.is_empty() { SessionStatus::Failed } else { SessionStatus::Ended };
                self.log(&Entry::error(&failure));
                self.set_status(status, Some(&failure));
            }
        }
        self.commit().await
    }

    /// Hands messages to the agent, as many as it takes now.
    pub(super) async fn hand_over(&mut self) {
        let Phase::Live { run, .. } = &self.phase else { return };
        for message in &self.messages {
            if self.sent.contains(&message.id) {
                continue;
            }
            let content = sight::with_board(&self.config, &self.row, message).await;
            let prompt = Prompt { id: MessageId(Uuid::from_bytes(message.id)), content };
            // The rest goes when it has taken these.
            if run.commands.try_send(Command::Send(prompt)).is_err() {
                break;
            }
            self.asker.set(message.sent_by);
            self.sent.insert(message.id);
        }
    }

    /// Tells the agent something; lost when there is none, or when it does not listen.
    pub(super) fn tell(&self, command: Command) -> bool {
        match &self.phase {
            Phase::Live { run, .. } => run.commands.try_send(command).is_ok(),
            Phase::Resting | Phase::Queued(..) | Phase::Starting(_) | Phase::Ending(_) => false,
        }
    }

    pub(super) fn is_live(&self) -> bool {
        matches!(self.phase, Phase::Live { .. })
    }

    /// Keeps the process for a while; one that has left something running, or asks something, is kept until that has
    /// ended.
    pub(super) fn rest(&mut self) {
        let busy = self.in_turn || self.slot.is_some() || !self.tasks.is_empty() || !self.requests.is_empty();
        if let Phase::Live { kept, .. } = &mut self.phase {
            if busy {
                *kept = None;
            } else if kept.is_none() {
                *kept = Some((self.slots.keep(), keep_until()));
            }
        }
    }

    /// Tells the process to end, in good order.
    pub(super) fn end_process(&mut self) {
        self.phase = match std::mem::replace(&mut self.phase, Phase::Resting) {
            Phase::Live { run, .. } => {
                // One whose queue is full ends as well: an agent stops when its commands do.
                drop(run.commands.try_send(Command::Stop));
                Phase::Ending(run.events)
            }
            Phase::Queued(..) | Phase::Resting => Phase::Resting,
            other @ (Phase::Starting(_) | Phase::Ending(_)) => other,
        };
    }

    /// Ends an agent that is not up yet, with whatever it has started.
    pub(super) async fn end_start(&mut self) {
        if matches!(self.phase, Phase::Starting(_)) {
            // Its process ends with the future; what that has started is found by its marker.
            self.phase = Phase::Resting;
            (self.slot, self.held) = (None, false);
            sweep(Marked::Run(launch::marker(&self.config.instance, &self.row))).await;
        }
    }

    /// The agent has nothing more to say.
    pub(super) async fn silence(&mut self) -> Result<(), Gone> {
        self.ended(None).await
    }

    /// The process is gone, and nothing of it is left.
    pub(super) async fn ended(&mut self, failure: Option<Failure>) -> Result<(), Gone> {
        let asked_for = matches!(self.phase, Phase::Ending(_));
        let at_work = self.in_turn || self.row.status == SessionStatus::Running;
        let failure = failure.or_else(|| at_work.then(went_away)).filter(|_| !asked_for);
        self.phase = Phase::Resting;
        self.slot = None;
        self.sent.clear();
        self.tasks.clear();
        self.drafts.end_all();
        if self.in_turn {
            let outcome = failure.clone().map_or(TurnOutcome::Interrupted, TurnOutcome::Failed);
            self.turn_cut_off(&outcome);
        }
        let now = self.now();
        self.journal.cut(now);
        if let Some(failure) = failure {
            self.log(&Entry::error(&failure));
            // What a person was asked is still asked: the answer takes the conversation up again.
            let status = if self.requests.is_empty() { SessionStatus::Failed } else { SessionStatus::Waiting };
            self.set_status(status, Some(&failure));
        } else if !self.stopping.is_empty() {
            self.withdraw_all();
            self.set_status(SessionStatus::Ended, None);
        } else if self.row.status == SessionStatus::Queued {
            self.want_to_work().await;
        }
        self.commit().await
    }

    /// Tells those who wait for it that it has ended, once that is written.
    pub(super) fn answer_stops(&mut self) {
        if self.stopping.is_empty() || !self.is_resting() || self.write_again.is_some() {
            return;
        }
        let view = self.view();
        for reply in std::mem::take(&mut self.stopping) {
            super::answer(reply, Ok(view.clone()));
        }
    }

    /// Ends without a word: the session is gone from the store.
    pub(super) async fn end_now(mut self) {
        self.end_start().await;
        self.end_process();
        if let Phase::Ending(events) = &mut self.phase {
            while events.recv().await.is_some() {}
        }
    }

    /// Ends because the server does, leaving an honest state behind.
    pub(super) async fn server_stops(mut self) {
        if !self.stopping.is_empty() {
            if self.in_turn {
                self.turn_cut_off(&TurnOutcome::Interrupted);
            }
            self.withdraw_all();
            self.set_status(SessionStatus::Ended, None);
        } else if self.row.status == SessionStatus::Running && !self.in_turn {
            // It has not begun with what was said to it, so the next server starts it again.
            let unheard = !self.messages.is_empty() && !self.held;
            self.set_status(if unheard { SessionStatus::Queued } else { SessionStatus::Idle }, None);
        } else if self.in_turn {
            let failure = interrupted();
            self.turn_cut_off(&cut_off(&self.requests));
            if self.requests.is_empty() {
                self.log(&Entry::error(&failure));
                self.set_status(SessionStatus::Failed, Some(&failure));
            } else {
                self.set_status(SessionStatus::Waiting, None);
            }
        }
        let now = self.now();
        self.journal.cut(now);
        if self.commit().await.is_err() || self.write_again.is_some() {
            tracing::warn!(session.id = %self.row.id, "Session {} is closed at the next start", self.row.id);
        } else {
            self.fold(Instant::now() + FOLD_AFTER).await;
        }
        self.end_now().await;
    }
}

pub(crate) fn interrupted() -> Failure {
    Failure::new(FailureCode::Interrupted, "The server was stopped while the agent was at work.")
        .remedy("Continue to take the conversation up where it was.")
}

/// Says how a turn ended that the end of the server cut off. One that asks goes on with the answer: it has not failed.
pub(crate) fn cut_off(asked: &[OpenRequest]) -> TurnOutcome {
    if asked.is_empty() { TurnOutcome::Failed(interrupted()) } else { TurnOutcome::Interrupted }
}

fn went_away() -> Failure {
    Failure::new(FailureCode::Crashed, "The agent went away in the middle of its work.")
        .remedy("Continue to take the conversation up where it was.")
}

pub(super) fn plan_in_words(plan: &str) -> String {
    format!("{APPROVED}\n\n{plan}")
}
