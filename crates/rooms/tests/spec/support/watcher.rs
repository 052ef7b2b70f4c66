//! A client that follows a board and keeps its own copy.

use std::sync::Arc;

use engine::{Author, ChangeRequest, Document, Seq, UserId};
use rooms::{Frame, Full, Outbox, OutboxReader, Peer, PeerId};
use serde_json::Value;

use super::{TestRoom, settle};

pub struct Watcher {
    pub peer: Peer,
    pub outbox: Outbox,
    pub reader: OutboxReader,
}

impl Watcher {
    pub fn new(number: u8) -> Self {
        let (outbox, reader) = Outbox::new();
        let (peer, user) = (PeerId::from_bytes([number; 16]), UserId::from_bytes([number; 16]));
        Self { peer: Peer { peer, user, name: format!("watcher {number}").into() }, outbox, reader }
    }

    pub async fn open(&mut self, room: &TestRoom, after: Option<Seq>) {
        room.rooms.subscribe(room.board, self.peer.clone(), after, self.outbox.clone()).await.unwrap();
    }

    /// Sends a change the way a socket does.
    pub async fn send(&self, room: &TestRoom, author: Author, request: ChangeRequest) {
        let permit = self.outbox.permit().await;
        room.rooms.change_from_socket(room.board, author, request, self.outbox.clone(), permit).await.unwrap();
    }

    pub async fn is_at(&self, room: &TestRoom, state: Value) {
        room.rooms.presence(room.board.id, self.peer.peer, state).await;
    }

    /// Returns what has come, as JSON.
    pub async fn hear(&mut self) -> Vec<Value> {
        self.frames().await.unwrap().iter().map(|frame| serde_json::from_slice(frame.as_bytes()).unwrap()).collect()
    }

    /// Returns what has come, or that the outbox was given up.
    pub async fn frames(&mut self) -> Result<Vec<Frame>, Full> {
        settle().await;
        let mut frames = Vec::new();
        tokio::select! {
            biased;
            taken = self.reader.take(&mut frames) => taken?,
            () = std::future::ready(()) => {}
        }
        Ok(frames)
    }

    /// Returns the type of each message that has come.
    pub async fn hear_types(&mut self) -> Vec<String> {
        types(&self.hear().await)
    }

    /// Returns the `seq` of every change that has come.
    pub async fn hear_seqs(&mut self) -> Vec<Seq> {
        seqs(&self.hear().await)
    }
}

pub fn types(messages: &[Value]) -> Vec<String> {
    messages.iter().map(|message| message["type"].as_str().unwrap().to_owned()).collect()
}

pub fn seqs(messages: &[Value]) -> Vec<Seq> {
    let lists = messages.iter().filter(|message| message["type"] == "changes");
    lists.flat_map(|list| list["changes"].as_array().unwrap()).map(|change| change["seq"].as_u64().unwrap()).collect()
}

/// A client's copy of a board, made of nothing but what it was sent.
pub struct Copy(pub Document);

impl Copy {
    pub fn new(room: &TestRoom) -> Self {
        Self(Document::new(Arc::clone(&room.board.kind.schema)))
    }

    /// Applies the changes among the messages; each must be the next one.
    pub fn take(&mut self, messages: &[Value]) {
        for message in messages.iter().filter(|message| message["type"] == "changes") {
            for change in message["changes"].as_array().unwrap() {
                self.0.apply(&serde_json::from_value(change.clone()).unwrap()).unwrap();
            }
        }
    }
}
