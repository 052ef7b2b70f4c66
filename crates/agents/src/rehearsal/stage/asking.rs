//! Asking the person, and doing what was allowed.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::listening::Reply;
use super::{Stage, Stop};
use crate::rehearsal::arguments::Asking;
use crate::rehearsal::permissions::{PermissionMode, Verdict};
use crate::rehearsal::project;
use crate::rehearsal::servers::{self, Server};
use crate::rehearsal::story::{Approval, News};
use crate::rehearsal::wire::ToolUse;

/// What a person said about a call of a tool.
enum Decision {
    /// With the input to use, which the person may have changed.
    Allowed(Value),
    Denied(String),
    Unanswered(String),
}

impl Stage {
    pub(super) async fn ask_questions(&mut self, questions: Value) -> Result<News, Stop> {
        let tool = self.begin_tool("AskUserQuestion", json!({ "questions": questions })).await?;
        let more = json!({ "requires_user_interaction": true });
        let input = match self.ask(&tool, more).await? {
            Decision::Allowed(input) => input,
            not_allowed => return self.not_done(&tool, not_allowed).await,
        };
        let answers = answers(&input["answers"]);
        let given: Vec<String> = answers.iter().map(|(question, answer)| format!("{question} {answer}")).collect();
        let content = if given.is_empty() { "No question was answered.".to_owned() } else { given.join("\n") };
        self.end_tool(&tool, &content, input).await?;
        Ok(News::Answered(answers))
    }

    pub(super) async fn propose(&mut self, plan: String) -> Result<News, Stop> {
        let tool = self.begin_tool("ExitPlanMode", json!({ "plan": plan })).await?;
        let more = json!({ "requires_user_interaction": true });
        let input = match self.ask(&tool, more).await? {
            Decision::Allowed(input) => input,
            not_allowed => return self.not_done(&tool, not_allowed).await,
        };
        if self.permissions.mode == PermissionMode::Plan {
            self.permissions.mode = PermissionMode::Default;
        }
        let status = json!({ "status": null, "permissionMode": self.permissions.mode.name() });
        self.wire.system("status", status).await?;
        let approved = input["plan"].as_str().unwrap_or(&plan);
        let edited = approved != plan;
        let result = json!({ "plan": approved, "isAgent": false, "planWasEdited": edited });
        self.end_tool(&tool, &format!("The plan was approved:\n\n{approved}"), result).await?;
        Ok(News::Approved(if edited { Approval::Edited } else { Approval::AsProposed }))
    }

    /// Changes a file for real, if that is allowed.
    pub(super) async fn change(&mut self, name: &str, input: Value) -> Result<News, Stop> {
        let path = input["file_path"].as_str().unwrap_or_default().to_owned();
        let tool = self.begin_tool(name, input).await?;
        let short = path.rsplit('/').next().unwrap_or(&path);
        let suggestion = json!([{ "type": "setMode", "mode": "acceptEdits", "destination": "session" }]);
        let more = json!({ "description": short, "permission_suggestions": suggestion });
        let input = match self.permit(&tool, &path, more).await? {
            Decision::Allowed(input) => input,
            not_allowed => return self.not_done(&tool, not_allowed).await,
        };
        match project::change(&self.surroundings.folder, &input) {
            Ok(change) => {
                let what = if change.original.is_some() { "changed" } else { "made" };
                let path = change.path.strip_prefix(&self.surroundings.folder).unwrap_or(&change.path);
                let done = format!("I have {what} `{}`.", path.display());
                self.end_tool(&tool, &done, change.result(&input)).await?;
                Ok(News::Worked(done))
            }
            Err(problem) => {
                self.fail_tool(&tool, &problem).await?;
                Ok(News::Refused(problem))
            }
        }
    }

    /// Asks whether a command may run, and does not run it.
    pub(super) async fn run(&mut self, command: &str) -> Result<News, Stop> {
        let description = "Greet whoever reads it";
        let tool = self.begin_tool("Bash", json!({ "command": command, "description": description })).await?;
        let more = json!({
            "description": description, "permission_suggestions": rule_suggestion("Bash", Some(command)),
            "decision_reason": "This command needs approval", "decision_reason_type": "other",
        });
        let input = match self.permit(&tool, command, more).await? {
            Decision::Allowed(input) => input,
            not_allowed => return self.not_done(&tool, not_allowed).await,
        };
        let command = input["command"].as_str().unwrap_or(command);
        let done = format!("I was allowed to run `{command}`; a rehearsal runs nothing, so I did not.");
        let result = json!({ "stdout": done, "stderr": "", "interrupted": false, "isImage": false });
        self.end_tool(&tool, &done, result).await?;
        Ok(News::Worked(done))
    }

