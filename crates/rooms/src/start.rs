//! What a new board starts with, written as its log.

use std::sync::Arc;

use boards::{BoardKind, Context};
use engine::limits::MAX_OPS_PER_CHANGE;
use engine::{Author, Bases, Change, ChangeId, ChangeRequest, Document, NodeId, OpRequest, Timestamp};
use store::LoggedChange;

use crate::error::RoomError;

/// Makes the first changes of a board. They are Tandem's own, so that no person's undo takes them back.
pub fn first_changes(
    kind: &BoardKind,
    now: Timestamp,
    mut new_id: impl FnMut() -> String,
) -> Result<Vec<LoggedChange>, RoomError> {
    let mut mint = || NodeId::parse(&new_id()).unwrap_or_else(|_| NodeId::root());
    let ops = (kind.start)(&mut Context::new(&mut mint));
    changes_of(kind, &format!("New {} board", kind.name), &ops, now, new_id)
}

/// Makes the first changes of a board that starts with these ops, as many as it takes. They are Tandem's own too.
pub fn changes_of(
    kind: &BoardKind,
    label: &str,
    ops: &[OpRequest],
    now: Timestamp,
    mut new_id: impl FnMut() -> String,
) -> Result<Vec<LoggedChange>, RoomError> {
    let mut document = Document::new(Arc::clone(&kind.schema));
    let change = |ops: &[OpRequest]| {
        let id = ChangeId::parse(&new_id()).map_err(|_| RoomError::Closed)?;
        let request = ChangeRequest { id, label: Some(label.to_owned()), ops: ops.to_vec() };
        let (change, _) = document.resolve(request, Author::System, now, &Bases::default())?;
        log_record(&change)
    };
    ops.chunks(MAX_OPS_PER_CHANGE).map(change).collect()
}

/// Writes a change the way the log holds it.
pub(crate) fn log_record(change: &Change) -> Result<LoggedChange, RoomError> {
    Ok(LoggedChange {
        seq: change.seq,
        id: change.id.clone(),
        author: change.author.key().into(),
        at: change.at,
        body: serde_json::to_string(change)?.into(),
    })
}
