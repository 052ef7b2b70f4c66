//! What a session refuses, as problems.

use http::StatusCode;
use sessions::SessionError;

use crate::problem::{Problem, sentence};

const BUSY_RETRY_S: u64 = 2;

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Missing => Self::not_found("session"),
            SessionError::Settled => Self::conflict("request_settled", sentence(&error)),
            SessionError::PlanChanged => Self::conflict("plan_changed", sentence(&error)),
            SessionError::Invalid { path, message } => Self::invalid(path, message),
            SessionError::NoAgent(_) => Self::invalid("/agent", error.to_string()),
            SessionError::TooMany(_) => Self::new(StatusCode::CONFLICT, "limit_reached", sentence(&error)),
            SessionError::Busy => Self::unavailable("busy", sentence(&error), BUSY_RETRY_S),
            SessionError::Store(source) => Self::from(source),
        }
    }
}
