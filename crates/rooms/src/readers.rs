//! What reads a board: one answer, a preview, a watcher. They see only what is on disk.

use std::sync::Arc;

use engine::{Author, Seq, UserId};
use serde_json::value::RawValue;

use crate::answer::ToolAnswer;
use crate::command::{BoardView, Peer};
use crate::error::RoomError;
use crate::frame::{Frame, nodes_json};
use crate::limits::{MAX_CATCH_UP, READ_PAGE};
use crate::outbox::Outbox;
use crate::room::Room;
use crate::work::ToolCall;

impl Room {
    pub(crate) fn view(&mut self) -> Result<BoardView, RoomError> {
        if let Some(view) = &self.view {
            return Ok(view.clone());
        }
        let nodes = RawValue::from_string(nodes_json(&self.document))?;
        let view = BoardView { board: self.history.board, seq: self.document.seq(), nodes: nodes.into() };
        if !self.subscribers.is_empty() {
            self.view = Some(view.clone());
        }
        Ok(view)
    }

    /// Describes the board to an agent, as the one it works for sees it.
    pub(crate) fn describe(&self, viewer: Option<UserId>) -> Option<String> {
        let view = viewer.map(|viewer| self.presence.view(viewer)).unwrap_or_default();
        self.history.kind.agent.map(|guide| (guide.describe)(&self.document, &view))
    }

    pub(crate) async fn preview(&mut self, call: &Arc<ToolCall>, author: Author) -> Result<ToolAnswer, RoomError> {
        call.look(&self.presence, &self.drafts);
        let (answer, request) = call.plan(&self.document)?;
        let ops = request.ops.clone();
        if !ops.is_empty() {
            let wanted = self.document.wanted_bases(&request);
            let bases = self.history.texts(wanted).await?;
            let (_, journal) = self.document.resolve(request, author, (self.config.now)(), &bases)?;
            self.document.revert(journal);
        }
        Ok(ToolAnswer { ops: Some(ops), ..answer })
    }

    pub(crate) async fn subscribe(&mut self, peer: Peer, after: Option<Seq>, outbox: Outbox) -> Result<(), RoomError> {
        let board = self.history.board;
        let missed = after.filter(|after| *after <= self.durable && self.durable - after <= MAX_CATCH_UP);
        let frame = if let Some(after) = missed {
            self.changes_since(after).await?
        } else {
            let view = self.view()?;
            Frame::snapshot(board, self.history.kind.name, view.seq, view.nodes.get())
        };
        let everybody = self.presence.all(board);
        if outbox.push(frame).is_err() {
            // An older subscription of the same peer must not go on after the resync.
            self.subscribers.remove(peer.peer);
            self.presence.leave(peer.peer);
            outbox.push_always(Frame::resync(board));
            return Ok(());
        }
        if let Some(frame) = everybody {
            outbox.push_if_roomy(frame).unwrap_or_default();
        }
        for frame in self.drafts.all() {
            outbox.push_if_roomy(frame).unwrap_or_default();
        }
        self.subscribers.insert(peer, outbox);
        Ok(())
    }

    /// Returns what a reader missed, from memory if it is still there.
    async fn changes_since(&mut self, after: Seq) -> Result<Frame, RoomError> {
        let board = self.history.board;
        if let Some(recent) = self.recent.after(after, self.durable) {
            return Ok(Frame::changes(board, recent.map(|change| &*change.body)));
        }
        let mut changes = Vec::new();
        let mut from = after;
        while from < self.durable {
            // What another writer has added since is not shown yet and comes later, once.
            let missing = usize::try_from(self.durable - from).unwrap_or(READ_PAGE).min(READ_PAGE);
            let page = self.history.store.changes(board, from, missing).await?;
            from = page.last().ok_or(RoomError::NoSuchChange(from + 1))?.seq;
            changes.extend(page);
        }
        Ok(Frame::changes(board, changes.iter().map(|change| &*change.body)))
    }
}
