//! What the host writes, one JSON object per line.

use serde::Deserialize;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

use super::RehearsalError;
use crate::limits::MAX_LINE_BYTES;

pub type Reader = Box<dyn AsyncRead + Send + Unpin>;

#[derive(Debug, PartialEq)]
pub enum Incoming {
    Message(Message),
    Request {
        id: String,
        request: Value,
    },
    Answer {
        id: String,
        answer: Result<Value, String>,
    },
    /// Something newer than this program.
    Unknown,
}

/// What a person says.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Named by whoever sent it; what has a name is reported on.
    pub id: Option<String>,
    pub text: String,
    /// As it came.
    pub content: Value,
}

pub struct Input {
    reader: BufReader<Reader>,
    /// What of the current line has come, so that a cancelled read loses nothing.
    pending: Vec<u8>,
}

impl Input {
    pub fn new(reader: Reader) -> Self {
        Self { reader: BufReader::new(reader), pending: Vec::new() }
    }

    /// Returns what comes next, or none at the end. Safe to cancel.
    pub async fn next(&mut self) -> Result<Option<Incoming>, RehearsalError> {
        loop {
            let Some(line) = self.line().await? else { return Ok(None) };
            if !line.trim_ascii().is_empty() {
                return parse(&line).map(Some);
            }
        }
    }

    async fn line(&mut self) -> Result<Option<Vec<u8>>, RehearsalError> {
        loop {
            let bytes = self.reader.fill_buf().await.map_err(RehearsalError::Read)?;
            if bytes.is_empty() {
                return Ok((!self.pending.is_empty()).then(|| std::mem::take(&mut self.pending)));
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            if self.pending.len() + part.len() > MAX_LINE_BYTES {
                return Err(RehearsalError::Malformed(format!("it is longer than {MAX_LINE_BYTES} bytes")));
            }
            self.pending.extend_from_slice(part);
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(std::mem::take(&mut self.pending)));
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line {
    User {
        message: Said,
        #[serde(default)]
        uuid: Option<String>,
    },
    ControlRequest {
        request_id: String,
        request: Value,
    },
    ControlResponse {
        response: Response,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Said {
    role: Role,
    content: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
}

#[derive(Deserialize)]
#[serde(tag = "subtype", rename_all = "snake_case")]
enum Response {
    Success {
        request_id: String,
        #[serde(default)]
        response: Value,
    },
    Error {
        request_id: String,
        error: String,
    },
}

fn parse(line: &[u8]) -> Result<Incoming, RehearsalError> {
    let line: Line = serde_json::from_slice(line).map_err(|error| RehearsalError::Malformed(error.to_string()))?;
    Ok(match line {
        Line::User { message: Said { role: Role::User, content }, uuid } => {
            Incoming::Message(Message { id: uuid, text: text_of(&content), content })
        }
        Line::ControlRequest { request_id, request } => Incoming::Request { id: request_id, request },
        Line::ControlResponse { response: Response::Success { request_id, response } } => {
            Incoming::Answer { id: request_id, answer: Ok(response) }
        }
        Line::ControlResponse { response: Response::Error { request_id, error } } => {
            Incoming::Answer { id: request_id, answer: Err(error) }
        }
        Line::Other => Incoming::Unknown,
    })
}

/// Returns the text of a message, which is a string or a list of blocks.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts: Vec<&str> = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}
