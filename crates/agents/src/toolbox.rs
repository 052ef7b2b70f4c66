//! What an agent may use of Tandem.

use async_trait::async_trait;
use serde_json::Value;

use crate::event::ToolId;

/// The tool with which an agent files what its review found.
pub const REPORT_REVIEW: &str = "report_review";

/// A tool as a model is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    pub input_schema: Value,
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
