//! What a session refuses, as problems.

use http::StatusCode;
use sessions::SessionError;

use crate::problem::Problem;

const BUSY_RETRY_S: u64 = 2;

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Missing => Self::not_found("session"),
            SessionError::Settled => Self::conflict("request_settled", format!("{}.", capital(&error))),
            SessionError::PlanChanged => Self::conflict("plan_changed", format!("{}.", capital(&error))),
            SessionError::Invalid { path, message } => Self::invalid(path, message),
            SessionError::NoAgent(_) => Self::invalid("/agent", error.to_string()),
            SessionError::TooMany(_) => {
                Self::new(StatusCode::CONFLICT, "limit_reached", format!("{}.", capital(&error)))
            }
            SessionError::Busy => Self::unavailable("busy", format!("{}.", capital(&error)), BUSY_RETRY_S),
            SessionError::Store(source) => Self::from(source),
        }
    }
}

fn capital(error: &SessionError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
