//! What is kept of a card: its state, its sessions, its folder. One JSON object.

use std::collections::BTreeMap;

use boards::kanban::automation::{CardState, Heading, Phase, Why, Work};
use engine::{BoardId, NodeId, SessionId, Timestamp, UserId};
use git::{Branch, Commit};
use serde::{Deserialize, Serialize};
use store::{CardRun, ProjectId};

use crate::limits::STOP_PATIENCE;

/// What agents do and did for a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardRecord {
    pub state: CardState,
    /// When the phase began.
    pub since: Timestamp,
    /// Who had a hand in it last: agents work in their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<UserId>,
    /// The conversation that plans and codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<SessionId>,
    /// The latest review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<SessionId>,
    /// The session that is, or was last, at work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<SessionId>,
    /// The agent of that session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// How many turns the current session had before its task.
    #[serde(default)]
    pub turns_before: u32,
    /// How many approvals of the current session have been acted upon.
    #[serde(default)]
    pub approvals: u32,
    /// What each session has cost, from when it was first heard of.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spent: BTreeMap<SessionId, f64>,
    /// How many turns of each session are known to have ended.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ended_turns: BTreeMap<SessionId, u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<CardTree>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<DiffSize>,
    /// Whether what kept its branch from being merged is out of the way, as far as is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// What the latest review came to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdicts: Option<crate::status::ReviewCount>,
    /// When it was filed, or ended without a report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed_at: Option<Timestamp>,
    /// When work that may change files last ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worked_at: Option<Timestamp>,
}

/// A card's branch and folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardTree {
    pub folder: String,
    pub branch: Branch,
    /// The commit the branch began at.
    pub base: Commit,
    /// The branch that was checked out then, to which it goes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_branch: Option<Branch>,
    /// Something worth knowing about how it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The last commit of the branch when it was merged, until there is more in the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_head: Option<Commit>,
    /// The commit it could not be brought together with, until it is merged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflicts_with: Option<Commit>,
}

/// How conflicts stand that a branch has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CardConflict")]
pub enum Conflict {
    Open,
    /// It can be merged again.
    Resolved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DiffSize {
    pub files: u64,
    pub additions: u64,
    pub deletions: u64,
}

impl CardRecord {
    pub(crate) fn new(column: NodeId, now: Timestamp) -> Self {
        Self {
            state: CardState::new(column),
            since: now,
            by: None,
            work: None,
            review: None,
            current: None,
            agent: None,
            turns_before: 0,
            approvals: 0,
            spent: BTreeMap::new(),
            ended_turns: BTreeMap::new(),
            tree: None,
            diff: None,
            conflict: None,
            verdicts: None,
            reviewed_at: None,
            worked_at: None,
        }
    }

