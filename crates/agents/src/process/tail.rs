//! The end of what a program prints as diagnostics.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::AsyncReadExt;
use tokio::process::ChildStderr;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::limits::STDERR_TAIL_BYTES;

pub(super) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    open: watch::Receiver<bool>,
    /// Ends with us.
    _reading: JoinSet<()>,
}

impl Tail {
    pub(super) fn of(mut stderr: ChildStderr) -> Self {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let (closing, open) = watch::channel(true);
        let into = Arc::clone(&kept);
        let mut reading = JoinSet::new();
        reading.spawn(async move {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stderr.read(&mut buffer).await {
                let mut kept = into.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&buffer[..count]);
                let excess = kept.len().saturating_sub(STDERR_TAIL_BYTES);
                kept.drain(..excess);
            }
            closing.send_replace(false);
        });
        Self { kept, open, _reading: reading }
    }

    pub(super) fn text(&self) -> String {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }

    pub(super) async fn closed(&mut self) {
        // An error means the task is gone, and the pipe with it.
        self.open.wait_for(|open| !open).await.ok();
    }
}
