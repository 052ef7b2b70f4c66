//! What a new board starts with, written as its log.

use std::sync::Arc;

use boards::{BoardKind, Context};
use engine::{Author, Bases, Change, ChangeId, ChangeRequest, Document, NodeId, Timestamp};
use store::LoggedChange;

use crate::error::RoomError;

/// Makes the first changes of a board. They are Tandem's own, so that no person's undo takes them back.
pub fn first_changes(
    kind: &BoardKind,
    now: Timestamp,
    mut new_id: impl FnMut() -> String,
) -> Result<Vec<LoggedChange>, RoomError> {
    let change_id = ChangeId::parse(&new_id()).map_err(|_| RoomError::Closed)?;
    let mut mint = || NodeId::parse(&new_id()).unwrap_or_else(|_| NodeId::root());
    let ops = (kind.start)(&mut Context::new(&mut mint));
    if ops.is_empty() {
        return Ok(Vec::new());
    }
    let mut document = Document::new(Arc::clone(&kind.schema));
    let request = ChangeRequest { id: change_id, label: Some(format!("New {} board", kind.name)), ops };
    let (change, _) = document.resolve(request, Author::System, now, &Bases::default())?;
    Ok(vec![log_record(&change)?])
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
