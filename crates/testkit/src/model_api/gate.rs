//! Something a turn waits for.

use std::sync::Arc;

use tokio::sync::watch;

/// A gate that a test opens. It stays open, so it does not matter who comes first.
#[derive(Debug, Clone)]
pub struct Gate {
    is_open: Arc<watch::Sender<bool>>,
}

impl Gate {
    /// Returns a gate that is shut.
    #[expect(clippy::new_without_default, reason = "a default does not say whether it is open")]
    pub fn new() -> Self {
        Self { is_open: Arc::new(watch::Sender::new(false)) }
    }

    pub fn open(&self) {
        self.is_open.send_replace(true);
    }

    /// Waits until the gate is open.
    pub async fn passed(&self) {
        let mut is_open = self.is_open.subscribe();
        // The sender is held here, so it cannot be gone.
        is_open.wait_for(|is_open| *is_open).await.map(drop).unwrap_or_default();
    }
}
