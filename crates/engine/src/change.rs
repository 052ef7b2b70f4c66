//! A change: ops that happen together or not at all.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::author::Author;
use crate::id::ChangeId;
use crate::op::{Op, OpRequest};
use crate::timestamp::Timestamp;

/// A change's place in its document's log: 1, 2, 3 and so on without a gap; 0 is the empty document.
pub type Seq = u64;

/// What somebody asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeRequest {
    pub id: ChangeId,
    /// What the change was, in a few words for the history.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub ops: Vec<OpRequest>,
}

/// What happened: one record of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// The record's format; see `tests/golden`.
    pub v: u32,
    pub seq: Seq,
    pub id: ChangeId,
    pub author: Author,
    pub at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Set when this change takes others back, or brings them back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverts: Option<Reverts>,
    pub ops: Vec<Op>,
}

/// Which changes a change reverts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reverts {
    pub kind: RevertKind,
    pub seqs: Vec<Seq>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RevertKind {
    Undo,
    Redo,
}

impl Change {
    /// The format this version writes.
    pub const VERSION: u32 = 1;
}
