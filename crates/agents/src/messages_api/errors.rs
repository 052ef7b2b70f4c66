//! What went wrong, said to a person, and whether to try again.

use std::error::Error;
use std::time::Duration;

use serde::Deserialize;

use super::config::Secret;
use super::limits::MAX_ERROR_CHARS;
use crate::failure::{Failure, FailureCode};

/// Why a request came to nothing.
#[derive(Debug, PartialEq)]
pub struct Trouble {
    pub failure: Failure,
    pub again: Again,
    /// The service would not take the conversation with this turn in it a second time either.
    pub poisoned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    Never,
    /// After as long as the service said, or as long as is usual.
    After(Option<Duration>),
}

impl Trouble {
    fn final_one(failure: Failure) -> Self {
        Self { failure, again: Again::Never, poisoned: false }
    }

    fn passing(failure: Failure) -> Self {
        Self { failure, again: Again::After(None), poisoned: false }
    }

    fn poisoned(failure: Failure) -> Self {
        Self { failure, again: Again::Never, poisoned: true }
    }

    /// The connection could not be made or did not hold.
    pub fn unreachable(error: reqwest::Error, secret: &Secret) -> Self {
        let error = error.without_url();
        let mut causes = Vec::new();
        let mut cause: Option<&dyn Error> = Some(&error);
        while let Some(error) = cause {
            causes.push(error.to_string());
            cause = error.source();
        }
        Self::broken(&shorten(&secret.strike(&causes.join(": "))))
    }

    pub fn broken(why: &str) -> Self {
        let failure = Failure::new(FailureCode::Network, format!("The connection to the model API failed: {why}"));
        Self::passing(failure.remedy("Check the network and ANTHROPIC_BASE_URL, then send a message to go on."))
    }

    pub fn too_large() -> Self {
        Self::final_one(Failure::new(FailureCode::Unknown, "The model API answered with more than can be taken"))
    }

    /// The model would not answer; what led to it must not be sent again.
    pub fn declined(explanation: Option<&str>) -> Self {
        let message = explanation.map_or_else(|| "The model declined to answer".to_owned(), shorten);
        let failure = Failure::new(FailureCode::Declined, message);
        Self::poisoned(failure.remedy("Put it differently; the model has forgotten this message."))
    }
}

/// What the headers of an error say about when to come back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints {
    pub retry_after: Option<Duration>,
    /// In milliseconds since 1970.
    pub resets_at_ms: Option<i64>,
}

/// An error as the service words it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ServiceError {
    #[serde(rename = "type")]
    pub kind: String,
    pub message: String,
}

impl ServiceError {
    /// Reads the body of an error; anything else than the service's own form is its message.
    pub fn parse(body: &[u8]) -> Self {
        #[derive(Deserialize)]
        struct Body {
            error: ServiceError,
        }
        match serde_json::from_slice::<Body>(body) {
            Ok(body) => body.error,
            Err(_) => Self { kind: String::new(), message: String::from_utf8_lossy(body).into_owned() },
        }
    }

    /// Returns what an error with an HTTP status means.
    pub fn with_status(self, status: u16, hints: Hints, secret: &Secret, longest_wait: Duration) -> Trouble {
        let kind = match status {
            401 => "authentication_error",
            402 => "billing_error",
            403 => "permission_error",
            404 => "not_found_error",
            413 => "request_too_large",
            429 => "rate_limit_error",
            500 | 502 | 503 | 504 | 529 => "overloaded_error",
            400 => "invalid_request_error",
            _ => self.kind.as_str(),
        };
        let error = Self { kind: kind.to_owned(), message: shorten(&secret.strike(&self.message)) };
        match error.trouble(status) {
            Trouble { failure, again: Again::After(_), poisoned } => later(failure, poisoned, hints, longest_wait),
            trouble => trouble,
        }
    }

    /// Returns what an error in the middle of an answer means.
    pub fn in_stream(self, secret: &Secret) -> Trouble {
        Self { message: shorten(&secret.strike(&self.message)), ..self }.trouble(200)
    }

    fn trouble(&self, status: u16) -> Trouble {
        let text = self.message.to_lowercase();
        let failure = |code, words: &str| {
            let said = if self.message.is_empty() { format!("status {status}") } else { self.message.clone() };
            Failure::new(code, format!("{words}: {said}"))
        };
        let billing = || {
            let failure = failure(FailureCode::Refused, "The model API refuses because of the account's billing");
            Trouble::final_one(failure.remedy("Look at the plan and the credit in the console of the service."))
        };
        let full = || {
            let failure = failure(FailureCode::ContextFull, "The conversation is longer than the model can read");
            Trouble::poisoned(failure.remedy("Say less at once, or begin a new conversation."))
        };
        match self.kind.as_str() {
            "authentication_error" => {
                let failure = failure(FailureCode::Unauthorized, "The model API does not accept the key");
                Trouble::final_one(failure.remedy("Check ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN)."))
            }
            "billing_error" => billing(),
            _ if text.contains("credit balance") || text.contains("billing") => billing(),
            "permission_error" => Trouble::final_one(failure(FailureCode::Refused, "The key has no right to this")),
            "not_found_error" if text.contains("model") => {
                let failure = failure(FailureCode::ModelMissing, "The model API does not know the model");
                Trouble::final_one(failure.remedy("Choose another model."))
            }
            "not_found_error" => {
                let failure = failure(FailureCode::Refused, "There is no model API at this address");
                Trouble::final_one(failure.remedy("Check ANTHROPIC_BASE_URL."))
            }
            "request_too_large" => full(),
            "invalid_request_error" if is_too_long(&text) => full(),
            "invalid_request_error" => {
                Trouble::poisoned(failure(FailureCode::Refused, "The model API refuses the request"))
            }
            "rate_limit_error" => Trouble::passing(failure(FailureCode::UsageLimit, "The model API was used too much")),
            "overloaded_error" | "api_error" | "timeout_error" => {
                let failure = failure(FailureCode::Overloaded, "The model API cannot answer now");
                Trouble::passing(failure.remedy("Wait a little, then send a message to go on."))
            }
            _ => Trouble::final_one(failure(FailureCode::Unknown, "The model API answered with an error")),
        }
    }
}

/// Says when to come back to a service that wants to be left alone.
fn later(failure: Failure, poisoned: bool, hints: Hints, longest_wait: Duration) -> Trouble {
    if failure.code != FailureCode::UsageLimit {
        return Trouble { failure, again: Again::After(hints.retry_after), poisoned };
    }
    let failure = Failure { resets_at_ms: hints.resets_at_ms, ..failure };
    let long = hints.retry_after.is_some_and(|wait| wait > longest_wait);
    let again = if long { Again::Never } else { Again::After(hints.retry_after) };
    Trouble { failure: failure.remedy("Wait until the limit is lifted, or use another key."), again, poisoned }
}

fn is_too_long(text: &str) -> bool {
    ["prompt is too long", "exceed context limit", "context window"].iter().any(|words| text.contains(words))
}

fn shorten(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(MAX_ERROR_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
