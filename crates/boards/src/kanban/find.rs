//! Finding what a caller names: a card by its id, a column by its id or its name.

use engine::{Document, Node, NodeId};

use super::{CARD, COLUMN};
use crate::tool::ToolError;

pub(super) fn card<'a>(document: &'a Document, field: &str, id: &NodeId) -> Result<&'a Node, ToolError> {
    let card = document.node(id).filter(|node| &*node.kind == CARD);
    card.ok_or_else(|| ToolError::missing(field, format!("there is no card {id} on this board")))
}

/// Finds a column by its id, or by its name when exactly one column has it.
pub(super) fn column<'a>(document: &'a Document, field: &str, named: &str) -> Result<&'a Node, ToolError> {
    let columns = || document.children(&NodeId::root()).filter(|node| &*node.kind == COLUMN);
    if let Some(column) = columns().find(|column| column.id.as_str() == named) {
        return Ok(column);
    }
    let wanted = named.trim().to_lowercase();
    let mut by_name = columns().filter(|column| name(column).to_lowercase() == wanted);
    match (by_name.next(), by_name.next()) {
        (Some(column), None) => Ok(column),
        (Some(_), Some(_)) => {
            Err(ToolError::missing(field, format!("several columns are called {named:?}; give the id of one")))
        }
        (None, _) => {
            let present: Vec<&str> = columns().map(name).collect();
            let message = format!("there is no column {named:?} on this board; it has {}", present.join(", "));
            Err(ToolError::missing(field, message))
        }
    }
}

pub(super) fn first_column(document: &Document) -> Result<&Node, ToolError> {
    let mut columns = document.children(&NodeId::root()).filter(|node| &*node.kind == COLUMN);
    columns.next().ok_or_else(|| ToolError::missing("column", "this board has no column yet; create one first"))
}

pub(super) fn name(column: &Node) -> &str {
    text(column, "name")
}

pub(super) fn title(card: &Node) -> &str {
    text(card, "title")
}

fn text<'a>(node: &'a Node, prop: &str) -> &'a str {
    node.props.get(prop).and_then(serde_json::Value::as_str).unwrap_or_default()
}
