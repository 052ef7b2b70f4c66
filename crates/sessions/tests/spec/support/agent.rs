//! An agent that does nothing by itself: a test says its events and sees its commands.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use agents::limits::{COMMAND_QUEUE, EVENT_QUEUE};
use agents::{Agent, Command, Event, Failure, Launch, Run};
use async_trait::async_trait;
use tokio::sync::{mpsc, watch};

use super::words::{delivered, done, ended, ready, turn};

#[derive(Clone)]
pub struct FakeAgent(Arc<Shared>);

struct Shared {
    runs: mpsc::UnboundedSender<TestRun>,
    refusals: Mutex<VecDeque<Failure>>,
    gate: watch::Sender<Gate>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gate {
    Open,
    Held,
}

impl FakeAgent {
    pub fn new() -> (Self, mpsc::UnboundedReceiver<TestRun>) {
        let (runs, started) = mpsc::unbounded_channel();
        (Self(Arc::new(Shared { runs, refusals: Mutex::default(), gate: watch::Sender::new(Gate::Open) })), started)
    }

    /// Lets nothing start until `release`.
    pub fn hold(&self) {
        self.0.gate.send_replace(Gate::Held);
    }

    pub fn release(&self) {
        self.0.gate.send_replace(Gate::Open);
    }

    /// Makes the next start fail.
    pub fn refuse_next(&self, failure: Failure) {
        self.0.refusals.lock().unwrap().push_back(failure);
    }
}

#[async_trait]
impl Agent for FakeAgent {
    async fn start(&self, launch: Launch) -> Result<Run, Failure> {
        let opened = self.0.gate.subscribe().wait_for(|gate| *gate == Gate::Open).await.map(drop);
        opened.expect("the gate is ours");
        let refusal = self.0.refusals.lock().unwrap().pop_front();
        if let Some(failure) = refusal {
            return Err(failure);
        }
        let (commands, told) = mpsc::channel(COMMAND_QUEUE);
        let (says, events) = mpsc::channel(EVENT_QUEUE);
        // A test that is over does not look at it any more.
        drop(self.0.runs.send(TestRun { launch, commands: told, events: says }));
        Ok(Run { commands, events })
    }
}

/// One run of the agent, in the hands of a test.
pub struct TestRun {
    pub launch: Launch,
    pub commands: mpsc::Receiver<Command>,
    pub events: mpsc::Sender<Event>,
}

impl TestRun {
    pub async fn say(&self, event: Event) {
        self.events.send(event).await.expect("somebody hears the agent");
    }

    pub async fn say_all(&self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.say(event).await;
        }
    }

    /// Returns what it is told next.
    pub async fn told(&mut self) -> Command {
        self.commands.recv().await.expect("somebody talks to the agent")
    }

    /// Returns what it has been told and not looked at.
    pub async fn told_so_far(&mut self) -> Vec<Command> {
        super::settle().await;
        std::iter::from_fn(|| self.commands.try_recv().ok()).collect()
    }

    /// Takes a message and says nothing.
    pub async fn takes(&mut self) -> agents::Prompt {
        match self.told().await {
            Command::Send(prompt) => prompt,
            other => panic!("a message was expected, not {other:?}"),
        }
    }

    /// Comes up, takes a message and begins a turn with it; returns what was said.
    pub async fn begins(&mut self) -> String {
        self.say(ready(&self.launch)).await;
        self.goes_on().await
    }

    /// Takes a message and begins a turn with it.
    pub async fn goes_on(&mut self) -> String {
        let prompt = self.takes().await;
        self.say_all([turn(), delivered(&[prompt.id])]).await;
        super::settle().await;
        prompt.content
    }

    /// Ends the turn.
    pub async fn finishes(&self) {
        self.say(done()).await;
        super::settle().await;
    }

    /// Waits until it is told to stop, and does.
    pub async fn stops(mut self) {
        assert_eq!(self.told().await, Command::Stop);
        self.say(ended()).await;
        super::settle().await;
    }

    /// Dies.
    pub async fn dies(self, failure: Failure) {
        self.say(Event::Ended { failure: Some(failure) }).await;
        super::settle().await;
    }
}
