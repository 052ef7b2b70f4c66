//! From lines of the CLI to events: a plain state machine, so that it can be tested line by line.

use std::collections::HashMap;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::failures::{self, Ending};
use super::wire::{
    AssistantLine, Block, CanUseTool, ControlRequest, Delta, Inbound, Init, Lifecycle, RateLimitInfo, Response,
    ResultLine, Retry, Stream, StreamEvent, TaskLine, Usage, UserBlock, UserContent, UserLine,
};
use crate::agent::Mode;
use crate::event::{BlockKind, Event, FileDiff, Hunk, MessageId, Origin, TaskState, Tokens, ToolId, TurnOutcome};
use crate::failure::FailureCode;
use crate::text::{bounded, bounded_value};

/// What a line of the CLI comes to.
#[derive(Debug)]
pub(super) enum Heard {
    Event(Event),
    Asked {
        request: String,
        tool: Box<CanUseTool>,
        parent: Option<ToolId>,
    },
    Mcp {
        request: String,
        server: String,
        message: Value,
    },
    /// Something it may not ask of us.
    Unknown {
        request: String,
        subtype: String,
    },
    Answered(Response),
    Withdrawn {
        request: String,
    },
    /// The service refuses for good, and the CLI would go on asking for minutes.
    Hopeless,
    /// It calls the conversation by another name from now on.
    Renamed(uuid::Uuid),
    /// A run that could not begin says so like this.
    Stillborn {
        errors: Vec<String>,
    },
}

/// Reads the lines of one run.
#[derive(Debug, Default)]
pub(super) struct Reader {
    /// Which call of a tool started which subagent.
    subagents: HashMap<String, ToolId>,
    in_turn: bool,
    /// Of the turn so far, without the message that is being written.
    tokens: Tokens,
    current: Usage,
    context_window: Option<u64>,
    model: Option<String>,
    permission_mode: Option<String>,
    limit: Option<RateLimitInfo>,
    /// The kind of error the CLI reported in this turn, as it names it.
    error: Option<String>,
    hopeless: bool,
    warned_servers: Vec<String>,
}

impl Reader {
    /// Returns what a line comes to. A line that cannot be read comes to nothing.
    pub(super) fn read(&mut self, line: &str) -> Vec<Heard> {
        if line.trim().is_empty() {
            return Vec::new();
        }
        match Inbound::parse(line) {
            Ok(inbound) => self.hear(inbound),
            Err(error) => {
                tracing::warn!(%error, bytes = line.len(), "A line of the agent could not be read");
                Vec::new()
            }
        }
    }

    /// Returns whether a turn is going on.
    pub(super) fn in_turn(&self) -> bool {
        self.in_turn
    }

    fn hear(&mut self, inbound: Inbound) -> Vec<Heard> {
        match inbound {
            Inbound::Init(init) => self.init(init),
            Inbound::Status(status) => self.mode(status.permission_mode).into_iter().collect(),
            Inbound::Stream(stream) => self.stream(stream).into_iter().map(Heard::Event).collect(),
            Inbound::Assistant(line) => self.assistant(*line),
            Inbound::User(line) => user(*line).into_iter().map(Heard::Event).collect(),
            Inbound::Result(line) => self.result(*line),
            Inbound::Request { id: request, request: ControlRequest::CanUseTool(tool) } => {
                let parent = tool.agent_id.as_ref().and_then(|id| self.subagents.get(id)).cloned();
                vec![Heard::Asked { request, tool, parent }]
            }
            Inbound::Request { id: request, request: ControlRequest::Mcp { server, message } } => {
                vec![Heard::Mcp { request, server, message }]
            }
            Inbound::Request { id: request, request: ControlRequest::Unknown { subtype } } => {
                vec![Heard::Unknown { request, subtype }]
            }
            Inbound::Response(response) => vec![Heard::Answered(response)],
            Inbound::Cancelled { request } => vec![Heard::Withdrawn { request }],
            Inbound::Lifecycle(lifecycle) => delivered(&lifecycle).into_iter().map(Heard::Event).collect(),
            Inbound::Retry(retry) => self.retry(&retry),
            Inbound::RateLimit(limit) => {
                self.limit = Some(limit.rate_limit_info);
                Vec::new()
            }
            Inbound::Task(task) => self.task(task).into_iter().map(Heard::Event).collect(),
            Inbound::Denied { tool } => {
                vec![Heard::Event(Event::Notice { text: format!("{} was refused by Claude Code.", bounded(tool)) })]
            }
            Inbound::Reset { conversation } => conversation.map(Heard::Renamed).into_iter().collect(),
            Inbound::Other => Vec::new(),
        }
    }

