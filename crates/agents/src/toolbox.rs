//! What an agent may use of Tandem.

use async_trait::async_trait;
use serde_json::Value;

use crate::agent::Mode;
use crate::event::ToolId;

/// The tool with which an agent files what its review found.
pub const REPORT_REVIEW: &str = "report_review";

/// A tool as a model is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    pub input_schema: Value,
    pub effect: ToolEffect,
}

/// What a tool of ours does, which decides when it may be used unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolEffect {
    /// Nothing: it shows or asks.
    Reads,
    /// It changes something.
    Changes,
    /// It files what a review found.
    Reports,
}

impl ToolEffect {
    /// Tells whether a tool runs unasked. What changes a board can be undone, and what an agent may do there is decided
    /// where its tools are made; but one that plans or reviews only looks, and files its report.
    pub fn runs_unasked(self, mode: Mode) -> bool {
        match (mode, self) {
            (Mode::Code | Mode::Chat, _) | (Mode::Plan | Mode::Review, Self::Reads) | (Mode::Review, Self::Reports) => {
                true
            }
            (Mode::Plan | Mode::Review, Self::Changes) | (Mode::Plan, Self::Reports) => false,
        }
    }
}

/// What a tool says when it has run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolAnswer {
    pub text: String,
    pub is_error: bool,
}

/// The tools of one session. Whoever calls is that session's agent and nobody else.
#[async_trait]
pub trait Toolbox: Send + Sync + 'static {
    fn tools(&self) -> Vec<ToolSpec>;
    /// Does what a call asks for; `id` is what the agent names the call by, if it says so.
    async fn call(&self, id: Option<&ToolId>, name: &str, input: Value) -> ToolAnswer;
}
