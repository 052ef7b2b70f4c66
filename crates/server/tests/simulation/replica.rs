//! One board in one client: what the server told, and the client's own changes on top until they are answered.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::{BoardId, Seq};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::disk::Disk;
use crate::tree::{Tree, text};

/// How long a client waits before it tries again what did not work.
const RETRY_AFTER: Duration = Duration::from_millis(300);

pub struct Replica {
    pub board: BoardId,
    /// The board as the server told it; none before the first snapshot.
    pub told: Option<Tree>,
    watch: Watch,
    pending: Vec<Pending>,
    retry_at: Option<Instant>,
    pub answers: BTreeMap<String, Answer>,
}

#[derive(Debug, PartialEq)]
enum Watch {
    /// Not open, and to be opened at some moment, if any.
    Closed(Option<Instant>),
    /// Asked for; the answer starts after this `seq`.
    Opening(Option<Seq>),
    Open,
}

#[derive(Debug)]
struct Pending {
    id: String,
    ops: Vec<Value>,
    state: Delivery,
}

#[derive(Debug, PartialEq)]
enum Delivery {
    Unsent,
    InFlight,
    /// On disk under this number, which the client has not been told yet.
    Acked(Seq),
}

/// What became of a change, for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Acked(Seq),
    Rejected(String),
}

#[derive(Deserialize)]
struct Shown<'a> {
    #[serde(borrow)]
    changes: Vec<&'a RawValue>,
}

type Heard = Result<Vec<String>, String>;

impl Replica {
    pub fn new(board: BoardId) -> Self {
        let watch = Watch::Closed(None);
        Self { board, told: None, watch, pending: Vec::new(), retry_at: None, answers: BTreeMap::new() }
    }

    /// Returns the board as the user sees it.
    pub fn seen(&self) -> Option<Tree> {
        let mut seen = self.told.clone()?;
        self.pending.iter().for_each(|pending| seen.expect(&pending.ops));
        Some(seen)
    }

    /// Says why the replica is not at rest, if it is not.
    pub fn unrest(&self, head: Seq) -> Option<String> {
        let seq = self.told.as_ref().map(|tree| tree.seq);
        if self.watch == Watch::Open && self.pending.is_empty() && seq == Some(head) {
            return None;
        }
        Some(format!("{:?}, told up to {seq:?} of {head}, waiting for {:?}", self.watch, self.pending))
    }

    pub fn is_open(&self) -> bool {
        self.watch == Watch::Open
    }

    /// Takes a change of the user's and returns it if it can go out now.
    pub fn change(&mut self, id: String, ops: Vec<Value>, is_connected: bool) -> Option<String> {
        let goes = is_connected && self.retry_at.is_none();
        let state = if goes { Delivery::InFlight } else { Delivery::Unsent };
        let message = goes.then(|| self.change_message(&id, &ops));
        self.pending.push(Pending { id, ops, state });
        message
    }

    /// Begins anew on a new connection: opens the board where it was left and sends again what was not answered.
    pub fn join(&mut self) -> Vec<String> {
        for pending in &mut self.pending {
            if pending.state == Delivery::InFlight {
                pending.state = Delivery::Unsent;
            }
        }
        self.retry_at = None;
        let mut messages = vec![self.open()];
        messages.extend(self.send_unsent());
        messages
    }

    pub fn leave(&mut self) {
        self.watch = Watch::Closed(None);
    }

    /// Tries again what waited long enough.
    pub fn tick(&mut self, now: Instant) -> Vec<String> {
        let mut messages = Vec::new();
        if matches!(self.watch, Watch::Closed(Some(at)) if at <= now) {
            messages.push(self.open());
        }
        if self.retry_at.is_some_and(|at| at <= now) {
            self.retry_at = None;
            messages.extend(self.send_unsent());
        }
        messages
    }

    fn open(&mut self) -> String {
        let after = self.told.as_ref().map(|tree| tree.seq);
        self.watch = Watch::Opening(after);
        json!({ "type": "open", "board": self.board, "after": after }).to_string()
    }

    fn send_unsent(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        for index in 0..self.pending.len() {
            if self.pending[index].state == Delivery::Unsent {
                self.pending[index].state = Delivery::InFlight;
                messages.push(self.change_message(&self.pending[index].id, &self.pending[index].ops));
            }
        }
        messages
    }

    fn change_message(&self, id: &str, ops: &[Value]) -> String {
        json!({ "type": "change", "board": self.board, "change": { "id": id, "ops": ops } }).to_string()
    }

    /// Takes a message about this board and returns what the client says to it.
    pub fn hear(&mut self, message: &Value, raw: &str, disk: &Disk) -> Heard {
        let answer = match message["type"].as_str() {
            Some("snapshot") => self.snapshot(message, disk),
            Some("changes") => self.changes(raw, disk),
            Some("ack") => self.ack(message, disk),
            Some("reject") => self.reject(message),
            Some("resync") => match self.watch {
                Watch::Closed(_) => Err("a resync of a board that is not open".to_owned()),
                Watch::Opening(_) | Watch::Open => Ok(vec![self.open()]),
            },
            Some("error") => self.refused(message),
            _ => Err("an unknown message".to_owned()),
        };
        let told = self.told.as_ref().map_or(0, |tree| tree.seq);
        self.pending.retain(|pending| !matches!(pending.state, Delivery::Acked(seq) if seq <= told));
        answer
    }

