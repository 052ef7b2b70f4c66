//! A session as those who follow it see it.

use store::{OpenRequest, Session, WaitingMessage};

use crate::pulse::Doing;

#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub session: Session,
    /// Its place in the queue, counted from 1, while it is queued.
    pub place: Option<usize>,
    pub last_event: u64,
    /// What a person is asked.
    pub requests: Vec<OpenRequest>,
    /// What has not yet reached the agent.
    pub messages: Vec<WaitingMessage>,
    /// What it is doing, while it works.
    pub doing: Option<Doing>,
}

impl View {
    /// Tells whether nothing is different but what every event moves: the last number, and the time of it.
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        let Self { session, place, last_event: _, requests, messages, doing: _ } = self;
        let session = Session { updated_at: other.session.updated_at, ..session.clone() };
        (&session, place, requests, messages) == (&other.session, &other.place, &other.requests, &other.messages)
    }
}
