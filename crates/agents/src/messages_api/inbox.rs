//! What the agent is told while it waits for something else.

use std::collections::{HashMap, VecDeque};

use tokio::sync::{mpsc, oneshot};

use super::limits::MAX_QUEUED_MESSAGES;
use crate::agent::{Command, Mode, Prompt, QuestionDecision};
use crate::event::{Event, MessageId, RequestId};
use crate::limits::MAX_OPEN_REQUESTS;

/// What ends a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The turn is over.
    Interrupt,
    /// The run is over.
    Stop,
}

/// Takes commands as they come and keeps what they say.
#[derive(Debug)]
pub struct Inbox {
    commands: mpsc::Receiver<Command>,
    events: mpsc::Sender<Event>,
    queue: VecDeque<Prompt>,
    asked: HashMap<RequestId, oneshot::Sender<QuestionDecision>>,
    /// Once told to stop, nothing is waited for any more.
    stopped: bool,
    pub mode: Mode,
    pub model: String,
}

impl Inbox {
    pub fn new(commands: mpsc::Receiver<Command>, events: mpsc::Sender<Event>, mode: Mode, model: String) -> Self {
        Self { commands, events, queue: VecDeque::new(), asked: HashMap::new(), stopped: false, mode, model }
    }

    /// Says something. Nobody may be listening any more: then the next wait ends the run.
    pub async fn tell(&self, event: Event) {
        if self.events.send(event).await.is_err() {
            tracing::debug!("Nobody listens to the agent any more");
        }
    }

    /// Does `work` while taking commands. What is dropped by an early end must bear to be dropped.
    pub async fn attend<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Halt> {
        tokio::pin!(work);
        while !self.stopped {
            let command = tokio::select! {
                biased;
                () = self.events.closed() => None,
                command = self.commands.recv() => command,
                done = &mut work => return Ok(done),
            };
            if let Some(halt) = self.take(command).await {
                return Err(halt);
            }
        }
        Err(Halt::Stop)
    }

    /// Waits until there is something to answer; false if the run is over first.
    pub async fn wait_for_message(&mut self) -> bool {
        while !self.stopped && self.queue.is_empty() {
            let command = tokio::select! {
                () = self.events.closed() => None,
                command = self.commands.recv() => command,
            };
            // There is no turn that could be interrupted.
            self.take(command).await;
        }
        !self.stopped
    }

    /// Takes out everything that waits.
    pub fn messages(&mut self) -> Vec<Prompt> {
        self.queue.drain(..).collect()
    }

    /// Registers a question; none if too many are open.
    pub fn ask(&mut self, request: RequestId) -> Option<oneshot::Receiver<QuestionDecision>> {
        if self.asked.len() >= MAX_OPEN_REQUESTS {
            return None;
        }
        let (sender, receiver) = oneshot::channel();
        self.asked.insert(request, sender);
        Some(receiver)
    }

    /// Gives a question up; false if it is answered already.
    pub fn withdraw(&mut self, request: &RequestId) -> bool {
        self.asked.remove(request).is_some()
    }

    async fn take(&mut self, command: Option<Command>) -> Option<Halt> {
        match command {
            None | Some(Command::Stop) => {
                self.stopped = true;
                return Some(Halt::Stop);
            }
            Some(Command::Interrupt) => return Some(Halt::Interrupt),
            Some(Command::Send(prompt)) => self.queue(prompt).await,
            Some(Command::Answer { request, decision }) => {
                let waiting = self.asked.remove(&request);
                if waiting.is_none_or(|waiting| waiting.send(decision).is_err()) {
                    tracing::debug!(%request, "Nobody waits for an answer to {request}");
                }
            }
            Some(Command::SetMode(mode)) => {
                self.mode = mode;
                self.tell(Event::ModeChanged { mode }).await;
            }
            Some(Command::SetModel(model)) => {
                self.model.clone_from(&model);
                self.tell(Event::ModelChanged { model }).await;
            }
            Some(Command::DecidePlan { request, .. } | Command::DecidePermission { request, .. }) => {
                tracing::debug!(%request, "This agent never asks for such a decision as {request}");
            }
        }
        None
    }

    async fn queue(&mut self, prompt: Prompt) {
        // The service refuses a conversation with a blank text in it, now and ever after.
        if prompt.content.trim().is_empty() {
            self.tell(Event::Notice { text: "An empty message was not sent.".to_owned() }).await;
        } else if self.queue.len() >= MAX_QUEUED_MESSAGES {
            self.tell(Event::Notice { text: "Too many messages wait; the last one was not taken.".to_owned() }).await;
        } else {
            self.queue.push_back(prompt);
        }
    }
}

/// Returns the ids of messages, for telling that they have arrived.
pub fn ids(prompts: &[Prompt]) -> Vec<MessageId> {
    prompts.iter().map(|prompt| prompt.id).collect()
}
