//! What the host reads: every line that is written is made here and in `speech`.

mod speech;

use serde_json::{Map, Value, json};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use uuid::Uuid;

use super::RehearsalError;
use super::arguments::Output;
use super::ids::Ids;

pub use self::speech::{Block, Ending, ToolUse, TurnEnd};

pub type Writer = Box<dyn AsyncWrite + Send + Unpin>;
type Written = Result<(), RehearsalError>;

pub struct Wire {
    writer: Writer,
    session: Uuid,
    pub ids: Ids,
    output: Output,
    message: Option<OpenMessage>,
    usage: Usage,
    /// The last line of the conversation itself in this turn.
    last_line: Option<Uuid>,
}

/// A message of the agent that is being written; its blocks share its id.
struct OpenMessage {
    id: String,
    index: usize,
}

/// Words stand in for tokens, so that the meters of a host move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Of this turn.
    pub input: u64,
    pub output: u64,
    /// Of all turns of this process before.
    pub earlier_input: u64,
    pub earlier_output: u64,
}

impl Wire {
    pub fn new(writer: Writer, session: Uuid, output: Output) -> Self {
        Self {
            writer,
            session,
            ids: Ids::new(session),
            output,
            message: None,
            usage: Usage::default(),
            last_line: None,
        }
    }

    /// Counts what a turn begins with; what came before belongs to earlier turns.
    pub fn begin_turn(&mut self, words: u64) {
        let Usage { input, output, earlier_input, earlier_output } = self.usage;
        let (earlier_input, earlier_output) = (earlier_input + input, earlier_output + output);
        self.usage = Usage { input: words, output: 0, earlier_input, earlier_output };
        self.last_line = None;
    }

    pub fn last_line(&self) -> Option<Uuid> {
        self.last_line
    }

    pub async fn answer(&mut self, request: &str, response: Value) -> Written {
        let response = json!({ "subtype": "success", "request_id": request, "response": response });
        self.line(&json!({ "type": "control_response", "response": response })).await
    }

    pub async fn refuse(&mut self, request: &str, error: &str, code: &str) -> Written {
        let response = json!({ "subtype": "error", "request_id": request, "error": error, "error_code": code });
        self.line(&json!({ "type": "control_response", "response": response })).await
    }

    /// Asks the host something and returns the id its answer will carry.
    pub async fn request(&mut self, request: Value) -> Result<String, RehearsalError> {
        let id = self.ids.next().to_string();
        self.line(&json!({ "type": "control_request", "request_id": id, "request": request })).await?;
        Ok(id)
    }

    pub async fn withdraw(&mut self, request: &str) -> Written {
        self.line(&json!({ "type": "control_cancel_request", "request_id": request })).await
    }

    pub async fn system(&mut self, subtype: &str, mut fields: Value) -> Written {
        fields["subtype"] = json!(subtype);
        self.event("system", fields).await
    }

    /// Says that the next request to the model begins, which here is none.
    pub async fn requesting(&mut self, messages: &[String]) -> Written {
        self.system("status", with_messages(json!({ "status": "requesting" }), messages)).await
    }

    pub async fn lifecycle(&mut self, message: Option<&String>, state: &str) -> Written {
        let Some(id) = message else { return Ok(()) };
        self.event("command_lifecycle", json!({ "command_uuid": id, "state": state })).await
    }

    pub async fn replay(&mut self, content: &Value, id: Option<&String>) -> Written {
        if !self.output.replayed_messages {
            return Ok(());
        }
        let mut event = json!({ "message": { "role": "user", "content": content }, "isReplay": true });
        event["parent_tool_use_id"] = Value::Null;
        if let Some(id) = id {
            event["uuid"] = json!(id);
        }
        self.event("user", event).await
    }

    async fn event(&mut self, kind: &str, mut event: Value) -> Written {
        event["type"] = json!(kind);
        event["session_id"] = json!(self.session);
        if event.get("uuid").is_none() {
            let id = self.ids.next();
            event["uuid"] = json!(id);
            if matches!(kind, "assistant" | "user") {
                self.last_line = Some(id);
            }
        }
        self.line(&event).await
    }

    async fn line(&mut self, value: &Value) -> Written {
        let line = format!("{value}\n");
        self.writer.write_all(line.as_bytes()).await.map_err(RehearsalError::Write)?;
        self.writer.flush().await.map_err(RehearsalError::Write)
    }
}

/// Adds which messages an event is about, if they have names.
fn with_messages(mut event: Value, messages: &[String]) -> Value {
    if let Some(first) = messages.first() {
        event["user_message_uuid"] = json!(first);
        event["user_message_uuids"] = json!(messages);
    }
    event
}

fn merge(event: &mut Value, more: Value) {
    if let (Value::Object(event), Value::Object(more)) = (event, more) {
        let more: Map<String, Value> = more;
        event.extend(more);
    }
}
