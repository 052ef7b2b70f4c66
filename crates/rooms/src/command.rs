//! What a room can be asked.

use std::sync::Arc;

use engine::{BoardId, Seq};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::answer::Reply;
use crate::drafts::{Draft, DraftId};
use crate::error::RoomError;
use crate::outbox::Outbox;
use crate::work::{ToolCall, Work};

engine::id!(
    /// One connection to a board.
    PeerId
);

/// Who watches a board.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Peer {
    pub peer: PeerId,
    pub user: engine::UserId,
    pub name: Arc<str>,
}

/// A board's content for one answer.
#[derive(Clone, Debug)]
pub struct BoardView {
    pub board: BoardId,
    pub seq: Seq,
    /// The nodes as a JSON array.
    pub nodes: Arc<RawValue>,
}

pub(crate) enum Command {
    Work {
        work: Work,
        reply: Reply,
    },
    Preview {
        call: Arc<ToolCall>,
        author: engine::Author,
        reply: oneshot::Sender<Result<crate::answer::ToolAnswer, RoomError>>,
    },
    Read {
        reply: oneshot::Sender<Result<BoardView, RoomError>>,
    },
    /// Tells an agent of the board as somebody sees it; of a kind at which no agent works, nothing.
    Describe {
        viewer: Option<engine::UserId>,
        reply: oneshot::Sender<Result<Option<String>, RoomError>>,
    },
    Subscribe {
        peer: Peer,
        after: Option<Seq>,
        outbox: Outbox,
        reply: oneshot::Sender<Result<(), RoomError>>,
    },
    Unsubscribe {
        peer: PeerId,
    },
    Presence {
        peer: PeerId,
        state: Value,
    },
    /// Shows what a call that is being written is about to make.
    Draft(Box<Draft>),
    /// A call has been made, or will not be.
    EndDraft(DraftId),
    Close,
}

impl Command {
    /// Answers a command that cannot be done because the board cannot be opened.
    pub(crate) fn fail(self, board: BoardId, error: &Arc<RoomError>) {
        let error = RoomError::NotOpened(Arc::clone(error));
        match self {
            Self::Work { reply, .. } => reply.refuse(board, error),
            Self::Preview { reply, .. } => drop(reply.send(Err(error))),
            Self::Read { reply } => drop(reply.send(Err(error))),
            Self::Describe { reply, .. } => drop(reply.send(Err(error))),
            Self::Subscribe { reply, .. } => drop(reply.send(Err(error))),
            Self::Unsubscribe { .. } | Self::Presence { .. } | Self::Draft(_) | Self::EndDraft(_) | Self::Close => {}
        }
    }
}
