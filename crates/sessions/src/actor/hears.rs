//! What follows from what the agent says.

use std::sync::atomic::Ordering;

use agents::{Command, Event, PermissionDecision, RequestId, TaskState, Tokens, ToolId, TurnOutcome};
use serde::Deserialize;
use serde_json::{Value, json};
use store::{OpenRequest, SessionStatus};
use tokio::time::Instant;

use super::{Actor, Gone, Phase};
use crate::entry::Entry;
use crate::journal::TurnFacts;
use crate::limits::{FOLD_AFTER, MAX_COST_USD, MAX_TOKENS};
use crate::pulse::Doing;
use crate::turns::turn_end;

impl Actor {
    pub(super) async fn hear_all(&mut self, events: Vec<Event>) -> Result<(), Gone> {
        for event in events {
            if let Event::Ended { failure } = event {
                return self.ended(failure).await;
            }
            if self.asks_again(&event) {
                self.commit().await?;
            }
            self.hear(event);
        }
        self.pass_on_drafts().await;
        if self.slot.is_some() || self.in_turn {
            self.hand_over().await;
        }
        self.commit().await
    }

    /// Tells whether it asks under a name that it has just asked under; the earlier one must have been closed first.
    fn asks_again(&self, event: &Event) -> bool {
        match event {
            Event::Question { request, .. } | Event::Plan { request, .. } | Event::Permission { request, .. } => {
                self.step.settled.contains(&request.0)
            }
            _ => false,
        }
    }

    fn hear(&mut self, event: Event) {
        let now = self.now();
        if let Some(doing) = Doing::after(&event) {
            self.doing = Some(doing);
        }
        match event {
            Event::Ready { conversation, .. } => {
                let id = conversation.0.into_bytes();
                if self.row.conversation != id {
                    self.row.conversation = id;
                    self.row_changed = true;
                }
            }
            Event::TurnStarted { model } => self.turn_started(model.as_deref()),
            Event::Delivered { messages } => {
                let ids: Vec<[u8; 16]> = messages.iter().map(|id| id.0.into_bytes()).collect();
                self.delivered(&ids);
            }
            Event::Delta { kind, text } => self.journal.drop(kind, &text, now, Instant::now()),
            Event::Said { kind, text, parent } => self.journal.said(kind, &text, parent.as_ref(), now),
            Event::ToolDraft { id, name, piece } => {
                // What comes after the end of a turn is of nothing that will be made.
                if self.in_turn {
                    self.drafts.push(id, &name, &piece);
                }
            }
            Event::ToolStarted { .. } => self.journal.tool(&event, now),
            Event::ToolEnded { ref id, .. } => {
                self.drafts.end(id);
                self.journal.tool(&event, now);
            }
            Event::Question { ref request, .. } | Event::Plan { ref request, .. } => {
                self.open_request(request.clone(), &event);
            }
            Event::Permission { ref request, ref name, ref input, .. } => {
                if !self.use_grant(request, name, input, &event) {
                    self.open_request(request.clone(), &event);
                }
            }
            Event::Withdrawn { request } => {
                self.withdraw(&request.0);
                self.work_again();
            }
            Event::Usage { context_tokens, context_window, .. } => {
                self.row.totals.context_tokens = context_tokens;
                self.row.totals.context_window = context_window.or(self.row.totals.context_window);
                self.row_changed = true;
                self.log_event(&event);
            }
            Event::ModeChanged { mode } => self.set_mode(mode),
            Event::ModelChanged { model } => self.set_model(&model),
            Event::Task { ref tool, state, .. } => {
                match state {
                    TaskState::Running => self.tasks.insert(tool.clone()),
                    TaskState::Completed | TaskState::Failed => self.tasks.remove(tool),
                };
                self.log_event(&event);
                self.rest();
            }
            Event::Retrying { .. } => {
                // What it was writing it begins anew.
                self.drafts.end_all();
                self.log_event(&event);
            }
            Event::Notice { .. } => self.log_event(&event),
            Event::TurnDone { outcome, tokens, run_cost_usd, took, origin, messages, point } => {
                let ids: Vec<[u8; 16]> = messages.iter().map(|id| id.0.into_bytes()).collect();
                self.delivered(&ids);
                let cost_usd = self.count(tokens, run_cost_usd);
                let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
                self.turn_done(&outcome, &TurnFacts { tokens, cost_usd, took_ms, origin, point });
            }
            Event::Ended { .. } => {}
        }
    }

