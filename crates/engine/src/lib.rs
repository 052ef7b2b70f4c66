//! The live document: one tree of typed nodes, edited by changes, kept as a log.
//!
//! Everything here is pure. Ids, authors and times come in as arguments, so a replay of the same log is the same
//! document, byte for byte. The rules are numbered in `SPEC.md`; tests carry the number of the rule they hold.

mod apply;
mod author;
mod change;
mod delete;
mod document;
mod draft;
mod id;
pub mod limits;
mod merge;
mod node;
mod op;
mod order;
mod place;
mod reject;
mod schema;
mod size;
mod snapshot;
mod text;
mod timestamp;
mod undo;

pub use apply::{ApplyError, Journal};
pub use author::Author;
pub use change::{Change, ChangeRequest, RevertKind, Reverts, Seq};
pub use document::Document;
pub use draft::Bases;
pub use id::{BoardId, ChangeId, InvalidId, NodeId, SessionId, UserId};
pub use merge::{MergeConflict, merge_texts};
pub use node::{Node, Stamp, Stamps};
pub use op::{Op, OpRequest, PlaceRequest, Props};
pub use order::{InvalidOrder, OrderKey};
pub use reject::{Rejection, RejectionCode, TextConflict};
pub use schema::{KindSchema, OnDelete, ROOT_KIND, Reference, Schema, pointer};
pub use snapshot::{Snapshot, SnapshotError};
pub use timestamp::{InvalidTimestamp, Timestamp};
pub use undo::{LeftOut, UndoOutcome, UndoRequest};

#[doc(hidden)]
pub use {schemars as __schemars, uuid as __uuid};
