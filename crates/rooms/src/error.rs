//! Why a room could not do what was asked.

use boards::ToolError;
use engine::{ApplyError, LeftOut, Rejection, Seq, SnapshotError};
use store::{AppendError, StoreError};

#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    #[error(transparent)]
    Rejected(#[from] Rejection),
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// Another change has this id already, so this is not a resend.
    #[error("the change id {0} is used by another change")]
    IdTaken(engine::ChangeId),
    /// There is nothing to take back or bring back; what stood in the way is listed.
    #[error("{}", nothing_to_revert(.left_out))]
    NothingToRevert { left_out: Vec<LeftOut> },
    /// People take back their own changes and those of agents.
    #[error("change {0} was made by somebody else; only they can undo it")]
    NotYours(Seq),
    #[error("there is no change {0} on this board")]
    NoSuchChange(Seq),
    /// The change is not saved; sending it again later may work.
    #[error("the change could not be saved now; it will work again when the disk does")]
    NotSaved(#[source] std::sync::Arc<AppendError>),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The log does not fit together.
    #[error("the board's log is damaged")]
    Log(#[from] ApplyError),
    #[error("a record of the board's log cannot be read")]
    Record(#[from] serde_json::Error),
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error("the board cannot be opened")]
    NotOpened(#[source] std::sync::Arc<RoomError>),
    /// The room closed before it answered; whether the change was saved shows when it is sent again.
    #[error("the board was closed before it answered; send the change again")]
    Closed,
}

impl RoomError {
    /// Returns a short stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rejected(rejection) => match rejection.code {
                engine::RejectionCode::Invalid => "invalid",
                engine::RejectionCode::Limit => "limit",
                engine::RejectionCode::Missing => "missing",
                engine::RejectionCode::Exists => "exists",
                engine::RejectionCode::Cycle => "cycle",
                engine::RejectionCode::Referenced => "referenced",
                engine::RejectionCode::TextConflict => "text_conflict",
            },
            Self::Tool(ToolError::Input(_)) => "invalid",
            Self::Tool(ToolError::Missing(_)) | Self::NoSuchChange(_) => "missing",
            Self::IdTaken(_) => "id_taken",
            Self::NothingToRevert { .. } => "nothing_to_revert",
            Self::NotYours(_) => "not_yours",
            Self::NotOpened(error) => error.code(),
            Self::NotSaved(_) | Self::Closed | Self::Store(StoreError::Unavailable { .. }) => "unavailable",
            Self::Store(_) | Self::Log(_) | Self::Record(_) | Self::Snapshot(_) => "damaged",
        }
    }

    /// Returns whether sending the same change again later may work.
    pub fn is_passing(&self) -> bool {
        self.code() == "unavailable"
    }
}

fn nothing_to_revert(left_out: &[LeftOut]) -> String {
    match left_out {
        [] => "there is nothing to undo or redo".to_owned(),
        [first, rest @ ..] => {
            let more = if rest.is_empty() { String::new() } else { format!(", and {} more", rest.len()) };
            format!("nothing could be taken back or brought back: {}: {}{more}", first.node, first.reason)
        }
    }
}

/// Writes an error with its causes, for a log.
pub struct Chain<'a>(pub &'a dyn std::error::Error);

impl std::fmt::Display for Chain<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.0)?;
        let mut source = self.0.source();
        while let Some(error) = source {
            write!(formatter, ": {error}")?;
            source = error.source();
        }
        Ok(())
    }
}
