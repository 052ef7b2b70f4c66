//! One answer of the model, put together from its stream.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::ask;
use super::errors::ServiceError;
use super::limits::{MAX_REPLY_BLOCKS, MAX_REPLY_BYTES};
use super::message::Block;
use super::stream::{BlockStart, Delta, Stop, StreamEvent, Usage};
use crate::event::{BlockKind, Event, Tokens, ToolId};
use crate::limits::MAX_DRAFT_BYTES;

/// What has come of an answer so far.
#[derive(Debug, Default)]
pub struct Reply {
    parts: BTreeMap<u64, Part>,
    bytes: usize,
    tokens: Tokens,
    stop: Option<Stop>,
    finished: bool,
}

/// A tool the model wants to use.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub id: ToolId,
    pub name: String,
    /// None if it is not the object it should be, which is so when the answer was cut off in it.
    pub input: Option<Map<String, Value>>,
}

/// Why a stream cannot be read on.
#[derive(Debug)]
pub enum Fault {
    TooLarge,
    Garbled,
    Service(ServiceError),
}

#[derive(Debug)]
struct Part {
    body: PartBody,
    open: bool,
}

#[derive(Debug)]
enum PartBody {
    Text(String),
    Thinking { text: String, signature: String },
    Redacted(String),
    Tool { id: String, name: String, json: String },
    Unknown,
}

impl Reply {
    /// Takes the data of one event and returns what it lets us say.
    pub fn take(&mut self, data: &str) -> Result<Vec<Event>, Fault> {
        self.bytes += data.len();
        if self.bytes > MAX_REPLY_BYTES {
            return Err(Fault::TooLarge);
        }
        match serde_json::from_str(data).map_err(|_| Fault::Garbled)? {
            StreamEvent::MessageStart { message } => self.count(&message.usage),
            StreamEvent::ContentBlockStart { index, content_block } => return self.begin(index, content_block),
            StreamEvent::ContentBlockDelta { index, delta } => return Ok(self.extend(index, delta)),
            StreamEvent::ContentBlockStop { index } => {
                return Ok(self.parts.get_mut(&index).and_then(Part::close).into_iter().collect());
            }
            StreamEvent::MessageDelta { delta, usage } => {
                self.count(&usage);
                self.stop = delta.stop();
            }
            StreamEvent::MessageStop => self.finished = true,
            StreamEvent::Error { error } => return Err(Fault::Service(error)),
            StreamEvent::Other => {}
        }
        Ok(Vec::new())
    }

    /// Ends what is still being said, when no more will come.
    pub fn cut(&mut self) -> Vec<Event> {
        self.parts.values_mut().filter_map(Part::close).collect()
    }

    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Returns whether anything of it has been told.
    pub fn has_spoken(&self) -> bool {
        self.parts.values().any(|part| part.spoken().is_some())
    }

    pub fn tokens(&self) -> Tokens {
        self.tokens
    }

    pub fn stop(&self) -> &Stop {
        self.stop.as_ref().unwrap_or(&Stop::Done)
    }

    pub fn calls(&self) -> Vec<Call> {
        let call = |part: &Part| match &part.body {
            PartBody::Tool { id, name, json } if !part.open => {
                Some(Call { id: ToolId(id.clone()), name: name.clone(), input: object(json) })
            }
            _ => None,
        };
        self.parts.values().filter_map(call).collect()
    }

    /// Returns it as the conversation keeps it.
    pub fn content(&self) -> Vec<Block> {
        self.parts.values().filter(|part| !part.open).filter_map(|part| part.body.block()).collect()
    }

    /// Returns what the conversation keeps of it if it was cut off: its words. Calls would wait for results for ever.
    pub fn words(&self) -> Vec<Block> {
        let words = |part: &Part| part.body.block().filter(|block| matches!(block, Block::Text { .. }));
        self.parts.values().filter_map(words).collect()
    }

