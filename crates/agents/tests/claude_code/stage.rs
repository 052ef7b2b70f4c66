//! A home, a model and a project for one test, and an agent that runs in them.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use agents::process::MARKER;
use agents::{
    Agent, BlockKind, ClaudeCode, ClaudeCodeConfig, Command, Conversation, ConversationId, Event, Failure, Launch,
    MessageId, Mode, Prompt, RequestId, ToolAnswer, ToolEffect, ToolId, ToolSpec, Toolbox, Trust, TurnOutcome,
};
use async_trait::async_trait;
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::PATIENCE;
use testkit::claude::{ClaudeHome, claude_path};
use testkit::model_api::{ModelApi, Script};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

pub struct Stage {
    pub home: ClaudeHome,
    pub api: ModelApi,
    pub environment: Vec<(OsString, OsString)>,
    pub program: PathBuf,
    pub first_arguments: Vec<OsString>,
    pub toolbox: Arc<Notes>,
    pub run_folder: TempDir,
    marker: String,
}

/// Returns an id like those the server makes, which no other call returns.
pub fn id() -> Uuid {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0000 + u128::from(next))
}

impl Stage {
    pub async fn new(script: Script) -> Self {
        let (home, api) = (ClaudeHome::new(), ModelApi::start(script).await);
        let environment = home.environment(api.url());
        let environment = environment.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        let marker = format!("test:{}:{}", std::process::id(), id());
        let (first_arguments, run_folder) = (Vec::new(), tempfile::tempdir().unwrap());
        let (program, toolbox) = (claude_path(), Arc::default());
        Self { home, api, environment, program, first_arguments, toolbox, run_folder, marker }
    }

    /// Puts a shell script in the place of the CLI.
    pub async fn with_impostor(script: &str) -> Self {
        let first_arguments = ["-c", script, "impostor"].map(OsString::from).into();
        Self { program: "/bin/sh".into(), first_arguments, ..Self::new(Script::new()).await }
    }

    pub fn without(mut self, variable: &str) -> Self {
        self.environment.retain(|(name, _)| name != variable);
        self
    }

    pub fn launch(&self, mode: Mode) -> Launch {
        Launch {
            marker: self.marker.clone(),
            folder: self.home.project(),
            conversation: Conversation::New(ConversationId(id())),
            mode,
            model: None,
            instructions: None,
            trust: Trust::Untrusted,
            servers: Vec::new(),
            recap: None,
            spent_usd: 0.0,
            toolbox: self.toolbox.clone(),
        }
    }

    pub async fn try_start(&self, launch: Launch) -> Result<Live, Failure> {
        let config = ClaudeCodeConfig {
            program: self.program.clone(),
            first_arguments: self.first_arguments.clone(),
            run_folder: self.run_folder.path().to_owned(),
            environment: self.environment.clone(),
        };
        let tasks = TaskTracker::new();
        let marker = launch.marker.clone();
        let run = timeout(PATIENCE, ClaudeCode::new(config, tasks.clone()).start(launch)).await.unwrap()?;
        Ok(Live { commands: run.commands, events: run.events, tasks, marker })
    }

    /// Starts an agent and waits until it is up.
    pub async fn start(&self, launch: Launch) -> Live {
        let mut live = self.try_start(launch).await.unwrap();
        let ready = live.next().await;
        assert!(matches!(ready, Event::Ready { version: Some(_), .. }), "{ready:?}");
        live
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.home.project().join(name)
    }

    /// Returns the result of a tool that the model was told before it said that turn of a scene.
    pub async fn told(&self, scene: &str) -> String {
        self.api.wait_for_request(|request| request.scene == scene).await.last_tool_result().unwrap_or_default()
    }
}

/// A running agent.
pub struct Live {
    pub commands: mpsc::Sender<Command>,
    pub events: mpsc::Receiver<Event>,
    tasks: TaskTracker,
    pub marker: String,
}

impl Live {
    pub async fn tell(&self, command: Command) {
        timeout(PATIENCE, self.commands.send(command)).await.unwrap().unwrap();
    }

    pub async fn say(&self, content: &str) -> MessageId {
        let message = MessageId(id());
        self.tell(Command::Send(Prompt { id: message, content: content.to_owned() })).await;
        message
    }

    pub async fn next(&mut self) -> Event {
        timeout(PATIENCE, self.events.recv()).await.unwrap().unwrap()
    }

