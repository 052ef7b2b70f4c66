//! Calls that the agent is still writing, shown on their board as ghosts. Nothing of this is written down.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::ToolId;
use agents::limits::MAX_DRAFT_BYTES;
use boards::whiteboard::draft::{Draft, TOOL};
use engine::{BoardId, SessionId};
use rooms::{DraftId, Rooms};
use serde_json::Value;
use tokio::time::Instant;

use super::Actor;
use crate::board_tools::take_id;
use crate::limits::{DRAFT_EVERY, MAX_DRAFTED_CALLS};
use crate::toolbox::{find_board, may_change_boards};

/// The calls of one session that are being written.
pub(super) struct Drafts {
    session: SessionId,
    rooms: Rooms,
    calls: BTreeMap<ToolId, Call>,
}

struct Call {
    draft: Draft,
    /// A piece of it did not fit, so that nothing after it can be read.
    is_full: bool,
    /// How much of it was passed on.
    passed: usize,
    /// When more of it may be passed on: the first of it at once.
    next_at: Instant,
    /// Where its ghosts are.
    board: Option<BoardId>,
}

impl Call {
    fn new() -> Self {
        Self { draft: Draft::default(), is_full: false, passed: 0, next_at: Instant::now(), board: None }
    }

    /// Returns when there is something to pass on.
    fn due(&self) -> Option<Instant> {
        let has_more = self.draft.progress() > self.passed && self.draft.has_operations();
        has_more.then_some(self.next_at)
    }
}

impl Drafts {
    pub(super) fn new(session: SessionId, rooms: Rooms) -> Self {
        Self { session, rooms, calls: BTreeMap::new() }
    }

    /// Takes a piece of the input of a call.
    pub(super) fn push(&mut self, id: ToolId, tool: &str, piece: &str) {
        let has_room = self.calls.len() < MAX_DRAFTED_CALLS || self.calls.contains_key(&id);
        if tool != TOOL || !has_room {
            return;
        }
        let call = self.calls.entry(id).or_insert_with(Call::new);
        call.is_full |= call.draft.bytes() + piece.len() > MAX_DRAFT_BYTES;
        if !call.is_full {
            call.draft.push(piece);
        }
    }

    pub(super) fn due(&self) -> Option<Instant> {
        self.calls.values().filter_map(Call::due).min()
    }

    /// Ends a call: it has its result.
    pub(super) fn end(&mut self, id: &ToolId) {
        if let Some(board) = self.calls.remove(id).and_then(|call| call.board) {
            self.rooms.end_draft(board, draft_id(self.session, id));
        }
    }

    /// Ends all of them: nothing more comes of those that have no result.
    pub(super) fn end_all(&mut self) {
        while let Some(id) = self.calls.keys().next().cloned() {
            self.end(&id);
        }
    }
}

impl Drop for Drafts {
    fn drop(&mut self) {
        self.end_all();
    }
}

impl Actor {
    /// Shows what can be read of the calls that are being written.
    pub(super) async fn pass_on_drafts(&mut self) {
        let now = Instant::now();
        let due = |call: &Call| call.due().is_some_and(|due| due <= now);
        let due: Vec<ToolId> =
            self.drafts.calls.iter().filter(|(_, call)| due(call)).map(|(id, _)| id.clone()).collect();
        for id in due {
            self.pass_on_draft(&id, now).await;
        }
    }

    async fn pass_on_draft(&mut self, id: &ToolId, now: Instant) {
        let Some(call) = self.drafts.calls.get_mut(id) else { return };
        (call.passed, call.next_at) = (call.draft.progress(), now + DRAFT_EVERY);
        let Some(Value::Object(mut input)) = call.draft.input() else { return };
        let named = take_id(&mut input, "board_id");
        // What the call itself would be refused is not shown either.
        if may_change_boards(&self.row.mode).is_err() {
            return;
        }
        let found = find_board(&*self.config.store, self.row.project, named, self.row.board).await;
        let Some((board, entry)) = found.ok().and_then(|(_, board)| Some((board, board.kind.tool(TOOL)?))) else {
            return;
        };
        let draft = draft_id(self.row.id, id);
        let Some(call) = self.drafts.calls.get_mut(id) else { return };
        if let Some(before) = call.board.replace(board.id).filter(|before| *before != board.id) {
            self.drafts.rooms.end_draft(before, draft.clone());
        }
        self.drafts.rooms.draft(self.asker.get(), board, draft, entry, Value::Object(input));
    }
}

fn draft_id(session: SessionId, call: &ToolId) -> DraftId {
    DraftId { session, call: Arc::from(call.0.as_str()) }
}
