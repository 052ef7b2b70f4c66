//! What an agent is, what it is started with, and what it can be told.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::event::{Event, MessageId, RequestId};
use crate::failure::Failure;
use crate::toolbox::Toolbox;

/// Something that can work in a project.
#[async_trait]
pub trait Agent: Send + Sync + 'static {
    /// Starts a conversation, or takes one up again.
    ///
    /// The run goes on until it is told to stop, until its commands are dropped, or until it fails; whichever it is, its
    /// last event is [`Event::Ended`], and by then nothing it started is left.
    async fn start(&self, launch: Launch) -> Result<Run, Failure>;
}

/// A running agent: what it is told goes in, what it does comes out. Both queues are bounded.
#[derive(Debug)]
pub struct Run {
    pub commands: mpsc::Sender<Command>,
    pub events: mpsc::Receiver<Event>,
}

/// The agent's own name for a conversation, under which it can be taken up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConversationId(pub Uuid);

impl fmt::Display for ConversationId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// Which conversation a run holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversation {
    New(ConversationId),
    Resume(ConversationId),
    /// Begins `to` with everything that was said in `from`, which stays as it is; up to a point, if one is given.
    Fork {
        from: ConversationId,
        to: ConversationId,
        at: Option<Point>,
    },
}

/// The agent's own name for a place in its record of a conversation; see [`Event::TurnDone`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Point(pub Uuid);

/// What the agent is for, which decides what it may do unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Reads, asks, and ends with a plan; everything that would change something is refused.
    Plan,
    /// Edits files of the project unasked; asks for the rest.
    Code,
    /// Reads and reports; asks before it changes anything.
    Review,
    /// Talks; asks before it changes anything.
    Chat,
}

/// Whether what the project's folder says may configure the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Its hooks, settings and servers are ignored.
    Untrusted,
    Trusted,
}

/// What a run is started with.
#[derive(Clone)]
pub struct Launch {
    /// Marks every process of the run; see `process`.
    pub marker: String,
    /// The project's folder.
    pub folder: PathBuf,
    pub conversation: Conversation,
    pub mode: Mode,
    /// The agent's own choice if none.
    pub model: Option<String>,
    /// Said to the agent beside its own instructions.
    pub instructions: Option<String>,
    pub trust: Trust,
    /// Servers of other tools.
    pub servers: Vec<McpServer>,
    /// What was said so far, for an agent that does not know it: the conversation is new to it, or it has forgotten the one
    /// it should take up.
    pub recap: Option<String>,
    /// What the conversation has cost before this run.
    pub spent_usd: f64,
    pub toolbox: Arc<dyn Toolbox>,
}

/// A server of other tools, as an administrator registered it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpServer {
    pub name: String,
    pub transport: McpTransport,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum McpTransport {
    Stdio { command: String, arguments: Vec<String>, environment: BTreeMap<String, String> },
    Http { url: String, headers: BTreeMap<String, String> },
}

/// What a person says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub id: MessageId,
    pub content: String,
}

/// What a running agent can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Says something; while a turn runs it joins that turn or waits for its end, as the agent does.
    Send(Prompt),
    Answer {
        request: RequestId,
        decision: QuestionDecision,
    },
    DecidePlan {
        request: RequestId,
        decision: PlanDecision,
    },
    DecidePermission {
        request: RequestId,
        decision: PermissionDecision,
    },
    /// Ends the turn; the conversation goes on with the next message.
    Interrupt,
    SetMode(Mode),
    SetModel(String),
    /// Ends the run in good order.
    Stop,
}

/// By question text: the labels chosen, or one text of the person's own.
pub type Answers = BTreeMap<String, Vec<String>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionDecision {
    Answered(Answers),
    /// The agent is told so, and decides itself.
    Declined {
        message: Option<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanDecision {
    /// Goes on in `then`; `edited` is the whole plan if the person changed it.
    Approved {
        edited: Option<String>,
        then: Mode,
    },
    Rejected {
        feedback: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PermissionDecision {
    Once,
    /// For the rest of this conversation.
    Always,
    Denied {
        message: Option<String>,
    },
}
