//! A call of one of our tools while the model is still writing it.

use crate::claude_code::say::own_name;
use crate::claude_code::wire::StartedBlock;
use crate::event::{Event, ToolId};
use crate::limits::MAX_DRAFT_BYTES;
use crate::text::name;

#[derive(Debug)]
pub(super) struct Draft {
    /// Which block of its message it is.
    pub(super) index: u64,
    id: ToolId,
    tool: String,
    bytes: usize,
}

impl Draft {
    /// Begins with a block, if it is a call of a tool of ours.
    pub(super) fn of(index: u64, block: StartedBlock) -> Option<Self> {
        let StartedBlock::ToolUse { id, name: tool } = block else { return None };
        let tool = name(own_name(&tool)?.to_owned());
        Some(Self { index, id: ToolId(name(id)), tool, bytes: 0 })
    }

    /// Takes a piece of its input; what is too much is not told.
    pub(super) fn piece(&mut self, index: u64, piece: String) -> Option<Event> {
        if index != self.index || piece.is_empty() {
            return None;
        }
        self.bytes = self.bytes.saturating_add(piece.len());
        let fits = self.bytes <= MAX_DRAFT_BYTES;
        fits.then(|| Event::ToolDraft { id: self.id.clone(), name: self.tool.clone(), piece })
    }
}
