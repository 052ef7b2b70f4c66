//! What agents are about to make on a board while they are still writing the call: ghosts. Kept in memory beside
//! presence, never in the log, and gone when the call has been made or will not be.

use std::collections::VecDeque;
use std::sync::Arc;

use boards::{Ghost, ToolEntry, View};
use engine::{BoardId, Document, SessionId, UserId};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::command::PeerId;
use crate::frame::Frame;
use crate::limits::{DRAFT_LASTS, MAX_DRAFTS, RECENT_CALLS};
use crate::presence::Presence;
use crate::subscribers::Subscribers;

/// A call of a tool that a session's agent is writing, or has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftId {
    pub session: SessionId,
    pub call: Arc<str>,
}

/// What a call has come to so far.
pub(crate) struct Draft {
    pub(crate) id: DraftId,
    pub(crate) entry: &'static ToolEntry,
    pub(crate) input: Value,
    /// For whom it is written.
    pub(crate) viewer: Option<UserId>,
}

/// The calls that are being written for one board, the newest last.
#[derive(Default)]
pub(crate) struct Drafts {
    open: Vec<Open>,
    /// Those whose ghosts have to be taken away.
    gone: Vec<DraftId>,
    /// What comes late of these is passed over: their ghosts would stay.
    made: VecDeque<DraftId>,
}

struct Open {
    draft: Draft,
    /// What the one it is written for looked at when it began: its ghosts do not run after them.
    view: View,
    until: Instant,
    /// There is more of it than is shown.
    is_fresh: bool,
    /// What was last said of it.
    shown: Option<Frame>,
}

impl Drafts {
    pub(crate) fn set(&mut self, draft: Draft, presence: &Presence) {
        if self.made.contains(&draft.id) {
            return;
        }
        let until = Instant::now() + DRAFT_LASTS;
        if let Some(open) = self.open.iter_mut().find(|open| open.draft.id == draft.id) {
            (open.draft, open.until, open.is_fresh) = (draft, until, true);
            return;
        }
        if self.open.len() == MAX_DRAFTS {
            self.take_away(0);
        }
        let view = draft.viewer.map(|viewer| presence.view(viewer)).unwrap_or_default();
        self.open.push(Open { draft, view, until, is_fresh: true, shown: None });
    }

    /// Returns the view with which a call is shown, so that it is made where it was shown.
    pub(crate) fn view(&self, id: &DraftId) -> Option<View> {
        self.open.iter().find(|open| open.draft.id == *id).map(|open| open.view.clone())
    }

    /// Ends a draft: the call has been made, or will not be.
    pub(crate) fn end(&mut self, id: &DraftId) {
        if let Some(place) = self.open.iter().position(|open| open.draft.id == *id) {
            self.take_away(place);
        }
        if !self.made.contains(id) {
            self.made.truncate(RECENT_CALLS - 1);
            self.made.push_front(id.clone());
        }
    }

    /// Returns when the first of them has been left alone for too long.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.open.iter().map(|open| open.until).min()
    }

    pub(crate) fn expire(&mut self) {
        let now = Instant::now();
        while let Some(place) = self.open.iter().position(|open| open.until <= now) {
            self.take_away(place);
        }
    }

    fn take_away(&mut self, place: usize) {
        let Open { draft, shown, .. } = self.open.remove(place);
        if shown.is_some() {
            self.gone.push(draft.id);
        }
    }

    /// Tells everybody which ghosts are gone. That may not be lost, so whoever is too far behind is cut off.
    pub(crate) fn clear(&mut self, board: BoardId, subscribers: &mut Subscribers) -> Vec<PeerId> {
        let gone = std::mem::take(&mut self.gone);
        gone.iter().flat_map(|id| subscribers.broadcast(&frame(board, id, &[]))).collect()
    }

    /// Shows what is new. A call that cannot be done so far leaves what is shown of it as it is.
    pub(crate) fn pass_on(&mut self, board: BoardId, document: &Document, subscribers: &Subscribers) {
        for open in self.open.iter_mut().filter(|open| open.is_fresh) {
            open.is_fresh = false;
            let Draft { id, entry, input, .. } = &open.draft;
            if let Ok(ghosts) = boards::ghosts(entry, document, input, &id.call, open.view.clone()) {
                let frame = frame(board, id, &ghosts);
                subscribers.whisper(&frame);
                open.shown = Some(frame);
            }
        }
    }

    /// Returns all there is, for somebody who has just come.
    pub(crate) fn all(&self) -> Vec<Frame> {
        self.open.iter().filter_map(|open| open.shown.clone()).collect()
    }
}

fn frame(board: BoardId, id: &DraftId, ghosts: &[Ghost]) -> Frame {
    let DraftId { session, call } = id;
    Frame::of(&json!({ "type": "ghosts", "board": board, "session": session, "call": call, "nodes": ghosts }))
}
