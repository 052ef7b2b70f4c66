//! Events as they are written into the log: a kind, and data as JSON. These names are public.

use agents::{Event, Failure, TurnOutcome};
use engine::Timestamp;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use store::{SessionStatus, WaitingMessage};

pub(crate) const TEXT_DELTA: &str = "text_delta";
pub(crate) const THINKING_DELTA: &str = "thinking_delta";
pub(crate) const ASSISTANT_MESSAGE: &str = "assistant_message";
pub(crate) const DONE: &str = "done";
/// What is folded away when a turn ends.
pub(crate) const DELTAS: [&str; 2] = [TEXT_DELTA, THINKING_DELTA];

/// One event before it has its number.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) kind: &'static str,
    pub(crate) data: Value,
}

impl Entry {
    pub(crate) fn new(kind: &'static str, data: Value) -> Self {
        Self { kind, data: without_nulls(data) }
    }

    pub(crate) fn user_message(message: &WaitingMessage, by_name: Option<&str>) -> Self {
        let id = uuid::Uuid::from_bytes(message.id);
        let data = json!({ "id": id, "content": message.content, "by": message.sent_by, "by_name": by_name });
        Self { kind: "user_message", data }
    }

    pub(crate) fn delivered(ids: &[[u8; 16]]) -> Self {
        let ids: Vec<uuid::Uuid> = ids.iter().copied().map(uuid::Uuid::from_bytes).collect();
        Self::new("delivered", json!({ "ids": ids }))
    }

    pub(crate) fn status(status: SessionStatus, more: Value) -> Self {
        let mut data = json!({ "status": status_name(status) });
        if let (Some(data), Value::Object(more)) = (data.as_object_mut(), more) {
            data.extend(more);
        }
        Self::new("status", data)
    }

    pub(crate) fn error(failure: &Failure) -> Self {
        Self::new("error", failure_data(failure))
    }

    pub(crate) fn notice(text: &str) -> Self {
        Self::new("notice", json!({ "text": text }))
    }

    /// Makes the entry of what an agent said, of those that are written down as they are.
    pub(crate) fn of(event: &Event, now: Timestamp) -> Option<Self> {
        Some(match event {
            Event::ToolStarted { id, name, input, parent } => {
                Self::new("tool_start", json!({ "id": id, "name": name, "input": input, "parent": parent }))
            }
            Event::Task { tool, state, note } => {
                Self::new("task", json!({ "tool": tool, "state": state, "note": note }))
            }
            Event::Question { request, tool, questions, parent } => Self::new(
                "question",
                json!({ "request_id": request, "tool": tool, "questions": questions, "parent": parent }),
            ),
            Event::Plan { request, tool, plan, path } => Self {
                kind: "plan",
                data: json!({
                    "request_id": request, "tool": tool, "plan": plan, "plan_sha256": sha256(plan), "path": path,
                }),
            },
            Event::Permission { request, tool, name, input, reason, always, parent } => {
                let mut data = json!({
                    "request_id": request, "tool": tool, "name": name, "input": input,
                    "reason": reason, "always": always,
                });
                if let Some(parent) = parent {
                    data["parent"] = json!(parent);
                }
                Self { kind: "permission", data }
            }
            Event::Usage { tokens, context_tokens, context_window, model } => {
                let mut data = json!(tokens);
                data["context_tokens"] = json!(context_tokens);
                data["context_window"] = json!(context_window);
                data["model"] = json!(model);
                Self { kind: "usage", data }
            }
            Event::Retrying { attempt, attempts, wait, failure } => {
                let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
                let mut data = failure_data(failure);
                data["attempt"] = json!(attempt);
                data["attempts"] = json!(attempts);
                data["until"] = json!(now.plus_millis(wait));
                Self::new("retry", data)
            }
            Event::Notice { text } => Self::notice(text),
            Event::Ready { .. }
            | Event::TurnStarted { .. }
            | Event::Delivered { .. }
            | Event::Delta { .. }
            | Event::Said { .. }
            | Event::ToolDraft { .. }
            | Event::ToolEnded { .. }
            | Event::Withdrawn { .. }
            | Event::ModeChanged { .. }
            | Event::ModelChanged { .. }
            | Event::TurnDone { .. }
            | Event::Ended { .. } => return None,
        })
    }
}

pub(crate) fn sha256(text: &str) -> String {
    use std::fmt::Write;
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string does not fail.
        write!(hex, "{byte:02x}").ok();
        hex
    })
}

/// Writes a failure as it is shown: its time as a time.
pub(crate) fn failure_data(failure: &Failure) -> Value {
    let resets_at = failure.resets_at_ms.map(Timestamp::from_millis);
    without_nulls(json!({
        "code": failure.code,
        "message": failure.message,
        "remedy": failure.remedy,
        "resets_at": resets_at,
    }))
}

pub(crate) fn outcome_name(outcome: &TurnOutcome) -> &'static str {
    match outcome {
        TurnOutcome::Completed => "completed",
        TurnOutcome::Interrupted => "interrupted",
        TurnOutcome::Failed(_) => "failed",
    }
}

pub(crate) fn status_name(status: SessionStatus) -> &'static str {
    match status {
        SessionStatus::Queued => "queued",
        SessionStatus::Running => "running",
        SessionStatus::Waiting => "waiting",
        SessionStatus::Idle => "idle",
        SessionStatus::Failed => "failed",
        SessionStatus::Ended => "ended",
    }
}

fn without_nulls(data: Value) -> Value {
    match data {
        Value::Object(fields) => {
            let kept: Map<String, Value> = fields.into_iter().filter(|(_, value)| !value.is_null()).collect();
            Value::Object(kept)
        }
        other => other,
    }
}
