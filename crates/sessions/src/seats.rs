//! Which sessions are in memory, and how one comes there and goes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::SessionId;
use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::actor::Ask;
use crate::limits::ASK_QUEUE;

/// The sessions that have a task. A clone is another handle on the same ones.
#[derive(Clone, Default)]
pub(crate) struct Seats {
    taken: Arc<Mutex<Taken>>,
    /// Held while a session is read, so that it is read by one.
    opening: Arc<tokio::sync::Mutex<()>>,
}

type Taken = BTreeMap<SessionId, OpenSession>;

/// How to reach a session's task, and how to hear of its end.
struct OpenSession {
    asks: mpsc::Sender<Ask>,
    ended: CancellationToken,
}

/// The right to open sessions.
pub(crate) type Opening<'a> = tokio::sync::MutexGuard<'a, ()>;

/// What a session's task holds while it is there; dropping it frees the seat, also by a panic.
pub(crate) struct Seat {
    session: SessionId,
    seats: Seats,
    left: bool,
    /// Dropped last: tells the next one that nothing more is written.
    _ended: DropGuard,
}

impl Seats {
    /// Returns how to reach a session. One that is ending may still write, and only one may write, so its end is waited
    /// for.
    pub(crate) async fn find(&self, session: SessionId) -> Option<mpsc::Sender<Ask>> {
        let ended = match self.lock().get(&session) {
            Some(open) if !open.asks.is_closed() => return Some(open.asks.clone()),
            Some(open) => open.ended.clone(),
            None => return None,
        };
        ended.cancelled().await;
        None
    }

    pub(crate) async fn opening(&self) -> Opening<'_> {
        self.opening.lock().await
    }

    pub(crate) fn is_taken(&self, session: SessionId) -> bool {
        self.lock().contains_key(&session)
    }

    pub(crate) fn all(&self) -> Vec<(SessionId, mpsc::Sender<Ask>)> {
        self.lock().iter().map(|(session, open)| (*session, open.asks.clone())).collect()
    }

    pub(crate) fn take(
        &self,
        session: SessionId,
        _opening: &Opening<'_>,
    ) -> (mpsc::Sender<Ask>, mpsc::Receiver<Ask>, Seat) {
        let (asks, received) = mpsc::channel(ASK_QUEUE);
        let ended = CancellationToken::new();
        let seat = Seat { session, seats: self.clone(), left: false, _ended: ended.clone().drop_guard() };
        self.lock().insert(session, OpenSession { asks: asks.clone(), ended });
        metrics::gauge!("tandem_sessions_open").increment(1.0);
        (asks, received, seat)
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        // The map is whole at every step.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// Frees the seat unless somebody is about to ask something.
    pub(crate) fn leave(&mut self, asks: &mpsc::Receiver<Ask>) -> bool {
        let mut taken = self.seats.lock();
        // Whoever asks got a sender from the map, under this lock.
        let alone = asks.is_empty() && asks.sender_strong_count() == 1;
        if alone {
            taken.remove(&self.session);
            self.left = true;
        }
        alone
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        metrics::gauge!("tandem_sessions_open").decrement(1.0);
        if !self.left {
            self.seats.lock().remove(&self.session);
        }
    }
}
