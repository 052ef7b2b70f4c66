//! What an agent says, in the order it happens.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::agent::{ConversationId, Mode, Point};
use crate::failure::Failure;

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    };
}

name!(
    /// One call of a tool.
    ToolId
);
name!(
    /// Something a person is asked.
    RequestId
);

/// A message a person sent; made by whoever sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageId(pub Uuid);

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It is up. Comes first, and again only if the conversation gets another name.
    Ready {
        conversation: ConversationId,
        version: Option<String>,
    },
    /// A turn begins, asked for or not.
    TurnStarted {
        model: Option<String>,
    },
    /// These messages have reached the conversation.
    Delivered {
        messages: Vec<MessageId>,
    },

    /// Extends what is being said, or begins it.
    Delta {
        kind: BlockKind,
        text: String,
    },
    /// Ends what was being said; `text` is all of it. What a subagent says comes only like this.
    Said {
        kind: BlockKind,
        text: String,
        parent: Option<ToolId>,
    },
    /// Extends the input of a call of one of our tools that is being written, as JSON, or begins it. Nothing has been
    /// called yet, and perhaps nothing ever will.
    ToolDraft {
        id: ToolId,
        name: String,
        piece: String,
    },
    ToolStarted {
        id: ToolId,
        name: String,
        input: Value,
        parent: Option<ToolId>,
    },
    ToolEnded {
        id: ToolId,
        content: String,
        is_error: bool,
        diff: Option<FileDiff>,
        parent: Option<ToolId>,
    },
    /// News of something that runs beside the conversation: a subagent, a command in the background.
    Task {
        tool: ToolId,
        state: TaskState,
        note: String,
    },

    /// A person is asked; the turn waits.
    Question {
        request: RequestId,
        tool: ToolId,
        questions: Vec<Question>,
        parent: Option<ToolId>,
    },
    /// A person is asked to approve a plan; empty if the agent wrote none.
    Plan {
        request: RequestId,
        tool: ToolId,
        plan: String,
        path: Option<String>,
    },
    /// A person is asked whether a tool may run.
    Permission {
        request: RequestId,
        tool: ToolId,
        name: String,
        /// Exactly what would run.
        input: Value,
        reason: Option<String>,
        /// What "always" would allow, in the agent's own notation; none if it cannot be had.
        always: Option<String>,
        parent: Option<ToolId>,
    },
    /// The agent does not wait for this answer any more.
    Withdrawn {
        request: RequestId,
    },

    /// Tokens of this turn so far, and how full the context is.
    Usage {
        tokens: Tokens,
        context_tokens: u64,
        context_window: Option<u64>,
        model: Option<String>,
    },
    /// The service refused and is asked again.
    Retrying {
        attempt: u32,
        attempts: u32,
        wait: Duration,
        failure: Failure,
    },
    ModeChanged {
        mode: Mode,
    },
    ModelChanged {
        model: String,
    },
    /// Worth telling, and nothing to do about it.
    Notice {
        text: String,
    },

    TurnDone {
        outcome: TurnOutcome,
        /// Of this turn.
        tokens: Tokens,
        /// Of the run so far, not of this turn.
        run_cost_usd: f64,
        took: Duration,
        origin: Origin,
        /// The messages this turn dealt with, as far as known.
        messages: Vec<MessageId>,
        /// Where it ended, for a fork that goes on from there; none if the agent cannot tell.
        point: Option<Point>,
    },
    /// The run is over and nothing of it is left. Comes once, last; a failure if nobody asked for it.
    Ended {
        failure: Option<Failure>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    Text,
    Thinking,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TurnOutcome {
    Completed,
    Interrupted,
    Failed(Failure),
}

/// Why a turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Person,
    /// Something the agent had left running came to its end.
    Background,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    Running,
    Completed,
    Failed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    #[serde(rename = "input_tokens")]
    pub input: u64,
    #[serde(rename = "output_tokens")]
    pub output: u64,
    #[serde(rename = "cache_read_tokens")]
    pub cache_read: u64,
    #[serde(rename = "cache_write_tokens")]
    pub cache_write: u64,
}

/// One question with the answers it offers; a person may always answer in their own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub question: String,
    pub header: String,
    pub multi_select: bool,
    pub options: Vec<QuestionOption>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionOption {
    pub label: String,
    pub description: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
}

/// What a tool did to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDiff {
    pub path: String,
    pub hunks: Vec<Hunk>,
    pub created: bool,
}

/// Lines begin with `+`, `-` or a space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    pub old_start: u64,
    pub new_start: u64,
    pub lines: Vec<String>,
}
