//! What a room refuses, as problems.

use engine::{Rejection, RejectionCode};
use http::StatusCode;
use rooms::RoomError;

use crate::problem::{FieldError, Problem};

const ROOM_RETRY_S: u64 = 1;

impl From<RoomError> for Problem {
    fn from(error: RoomError) -> Self {
        Self::from(&error)
    }
}

impl From<&RoomError> for Problem {
    fn from(error: &RoomError) -> Self {
        match error {
            RoomError::Rejected(rejection) => rejected(error, rejection),
            RoomError::Tool(boards::ToolError::Input(fault) | boards::ToolError::Missing(fault)) => {
                Self::invalid(fault.path.clone(), fault.message.clone())
            }
            RoomError::IdTaken(_) | RoomError::NothingToRevert { .. } => {
                Self::conflict(error.code(), format!("{error}."))
            }
            RoomError::NotYours(_) => Self::forbidden(error.code(), format!("{error}.")),
            RoomError::NoSuchChange(_) => Self::not_found("change"),
            RoomError::NotSaved(_) | RoomError::Closed => {
                Self::unavailable("store_unavailable", format!("{error}."), ROOM_RETRY_S)
            }
            RoomError::Store(source) => Self::from(source),
            RoomError::NotOpened(source) => Self::from(source.as_ref()),
            RoomError::Log(source) => damaged(&source.to_string()),
            RoomError::Record(source) => damaged(&source.to_string()),
            RoomError::Snapshot(source) => damaged(&source.to_string()),
        }
    }
}

fn rejected(error: &RoomError, rejection: &Rejection) -> Problem {
    let status = match rejection.code {
        RejectionCode::Invalid | RejectionCode::Limit => StatusCode::UNPROCESSABLE_ENTITY,
        RejectionCode::Missing
        | RejectionCode::Exists
        | RejectionCode::Cycle
        | RejectionCode::Referenced
        | RejectionCode::TextConflict => StatusCode::CONFLICT,
    };
    Problem::new(status, error.code(), rejection.to_string())
        .with_error(FieldError { path: rejection.path(), message: rejection.message.clone() })
        .with_conflict(rejection.conflict.clone())
}

/// The board and the change are in the log; the caller learns that the fault is not theirs.
fn damaged(what: &str) -> Problem {
    tracing::error!(what, "A board's log is damaged");
    Problem::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "damaged",
        "This board's stored history is damaged; it was not changed.",
    )
}
