//! The task that owns one running CLI.

use std::collections::HashMap;
use std::io;

use serde_json::{Value, json};
use tokio::process::ChildStdout;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use super::policy::{self, Verdict};
use super::reader::{Heard, Reader};
use super::start::Started;
use super::wire::{CanUseTool, Response};
use super::{failures, mcp, say};
use crate::agent::{Command, ConversationId, Launch, Mode, PermissionDecision, PlanDecision, QuestionDecision};
use crate::event::{Event, RequestId, ToolId};
use crate::failure::Failure;
use crate::limits::{MAX_OPEN_REQUESTS, STOP_DEADLINE};
use crate::process::{Line, Lines, Process};

const DECLINED: &str = "The person declined to answer; decide yourself.";
const DENIED: &str = "The person did not allow this.";
const TOO_MANY: &str = "Too many questions are open; wait for an answer.";

/// Holds one conversation until it ends.
pub(super) async fn drive(
    started: Started,
    launch: Launch,
    mut commands: mpsc::Receiver<Command>,
    events: mpsc::Sender<Event>,
) {
    let Started { process, mut lines, reader, conversation, version, notice, _servers } = started;
    let mut driver = Driver {
        process,
        reader,
        mode: launch.mode,
        conversation,
        open: HashMap::new(),
        calls: JoinSet::new(),
        launch,
        events,
        asked: 0,
        stopping: None,
        spent: Baseline::default(),
    };
    driver.say(Event::Ready { conversation, version }).await;
    if let Some(text) = notice {
        driver.say(Event::Notice { text: text.to_owned() }).await;
    }
    let failure = driver.run(&mut lines, &mut commands).await;
    let Driver { process, events, .. } = driver;
    process.end().await;
    // Nobody listening is fine: then nobody needs to know.
    events.send(Event::Ended { failure }).await.ok();
}

struct Driver {
    process: Process,
    reader: Reader,
    launch: Launch,
    mode: Mode,
    conversation: ConversationId,
    /// What a person has not yet answered, by the CLI's own id.
    open: HashMap<RequestId, Box<CanUseTool>>,
    /// Calls of our tools that are running.
    calls: JoinSet<(String, Value)>,
    events: mpsc::Sender<Event>,
    /// How many requests we have made, for their ids.
    asked: u64,
    /// When to stop waiting for it to end by itself.
    stopping: Option<Instant>,
    spent: Baseline,
}

/// What the CLI had counted as spent before this run: a resumed conversation goes on counting if it ended well.
#[derive(Default)]
struct Baseline {
    usd: f64,
}

const COST: &str = "cost";

enum Next {
    Line(io::Result<Option<Line>>),
    Command(Option<Command>),
    Called((String, Value)),
    TimeIsUp,
}

impl Driver {
    /// Returns why it ended, if nobody asked for it.
    async fn run(&mut self, lines: &mut Lines<ChildStdout>, commands: &mut mpsc::Receiver<Command>) -> Option<Failure> {
        if let Err(failure) = self.write(say::control(COST, &json!({ "subtype": "get_session_cost" }))).await {
            return Some(failure);
        }
        loop {
            let deadline = self.stopping;
            let next = tokio::select! {
                biased;
                line = lines.next() => Next::Line(line),
                Some(Ok(answer)) = self.calls.join_next() => Next::Called(answer),
                command = commands.recv(), if deadline.is_none() => Next::Command(command),
                () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => Next::TimeIsUp,
            };
            let done = match next {
                Next::Line(Ok(Some(line))) => self.line(line).await,
                Next::Line(Ok(None) | Err(_)) => {
                    self.process.wait().await;
                    let words = self.process.last_words().await;
                    return self.stopping.is_none().then(|| failures::crashed(&words));
                }
                Next::Called((request, answer)) => self.write(say::answer(&request, &answer)).await,
                Next::Command(command) => self.command(command.unwrap_or(Command::Stop)).await,
                Next::TimeIsUp => return None,
            };
            if let Err(failure) = done {
                return self.stopping.is_none().then_some(failure);
            }
        }
    }

    async fn line(&mut self, line: Line) -> Result<(), Failure> {
        match line {
            Line::Text(text) => {
                for heard in self.reader.read(&text) {
                    self.heard(heard).await?;
                }
            }
            Line::TooLong(bytes) => {
                let text = format!("Claude Code printed a line of {bytes} bytes, which was left out.");
                self.say(Event::Notice { text }).await;
            }
        }
        Ok(())
    }

    async fn heard(&mut self, heard: Heard) -> Result<(), Failure> {
        match heard {
            Heard::Event(Event::ModeChanged { mode }) => {
                // Review and chat are the same to the CLI.
                let same = say::permission_mode(mode) == say::permission_mode(self.mode);
                if !same {
                    self.mode = mode;
                    self.say(Event::ModeChanged { mode }).await;
                }
            }
            Heard::Event(Event::TurnDone { outcome, tokens, run_cost_usd, took, origin, messages }) => {
                let run_cost_usd = (run_cost_usd - self.spent.usd).max(0.0);
                self.say(Event::TurnDone { outcome, tokens, run_cost_usd, took, origin, messages }).await;
            }
            Heard::Event(event) => self.say(event).await,
            Heard::Asked { request, tool, parent } => return self.asked(request, tool, parent).await,
            Heard::Mcp { request, server, message } if server == say::OUR_SERVER => {
                let toolbox = self.launch.toolbox.clone();
                self.calls.spawn(async move { (request, mcp::serve(toolbox, message).await) });
            }
            Heard::Mcp { request, server, .. } => {
                return self.write(say::refuse(&request, &format!("there is no server {server}"))).await;
            }
            Heard::Unknown { request, subtype } => {
                return self.write(say::refuse(&request, &format!("{subtype} is not supported"))).await;
            }
            Heard::Answered(response) => self.answered(response).await,
            Heard::Withdrawn { request } => self.withdraw(RequestId(request)).await,
            Heard::Hopeless => return self.interrupt().await,
            Heard::Renamed(id) if id != self.conversation.0 => {
                self.conversation = ConversationId(id);
                self.say(Event::Ready { conversation: self.conversation, version: None }).await;
            }
            Heard::Renamed(_) => {}
            Heard::Stillborn { errors } => {
                if let Some(error) = errors.into_iter().next() {
                    self.say(Event::Notice { text: error }).await;
                }
            }
        }
        Ok(())
    }