    fn log_event(&mut self, event: &Event) {
        if let Some(entry) = Entry::of(event, self.now()) {
            self.log(&entry);
        }
    }

    fn turn_started(&mut self, model: Option<&str>) {
        self.in_turn = true;
        self.drafts.end_all();
        self.turn_began_at = self.now();
        self.row.turns += 1;
        self.row.begun = true;
        self.row_changed = true;
        self.turn.store(self.row.turns, Ordering::Relaxed);
        if let Phase::Live { kept, .. } = &mut self.phase {
            *kept = None;
        }
        if self.slot.is_none() {
            // It began by itself: something it had left running came to its end.
            self.slot = Some(self.slots.take_back());
        }
        if self.row.model.is_none() && model.is_some() {
            self.log(&Entry::status(self.row.status, json!({ "model": model })));
        }
        self.set_status(SessionStatus::Running, None);
    }

    fn delivered(&mut self, ids: &[[u8; 16]]) {
        let known: Vec<[u8; 16]> =
            ids.iter().copied().filter(|id| self.messages.iter().any(|message| message.id == *id)).collect();
        if known.is_empty() {
            return;
        }
        self.messages.retain(|message| !known.contains(&message.id));
        self.log(&Entry::delivered(&known));
        self.step.delivered.extend(known);
    }

    fn open_request(&mut self, request: RequestId, event: &Event) {
        let now = self.now();
        let Some(entry) = Entry::of(event, now) else { return };
        let known = self.requests.iter().any(|open| open.id == request.0);
        if known {
            return;
        }
        self.log(&entry);
        let open = OpenRequest {
            session: self.row.id,
            id: request.0,
            kind: entry.kind.to_owned(),
            asked_at: now,
            data: entry.data.to_string().into(),
        };
        self.requests.push(open.clone());
        self.step.opened.push(open);
        self.slot = None;
        self.set_status(SessionStatus::Waiting, None);
    }

    /// Uses what a person allowed before the agent was interrupted, if this is it again.
    fn use_grant(&mut self, request: &RequestId, name: &str, input: &Value, event: &Event) -> bool {
        let granted = self.grants.iter().position(|(tool, granted)| tool == name && granted == input);
        let Some(index) = granted else { return false };
        let decision = PermissionDecision::Once;
        if !self.tell(Command::DecidePermission { request: request.clone(), decision }) {
            return false;
        }
        self.grants.remove(index);
        self.log_event(event);
        let data = json!({ "request_id": request, "kind": "permission", "outcome": "allowed" });
        self.log(&Entry::new("settled", data));
        true
    }

    /// Closes a request; `data` says how.
    pub(super) fn settle(&mut self, request: &str, data: Value) {
        self.requests.retain(|open| open.id != request);
        // Opened and settled before either was written: then it was never open to anybody.
        let unwritten = self.step.opened.iter().any(|open| open.id == request);
        if unwritten {
            self.step.opened.retain(|open| open.id != request);
        } else {
            self.step.settled.push(request.to_owned());
        }
        let mut data = data;
        data["request_id"] = json!(request);
        self.log(&Entry::new("settled", data));
    }

    fn withdraw(&mut self, request: &str) {
        let kind = self.requests.iter().find(|open| open.id == request).map(|open| open.kind.clone());
        if let Some(kind) = kind {
            self.settle(request, json!({ "kind": kind, "outcome": "withdrawn" }));
        }
    }

