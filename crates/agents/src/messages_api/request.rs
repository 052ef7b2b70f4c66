//! What is sent: the whole conversation each time, marked so that the service can reuse what it has read before.

use serde::Serialize;
use serde_json::Value;

use super::limits::MAX_OUTPUT_TOKENS;
use super::message::{Block, Message, Role};
use super::{ask, price};
use crate::agent::Mode;
use crate::failure::{Failure, FailureCode};
use crate::toolbox::ToolSpec;

const ROLE: &str = "You work with the people of a project in Tandem, where they plan and edit shared boards together. \
    You see and change boards through your tools only; you have no access to files. When a decision is theirs to make, \
    ask with ask_user. Answer in Markdown, briefly.";

const PLANNING: &str = "You are planning: change nothing yet. Read what you need, ask what is unclear, and end with a \
    plan that can be carried out step by step.";

/// What stays the same for a whole turn. Models sign what they thought together with everything before it, so nothing of
/// this may change between the requests of a turn.
#[derive(Debug)]
pub struct Settings {
    pub model: String,
    pub system: Vec<String>,
    pub tools: Vec<ToolSpec>,
}

impl Settings {
    pub fn new(model: &str, mode: Mode, instructions: Option<&str>, tools: Vec<ToolSpec>) -> Self {
        let planning = (mode == Mode::Plan).then_some(PLANNING);
        let system = [Some(ROLE), instructions, planning].into_iter().flatten();
        let system = system.filter(|text| !text.trim().is_empty()).map(str::to_owned).collect();
        let mut tools: Vec<ToolSpec> =
            tools.into_iter().filter(|tool| tool.name != ask::NAME && tool.effect.runs_unasked(mode)).collect();
        tools.push(ask::spec());
        Self { model: model.to_owned(), system, tools }
    }

    /// Returns the tool of that name that the model was told of.
    pub fn tool(&self, name: &str) -> Option<&ToolSpec> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

/// Writes a request; `turn` is where the running turn begins in `messages`.
pub fn body(settings: &Settings, messages: &[Message], turn: usize) -> Result<Vec<u8>, Failure> {
    let body = Body {
        model: &settings.model,
        max_tokens: MAX_OUTPUT_TOKENS,
        stream: true,
        thinking: price::thinks(&settings.model).then_some(Thinking { kind: "adaptive", display: "summarized" }),
        system: system(settings),
        tools: tools(settings),
        messages: conversation(messages, turn),
    };
    serde_json::to_vec(&body).map_err(|error| Failure::new(FailureCode::Unknown, format!("writing a request: {error}")))
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<Thinking>,
    system: Vec<Marked<SystemText<'a>>>,
    tools: Vec<Marked<Tool<'a>>>,
    messages: Vec<Sent<'a>>,
}

#[derive(Serialize)]
struct Thinking {
    #[serde(rename = "type")]
    kind: &'static str,
    display: &'static str,
}

#[derive(Serialize)]
struct SystemText<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a Value,
}

#[derive(Serialize)]
struct Sent<'a> {
    role: Role,
    content: Vec<Marked<&'a Block>>,
}

/// Something that may end a prefix worth keeping.
#[derive(Serialize)]
struct Marked<T> {
    #[serde(flatten)]
    inner: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
struct CacheControl {
    #[serde(rename = "type")]
    kind: &'static str,
}

fn unmarked<T>(inner: T) -> Marked<T> {
    Marked { inner, cache_control: None }
}

fn mark_last<T>(blocks: &mut [Marked<T>]) {
    if let Some(last) = blocks.last_mut() {
        last.cache_control = Some(CacheControl { kind: "ephemeral" });
    }
}

fn system(settings: &Settings) -> Vec<Marked<SystemText<'_>>> {
    let mut system: Vec<_> =
        settings.system.iter().map(|text| unmarked(SystemText { kind: "text", text: text.as_str() })).collect();
    mark_last(&mut system);
    system
}

fn tools(settings: &Settings) -> Vec<Marked<Tool<'_>>> {
    let mut tools: Vec<_> = settings
        .tools
        .iter()
        .map(|ToolSpec { name, description, input_schema, .. }| unmarked(Tool { name, description, input_schema }))
        .collect();
    mark_last(&mut tools);
    tools
}

/// Marks the last two messages of the person: the newest is written to the cache, the one before is read from it.
fn conversation(messages: &[Message], turn: usize) -> Vec<Sent<'_>> {
    let mut sent: Vec<_> = messages
        .iter()
        .enumerate()
        .map(|(place, message)| {
            // Thoughts of a turn that is over would be refused once the model, the tools or the instructions change.
            let keep = |block: &&Block| place >= turn || !block.is_thinking();
            Sent { role: message.role, content: message.content.iter().filter(keep).map(unmarked).collect() }
        })
        .filter(|message| !message.content.is_empty())
        .collect();
    for message in sent.iter_mut().rev().filter(|message| message.role == Role::User).take(2) {
        mark_last(&mut message.content);
    }
    sent
}

#[cfg(test)]
mod tests;
