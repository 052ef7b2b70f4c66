//! From lines of the CLI to events: a plain state machine, so that it can be tested line by line.

mod drafts;
pub(super) mod results;
mod surrogates;

use std::collections::HashMap;
use std::time::Duration;

use serde_json::Value;

use self::drafts::Draft;
use super::failures::{self, Ending};
use super::wire::{
    AssistantLine, Block, CanUseTool, Compacted, ControlRequest, Delta, Inbound, Init, Lifecycle, RateLimitInfo,
    Response, ResultLine, Retry, Stream, StreamEvent, TaskLine, Usage,
};
use crate::agent::{Mode, Point};
use crate::event::{BlockKind, Event, MessageId, Origin, TaskState, Tokens, ToolId, TurnOutcome};
use crate::failure::FailureCode;
use crate::limits::MAX_TASKS;
use crate::text::{bounded, bounded_value, name};

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
    /// A run that could not begin says so like this. It comes with the end of a turn that never began.
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
    /// The call of a tool of ours that is being written.
    draft: Option<Draft>,
    /// The last entry of the conversation itself in this turn, by the name it has in the CLI's own record.
    point: Option<Point>,
    /// Of the turn so far, without the message that is being written.
    tokens: Tokens,
    current: Usage,
    /// How much the conversation takes, as of the newest message of the model.
    context_tokens: u64,
    context_window: Option<u64>,
    model: Option<String>,
    permission_mode: Option<String>,
    limit: Option<RateLimitInfo>,
    /// The kind of error the CLI reported in this turn, as it names it.
    error: Option<String>,
    hopeless: bool,
    warned_servers: Vec<String>,
    /// Before this run, and in it.
    spent_before_usd: f64,
    spent_usd: f64,
}

/// Servers whose failure is told.
const MAX_WARNED_SERVERS: usize = 16;

/// How often the key must be refused before it is given up. The CLI gets a new token after the first time, if it can.
const REFUSALS: u32 = 2;

impl Reader {
    pub(super) fn new(spent_before_usd: f64) -> Self {
        Self { spent_before_usd, ..Self::default() }
    }

    /// Returns what a line comes to. A line that cannot be read comes to nothing.
    pub(super) fn read(&mut self, line: &str) -> Vec<Heard> {
        if line.trim().is_empty() {
            return Vec::new();
        }
        // Half a character, as left by a cut text, is no JSON; the rest of the line still counts.
        match Inbound::parse(line)
            .or_else(|error| surrogates::mend(line).map_or(Err(error), |line| Inbound::parse(&line)))
        {
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
            Inbound::User(line) => {
                self.passes(line.uuid, line.parent_tool_use_id.as_deref());
                results::ended(*line).into_iter().map(Heard::Event).collect()
            }
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
            Inbound::Compacted(compacted) => self.compacted(&compacted),
            Inbound::Denied { tool } => {
                vec![Heard::Event(Event::Notice { text: format!("{} was refused by Claude Code.", name(tool)) })]
            }
            Inbound::Reset { conversation } => conversation.map(Heard::Renamed).into_iter().collect(),
            Inbound::Other => Vec::new(),
        }
    }

    fn init(&mut self, init: Init) -> Vec<Heard> {
        let mut heard = Vec::new();
        (self.in_turn, self.draft) = (true, None);
        (self.tokens, self.current, self.error) = (Tokens::default(), Usage::default(), None);
        (self.hopeless, self.point) = (false, None);
        self.model = init.model.map(name);
        heard.extend(init.session_id.map(Heard::Renamed));
        heard.push(Heard::Event(Event::TurnStarted { model: self.model.clone() }));
        heard.extend(self.mode(init.permission_mode));
        for server in init.mcp_servers {
            let (server, status) = (name(server.name), server.status);
            let is_known = self.warned_servers.contains(&server) || self.warned_servers.len() == MAX_WARNED_SERVERS;
            if status == "failed" && !is_known {
                let text = format!("The tool server {server} could not be reached.");
                heard.push(Heard::Event(Event::Notice { text }));
                self.warned_servers.push(server);
            }
        }
        heard
    }

