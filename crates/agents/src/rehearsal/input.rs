//! What the host writes, one JSON object per line.

use serde::Deserialize;
use serde_json::Value;
use tokio::io::AsyncRead;

use super::RehearsalError;
use crate::process::{Line, Lines};

pub type Reader = Box<dyn AsyncRead + Send + Unpin>;

const BOARD_BEGINS: &str = "<board_state>";
const BOARD_ENDS: &str = "</board_state>";

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
    /// What the host says is on the board at which it was said.
    pub board: Option<String>,
    /// As it came.
    pub content: Value,
}

pub struct Input {
    lines: Lines<Reader>,
}

impl Input {
    pub fn new(reader: Reader) -> Self {
        Self { lines: Lines::new(reader) }
    }

    /// Returns what comes next, or none at the end. Safe to cancel.
    pub async fn next(&mut self) -> Result<Option<Incoming>, RehearsalError> {
        loop {
            match self.lines.next().await.map_err(RehearsalError::Read)? {
                None => return Ok(None),
                Some(Line::TooLong(bytes)) => {
                    return Err(RehearsalError::Malformed(format!("it is too long: {bytes} bytes")));
                }
                Some(Line::Text(line)) if line.trim_ascii().is_empty() => {}
                Some(Line::Text(line)) => return parse(&line).map(Some),
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Spoken {
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

fn parse(line: &str) -> Result<Incoming, RehearsalError> {
    let spoken: Spoken = serde_json::from_str(line).map_err(|error| RehearsalError::Malformed(error.to_string()))?;
    Ok(match spoken {
        Spoken::User { message: Said { role: Role::User, content }, uuid } => {
            let (board, text) = text_of(&content);
            Incoming::Message(Message { id: uuid, text, board, content })
        }
        Spoken::ControlRequest { request_id, request } => Incoming::Request { id: request_id, request },
        Spoken::ControlResponse { response: Response::Success { request_id, response } } => {
            Incoming::Answer { id: request_id, answer: Ok(response) }
        }
        Spoken::ControlResponse { response: Response::Error { request_id, error } } => {
            Incoming::Answer { id: request_id, answer: Err(error) }
        }
        Spoken::Other => Incoming::Unknown,
    })
}

/// Returns what a person wrote, in a string or a list of blocks. At a board the host puts before it what is there.
fn text_of(content: &Value) -> (Option<String>, String) {
    let text = whole_text(content);
    let parted = text.split_once(BOARD_ENDS);
    match parted.and_then(|(board, written)| Some((board.strip_prefix(BOARD_BEGINS)?, written))) {
        Some((board, written)) => (Some(board.trim().to_owned()), written.trim_start().to_owned()),
        None => (None, text),
    }
}

fn whole_text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts: Vec<&str> = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_stands_on_a_board_is_not_what_was_written() {
        let check = |content: Value, board: Option<&str>, written: &str| {
            assert_eq!(text_of(&content), (board.map(str::to_owned), written.to_owned()));
        };
        check(json!("<board_state>\n2 notes\n</board_state>\n\nFly higher"), Some("2 notes"), "Fly higher");
        check(json!("What is </board_state>?"), None, "What is </board_state>?");
        check(json!([{ "type": "text", "text": "Fly" }, { "text": "higher" }]), None, "Fly\nhigher");
    }
}
