//! The task that owns one running CLI.

use std::collections::HashMap;
use std::io;

use serde_json::{Value, json};
use tokio::process::ChildStdout;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use super::policy::{self, Asks, Verdict};
use super::reader::{Heard, Reader};
use super::start::{Past, Started};
use super::wire::{CanUseTool, Response};
use super::{failures, mcp, say};
use crate::agent::{Command, ConversationId, Launch, Mode, PermissionDecision, PlanDecision, QuestionDecision};
use crate::event::{Event, RequestId, ToolId};
use crate::failure::Failure;
use crate::limits::{MAX_OPEN_REQUESTS, STOP_DEADLINE, TERMINATE_DEADLINE};
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
    let Started { process, mut lines, reader, conversation, version, notice, past } = started;
    let mut launch = launch;
    let recap = launch.recap.take().filter(|_| past == Past::Unknown);
    let mut driver = Driver {
        process,
        reader,
        mode: launch.mode,
        conversation,
        open: HashMap::new(),
        calls: JoinSet::new(),
        launch,
        events,
        recap,
        asked: 0,
        phase: Phase::Running,
    };
    driver.say(Event::Ready { conversation, version }).await;
    if let Some(text) = notice {
        driver.say(Event::Notice { text: text.to_owned() }).await;
    }
    let failure = driver.run(&mut lines, &mut commands).await;
    let Driver { process, events, mut calls, .. } = driver;
    calls.shutdown().await;
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
    /// Goes before the first message to an agent that does not know what was said.
    recap: Option<String>,
    /// How many requests we have made, for their ids.
    asked: u64,
    phase: Phase,
}

#[derive(Clone, Copy)]
enum Phase {
    Running,
    /// It was told to end, and has until then.
    Stopping(Instant),
    /// Its process is gone. What it had printed is read until then, for a child may hold its pipe open.
    Gone {
        until: Instant,
        was_told: bool,
    },
}

impl Phase {
    fn deadline(self) -> Option<Instant> {
        match self {
            Self::Running => None,
            Self::Stopping(until) | Self::Gone { until, .. } => Some(until),
        }
    }

    /// Returns whether it ends because somebody said so.
    fn was_told(self) -> bool {
        match self {
            Self::Running => false,
            Self::Stopping(_) => true,
            Self::Gone { was_told, .. } => was_told,
        }
    }
}

enum Next {
    Line(io::Result<Option<Line>>),
    Command(Option<Command>),
    Called((String, Value)),
    Exited,
    TimeIsUp,
}

impl Driver {
    /// Returns why it ended, if nobody asked for it.
    async fn run(&mut self, lines: &mut Lines<ChildStdout>, commands: &mut mpsc::Receiver<Command>) -> Option<Failure> {
        loop {
            let done = match self.next(lines, commands).await {
                Next::Line(Ok(Some(line))) => self.line(line).await,
                Next::Called((request, answer)) => self.write(say::answer(&request, &answer)).await,
                Next::Command(command) => self.command(command.unwrap_or(Command::Stop)).await,
                Next::Exited => {
                    let (until, was_told) = (Instant::now() + TERMINATE_DEADLINE, self.phase.was_told());
                    self.phase = Phase::Gone { until, was_told };
                    Ok(())
                }
                Next::TimeIsUp | Next::Line(Ok(None) | Err(_)) if self.phase.was_told() => return None,
                Next::TimeIsUp | Next::Line(Ok(None) | Err(_)) => return Some(self.crashed().await),
            };
            if let Err(failure) = done {
                return (!self.phase.was_told()).then_some(failure);
            }
        }
    }

    /// Returns what happens next. Lines come last, so that a flood of them does not keep anybody from ending it.
    async fn next(&mut self, lines: &mut Lines<ChildStdout>, commands: &mut mpsc::Receiver<Command>) -> Next {
        let deadline = self.phase.deadline();
        tokio::select! {
            biased;
            () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => Next::TimeIsUp,
            command = commands.recv(), if deadline.is_none() => Next::Command(command),
            Some(Ok(answer)) = self.calls.join_next() => Next::Called(answer),
            line = lines.next() => Next::Line(line),
            () = self.process.exited(), if !matches!(self.phase, Phase::Gone { .. }) => Next::Exited,
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
                if say::permission_mode(mode) != say::permission_mode(self.mode) {
                    self.change_mode(mode).await;
                }
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
            Heard::Renamed(_) | Heard::Stillborn { .. } => {}
        }
        Ok(())
    }

