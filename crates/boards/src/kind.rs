//! The kinds there are.

use std::sync::{Arc, LazyLock};

use engine::{Document, OpRequest, Schema};

use crate::tool::{Context, ToolEntry};
use crate::view::View;
use crate::{kanban, whiteboard};

/// One kind of board.
pub struct BoardKind {
    pub name: &'static str,
    pub schema: Arc<Schema>,
    pub tools: Vec<ToolEntry>,
    /// Makes what a new board starts with.
    pub start: fn(&mut Context<'_>) -> Vec<OpRequest>,
    /// For kinds at which an agent works on the board itself.
    pub agent: Option<AgentGuide>,
}

/// What an agent at a board is told.
#[derive(Clone, Copy)]
pub struct AgentGuide {
    /// Makes what it is told once, of its work.
    pub prompt: fn() -> String,
    /// Describes the board as it is now to the one who looks at it so; short, however large the board is.
    pub describe: fn(&Document, &View) -> String,
}

impl BoardKind {
    pub fn tool(&self, name: &str) -> Option<&ToolEntry> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

/// Returns every kind of board.
pub fn kinds() -> &'static [BoardKind] {
    static KINDS: LazyLock<Vec<BoardKind>> = LazyLock::new(|| vec![kanban::kind(), whiteboard::kind()]);
    &KINDS
}

/// Returns a kind by its name.
pub fn kind(name: &str) -> Option<&'static BoardKind> {
    kinds().iter().find(|kind| kind.name == name)
}
