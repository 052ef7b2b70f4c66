//! The one task that writes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

use super::batch::{self, Entries, Verdict};
use super::checkpoint::Checkpointer;
use super::fault::Faults;
use super::heads::Heads;
use super::open;
use super::work::{Logs, Work, Write, WriteError};
use crate::{AppendError, StoreError};

/// How many writes may wait.
const QUEUE: usize = 4_096;
/// How long a write waits for a place in a full queue before it is refused.
const QUEUE_WAIT: Duration = Duration::from_secs(5);
/// How many writes are taken from the queue at once.
const MAX_BATCH: usize = 1_024;

/// The way to the writing task.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

/// What the writing task is asked to do.
pub(super) enum Job {
    Append { entries: Entries, reply: oneshot::Sender<Result<(), AppendError>> },
    Write(Box<dyn Write>),
    Checkpoint,
    Reopen,
    Close,
}

impl Writer {
    pub(super) fn start(tasks: &TaskTracker, path: &Path, connection: SqliteConnection, faults: Faults) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let checkpointer = Checkpointer::start(tasks, path, jobs.downgrade());
        let task =
            Task { path: path.to_owned(), connection: Some(connection), heads: Heads::default(), checkpointer, faults };
        tasks.spawn(task.run(queue));
        Self { jobs }
    }

    pub(super) async fn append(&self, doing: &'static str, entries: Entries) -> Result<(), AppendError> {
        if entries.len() == 0 {
            return Ok(());
        }
        let (reply, answer) = oneshot::channel();
        self.send(doing, Job::Append { entries, reply }).await?;
        answer.await.map_err(|gone| StoreError::unavailable(doing, gone))?
    }

    pub(super) async fn write<T: Send + 'static>(&self, work: Work<T>) -> Result<T, StoreError> {
        let doing = work.doing();
        let (reply, answer) = oneshot::channel();
        self.send(doing, Job::Write(work.pending(reply))).await?;
        answer.await.map_err(|gone| StoreError::unavailable(doing, gone))?
    }

    /// Makes the task open its connection anew before the next write.
    pub(super) async fn reopen(&self) -> Result<(), StoreError> {
        self.send("reopen the database", Job::Reopen).await
    }

    /// Ends the task after what is queued; later writes are refused.
    pub(super) async fn close(&self) {
        if self.send("close", Job::Close).await.is_err() {
            tracing::debug!("The writer had ended before it was closed");
        }
    }

    async fn send(&self, doing: &'static str, job: Job) -> Result<(), StoreError> {
        self.jobs.send_timeout(job, QUEUE_WAIT).await.map_err(|error| match error {
            mpsc::error::SendTimeoutError::Timeout(_) => StoreError::unavailable(doing, "too many writes are waiting"),
            mpsc::error::SendTimeoutError::Closed(_) => StoreError::unavailable(doing, "the store is closed"),
        })
    }
}

/// Who asked may have gone away; the write stands all the same.
pub(super) fn answer<T>(reply: oneshot::Sender<T>, value: T) {
    if reply.send(value).is_err() {
        tracing::trace!("Nobody waits for this write any more");
    }
}

struct Task {
    path: PathBuf,
    /// `None` after a failure: the next write opens it again.
    connection: Option<SqliteConnection>,
    heads: Heads,
    checkpointer: Checkpointer,
    faults: Faults,
}

type Appends = Vec<(Entries, oneshot::Sender<Result<(), AppendError>>)>;