    async fn asked(&mut self, request: String, tool: Box<CanUseTool>, parent: Option<ToolId>) -> Result<(), Failure> {
        if self.open.len() >= MAX_OPEN_REQUESTS {
            return self.write(say::answer(&request, &say::deny(TOO_MANY))).await;
        }
        // An answer must go to what was shown under this name, and to nothing else.
        if self.open.contains_key(&RequestId(request.clone())) {
            return self.write(say::refuse(&request, "this request is open already")).await;
        }
        match policy::decide(self.mode, &*self.launch.toolbox, &request, &tool, parent) {
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
        if response.subtype == "error" {
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
            Command::Send(mut prompt) => {
                if let Some(recap) = self.recap.take() {
                    prompt.content = format!("{recap}\n\n{}", prompt.content);
                }
                self.write(say::user(&prompt)).await
            }
            Command::Answer { request, decision } => {
                let Some(tool) = self.take(&request, Asks::Question) else { return Ok(()) };
                let response = match decision {
                    QuestionDecision::Answered(answers) => say::allow(&say::answered(&tool.input, &answers), &[]),
                    QuestionDecision::Declined { message } => say::deny(message.as_deref().unwrap_or(DECLINED)),
                };
                self.write(say::answer(&request.0, &response)).await
            }
            Command::DecidePlan { request, decision } => {
                let Some(tool) = self.take(&request, Asks::Plan) else { return Ok(()) };
                match decision {
                    PlanDecision::Approved { edited, then } => {
                        let input = say::edited(&tool.input, edited);
                        self.write(say::answer(&request.0, &say::allow(&input, &policy::then(then)))).await?;
                        self.change_mode(then).await;
                        Ok(())
                    }
                    PlanDecision::Rejected { feedback } => {
                        self.write(say::answer(&request.0, &say::deny(&feedback))).await
                    }
                }
            }
            Command::DecidePermission { request, decision } => {
                let Some(tool) = self.take(&request, Asks::Permission) else { return Ok(()) };
                let response = match decision {
                    PermissionDecision::Once => say::allow(&tool.input, &[]),
                    PermissionDecision::Always => say::allow(&tool.input, &policy::always(&tool).unwrap_or_default()),
                    PermissionDecision::Denied { message } => say::deny(message.as_deref().unwrap_or(DENIED)),
                };
                self.write(say::answer(&request.0, &response)).await
            }
            Command::Interrupt => self.interrupt().await,
            Command::SetMode(mode) => {
                let name = say::permission_mode(mode);
                self.control(&json!({ "subtype": "set_permission_mode", "mode": name })).await?;
                self.change_mode(mode).await;
                Ok(())
            }
            Command::SetModel(model) => {
                self.control(&json!({ "subtype": "set_model", "model": model })).await?;
                self.say(Event::ModelChanged { model }).await;
                Ok(())
            }
            Command::Stop => self.stop().await,
        }
    }

    /// Takes what is open under that name, if it is of that kind: an answer to a question must not allow a command.
    fn take(&mut self, request: &RequestId, asks: Asks) -> Option<Box<CanUseTool>> {
        let is_that = self.open.get(request).is_some_and(|tool| policy::asks(tool) == asks);
        if is_that { self.open.remove(request) } else { None }
    }

    async fn change_mode(&mut self, mode: Mode) {
        if std::mem::replace(&mut self.mode, mode) != mode {
            self.say(Event::ModeChanged { mode }).await;
        }
    }

    async fn interrupt(&mut self) -> Result<(), Failure> {
        // The CLI ends what its turn runs, and that may leave somebody behind.
        self.process.look().await;
        self.control(&json!({ "subtype": "interrupt" })).await
    }

    /// Ends in good order: a turn is broken off first, so that what it runs ends too.
    async fn stop(&mut self) -> Result<(), Failure> {
        self.phase = Phase::Stopping(Instant::now() + STOP_DEADLINE);
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
        match self.process.write_line(line) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(failures::stuck()),
            Err(_) => Err(self.crashed().await),
        }
    }

    async fn crashed(&mut self) -> Failure {
        if timeout(STOP_DEADLINE, self.process.exited()).await.is_err() {
            tracing::debug!("The agent has closed its pipes and goes on");
        }
        failures::crashed(&self.process.last_words().await)
    }

    async fn say(&mut self, event: Event) {
        // When nobody listens any more the commands end as well, and that ends the run.
        self.events.send(event).await.ok();
    }
}
