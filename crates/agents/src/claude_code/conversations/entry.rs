//! One line of the file of a conversation.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::claude_code::wire::lenient;

/// A line, as far as it is needed.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry {
    #[serde(rename = "type", default, deserialize_with = "lenient")]
    kind: String,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) uuid: Option<Uuid>,
    #[serde(default, deserialize_with = "lenient")]
    parent_uuid: Option<Uuid>,
    /// What came before the conversation was shortened.
    #[serde(default, deserialize_with = "lenient")]
    logical_parent_uuid: Option<Uuid>,
    #[serde(default, deserialize_with = "lenient")]
    is_sidechain: bool,
    #[serde(default, deserialize_with = "lenient")]
    is_meta: bool,
    #[serde(default, deserialize_with = "lenient")]
    is_compact_summary: bool,
    #[serde(default, deserialize_with = "lenient")]
    timestamp: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) cwd: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) git_branch: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) message: Option<Message>,
    #[serde(default)]
    pub(super) tool_use_result: Option<Box<RawValue>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Message {
    #[serde(default)]
    pub(super) content: Value,
    #[serde(default, deserialize_with = "lenient")]
    pub(super) model: Option<String>,
}

/// What the CLI writes down when a person stops it.
const INTERRUPTED: &str = "[Request interrupted by user";
/// How what a person did in the terminal begins, which is not said to the agent.
const TERMINAL: [&str; 2] = ["<local-command-", "<command-"];

fn parse_ms(time: &str) -> Option<i64> {
    time.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond)
}

impl Entry {
    /// Reads a line; none if it is no object or nobody said it.
    pub(super) fn read(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }

    pub(super) fn parent(&self) -> Option<Uuid> {
        self.parent_uuid.or(self.logical_parent_uuid)
    }

    /// Tells whether it was said in the conversation itself.
    pub(super) fn is_said(&self) -> bool {
        matches!(self.kind.as_str(), "user" | "assistant") && !self.is_sidechain && self.message.is_some()
    }

    pub(super) fn is_answer(&self) -> bool {
        self.kind == "assistant"
    }

    pub(super) fn is_interrupt(&self) -> bool {
        self.text().is_some_and(|text| text.starts_with(INTERRUPTED))
    }

    /// Returns what a person said, if this is that.
    pub(super) fn words(&self) -> Option<String> {
        let hidden = self.is_meta || self.is_compact_summary;
        let words = self.text().filter(|text| !hidden && !text.trim().is_empty())?;
        let begins = |begin: &str| words.trim_start().starts_with(begin);
        let said = !begins(INTERRUPTED) && !TERMINAL.into_iter().any(begins);
        said.then_some(words)
    }

    /// Returns when it was written, in milliseconds since 1970.
    pub(super) fn at_ms(&self) -> Option<i64> {
        self.timestamp.as_deref().and_then(parse_ms)
    }

    fn text(&self) -> Option<String> {
        if self.kind != "user" {
            return None;
        }
        match &self.message.as_ref()?.content {
            Value::String(text) => Some(text.clone()),
            Value::Array(blocks) => {
                let texts: Vec<&str> = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
                (!texts.is_empty()).then(|| texts.join("\n"))
            }
            _ => None,
        }
    }
}
