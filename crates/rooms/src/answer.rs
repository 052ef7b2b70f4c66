//! How whoever asked hears back.

use std::sync::Arc;

use engine::{BoardId, ChangeId, LeftOut, OpRequest, Seq};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::error::RoomError;
use crate::frame::Frame;
use crate::outbox::{Outbox, Permit};

/// A change that is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub seq: Seq,
    /// The change as the log has it, as JSON.
    pub body: Arc<str>,
}

/// What a tool answered.
#[derive(Clone, Debug)]
pub struct ToolAnswer {
    /// The change it made; a preview and a tool that had nothing to do make none.
    pub accepted: Option<Accepted>,
    pub result: Value,
    pub warnings: Vec<String>,
    /// What it wants done, in a preview.
    pub ops: Option<Vec<OpRequest>>,
}

/// What an undo or redo did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    pub accepted: Accepted,
    pub left_out: Vec<LeftOut>,
}

/// Where the answer to a change goes.
pub enum Reply {
    /// To a socket, as an `ack` or a `reject`.
    Socket(SocketReply),
    Change(oneshot::Sender<Result<Accepted, RoomError>>),
    Tool(oneshot::Sender<Result<ToolAnswer, RoomError>>, Box<ToolAnswer>),
    Undo(oneshot::Sender<Result<Undone, RoomError>>, Vec<LeftOut>),
}

/// The answer a socket waits for. Dropped unsaid, as by a panic, it says that the change is to be sent again: the socket
/// lives on and would wait for ever.
pub struct SocketReply {
    outbox: Outbox,
    board: BoardId,
    id: ChangeId,
    /// Taken when the answer is given.
    permit: Option<Permit>,
}

impl SocketReply {
    pub(crate) fn new(outbox: Outbox, board: BoardId, id: ChangeId, permit: Permit) -> Self {
        Self { outbox, board, id, permit: Some(permit) }
    }

    /// Answers are bounded by the places for unanswered changes, but a socket that sends and never reads must end.
    fn say(mut self, frame: Frame) {
        drop(self.permit.take());
        self.push(frame);
    }

    fn push(&self, frame: Frame) {
        if self.outbox.push(frame).is_err() {
            self.outbox.give_up();
        }
    }
}

impl Drop for SocketReply {
    fn drop(&mut self) {
        if self.permit.take().is_some() {
            self.push(Frame::reject(self.board, &self.id, &RoomError::Closed));
        }
    }
}

impl Reply {
    pub(crate) fn accept(self, board: BoardId, accepted: &Accepted) {
        match self {
            Self::Socket(reply) => {
                let frame = Frame::ack(board, &reply.id, accepted.seq);
                reply.say(frame);
            }
            // Whoever asked may have gone; the change stands all the same.
            Self::Change(reply) => drop(reply.send(Ok(accepted.clone()))),
            Self::Tool(reply, answer) => {
                let answer = ToolAnswer { accepted: Some(accepted.clone()), ..*answer };
                drop(reply.send(Ok(answer)));
            }
            Self::Undo(reply, left_out) => drop(reply.send(Ok(Undone { accepted: accepted.clone(), left_out }))),
        }
    }

    /// Answers for a tool that had nothing to do.
    pub(crate) fn do_nothing(self) {
        if let Self::Tool(reply, answer) = self {
            drop(reply.send(Ok(*answer)));
        }
    }

    pub(crate) fn refuse(self, board: BoardId, error: RoomError) {
        match self {
            Self::Socket(reply) => {
                let frame = Frame::reject(board, &reply.id, &error);
                reply.say(frame);
            }
            Self::Change(reply) => drop(reply.send(Err(error))),
            Self::Tool(reply, _) => drop(reply.send(Err(error))),
            Self::Undo(reply, _) => drop(reply.send(Err(error))),
        }
    }
}
