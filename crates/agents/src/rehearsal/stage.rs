//! Plays stories to the host, and listens to it at every moment.

mod asking;
mod control;
mod listening;
mod speaking;

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::arguments::{Arguments, Asking};
use super::conversation::Conversation;
use super::input::{Input, Message};
use super::permissions::Permissions;
use super::project::Survey;
use super::servers::Server;
use super::story::{self, Beat, News, Scene, Story, Whiteboard};
use super::wire::{Block, Ending, ToolUse, TurnEnd, Wire};
use super::{NAME, RehearsalError, States, Surroundings};
use crate::toolbox::REPORT_REVIEW;

/// The tools it says it has; those of the host come on top.
const TOOLS: &[&str] = &["AskUserQuestion", "Bash", "Edit", "ExitPlanMode", "Glob", "Read", "Write"];
/// What a host can rely on, in the words of the protocol.
const CAPABILITIES: &[&str] = &["interrupt_receipt_v1", "interrupt_cancel_queued_v1", "msg_lifecycle_v1"];
const CARD_TOOL: &str = "create_card";
const DRAW_TOOL: &str = "batchOperations";
const ARRANGE_TOOL: &str = "layoutElements";
/// What an overloaded service answers.
const OVERLOADED: u16 = 529;
const OVERLOADED_TEXT: &str =
    "API Error: 529 Overloaded. This failure is rehearsed: no service was asked. The next message works again.";

pub struct Stage {
    input: Input,
    /// Whether the host has closed the input; what is begun is finished.
    closed: bool,
    wire: Wire,
    conversation: Conversation,
    permissions: Permissions,
    asking: Asking,
    instructions: String,
    surroundings: Surroundings,
    servers: Vec<Server>,
    queue: VecDeque<Message>,
    /// What the host is being asked.
    prompt: Option<String>,
    turn: Turn,
    results: u64,
    last_turn: LastTurn,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LastTurn {
    Fine,
    Failed,
}

/// Why a turn does not go on.
enum Stop {
    /// A person stopped the turn; the process goes on.
    Interrupted,
    /// The service gave up; the process goes on.
    ServiceFailed,
    /// The host ended the process.
    Ended,
    Failed(RehearsalError),
}

impl From<RehearsalError> for Stop {
    fn from(error: RehearsalError) -> Self {
        Self::Failed(error)
    }
}

struct Turn {
    started: Instant,
    /// The messages it deals with, as far as they have names; the first one began it.
    messages: Vec<String>,
    /// The last text that was said.
    said: String,
    rounds: u64,
    denials: Vec<Value>,
    doing: Doing,
    /// What came in meanwhile and the story has not heard yet.
    overheard: Vec<String>,
}

enum Doing {
    Nothing,
    Saying {
        block: Block,
        said: String,
    },
    /// A call whose input is being written; nobody was asked for anything yet.
    Writing,
    Using(ToolUse),
}

impl Turn {
    fn new() -> Self {
        Self {
            started: Instant::now(),
            messages: Vec::new(),
            said: String::new(),
            rounds: 1,
            denials: Vec::new(),
            doing: Doing::Nothing,
            overheard: Vec::new(),
        }
    }
}

impl Stage {
    pub fn new(
        input: Input,
        mut wire: Wire,
        conversation: Conversation,
        arguments: Arguments,
        surroundings: Surroundings,
    ) -> Self {
        let Arguments { mode, bypass, allowed, disallowed, .. } = arguments;
        wire.ids.begin_turn(conversation.turns());
        Self {
            input,
            closed: false,
            wire,
            conversation,
            permissions: Permissions { mode, bypass, allowed, disallowed },
            asking: arguments.asking,
            instructions: arguments.instructions,
            surroundings,
            servers: Vec::new(),
            queue: VecDeque::new(),
            prompt: None,
            turn: Turn::new(),
            results: 0,
            last_turn: LastTurn::Fine,
        }
    }

    /// Plays a turn for each message until the host says that there are no more.
    pub async fn play(mut self) -> Result<(), RehearsalError> {
        loop {
            let done = match self.queue.pop_front() {
                Some(message) => self.play_turn(message).await,
                None if self.closed => break,
                None => self.hear().await.map(drop),
            };
            match done {
                Ok(()) | Err(Stop::Interrupted | Stop::ServiceFailed) => {}
                Err(Stop::Ended) => return Ok(()),
                Err(Stop::Failed(error)) => return Err(error),
            }
        }
        match self.last_turn {
            LastTurn::Fine => Ok(()),
            LastTurn::Failed => Err(RehearsalError::LastTurnFailed),
        }
    }

    async fn play_turn(&mut self, message: Message) -> Result<(), Stop> {
        self.turn = Turn::new();
        let played = match self.begin(&message).await {
            Ok(story) => self.play_story(story).await,
            Err(stop) => Err(stop),
        };
        let state = match played {
            Err(Stop::Interrupted) => "cancelled",
            Ok(()) | Err(Stop::ServiceFailed | Stop::Ended | Stop::Failed(_)) => "completed",
        };
        self.finish(played, state).await?;
        self.wire.lifecycle(message.id.as_ref(), state).await?;
        self.say_state("idle").await?;
        Ok(())
    }

