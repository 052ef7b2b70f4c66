//! What waits for one socket: bounded in frames and in bytes.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::frame::Frame;
use crate::limits::{MAX_IN_FLIGHT, OUTBOX_BYTES, OUTBOX_FRAMES};

/// The sending end. Pushing never waits.
#[derive(Clone)]
pub struct Outbox(Arc<Shared>);

/// The one reading end; dropping it closes the outbox.
pub struct OutboxReader(Arc<Shared>);

/// The reader has not kept up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the reader is too slow")]
pub struct Full;

/// A place among a socket's unanswered changes; dropping it frees the place.
pub struct Permit(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    filled: Notify,
    drained: Notify,
    in_flight: AtomicUsize,
    answered: Notify,
}

#[derive(Default)]
struct Queue {
    frames: VecDeque<Frame>,
    bytes: usize,
    closed: bool,
}

impl Outbox {
    pub fn new() -> (Self, OutboxReader) {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            filled: Notify::new(),
            drained: Notify::new(),
            in_flight: AtomicUsize::new(0),
            answered: Notify::new(),
        });
        (Self(Arc::clone(&shared)), OutboxReader(shared))
    }

    /// Queues a frame unless the queue is full. A frame for a closed outbox is dropped.
    pub fn push(&self, frame: Frame) -> Result<(), Full> {
        self.push_within(frame, OUTBOX_FRAMES, OUTBOX_BYTES)
    }

    /// Queues a frame that may be lost, only while the queue is at most half full.
    pub fn push_if_roomy(&self, frame: Frame) -> Result<(), Full> {
        self.push_within(frame, OUTBOX_FRAMES / 2, OUTBOX_BYTES / 2)
    }

    /// Queues a frame, waiting while the queue is more than half full: for what is read from a log and can wait.
    ///
    /// Fails when nobody reads any more.
    pub async fn push_when_roomy(&self, frame: Frame) -> Result<(), Full> {
        loop {
            let mut drained = std::pin::pin!(self.0.drained.notified());
            // Registered before looking, so that a drain in between is heard.
            drained.as_mut().enable();
            if self.is_closed() {
                return Err(Full);
            }
            if self.push_if_roomy(frame.clone()).is_ok() {
                return Ok(());
            }
            drained.await;
        }
    }

    /// Queues a small frame that must not be lost, also when the queue is full.
    ///
    /// A reader who makes us queue as many of these again, by asking and never reading, is given up.
    pub fn push_always(&self, frame: Frame) {
        if self.push_within(frame, 2 * OUTBOX_FRAMES, usize::MAX).is_err() {
            self.give_up();
        }
    }

    fn push_within(&self, frame: Frame, frames: usize, bytes: usize) -> Result<(), Full> {
        let mut queue = self.0.queue();
        if queue.closed {
            return Ok(());
        }
        let fits = queue.frames.len() < frames && queue.bytes.saturating_add(frame.as_bytes().len()) <= bytes;
        if !fits && !queue.frames.is_empty() {
            return Err(Full);
        }
        queue.bytes += frame.as_bytes().len();
        queue.frames.push_back(frame);
        let was_empty = queue.frames.len() == 1;
        drop(queue);
        if was_empty {
            self.0.filled.notify_one();
        }
        Ok(())
    }

    /// Takes a place among the unanswered changes, waiting for one when all are taken.
    pub async fn permit(&self) -> Permit {
        loop {
            let answered = self.0.answered.notified();
            let taken = self.0.in_flight.fetch_update(Ordering::AcqRel, Ordering::Acquire, |taken| {
                (taken < MAX_IN_FLIGHT).then_some(taken + 1)
            });
            if taken.is_ok() {
                return Permit(Arc::clone(&self.0));
            }
            answered.await;
        }
    }

    /// Returns whether nobody reads any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.queue().closed
    }

    /// Closes the outbox because its reader does not read; the reader is told at its next `take`.
    pub fn give_up(&self) {
        let mut queue = self.0.queue();
        queue.closed = true;
        queue.frames = VecDeque::new();
        queue.bytes = 0;
        drop(queue);
        self.0.filled.notify_one();
        self.0.drained.notify_waiters();
    }
}

impl OutboxReader {
    /// Waits until something is queued and moves all of it out. Cancelling loses nothing.
    ///
    /// Fails when the outbox was given up: the frames it had are gone.
    pub async fn take(&mut self, into: &mut Vec<Frame>) -> Result<(), Full> {
        loop {
            {
                let mut queue = self.0.queue();
                if queue.closed {
                    return Err(Full);
                }
                if !queue.frames.is_empty() {
                    into.extend(queue.frames.drain(..));
                    queue.bytes = 0;
                    drop(queue);
                    self.0.drained.notify_waiters();
                    return Ok(());
                }
            }
            self.0.filled.notified().await;
        }
    }
}

impl Drop for OutboxReader {
    fn drop(&mut self) {
        let mut queue = self.0.queue();
        queue.closed = true;
        queue.frames = VecDeque::new();
        queue.bytes = 0;
        drop(queue);
        self.0.drained.notify_waiters();
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::AcqRel);
        // Each place wakes one, or else of two who wait only one would hear of two places.
        self.0.answered.notify_one();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing panics while holding the lock, and the queue is whole at every step.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
