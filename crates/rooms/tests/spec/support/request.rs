//! Requests in few words.

use engine::{Author, ChangeRequest, SessionId, UserId};
use serde_json::{Value, json};

pub fn ann() -> Author {
    Author::User { id: UserId::from_bytes([1; 16]) }
}

pub fn bob() -> Author {
    Author::User { id: UserId::from_bytes([2; 16]) }
}

pub fn agent(turn: u32) -> Author {
    Author::Agent { session: SessionId::from_bytes([7; 16]), turn }
}

/// A change of any ops.
pub fn request(id: &str, ops: &Value) -> ChangeRequest {
    serde_json::from_value(json!({ "id": id, "ops": ops })).unwrap()
}

/// A new card at the end of the first column; the change has the card's id.
pub fn card(id: &str) -> ChangeRequest {
    let op = json!({ "op": "create", "id": id, "kind": "card", "parent": "todo", "props": { "title": id } });
    request(id, &json!([op]))
}

/// A new title for a card.
pub fn rename(change: &str, card: &str, title: &str) -> ChangeRequest {
    request(change, &json!([{ "op": "update", "id": card, "props": { "title": title } }]))
}