    fn begin(&mut self, index: u64, start: BlockStart) -> Result<Vec<Event>, Fault> {
        if self.parts.len() == MAX_REPLY_BLOCKS {
            return Err(Fault::TooLarge);
        }
        // Only one thing is said at a time.
        let mut events = self.cut();
        let (body, first) = match start {
            BlockStart::Text { text } => (PartBody::Text(String::new()), Delta::TextDelta { text }),
            BlockStart::Thinking { thinking } => {
                let body = PartBody::Thinking { text: String::new(), signature: String::new() };
                (body, Delta::ThinkingDelta { thinking })
            }
            BlockStart::RedactedThinking { data } => (PartBody::Redacted(data), Delta::Other),
            BlockStart::ToolUse { id, name } => (PartBody::Tool { id, name, json: String::new() }, Delta::Other),
            BlockStart::Other => (PartBody::Unknown, Delta::Other),
        };
        self.parts.insert(index, Part { body, open: true });
        events.extend(self.extend(index, first));
        Ok(events)
    }

    fn extend(&mut self, index: u64, delta: Delta) -> Vec<Event> {
        let Some(part) = self.parts.get_mut(&index).filter(|part| part.open) else { return Vec::new() };
        let (kind, text) = match (&mut part.body, delta) {
            (PartBody::Text(whole), Delta::TextDelta { text }) => {
                whole.push_str(&text);
                (BlockKind::Text, text)
            }
            (PartBody::Thinking { text: whole, .. }, Delta::ThinkingDelta { thinking }) => {
                whole.push_str(&thinking);
                (BlockKind::Thinking, thinking)
            }
            (PartBody::Thinking { signature: whole, .. }, Delta::SignatureDelta { signature }) => {
                whole.push_str(&signature);
                return Vec::new();
            }
            (PartBody::Tool { id, name, json }, Delta::InputJsonDelta { partial_json: piece }) => {
                json.push_str(&piece);
                // A question is put when it is whole.
                let told = !piece.is_empty() && json.len() <= MAX_DRAFT_BYTES && name != ask::NAME;
                let (id, name) = (ToolId(id.clone()), name.clone());
                return if told { vec![Event::ToolDraft { id, name, piece }] } else { Vec::new() };
            }
            _ => return Vec::new(),
        };
        if text.is_empty() { Vec::new() } else { vec![Event::Delta { kind, text }] }
    }

    fn count(&mut self, usage: &Usage) {
        let Tokens { input, output, cache_read, cache_write } = &mut self.tokens;
        for (count, said) in [
            (input, usage.input_tokens),
            (output, usage.output_tokens),
            (cache_read, usage.cache_read_input_tokens),
            (cache_write, usage.cache_creation_input_tokens),
        ] {
            *count = said.unwrap_or(*count);
        }
    }
}

impl Part {
    fn close(&mut self) -> Option<Event> {
        if !std::mem::replace(&mut self.open, false) {
            return None;
        }
        let (kind, text) = self.spoken()?;
        Some(Event::Said { kind, text: text.to_owned(), parent: None })
    }

    fn spoken(&self) -> Option<(BlockKind, &str)> {
        let (kind, text) = match &self.body {
            PartBody::Text(text) => (BlockKind::Text, text),
            PartBody::Thinking { text, .. } => (BlockKind::Thinking, text),
            PartBody::Redacted(_) | PartBody::Tool { .. } | PartBody::Unknown => return None,
        };
        (!text.is_empty()).then_some((kind, text.as_str()))
    }
}

impl PartBody {
    /// Returns it as the service takes it back; it refuses blank texts and thoughts without a signature.
    fn block(&self) -> Option<Block> {
        match self {
            Self::Text(text) => (!text.trim().is_empty()).then(|| Block::text(text.clone())),
            Self::Thinking { text, signature } if !signature.is_empty() => {
                Some(Block::Thinking { thinking: text.clone(), signature: signature.clone() })
            }
            Self::Redacted(data) => Some(Block::RedactedThinking { data: data.clone() }),
            Self::Tool { id, name, json } => {
                let input = object(json).unwrap_or_default();
                Some(Block::ToolUse { id: id.clone(), name: name.clone(), input })
            }
            Self::Thinking { .. } | Self::Unknown => None,
        }
    }
}

/// Parses the input of a tool; a tool without one gets nothing at all.
fn object(json: &str) -> Option<Map<String, Value>> {
    if json.trim().is_empty() { Some(Map::new()) } else { serde_json::from_str(json).ok() }
}

#[cfg(test)]
mod tests;
