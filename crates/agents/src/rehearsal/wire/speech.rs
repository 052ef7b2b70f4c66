//! What the agent says and does in a turn, and how the turn ends.

use serde_json::{Value, json};

use super::{OpenMessage, Wire, Written, merge, with_messages};
use crate::rehearsal::NAME;

/// Room that is said to be in the context, in words.
const CONTEXT_WINDOW: u64 = 200_000;

/// Characters of a tool's input that are written at once, and how many pieces it comes in at most.
const PIECE_CHARS: usize = 60;
const MAX_PIECES: usize = 30;

/// A block of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    Text,
    Thinking,
}

/// A call of a tool.
#[derive(Clone, Debug)]
pub struct ToolUse {
    pub id: String,
    pub name: String,
    pub input: Value,
}

/// How a turn ended.
pub struct TurnEnd<'a> {
    pub ending: Ending<'a>,
    pub stop_reason: Option<&'static str>,
    pub denials: &'a [Value],
    pub messages: &'a [String],
    pub rounds: u64,
    pub took_ms: u64,
    pub queued: usize,
    pub index: u64,
}

pub enum Ending<'a> {
    Completed { text: &'a str },
    ServiceFailed { text: &'a str, status: u16 },
    Aborted { reason: &'static str },
}

impl Wire {
    /// Begins a message unless one is open.
    pub async fn open_message(&mut self, messages: &[String]) -> Written {
        if self.message.is_some() {
            return Ok(());
        }
        self.requesting(messages).await?;
        let id = self.ids.named("msg");
        self.message = Some(OpenMessage { id, index: 0 });
        let message = self.message_with(&json!([]));
        self.stream(json!({ "type": "message_start", "message": message })).await
    }

    pub async fn close_message(&mut self, stop_reason: Option<&str>) -> Written {
        if self.message.is_none() {
            return Ok(());
        }
        let delta = json!({ "stop_reason": stop_reason, "stop_sequence": null });
        self.stream(json!({ "type": "message_delta", "delta": delta, "usage": self.tokens() })).await?;
        self.stream(json!({ "type": "message_stop" })).await?;
        self.message = None;
        Ok(())
    }

    pub async fn open_block(&mut self, block: Block) -> Written {
        self.start_block(block.json("")).await
    }

    pub async fn delta(&mut self, block: Block, text: &str) -> Written {
        self.usage.output += text.split_whitespace().count() as u64;
        let delta = match block {
            Block::Text => json!({ "type": "text_delta", "text": text }),
            Block::Thinking => json!({ "type": "thinking_delta", "thinking": text }),
        };
        self.block_delta(delta).await
    }

    pub async fn close_block(&mut self, block: Block, text: &str, messages: &[String]) -> Written {
        self.assistant(block.json(text), with_messages(json!({}), messages)).await?;
        self.stop_block().await
    }

    /// Closes a block of which only `text` was said.
    pub async fn abort_block(&mut self, block: Block, text: &str, messages: &[String]) -> Written {
        self.assistant(block.json(text), with_messages(json!({ "aborted": true }), messages)).await?;
        self.stop_block().await
    }

    pub async fn open_tool_use(&mut self, tool: &ToolUse) -> Written {
        self.start_block(tool.json(&json!({}))).await
    }

    /// Writes a piece of a tool's input.
    pub async fn tool_input(&mut self, piece: &str) -> Written {
        self.block_delta(json!({ "type": "input_json_delta", "partial_json": piece })).await
    }

    pub async fn close_tool_use(&mut self, tool: &ToolUse) -> Written {
        self.assistant(tool.json(&tool.input), json!({})).await?;
        self.stop_block().await
    }

    pub async fn tool_result(&mut self, tool: &str, content: &str, result: Value) -> Written {
        let block = json!({ "type": "tool_result", "tool_use_id": tool, "content": content });
        self.user(block, json!({ "tool_use_result": result })).await
    }

    pub async fn tool_error(&mut self, tool: &str, content: &str) -> Written {
        let block = json!({ "type": "tool_result", "tool_use_id": tool, "content": content, "is_error": true });
        self.user(block, json!({ "tool_use_result": format!("Error: {content}") })).await
    }

    /// Notes in the conversation that a person stopped it.
    pub async fn stopped(&mut self, text: &str) -> Written {
        self.user(json!({ "type": "text", "text": text }), json!({})).await
    }

    /// Writes what stands for an answer when the service gave none.
    pub async fn synthetic(&mut self, text: &str, error: &str) -> Written {
        let mut message = self.message_with(&json!([Block::Text.json(text)]));
        message["model"] = json!("<synthetic>");
        message["id"] = json!(self.ids.next());
        let event = json!({ "message": message, "parent_tool_use_id": null, "error": error });
        self.event("assistant", event).await
    }

    pub async fn result(&mut self, turn: &TurnEnd<'_>) -> Written {
        let mut event = json!({
            "stop_reason": turn.stop_reason, "num_turns": turn.rounds, "duration_ms": turn.took_ms, "duration_api_ms": 0,
            "total_cost_usd": 0, "usage": self.tokens(), "modelUsage": { NAME: self.model_usage() },
            "permission_denials": turn.denials, "queued_turn_count": turn.queued, "result_index": turn.index,
        });
        let ending = match turn.ending {
            Ending::Completed { text } => json!({
                "subtype": "success", "is_error": false, "result": text, "terminal_reason": "completed",
                "api_error_status": null,
            }),
            Ending::ServiceFailed { text, status } => json!({
                "subtype": "success", "is_error": true, "result": text, "terminal_reason": "api_error",
                "api_error_status": status,
            }),
            Ending::Aborted { reason } => json!({
                "subtype": "error_during_execution", "is_error": true, "terminal_reason": reason,
                "errors": ["the turn was interrupted"],
            }),
        };
        merge(&mut event, ending);
        self.event("result", with_messages(event, turn.messages)).await
    }

    /// Says that there is no such conversation; nothing else is ever written then.
    pub async fn not_found(&mut self, problem: &str) -> Written {
        let event = json!({
            "subtype": "error_during_execution", "is_error": true, "num_turns": 0, "duration_ms": 0,
            "duration_api_ms": 0, "stop_reason": null, "total_cost_usd": 0, "usage": self.tokens(), "modelUsage": {},
            "permission_denials": [], "errors": [problem], "result_index": 0,
        });
        self.event("result", event).await
    }

    async fn assistant(&mut self, block: Value, more: Value) -> Written {
        let mut event = json!({ "message": self.message_with(&json!([block])), "parent_tool_use_id": null });
        merge(&mut event, more);
        self.event("assistant", event).await
    }

    async fn user(&mut self, block: Value, more: Value) -> Written {
        let mut event = json!({ "message": { "role": "user", "content": [block] }, "parent_tool_use_id": null });
        merge(&mut event, more);
        self.event("user", event).await
    }

    fn message_with(&self, content: &Value) -> Value {
        json!({
            "id": self.message.as_ref().map(|message| &message.id), "type": "message", "role": "assistant",
            "model": NAME, "content": content, "stop_reason": null, "stop_sequence": null, "usage": self.tokens(),
        })
    }

    fn tokens(&self) -> Value {
        json!({
            "input_tokens": self.usage.input, "output_tokens": self.usage.output, "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0, "service_tier": "standard",
        })
    }

    fn model_usage(&self) -> Value {
        json!({
            "inputTokens": self.usage.earlier_input + self.usage.input,
            "outputTokens": self.usage.earlier_output + self.usage.output,
            "cacheReadInputTokens": 0, "cacheCreationInputTokens": 0, "webSearchRequests": 0, "costUSD": 0,
            "contextWindow": CONTEXT_WINDOW,
        })
    }

    async fn start_block(&mut self, content_block: Value) -> Written {
        let index = self.index();
        self.stream(json!({ "type": "content_block_start", "index": index, "content_block": content_block })).await
    }

    async fn block_delta(&mut self, delta: Value) -> Written {
        let index = self.index();
        self.stream(json!({ "type": "content_block_delta", "index": index, "delta": delta })).await
    }

    pub async fn stop_block(&mut self) -> Written {
        let index = self.index();
        if let Some(message) = &mut self.message {
            message.index += 1;
        }
        self.stream(json!({ "type": "content_block_stop", "index": index })).await
    }

    fn index(&self) -> usize {
        self.message.as_ref().map_or(0, |message| message.index)
    }

    async fn stream(&mut self, event: Value) -> Written {
        if !self.output.partial_messages {
            return Ok(());
        }
        self.event("stream_event", json!({ "event": event, "parent_tool_use_id": null })).await
    }
}

impl ToolUse {
    /// Cuts its input into pieces as they are written.
    pub fn pieces(&self) -> Vec<String> {
        let input: Vec<char> = self.input.to_string().chars().collect();
        input.chunks(input.len().div_ceil(MAX_PIECES).max(PIECE_CHARS)).map(|piece| piece.iter().collect()).collect()
    }

    fn json(&self, input: &Value) -> Value {
        json!({ "type": "tool_use", "id": self.id, "name": self.name, "input": input })
    }
}

impl Block {
    fn json(self, text: &str) -> Value {
        match self {
            Self::Text => json!({ "type": "text", "text": text }),
            Self::Thinking => json!({ "type": "thinking", "thinking": text, "signature": "" }),
        }
    }
}