    /// Tells whether its branch has been merged, as it is now.
    pub(crate) fn is_merged(&self) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.merged_head.is_some())
    }

    pub(crate) fn has_met_conflicts(&self) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.conflicts_with.is_some())
    }

    /// Reads what was stored; what cannot be read is as good as nothing.
    pub fn read(run: &CardRun) -> Option<Self> {
        let record = serde_json::from_str(&run.state);
        record.inspect_err(|error| tracing::error!(card = run.card, %error, "A card's record cannot be read")).ok()
    }

    pub(crate) fn run(&self, board: BoardId, project: ProjectId, card: &NodeId) -> CardRun {
        CardRun {
            board,
            card: card.as_str().to_owned(),
            project,
            active: self.is_under_way(),
            attention: self.attention().map(str::to_owned),
            changed_at: self.since,
            state: serde_json::to_string(self).unwrap_or_default(),
        }
    }

    /// Tells whether a restart has something to take up again.
    pub(crate) fn is_under_way(&self) -> bool {
        self.state.phase.is_active() || self.state.heading.is_some()
    }

    /// When something is to be done about it without anybody asking.
    pub(crate) fn due(&self) -> Option<Timestamp> {
        match self.state.phase {
            Phase::Parked { until, .. } => Some(until),
            Phase::Stopping { .. } => {
                Some(self.since.plus_millis(i64::try_from(STOP_PATIENCE.as_millis()).unwrap_or(i64::MAX)))
            }
            _ => None,
        }
    }

    /// Says what of it a person should look at, beside what its session asks.
    pub(crate) fn attention(&self) -> Option<&'static str> {
        match &self.state.phase {
            Phase::Failed { .. } => Some("failure"),
            // Whoever has merged it has decided.
            Phase::Finished { work: Work::Review } if self.state.heading.is_none() && !self.is_merged() => {
                let clean = self.verdicts.is_some_and(|verdicts| verdicts.reported && verdicts.failed == 0);
                (!clean).then_some("review")
            }
            _ => None,
        }
    }

    /// Begins a review, of which nothing is known yet.
    pub(crate) fn reviewed_by(&mut self, session: SessionId) {
        (self.review, self.verdicts, self.reviewed_at) = (Some(session), None, None);
    }

    /// Tells whether work has gone on since the latest review, which judged an older state then: it has ended, or it is
    /// what was asked for last.
    pub fn is_review_outdated(&self) -> bool {
        let has_ended = self.worked_at.zip(self.reviewed_at).is_some_and(|(worked, reviewed)| worked >= reviewed);
        let goes_on = matches!(self.state.phase.work(), Some(Work::Code | Work::Custom));
        has_ended || goes_on || matches!(self.state.heading, Some(Heading { why: Why::SentBack, .. }))
    }

    /// Returns the session that is, or was last, at work. One that is chosen and not made yet is nothing to look at.
    pub(crate) fn session(&self) -> Option<SessionId> {
        let is_there = |session: &SessionId| self.spent.contains_key(session);
        [self.current, self.work].into_iter().flatten().find(is_there)
    }

    /// Remembers how many turns of a session have ended, and tells whether one of them went unseen: it was over before
    /// anybody looked, or something else was done for the card meanwhile.
    pub(crate) fn has_missed_turn(&mut self, session: SessionId, turns: u32) -> bool {
        let is_seen = self.current == Some(session) && self.state.phase.is_busy();
        let before = self.ended_turns.insert(session, turns).unwrap_or(0);
        turns > before && !is_seen
    }

    pub fn cost_usd(&self) -> f64 {
        // The sum of nothing is -0.0, which is no amount of money.
        self.spent.values().fold(0.0, |sum, spent| sum + spent)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn record() -> CardRecord {
        CardRecord::new(NodeId::root(), Timestamp::from_millis(1))
    }

    fn session(number: u128) -> SessionId {
        SessionId::from_uuid(Uuid::from_u128(number))
    }

    #[test]
    fn a_session_that_was_only_chosen_is_not_named() {
        let mut card = CardRecord { work: Some(session(1)), current: Some(session(1)), ..record() };
        assert_eq!(card.session(), None);
        card.spent.insert(session(1), 0.0);
        assert_eq!(card.session(), Some(session(1)));
        // Until its reviewer is there, the one that worked on it is still the last.
        card.current = Some(session(2));
        assert_eq!(card.session(), Some(session(1)));
        card.spent.insert(session(2), 0.0);
        assert_eq!(card.session(), Some(session(2)));
    }

    #[test]
    fn what_nobody_worked_on_costs_nothing_at_all() {
        let mut card = record();
        assert_eq!(card.cost_usd().to_string(), "0");
        card.spent.extend([(session(1), 0.25), (session(2), 0.5)]);
        assert_eq!(card.cost_usd().to_string(), "0.75");
    }

    #[test]
    fn a_turn_that_nobody_saw_is_missed_once() {
        let mut card = CardRecord { current: Some(session(1)), ..record() };
        card.state.phase = Phase::Working { work: Work::Review, after: None };
        assert!(!card.has_missed_turn(session(1), 1), "what is followed is seen");
        assert!(card.has_missed_turn(session(2), 1));
        assert!(!card.has_missed_turn(session(2), 1));
        card.state.phase = Phase::Resting;
        assert!(!card.has_missed_turn(session(1), 1));
        assert!(card.has_missed_turn(session(1), 2));
    }

    #[test]
    fn a_review_counts_until_work_goes_on() {
        let at = |worked: i64, phase: Phase, why: Option<Why>| {
            let mut card = record();
            (card.reviewed_at, card.worked_at) =
                (Some(Timestamp::from_millis(5)), Some(Timestamp::from_millis(worked)));
            card.state.phase = phase;
            card.state.heading = why.map(|why| Heading { to: NodeId::root(), why });
            card.is_review_outdated()
        };
        let reviewed = Phase::Finished { work: Work::Review };
        assert!(!at(4, reviewed.clone(), None));
        assert!(!at(4, reviewed.clone(), Some(Why::Done)));
        assert!(!at(4, Phase::Resting, None));
        assert!(!at(4, Phase::Finished { work: Work::Talk }, None));
        assert!(at(4, reviewed.clone(), Some(Why::SentBack)));
        assert!(at(4, Phase::Stopped { work: Work::Code }, None));
        assert!(at(5, reviewed, None));
    }
}
