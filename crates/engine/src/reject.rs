//! Why a change was refused, for the two readers: a person and a model.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::change::Seq;
use crate::id::NodeId;

/// A refused change. Nothing of it happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct Rejection {
    pub code: RejectionCode,
    /// Which op of the change, counted from 0.
    pub op: Option<usize>,
    /// Which field of that op, like `props/title`.
    pub field: Option<String>,
    pub message: String,
    pub conflict: Option<Box<TextConflict>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RejectionCode {
    /// The op does not fit the board's schema.
    Invalid,
    /// A limit would be passed.
    Limit,
    /// A node the op needs is not there, or no longer.
    Missing,
    /// A node with this id is there already.
    Exists,
    /// The move would put a node under itself.
    Cycle,
    /// Another node refers to this one and must not lose it.
    Referenced,
    /// Two edits of one text could not be merged.
    TextConflict,
}

/// Both sides of an edit that could not be merged, so that nobody's words are lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextConflict {
    pub node: NodeId,
    pub prop: String,
    pub base_seq: Seq,
    pub base: String,
    pub current: String,
    pub yours: String,
}

impl Rejection {
    pub(crate) fn new(code: RejectionCode, message: impl Into<String>) -> Self {
        Self { code, op: None, field: None, message: message.into(), conflict: None }
    }

    pub(crate) fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Says which prop of the op it is about.
    pub(crate) fn prop(self, prop: &str) -> Self {
        self.field(format!("props/{}", pointer_token(prop)))
    }

    pub(crate) fn at_op(mut self, op: usize) -> Self {
        self.op = Some(op);
        self
    }

    /// Returns where in the request the fault is, as a JSON pointer.
    pub fn path(&self) -> String {
        match (self.op, &self.field) {
            (Some(op), Some(field)) => format!("/ops/{op}/{field}"),
            (Some(op), None) => format!("/ops/{op}"),
            (None, Some(field)) => format!("/{field}"),
            (None, None) => String::new(),
        }
    }

    fn sentence(&self) -> impl fmt::Display {
        match self.op {
            Some(op) => format!("op {op}: {}", self.message),
            None => self.message.clone(),
        }
    }
}

/// Returns a name as one step of a JSON pointer.
pub(crate) fn pointer_token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
