//! Lines of the CLI, read as far as they are needed.
//!
//! Keys come in any order and new ones appear with every version, so everything that is not needed is optional and
//! everything unknown is passed over.

mod parse;

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// One line from the CLI.
#[derive(Debug)]
pub(super) enum Inbound {
    /// A turn begins.
    Init(Init),
    Status(Status),
    Stream(Stream),
    Assistant(Box<AssistantLine>),
    User(Box<UserLine>),
    Result(Box<ResultLine>),
    Request {
        id: String,
        request: ControlRequest,
    },
    Response(Response),
    /// What it had asked is no longer needed.
    Cancelled {
        request: String,
    },
    Lifecycle(Lifecycle),
    Retry(Retry),
    RateLimit(RateLimit),
    Task(TaskLine),
    Compacted(Compacted),
    Denied {
        tool: String,
    },
    Reset {
        conversation: Option<uuid::Uuid>,
    },
    /// Nothing we act on.
    Other,
}

#[derive(Debug, Deserialize)]
pub(super) struct Init {
    #[serde(default, deserialize_with = "lenient")]
    pub(super) model: Option<String>,
    #[serde(rename = "permissionMode", default, deserialize_with = "lenient")]
    pub(super) permission_mode: Option<String>,
    #[serde(default, deserialize_with = "lenient_list")]
    pub(super) mcp_servers: Vec<ServerState>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) session_id: Option<uuid::Uuid>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ServerState {
    pub(super) name: String,
    pub(super) status: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Status {
    #[serde(rename = "permissionMode", default, deserialize_with = "lenient")]
    pub(super) permission_mode: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Stream {
    pub(super) event: StreamEvent,
    pub(super) parent_tool_use_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum StreamEvent {
    MessageStart {
        message: StartedMessage,
    },
    ContentBlockStart {
        #[serde(default, deserialize_with = "lenient")]
        index: u64,
        #[serde(default, deserialize_with = "lenient")]
        content_block: StartedBlock,
    },
    ContentBlockDelta {
        #[serde(default, deserialize_with = "lenient")]
        index: u64,
        delta: Delta,
    },
    ContentBlockStop {
        #[serde(default, deserialize_with = "lenient")]
        index: u64,
    },
    MessageDelta {
        #[serde(default, deserialize_with = "lenient")]
        usage: Option<Usage>,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(super) struct StartedMessage {
    #[serde(default, deserialize_with = "lenient")]
    pub(super) model: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) usage: Option<Usage>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum StartedBlock {
    ToolUse {
        id: String,
        name: String,
    },
    #[default]
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
pub(super) enum Delta {
    #[serde(rename = "text_delta")]
    Text { text: String },
    #[serde(rename = "thinking_delta")]
    Thinking { thinking: String },
    #[serde(rename = "input_json_delta")]
    InputJson { partial_json: String },
    #[serde(other)]
    Other,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Usage {
    #[serde(rename = "input_tokens", deserialize_with = "lenient")]
    pub(super) input: u64,
    #[serde(rename = "output_tokens", deserialize_with = "lenient")]
    pub(super) output: u64,
    #[serde(rename = "cache_read_input_tokens", deserialize_with = "lenient")]
    pub(super) cache_read: u64,
    #[serde(rename = "cache_creation_input_tokens", deserialize_with = "lenient")]
    pub(super) cache_write: u64,
}

#[derive(Debug, Deserialize)]
pub(super) struct AssistantLine {
    pub(super) message: AssistantMessage,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) parent_tool_use_id: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) uuid: Option<uuid::Uuid>,
    /// Which kind of error the text reports, when the CLI made it up itself.
    #[serde(default, deserialize_with = "lenient")]
    pub(super) error: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct AssistantMessage {
    #[serde(default, deserialize_with = "lenient")]
    pub(super) model: Option<String>,
    #[serde(default, deserialize_with = "lenient_list")]
    pub(super) content: Vec<Block>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Block {
    Text {
        text: String,
    },
    Thinking {
        thinking: String,
    },
    ToolUse {
        id: String,
        name: String,
        #[serde(default)]
        input: Value,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(super) struct UserLine {
    pub(super) message: UserMessage,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) parent_tool_use_id: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) uuid: Option<uuid::Uuid>,
    pub(super) tool_use_result: Option<Box<RawValue>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct UserMessage {
    /// Empty if it is a text.
    #[serde(default, deserialize_with = "lenient_list")]
    pub(super) content: Vec<UserBlock>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum UserBlock {
    ToolResult {
        tool_use_id: String,
        #[serde(default)]
        content: Value,
        #[serde(default, deserialize_with = "lenient")]
        is_error: bool,
    },
    #[serde(other)]
    Other,
}

/// The end of a turn. It is read whatever its fields hold: without it a turn would go on for ever.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ResultLine {
    #[serde(deserialize_with = "lenient")]
    pub(super) subtype: Option<String>,
    #[serde(deserialize_with = "lenient")]
    pub(super) is_error: bool,
    #[serde(deserialize_with = "lenient")]
    pub(super) result: Option<String>,
    #[serde(deserialize_with = "lenient_list")]
    pub(super) errors: Vec<String>,
    #[serde(deserialize_with = "lenient")]
    pub(super) api_error_status: Option<u16>,
    #[serde(deserialize_with = "lenient")]
    pub(super) terminal_reason: Option<String>,
    #[serde(deserialize_with = "lenient")]
    pub(super) stop_reason: Option<String>,
    #[serde(deserialize_with = "lenient")]
    pub(super) duration_ms: f64,
    #[serde(deserialize_with = "lenient")]
    pub(super) total_cost_usd: f64,
    #[serde(deserialize_with = "lenient")]
    pub(super) usage: Usage,
    #[serde(rename = "modelUsage", deserialize_with = "lenient")]
    pub(super) model_usage: BTreeMap<String, ModelUsage>,
    /// Not in every version.
    #[serde(deserialize_with = "lenient")]
    pub(super) model_usage_since_last_result: Option<BTreeMap<String, ModelUsage>>,
    #[serde(deserialize_with = "lenient")]
    pub(super) origin: Option<Origin>,
    #[serde(deserialize_with = "lenient_list")]
    pub(super) user_message_uuids: Vec<uuid::Uuid>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ModelUsage {
    #[serde(rename = "contextWindow", deserialize_with = "lenient")]
    pub(super) context_window: Option<u64>,
    #[serde(rename = "costUSD", deserialize_with = "lenient")]
    pub(super) cost_usd: f64,
}

#[derive(Debug, Deserialize)]
pub(super) struct Origin {
    pub(super) kind: Option<String>,
}

#[derive(Debug)]
pub(super) enum ControlRequest {
    CanUseTool(Box<CanUseTool>),
    Mcp {
        server: String,
        message: Value,
    },
    /// Something we do not know or cannot read; it gets an answer all the same.
    Unknown {
        subtype: String,
    },
}

#[derive(Debug, Deserialize)]
pub(super) struct CanUseTool {
    pub(super) tool_name: String,
    #[serde(default)]
    pub(super) input: Value,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) tool_use_id: String,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) decision_reason: Option<String>,
    #[serde(default, deserialize_with = "lenient_list")]
    pub(super) permission_suggestions: Vec<Value>,
    /// The subagent that asks, if it is one.
    #[serde(default, deserialize_with = "lenient")]
    pub(super) agent_id: Option<String>,
    /// The server the tool belongs to, if it is not the CLI's own.
    #[serde(default, deserialize_with = "lenient")]
    pub(super) mcp_server: Option<ServerName>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ServerName {
    pub(super) name: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Response {
    pub(super) subtype: String,
    pub(super) request_id: String,
    #[serde(rename = "response", default)]
    pub(super) data: Value,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) error: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Lifecycle {
    pub(super) command_uuid: uuid::Uuid,
    pub(super) state: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Retry {
    #[serde(deserialize_with = "lenient")]
    pub(super) attempt: u32,
    #[serde(deserialize_with = "lenient")]
    pub(super) max_retries: u32,
    #[serde(rename = "retry_delay_ms", deserialize_with = "lenient")]
    pub(super) delay_ms: f64,
    #[serde(deserialize_with = "lenient")]
    pub(super) error_status: Option<u16>,
    #[serde(deserialize_with = "lenient")]
    pub(super) error: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct RateLimit {
    pub(super) rate_limit_info: RateLimitInfo,
}

#[derive(Debug, Deserialize)]
pub(super) struct RateLimitInfo {
    #[serde(default, deserialize_with = "lenient")]
    pub(super) status: Option<String>,
    /// Seconds since 1970.
    #[serde(rename = "resetsAt", default, deserialize_with = "lenient")]
    pub(super) resets_at: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct TaskLine {
    pub(super) subtype: String,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) task_id: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) tool_use_id: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) description: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) summary: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) status: Option<String>,
}

/// The conversation was shortened to fit.
#[derive(Debug, Deserialize)]
pub(super) struct Compacted {
    #[serde(default, deserialize_with = "lenient")]
    pub(super) compact_metadata: CompactMetadata,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct CompactMetadata {
    #[serde(default, deserialize_with = "lenient")]
    pub(super) post_tokens: Option<u64>,
}

/// Reads a field if it is what we expect; anything else is as if it were not there.
pub(super) fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).unwrap_or_default())
}

/// Reads those items of a list that are what we expect.
fn lenient_list<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Vec<T>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Array(items) => Ok(items.into_iter().filter_map(|item| serde_json::from_value(item).ok()).collect()),
        _ => Ok(Vec::new()),
    }
}
