//! What the server says beside what rooms send.

use std::sync::Arc;

use cards::CardStatus;
use engine::{BoardId, ChangeId, NodeId, SessionId};
use rooms::{Frame, PeerId};
use serde_json::{Map, Value, json};
use sessions::View;
use store::User;

use crate::app::App;
use crate::problem::Problem;
use crate::session_view::SessionResponse;

pub(super) fn ready(user: &User, peer: PeerId) -> Frame {
    let user = json!({ "id": user.id, "email": user.email, "name": user.name });
    Frame::of(&json!({ "type": "ready", "user": user, "peer": peer }))
}

pub(super) fn pong() -> Frame {
    Frame::of(&json!({ "type": "pong" }))
}

pub(super) fn error(message: &str) -> Frame {
    Frame::of(&json!({ "type": "error", "message": message }))
}

/// An error about one board.
pub(super) fn board_error(board: BoardId, problem: &Problem) -> Frame {
    let message = json!({
        "type": "error",
        "board": board,
        "code": problem.code(),
        "status": problem.status().as_u16(),
        "message": problem.detail(),
    });
    Frame::of(&message)
}

/// An error about one session.
pub(super) fn session_error(session: SessionId, problem: &Problem) -> Frame {
    let message = json!({
        "type": "error",
        "session": session,
        "code": problem.code(),
        "status": problem.status().as_u16(),
        "message": problem.detail(),
    });
    Frame::of(&message)
}

/// Returns a session as it is now.
pub(super) fn session(app: &App, view: View) -> Map<String, Value> {
    match serde_json::to_value(SessionResponse::new(view, app.sessions.agents())) {
        Ok(Value::Object(session)) => session,
        // A response is an object that can be written, by its type.
        Ok(_) | Err(_) => Map::new(),
    }
}

/// A session as it is now, or what of it has changed.
pub(super) fn session_frame(session: &Map<String, Value>) -> Frame {
    Frame::of(&json!({ "type": "session", "session": session }))
}

/// Something that may concern the reader's inbox has changed.
pub(super) fn inbox() -> Frame {
    Frame::of(&json!({ "type": "inbox" }))
}

/// The reader's projects, or what they may do in one, have changed.
pub(super) fn projects() -> Frame {
    Frame::of(&json!({ "type": "projects" }))
}

/// How cards of a board are doing: all of them, or those that changed.
pub(super) fn cards(board: BoardId, whole: bool, cards: &[Arc<CardStatus>], gone: &[NodeId]) -> Frame {
    let cards: Vec<&CardStatus> = cards.iter().map(Arc::as_ref).collect();
    let mut message = json!({ "type": "cards", "board": board, "cards": cards });
    if whole {
        message["whole"] = json!(true);
    }
    if !gone.is_empty() {
        message["gone"] = json!(gone);
    }
    Frame::of(&message)
}

/// A change that never reached its room.
pub(super) fn reject(board: BoardId, id: &ChangeId, code: &str, reason: &str) -> Frame {
    let message = json!({ "type": "reject", "board": board, "id": id, "reason": reason, "code": code, "retry": code == "unavailable" });
    Frame::of(&message)
}
