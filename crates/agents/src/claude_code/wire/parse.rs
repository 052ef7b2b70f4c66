//! Telling the CLI's lines apart.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{ControlRequest, Inbound, Response, lenient};
use crate::limits::MAX_NAME_BYTES;
use crate::text::name;

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default, deserialize_with = "lenient")]
    subtype: Option<String>,
}

impl Inbound {
    /// Reads a line. What is no JSON object is an error; what is one, of whatever kind, is not.
    pub(in super::super) fn parse(line: &str) -> Result<Self, serde_json::Error> {
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
            ("system", Some("compact_boundary")) => Self::Compacted(serde_json::from_str(line)?),
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
    let Asked { request_id: id, request: raw } = serde_json::from_str(line)?;
    // The CLI waits for an answer, also to what we cannot read.
    let request = match known_request(raw.get()) {
        Ok(request) if id.len() <= MAX_NAME_BYTES => request,
        Ok(_) => ControlRequest::Unknown { subtype: "a request with such an id".to_owned() },
        Err(error) => {
            tracing::warn!(%error, "A request of the agent could not be read");
            ControlRequest::Unknown { subtype: "what cannot be read".to_owned() }
        }
    };
    Ok(Inbound::Request { id, request })
}

fn known_request(raw: &str) -> Result<ControlRequest, serde_json::Error> {
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
    let Subtype { subtype } = serde_json::from_str(raw)?;
    Ok(match subtype.as_str() {
        "can_use_tool" => ControlRequest::CanUseTool(serde_json::from_str(raw)?),
        "mcp_message" => {
            let Mcp { server_name, message } = serde_json::from_str(raw)?;
            ControlRequest::Mcp { server: server_name, message }
        }
        _ => ControlRequest::Unknown { subtype: name(subtype) },
    })
}
