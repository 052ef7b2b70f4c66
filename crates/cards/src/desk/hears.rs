//! What follows from how sessions are doing.

use std::sync::Arc;
use std::time::Duration;

use boards::kanban::automation::{End, Event, Phase, Rules, Trouble, Work};
use engine::{NodeId, SessionId, Timestamp};
use serde::Deserialize;
use sessions::{Pulse, SessionError};
use store::{SessionStatus, TurnEnd};

use super::Desk;
use crate::limits::{PARK_AT_LEAST, PARK_FOR};
use crate::record::CardRecord;
use crate::review::Report;
use crate::status::ReviewCount;

impl Desk {
    /// Hears a pulse. It may have waited here while its session was looked at, and say what was before; so one by which
    /// work would begin or end is only a reason to look.
    pub(super) async fn take_pulse(&mut self, card: &NodeId, pulse: Arc<Pulse>) {
        let is_at_work = self.records.get(card).is_some_and(|record| record.state.phase.is_busy());
        if pulse.status.is_busy() == is_at_work {
            self.hear(card, pulse).await;
        } else {
            self.look_at(card, pulse.session).await;
        }
    }

    async fn hear(&mut self, card: &NodeId, pulse: Arc<Pulse>) {
        let Some(column) = self.column_of(card).or_else(|| self.records.get(card).map(|r| r.state.column.clone()))
        else {
            return;
        };
        self.fresh.insert(card.clone());
        // It may be new: somebody talks to an agent about a card that has no work yet.
        let record = self.record(card, &column);
        let before = record.clone();
        record.spent.insert(pulse.session, pulse.cost_usd);
        let was_missed = !pulse.status.is_busy() && record.has_missed_turn(pulse.session, pulse.turns);
        let is_next = pulse.status.is_busy() && !record.state.phase.is_busy();
        let is_current = record.current == Some(pulse.session) || is_next;
        if record.current != Some(pulse.session) && is_next {
            record.current = Some(pulse.session);
            record.turns_before = pulse.turns.saturating_sub(1);
            record.approvals = pulse.approvals;
            if pulse.mode == "review" {
                record.reviewed_by(pulse.session);
            } else {
                record.work = Some(pulse.session);
            }
        }
        if is_current {
            record.agent = Some(pulse.agent.clone());
        }
        if *record != before {
            self.changed.insert(card.clone());
        }
        if was_missed {
            self.note_end(card, &pulse).await;
            self.remember(card, pulse.session, pulse.turns);
        }
        if !is_current {
            return;
        }
        self.pulses.insert(card.clone(), Arc::clone(&pulse));
        if !self.doing.contains(card) {
            self.follow(card, &pulse).await;
        }
    }

    /// Acts upon how the current session of a card is doing.
    async fn follow(&mut self, card: &NodeId, pulse: &Pulse) {
        let Some(record) = self.records.get_mut(card) else { return };
        if pulse.approvals > record.approvals {
            record.approvals = pulse.approvals;
            record.by = pulse.approved_by.or(record.by);
            self.changed.insert(card.clone());
            let to = self.records.get(card).and_then(|record| self.column(&record.state.column)?.approve_to);
            let to = to.filter(|to| self.document.node(to).is_some());
            self.happen(card, Event::Approved { to });
        }
        let Some(record) = self.records.get(card) else { return };
        match (&record.state.phase, pulse.status.is_busy()) {
            (Phase::Working { .. } | Phase::Stopping { .. }, false) => {
                let end = self.end(card, pulse).await;
                self.note_end(card, pulse).await;
                self.happen(card, Event::Ended(end));
                self.remember(card, pulse.session, pulse.turns);
            }
            (phase, true) if !phase.is_busy() => {
                let rules = self.rules_for(card, pulse);
                self.happen(card, Event::Began { rules });
            }
            _ => {}
        }
        if pulse.status == SessionStatus::Waiting {
            self.measure(card);
        }
    }

