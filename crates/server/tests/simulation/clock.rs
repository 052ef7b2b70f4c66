//! The time of day of a simulated server.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use engine::Timestamp;
use server::Clock;
use tokio::time::Instant;

const STARTED_MS: i64 = 1_800_000_000_000;

/// Goes with the paused time, and never says the same twice: ids minted later then sort later, whatever else is in them.
pub struct SimClock {
    started: Instant,
    last_ms: AtomicI64,
}

impl SimClock {
    pub fn new() -> Self {
        Self { started: Instant::now(), last_ms: AtomicI64::new(STARTED_MS) }
    }
}

impl Clock for SimClock {
    fn now(&self) -> Timestamp {
        let passed = STARTED_MS + i64::try_from(self.started.elapsed().as_millis()).unwrap();
        let before = self.last_ms.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |last| Some(passed.max(last + 1)));
        Timestamp::from_millis(passed.max(before.unwrap() + 1))
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