impl Task {
    async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(MAX_BATCH);
        while queue.recv_many(&mut jobs, MAX_BATCH).await > 0 {
            let mut appends = Appends::new();
            for job in jobs.drain(..) {
                if let Job::Append { entries, reply } = job {
                    appends.push((entries, reply));
                    continue;
                }
                // In order: what was asked before is written before.
                self.append(std::mem::take(&mut appends)).await;
                match job {
                    Job::Append { .. } => {}
                    Job::Write(write) => self.write(write).await,
                    Job::Checkpoint => self.checkpoint().await,
                    Job::Reopen => self.connection = None,
                    Job::Close => queue.close(),
                }
            }
            self.append(appends).await;
        }
        self.checkpointer.stop();
        if let Some(connection) = self.connection
            && let Err(error) = connection.close().await
        {
            tracing::warn!(error = &error as &dyn std::error::Error, "Could not close the writing connection");
        }
    }

    async fn append(&mut self, appends: Appends) {
        if appends.is_empty() {
            return;
        }
        let batch: Vec<&Entries> = appends.iter().map(|(entries, _)| entries).collect();
        let rows = batch.iter().map(|entries| entries.len()).sum();
        match self.try_append(&batch).await {
            Ok(verdicts) => {
                self.heads.commit();
                for ((_, reply), verdict) in appends.into_iter().zip(verdicts) {
                    answer(reply, verdict.into());
                }
                self.checkpointer.written(rows);
            }
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, rows, "Could not append {rows} records");
                self.give_up();
                let error = Arc::new(error);
                for (_, reply) in appends {
                    let source = Box::new(Arc::clone(&error));
                    answer(reply, Err(StoreError::Unavailable { doing: "append", source }.into()));
                }
            }
        }
    }

    async fn try_append(&mut self, batch: &[&Entries]) -> Result<Vec<Verdict>, sqlx::Error> {
        let connection = connected(&mut self.connection, &self.path, &self.faults).await?;
        match batch::write_together(connection, &mut self.heads, batch).await {
            Err(error) if batch::is_unique_violation(&error) => {
                self.heads.roll_back();
                batch::write_apart(connection, &mut self.heads, batch).await
            }
            outcome => outcome,
        }
    }

    async fn write(&mut self, mut write: Box<dyn Write>) {
        let outcome = self.try_write(write.as_mut()).await;
        match outcome {
            Ok(()) => self.checkpointer.written_much(),
            Err(WriteError::Refused(_)) => {}
            Err(WriteError::Database(_)) => self.give_up(),
        }
        match write.logs() {
            Logs::Kept => {}
            Logs::Written(log) => self.heads.forget(log),
            Logs::Replaced => self.heads.forget_all(),
        }
        write.finish(outcome);
    }

    async fn try_write(&mut self, write: &mut dyn Write) -> Result<(), WriteError> {
        let connection = connected(&mut self.connection, &self.path, &self.faults).await?;
        let mut transaction = connection.begin_with(batch::BEGIN).await?;
        match write.run(&mut transaction).await {
            Ok(()) => Ok(transaction.commit().await?),
            Err(refused @ WriteError::Refused(_)) => {
                transaction.rollback().await?;
                Err(refused)
            }
            // The connection is given up, and its transaction with it.
            Err(failed @ WriteError::Database(_)) => Err(failed),
        }
    }

    /// Finishes a checkpoint that never catches up with constant writing: here nothing is written meanwhile.
    async fn checkpoint(&mut self) {
        let Ok(connection) = connected(&mut self.connection, &self.path, &self.faults).await else { return };
        if let Err(error) = super::checkpoint::run(connection).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "Could not checkpoint on the writer");
            self.give_up();
        }
    }

    /// Drops a connection whose state is no longer sure; SQLite may have rolled back on its own.
    fn give_up(&mut self) {
        self.connection = None;
        self.heads.forget_all();
    }
}

async fn connected<'a>(
    connection: &'a mut Option<SqliteConnection>,
    path: &Path,
    faults: &Faults,
) -> Result<&'a mut SqliteConnection, sqlx::Error> {
    let opened = if let Some(opened) = connection.take() {
        opened
    } else {
        let mut opened = open::writer(path).await?;
        faults.apply(&mut opened).await?;
        opened
    };
    Ok(connection.insert(opened))
}