    /// Calls a tool of the host itself, by its full name.
    pub(super) async fn call(&mut self, name: String, input: Value) -> Result<News, Stop> {
        let tool = self.begin_tool(&name, input).await?;
        let of = |server: &&Server| server.tools().contains(&name);
        let server = self.servers.iter().find(of).map(|server| server.name.clone()).unwrap_or_default();
        let more = json!({
            "permission_suggestions": rule_suggestion(&name, None),
            "mcp_server": { "name": server, "source": "sdk" },
        });
        let input = match self.permit(&tool, "", more).await? {
            Decision::Allowed(input) => input,
            not_allowed => return self.not_done(&tool, not_allowed).await,
        };
        let own_name = name.rsplit("__").next().unwrap_or(&name);
        let call = servers::call(own_name, &input, &tool.id);
        let request = self.wire.request(servers::message(&server, &call)).await?;
        let answer = match self.reply_to(&request).await? {
            Reply::Given(value) => servers::result(Ok(value)),
            Reply::Failed(error) => Err(error),
            Reply::Closed => Err("the host is gone".to_owned()),
        };
        match answer.and_then(|result| servers::tool_text(&result)) {
            Ok(text) => {
                self.end_tool(&tool, &text, json!([{ "type": "text", "text": text }])).await?;
                Ok(News::Worked(text))
            }
            Err(problem) => {
                self.fail_tool(&tool, &problem).await?;
                Ok(News::Refused(problem))
            }
        }
    }

    /// Asks unless a rule or the mode has decided already; `content` is what a rule can be about.
    async fn permit(&mut self, tool: &ToolUse, content: &str, more: Value) -> Result<Decision, Stop> {
        match self.permissions.judge(&tool.name, content) {
            Verdict::Run => Ok(Decision::Allowed(tool.input.clone())),
            Verdict::Ask if self.asking == Asking::Host => self.ask(tool, more).await,
            Verdict::Ask | Verdict::Refuse => {
                let message = format!("{} is not allowed here, and nobody can be asked.", tool.name);
                let denied = json!({ "tool_name": tool.name, "tool_use_id": tool.id, "message": message });
                self.wire.system("permission_denied", denied).await?;
                self.note_denial(tool);
                Ok(Decision::Denied(message))
            }
        }
    }

    async fn ask(&mut self, tool: &ToolUse, more: Value) -> Result<Decision, Stop> {
        let mut request = json!({
            "subtype": "can_use_tool", "tool_name": tool.name, "display_name": tool.name, "input": tool.input,
            "tool_use_id": tool.id,
        });
        if let (Value::Object(request), Value::Object(more)) = (&mut request, more) {
            request.extend(more);
        }
        self.say_state("requires_action").await?;
        let id = self.wire.request(request).await?;
        self.prompt = Some(id.clone());
        let reply = self.reply_to(&id).await;
        self.prompt = None;
        if matches!(reply, Err(Stop::Interrupted)) {
            self.note_denial(tool);
        }
        let answer = match reply? {
            Reply::Given(answer) => answer,
            Reply::Failed(error) => return Ok(Decision::Unanswered(format!("the question failed: {error}"))),
            Reply::Closed => return Ok(Decision::Unanswered("the host closed before it answered".to_owned())),
        };
        self.say_state("running").await?;
        self.permissions.update(&answer["updatedPermissions"]);
        if answer["behavior"] == "allow" {
            let updated = answer.get("updatedInput").filter(|input| input.is_object());
            return Ok(Decision::Allowed(updated.unwrap_or(&tool.input).clone()));
        }
        self.note_denial(tool);
        if answer["interrupt"].as_bool().unwrap_or(false) {
            return Err(Stop::Interrupted);
        }
        Ok(Decision::Denied(answer["message"].as_str().unwrap_or("The answer was no.").to_owned()))
    }

    async fn not_done(&mut self, tool: &ToolUse, decision: Decision) -> Result<News, Stop> {
        let (message, news): (String, fn(String) -> News) = match decision {
            Decision::Unanswered(message) => (message, News::Unanswered),
            Decision::Denied(message) => (message, News::Refused),
            Decision::Allowed(_) => return Ok(News::Played),
        };
        self.fail_tool(tool, &message).await?;
        Ok(news(message))
    }

    fn note_denial(&mut self, tool: &ToolUse) {
        let denial = json!({ "tool_name": tool.name, "tool_use_id": tool.id, "tool_input": tool.input });
        self.turn.denials.push(denial);
    }
}

/// Returns what "always" would allow.
fn rule_suggestion(tool: &str, content: Option<&str>) -> Value {
    let mut rule = json!({ "toolName": tool });
    if let Some(content) = content {
        rule["ruleContent"] = json!(content);
    }
    json!([{ "type": "addRules", "rules": [rule], "behavior": "allow", "destination": "session" }])
}

/// Returns the answers by question; several choices may come as one text or as a list.
fn answers(value: &Value) -> BTreeMap<String, String> {
    let text = |answer: &Value| match answer {
        Value::String(text) => Some(text.clone()),
        Value::Array(choices) => Some(choices.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "))
            .filter(|text| !text.is_empty()),
        _ => None,
    };
    let given = value.as_object().into_iter().flatten();
    given.filter_map(|(question, answer)| Some((question.clone(), text(answer)?))).collect()
}
