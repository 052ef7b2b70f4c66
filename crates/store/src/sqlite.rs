//! The store in one SQLite file: a single writer task, a few readers, and a checksum on every record of a log.

mod accounts;
mod backup;
mod batch;
mod cards;
mod changes;
mod checkpoint;
mod column;
mod events;
mod fault;
mod heads;
mod list;
mod mcp_servers;
mod open;
mod projects;
mod restore;
mod scan;
mod search;
mod sessions;
mod verify;
mod work;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use sqlx::{Connection, SqlitePool};
use tokio_util::task::TaskTracker;

pub use backup::{BackupError, BackupReport, backup};
pub use fault::Fault;
pub use restore::{Existing, RestoreError, restore};

use crate::{StoreError, Upkeep};
use column::Unavailable;
use work::Work;
use writer::Writer;

/// Keeps everything in one SQLite file. A clone is another handle on the same open file.
#[derive(Clone)]
pub struct SqliteStore {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    writer: Writer,
    readers: SqlitePool,
    tasks: TaskTracker,
    faults: fault::Faults,
}

const TOUCH_PROBE: &str = "UPDATE probe SET writes = writes + 1 WHERE id = 1";

impl SqliteStore {
    /// Opens the file, makes it (mode 0600) if it is not there, and brings its tables up to date.
    ///
    /// The folder must exist, and no other process may be writing to the file.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        const DOING: &str = "open the database";
        let connection = open::prepare(path).await.map_err(|source| StoreError::unavailable(DOING, source))?;
        let readers = open::readers(path).await.unavailable(DOING)?;
        let tasks = TaskTracker::new();
        let faults = fault::Faults::default();
        let writer = Writer::start(&tasks, path, connection, faults.clone());
        tasks.close();
        Ok(Self { inner: Arc::new(Inner { path: path.to_owned(), writer, readers, tasks, faults }) })
    }

    /// Makes every write fail in a given way until it is called with `Fault::None`; for tests.
    #[doc(hidden)]
    pub async fn inject(&self, fault: Fault) -> Result<(), StoreError> {
        self.inner.faults.set(fault);
        self.inner.writer.reopen().await
    }

    fn readers(&self) -> &SqlitePool {
        &self.inner.readers
    }

    fn writer(&self) -> &Writer {
        &self.inner.writer
    }
}

#[async_trait]
impl Upkeep for SqliteStore {
    async fn probe(&self) -> Result<(), StoreError> {
        let touch = Work::new("write", |connection| {
            Box::pin(async move {
                sqlx::query(TOUCH_PROBE).execute(connection).await?;
                Ok(())
            })
        });
        self.writer().write(touch).await
    }

    async fn verify(&self) -> Result<Vec<String>, StoreError> {
        const DOING: &str = "verify the database";
        let mut connection = self.readers().acquire().await.unavailable(DOING)?;
        verify::findings(&mut connection).await.unavailable(DOING)
    }

    async fn close(&self) {
        if self.readers().is_closed() {
            return;
        }
        self.writer().close().await;
        self.inner.tasks.wait().await;
        self.readers().close().await;
        // The last connection to close empties the log into the database file and removes it.
        let closed = async { open::writer(&self.inner.path).await?.close().await };
        if let Err(error) = closed.await {
            tracing::warn!(error = &error as &dyn std::error::Error, "Could not fold the write-ahead log in at close");
        }
    }
}
