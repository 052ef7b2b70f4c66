//! A client with one connection and a replica of every board: the shape of the live client in a browser.

use std::time::Duration;

use engine::BoardId;
use serde_json::{Value, json};
use server::live::{CloseReason, Outgoing};
use tokio::time::Instant;

use crate::disk::Disk;
use crate::edit::{Edit, Sight};
use crate::network::{Received, Wire};
use crate::people::{PEOPLE, Person};
use crate::replica::Replica;
use crate::running::Running;
use crate::trace::Trace;

/// How long a client waits before it connects again.
const RECONNECT_AFTER: Duration = Duration::from_millis(100);

pub struct Client {
    number: usize,
    pub person: Person,
    link: Link,
    latency: Duration,
    pub boards: Vec<Replica>,
    /// Whether it reads what comes.
    reading: Reading,
    minted: u32,
}

enum Link {
    Down {
        until: Instant,
    },
    /// Connected, not yet welcomed.
    Joining(Wire),
    Up(Wire),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Always,
    Never,
}

/// How a connection ends.
#[derive(Clone, Copy, Debug)]
pub enum Drop {
    /// What is under way is lost both ways.
    Cut,
    /// What was sent arrives, and no answer comes back.
    Deaf,
}

impl Client {
    pub fn new(number: usize, latency: Duration, boards: &[BoardId]) -> Self {
        Self {
            number,
            person: Person::of_client(number),
            link: Link::Down { until: Instant::now() },
            latency,
            boards: boards.iter().copied().map(Replica::new).collect(),
            reading: Reading::Always,
            minted: 0,
        }
    }

    /// Makes an edit of what is seen; one who does not read, like a tab that sleeps, makes none.
    pub fn edit(&mut self, board: usize, edit: Edit) {
        let Some(seen) = self.boards[board].seen().filter(|_| self.reading == Reading::Always) else { return };
        let (number, mut minted) = (self.number, self.minted);
        let mut fresh = || {
            minted += 1;
            format!("c{number}.{minted}")
        };
        let told = self.boards[board].told.as_ref().unwrap_or(&seen);
        let ops = edit.ops(&Sight { seen: &seen, told }, &mut fresh);
        let id = if matches!(edit, Edit::Nonsense(_)) { format!("no-{}", fresh()) } else { fresh() };
        self.minted = minted;
        let Some(ops) = ops else { return };
        let message = self.boards[board].change(id, ops, matches!(self.link, Link::Up(_)));
        self.say(message);
    }

    pub fn presence(&mut self, board: usize, at: usize) {
        if self.boards[board].is_open() {
            let presence =
                json!({ "type": "presence", "board": self.boards[board].board, "at": at, "who": self.person.name });
            self.say(Some(presence.to_string()));
        }
    }