    /// Says what a column asks for, as far as it is what this session does.
    fn rules_for(&self, card: &NodeId, pulse: &Pulse) -> Rules {
        let rules = self.records.get(card).map(|record| self.rules(&record.state.column));
        let rules = rules.unwrap_or(Rules { work: None, auto_start: false, done_to: None });
        let fits = |work: &Work| match work {
            Work::Plan => pulse.mode == "plan",
            Work::Review => pulse.mode == "review",
            Work::Code | Work::Custom => pulse.mode == "code",
            Work::Talk => false,
        };
        Rules { work: rules.work.filter(fits), ..rules }
    }

    async fn end(&mut self, card: &NodeId, pulse: &Pulse) -> End {
        let Some(record) = self.records.get(card) else { return End::Interrupted };
        let (work, column) = (record.state.phase.work(), record.state.column.clone());
        let had_a_turn = pulse.turns > record.turns_before;
        match (pulse.status, pulse.outcome) {
            (SessionStatus::Failed, _) => failed(pulse.failure.as_deref(), self.now()),
            (_, Some(TurnEnd::Completed)) if had_a_turn => {
                let rules = self.rules(&column);
                // A plan leads on when a person approved it, not when it was written.
                let mut to = rules.done_to.filter(|_| rules.work == work && work != Some(Work::Plan));
                if work == Some(Work::Review) {
                    let verdicts = self.count_verdicts(card, pulse.session).await;
                    to = to.filter(|_| verdicts.reported && verdicts.failed == 0);
                }
                End::Completed { to }
            }
            _ => End::Interrupted,
        }
    }

    /// Remembers that files may have changed since they were reviewed, or what a review came to that was cut short.
    async fn note_end(&mut self, card: &NodeId, pulse: &Pulse) {
        let now = self.now();
        let Some(record) = self.records.get_mut(card) else { return };
        if record.review == Some(pulse.session) {
            self.count_if_filed(card, pulse.session).await;
        } else if pulse.mode == "code" {
            record.worked_at = Some(now);
            self.changed.insert(card.clone());
        }
    }

    /// Counts what the report of a review says.
    async fn count_verdicts(&mut self, card: &NodeId, session: SessionId) -> ReviewCount {
        let review = self.shared.config.store.review(session).await;
        let review = review.inspect_err(|error| tracing::warn!(%error, "A review could not be read")).ok().flatten();
        let filed_at = review.as_ref().and_then(|review| review.reported_at);
        let report = review.and_then(|review| serde_json::from_str::<Report>(&review.report?).ok());
        let verdicts = report.map_or_else(ReviewCount::default, |report| report.count());
        let now = self.now();
        if let Some(record) = self.records.get_mut(card) {
            (record.verdicts, record.reviewed_at) = (Some(verdicts), Some(filed_at.unwrap_or(now)));
            self.changed.insert(card.clone());
        }
        verdicts
    }

    async fn count_if_filed(&mut self, card: &NodeId, session: SessionId) {
        if matches!(self.shared.config.store.review(session).await, Ok(Some(review)) if review.report.is_some()) {
            self.count_verdicts(card, session).await;
        }
    }

    /// Hears that the report of a review was filed. While the review goes on it is counted at the end; one that comes
    /// later, perhaps because somebody asked the reviewer for it, is counted now.
    pub(super) async fn take_report(&mut self, card: &NodeId, session: SessionId) {
        let Some(record) = self.records.get(card).filter(|record| record.review == Some(session)) else { return };
        let phase = &record.state.phase;
        if !phase.is_busy() || phase.work() != Some(Work::Review) {
            self.count_verdicts(card, session).await;
        }
    }

    /// Asks a card's current session how it is doing.
    pub(super) async fn look(&mut self, card: &NodeId) {
        let session = self.records.get(card).and_then(|record| record.current);
        if let Some(session) = session {
            self.look_at(card, session).await;
        }
    }

    async fn look_at(&mut self, card: &NodeId, session: SessionId) {
        match self.shared.config.sessions.view(session).await {
            Ok(view) => self.hear(card, Arc::new(Pulse::of(&view))).await,
            Err(SessionError::Missing) => {
                // Nothing more will come of it.
                if self.records.get(card).is_some_and(|record| record.current == Some(session)) {
                    self.happen(card, Event::Ended(End::Interrupted));
                }
            }
            Err(error) => tracing::warn!(session.id = %session, %error, "Session {session} cannot be looked at now"),
        }
    }

