//! What a client can say.

use engine::{BoardId, ChangeId, ChangeRequest, Seq, SessionId};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use sessions::Form;

use super::session_asks::SessionAsk;
use crate::limits::MAX_JSON_DEPTH;

/// Characters of an unknown message's type that its error repeats.
const MAX_NAMED_CHARS: usize = 32;

/// One message, read far enough to know what to do with it.
#[derive(Debug)]
pub(crate) enum Inbound {
    Auth {
        token: String,
    },
    Open {
        board: BoardId,
        after: Option<Seq>,
    },
    Close {
        board: BoardId,
    },
    Change {
        board: BoardId,
        change: Result<ChangeRequest, BadChange>,
    },
    Presence {
        board: BoardId,
        state: Value,
    },
    Follow {
        session: SessionId,
        after: u64,
        form: Form,
    },
    Unfollow {
        session: SessionId,
    },
    /// Something said to a session.
    Session {
        session: SessionId,
        ask: SessionAsk,
    },
    Ping,
}

/// A change that cannot be read; its id, if that could, lets the client roll it back.
#[derive(Debug)]
pub(crate) struct BadChange {
    pub(crate) id: Option<ChangeId>,
    pub(crate) reason: String,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    board: Option<BoardId>,
    after: Option<Seq>,
    token: Option<String>,
    #[serde(borrow)]
    change: Option<&'a RawValue>,
    session: Option<SessionId>,
    #[serde(default)]
    lean: bool,
}

impl Inbound {
    /// Reads a message. The error is a sentence for whoever wrote the client.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let envelope: Envelope<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let board = || envelope.board.ok_or_else(|| format!("`{}` needs a `board`", envelope.kind));
        let session = || envelope.session.ok_or_else(|| format!("`{}` needs a `session`", envelope.kind));
        match envelope.kind {
            "auth" => {
                envelope.token.map(|token| Self::Auth { token }).ok_or_else(|| "`auth` needs a `token`".to_owned())
            }
            "open" => Ok(Self::Open { board: board()?, after: envelope.after }),
            "close" => Ok(Self::Close { board: board()? }),
            "change" => {
                let change = envelope.change.ok_or("`change` needs a `change`")?;
                Ok(Self::Change { board: board()?, change: read_change(change) })
            }
            "presence" => Ok(Self::Presence { board: board()?, state: presence(text)? }),
            "follow" => {
                let form = if envelope.lean { Form::Lean } else { Form::Whole };
                Ok(Self::Follow { session: session()?, after: envelope.after.unwrap_or(0), form })
            }
            "unfollow" => Ok(Self::Unfollow { session: session()? }),
            kind @ ("message" | "answer" | "plan" | "permission" | "interrupt") => {
                Ok(Self::Session { session: session()?, ask: SessionAsk::parse(kind, text)? })
            }
            "ping" => Ok(Self::Ping),
            other => {
                // Cut, so that nobody is sent more than they said.
                let named: String = other.chars().take(MAX_NAMED_CHARS).collect();
                Err(format!(
                    "there is no message {named:?}; send auth, open, close, change, presence, follow, \
                     unfollow, message, answer, plan, permission, interrupt or ping"
                ))
            }
        }
    }
}

fn read_change(raw: &RawValue) -> Result<ChangeRequest, BadChange> {
    let mut deserializer = serde_json::Deserializer::from_str(raw.get());
    serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        #[derive(Deserialize)]
        struct Named {
            id: ChangeId,
        }
        let id = serde_json::from_str::<Named>(raw.get()).ok().map(|named| named.id);
        BadChange { id, reason: format!("{}: {}", error.path(), error.inner()) }
    })
}

/// Everything a presence message says beside its type and board is the state.
fn presence(text: &str) -> Result<Value, String> {
    let mut fields: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    fields.remove("type");
    fields.remove("board");
    if text.len() > rooms::MAX_PRESENCE_BYTES {
        return Err(format!("presence has at most {} bytes", rooms::MAX_PRESENCE_BYTES));
    }
    if depth(fields.values()) > MAX_JSON_DEPTH {
        return Err(format!("presence nests at most {MAX_JSON_DEPTH} levels"));
    }
    Ok(Value::Object(fields))
}

fn depth<'a>(values: impl Iterator<Item = &'a Value>) -> usize {
    let below = |value: &'a Value| match value {
        Value::Array(items) => depth(items.iter()),
        Value::Object(fields) => depth(fields.values()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    };
    1 + values.map(below).max().unwrap_or(0)
}
