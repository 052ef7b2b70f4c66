//! A card at work as everybody sees it.

use boards::kanban::automation::{Phase, Work};
use engine::{BoardId, NodeId, SessionId, Timestamp};
use git::Branch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sessions::{Agents, Doing, Pulse};
use store::SessionStatus;

use crate::record::{CardRecord, Conflict, DiffSize};

/// What agents do and did for a card, at a glance.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CardStatus {
    pub card_id: NodeId,
    pub board_id: BoardId,
    pub column_id: NodeId,
    pub phase: PhaseName,
    /// Of the work under way, or done last: `plan`, `code`, `review`, `custom` or `talk`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<WorkName>,
    /// Queued: its place in the server's queue; lined up: its place in the column's line. Counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
    /// When this phase began.
    pub since: Timestamp,
    /// What the agent is doing, while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<DoingResponse>")]
    pub doing: Option<Doing>,
    /// What a person is asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<WaitingFor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureResponse>,
    /// When a parked card goes on by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// The session that is, or was last, at work; there is such a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// The agent of that session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Whether that agent plays a script and is no model.
    pub scripted: bool,
    /// What all its sessions have cost.
    pub cost_usd: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub branch: Option<Branch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<DiffSize>,
    /// What the latest review came to, until work goes on after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewCount>,
    /// Whether its branch has been merged, as it is now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub merged: bool,
    /// How the conflicts stand that kept its branch from being merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CardPhase")]
pub enum PhaseName {
    Resting,
    LinedUp,
    Starting,
    Queued,
    Running,
    /// Waits for a person.
    Waiting,
    Stopping,
    Failed,
    /// Too much was used; goes on by itself.
    Parked,
    /// The agent's turn here ended well.
    Finished,
    /// A person stopped it.
    Stopped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CardWork")]
pub enum WorkName {
    Plan,
    Code,
    Review,
    Custom,
    Talk,
}

/// Something a person is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WaitingFor {
    pub request_id: String,
    /// `question`, `plan` or `permission`.
    pub kind: String,
}

/// Why the work failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CardFailure")]
pub struct FailureResponse {
    pub code: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// What a review came to, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewCount {
    /// Whether it filed a report at all.
    pub reported: bool,
    pub passed: usize,
    pub failed: usize,
    pub not_applicable: usize,
}

/// What an agent is doing.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "it only describes `Doing`, which knows nothing of schemas")]
struct DoingResponse {
    /// `thinking`, `writing` or `tool`.
    kind: String,
    /// The tool, and what it is about.
    text: Option<String>,
}

impl CardStatus {
    pub(crate) fn new(
        board: BoardId,
        card: NodeId,
        record: &CardRecord,
        pulse: Option<&Pulse>,
        line: Option<usize>,
        agents: &Agents,
    ) -> Self {
        let working = matches!(record.state.phase, Phase::Working { .. });
        let pulse = pulse.filter(|pulse| working && Some(pulse.session) == record.current);
        let phase = phase_name(&record.state.phase, pulse);
        let waiting = pulse.filter(|_| phase == PhaseName::Waiting).map_or_else(Vec::new, |pulse| {
            let waiting = |(id, kind): &(String, String)| WaitingFor { request_id: id.clone(), kind: kind.clone() };
            pulse.requests.iter().map(waiting).collect()
        });
        Self {
            card_id: card,
            board_id: board,
            column_id: record.state.column.clone(),
            phase,
            mode: record.state.phase.work().map(WorkName::from),
            place: pulse.and_then(|pulse| pulse.place).or(line),
            since: record.since,
            doing: pulse.and_then(|pulse| pulse.doing.clone()),
            waiting,
            failure: failure(&record.state.phase, pulse),
            until: match record.state.phase {
                Phase::Parked { until, .. } => Some(until),
                _ => None,
            },
            session_id: record.session(),
            scripted: record
                .agent
                .as_ref()
                .is_some_and(|agent| agents.by_name.get(agent).is_some_and(|entry| entry.scripted)),
            agent: record.agent.clone(),
            cost_usd: record.cost_usd(),
            branch: record.tree.as_ref().map(|tree| tree.branch.clone()),
            diff: record.diff,
            review: record.verdicts.filter(|_| !record.is_review_outdated()),
            merged: record.is_merged(),
            conflict: record.conflict,
        }
    }
}

fn phase_name(phase: &Phase, pulse: Option<&Pulse>) -> PhaseName {
    match phase {
        Phase::Resting | Phase::Gone => PhaseName::Resting,
        Phase::LinedUp { .. } => PhaseName::LinedUp,
        Phase::Starting { .. } => PhaseName::Starting,
        Phase::Working { .. } => match pulse.map(|pulse| pulse.status) {
            Some(SessionStatus::Queued) => PhaseName::Queued,
            Some(SessionStatus::Waiting) => PhaseName::Waiting,
            Some(SessionStatus::Running | SessionStatus::Idle | SessionStatus::Failed | SessionStatus::Ended)
            | None => PhaseName::Running,
        },
        Phase::Stopping { .. } => PhaseName::Stopping,
        Phase::Finished { .. } => PhaseName::Finished,
        Phase::Failed { .. } => PhaseName::Failed,
        Phase::Parked { .. } => PhaseName::Parked,
        Phase::Stopped { .. } => PhaseName::Stopped,
    }
}

/// A session that waits although its agent died says why it died.
fn failure(phase: &Phase, pulse: Option<&Pulse>) -> Option<FailureResponse> {
    if let Phase::Failed { trouble, .. } = phase {
        let trouble = trouble.clone();
        return Some(FailureResponse { code: trouble.code, message: trouble.message, remedy: trouble.remedy });
    }
    let told: Value = serde_json::from_str(pulse?.failure.as_deref()?).ok()?;
    let text = |name: &str| told[name].as_str().map(str::to_owned);
    Some(FailureResponse { code: text("code")?, message: text("message")?, remedy: text("remedy") })
}

impl From<Work> for WorkName {
    fn from(work: Work) -> Self {
        match work {
            Work::Plan => Self::Plan,
            Work::Code => Self::Code,
            Work::Review => Self::Review,
            Work::Custom => Self::Custom,
            Work::Talk => Self::Talk,
        }
    }
}
