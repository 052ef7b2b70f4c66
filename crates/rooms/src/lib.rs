//! One task owns each open document: a change is checked and applied in memory, handed to the store, and only when
//! it is on disk acknowledged and shown. The rules are numbered in `SPEC.md`.
//!
//! Nothing here knows of HTTP or sockets: a subscriber is an [`Outbox`], and what goes out is a [`Frame`] of JSON.

mod ahead;
mod answer;
mod command;
mod drafts;
mod error;
mod frame;
mod history;
mod limits;
mod moves;
mod outbox;
mod presence;
mod readers;
mod recent;
mod recover;
mod room;
mod rooms;
mod snapshots;
mod start;
mod subscribers;
mod undo;
mod work;

pub use answer::{Accepted, Reply, SocketReply, ToolAnswer, Undone};
pub use command::{BoardView, Peer, PeerId};
pub use drafts::DraftId;
pub use error::{Chain, RoomError};
pub use frame::Frame;
pub use history::History;
pub use limits::*;
pub use outbox::{Full, Outbox, OutboxReader, Permit};
pub use rooms::{BoardRef, Clock, MintId, Rooms, RoomsConfig};
pub use start::{changes_of, first_changes};
pub use undo::UndoTarget;
