//! Lines of the CLI, read as far as they are needed.
//!
//! Keys come in any order and new ones appear with every version, so everything that is not needed is optional and
//! everything unknown is passed over.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
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
    Denied {
        tool: String,
    },
    Reset {
        conversation: Option<uuid::Uuid>,
    },
    /// Nothing we act on.
    Other,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    subtype: Option<Cow<'a, str>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Init {
    pub(super) model: Option<String>,
    #[serde(rename = "permissionMode")]
    pub(super) permission_mode: Option<String>,
    #[serde(default)]
    pub(super) mcp_servers: Vec<ServerState>,
    pub(super) session_id: Option<uuid::Uuid>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ServerState {
    pub(super) name: String,
    pub(super) status: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Status {
    #[serde(rename = "permissionMode")]
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
    ContentBlockDelta {
        delta: Delta,
    },
    MessageDelta {
        usage: Option<Usage>,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(super) struct StartedMessage {
    pub(super) model: Option<String>,
    pub(super) usage: Option<Usage>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
pub(super) enum Delta {
    #[serde(rename = "text_delta")]
    Text { text: String },
    #[serde(rename = "thinking_delta")]
    Thinking { thinking: String },
    #[serde(other)]
    Other,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Usage {
    #[serde(rename = "input_tokens")]
    pub(super) input: u64,
    #[serde(rename = "output_tokens")]
    pub(super) output: u64,
    #[serde(rename = "cache_read_input_tokens")]
    pub(super) cache_read: u64,
    #[serde(rename = "cache_creation_input_tokens")]
    pub(super) cache_write: u64,
}

#[derive(Debug, Deserialize)]
pub(super) struct AssistantLine {
    pub(super) message: AssistantMessage,
    pub(super) parent_tool_use_id: Option<String>,
    /// Which kind of error the text reports, when the CLI made it up itself.
    pub(super) error: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct AssistantMessage {
    pub(super) model: Option<String>,
    #[serde(default)]
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
    pub(super) parent_tool_use_id: Option<String>,
    pub(super) tool_use_result: Option<Box<RawValue>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct UserMessage {
    pub(super) content: UserContent,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum UserContent {
    Blocks(Vec<UserBlock>),
    Other(serde::de::IgnoredAny),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum UserBlock {
    ToolResult {
        tool_use_id: String,
        #[serde(default)]
        content: Value,
        #[serde(default)]
        is_error: Option<bool>,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(super) struct ResultLine {
    pub(super) subtype: Option<String>,
    #[serde(default)]
    pub(super) is_error: bool,
    pub(super) result: Option<String>,
    #[serde(default)]
    pub(super) errors: Vec<String>,
    pub(super) api_error_status: Option<u16>,
    pub(super) terminal_reason: Option<String>,
    pub(super) stop_reason: Option<String>,
    pub(super) duration_ms: Option<f64>,
    pub(super) total_cost_usd: Option<f64>,
    pub(super) usage: Option<Usage>,
    #[serde(rename = "modelUsage", default)]
    pub(super) model_usage: BTreeMap<String, ModelUsage>,
    pub(super) origin: Option<Origin>,
    #[serde(default)]
    pub(super) user_message_uuids: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ModelUsage {
    #[serde(rename = "contextWindow")]
    pub(super) context_window: Option<u64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Origin {
    pub(super) kind: Option<String>,
}

#[derive(Debug)]
pub(super) enum ControlRequest {
    CanUseTool(Box<CanUseTool>),
    Mcp { server: String, message: Value },
    Unknown { subtype: String },
}

#[derive(Debug, Deserialize)]
pub(super) struct CanUseTool {
    pub(super) tool_name: String,
    #[serde(default)]
    pub(super) input: Value,
    #[serde(default)]
    pub(super) tool_use_id: String,
    pub(super) decision_reason: Option<String>,
    #[serde(default)]
    pub(super) permission_suggestions: Vec<Value>,
    /// The subagent that asks, if it is one.
    pub(super) agent_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Response {
    pub(super) subtype: String,
    pub(super) request_id: String,
    #[serde(rename = "response", default)]
    pub(super) data: Value,
    pub(super) error: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Lifecycle {
    pub(super) command_uuid: String,
    pub(super) state: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Retry {
    #[serde(default)]
    pub(super) attempt: u32,
    #[serde(default)]
    pub(super) max_retries: u32,
    #[serde(rename = "retry_delay_ms", default)]
    pub(super) delay_ms: f64,
    pub(super) error_status: Option<u16>,
    pub(super) error: Option<Value>,
}

#[derive(Debug, Deserialize)]
pub(super) struct RateLimit {
    pub(super) rate_limit_info: RateLimitInfo,
}

#[derive(Debug, Deserialize)]
pub(super) struct RateLimitInfo {
    pub(super) status: Option<String>,
    /// Seconds since 1970.
    #[serde(rename = "resetsAt")]
    pub(super) resets_at: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct TaskLine {
    pub(super) subtype: String,
    pub(super) task_id: Option<String>,
    pub(super) tool_use_id: Option<String>,
    pub(super) description: Option<String>,
    pub(super) summary: Option<String>,
    pub(super) status: Option<String>,
}

impl Inbound {
    /// Reads a line. What is no JSON object is an error; what is one, of whatever kind, is not.
    pub(super) fn parse(line: &str) -> Result<Self, serde_json::Error> {
        let envelope: Envelope<'_> = serde_json::from_str(line)?;
        let subtype = envelope.subtype.as_deref();
        Ok(match (envelope.kind.as_ref(), subtype) {
            ("stream_event", _) => Self::Stream(serde_json::from_str(line)?),
            ("assistant", _) => Self::Assistant(serde_json::from_str(line)?),
            ("user", _) => Self::User(serde_json::from_str(line)?),
            ("result", _) => Self::Result(serde_json::from_str(line)?),
            ("control_request", _) => request(line)?,
            ("control_response", _) => {
                #[derive(Deserialize)]
                struct Answer {
                    response: Response,
                }
                Self::Response(serde_json::from_str::<Answer>(line)?.response)
            }
            ("control_cancel_request", _) => {
                #[derive(Deserialize)]
                struct Cancel {
                    request_id: String,
                }
                Self::Cancelled { request: serde_json::from_str::<Cancel>(line)?.request_id }
            }
            ("command_lifecycle", _) => Self::Lifecycle(serde_json::from_str(line)?),
            ("rate_limit_event", _) => Self::RateLimit(serde_json::from_str(line)?),
            ("conversation_reset", _) => {
                #[derive(Deserialize)]
                struct Reset {
                    new_conversation_id: Option<uuid::Uuid>,
                }
                Self::Reset { conversation: serde_json::from_str::<Reset>(line)?.new_conversation_id }
            }
            ("system", Some("init")) => Self::Init(serde_json::from_str(line)?),
            ("system", Some("status")) => Self::Status(serde_json::from_str(line)?),
            ("system", Some("api_retry")) => Self::Retry(serde_json::from_str(line)?),
            ("system", Some("task_started" | "task_progress" | "task_notification")) => {
                Self::Task(serde_json::from_str(line)?)
            }
            ("system", Some("permission_denied")) => {
                #[derive(Deserialize)]
                struct Denied {
                    tool_name: String,
                }
                Self::Denied { tool: serde_json::from_str::<Denied>(line)?.tool_name }
            }
            _ => Self::Other,
        })
    }
}

fn request(line: &str) -> Result<Inbound, serde_json::Error> {
    #[derive(Deserialize)]
    struct Asked<'a> {
        request_id: String,
        #[serde(borrow)]
        request: &'a RawValue,
    }
    #[derive(Deserialize)]
    struct Subtype {
        #[serde(default)]
        subtype: String,
    }
    #[derive(Deserialize)]
    struct Mcp {
        server_name: String,
        message: Value,
    }
    let asked: Asked<'_> = serde_json::from_str(line)?;
    let raw = asked.request.get();
    let Subtype { subtype } = serde_json::from_str(raw)?;
    let request = match subtype.as_str() {
        "can_use_tool" => ControlRequest::CanUseTool(serde_json::from_str(raw)?),
        "mcp_message" => {
            let Mcp { server_name, message } = serde_json::from_str(raw)?;
            ControlRequest::Mcp { server: server_name, message }
        }
        _ => ControlRequest::Unknown { subtype },
    };
    Ok(Inbound::Request { id: asked.request_id, request })
}