    /// Returns the first event that fits, with those before it.
    pub async fn until(&mut self, fits: impl Fn(&Event) -> bool) -> Vec<Event> {
        let mut seen: Vec<Event> = Vec::new();
        let deadline = Instant::now() + PATIENCE;
        while !seen.last().is_some_and(&fits) {
            match timeout_at(deadline, self.events.recv()).await {
                Ok(Some(event)) => seen.push(event),
                Ok(None) => panic!("it ended; before that: {:#?}", newest(&seen)),
                Err(late) => panic!("{late}; before that: {:#?}", newest(&seen)),
            }
        }
        seen
    }

    /// Returns the events of a turn, up to its end.
    pub async fn turn(&mut self) -> Vec<Event> {
        self.until(|event| matches!(event, Event::TurnDone { .. })).await
    }

    /// Says something and returns what is said in answer, once the turn is done well.
    pub async fn ask(&mut self, content: &str) -> String {
        self.say(content).await;
        let turn = self.turn().await;
        assert_eq!(outcome(&turn), &TurnOutcome::Completed, "{turn:#?}");
        said(&turn)
    }

    /// Ends it in good order and checks that nothing is left.
    pub async fn stop(mut self) {
        self.tell(Command::Stop).await;
        let events = self.until(|event| matches!(event, Event::Ended { .. })).await;
        assert!(matches!(events.last(), Some(Event::Ended { failure: None })), "{events:#?}");
        self.assert_over().await;
    }

    /// Checks that no more events come and that nothing is left.
    pub async fn assert_over(mut self) {
        assert_eq!(marked(&self.marker), [0; 0], "with the marker");
        assert_eq!(timeout(PATIENCE, self.events.recv()).await.unwrap(), None);
        self.tasks.close();
        timeout(PATIENCE, self.tasks.wait()).await.unwrap();
    }
}

/// Returns the last events, of which there may be very many.
fn newest(events: &[Event]) -> &[Event] {
    &events[events.len().saturating_sub(50)..]
}

pub fn outcome(turn: &[Event]) -> &TurnOutcome {
    match turn.last() {
        Some(Event::TurnDone { outcome, .. }) => outcome,
        other => panic!("the turn is not done: {other:?}"),
    }
}

pub fn failure(turn: &[Event]) -> &Failure {
    match outcome(turn) {
        TurnOutcome::Failed(failure) => failure,
        other => panic!("the turn has not failed: {other:?}"),
    }
}

pub fn cost(turn: &[Event]) -> f64 {
    match turn.last() {
        Some(Event::TurnDone { run_cost_usd, .. }) => *run_cost_usd,
        other => panic!("the turn is not done: {other:?}"),
    }
}

/// Returns all that was said in the conversation itself.
pub fn said(events: &[Event]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Said { kind: BlockKind::Text, text, parent: None } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// Returns what a person is asked at the end of these events.
pub fn request(events: &[Event]) -> RequestId {
    match events.last() {
        Some(Event::Question { request, .. } | Event::Plan { request, .. } | Event::Permission { request, .. }) => {
            request.clone()
        }
        other => panic!("nobody is asked: {other:?}"),
    }
}

pub fn is_permission(event: &Event) -> bool {
    matches!(event, Event::Permission { .. })
}

/// Returns the running processes that carry a marker, the oldest first.
pub fn marked(marker: &str) -> Vec<u32> {
    let variable = format!("{MARKER}={marker}");
    let carries = |id: &u32| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|set| set == variable.as_bytes())
    };
    let all = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let mut found: Vec<u32> = all.filter(|id| is_running(*id)).filter(carries).collect();
    found.sort_unstable();
    found
}

pub fn is_running(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, fields)| !fields.starts_with(['Z', 'X']))
}

/// Our own tools in these tests: one that notes what it is told.
#[derive(Default)]
pub struct Notes {
    pub noted: Mutex<Vec<Value>>,
}

#[async_trait]
impl Toolbox for Notes {
    fn tools(&self) -> Vec<ToolSpec> {
        let input_schema =
            json!({ "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] });
        let (name, description) = ("note".to_owned(), "Notes a text".to_owned());
        vec![ToolSpec { name, description, input_schema, effect: ToolEffect::Changes }]
    }

    async fn call(&self, _: Option<&ToolId>, name: &str, input: Value) -> ToolAnswer {
        let text = format!("{name} took {input}");
        self.noted.lock().unwrap().push(input);
        ToolAnswer { text, is_error: false }
    }
}