    /// Hears of the CLI's mode; it says it often, and only a change is news.
    fn mode(&mut self, said: Option<String>) -> Option<Heard> {
        let said = name(said?);
        let mode = match said.as_str() {
            "plan" => Mode::Plan,
            "acceptEdits" => Mode::Code,
            _ => Mode::Chat,
        };
        let is_news = self.permission_mode.as_ref().is_some_and(|known| *known != said);
        self.permission_mode = Some(said);
        is_news.then_some(Heard::Event(Event::ModeChanged { mode }))
    }

    fn stream(&mut self, stream: Stream) -> Option<Event> {
        if stream.parent_tool_use_id.is_some() {
            return None;
        }
        match stream.event {
            StreamEvent::MessageStart { message } => {
                self.draft = None;
                self.settle_current();
                self.current = message.usage.unwrap_or_default();
                self.model = message.model.map(name).or_else(|| self.model.take());
                None
            }
            StreamEvent::ContentBlockStart { index, content_block } => {
                self.draft = Draft::of(index, content_block);
                None
            }
            StreamEvent::ContentBlockDelta { index, delta: Delta::InputJson { partial_json } } => {
                self.draft.as_mut()?.piece(index, partial_json)
            }
            StreamEvent::ContentBlockStop { index } => {
                self.draft.take_if(|draft| draft.index == index);
                None
            }
            StreamEvent::ContentBlockDelta { delta: Delta::Text { text }, .. } => {
                Some(Event::Delta { kind: BlockKind::Text, text: bounded(text) })
            }
            StreamEvent::ContentBlockDelta { delta: Delta::Thinking { thinking }, .. } => {
                Some(Event::Delta { kind: BlockKind::Thinking, text: bounded(thinking) })
            }
            StreamEvent::MessageDelta { usage: Some(usage) } => {
                self.current = newer(self.current, usage);
                self.context_tokens = all(self.current);
                Some(self.usage(sum(self.tokens, self.current)))
            }
            StreamEvent::ContentBlockDelta { delta: Delta::Other, .. }
            | StreamEvent::MessageDelta { usage: None }
            | StreamEvent::Other => None,
        }
    }

    fn usage(&self, tokens: Tokens) -> Event {
        let Self { context_tokens, context_window, .. } = *self;
        Event::Usage { tokens, context_tokens, context_window, model: self.model.clone() }
    }

    fn settle_current(&mut self) {
        self.tokens = sum(self.tokens, std::mem::take(&mut self.current));
    }

    fn compacted(&mut self, compacted: &Compacted) -> Vec<Heard> {
        self.context_tokens = compacted.compact_metadata.post_tokens.unwrap_or(self.context_tokens);
        let text = "The conversation was compacted to make room in the model's context.".to_owned();
        vec![Heard::Event(Event::Notice { text })]
    }

    /// Notes how far the conversation has come; what a subagent says is in another record.
    fn passes(&mut self, entry: Option<uuid::Uuid>, parent: Option<&str>) {
        if let (Some(entry), None) = (entry, parent) {
            self.point = Some(Point(entry));
        }
    }

    fn assistant(&mut self, line: AssistantLine) -> Vec<Heard> {
        self.passes(line.uuid, line.parent_tool_use_id.as_deref());
        if line.message.model.as_deref() == Some("<synthetic>") {
            // The CLI's own words about an error; the end of the turn says it better.
            self.error = line.error.map(name).or_else(|| self.error.take());
            return Vec::new();
        }
        let parent = line.parent_tool_use_id.map(tool_id);
        let events = line.message.content.into_iter().filter_map(|block| said(block, parent.as_ref()));
        events.map(Heard::Event).collect()
    }

    fn retry(&mut self, retry: &Retry) -> Vec<Heard> {
        let failure = failures::of_retry(retry);
        if failure.code == FailureCode::Unauthorized && retry.attempt >= REFUSALS {
            self.error = Some("authentication_failed".to_owned());
            return if std::mem::replace(&mut self.hopeless, true) { Vec::new() } else { vec![Heard::Hopeless] };
        }
        vec![Heard::Event(Event::Retrying {
            attempt: retry.attempt,
            attempts: retry.max_retries,
            wait: Duration::try_from_secs_f64(retry.delay_ms / 1000.0).unwrap_or_default(),
            failure,
        })]
    }

