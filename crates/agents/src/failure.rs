//! Why an agent could not go on, in words a person can act on.

use serde::{Deserialize, Serialize};

/// Why an agent could not go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    pub code: FailureCode,
    /// What happened.
    pub message: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// When it will work again, in milliseconds since 1970, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resets_at_ms: Option<i64>,
}

impl Failure {
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), remedy: None, resets_at_ms: None }
    }

    pub fn remedy(self, remedy: impl Into<String>) -> Self {
        Self { remedy: Some(remedy.into()), ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// The program is not installed.
    AgentMissing,
    /// The program would not start.
    StartFailed,
    NotLoggedIn,
    /// The key or token is wrong.
    Unauthorized,
    /// The service refuses for good: billing, permission, a request it does not take.
    Refused,
    Overloaded,
    /// Too much was used; see `resets_at_ms`.
    UsageLimit,
    ContextFull,
    Budget,
    FolderGone,
    /// The model is unknown.
    ModelMissing,
    /// The model declined to answer.
    Declined,
    /// The conversation cannot be taken up again.
    ConversationMissing,
    Network,
    /// The program died.
    Crashed,
    /// The server stopped while the agent was at work.
    Interrupted,
    Unknown,
}
