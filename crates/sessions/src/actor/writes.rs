//! Writing down what happened, and showing it only then.

use std::sync::Arc;

use agents::Failure;
use serde_json::json;
use store::{AppendError, SessionEvent, SessionStatus, SessionStep, StoreError};
use tokio::time::Instant;

use super::{Actor, Gone};
use crate::entry::{DELTAS, Entry, failure_data};
use crate::error::SessionError;
use crate::limits::WRITE_AGAIN;
use crate::pulse::Pulse;

impl Actor {
    /// Puts an entry into the log.
    pub(super) fn log(&mut self, entry: &Entry) {
        let now = self.now();
        self.journal.add(entry, now);
    }

    /// Changes the status, if it is another one, and says so in the log.
    pub(super) fn set_status(&mut self, status: SessionStatus, failure: Option<&Failure>) {
        self.row.failure = failure.map(|failure| failure_data(failure).to_string());
        let since = self.row.queued_at.filter(|_| self.row.status == SessionStatus::Queued);
        self.row.queued_at = (status == SessionStatus::Queued).then(|| since.unwrap_or_else(|| self.now()));
        self.row_changed = true;
        if self.row.status != status {
            self.row.status = status;
            let place = self.place();
            self.log(&Entry::status(status, json!({ "place": place })));
        }
    }

    /// Writes what happened. What the disk refuses is kept and written again; until then the agent is not heard, so
    /// that its words are neither lost nor without bound.
    pub(super) async fn commit(&mut self) -> Result<(), Gone> {
        match self.write().await {
            Ok(()) | Err(AppendError::Store(StoreError::Unavailable { .. })) => Ok(()),
            Err(error) => {
                tracing::error!(session.id = %self.row.id, %error, "Could not write to session {}", self.row.id);
                Err(Gone)
            }
        }
    }

    /// Writes what a person asked for, or nothing: then everything is as it was.
    pub(super) async fn commit_or_undo(&mut self, before: Before) -> Result<(), SessionError> {
        let Some(step) = self.take_step() else { return Ok(()) };
        match self.record(&step).await {
            Ok(()) => {
                self.written(step);
                Ok(())
            }
            Err(error) => {
                self.row = before.row;
                self.requests = before.requests;
                self.messages = before.messages;
                self.journal.rewind(before.last);
                if self.row.status == SessionStatus::Waiting {
                    self.slot = None;
                    self.rest();
                }
                Err(error.into())
            }
        }
    }

    /// Returns what `commit_or_undo` goes back to. What is held back of the agent's words is written first.
    pub(super) async fn before(&mut self) -> Result<Before, SessionError> {
        let now = self.now();
        self.journal.flush(now, Instant::now());
        self.write().await?;
        Ok(Before {
            row: self.row.clone(),
            requests: self.requests.clone(),
            messages: self.messages.clone(),
            last: self.journal.last(),
        })
    }

    async fn write(&mut self) -> Result<(), AppendError> {
        self.write_again = None;
        let Some(step) = self.take_step() else { return Ok(()) };
        match self.record(&step).await {
            Ok(()) => {
                self.written(step);
                Ok(())
            }
            Err(error) => {
                self.write_again = Some(Instant::now() + WRITE_AGAIN);
                self.put_back(step);
                Err(error)
            }
        }
    }

    async fn record(&mut self, step: &SessionStep) -> Result<(), AppendError> {
        match self.config.store.record(self.row.id, step.clone()).await {
            // A write that reports a failure may have gone through.
            Err(_) if self.is_in_store(&step.events).await => Ok(()),
            other => other,
        }
    }

    /// Tells whether these very events are on disk.
    async fn is_in_store(&mut self, events: &[SessionEvent]) -> bool {
        let Some(first) = events.first() else { return false };
        let found = self.config.store.events(self.row.id, first.n - 1, events.len()).await;
        found.is_ok_and(|found| found == events)
    }

    fn take_step(&mut self) -> Option<SessionStep> {
        let mut step = std::mem::take(&mut self.step);
        step.events = self.journal.take();
        if std::mem::take(&mut self.row_changed) {
            self.row.updated_at = self.now();
            step.session = Some(self.row.clone());
        }
        let SessionStep { events, session, opened, settled, received, delivered } = &step;
        let nothing = events.is_empty()
            && session.is_none()
            && opened.is_empty()
            && settled.is_empty()
            && received.is_empty()
            && delivered.is_empty();
        (!nothing).then_some(step)
    }

    fn put_back(&mut self, mut step: SessionStep) {
        self.journal.put_back(std::mem::take(&mut step.events));
        self.row_changed = step.session.take().is_some();
        self.step = step;
    }

    fn written(&mut self, step: SessionStep) {
        let concerns_inbox = !step.opened.is_empty() || !step.settled.is_empty();
        self.publish(step.events);
        if concerns_inbox {
            self.nudges.send(self.row.project);
        }
    }

    /// Folds away the drops of the turns that were over for long enough at `now`.
    pub(super) async fn fold(&mut self, now: Instant) {
        while let Some((due, drops)) = self.folding.first().copied() {
            if due > now {
                break;
            }
            self.folding.remove(0);
            let folded = self.config.store.fold_events(self.row.id, drops.first, drops.last, &DELTAS).await;
            if let Err(error) = folded {
                // They only take room; what they said is written.
                tracing::warn!(session.id = %self.row.id, %error, "Could not fold a turn of session {}", self.row.id);
            }
        }
    }

    pub(super) fn publish(&mut self, events: Vec<SessionEvent>) {
        metrics::counter!("tandem_session_events").increment(events.len() as u64);
        let view = self.view();
        if view.session.card.is_some() {
            let pulse = Arc::new(Pulse::of(&view));
            if self.pulse.as_ref() != Some(&pulse) {
                self.pulse = Some(Arc::clone(&pulse));
                self.pulses.send(pulse);
            }
        }
        self.tail.publish(events, view);
    }
}

/// A session as it was before a person asked for something.
pub(super) struct Before {
    row: store::Session,
    requests: Vec<store::OpenRequest>,
    messages: Vec<store::WaitingMessage>,
    last: u64,
}
