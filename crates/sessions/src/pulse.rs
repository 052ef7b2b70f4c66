//! How the sessions of cards are doing, in short, for those who look after the cards.

use std::sync::Arc;

use agents::{BlockKind, Event};
use engine::{BoardId, SessionId, UserId};
use serde::Serialize;
use serde_json::Value;
use store::{ProjectId, SessionStatus, TurnEnd};
use tokio::sync::broadcast;

use crate::limits::{MAX_DOING_CHARS, PULSE_QUEUE};
use crate::view::View;

/// A session of a card as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct Pulse {
    pub session: SessionId,
    pub project: ProjectId,
    pub board: Option<BoardId>,
    pub card: Option<String>,
    pub agent: String,
    pub mode: String,
    pub status: SessionStatus,
    pub place: Option<usize>,
    /// What a person is asked: ids with their kinds.
    pub requests: Vec<(String, String)>,
    pub turns: u32,
    pub outcome: Option<TurnEnd>,
    /// JSON, as in the session.
    pub failure: Option<String>,
    /// How many plans were approved, and who approved the last.
    pub approvals: u32,
    pub approved_by: Option<UserId>,
    pub cost_usd: f64,
    pub doing: Option<Doing>,
}

/// What an agent is doing at the moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Doing {
    Thinking,
    Writing,
    Tool { text: String },
}

/// Tells how sessions of cards are doing.
#[derive(Clone)]
pub(crate) struct Pulses(broadcast::Sender<Arc<Pulse>>);

impl Pulses {
    pub(crate) fn new() -> Self {
        Self(broadcast::channel(PULSE_QUEUE).0)
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Arc<Pulse>> {
        self.0.subscribe()
    }

    pub(crate) fn send(&self, pulse: Arc<Pulse>) {
        // Nobody listening is fine.
        drop(self.0.send(pulse));
    }
}

impl Pulse {
    pub fn of(view: &View) -> Self {
        let View { session, place, requests, doing, .. } = view;
        Self {
            session: session.id,
            project: session.project,
            board: session.board,
            card: session.card.clone(),
            agent: session.agent.clone(),
            mode: session.mode.clone(),
            status: session.status,
            place: *place,
            requests: requests.iter().map(|request| (request.id.clone(), request.kind.clone())).collect(),
            turns: session.turns,
            outcome: session.outcome,
            failure: session.failure.clone(),
            approvals: session.approval.as_ref().map_or(0, |approval| approval.count),
            approved_by: session.approval.as_ref().map(|approval| approval.by),
            cost_usd: session.totals.cost_usd,
            doing: doing.clone(),
        }
    }
}

impl Doing {
    /// Returns what an agent does after it said this; none if that is what it did before.
    pub(crate) fn after(event: &Event) -> Option<Self> {
        match event {
            Event::TurnStarted { .. }
            | Event::ToolEnded { parent: None, .. }
            | Event::Delta { kind: BlockKind::Thinking, .. } => Some(Self::Thinking),
            Event::Delta { kind: BlockKind::Text, .. } => Some(Self::Writing),
            Event::ToolStarted { name, input, parent: None, .. } => Some(Self::Tool { text: in_short(name, input) }),
            _ => None,
        }
    }
}

/// What a call is about, by the name of its input.
const TELLING: [&str; 8] = ["file_path", "path", "command", "pattern", "description", "query", "url", "title"];

/// Says a tool call in a line: the tool, and what it is about.
fn in_short(name: &str, input: &Value) -> String {
    let name = name.rsplit("__").next().unwrap_or(name);
    let about = TELLING.iter().find_map(|field| input[field].as_str());
    let about = end_of_path(about.unwrap_or_default().lines().next().unwrap_or_default());
    let text: String = format!("{name} {about}").chars().filter(|c| !c.is_control()).take(MAX_DOING_CHARS).collect();
    text.trim_end().to_owned()
}

/// Leaves of a whole path its end, which is what tells files apart.
fn end_of_path(text: &str) -> &str {
    if !text.starts_with('/') || text.contains(' ') {
        return text;
    }
    text.rmatch_indices('/').nth(1).map_or(text, |(slash, _)| &text[slash + 1..])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(name: &str, input: &Value, expected: &str) {
        assert_eq!(in_short(name, input), expected);
    }

    #[test]
    fn a_call_is_said_in_a_line() {
        check("Edit", &json!({ "file_path": "src/main.rs", "old_string": "a" }), "Edit src/main.rs");
        check("Read", &json!({ "file_path": "/srv/worktrees/7/src/main.rs" }), "Read src/main.rs");
        check("Glob", &json!({ "path": "/srv" }), "Glob /srv");
        check("Bash", &json!({ "command": "cargo test\nrm -rf x" }), "Bash cargo test");
        check("mcp__tandem__create_card", &json!({ "title": "Write it" }), "create_card Write it");
        check("TodoWrite", &json!({ "todos": [] }), "TodoWrite");
        check("Odd", &json!("text"), "Odd");
        check("Bash", &json!({ "command": "printf '\u{1b}[31m'" }), "Bash printf '[31m'");
        assert_eq!(in_short("Read", &json!({ "path": "x".repeat(500) })).chars().count(), MAX_DOING_CHARS);
    }
}
