use std::collections::BTreeMap;

use async_trait::async_trait;
use engine::SessionId;

use super::{MemoryStore, State};
use crate::gaps::{self, Gaps};
use crate::{AppendError, EventLog, SessionEvent, StoreError};

/// The log of one session; its last number stays taken when the event is folded away.
#[derive(Default)]
pub(super) struct Events {
    rows: BTreeMap<u64, SessionEvent>,
    pub(super) last: u64,
}

impl Events {
    pub(super) fn follow(&self, events: &[SessionEvent]) -> bool {
        (self.last + 1..).zip(events).all(|(next, event)| event.n == next)
    }

    pub(super) fn extend(&mut self, events: Vec<SessionEvent>) {
        self.last += events.len() as u64;
        self.rows.extend(events.into_iter().map(|event| (event.n, event)));
    }

    pub(super) fn get(&self, n: u64) -> Option<&SessionEvent> {
        self.rows.get(&n)
    }

    pub(super) fn before(&self, before: u64, limit: usize) -> Vec<SessionEvent> {
        let mut events: Vec<SessionEvent> =
            self.rows.range(..before).rev().take(limit).map(|(_, e)| e.clone()).collect();
        events.reverse();
        events
    }

    /// Removes events of these kinds and returns how many there were.
    pub(super) fn fold(&mut self, from: u64, to: u64, kinds: &[&'static str]) -> u64 {
        let before = self.rows.len();
        self.rows.retain(|n, event| *n < from || *n > to || !kinds.contains(&event.kind.as_str()));
        (before - self.rows.len()) as u64
    }

    pub(super) fn gaps(&self, session: SessionId) -> Vec<String> {
        let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let mut gaps = Gaps::new(session);
        let mut findings = Vec::new();
        for event in self.rows.values() {
            let done = (event.kind == "done").then_some(&*event.data);
            findings.extend(gaps.next(number(event.n), done));
        }
        findings.extend(gaps.finish());
        let last = self.rows.last_key_value().map_or(0, |(n, _)| *n);
        if last < self.last {
            findings.push(gaps::lost_end(session, number(last), number(self.last)));
        }
        findings
    }
}

#[async_trait]
impl EventLog for MemoryStore {
    async fn append_events(&self, session: SessionId, events: Vec<SessionEvent>) -> Result<(), AppendError> {
        let mut state = self.write("append events")?;
        if events.is_empty() {
            return Ok(());
        }
        let State { events: logs, texts, .. } = &mut *state;
        let log = logs.get_mut(&session).ok_or(StoreError::Missing { what: "session" })?;
        if !log.follow(&events) {
            return Err(AppendError::Conflict);
        }
        texts.add_events(session, &events);
        log.extend(events);
        Ok(())
    }

    async fn events(&self, session: SessionId, after: u64, limit: usize) -> Result<Vec<SessionEvent>, StoreError> {
        let state = self.read();
        let Some((log, first)) = state.events.get(&session).zip(after.checked_add(1)) else { return Ok(Vec::new()) };
        Ok(log.rows.range(first..).take(limit).map(|(_, event)| event.clone()).collect())
    }

    async fn events_of(
        &self,
        session: SessionId,
        kind: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<SessionEvent>, StoreError> {
        let all = self.events(session, after, usize::MAX).await?;
        Ok(all.into_iter().filter(|event| event.kind == kind).take(limit).collect())
    }
}