    async fn asked(&mut self, request: String, tool: Box<CanUseTool>, parent: Option<ToolId>) -> Result<(), Failure> {
        if self.open.len() >= MAX_OPEN_REQUESTS {
            return self.write(say::answer(&request, &say::deny(TOO_MANY))).await;
        }
        match policy::decide(self.mode, &request, &tool, parent) {
            Verdict::Ask(event) => {
                self.open.insert(RequestId(request), tool);
                self.say(event).await;
                Ok(())
            }
            Verdict::Allow => self.write(say::answer(&request, &say::allow(&tool.input, &[]))).await,
            Verdict::Deny { message, notice } => {
                if let Some(text) = notice {
                    self.say(Event::Notice { text }).await;
                }
                self.write(say::answer(&request, &say::deny(message))).await
            }
        }
    }

    async fn answered(&mut self, response: Response) {
        if response.request_id == COST {
            // The text is for people, and all that matters is whether it counts on from before.
            let text = response.data["text"].as_str().unwrap_or_default();
            if let Some(usd) = total_cost(text).filter(|usd| *usd > 0.0) {
                self.spent.usd = if self.launch.spent_usd > 0.0 { self.launch.spent_usd } else { usd };
            }
        } else if response.subtype == "error" {
            let error = response.error.unwrap_or_default();
            let error: String = error.chars().take(300).collect();
            self.say(Event::Notice { text: format!("Claude Code refused: {error}") }).await;
        }
    }

    async fn withdraw(&mut self, request: RequestId) {
        if self.open.remove(&request).is_some() {
            self.say(Event::Withdrawn { request }).await;
        }
    }

    async fn command(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Send(prompt) => self.write(say::user(&prompt)).await,
            Command::Answer { request, decision } => {
                let Some(tool) = self.open.remove(&request) else { return Ok(()) };
                let response = match decision {
                    QuestionDecision::Answered(answers) => say::allow(&say::answered(&tool.input, &answers), &[]),
                    QuestionDecision::Declined { message } => say::deny(message.as_deref().unwrap_or(DECLINED)),
                };
                self.write(say::answer(&request.0, &response)).await
            }
            Command::DecidePlan { request, decision } => {
                let Some(tool) = self.open.remove(&request) else { return Ok(()) };
                let response = match decision {
                    PlanDecision::Approved { edited, then } => {
                        let mut input = tool.input.clone();
                        if let Some(edited) = edited {
                            input["plan"] = json!(edited);
                        }
                        say::allow(&input, &policy::then(then))
                    }
                    PlanDecision::Rejected { feedback } => say::deny(&feedback),
                };
                self.write(say::answer(&request.0, &response)).await
            }
            Command::DecidePermission { request, decision } => {
                let Some(tool) = self.open.remove(&request) else { return Ok(()) };
                let response = match decision {
                    PermissionDecision::Once => say::allow(&tool.input, &[]),
                    PermissionDecision::Always => say::allow(&tool.input, &policy::always(&tool).unwrap_or_default()),
                    PermissionDecision::Denied { message } => say::deny(message.as_deref().unwrap_or(DENIED)),
                };
                self.write(say::answer(&request.0, &response)).await
            }
            Command::Interrupt => self.interrupt().await,
            Command::SetMode(mode) => {
                self.mode = mode;
                let mode = say::permission_mode(mode);
                self.control(&json!({ "subtype": "set_permission_mode", "mode": mode })).await
            }
            Command::SetModel(model) => {
                self.control(&json!({ "subtype": "set_model", "model": model })).await?;
                self.say(Event::ModelChanged { model }).await;
                Ok(())
            }
            Command::Stop => self.stop().await,
        }
    }

    async fn interrupt(&mut self) -> Result<(), Failure> {
        self.control(&json!({ "subtype": "interrupt" })).await
    }

    /// Ends in good order: a turn is broken off first, so that what it runs ends too.
    async fn stop(&mut self) -> Result<(), Failure> {
        self.stopping = Some(Instant::now() + STOP_DEADLINE);
        if self.reader.in_turn() {
            self.interrupt().await?;
        }
        self.control(&json!({ "subtype": "end_session" })).await
    }

    async fn control(&mut self, request: &Value) -> Result<(), Failure> {
        self.asked += 1;
        let id = format!("tandem-{}", self.asked);
        self.write(say::control(&id, request)).await
    }

    async fn write(&mut self, line: String) -> Result<(), Failure> {
        if self.process.write_line(line).await.is_ok() {
            return Ok(());
        }
        self.process.wait().await;
        Err(failures::crashed(&self.process.last_words().await))
    }

    async fn say(&mut self, event: Event) {
        // When nobody listens any more the commands end as well, and that ends the run.
        self.events.send(event).await.ok();
    }
}

/// Finds the total in the CLI's text about costs.
fn total_cost(text: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.starts_with("Total cost"))?;
    line.split_once('$')?.1.split_whitespace().next()?.parse().ok()
}
