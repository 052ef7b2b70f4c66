//! A whole conversation, out of the lines of its file.

use std::collections::HashMap;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::entry::{Entry, Message};
use crate::agent::{ConversationId, Point};
use crate::claude_code::reader::{results, said};
use crate::event::{Event, TurnOutcome};
use crate::process::Line;
use crate::text::{bounded, name, title};

/// Entries that are kept while reading, and events of what is returned; the newest.
const MAX_ENTRIES: usize = 200_000;
const MAX_EVENTS: usize = 20_000;

/// What was said in a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct PastConversation {
    pub id: ConversationId,
    pub title: String,
    pub turns: Vec<PastTurn>,
    /// Turns that were left out at the beginning because there are too many.
    pub left_out: usize,
    /// Lines that could not be read.
    pub unreadable: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PastTurn {
    /// What the person said that it began with.
    pub messages: Vec<(i64, String)>,
    pub events: Vec<PastEvent>,
    pub outcome: TurnOutcome,
    pub ended_at_ms: i64,
    pub point: Option<Point>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PastEvent {
    /// In milliseconds since 1970.
    pub at_ms: i64,
    pub event: Event,
}

/// Reads the lines of one file.
#[derive(Debug, Default)]
pub(super) struct Reader {
    entries: Vec<Entry>,
    unreadable: usize,
}

impl Reader {
    pub(super) fn line(&mut self, line: Line) {
        let Line::Text(line) = line else {
            self.unreadable += 1;
            return;
        };
        match Entry::read(&line) {
            // What has no name is bookkeeping.
            Some(entry) if entry.uuid.is_some() && self.entries.len() < MAX_ENTRIES => self.entries.push(entry),
            Some(_) => {}
            None if line.trim().is_empty() => {}
            None => self.unreadable += 1,
        }
    }

    /// Returns the conversation; none if nobody said anything, or it was had in another folder.
    pub(super) fn finish(self, id: ConversationId, folder: &Path) -> Option<PastConversation> {
        let unreadable = self.unreadable;
        let place = self.entries.iter().filter(|entry| entry.is_said()).find_map(|entry| entry.cwd.clone());
        if place.as_deref().map(Path::new) != Some(folder) {
            return None;
        }
        let mut turns: Vec<PastTurn> = Vec::new();
        for entry in branch(self.entries) {
            add(&mut turns, entry);
        }
        let title = title(&turns.first()?.messages.first()?.1);
        let mut left = MAX_EVENTS;
        let fitting = turns.iter().rev().take_while(|turn| {
            let size = turn.messages.len() + turn.events.len() + 1;
            left = left.saturating_sub(size);
            left > 0
        });
        let left_out = turns.len() - fitting.count();
        turns.drain(..left_out);
        (!turns.is_empty()).then_some(PastConversation { id, title, turns, left_out, unreadable })
    }
}

/// Returns what leads to the last thing said: who went back in the terminal left other branches behind.
fn branch(entries: Vec<Entry>) -> Vec<Entry> {
    let Some(last) = entries.iter().rposition(Entry::is_said) else { return Vec::new() };
    let places: HashMap<Uuid, usize> =
        entries.iter().enumerate().filter_map(|(place, entry)| Some((entry.uuid?, place))).collect();
    let mut on_branch = vec![false; entries.len()];
    let mut next = Some(last);
    while let Some(place) = next.filter(|place| !on_branch[*place]) {
        on_branch[place] = true;
        next = entries[place].parent().and_then(|parent| places.get(&parent)).copied();
    }
    let kept = entries.into_iter().zip(on_branch).filter(|(entry, on_branch)| *on_branch && entry.is_said());
    kept.map(|(entry, _)| entry).collect()
}

fn add(turns: &mut Vec<PastTurn>, entry: Entry) {
    let at_ms = entry.at_ms().or_else(|| turns.last().map(|turn| turn.ended_at_ms)).unwrap_or(0);
    if let Some(words) = entry.words() {
        // What is said before there was an answer belongs to the same turn.
        if turns.last().is_none_or(|turn| !turn.events.is_empty() || turn.outcome != TurnOutcome::Completed) {
            turns.push(PastTurn {
                messages: Vec::new(),
                events: Vec::new(),
                outcome: TurnOutcome::Completed,
                ended_at_ms: at_ms,
                point: None,
            });
        }
        if let Some(turn) = turns.last_mut() {
            turn.messages.push((at_ms, bounded(words)));
        }
    }
    let Some(turn) = turns.last_mut() else { return };
    turn.ended_at_ms = at_ms.max(turn.ended_at_ms);
    turn.point = entry.uuid.map(Point).or(turn.point);
    if entry.is_interrupt() {
        turn.outcome = TurnOutcome::Interrupted;
    }
    let answer = entry.is_answer();
    let Entry { message, tool_use_result, .. } = entry;
    let Some(Message { content, model }) = message else { return };
    let events: Vec<Event> = match (answer, model.map(name).as_deref()) {
        // The CLI's own words about an error.
        (true, Some("<synthetic>")) => Vec::new(),
        (true, _) => items(content).into_iter().filter_map(|block| said(block, None)).collect(),
        (false, _) => results::of(items(content), tool_use_result.as_deref(), None),
    };
    turn.events.extend(events.into_iter().map(|event| PastEvent { at_ms, event }));
}

/// Reads those items of a list that are what is expected; a plain text has none.
fn items<T: DeserializeOwned>(content: Value) -> Vec<T> {
    match content {
        Value::Array(items) => items.into_iter().filter_map(|item| serde_json::from_value(item).ok()).collect(),
        _ => Vec::new(),
    }
}