    fn snapshot(&mut self, message: &Value, disk: &Disk) -> Heard {
        let Watch::Opening(after) = self.watch else { return Err("a snapshot nobody asked for".to_owned()) };
        let seq = message["seq"].as_u64().ok_or("a snapshot without a seq")?;
        let allowed = after.is_none_or(|after| seq > after + rooms::MAX_CATCH_UP);
        if !allowed {
            return Err(format!("a snapshot of {seq} for somebody who has {after:?}"));
        }
        let nodes = message["nodes"].as_array().ok_or("a snapshot without nodes")?;
        let tree = Tree::from_snapshot(seq, nodes)?;
        if Some(&tree) != replayed(self.board, seq, disk)?.as_ref() {
            return Err(format!("a snapshot of {seq} that is not what is on disk"));
        }
        self.told = Some(tree);
        self.watch = Watch::Open;
        Ok(Vec::new())
    }

    fn changes(&mut self, raw: &str, disk: &Disk) -> Heard {
        if matches!(self.watch, Watch::Closed(_)) {
            return Err("changes of a board that is not open".to_owned());
        }
        self.watch = Watch::Open;
        let shown: Shown<'_> = serde_json::from_str(raw).map_err(|error| error.to_string())?;
        for body in shown.changes {
            let change: Value = serde_json::from_str(body.get()).map_err(|error| error.to_string())?;
            let tree = self.told.as_mut().ok_or("changes before any snapshot")?;
            tree.apply(&change)?;
            let on_disk = disk.written(self.board, tree.seq).is_some_and(|logged| *logged.body == *body.get());
            if !on_disk {
                return Err(format!("change {} was shown and is not on disk", tree.seq));
            }
            let (id, seq) = (text(&change, "id")?, tree.seq);
            if let Some(index) = self.pending.iter().position(|pending| pending.id == id) {
                self.pending.remove(index);
                self.settle(id, Answer::Acked(seq))?;
            }
        }
        Ok(Vec::new())
    }

    fn ack(&mut self, message: &Value, disk: &Disk) -> Heard {
        let id = text(message, "id")?;
        let seq = message["seq"].as_u64().ok_or("an ack without a seq")?;
        if disk.written(self.board, seq).is_none_or(|logged| logged.id.as_str() != id) {
            return Err(format!("{id} was acknowledged as {seq} and is not on disk there"));
        }
        if self.watch == Watch::Open && self.told.as_ref().is_none_or(|tree| tree.seq < seq) {
            return Err(format!("{id} was acknowledged as {seq} before it was shown"));
        }
        if let Some(pending) = self.pending.iter_mut().find(|pending| pending.id == id) {
            pending.state = Delivery::Acked(seq);
        } else if !self.answers.contains_key(&id) {
            return Err(format!("{id} was acknowledged and never sent"));
        }
        self.settle(id, Answer::Acked(seq))?;
        Ok(Vec::new())
    }

    fn reject(&mut self, message: &Value) -> Heard {
        let (id, code, _) = (text(message, "id")?, text(message, "code")?, text(message, "reason")?);
        let retry = message["retry"].as_bool().ok_or("a reject that does not say whether to retry")?;
        if retry && matches!(self.answers.get(&id), Some(Answer::Acked(_))) {
            // A retry says that the server does not know; a client that has seen its change in the log does.
            return Ok(Vec::new());
        }
        let index = self.pending.iter().position(|pending| pending.id == id && pending.state == Delivery::InFlight);
        let index = index.ok_or_else(|| format!("{id} was rejected and is not waiting for an answer"))?;
        if retry {
            self.pending[index].state = Delivery::Unsent;
            self.retry_at = Some(Instant::now() + RETRY_AFTER);
        } else {
            self.pending.remove(index);
            self.settle(id, Answer::Rejected(code))?;
        }
        Ok(Vec::new())
    }

    /// An error about a board answers its opening.
    fn refused(&mut self, message: &Value) -> Heard {
        match (&self.watch, message["status"].as_u64()) {
            (Watch::Opening(_), Some(503)) => {
                self.watch = Watch::Closed(Some(Instant::now() + RETRY_AFTER));
                Ok(Vec::new())
            }
            _ => Err("an error nobody expects".to_owned()),
        }
    }

    fn settle(&mut self, id: String, answer: Answer) -> Result<(), String> {
        match self.answers.get(&id) {
            Some(before) if *before != answer => {
                return Err(format!("{id} was answered {before:?} and then {answer:?}"));
            }
            Some(_) | None => self.answers.insert(id, answer),
        };
        Ok(())
    }
}

/// Returns the board as the log on disk has it at this moment, if it goes that far.
fn replayed(board: BoardId, seq: Seq, disk: &Disk) -> Result<Option<Tree>, String> {
    let mut tree = Tree::default();
    while tree.seq < seq {
        let Some(logged) = disk.written(board, tree.seq + 1) else { return Ok(None) };
        tree.apply(&serde_json::from_str(&logged.body).map_err(|error| error.to_string())?)?;
    }
    Ok(Some(tree))
}
