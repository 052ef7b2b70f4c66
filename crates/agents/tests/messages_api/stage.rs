//! An agent, a scripted model and a box of tools.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use agents::messages_api::{Key, RetryPolicy, Secret};
use agents::{
    Agent as _, BlockKind, Command, Conversation, ConversationId, Event, Failure, Launch, MessageId, MessagesApi,
    MessagesApiConfig, Mode, Prompt, Run, ToolAnswer, ToolEffect, ToolId, ToolSpec, Toolbox, Trust, TurnOutcome,
};
use async_trait::async_trait;
use serde_json::{Value, json};
use testkit::PATIENCE;
use testkit::model_api::{ModelApi, Request, Script};
use tokio::sync::Barrier;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

pub const CANARY: &str = "sk-canary-0123456789";
pub const MODEL: &str = "claude-haiku-4-5";
pub const ONE: ConversationId = ConversationId(Uuid::from_u128(1));
pub const TWO: ConversationId = ConversationId(Uuid::from_u128(2));
/// What the clock says.
pub const NOW_MS: i64 = 1_800_000_000_000;
/// As many as may run at once.
pub const AT_ONCE: usize = 4;

pub struct Stage {
    pub model: ModelApi,
    pub place: Place,
}

impl Stage {
    pub async fn new(script: Script) -> Self {
        Self { model: ModelApi::start(script).await, place: Place::new() }
    }

    pub async fn start(&self) -> Actor {
        self.start_with(Conversation::New(ONE)).await.unwrap()
    }

    pub async fn start_with(&self, conversation: Conversation) -> Result<Actor, Failure> {
        self.place.start(self.place.config(self.model.url()), conversation).await
    }

    /// Starts one that is given what was said elsewhere.
    pub async fn start_told(&self, conversation: Conversation, recap: &str) -> Actor {
        let launch = Launch { recap: Some(recap.to_owned()), ..self.place.launch(conversation) };
        start(self.place.config(self.model.url()), launch).await.unwrap()
    }

    /// Returns the messages of each request so far.
    pub fn messages(&self) -> Vec<Value> {
        self.model.requests().iter().map(messages).collect()
    }
}

/// The messages of a request as `role: block | block`.
fn messages(request: &Request) -> Value {
    let block = |block: &Value| match block["type"].as_str() {
        Some("tool_use") => format!("calls {} {}", block["name"].as_str().unwrap_or_default(), block["input"]),
        Some("tool_result") => {
            let error = if block["is_error"] == true { "error " } else { "" };
            format!("{error}result {}", block["content"].as_str().unwrap_or_default())
        }
        _ => block["text"].as_str().unwrap_or_default().to_owned(),
    };
    let line = |message: &Value| {
        let blocks: Vec<String> = message["content"].as_array().unwrap().iter().map(block).collect();
        json!(format!("{}: {}", message["role"].as_str().unwrap(), blocks.join(" | ")))
    };
    request.body["messages"].as_array().unwrap().iter().map(line).collect()
}

/// Where conversations are kept, and the tools.
pub struct Place {
    folder: tempfile::TempDir,
    pub tools: Arc<Tools>,
}

impl Place {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), tools: Arc::default() }
    }

    pub fn config(&self, url: &str) -> MessagesApiConfig {
        MessagesApiConfig {
            base_url: url.to_owned(),
            key: Key::ApiKey(Secret::new(CANARY)),
            model: MODEL.to_owned(),
            folder: self.folder.path().to_owned(),
            retry: RetryPolicy {
                retries: 3,
                first_wait: Duration::from_millis(1),
                longest_wait: Duration::from_mins(1),
            },
            clock: Arc::new(|| NOW_MS),
        }
    }

    /// Leaves a conversation as a server left it that died.
    pub fn leave(&self, id: ConversationId, lines: &str) {
        std::fs::write(self.folder.path().join(format!("{id}.jsonl")), lines).unwrap();
    }

    pub async fn start(&self, config: MessagesApiConfig, conversation: Conversation) -> Result<Actor, Failure> {
        start(config, self.launch(conversation)).await
    }

    fn launch(&self, conversation: Conversation) -> Launch {
        Launch {
            marker: "test".to_owned(),
            folder: PathBuf::from("project"),
            conversation,
            mode: Mode::Code,
            model: None,
            instructions: Some("Be kind.".to_owned()),
            trust: Trust::Untrusted,
            servers: vec![],
            recap: None,
            spent_usd: 0.0,
            toolbox: self.tools.clone(),
        }
    }
}

async fn start(config: MessagesApiConfig, launch: Launch) -> Result<Actor, Failure> {
    let run = MessagesApi::new(config, TaskTracker::new())?.start(launch).await?;
    let mut actor = Actor { run, sent: 0 };
    assert!(matches!(actor.next().await, Event::Ready { version: None, .. }));
    Ok(actor)
}

pub struct Actor {
    pub run: Run,
    sent: u128,
}

impl Actor {
    pub async fn tell(&self, command: Command) {
        self.run.commands.send(command).await.unwrap();
    }

