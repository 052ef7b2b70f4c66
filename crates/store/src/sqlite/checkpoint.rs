//! Copying the write-ahead log into the database file, beside the writer and not in its way.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::SqliteConnection;
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::open;
use super::writer::Job;

/// How many pages may wait in the log before they are copied (8 MB).
const CHECKPOINT_PAGES: i64 = 2_048;
/// How long the log may get before the writer itself is made to wait for a copy (32 MB).
const MAX_LOG_PAGES: i64 = 8_192;
/// After how many rows the size of the log is looked at.
const LOOK_EVERY_ROWS: usize = 256;

/// Says how far the log is without copying anything.
const LOOK: &str = "PRAGMA wal_checkpoint(NOOP)";
const COPY: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// The writer's end: counts what is written and wakes the copying task.
pub(super) struct Checkpointer {
    rows: usize,
    wake: Arc<Notify>,
    stop: CancellationToken,
}

impl Checkpointer {
    pub(super) fn start(tasks: &TaskTracker, path: &Path, writer: mpsc::WeakSender<Job>) -> Self {
        let (wake, stop) = (Arc::new(Notify::new()), CancellationToken::new());
        let task = Task { path: path.to_owned(), connection: None, writer };
        let stopped = stop.clone();
        let woken = Arc::clone(&wake);
        tasks.spawn(async move {
            // A checkpoint cut short is harmless: the next one, or the next start, does it again.
            stopped.run_until_cancelled(task.run(&woken)).await
        });
        Self { rows: 0, wake, stop }
    }

    pub(super) fn written(&mut self, rows: usize) {
        self.rows += rows;
        if self.rows >= LOOK_EVERY_ROWS {
            self.written_much();
        }
    }

    /// Has the log looked at now.
    pub(super) fn written_much(&mut self) {
        self.rows = 0;
        self.wake.notify_one();
    }

    pub(super) fn stop(&self) {
        self.stop.cancel();
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Copies what no reader holds back.
pub(super) async fn run(connection: &mut SqliteConnection) -> Result<Log, sqlx::Error> {
    Log::read(connection, COPY).await
}

/// The write-ahead log in pages.
pub(super) struct Log {
    written: i64,
    copied: i64,
}

impl Log {
    async fn read(connection: &mut SqliteConnection, pragma: &'static str) -> Result<Self, sqlx::Error> {
        let (_busy, written, copied): (i64, i64, i64) = sqlx::query_as(pragma).fetch_one(connection).await?;
        Ok(Self { written, copied })
    }

    fn waiting(&self) -> i64 {
        self.written - self.copied
    }
}

struct Task {
    path: PathBuf,
    connection: Option<SqliteConnection>,
    writer: mpsc::WeakSender<Job>,
}

impl Task {
    async fn run(mut self, wake: &Notify) {
        loop {
            wake.notified().await;
            if let Err(error) = self.look().await {
                tracing::warn!(error = &error as &dyn std::error::Error, "Could not checkpoint");
                self.connection = None;
            }
        }
    }

    async fn look(&mut self) -> Result<(), sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => open::checkpointer(&self.path).await?,
        };
        if Log::read(&mut connection, LOOK).await?.waiting() >= CHECKPOINT_PAGES {
            let log = run(&mut connection).await?;
            if log.written >= MAX_LOG_PAGES
                && let Some(writer) = self.writer.upgrade()
                && writer.try_send(Job::Checkpoint).is_err()
            {
                tracing::debug!("The writer is too busy to checkpoint; the next look asks again");
            }
        }
        self.connection = Some(connection);
        Ok(())
    }
}
