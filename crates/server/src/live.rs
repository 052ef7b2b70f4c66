//! The live socket: one per browser, carrying every board it has open. The rules are numbered in `SPEC.md`.
//!
//! `connection` is what happens on it, over any transport; `socket` is the WebSocket.

mod card_feeds;
mod connection;
mod follows;
mod hearing;
mod inbound;
mod open_boards;
mod outbound;
mod session_asks;
mod socket;

pub use connection::{CloseReason, Incoming, Outgoing, Transport, converse};
pub(crate) use socket::upgrade;
