//! What becomes of a tool the CLI asks about.

use serde::Deserialize;
use serde_json::{Value, json};

use super::say;
use super::wire::CanUseTool;
use crate::agent::Mode;
use crate::event::{Event, Question, QuestionOption, RequestId, ToolId};
use crate::limits::MAX_TEXT_BYTES;
use crate::text::{bounded, bounded_value, name};
use crate::toolbox::{ToolEffect, Toolbox};

/// What to do about a request.
#[derive(Debug)]
pub(super) enum Verdict {
    /// A person decides.
    Ask(Event),
    Deny {
        message: &'static str,
        notice: Option<String>,
    },
    Allow,
}

/// What a person is asked when the CLI asks about a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    Question,
    Plan,
    Permission,
}

/// Tools that change nothing, which a plan may need.
const READS: &[&str] = &[
    "Read",
    "Glob",
    "Grep",
    "LS",
    "NotebookRead",
    "ToolSearch",
    "TodoWrite",
    "TaskCreate",
    "TaskUpdate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "ListAgents",
    "ReportFindings",
    "Agent",
    "Task",
];
/// Reads that reach outside, about which a person is asked also while planning.
const ASKED_READS: &[&str] = &["WebFetch", "WebSearch"];

const PLANNING: &str = "Not while planning: only reading, asking and submitting the plan are possible now. \
     Put what you want to do into the plan.";
const TOO_LONG: &str = "This is too long for a person to read and approve. Do it in smaller steps.";
const UNREADABLE: &str = "The questions could not be read. Ask 1 to 4 questions with 2 to 4 options each.";

pub(super) fn asks(tool: &CanUseTool) -> Asks {
    match tool.tool_name.as_str() {
        "AskUserQuestion" => Asks::Question,
        "ExitPlanMode" => Asks::Plan,
        _ => Asks::Permission,
    }
}

pub(super) fn decide(
    mode: Mode,
    toolbox: &dyn Toolbox,
    request: &str,
    tool: &CanUseTool,
    parent: Option<ToolId>,
) -> Verdict {
    let (request, id) = (RequestId(request.to_owned()), ToolId(name(tool.tool_use_id.clone())));
    match asks(tool) {
        Asks::Question => match questions(tool.input.clone()) {
            Some(questions) => Verdict::Ask(Event::Question { request, tool: id, questions, parent }),
            None => Verdict::Deny { message: UNREADABLE, notice: None },
        },
        Asks::Plan if tool.input["plan"].as_str().is_some_and(|plan| plan.len() > MAX_TEXT_BYTES) => Verdict::Deny {
            message: TOO_LONG,
            notice: Some("A plan was refused: it is too long to be read.".to_owned()),
        },
        Asks::Plan => Verdict::Ask(Event::Plan {
            request,
            tool: id,
            plan: tool.input["plan"].as_str().unwrap_or_default().to_owned(),
            path: tool.input["planFilePath"].as_str().map(|path| bounded(path.to_owned())),
        }),
        Asks::Permission if own_effect(toolbox, tool).is_some_and(|effect| effect.runs_unasked(mode)) => Verdict::Allow,
        Asks::Permission => permission(mode, request, id, tool, parent),
    }
}

fn permission(mode: Mode, request: RequestId, id: ToolId, tool: &CanUseTool, parent: Option<ToolId>) -> Verdict {
    match tool.tool_name.as_str() {
        "EnterPlanMode" => Verdict::Allow,
        tool_name if mode == Mode::Plan && READS.contains(&tool_name) => Verdict::Allow,
        tool_name if mode == Mode::Plan && !ASKED_READS.contains(&tool_name) => Verdict::Deny {
            message: PLANNING,
            notice: Some(format!("{} was refused: the agent is planning.", name(tool_name.to_owned()))),
        },
        // Nobody may be made to allow what they have not been shown.
        tool_name if bounded_value(tool.input.clone()) != tool.input => Verdict::Deny {
            message: TOO_LONG,
            notice: Some(format!("{} was refused: its input is too long to be read.", name(tool_name.to_owned()))),
        },
        tool_name => Verdict::Ask(Event::Permission {
            request,
            tool: id,
            name: name(tool_name.to_owned()),
            input: tool.input.clone(),
            reason: tool.decision_reason.clone().map(bounded),
            always: always(tool).map(|rules| describe(&rules)),
            parent,
        }),
    }
}

