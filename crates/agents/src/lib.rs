//! Agents: programs and services that work in a project and say what they do.
//!
//! All of them are one trait, one set of commands and one set of events. Nothing here knows of boards, accounts or the
//! store: what an agent may use of Tandem comes in as a [`Toolbox`].

mod agent;
mod claude_code;
mod event;
mod failure;
pub mod limits;
pub mod messages_api;
pub mod process;
pub mod rehearsal;
pub mod taken_up;
mod text;
mod toolbox;

pub use agent::{
    Agent, Answers, Command, Conversation, ConversationId, Launch, McpServer, McpTransport, Mode, PermissionDecision,
    PlanDecision, Point, Prompt, QuestionDecision, Run, Trust,
};
pub use claude_code::{
    ClaudeCode, ClaudeCodeConfig, INSTALL, PastConversation, PastConversations, PastEvent, PastSummary, PastTurn,
    allowed_environment,
};
pub use event::{
    BlockKind, Event, FileDiff, Hunk, MessageId, Origin, Question, QuestionOption, RequestId, TaskState, Tokens,
    ToolId, TurnOutcome,
};
pub use failure::{Failure, FailureCode};
pub use messages_api::{MessagesApi, MessagesApiConfig};
pub use toolbox::{REPORT_REVIEW, ToolAnswer, ToolEffect, ToolSpec, Toolbox};