    /// Stops reading, after asking for so many answers that the queue for them runs full.
    pub fn stall(&mut self, pings: usize) {
        self.reading = Reading::Never;
        self.say(std::iter::repeat_n(r#"{"type":"ping"}"#.to_owned(), pings));
    }

    pub fn resume(&mut self) {
        self.reading = Reading::Always;
    }

    pub fn drop_connection(&mut self, how: Drop, pause: Duration) {
        match (self.disconnect(pause), how) {
            (Some(wire), Drop::Cut) => wire.cut(),
            (Some(_) | None, Drop::Deaf) | (None, Drop::Cut) => {}
        }
    }

    /// Connects, opens and sends again what is due.
    pub fn tick(&mut self, server: Option<&Running>) {
        let now = Instant::now();
        match (&self.link, server) {
            (Link::Down { until }, Some(server)) if *until <= now => {
                let wire = server.connect(self.latency);
                wire.say(json!({ "type": "auth", "token": self.person.token() }).to_string());
                self.link = Link::Joining(wire);
            }
            (Link::Up(_), _) => {
                let messages: Vec<String> = self.boards.iter_mut().flat_map(|board| board.tick(now)).collect();
                self.say(messages);
            }
            (Link::Down { .. } | Link::Joining(_), _) => {}
        }
    }

    /// Reads what has come, at most so many messages.
    pub fn read(&mut self, most: usize, disk: &Disk, trace: &mut Trace) -> Result<(), String> {
        if self.reading == Reading::Never {
            return Ok(());
        }
        for _ in 0..most {
            let received = match &mut self.link {
                Link::Down { .. } => return Ok(()),
                Link::Joining(wire) | Link::Up(wire) => wire.receive(),
            };
            match received {
                Received::Nothing => return Ok(()),
                Received::End => {
                    trace.note(format_args!("c{} lost its connection", self.number));
                    self.disconnect(RECONNECT_AFTER);
                }
                Received::Message(Outgoing::Ping) => {
                    if let Link::Joining(wire) | Link::Up(wire) = &self.link {
                        wire.pong();
                    }
                }
                Received::Message(Outgoing::Close(reason)) => {
                    trace.note(format_args!("c{} closed: {reason:?}", self.number));
                    self.closed(reason)?;
                }
                Received::Message(Outgoing::Frame(frame)) => {
                    let raw = std::str::from_utf8(frame.as_bytes()).map_err(|error| error.to_string())?;
                    let message: Value = serde_json::from_str(raw).map_err(|error| error.to_string())?;
                    trace.note(format_args!("c{} heard {}", self.number, summary(&message)));
                    let heard = self.hear(&message, raw, disk);
                    heard.map_err(|fault| format!("client {} heard {message}: {fault}", self.number))?;
                }
            }
        }
        Ok(())
    }

    /// Says why the client is not at rest, if it is not.
    pub fn unrest(&self, heads: &[engine::Seq]) -> Option<String> {
        if !matches!(self.link, Link::Up(_)) {
            return Some(format!("client {} is not connected", self.number));
        }
        let unrest = self.boards.iter().zip(heads).find_map(|(board, head)| board.unrest(*head))?;
        Some(format!("client {}: {unrest}", self.number))
    }

    fn hear(&mut self, message: &Value, raw: &str, disk: &Disk) -> Result<(), String> {
        match message["type"].as_str() {
            Some("ready") => self.welcome(message),
            // How agents do for cards is another matter.
            Some("pong" | "inbox" | "projects" | "cards") => Ok(()),
            Some("presence") => check_presence(message),
            // Said before the answer to a failed opening has come.
            Some("error") if message["message"].as_str().is_some_and(|text| text.contains("where you are")) => Ok(()),
            _ => {
                let board = message["board"].as_str().unwrap_or_default();
                let replica = self.boards.iter_mut().find(|replica| replica.board.to_string() == board);
                let answers = replica.ok_or("a message about no board of ours")?.hear(message, raw, disk)?;
                self.say(answers);
                Ok(())
            }
        }
    }

    fn welcome(&mut self, message: &Value) -> Result<(), String> {
        if message["user"]["id"] != json!(self.person.id()) {
            return Err("welcomed as somebody else".to_owned());
        }
        let link = std::mem::replace(&mut self.link, Link::Down { until: Instant::now() });
        let Link::Joining(wire) = link else { return Err("welcomed twice".to_owned()) };
        self.link = Link::Up(wire);
        let messages: Vec<String> = self.boards.iter_mut().flat_map(Replica::join).collect();
        self.say(messages);
        Ok(())
    }

    fn closed(&mut self, reason: CloseReason) -> Result<(), String> {
        self.disconnect(RECONNECT_AFTER);
        match reason {
            CloseReason::GoingAway | CloseReason::TooSlow | CloseReason::Silent | CloseReason::Unavailable => Ok(()),
            CloseReason::NotText
            | CloseReason::TooLarge
            | CloseReason::Unauthorized
            | CloseReason::Revoked
            | CloseReason::Left => Err(format!("client {} was closed as {reason:?}", self.number)),
        }
    }

    fn disconnect(&mut self, pause: Duration) -> Option<Wire> {
        self.boards.iter_mut().for_each(Replica::leave);
        match std::mem::replace(&mut self.link, Link::Down { until: Instant::now() + pause }) {
            Link::Joining(wire) | Link::Up(wire) => Some(wire),
            Link::Down { .. } => None,
        }
    }

    fn say(&self, messages: impl IntoIterator<Item = String>) {
        if let Link::Up(wire) = &self.link {
            messages.into_iter().for_each(|message| wire.say(message));
        }
    }
}

/// Everybody who is said to be somewhere said so themselves.
fn check_presence(message: &Value) -> Result<(), String> {
    for entry in message["peers"].as_array().ok_or("presence without peers")? {
        let (user, state) = (&entry["user"], &entry["state"]);
        let known = PEOPLE.iter().any(|person| user["id"] == json!(person.id()) && user["name"] == person.name);
        if !known || !(state.is_null() || state["who"] == user["name"]) {
            return Err(format!("presence nobody sent: {entry}"));
        }
    }
    Ok(())
}

/// Writes a message without what differs from run to run: ids the server minted.
fn summary(message: &Value) -> String {
    let kind = message["type"].as_str().unwrap_or_default();
    let board = message["board"].as_str().map_or("", |board| &board[..2]);
    let about = match kind {
        "changes" => {
            let changes = message["changes"].as_array().map_or(&[][..], Vec::as_slice);
            let change = |change: &Value| format!("{}={} at {}", change["seq"], id(&change["id"]), change["at"]);
            changes.iter().map(change).collect::<Vec<_>>().join(" ")
        }
        "snapshot" => message["seq"].to_string(),
        "presence" => message["peers"].as_array().map_or(0, Vec::len).to_string(),
        "ack" => format!("{}={}", message["seq"], id(&message["id"])),
        "reject" => format!("{} {}", id(&message["id"]), message["code"]),
        "error" => message["message"].to_string(),
        _ => String::new(),
    };
    format!("{kind} {board} {about}")
}

fn id(id: &Value) -> &str {
    id.as_str().filter(|id| id.len() < 20).unwrap_or("*")
}
