//! Lines for the CLI.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::agent::{Mode, Prompt};

/// The name under which our own tools are offered.
pub(super) const OUR_SERVER: &str = "tandem";

pub(super) fn initialize(id: &str, instructions: Option<&str>) -> String {
    let mut request = json!({
        "subtype": "initialize",
        "sdkMcpServers": [OUR_SERVER],
        "forwardSubagentText": true,
    });
    if let Some(instructions) = instructions {
        request["appendSystemPrompt"] = json!(instructions);
    }
    control(id, &request)
}

pub(super) fn control(id: &str, request: &Value) -> String {
    json!({ "type": "control_request", "request_id": id, "request": request }).to_string()
}

pub(super) fn user(prompt: &Prompt) -> String {
    // A text that begins with a slash would be a command to the CLI itself; of those only this one is meant as such.
    let is_command = prompt.content.split_whitespace().next() == Some("/compact");
    json!({
        "type": "user",
        "uuid": prompt.id.0,
        "client_composed": !is_command,
        "message": { "role": "user", "content": prompt.content },
    })
    .to_string()
}

/// Answers something the CLI asked.
pub(super) fn answer(request: &str, response: &Value) -> String {
    let response = json!({ "subtype": "success", "request_id": request, "response": response });
    json!({ "type": "control_response", "response": response }).to_string()
}

pub(super) fn refuse(request: &str, error: &str) -> String {
    let response = json!({ "subtype": "error", "request_id": request, "error": error });
    json!({ "type": "control_response", "response": response }).to_string()
}

pub(super) fn allow(input: &Value, permissions: &[Value]) -> Value {
    let mut response = json!({ "behavior": "allow", "updatedInput": input });
    if !permissions.is_empty() {
        response["updatedPermissions"] = json!(permissions);
    }
    response
}

pub(super) fn deny(message: &str) -> Value {
    json!({ "behavior": "deny", "message": message })
}

/// Puts answers into the input of a question: several labels are joined the way the CLI expects.
pub(super) fn answered(input: &Value, answers: &BTreeMap<String, Vec<String>>) -> Value {
    let mut input = input.clone();
    let joined: serde_json::Map<String, Value> =
        answers.iter().map(|(question, labels)| (question.clone(), json!(labels.join(", ")))).collect();
    input["answers"] = Value::Object(joined);
    input
}

/// Returns the CLI's name of a mode.
pub(super) fn permission_mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Plan => "plan",
        Mode::Code => "acceptEdits",
        Mode::Review | Mode::Chat => "default",
    }
}