    fn task(&mut self, task: TaskLine) -> Option<Event> {
        let tool = task.tool_use_id.map(tool_id)?;
        let state = match (task.subtype.as_str(), task.status.as_deref()) {
            ("task_notification", Some("completed")) => TaskState::Completed,
            ("task_notification", _) => TaskState::Failed,
            _ => TaskState::Running,
        };
        match (state, task.task_id.map(name)) {
            (TaskState::Running, Some(id)) if self.subagents.len() < MAX_TASKS => {
                self.subagents.insert(id, tool.clone());
            }
            (TaskState::Completed | TaskState::Failed, Some(id)) => {
                self.subagents.remove(&id);
            }
            _ => {}
        }
        let note = task.summary.or(task.description).unwrap_or_default();
        Some(Event::Task { tool, state, note: bounded(note) })
    }

    fn result(&mut self, line: ResultLine) -> Vec<Heard> {
        let mut heard = Vec::new();
        if !self.in_turn && line.is_error {
            heard.push(Heard::Stillborn { errors: line.errors.clone() });
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
        // A turn that was broken off is not counted by the CLI, but by us.
        self.settle_current();
        let counted = sum(Tokens::default(), line.usage);
        let tokens = if counted == Tokens::default() { self.tokens } else { counted };
        self.spent_usd = match &line.model_usage_since_last_result {
            Some(since) => self.spent_usd + since.values().map(|usage| usage.cost_usd.max(0.0)).sum::<f64>(),
            None => (line.total_cost_usd - self.spent_before_usd).max(self.spent_usd),
        };
        let kind = line.origin.and_then(|origin| origin.kind);
        if self.context_tokens > 0 {
            heard.push(Heard::Event(self.usage(tokens)));
        }
        heard.push(Heard::Event(Event::TurnDone {
            outcome,
            tokens,
            run_cost_usd: self.spent_usd,
            took: Duration::try_from_secs_f64(line.duration_ms / 1000.0).unwrap_or_default(),
            origin: if kind.as_deref() == Some("task-notification") { Origin::Background } else { Origin::Person },
            messages: line.user_message_uuids.into_iter().map(MessageId).collect(),
            point: self.point.take(),
        }));
        heard
    }
}

/// Returns what a block of an answer says.
pub(super) fn said(block: Block, parent: Option<&ToolId>) -> Option<Event> {
    let parent = parent.cloned();
    match block {
        Block::Text { text } => Some(Event::Said { kind: BlockKind::Text, text: bounded(text), parent }),
        Block::Thinking { thinking } => {
            Some(Event::Said { kind: BlockKind::Thinking, text: bounded(thinking), parent })
        }
        Block::ToolUse { id, name: tool, input } => {
            Some(Event::ToolStarted { id: tool_id(id), name: name(tool), input: bounded_value(input), parent })
        }
        Block::Other => None,
    }
}

fn sum(tokens: Tokens, usage: Usage) -> Tokens {
    Tokens {
        input: tokens.input.saturating_add(usage.input),
        output: tokens.output.saturating_add(usage.output),
        cache_read: tokens.cache_read.saturating_add(usage.cache_read),
        cache_write: tokens.cache_write.saturating_add(usage.cache_write),
    }
}

/// Returns the later of two counts of the same message; not every service repeats what it said at the beginning.
fn newer(old: Usage, new: Usage) -> Usage {
    let or = |new: u64, old: u64| if new == 0 { old } else { new };
    Usage {
        input: or(new.input, old.input),
        output: or(new.output, old.output),
        cache_read: or(new.cache_read, old.cache_read),
        cache_write: or(new.cache_write, old.cache_write),
    }
}

fn all(Usage { input, output, cache_read, cache_write }: Usage) -> u64 {
    [output, cache_read, cache_write].into_iter().fold(input, u64::saturating_add)
}

fn tool_id(id: String) -> ToolId {
    ToolId(name(id))
}

fn delivered(lifecycle: &Lifecycle) -> Option<Event> {
    let has_arrived = matches!(lifecycle.state.as_str(), "started" | "cancelled");
    has_arrived.then(|| Event::Delivered { messages: vec![MessageId(lifecycle.command_uuid)] })
}

#[cfg(test)]
mod tests;