    pub async fn say(&mut self, text: &str) -> MessageId {
        self.sent += 1;
        let id = MessageId(Uuid::from_u128(self.sent));
        self.tell(Command::Send(Prompt { id, content: text.to_owned() })).await;
        id
    }

    pub async fn next(&mut self) -> Event {
        let event = timeout(PATIENCE, self.run.events.recv()).await.expect("the agent says nothing");
        event.expect("the agent is gone")
    }

    /// Returns the first event that fits, and passes over the others.
    pub async fn until(&mut self, fits: impl Fn(&Event) -> bool) -> Event {
        loop {
            let event = self.next().await;
            if fits(&event) {
                return event;
            }
        }
    }

    /// Returns everything up to the end of the turn.
    pub async fn turn(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while !matches!(events.last(), Some(Event::TurnDone { .. })) {
            events.push(self.next().await);
        }
        events
    }

    pub async fn say_and_hear(&mut self, text: &str) -> String {
        self.say(text).await;
        render(&self.turn().await)
    }

    /// Waits for the end, which must be in good order.
    pub async fn ended(mut self) {
        let last = self.until(|event| matches!(event, Event::Ended { .. })).await;
        assert_eq!(last, Event::Ended { failure: None });
        assert_eq!(timeout(PATIENCE, self.run.events.recv()).await, Ok(None));
    }
}

/// Writes events down, one a line; the pieces of a text are put together and counts are left out.
pub fn render(events: &[Event]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut extended = false;
    for event in events {
        let piece = match event {
            Event::Delta { text, .. } => Some((text, "…".to_owned())),
            Event::ToolDraft { name, piece, .. } => Some((piece, format!("writes {name}"))),
            _ => None,
        };
        if let Some((text, begin)) = piece {
            match lines.last_mut().filter(|line| extended && line.starts_with(&begin)) {
                Some(line) => line.push_str(text),
                None => lines.push(format!("{begin} {text}")),
            }
            extended = true;
            continue;
        }
        extended = false;
        lines.extend(line(event));
    }
    lines.join("\n")
}

fn line(event: &Event) -> Option<String> {
    Some(match event {
        Event::TurnStarted { .. } => "turn".to_owned(),
        Event::Delivered { messages } => format!("delivered {}", messages.len()),
        Event::Said { kind: BlockKind::Text, text, .. } => format!("said {text}"),
        Event::Said { kind: BlockKind::Thinking, text, .. } => format!("thought {text}"),
        Event::ToolStarted { name, input, .. } => format!("start {name} {input}"),
        Event::ToolEnded { content, is_error, .. } => {
            format!("{} {content}", if *is_error { "failed" } else { "ended" })
        }
        Event::Question { questions, .. } => format!("question {}", questions[0].question),
        Event::Withdrawn { .. } => "withdrawn".to_owned(),
        Event::Retrying { attempt, attempts, failure, .. } => {
            format!("retrying {attempt}/{attempts} {:?}", failure.code)
        }
        Event::Notice { text } => format!("notice {text}"),
        Event::TurnDone { outcome, .. } => match outcome {
            TurnOutcome::Completed => "completed".to_owned(),
            TurnOutcome::Interrupted => "interrupted".to_owned(),
            TurnOutcome::Failed(failure) => format!("failed {:?}", failure.code),
        },
        Event::Usage { .. } => return None,
        other => format!("{other:?}"),
    })
}

/// Some that work, some that do not, and one that needs company.
pub struct Tools {
    together: Barrier,
    running: AtomicUsize,
    pub most: AtomicUsize,
}

impl Default for Tools {
    fn default() -> Self {
        Self { together: Barrier::new(AT_ONCE), running: AtomicUsize::default(), most: AtomicUsize::default() }
    }
}

#[async_trait]
impl Toolbox for Tools {
    fn tools(&self) -> Vec<ToolSpec> {
        let tool = |name: &str| ToolSpec {
            name: name.to_owned(),
            description: format!("Does {name}."),
            input_schema: json!({ "type": "object" }),
            effect: if name == "read_board" { ToolEffect::Reads } else { ToolEffect::Changes },
        };
        ["add_card", "fail", "break", "meet", "wait_forever", "read_board"].map(tool).to_vec()
    }

    async fn call(&self, _: Option<&ToolId>, name: &str, input: Value) -> ToolAnswer {
        let answer = |text: String, is_error| ToolAnswer { text, is_error };
        match name {
            "add_card" => answer(format!("added {}", input["title"].as_str().unwrap_or_default()), false),
            "fail" => answer(String::new(), true),
            "break" => panic!("broken"),
            "wait_forever" => std::future::pending().await,
            "meet" => {
                let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
                self.most.fetch_max(running, Ordering::SeqCst);
                self.together.wait().await;
                self.running.fetch_sub(1, Ordering::SeqCst);
                answer(format!("met {}", input["n"]), false)
            }
            other => answer(format!("did {other}"), false),
        }
    }
}
