//! An answer of the model in the words of the Messages API.

use std::future;

use serde_json::{Value, json};

use super::gate::Gate;
use super::serve::Ids;
use super::turn::{Block, Tokens, Turn};
use super::words::Words;

/// The API signs what a model thought; nobody checks it here.
const SIGNATURE: &str = "c2lnbmF0dXJl";

/// A whole answer.
pub(super) struct Answer<'a> {
    turn: &'a Turn,
    id: String,
    model: Value,
    content: Vec<Value>,
}

/// What happens next in a streamed answer.
#[derive(Debug)]
pub(super) enum Frame {
    Event(Value),
    Wait(Gate),
    Hang,
}

impl Frame {
    /// Returns what is to be sent, after what is to be waited for.
    pub(super) async fn pass(self) -> Option<Value> {
        match self {
            Self::Event(event) => return Some(event),
            Self::Wait(gate) => gate.passed().await,
            Self::Hang => future::pending().await,
        }
        None
    }
}

impl<'a> Answer<'a> {
    pub(super) fn new(turn: &'a Turn, body: &Value, ids: &Ids) -> Self {
        let words = Words::of(body);
        let content = turn.blocks.iter().map(|block| match block {
            Block::Text(text) => json!({ "type": "text", "text": words.fill(text) }),
            Block::Thinking(text) => {
                json!({ "type": "thinking", "thinking": words.fill(text), "signature": SIGNATURE })
            }
            Block::Tool { name, input } => {
                json!({ "type": "tool_use", "id": ids.next("toolu"), "name": name, "input": words.fill_value(input) })
            }
        });
        Self { turn, id: ids.next("msg"), model: body["model"].clone(), content: content.collect() }
    }

    /// Returns the answer in one piece.
    pub(super) fn message(&self) -> Value {
        json!({
            "id": self.id,
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": self.content,
            "stop_reason": self.stop_reason(),
            "stop_sequence": null,
            "usage": usage(self.turn.tokens),
        })
    }

    /// Returns the answer as it is streamed.
    pub(super) fn frames(&self) -> Vec<Frame> {
        let mut start = self.message();
        start["content"] = json!([]);
        start["stop_reason"] = Value::Null;
        start["usage"]["output_tokens"] = json!(1);
        let mut stream = Stream::new(self.turn);
        stream.event(json!({ "type": "message_start", "message": start }));
        stream.pause_at(0);
        for (index, block) in self.content.iter().enumerate() {
            stream.block(index, block);
        }
        stream.pause_from(stream.pieces + 1);
        let delta = json!({ "stop_reason": self.stop_reason(), "stop_sequence": null });
        stream.event(json!({ "type": "message_delta", "delta": delta, "usage": usage(self.turn.tokens) }));
        stream.event(json!({ "type": "message_stop" }));
        stream.frames
    }

    fn stop_reason(&self) -> &str {
        let calls = self.turn.blocks.iter().any(|block| matches!(block, Block::Tool { .. }));
        self.turn.stop_reason.as_deref().unwrap_or(if calls { "tool_use" } else { "end_turn" })
    }
}

/// The frames so far, and the number of pieces among them.
struct Stream<'a> {
    turn: &'a Turn,
    frames: Vec<Frame>,
    pieces: usize,
}

impl<'a> Stream<'a> {
    fn new(turn: &'a Turn) -> Self {
        Self { turn, frames: Vec::new(), pieces: 0 }
    }

    fn event(&mut self, event: Value) {
        self.frames.push(Frame::Event(event));
    }

    fn block(&mut self, index: usize, block: &Value) {
        // A block starts empty, and its text or input comes in pieces.
        let (field, delta, empty) = match block["type"].as_str() {
            Some("thinking") => ("thinking", ("thinking_delta", "thinking"), json!("")),
            Some("tool_use") => ("input", ("input_json_delta", "partial_json"), json!({})),
            _ => ("text", ("text_delta", "text"), json!("")),
        };
        let whole = block[field].as_str().map_or_else(|| block[field].to_string(), str::to_owned);
        let mut first = block.clone();
        first[field] = empty;
        let signature = first.get_mut("signature").map(Value::take);
        if signature.is_some() {
            first["signature"] = json!("");
        }
        self.event(json!({ "type": "content_block_start", "index": index, "content_block": first }));
        let characters: Vec<char> = whole.chars().collect();
        for piece in characters.chunks(self.turn.chunk) {
            let piece: String = piece.iter().collect();
            self.delta(index, &json!({ "type": delta.0, delta.1: piece }));
            self.pieces += 1;
            self.pause_at(self.pieces);
        }
        if let Some(signature) = signature {
            self.delta(index, &json!({ "type": "signature_delta", "signature": signature }));
        }
        self.event(json!({ "type": "content_block_stop", "index": index }));
    }

    fn delta(&mut self, index: usize, delta: &Value) {
        self.event(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
    }

    fn pause_at(&mut self, pieces: usize) {
        self.pause(|at| at == pieces);
    }

    fn pause_from(&mut self, pieces: usize) {
        self.pause(|at| at >= pieces);
    }

    fn pause(&mut self, is_here: impl Fn(usize) -> bool) {
        let gates = self.turn.gates.iter().filter(|(at, _)| is_here(*at));
        self.frames.extend(gates.map(|(_, gate)| Frame::Wait(gate.clone())));
        self.frames.extend(self.turn.hang_after.filter(|at| is_here(*at)).map(|_| Frame::Hang));
    }
}

fn usage(tokens: Tokens) -> Value {
    json!({
        "input_tokens": tokens.input,
        "output_tokens": tokens.output,
        "cache_read_input_tokens": tokens.cache_read,
        "cache_creation_input_tokens": tokens.cache_written,
        "service_tier": "standard",
    })
}
