//! Who made a change.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::{SessionId, UserId};

/// Who made a change: a person, a turn of an agent's session, or Tandem itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Author {
    User { id: UserId },
    Agent { session: SessionId, turn: u32 },
    System,
}

impl Author {
    /// Returns the short text under which the store finds this author's changes.
    pub fn key(&self) -> String {
        match self {
            Self::User { id } => format!("user:{id}"),
            Self::Agent { session, turn } => format!("agent:{session}:{turn}"),
            Self::System => "system".to_owned(),
        }
    }
}