    pub(super) fn withdraw_all(&mut self) {
        let open: Vec<String> = self.requests.iter().map(|open| open.id.clone()).collect();
        for request in open {
            self.withdraw(&request);
        }
    }

    /// Goes on working when nothing is asked any more.
    pub(super) fn work_again(&mut self) {
        if !self.requests.is_empty() || !self.is_live() {
            return;
        }
        if self.in_turn {
            if self.slot.is_none() {
                self.slot = Some(self.slots.take_back());
            }
            self.set_status(SessionStatus::Running, None);
        } else if self.row.status == SessionStatus::Waiting {
            // Something it had left running had asked.
            self.set_status(SessionStatus::Idle, None);
            self.rest();
        }
    }

    fn count(&mut self, tokens: Tokens, run_cost_usd: f64) -> f64 {
        let run_cost_usd = if run_cost_usd.is_finite() { run_cost_usd.min(MAX_COST_USD) } else { 0.0 };
        let cost = (run_cost_usd - self.counted_usd).max(0.0);
        self.counted_usd = run_cost_usd.max(self.counted_usd);
        let totals = &mut self.row.totals;
        totals.input_tokens = counted(totals.input_tokens, tokens.input);
        totals.output_tokens = counted(totals.output_tokens, tokens.output);
        totals.cache_read_tokens = counted(totals.cache_read_tokens, tokens.cache_read);
        totals.cache_write_tokens = counted(totals.cache_write_tokens, tokens.cache_write);
        totals.cost_usd = (totals.cost_usd + cost).min(MAX_COST_USD);
        self.row_changed = true;
        cost
    }

    fn turn_done(&mut self, outcome: &TurnOutcome, facts: &TurnFacts) {
        // Whatever it asked in this turn it asks no more.
        let open = self.requests.iter().filter(|open| *outcome != TurnOutcome::Completed || !self.is_of_task(open));
        let open: Vec<String> = open.map(|open| open.id.clone()).collect();
        for request in open {
            self.withdraw(&request);
        }
        self.turn_over(outcome, facts);
        self.slot = None;
        match outcome {
            TurnOutcome::Completed | TurnOutcome::Interrupted => {
                let asked = !self.requests.is_empty();
                self.set_status(if asked { SessionStatus::Waiting } else { SessionStatus::Idle }, None);
            }
            TurnOutcome::Failed(failure) => {
                self.log(&Entry::error(failure));
                self.set_status(SessionStatus::Failed, Some(failure));
            }
        }
        self.rest();
    }

    /// Tells whether something that goes on beside the conversation has asked this.
    fn is_of_task(&self, open: &OpenRequest) -> bool {
        #[derive(Deserialize)]
        struct Asked {
            parent: Option<ToolId>,
        }
        let asked = serde_json::from_str::<Asked>(&open.data);
        asked.is_ok_and(|asked| asked.parent.is_some_and(|parent| self.tasks.contains(&parent)))
    }

    /// Ends a turn whose agent says nothing more.
    pub(super) fn turn_cut_off(&mut self, outcome: &TurnOutcome) {
        let facts = TurnFacts::cut_off(self.turn_began_at, self.now());
        self.turn_over(outcome, &facts);
    }

    /// Writes the end of a turn, after which its drops can be folded away.
    fn turn_over(&mut self, outcome: &TurnOutcome, facts: &TurnFacts) {
        self.in_turn = false;
        self.doing = None;
        self.drafts.end_all();
        self.row.outcome = Some(turn_end(outcome));
        self.row_changed = true;
        self.grants.clear();
        let now = self.now();
        let drops = self.journal.done(self.row.turns, outcome, facts, now);
        if drops.count > 0 {
            self.folding.push((Instant::now() + FOLD_AFTER, drops));
        }
    }
}

/// Adds up what an agent says it used, which may be anything.
fn counted(before: u64, more: u64) -> u64 {
    before.saturating_add(more).min(MAX_TOKENS)
}