    async fn begin(&mut self, message: &Message) -> Result<Story, Stop> {
        let (remembered, last_message) =
            (self.conversation.entries(), self.conversation.last_message().map(str::to_owned));
        self.conversation.begin_turn(&message.text)?;
        let task = self.conversation.first_message().unwrap_or(&message.text).to_owned();
        self.wire.ids.begin_turn(self.conversation.turns());
        self.wire.begin_turn(self.conversation.words());
        self.turn.messages.extend(message.id.clone());
        self.wire.lifecycle(message.id.as_ref(), "started").await?;
        self.say_state("running").await?;
        while self.servers.iter().any(|server| server.awaits().is_some()) {
            self.hear().await?;
        }
        self.wire.system("init", self.introduction()).await?;
        self.wire.replay(&message.content, message.id.as_ref()).await?;
        let offered = |name: &str| self.servers.iter().find_map(|server| server.tool(name));
        let (card_tool, report_tool) = (offered(CARD_TOOL), offered(REPORT_REVIEW));
        let whiteboard = message.board.clone().map(|state| Whiteboard {
            state,
            draw_tool: offered(DRAW_TOOL),
            arrange_tool: offered(ARRANGE_TOOL),
        });
        Ok(Story::new(Scene {
            text: message.text.clone(),
            mode: self.permissions.mode,
            asking: self.asking,
            instructions: self.instructions.clone(),
            past: self.conversation.take_past(),
            remembered,
            last_message,
            survey: Survey::take(&self.surroundings.folder, &story::named_files(&message.text, &task)),
            task,
            card_tool,
            report_tool,
            whiteboard,
        }))
    }

    fn introduction(&self) -> Value {
        let own = TOOLS.iter().map(|tool| (*tool).to_owned());
        let tools: Vec<String> = own.chain(self.servers.iter().flat_map(Server::tools)).collect();
        let servers: Vec<Value> = self.servers.iter().map(Server::status).collect();
        json!({
            "cwd": self.surroundings.folder, "tools": tools, "mcp_servers": servers, "model": NAME,
            "permissionMode": self.permissions.mode.name(), "slash_commands": [], "apiKeySource": "none",
            "claude_code_version": NAME, "output_style": "default", "agents": [], "skills": [], "plugins": [],
            "capabilities": CAPABILITIES,
        })
    }

    async fn play_story(&mut self, mut story: Story) -> Result<(), Stop> {
        let mut news = News::Played;
        loop {
            let beats = story.next(news);
            if beats.is_empty() {
                return Ok(());
            }
            news = News::Played;
            for beat in beats {
                news = self.play_beat(beat).await?;
                self.turn.overheard.drain(..).for_each(|text| story.overhear(&text));
            }
        }
    }

    async fn play_beat(&mut self, beat: Beat) -> Result<News, Stop> {
        match beat {
            Beat::Think(text) => self.speak(Block::Thinking, &text, 1).await?,
            Beat::Say(text) => self.speak(Block::Text, &text, 1).await?,
            Beat::SaySlowly(text) => self.speak(Block::Text, &text, speaking::SLOWLY).await?,
            Beat::Look { tool, input, content, result } => self.look(tool, input, &content, result).await?,
            Beat::Ask { questions } => return self.ask_questions(questions).await,
            Beat::Propose { plan } => return self.propose(plan).await,
            Beat::Change { tool, input } => return self.change(tool, input).await,
            Beat::Run { command } => return self.run(&command).await,
            Beat::Call { tool, input } => return self.call(tool, input).await,
            Beat::BreakDown => self.break_down().await?,
        }
        Ok(News::Played)
    }

    /// Ends the turn with a result, unless the process ends as well.
    async fn finish(&mut self, played: Result<(), Stop>, state: &str) -> Result<(), Stop> {
        let said = std::mem::take(&mut self.turn.said);
        let (ending, stop_reason) = match played {
            Ok(()) => {
                self.wire.close_message(Some("end_turn")).await?;
                (Ending::Completed { text: &said }, Some("end_turn"))
            }
            Err(Stop::Interrupted) => (Ending::Aborted { reason: self.abort().await? }, None),
            Err(Stop::ServiceFailed) => {
                (Ending::ServiceFailed { text: OVERLOADED_TEXT, status: OVERLOADED }, Some("stop_sequence"))
            }
            Err(stop @ (Stop::Ended | Stop::Failed(_))) => return Err(stop),
        };
        self.last_turn = match ending {
            Ending::Completed { .. } => LastTurn::Fine,
            Ending::ServiceFailed { .. } | Ending::Aborted { .. } => LastTurn::Failed,
        };
        for id in self.turn.messages.iter().skip(1) {
            self.wire.lifecycle(Some(id), state).await?;
        }
        self.conversation.end_turn(self.wire.last_line())?;
        let end = TurnEnd {
            ending,
            stop_reason,
            denials: &self.turn.denials,
            messages: &self.turn.messages,
            rounds: self.turn.rounds,
            took_ms: u64::try_from(self.turn.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            queued: self.queue.len(),
            index: self.results,
        };
        self.wire.result(&end).await?;
        self.results += 1;
        Ok(())
    }

    async fn say_state(&mut self, state: &str) -> Result<(), RehearsalError> {
        match self.surroundings.states {
            States::Silent => Ok(()),
            States::Said => self.wire.system("session_state_changed", json!({ "state": state })).await,
        }
    }
}
