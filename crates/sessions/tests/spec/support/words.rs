//! What agents say and what is said about it, in few words.

use std::collections::BTreeMap;
use std::time::Duration;

use agents::{
    BlockKind, Conversation, Event, Failure, FailureCode, Launch, MessageId, Origin, Point, Question, QuestionOption,
    RequestId, TaskState, Tokens, ToolId, TurnOutcome,
};
use serde_json::{Value, json};
use sessions::QuestionReply;

pub fn ready(launch: &Launch) -> Event {
    let (Conversation::New(conversation)
    | Conversation::Resume(conversation)
    | Conversation::Fork { to: conversation, .. }) = launch.conversation;
    Event::Ready { conversation, version: None }
}

pub fn turn() -> Event {
    Event::TurnStarted { model: None }
}

pub fn delivered(messages: &[MessageId]) -> Event {
    Event::Delivered { messages: messages.to_vec() }
}

pub fn delta(text: &str) -> Event {
    Event::Delta { kind: BlockKind::Text, text: text.to_owned() }
}

pub fn thought(text: &str) -> Event {
    Event::Delta { kind: BlockKind::Thinking, text: text.to_owned() }
}

pub fn said(text: &str) -> Event {
    Event::Said { kind: BlockKind::Text, text: text.to_owned(), parent: None }
}

pub fn tool(id: &str) -> ToolId {
    ToolId(id.to_owned())
}

/// Writes a piece of a call.
pub fn draft(id: &str, name: &str, piece: &str) -> Event {
    Event::ToolDraft { id: tool(id), name: name.to_owned(), piece: piece.to_owned() }
}

pub fn tool_started(id: &str) -> Event {
    Event::ToolStarted { id: tool(id), name: "Bash".to_owned(), input: json!({ "command": "ls" }), parent: None }
}

pub fn tool_ended(id: &str) -> Event {
    Event::ToolEnded { id: tool(id), content: "a.txt".to_owned(), is_error: false, diff: None, parent: None }
}

pub fn task(id: &str, state: TaskState) -> Event {
    Event::Task { tool: tool(id), state, note: "builds".to_owned() }
}

pub fn notice(text: &str) -> Event {
    Event::Notice { text: text.to_owned() }
}

/// Asks which colour, of red and blue, and which sizes.
pub fn question(id: &str) -> Event {
    question_of(id, None)
}

pub fn question_of(id: &str, parent: Option<&str>) -> Event {
    let option = |label: &str| QuestionOption { label: label.to_owned(), description: String::new(), preview: None };
    let one = Question {
        question: "Which colour?".to_owned(),
        header: "Colour".to_owned(),
        multi_select: false,
        options: vec![option("red"), option("blue")],
    };
    let many = Question {
        question: "Which sizes?".to_owned(),
        header: "Sizes".to_owned(),
        multi_select: true,
        options: vec![option("S"), option("L")],
    };
    let request = RequestId(id.to_owned());
    Event::Question { request, tool: tool("ask"), questions: vec![one, many], parent: parent.map(tool) }
}

pub fn plan(id: &str, text: &str) -> Event {
    Event::Plan { request: RequestId(id.to_owned()), tool: tool("plan"), plan: text.to_owned(), path: None }
}

/// Asks whether `command` may run.
pub fn permission(id: &str, command: &str) -> Event {
    Event::Permission {
        request: RequestId(id.to_owned()),
        tool: tool("run"),
        name: "Bash".to_owned(),
        input: json!({ "command": command }),
        reason: None,
        always: Some("Bash(make:*)".to_owned()),
        parent: None,
    }
}

pub fn withdrawn(id: &str) -> Event {
    Event::Withdrawn { request: RequestId(id.to_owned()) }
}

pub fn done() -> Event {
    done_with(TurnOutcome::Completed)
}

pub fn done_with(outcome: TurnOutcome) -> Event {
    Event::TurnDone {
        outcome,
        tokens: Tokens::default(),
        run_cost_usd: 0.0,
        took: Duration::from_secs(1),
        origin: Origin::Person,
        messages: Vec::new(),
        point: None,
    }
}

/// Ends a turn whose place in its record the agent names, or does not.
pub fn done_at(point: Option<Point>) -> Event {
    match done() {
        Event::TurnDone { outcome, tokens, run_cost_usd, took, origin, messages, .. } => {
            Event::TurnDone { outcome, tokens, run_cost_usd, took, origin, messages, point }
        }
        other => other,
    }
}

pub fn cost(tokens: Tokens, run_cost_usd: f64) -> Event {
    Event::TurnDone {
        outcome: TurnOutcome::Completed,
        tokens,
        run_cost_usd,
        took: Duration::from_millis(1_500),
        origin: Origin::Person,
        messages: Vec::new(),
        point: None,
    }
}

pub fn ended() -> Event {
    Event::Ended { failure: None }
}

pub fn crash() -> Failure {
    Failure::new(FailureCode::Crashed, "It died.").remedy("Start it again.")
}

/// Answers the question about colours.
pub fn colour(answer: &str) -> QuestionReply {
    answers(&[("Which colour?", &[answer])])
}

pub fn answers(given: &[(&str, &[&str])]) -> QuestionReply {
    let owned = |chosen: &[&str]| chosen.iter().map(|label| (*label).to_owned()).collect();
    QuestionReply::Answers(
        given.iter().map(|(question, chosen)| ((*question).to_owned(), owned(chosen))).collect::<BTreeMap<_, _>>(),
    )
}

/// Returns the sha256 of a plan as a person sends it back: as the event said it.
pub fn sha_of(data: &Value) -> String {
    data["plan_sha256"].as_str().unwrap().to_owned()
}
