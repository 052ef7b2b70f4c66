//! Where the time comes from.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use engine::Timestamp;

pub trait Clock: Send + Sync + 'static {
    /// Returns the time of day.
    fn now(&self) -> Timestamp;
    /// Returns the time since some fixed moment; it never goes back.
    fn elapsed(&self) -> Duration;
}

/// The machine's clock.
#[derive(Debug)]
pub struct SystemClock {
    started: Instant,
}

impl SystemClock {
    pub fn new() -> Self {
        Self { started: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks the machine for the time")]
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// A clock that moves only when told to, for tests.
#[derive(Debug)]
pub struct FixedClock {
    started: Timestamp,
    passed_ms: AtomicI64,
}

impl FixedClock {
    pub fn at(started: Timestamp) -> Self {
        Self { started, passed_ms: AtomicI64::new(0) }
    }

    pub fn advance(&self, by: Duration) {
        self.passed_ms.fetch_add(millis(by), Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.started.plus_millis(self.passed_ms.load(Ordering::SeqCst))
    }

    fn elapsed(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.passed_ms.load(Ordering::SeqCst)).unwrap_or(0))
    }
}

/// Returns a duration in the unit of `Timestamp`.
pub fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
