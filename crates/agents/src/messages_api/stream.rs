//! The events of an answer, as the service words them. What is not known is passed over.

use serde::Deserialize;

use super::errors::ServiceError;

/// Why the model stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    Done,
    /// It said as much as it may.
    Length,
    /// It wants to be asked to go on.
    Pause,
    ContextFull,
    Refusal {
        explanation: Option<String>,
    },
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StreamEvent {
    MessageStart {
        message: Start,
    },
    ContentBlockStart {
        index: u64,
        content_block: BlockStart,
    },
    ContentBlockDelta {
        index: u64,
        delta: Delta,
    },
    ContentBlockStop {
        index: u64,
    },
    MessageDelta {
        delta: End,
        #[serde(default)]
        usage: Usage,
    },
    MessageStop,
    Error {
        error: ServiceError,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
pub struct Start {
    #[serde(default)]
    pub usage: Usage,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BlockStart {
    Text {
        #[serde(default)]
        text: String,
    },
    Thinking {
        #[serde(default)]
        thinking: String,
    },
    RedactedThinking {
        data: String,
    },
    ToolUse {
        id: String,
        name: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(clippy::enum_variant_names, reason = "the names are the service's")]
pub enum Delta {
    TextDelta {
        text: String,
    },
    ThinkingDelta {
        thinking: String,
    },
    SignatureDelta {
        signature: String,
    },
    InputJsonDelta {
        partial_json: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
pub struct End {
    stop_reason: Option<String>,
    stop_details: Option<StopDetails>,
}

#[derive(Deserialize)]
pub struct StopDetails {
    explanation: Option<String>,
}

impl End {
    pub fn stop(self) -> Option<Stop> {
        Some(match self.stop_reason?.as_str() {
            "max_tokens" => Stop::Length,
            "pause_turn" => Stop::Pause,
            "model_context_window_exceeded" => Stop::ContextFull,
            "refusal" => Stop::Refusal { explanation: self.stop_details.and_then(|details| details.explanation) },
            _ => Stop::Done,
        })
    }
}

/// Counts so far; what is not said has not changed.
#[derive(Default, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names are the service's")]
pub struct Usage {
    pub input_tokens: Option<u64>,
    pub output_tokens: Option<u64>,
    pub cache_read_input_tokens: Option<u64>,
    pub cache_creation_input_tokens: Option<u64>,
}