    /// Looks for reports that were filed after their review had ended without one.
    pub(super) async fn look_for_reports(&mut self) {
        let is_without = |record: &CardRecord| record.verdicts.is_some_and(|verdicts| !verdicts.reported);
        let without = self.records.iter().filter(|(_, record)| is_without(record));
        let without: Vec<(NodeId, SessionId)> =
            without.filter_map(|(card, record)| Some((card.clone(), record.review?))).collect();
        for (card, session) in without {
            self.count_if_filed(&card, session).await;
        }
    }

    /// Looks at everything that may have been missed.
    pub(super) async fn look_at_all(&mut self) {
        if let Err(error) = self.catch_up().await {
            tracing::error!(board.id = %self.board.id, %error, "The log of board {} cannot be read", self.board.id);
        }
        let busy = self.records.iter().filter(|(_, record)| record.is_under_way());
        let busy: Vec<NodeId> = busy.map(|(card, _)| card.clone()).collect();
        for card in busy {
            self.look(&card).await;
        }
        self.look_for_reports().await;
    }
}

/// Reads why a session failed: a limit is waited out, a cut is taken up again, anything else is for a person.
fn failed(failure: Option<&str>, now: Timestamp) -> End {
    #[derive(Deserialize)]
    struct Failure {
        code: String,
        message: String,
        remedy: Option<String>,
        resets_at: Option<Timestamp>,
    }
    let failure = failure.and_then(|failure| serde_json::from_str::<Failure>(failure).ok());
    let Some(Failure { code, message, remedy, resets_at }) = failure else {
        let message = "The agent failed without saying why.".to_owned();
        return End::Failed(Trouble { code: "unknown".to_owned(), message, remedy: None });
    };
    let trouble = Trouble { message, remedy, code };
    match trouble.code.as_str() {
        "usage_limit" => {
            let later = |wait: Duration| now.plus_millis(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX));
            // A time that is over says nothing about the next one.
            let until = resets_at.filter(|until| *until > now).unwrap_or_else(|| later(PARK_FOR));
            End::Limit { until: until.max(later(PARK_AT_LEAST)) }
        }
        "interrupted" => End::Cut(trouble),
        _ => End::Failed(trouble),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_waited_out_until_it_ends() {
        let now = Timestamp::from_millis(1_000_000);
        let at = |millis| End::Limit { until: Timestamp::from_millis(millis) };
        let limit = |resets_at: &str| format!(r#"{{"code":"usage_limit","message":"Enough."{resets_at}}}"#);
        let resets_at = Timestamp::from_millis(9_000_000);
        assert_eq!(failed(Some(&limit(&format!(r#","resets_at":"{resets_at}""#))), now), at(9_000_000));
        assert_eq!(failed(Some(&limit("")), now), at(1_000_000 + 15 * 60 * 1_000));
        let past = Timestamp::from_millis(5);
        assert_eq!(failed(Some(&limit(&format!(r#","resets_at":"{past}""#))), now), at(1_000_000 + 15 * 60 * 1_000));
        let soon = Timestamp::from_millis(1_000_001);
        assert_eq!(failed(Some(&limit(&format!(r#","resets_at":"{soon}""#))), now), at(1_005_000));
    }

    #[test]
    fn whatever_else_failed_is_for_a_person() {
        let now = Timestamp::from_millis(0);
        let trouble = |code: &str| Trouble { code: code.to_owned(), message: "So.".to_owned(), remedy: None };
        let said = |code: &str| format!(r#"{{"code":"{code}","message":"So."}}"#);
        assert_eq!(failed(Some(&said("crashed")), now), End::Failed(trouble("crashed")));
        assert_eq!(failed(Some(&said("interrupted")), now), End::Cut(trouble("interrupted")));
        assert!(matches!(failed(None, now), End::Failed(_)));
        assert!(matches!(failed(Some("[]"), now), End::Failed(_)));
    }
}
