use engine::{BoardId, Seq, SessionId};

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk or the database refuses: full, read-only, gone, busy for too long. Trying again later may help.
    #[error("the store cannot {doing} now")]
    Unavailable {
        doing: &'static str,
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// What is on disk is not what was written.
    #[error("board {board}, change {seq} is damaged: {what}")]
    Damaged { board: BoardId, seq: Seq, what: String },
    /// As `Damaged`, in the log of a session.
    #[error("session {session}, event {n} is damaged: {what}")]
    DamagedEvent { session: SessionId, n: u64, what: String },
    /// Something with this name or id exists already.
    #[error("this {what} exists already")]
    Exists { what: &'static str },
    /// What should be changed is not there.
    #[error("this {what} does not exist")]
    Missing { what: &'static str },
}

impl StoreError {
    pub(crate) fn unavailable(
        doing: &'static str,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Unavailable { doing, source: source.into() }
    }
}

/// Why changes could not be appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another writer has this `seq`, or this change id is in the log already: read the tail and try again.
    #[error("the log moved on: it already has this number or id")]
    Conflict,
    #[error(transparent)]
    Store(#[from] StoreError),
}