/// Returns what a tool of ours does; nothing if it is somebody else's, whatever it calls itself.
fn own_effect(toolbox: &dyn Toolbox, tool: &CanUseTool) -> Option<ToolEffect> {
    tool.mcp_server.as_ref().filter(|server| server.name == say::OUR_SERVER)?;
    let own = say::own_name(&tool.tool_name)?;
    let known = toolbox.tools().into_iter().find(|spec| spec.name == own);
    // One that is not there is refused when it is called, in words.
    Some(known.map_or(ToolEffect::Changes, |spec| spec.effect))
}

/// Returns the rules that "always" adds; they end with the conversation and are never written into the project.
pub(super) fn always(tool: &CanUseTool) -> Option<Vec<Value>> {
    let suggested: Vec<Value> = tool
        .permission_suggestions
        .iter()
        .filter(|rule| matches!(rule["type"].as_str(), Some("addRules" | "setMode" | "addDirectories")))
        .filter(|rule| rule["mode"].as_str().is_none_or(|mode| mode == "acceptEdits"))
        .map(|rule| {
            let mut rule = rule.clone();
            rule["destination"] = json!("session");
            rule
        })
        .collect();
    if !suggested.is_empty() {
        return Some(suggested);
    }
    // A whole command line is asked about each time: there is no safe rule for all that is like it.
    (tool.tool_name != "Bash").then(|| {
        let rules = json!([{ "toolName": tool.tool_name }]);
        vec![json!({ "type": "addRules", "rules": rules, "behavior": "allow", "destination": "session" })]
    })
}

fn describe(rules: &[Value]) -> String {
    let described = rules.iter().flat_map(|rule| match rule["type"].as_str() {
        Some("setMode") => vec!["edits in the project's folder".to_owned()],
        Some("addDirectories") => texts(&rule["directories"]),
        _ => rule["rules"].as_array().into_iter().flatten().map(rule_text).collect(),
    });
    bounded(described.collect::<Vec<_>>().join(", "))
}

fn rule_text(rule: &Value) -> String {
    let tool = rule["toolName"].as_str().unwrap_or_default();
    match rule["ruleContent"].as_str() {
        Some(content) => format!("{tool}({content})"),
        None => tool.to_owned(),
    }
}

fn texts(values: &Value) -> Vec<String> {
    values.as_array().into_iter().flatten().filter_map(|value| value.as_str()).map(ToOwned::to_owned).collect()
}

fn questions(input: Value) -> Option<Vec<Question>> {
    #[derive(Deserialize)]
    struct Asked {
        questions: Vec<AskedQuestion>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct AskedQuestion {
        question: String,
        #[serde(default)]
        header: String,
        #[serde(default)]
        multi_select: bool,
        #[serde(default)]
        options: Vec<AskedOption>,
    }
    #[derive(Deserialize)]
    struct AskedOption {
        label: String,
        #[serde(default)]
        description: String,
        preview: Option<String>,
    }
    let asked: Asked = serde_json::from_value(bounded_value(input)).ok()?;
    let option = |AskedOption { label, description, preview }| QuestionOption { label, description, preview };
    let questions: Vec<Question> = asked
        .questions
        .into_iter()
        .map(|question| Question {
            question: question.question,
            header: question.header,
            multi_select: question.multi_select,
            options: question.options.into_iter().map(option).collect(),
        })
        .collect();
    (!questions.is_empty()).then_some(questions)
}

/// Returns the rules that approving a plan adds, so that the agent goes on in `mode`.
pub(super) fn then(mode: Mode) -> Vec<Value> {
    vec![json!({ "type": "setMode", "mode": say::permission_mode(mode), "destination": "session" })]
}

#[cfg(test)]
mod tests;
