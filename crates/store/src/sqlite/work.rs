//! Writes of any kind, each committed whole or not at all.

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteQueryResult;
use tokio::sync::oneshot;

use super::batch;
use super::heads::LogId;
use super::writer::answer;
use crate::StoreError;

/// Why a write did not happen.
pub(super) enum WriteError {
    /// The data forbid it.
    Refused(StoreError),
    /// The database failed.
    Database(sqlx::Error),
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<StoreError> for WriteError {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

/// Refuses a write that found no row to change.
pub(super) fn some_row(result: &SqliteQueryResult, what: &'static str) -> Result<(), WriteError> {
    if result.rows_affected() > 0 { Ok(()) } else { Err(StoreError::Missing { what }.into()) }
}

/// Says what a broken constraint means.
pub(super) trait Constraint<T> {
    fn or_exists(self, what: &'static str) -> Result<T, WriteError>;
    fn or_missing(self, what: &'static str) -> Result<T, WriteError>;
}

impl<T, E: Into<WriteError>> Constraint<T> for Result<T, E> {
    fn or_exists(self, what: &'static str) -> Result<T, WriteError> {
        self.map_err(|error| match error.into() {
            WriteError::Database(error) if batch::is_unique_violation(&error) => StoreError::Exists { what }.into(),
            other => other,
        })
    }

    fn or_missing(self, what: &'static str) -> Result<T, WriteError> {
        self.map_err(|error| match error.into() {
            WriteError::Database(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => {
                StoreError::Missing { what }.into()
            }
            other => other,
        })
    }
}

type Steps<T> =
    Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, WriteError>> + Send + 'static>;

/// Steps that are committed together or not at all.
pub(super) struct Work<T> {
    doing: &'static str,
    steps: Steps<T>,
    logs: Logs,
}

/// What a write does to logs.
#[derive(Clone, Copy)]
pub(super) enum Logs {
    Kept,
    /// Goes on with this one.
    Written(LogId),
    Replaced,
}

impl<T: Send + 'static> Work<T> {
    pub(super) fn new<F>(doing: &'static str, steps: F) -> Self
    where
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, WriteError>> + Send + 'static,
    {
        Self { doing, steps: Box::new(steps), logs: Logs::Kept }
    }

    pub(super) fn doing(&self) -> &'static str {
        self.doing
    }

    /// Says that a log is written to, so that what is remembered of it is forgotten.
    pub(super) fn writing_to(self, log: LogId) -> Self {
        Self { logs: Logs::Written(log), ..self }
    }

    /// Says that whole logs come or go, so that what is remembered of them is forgotten.
    pub(super) fn replacing_logs(self) -> Self {
        Self { logs: Logs::Replaced, ..self }
    }

    /// Returns the form in which it waits in the queue.
    pub(super) fn pending(self, reply: oneshot::Sender<Result<T, StoreError>>) -> Box<dyn Write> {
        Box::new(Pending { doing: self.doing, logs: self.logs, steps: Some(self.steps), output: None, reply })
    }
}

/// A queued write of any type.
#[async_trait]
pub(super) trait Write: Send {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), WriteError>;
    fn finish(self: Box<Self>, outcome: Result<(), WriteError>);
    fn logs(&self) -> Logs;
}

struct Pending<T> {
    doing: &'static str,
    logs: Logs,
    steps: Option<Steps<T>>,
    /// Held back until the commit.
    output: Option<T>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

#[async_trait]
impl<T: Send + 'static> Write for Pending<T> {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), WriteError> {
        if let Some(steps) = self.steps.take() {
            self.output = Some(steps(connection).await?);
        }
        Ok(())
    }

    fn finish(self: Box<Self>, outcome: Result<(), WriteError>) {
        let result = match (outcome, self.output) {
            (Ok(()), Some(output)) => Ok(output),
            (Ok(()), None) => Err(StoreError::unavailable(self.doing, "the write did not run")),
            (Err(WriteError::Refused(error)), _) => Err(error),
            (Err(WriteError::Database(error)), _) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "Could not {}", self.doing);
                Err(StoreError::unavailable(self.doing, error))
            }
        };
        answer(self.reply, result);
    }

    fn logs(&self) -> Logs {
        self.logs
    }
}
