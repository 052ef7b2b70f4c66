use store::{AppendError, StoreError};

/// Why a session could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("there is no such session")]
    Missing,
    #[error("this has been answered already, or is no longer asked")]
    Settled,
    #[error("the plan has changed since it was shown; read it again")]
    PlanChanged,
    /// What is wrong with what was said, and where.
    #[error("{path}: {message}")]
    Invalid { path: String, message: String },
    #[error("there is no agent called {0}")]
    NoAgent(String),
    #[error("{0} messages wait for this agent already; let it catch up")]
    TooMany(usize),
    #[error("the session is busy; try again")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SessionError {
    pub(crate) fn invalid(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid { path: path.into(), message: message.into() }
    }
}

impl From<AppendError> for SessionError {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Conflict => Self::Busy,
            AppendError::Store(StoreError::Missing { what: "request" }) => Self::Settled,
            AppendError::Store(StoreError::Missing { what: "session" }) => Self::Missing,
            AppendError::Store(error) => Self::Store(error),
        }
    }
}
