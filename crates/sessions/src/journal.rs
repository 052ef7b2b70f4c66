//! Numbering what happens, and gathering text that comes in drops.

use std::collections::HashMap;

use agents::{BlockKind, Event, Origin, Point, Tokens, ToolId, TurnOutcome};
use engine::Timestamp;
use serde_json::{Value, json};
use store::SessionEvent;
use tokio::time::Instant;

use crate::entry::{ASSISTANT_MESSAGE, DONE, Entry, TEXT_DELTA, THINKING_DELTA, outcome_name};
use crate::limits::{DELTA_BYTES, DELTA_WINDOW, MAX_ANSWER_BYTES};

/// The end of a session's log.
#[derive(Debug)]
pub(crate) struct Journal {
    last: u64,
    /// What has its number and is not yet written.
    fresh: Vec<SessionEvent>,
    /// What is being said.
    open: Option<OpenBlock>,
    /// When the last drops were let through.
    flushed: Option<Instant>,
    /// The drops of this turn: how many, and where they lie.
    drops: Drops,
    started: HashMap<ToolId, Timestamp>,
}

#[derive(Debug)]
struct OpenBlock {
    kind: BlockKind,
    text: String,
    /// How much of the text has been let through, and in how many drops.
    shown: usize,
    drops: u64,
    /// When the first drop came, if that is known.
    began_at: Option<Timestamp>,
}

/// The events of a turn that are folded away at its end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Drops {
    pub(crate) count: u64,
    pub(crate) first: u64,
    pub(crate) last: u64,
}

/// What the end of a turn says of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TurnFacts {
    pub(crate) tokens: Tokens,
    pub(crate) cost_usd: f64,
    pub(crate) took_ms: u64,
    pub(crate) origin: Origin,
    /// Where it ended in the agent's own record, for a fork that begins there.
    pub(crate) point: Option<Point>,
}

impl TurnFacts {
    /// Returns what is known of a turn that ended without a word of its agent.
    pub(crate) fn cut_off(began_at: Timestamp, now: Timestamp) -> Self {
        let took_ms = u64::try_from(now.as_millis() - began_at.as_millis()).unwrap_or(0);
        Self { tokens: Tokens::default(), cost_usd: 0.0, took_ms, origin: Origin::Person, point: None }
    }

    fn data(&self, turn: u32, outcome: &TurnOutcome, drops: Drops) -> Value {
        let mut data = json!(self.tokens);
        data["turn"] = json!(turn);
        data["outcome"] = json!(outcome_name(outcome));
        data["deltas"] = json!(drops.count);
        data["took_ms"] = json!(self.took_ms);
        data["cost_usd"] = json!(self.cost_usd);
        data["origin"] = json!(self.origin);
        data["point"] = json!(self.point);
        data
    }
}

impl Journal {
    pub(crate) fn after(last: u64) -> Self {
        Self { last, fresh: Vec::new(), open: None, flushed: None, drops: Drops::default(), started: HashMap::new() }
    }

    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    /// Forgets what was not written, and counts on from `last`.
    pub(crate) fn rewind(&mut self, last: u64) {
        self.last = last;
        self.fresh.clear();
    }

    /// Takes what has to be written.
    pub(crate) fn take(&mut self) -> Vec<SessionEvent> {
        std::mem::take(&mut self.fresh)
    }

    /// Takes back what could not be written, before all that came since.
    pub(crate) fn put_back(&mut self, unwritten: Vec<SessionEvent>) {
        self.fresh.splice(0..0, unwritten);
    }

    /// Puts an entry behind all that was said before it.
    pub(crate) fn add(&mut self, entry: &Entry, now: Timestamp) {
        self.let_through(now);
        self.number(entry, now);
    }

    /// Takes a drop of text.
    pub(crate) fn drop(&mut self, kind: BlockKind, text: &str, now: Timestamp, instant: Instant) {
        if text.is_empty() {
            return;
        }
        if self.open.as_ref().is_some_and(|open| open.kind != kind) {
            self.cut(now);
        }
        let open = self.open.get_or_insert_with(|| OpenBlock {
            kind,
            text: String::new(),
            shown: 0,
            drops: 0,
            began_at: Some(now),
        });
        open.text.push_str(up_to(text, MAX_ANSWER_BYTES.saturating_sub(open.text.len())));
        let waiting = open.text.len() - open.shown;
        // The first drop is shown at once, for nothing feels slower than an empty page.
        let due = self.flushed.is_none_or(|flushed| instant >= flushed + DELTA_WINDOW);
        if due || waiting >= DELTA_BYTES {
            self.flushed = Some(instant);
            self.let_through(now);
        }
    }

