//! Clients that edit as fast as they are answered, and remember what they sent and what was acknowledged.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use testkit::{Client, Socket};
use tokio::sync::Notify;

use crate::stage::Board;

/// Rings after so many answers.
pub struct Alarm {
    left: AtomicU64,
    rung: Notify,
}

impl Alarm {
    pub fn after(answers: u64) -> Arc<Self> {
        Arc::new(Self { left: AtomicU64::new(answers), rung: Notify::new() })
    }

    pub fn count(&self) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.rung.notify_one();
        }
    }

    pub async fn rings(&self) {
        self.rung.notified().await;
    }
}

/// What one client has sent, in order, and at which seq it was acknowledged.
pub struct Edits {
    pub board: String,
    pub sent: Vec<(String, Value)>,
    pub acked: BTreeMap<String, u64>,
}

impl Edits {
    fn new(board: &Board) -> Self {
        Self { board: board.id.clone(), sent: Vec::new(), acked: BTreeMap::new() }
    }

    pub fn unanswered(&self) -> impl Iterator<Item = &(String, Value)> {
        self.sent.iter().filter(|(id, _)| !self.acked.contains_key(id))
    }
}

/// Thinks of changes that fit each other: cards are made, renamed, moved and now and then deleted.
pub struct Pen {
    random: StdRng,
    name: String,
    columns: Vec<String>,
    cards: Vec<String>,
    written: usize,
}

impl Pen {
    pub fn new(name: String, seed: u64, board: &Board) -> Self {
        let random = StdRng::seed_from_u64(seed);
        Self { random, name, columns: board.columns.clone(), cards: Vec::new(), written: 0 }
    }

    fn window(&mut self) -> usize {
        self.random.random_range(1..=64)
    }

    /// Returns the id and the ops of the next change.
    pub fn next(&mut self) -> (String, Value) {
        self.written += 1;
        let id = format!("{}-{}", self.name, self.written);
        let column = self.columns[self.random.random_range(0..self.columns.len())].clone();
        let choice = if self.cards.is_empty() { 0 } else { self.random.random_range(0..100) };
        let place = if self.cards.is_empty() { 0 } else { self.random.random_range(0..self.cards.len()) };
        let op = match choice {
            0..40 => {
                self.cards.push(id.clone());
                json!({ "op": "create", "id": id, "kind": "card", "parent": column, "props": { "title": id } })
            }
            40..70 => {
                let props = json!({ "title": format!("by {id}"), "description": "x".repeat(place * 7 % 500) });
                json!({ "op": "update", "id": self.cards[place], "props": props })
            }
            70..93 => json!({ "op": "move", "id": self.cards[place], "parent": column }),
            _ => json!({ "op": "delete", "id": self.cards.swap_remove(place) }),
        };
        (id, json!([op]))
    }
}

/// Edits over a socket, with some changes always under way, until the socket ends.
pub async fn edit(mut socket: Socket, board: Board, mut pen: Pen, alarm: Arc<Alarm>) -> Edits {
    let mut edits = Edits::new(&board);
    let window = pen.window();
    let mut open = true;
    loop {
        while open && edits.sent.len() - edits.acked.len() < window {
            let (id, ops) = pen.next();
            edits.sent.push((id.clone(), ops.clone()));
            open = socket.change(&board.id, &id, ops).await.is_ok();
        }
        let Ok(message) = socket.next().await else { return edits };
        match message["type"].as_str() {
            Some("ack") => {
                let id = message["id"].as_str().unwrap().to_owned();
                let known = edits.acked.insert(id, message["seq"].as_u64().unwrap());
                assert_eq!(known, None, "acknowledged twice: {message}");
                alarm.count();
            }
            Some("reject") => panic!("{message}"),
            _ => {}
        }
    }
}

/// Edits over HTTP, one change after the other, until the server is gone.
pub async fn edit_by_http(client: Client, board: Board, mut pen: Pen, alarm: Arc<Alarm>) -> Edits {
    let mut edits = Edits::new(&board);
    loop {
        let (id, ops) = pen.next();
        edits.sent.push((id.clone(), ops.clone()));
        let Ok(answer) = client.post(&board.path("/changes"), json!({ "id": id, "ops": ops })).await else {
            return edits;
        };
        assert_eq!(answer.status, 200, "{}", answer.body);
        edits.acked.insert(id, answer.body["seq"].as_u64().unwrap());
        alarm.count();
    }
}

/// Watches boards from known places in their logs until the socket ends; returns what it saw, by board and seq.
pub async fn follow(mut socket: Socket, mut heads: BTreeMap<String, u64>) -> BTreeMap<(String, u64), String> {
    let mut seen = BTreeMap::new();
    while let Ok(message) = socket.next().await {
        let changes = message["changes"].as_array().map(Vec::as_slice).unwrap_or_default();
        for change in changes {
            let board = message["board"].as_str().unwrap();
            let head = heads.get_mut(board).unwrap();
            assert_eq!(change["seq"], *head + 1, "a follower missed a change of board {board}");
            *head += 1;
            seen.insert((board.to_owned(), *head), change["id"].as_str().unwrap().to_owned());
        }
    }
    seen
}
