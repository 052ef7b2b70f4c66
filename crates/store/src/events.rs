//! The log of each agent session: appended to, and folded once a later event says the same.

use std::sync::Arc;

use async_trait::async_trait;
use engine::{SessionId, Timestamp};

use crate::{AppendError, StoreError};

/// One numbered event of a session; `data` is JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionEvent {
    pub n: u64,
    pub kind: String,
    pub at: Timestamp,
    pub data: Arc<str>,
}

#[async_trait]
pub trait EventLog: Send + Sync + 'static {
    /// Appends events numbered on from the session's last, all or none. Returns when they are on disk.
    ///
    /// `Missing { what: "session" }` if there is no such session.
    async fn append_events(&self, session: SessionId, events: Vec<SessionEvent>) -> Result<(), AppendError>;

    /// Returns up to `limit` events after number `after`, in order. What was folded away leaves a gap.
    async fn events(&self, session: SessionId, after: u64, limit: usize) -> Result<Vec<SessionEvent>, StoreError>;
    /// Returns up to `limit` events of a kind after number `after`, in order.
    async fn events_of(
        &self,
        session: SessionId,
        kind: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<SessionEvent>, StoreError>;
}