    /// Returns when drops that are held back must be let through.
    pub(crate) fn due(&self) -> Option<Instant> {
        let waits = self.open.as_ref().is_some_and(|open| open.shown < open.text.len());
        waits.then(|| self.flushed.map_or_else(Instant::now, |flushed| flushed + DELTA_WINDOW))
    }

    /// Lets through what is held back.
    pub(crate) fn flush(&mut self, now: Timestamp, instant: Instant) {
        self.flushed = Some(instant);
        self.let_through(now);
    }

    /// Ends what was being said: `text` is all of it.
    pub(crate) fn said(&mut self, kind: BlockKind, text: &str, parent: Option<&ToolId>, now: Timestamp) {
        let text = up_to(text, MAX_ANSWER_BYTES);
        if parent.is_some() {
            return self
                .add(&Entry::new(ASSISTANT_MESSAGE, json!({ "kind": kind, "text": text, "parent": parent })), now);
        }
        if self.open.as_ref().is_some_and(|open| open.kind != kind) {
            self.cut(now);
        }
        // Whoever gets the drops and no text must end with the same text.
        let same = self.open.as_ref().is_some_and(|open| text.starts_with(&open.text));
        if same {
            let rest = self.open.as_ref().map_or(0, |open| open.text.len());
            if let Some(open) = &mut self.open {
                open.text.push_str(&text[rest..]);
            }
            self.let_through(now);
        }
        let open = self.open.take();
        let began_at = open.as_ref().and_then(|open| open.began_at);
        let drops = open.filter(|_| same).map_or(0, |open| open.drops);
        self.flushed = None;
        let data = json!({ "kind": kind, "text": text, "drops": drops, "began_at": began_at });
        self.number(&Entry::new(ASSISTANT_MESSAGE, data), now);
    }

    /// Ends what was being said when nobody will: what there is of it is kept.
    pub(crate) fn cut(&mut self, now: Timestamp) {
        self.let_through(now);
        if let Some(OpenBlock { kind, text, drops, began_at, .. }) = self.open.take() {
            let data = json!({ "kind": kind, "text": text, "drops": drops, "began_at": began_at, "cut": true });
            self.number(&Entry::new(ASSISTANT_MESSAGE, data), now);
        }
        self.flushed = None;
    }

    pub(crate) fn tool(&mut self, event: &Event, now: Timestamp) {
        match event {
            Event::ToolStarted { id, .. } => {
                self.started.insert(id.clone(), now);
                if let Some(entry) = Entry::of(event, now) {
                    self.add(&entry, now);
                }
            }
            Event::ToolEnded { id, content, is_error, diff, parent } => {
                let took = self.started.remove(id).map(|started| (now.as_millis() - started.as_millis()).max(0));
                let data = json!({
                    "id": id, "content": content, "is_error": is_error, "took_ms": took, "diff": diff, "parent": parent,
                });
                self.add(&Entry::new("tool_result", data), now);
            }
            _ => {}
        }
    }

    /// Ends a turn, and returns what of it can be folded away once this is written.
    pub(crate) fn done(&mut self, turn: u32, outcome: &TurnOutcome, facts: &TurnFacts, now: Timestamp) -> Drops {
        self.cut(now);
        self.started.clear();
        let drops = std::mem::take(&mut self.drops);
        self.number(&Entry::new(DONE, facts.data(turn, outcome, drops)), now);
        drops
    }

    fn let_through(&mut self, now: Timestamp) {
        let Some(open) = &mut self.open else { return };
        if open.shown == open.text.len() {
            return;
        }
        let text = &open.text[open.shown..];
        let kind = match open.kind {
            BlockKind::Text => TEXT_DELTA,
            BlockKind::Thinking => THINKING_DELTA,
        };
        let entry = Entry::new(kind, json!({ "text": text }));
        open.shown = open.text.len();
        open.drops += 1;
        self.number(&entry, now);
        let n = self.last;
        self.drops.count += 1;
        self.drops.last = n;
        if self.drops.count == 1 {
            self.drops.first = n;
        }
    }

    fn number(&mut self, entry: &Entry, now: Timestamp) {
        self.last += 1;
        let data = entry.data.to_string().into();
        self.fresh.push(SessionEvent { n: self.last, kind: entry.kind.to_owned(), at: now, data });
    }

    /// Takes up a turn that was cut off: what was being said, and the drops that lie in the log.
    pub(crate) fn take_up(&mut self, said: Option<(BlockKind, String, u64)>, drops: Drops) {
        self.drops = drops;
        self.open = said.map(|(kind, text, drops)| OpenBlock { kind, shown: text.len(), text, drops, began_at: None });
    }
}

/// Returns as much of a text as fits into `bytes`, in whole letters.
fn up_to(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}
