use std::collections::{BTreeMap, HashSet};

use async_trait::async_trait;
use engine::SessionId;

use super::{MemoryStore, State};
use crate::search::{MAX_HITS, MAX_PLACES, Query, TITLE, TITLE_KIND, excerpt, said};
use crate::{FoundSession, Hit, ProjectId, Session, SessionEvent, SessionSearch, StoreError};

/// Where something was said, in the order in which it was.
#[derive(Default)]
pub(super) struct Texts {
    places: BTreeMap<u64, (SessionId, u64)>,
    last: u64,
}

impl Texts {
    pub(super) fn add_events(&mut self, session: SessionId, events: &[SessionEvent]) {
        for event in events {
            if said(&event.kind, &event.data).is_some() {
                self.add(session, event.n);
            }
        }
    }

    pub(super) fn retitle(&mut self, session: SessionId) {
        self.places.retain(|_, place| *place != (session, TITLE));
        self.add(session, TITLE);
    }

    pub(super) fn forget(&mut self, session: SessionId) {
        self.places.retain(|_, (other, _)| *other != session);
    }

    fn add(&mut self, session: SessionId, n: u64) {
        self.last += 1;
        self.places.insert(self.last, (session, n));
    }
}

impl State {
    fn hit(&self, session: &Session, n: u64, query: &Query) -> Option<Hit> {
        let (kind, at, text) = if n == TITLE {
            (TITLE_KIND.to_owned(), session.created_at, session.title.clone())
        } else {
            let event = self.events.get(&session.id)?.get(n)?;
            (event.kind.clone(), event.at, said(&event.kind, &event.data)?)
        };
        let (excerpt, ranges) = if query.is_in(&text) { excerpt(&text, query) } else { return None };
        Some(Hit { n, kind, at, excerpt, ranges })
    }
}

#[async_trait]
impl SessionSearch for MemoryStore {
    async fn search_sessions(
        &self,
        project: ProjectId,
        words: &str,
        before: Option<u64>,
        limit: usize,
    ) -> Result<Vec<FoundSession>, StoreError> {
        let Some(query) = Query::parse(words) else { return Ok(Vec::new()) };
        let state = self.read();
        let mut found: Vec<FoundSession> = Vec::new();
        let mut passed: HashSet<SessionId> = HashSet::new();
        let hits = state.texts.places.iter().rev().filter_map(|(place, (id, n))| {
            let session = state.sessions.get(*id).filter(|session| session.project == project)?;
            Some((*place, session, state.hit(session, *n, &query)?))
        });
        for (place, session, hit) in hits.take(MAX_PLACES) {
            if let Some(known) = found.iter_mut().find(|found| found.session.id == session.id) {
                if known.hits.len() < MAX_HITS {
                    known.hits.push(hit);
                }
            } else if before.is_some_and(|before| place >= before) || found.len() == limit {
                passed.insert(session.id);
            } else if !passed.contains(&session.id) {
                found.push(FoundSession { session: session.clone(), hits: vec![hit], place });
            }
        }
        Ok(found)
    }
}