    fn init(&mut self, init: Init) -> Vec<Heard> {
        let mut heard = Vec::new();
        self.in_turn = true;
        (self.tokens, self.current, self.error) = (Tokens::default(), Usage::default(), None);
        self.hopeless = false;
        self.model.clone_from(&init.model);
        heard.extend(init.session_id.map(Heard::Renamed));
        heard.push(Heard::Event(Event::TurnStarted { model: init.model }));
        heard.extend(self.mode(init.permission_mode));
        for server in init.mcp_servers {
            if server.status == "failed" && !self.warned_servers.contains(&server.name) {
                let text = format!("The tool server {} could not be reached.", bounded(server.name.clone()));
                heard.push(Heard::Event(Event::Notice { text }));
                self.warned_servers.push(server.name);
            }
        }
        heard
    }

    /// Hears of the CLI's mode; it says it often, and only a change is news.
    fn mode(&mut self, name: Option<String>) -> Option<Heard> {
        let name = name?;
        let known = self.permission_mode.replace(name.clone());
        let mode = match name.as_str() {
            "plan" => Mode::Plan,
            "acceptEdits" => Mode::Code,
            _ => Mode::Chat,
        };
        (known.is_some_and(|known| known != name)).then_some(Heard::Event(Event::ModeChanged { mode }))
    }

    fn stream(&mut self, stream: Stream) -> Option<Event> {
        if stream.parent_tool_use_id.is_some() {
            return None;
        }
        match stream.event {
            StreamEvent::MessageStart { message } => {
                self.settle_current();
                self.current = message.usage.unwrap_or_default();
                if message.model.is_some() {
                    self.model = message.model;
                }
                None
            }
            StreamEvent::ContentBlockDelta { delta: Delta::Text { text } } => {
                Some(Event::Delta { kind: BlockKind::Text, text })
            }
            StreamEvent::ContentBlockDelta { delta: Delta::Thinking { thinking } } => {
                Some(Event::Delta { kind: BlockKind::Thinking, text: thinking })
            }
            StreamEvent::MessageDelta { usage: Some(usage) } => {
                self.current = usage;
                let mut tokens = self.tokens;
                add(&mut tokens, self.current);
                Some(self.usage(tokens))
            }
            StreamEvent::ContentBlockDelta { delta: Delta::Other }
            | StreamEvent::MessageDelta { usage: None }
            | StreamEvent::Other => None,
        }
    }

    fn usage(&self, tokens: Tokens) -> Event {
        let Usage { input, output, cache_read, cache_write } = self.current;
        Event::Usage {
            tokens,
            context_tokens: input + cache_read + cache_write + output,
            context_window: self.context_window,
            model: self.model.clone(),
        }
    }

    fn settle_current(&mut self) {
        let current = std::mem::take(&mut self.current);
        add(&mut self.tokens, current);
    }

    fn assistant(&mut self, line: AssistantLine) -> Vec<Heard> {
        if line.message.model.as_deref() == Some("<synthetic>") {
            // The CLI's own words about an error; the end of the turn says it better.
            self.error = line.error.or_else(|| self.error.take());
            return Vec::new();
        }
        let parent = line.parent_tool_use_id.map(ToolId);
        let events = line.message.content.into_iter().filter_map(|block| match block {
            Block::Text { text } => {
                Some(Event::Said { kind: BlockKind::Text, text: bounded(text), parent: parent.clone() })
            }
            Block::Thinking { thinking } => {
                Some(Event::Said { kind: BlockKind::Thinking, text: bounded(thinking), parent: parent.clone() })
            }
            Block::ToolUse { id, name, input } => {
                let input = bounded_value(input);
                Some(Event::ToolStarted { id: ToolId(id), name: bounded(name), input, parent: parent.clone() })
            }
            Block::Other => None,
        });
        events.map(Heard::Event).collect()
    }

    fn retry(&mut self, retry: &Retry) -> Vec<Heard> {
        let failure = failures::of_retry(retry);
        let hopeless = failure.code == FailureCode::Unauthorized;
        if hopeless {
            self.error = Some("authentication_failed".to_owned());
            return if std::mem::replace(&mut self.hopeless, true) { Vec::new() } else { vec![Heard::Hopeless] };
        }
        vec![Heard::Event(Event::Retrying {
            attempt: retry.attempt,
            attempts: retry.max_retries,
            wait: Duration::try_from_secs_f64(retry.delay_ms.max(0.0) / 1000.0).unwrap_or_default(),
            failure,
        })]
    }

