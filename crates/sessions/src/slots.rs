//! How many sessions work at the same time, and who is next.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::SessionId;
use tokio::sync::{Notify, oneshot, watch};

/// Places for sessions that work. A clone is another handle on the same places.
#[derive(Clone)]
pub(crate) struct Slots(Arc<Shared>);

struct Shared {
    limit: usize,
    state: Mutex<State>,
    moved: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    taken: usize,
    waiting: VecDeque<(SessionId, oneshot::Sender<Slot>)>,
    /// Processes that are kept although they have nothing to do, the longest first.
    idle: VecDeque<Arc<Notify>>,
}

/// A place to work; dropping it gives it to the next.
pub(crate) struct Slot(Arc<Shared>);

/// A place in the queue; dropping it leaves the queue.
pub(crate) struct Ticket {
    session: SessionId,
    granted: oneshot::Receiver<Slot>,
    slots: Arc<Shared>,
}

/// Says that a process is kept for later; dropping it takes that back.
pub(crate) struct Kept {
    slots: Arc<Shared>,
    evicted: Arc<Notify>,
}

impl Slots {
    pub(crate) fn new(limit: usize) -> Self {
        Self(Arc::new(Shared { limit: limit.max(1), state: Mutex::default(), moved: watch::channel(0).0 }))
    }

    /// Takes a place if one is free and nobody waits for it.
    pub(crate) fn take(&self) -> Option<Slot> {
        let mut state = self.0.lock();
        let free = state.taken < self.0.limit && state.waiting.is_empty();
        free.then(|| {
            state.taken += 1;
            Slot(Arc::clone(&self.0))
        })
    }

    /// Takes a place also when none is free: for one who had it, and gave it away while a person was thinking.
    pub(crate) fn take_back(&self) -> Slot {
        self.0.lock().taken += 1;
        Slot(Arc::clone(&self.0))
    }

    /// Joins the queue.
    pub(crate) fn wait(&self, session: SessionId) -> Ticket {
        let (grant, granted) = oneshot::channel();
        self.0.lock().waiting.push_back((session, grant));
        self.0.give();
        Ticket { session, granted, slots: Arc::clone(&self.0) }
    }

    /// Returns how many are before this session, counting itself.
    pub(crate) fn place(&self, session: SessionId) -> Option<usize> {
        let state = self.0.lock();
        state.waiting.iter().position(|(waiting, _)| *waiting == session).map(|index| index + 1)
    }

    /// Hears whenever the queue moves.
    pub(crate) fn moves(&self) -> watch::Receiver<u64> {
        self.0.moved.subscribe()
    }

    /// Says that a process has nothing to do; when too many are kept, the one that has rested longest ends.
    pub(crate) fn keep(&self) -> Kept {
        let evicted = Arc::new(Notify::new());
        let mut state = self.0.lock();
        state.idle.push_back(Arc::clone(&evicted));
        if state.idle.len() > self.0.limit
            && let Some(oldest) = state.idle.pop_front()
        {
            oldest.notify_one();
        }
        drop(state);
        Kept { slots: Arc::clone(&self.0), evicted }
    }
}

impl Kept {
    /// Waits until its place is needed.
    pub(crate) async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.slots.lock().idle.retain(|evicted| !Arc::ptr_eq(evicted, &self.evicted));
    }
}

impl Ticket {
    /// Waits for the place. Safe to cancel.
    pub(crate) async fn granted(&mut self) -> Slot {
        match (&mut self.granted).await {
            Ok(slot) => slot,
            // The queue does not forget anybody who waits; without it there is nothing left to wait for.
            Err(_) => std::future::pending().await,
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.slots.lock().waiting.retain(|(session, _)| *session != self.session);
        self.slots.moved.send_modify(|moves| *moves += 1);
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.lock().taken -= 1;
        self.0.give();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Whole at every step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free places to those who wait.
    fn give(self: &Arc<Self>) {
        loop {
            let mut state = self.lock();
            if state.taken >= self.limit {
                break;
            }
            let Some((_, grant)) = state.waiting.pop_front() else { break };
            state.taken += 1;
            drop(state);
            // One who has just left the queue drops the place, which gives it to the next.
            drop(grant.send(Slot(Arc::clone(self))));
        }
        self.moved.send_modify(|moves| *moves += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(n: u8) -> SessionId {
        SessionId::from_bytes([n; 16])
    }

    #[tokio::test]
    async fn places_are_given_in_order() {
        let slots = Slots::new(1);
        let first = slots.take().unwrap();
        assert!(slots.take().is_none());
        let mut second = slots.wait(session(2));
        let mut third = slots.wait(session(3));
        assert_eq!((slots.place(session(2)), slots.place(session(3))), (Some(1), Some(2)));
        drop(first);
        let held = second.granted().await;
        assert_eq!((slots.place(session(2)), slots.place(session(3))), (None, Some(1)));
        assert!(slots.take().is_none(), "nobody passes those who wait");
        drop(held);
        drop(third.granted().await);
        assert!(slots.take().is_some());
    }

    #[tokio::test]
    async fn leaving_the_queue_lets_the_next_one_in() {
        let slots = Slots::new(1);
        let first = slots.take().unwrap();
        let second = slots.wait(session(2));
        let mut third = slots.wait(session(3));
        drop(first);
        // Granted, and gone before it looked.
        drop(second);
        drop(third.granted().await);
        assert!(slots.take().is_some());
    }

    #[tokio::test]
    async fn one_who_comes_back_is_not_made_to_wait() {
        let slots = Slots::new(1);
        let first = slots.take().unwrap();
        let back = slots.take_back();
        drop(first);
        assert!(slots.take().is_none());
        drop(back);
        assert!(slots.take().is_some());
    }

    #[tokio::test]
    async fn the_process_that_rested_longest_ends_when_too_many_are_kept() {
        let slots = Slots::new(1);
        let first = slots.keep();
        let second = slots.keep();
        first.evicted().await;
        drop(second);
        let third = slots.keep();
        drop((first, third));
        assert!(slots.0.lock().idle.is_empty());
    }
}
