//! The kinds of board there are, and what a new board of each starts with.

use engine::{OpRequest, Timestamp};
use rooms::{BoardRef, changes_of, first_changes};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use store::{Board, LoggedChange};

use crate::ids;
use crate::problem::Problem;

/// Returns the name of every kind of board.
pub fn kinds() -> Vec<&'static str> {
    boards::kinds().iter().map(|kind| kind.name).collect()
}

/// Returns the changes a new board of this kind starts with.
pub fn starting_changes(kind: &BoardKind, now: Timestamp) -> Result<Vec<LoggedChange>, Problem> {
    first_changes(known(kind.as_str())?, now, || ids::mint(now).to_string())
        .map_err(|error| Problem::internal("starting a board", &error))
}

/// Returns the changes a new board of this kind starts with if it starts with these ops.
pub fn changes_with(
    kind: &BoardKind,
    label: &str,
    ops: &[OpRequest],
    now: Timestamp,
) -> Result<Vec<LoggedChange>, Problem> {
    Ok(changes_of(known(kind.as_str())?, label, ops, now, || ids::mint(now).to_string())?)
}

/// Returns a board in the form rooms take.
pub fn board_ref(board: &Board) -> Result<BoardRef, Problem> {
    Ok(BoardRef { id: board.id, kind: known(&board.kind)? })
}

/// A kind that is stored and yet unknown was written by a newer program.
fn known(kind: &str) -> Result<&'static boards::BoardKind, Problem> {
    boards::kind(kind).ok_or_else(|| {
        Problem::conflict("unknown_kind", format!("This version of Tandem does not know boards of kind {kind:?}."))
    })
}

const KANBAN: &str = "kanban";

/// The name of a kind that exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct BoardKind(String);

impl BoardKind {
    /// The kind every project starts with.
    pub fn kanban() -> Self {
        Self(KANBAN.to_owned())
    }

    /// The kind that files of other programs become.
    pub fn whiteboard() -> Self {
        Self(boards::whiteboard::NAME.to_owned())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for BoardKind {
    type Error = String;

    fn try_from(raw: String) -> Result<Self, String> {
        if boards::kind(&raw).is_some() {
            Ok(Self(raw))
        } else {
            Err(format!("a board is one of: {}", kinds().join(", ")))
        }
    }
}

impl JsonSchema for BoardKind {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "BoardKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": kinds() })
    }
}
