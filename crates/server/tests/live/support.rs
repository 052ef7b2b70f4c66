//! A server with people and boards, and sockets to it.

use std::sync::Arc;
use std::time::Duration;

use engine::BoardId;
use serde_json::{Value, json};
use server::live::{Incoming, Outgoing};
use store::ProjectId;
use tokio::time::{Instant, sleep_until};

use crate::clock::SimClock;
use crate::disk::Disk;
use crate::network::{Received, Wire};
use crate::people::{PEOPLE, Person, settle_in};
use crate::running::Running;

pub const ANN: Person = PEOPLE[0];
pub const BOB: Person = PEOPLE[1];
/// A viewer.
pub const EVE: Person = PEOPLE[2];
pub const PROJECT: ProjectId = ProjectId::from_bytes([9; 16]);
/// A column every board starts with.
pub const COLUMN: &str = "start.1";

/// How long something that comes at once may take.
const SOON: Duration = Duration::from_secs(2);
/// How often is looked for what comes: at first, and when it takes longer.
const TICKS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(200));

pub struct Stage {
    pub disk: Arc<Disk>,
    pub server: Running,
    pub boards: Vec<BoardId>,
}

impl Stage {
    pub async fn new() -> Self {
        Self::with_boards(1).await
    }

    pub async fn with_boards(count: usize) -> Self {
        let disk = Arc::new(Disk::new(0));
        let boards = settle_in(&disk.memory, count).await;
        let server = Running::start(&disk, &Arc::new(SimClock::new()));
        Self { disk, server, boards }
    }

    pub fn board(&self) -> BoardId {
        self.boards[0]
    }

    /// Connects somebody who has not said who they are.
    pub fn connect(&self) -> Socket {
        Socket { wire: self.server.connect(Duration::ZERO), board: self.board() }
    }

    pub async fn join(&self, person: Person) -> Socket {
        let mut socket = self.connect();
        socket.say(json!({ "type": "auth", "token": person.token() }));
        assert_eq!(socket.hear().await["type"], "ready");
        socket
    }

    /// Joins and opens the first board.
    pub async fn watch(&self, person: Person) -> Socket {
        let mut socket = self.join(person).await;
        socket.open(None);
        assert_eq!(socket.hear().await["type"], "snapshot");
        socket
    }
}

pub struct Socket {
    pub wire: Wire,
    board: BoardId,
}

impl Socket {
    #[expect(clippy::needless_pass_by_value, reason = "a `json!` at the call site reads better without a reference")]
    pub fn say(&self, message: Value) {
        self.wire.say(message.to_string());
    }

    pub fn open(&self, after: Option<u64>) {
        self.say(json!({ "type": "open", "board": self.board, "after": after }));
    }

    /// Sends a change that makes a card; the change of card `a` is `add.a`.
    pub fn add_card(&self, id: &str) {
        self.change(&format!("add.{id}"), json!([create(id)]));
    }

    #[expect(clippy::needless_pass_by_value, reason = "a `json!` at the call site reads better without a reference")]
    pub fn change(&self, id: &str, ops: Value) {
        self.say(json!({ "type": "change", "board": self.board, "change": { "id": id, "ops": ops } }));
    }

    /// Returns the next message, which must come soon.
    pub async fn hear(&mut self) -> Value {
        match self.next(SOON).await {
            Some(Outgoing::Frame(frame)) => serde_json::from_slice(frame.as_bytes()).unwrap(),
            other => panic!("expected a message, got {other:?}"),
        }
    }

    /// Returns the types of the next messages.
    pub async fn hear_types(&mut self, count: usize) -> Vec<String> {
        let mut types = Vec::new();
        for _ in 0..count {
            types.push(self.hear().await["type"].as_str().unwrap().to_owned());
        }
        types
    }

    /// Returns the code with which the connection is closed, within so much time.
    pub async fn closed_within(&mut self, time: Duration) -> u16 {
        loop {
            match self.next(time).await {
                Some(Outgoing::Close(reason)) => {
                    assert!(self.next(SOON).await.is_none(), "the end comes last");
                    return reason.code();
                }
                Some(Outgoing::Frame(_) | Outgoing::Ping) => {}
                None => panic!("it was not closed"),
            }
        }
    }

    /// Returns the code with which the connection is closed at once.
    pub async fn closed(&mut self) -> u16 {
        self.closed_within(SOON).await
    }

    pub async fn assert_quiet(&mut self) {
        let came = self.next(SOON).await;
        assert!(came.is_none(), "{came:?}");
    }

    /// Asks for a sign of life; nothing else may come before it.
    pub async fn assert_alive(&mut self) {
        self.say(json!({ "type": "ping" }));
        assert_eq!(self.hear().await, json!({ "type": "pong" }));
    }

    pub fn send(&self, message: Incoming) {
        self.wire.send(message);
    }

    /// Returns what comes next, or nothing when nothing comes in time or all has come.
    pub async fn next(&mut self, within: Duration) -> Option<Outgoing> {
        let start = Instant::now();
        loop {
            match self.wire.receive() {
                // News of cards at work are not what these tests are about.
                Received::Message(Outgoing::Frame(frame)) if is_of_cards(&frame) => {}
                Received::Message(message) => return Some(message),
                Received::Nothing if start.elapsed() < within => {
                    let tick = (start.elapsed() / 20).clamp(TICKS.0, TICKS.1);
                    sleep_until((Instant::now() + tick).min(start + within)).await;
                }
                Received::Nothing | Received::End => return None,
            }
        }
    }
}

fn is_of_cards(frame: &rooms::Frame) -> bool {
    let message: Value = serde_json::from_slice(frame.as_bytes()).unwrap();
    message["type"] == "cards"
}

/// Makes the op that makes a card.
pub fn create(id: &str) -> Value {
    json!({ "op": "create", "id": id, "kind": "card", "parent": COLUMN, "props": { "title": id } })
}

/// Returns the numbers of the changes in a message.
pub fn seqs(message: &Value) -> Vec<u64> {
    assert_eq!(message["type"], "changes", "{message}");
    message["changes"].as_array().unwrap().iter().map(|change| change["seq"].as_u64().unwrap()).collect()
}
