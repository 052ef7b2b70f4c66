//! Lines for the CLI.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::agent::{Mode, Prompt};

/// The name under which our own tools are offered.
pub(super) const OUR_SERVER: &str = "tandem";

/// Returns the name by which the CLI calls a tool of ours.
pub(super) fn our_tool(name: &str) -> String {
    format!("mcp__{OUR_SERVER}__{name}")
}

/// Returns the name of a tool of ours, if that is what the CLI means by this.
pub(super) fn own_name(tool: &str) -> Option<&str> {
    tool.strip_prefix("mcp__")?.strip_prefix(OUR_SERVER)?.strip_prefix("__")
}

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

/// Puts answers into the input of a question: several labels are joined the way the CLI expects, and what has none is
/// left out.
pub(super) fn answered(input: &Value, answers: &BTreeMap<String, Vec<String>>) -> Value {
    let joined = answers
        .iter()
        .filter(|(_, labels)| !labels.is_empty())
        .map(|(question, labels)| (question.clone(), json!(labels.join(", "))));
    with(input, "answers", Value::Object(joined.collect()))
}

/// Puts a plan that a person changed into the input of the agent's own.
pub(super) fn edited(input: &Value, plan: Option<String>) -> Value {
    match plan {
        Some(plan) => with(input, "plan", Value::String(plan)),
        None => input.clone(),
    }
}

fn with(input: &Value, key: &str, value: Value) -> Value {
    let mut fields = input.as_object().cloned().unwrap_or_default();
    fields.insert(key.to_owned(), value);
    Value::Object(fields)
}

/// Returns the CLI's name of a mode.
pub(super) fn permission_mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Plan => "plan",
        Mode::Code => "acceptEdits",
        Mode::Review | Mode::Chat => "default",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::MessageId;

    #[test]
    fn only_one_command_is_for_the_cli_itself() {
        let is_literal = |content: &str| {
            let line = user(&Prompt { id: MessageId(uuid::Uuid::nil()), content: content.to_owned() });
            let line: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(line["message"], json!({ "role": "user", "content": content }));
            line["client_composed"] == true
        };
        assert!(is_literal("hello") && is_literal("/clear") && is_literal("/compactly") && is_literal("\n/model x"));
        assert!(!is_literal("/compact") && !is_literal(" /compact and keep the names"));
    }

    #[test]
    fn answers_stand_beside_the_questions() {
        let answers = [("Which?", vec!["SQLite"]), ("What?", vec!["Search", "Export"]), ("Why?", vec![])]
            .map(|(question, labels)| (question.to_owned(), labels.into_iter().map(str::to_owned).collect()));
        let input = answered(&json!({ "questions": [7] }), &answers.into());
        let expected = json!({ "Which?": "SQLite", "What?": "Search, Export" });
        assert_eq!(input, json!({ "questions": [7], "answers": expected }));
    }

    #[test]
    fn an_input_that_is_no_object_becomes_one() {
        assert_eq!(edited(&json!([1]), Some("# Plan".to_owned())), json!({ "plan": "# Plan" }));
        assert_eq!(edited(&json!([1]), None), json!([1]));
        assert_eq!(answered(&json!("odd"), &BTreeMap::new()), json!({ "answers": {} }));
    }

    #[test]
    fn every_line_is_one_line() {
        let prompt = Prompt { id: MessageId(uuid::Uuid::nil()), content: "a\nb\u{2028}c\r\n".to_owned() };
        let lines = [user(&prompt), deny("a\nb").to_string(), refuse("x", "a\nb"), initialize("x", Some("a\nb"))];
        assert!(lines.iter().all(|line| !line.contains(['\n', '\r'])), "{lines:?}");
    }
}