    fn task(&mut self, task: TaskLine) -> Option<Event> {
        let tool = task.tool_use_id.map(ToolId);
        if let (Some(id), Some(tool)) = (task.task_id, &tool) {
            self.subagents.insert(id, tool.clone());
        }
        let state = match (task.subtype.as_str(), task.status.as_deref()) {
            ("task_notification", Some("completed")) => TaskState::Completed,
            ("task_notification", _) => TaskState::Failed,
            _ => TaskState::Running,
        };
        let note = task.summary.or(task.description).unwrap_or_default();
        Some(Event::Task { tool: tool?, state, note: bounded(note) })
    }

    fn result(&mut self, line: ResultLine) -> Vec<Heard> {
        if !self.in_turn && line.is_error {
            return vec![Heard::Stillborn { errors: line.errors }];
        }
        self.in_turn = false;
        let window =
            self.model.as_ref().and_then(|model| line.model_usage.get(model)).or(line.model_usage.values().next());
        self.context_window = window.and_then(|usage| usage.context_window).or(self.context_window);
        let outcome = match failures::of_result(&line, self.error.as_deref(), self.limit.as_ref(), self.hopeless) {
            Ending::Completed => TurnOutcome::Completed,
            Ending::Interrupted => TurnOutcome::Interrupted,
            Ending::Failed(failure) => TurnOutcome::Failed(failure),
        };
        let mut tokens = Tokens::default();
        add(&mut tokens, line.usage.unwrap_or_default());
        let kind = line.origin.and_then(|origin| origin.kind);
        let done = Event::TurnDone {
            outcome,
            tokens,
            run_cost_usd: line.total_cost_usd.unwrap_or_default(),
            took: Duration::try_from_secs_f64(line.duration_ms.unwrap_or_default().max(0.0) / 1000.0)
                .unwrap_or_default(),
            origin: if kind.as_deref() == Some("task-notification") { Origin::Background } else { Origin::Person },
            messages: line.user_message_uuids.iter().filter_map(|id| id.parse().ok()).map(MessageId).collect(),
        };
        let mut heard = Vec::new();
        if self.context_window.is_some() {
            heard.push(Heard::Event(self.usage(tokens)));
        }
        heard.push(Heard::Event(done));
        heard
    }
}

fn add(tokens: &mut Tokens, usage: Usage) {
    tokens.input += usage.input;
    tokens.output += usage.output;
    tokens.cache_read += usage.cache_read;
    tokens.cache_write += usage.cache_write;
}

fn delivered(lifecycle: &Lifecycle) -> Option<Event> {
    let id = lifecycle.command_uuid.parse().ok().map(MessageId)?;
    matches!(lifecycle.state.as_str(), "started" | "cancelled").then(|| Event::Delivered { messages: vec![id] })
}

fn user(line: UserLine) -> Vec<Event> {
    let UserContent::Blocks(blocks) = line.message.content else { return Vec::new() };
    let parent = line.parent_tool_use_id.map(ToolId);
    let diff = line.tool_use_result.as_deref().and_then(diff);
    let results = blocks.into_iter().filter_map(|block| match block {
        UserBlock::ToolResult { tool_use_id, content, is_error } => Some(Event::ToolEnded {
            id: ToolId(tool_use_id),
            content: bounded(result_text(content)),
            is_error: is_error.unwrap_or(false),
            diff: diff.clone(),
            parent: parent.clone(),
        }),
        UserBlock::Other => None,
    });
    results.collect()
}

/// Returns a result as text; what is no text is named.
fn result_text(content: Value) -> String {
    match content {
        Value::String(text) => text,
        Value::Array(blocks) => {
            let texts = blocks.iter().map(|block| match block["text"].as_str() {
                Some(text) => text.to_owned(),
                None => format!("[{}]", block["type"].as_str().unwrap_or("something")),
            });
            texts.collect::<Vec<_>>().join("\n")
        }
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn diff(raw: &RawValue) -> Option<FileDiff> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Edited {
        file_path: String,
        structured_patch: Vec<Patch>,
        #[serde(rename = "type")]
        kind: Option<String>,
        content: Option<String>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Patch {
        old_start: u64,
        new_start: u64,
        lines: Vec<String>,
    }
    let edited: Edited = serde_json::from_str(raw.get()).ok()?;
    let created = edited.kind.as_deref() == Some("create");
    let mut hunks: Vec<Hunk> = edited
        .structured_patch
        .into_iter()
        .map(|patch| Hunk { old_start: patch.old_start, new_start: patch.new_start, lines: patch.lines })
        .collect();
    if let (true, true, Some(content)) = (created, hunks.is_empty(), edited.content) {
        let lines = bounded(content).lines().map(|line| format!("+{line}")).collect();
        hunks.push(Hunk { old_start: 0, new_start: 1, lines });
    }
    crate::text::bound_hunks(&mut hunks);
    Some(FileDiff { path: edited.file_path, hunks, created })
}
