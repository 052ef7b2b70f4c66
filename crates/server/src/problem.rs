//! What went wrong, as RFC 9457 problem details. Every error answer of the server is made here.

use std::error::Error;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use engine::TextConflict;
use http::{HeaderValue, StatusCode, header};
use rooms::Chain;
use schemars::JsonSchema;
use serde::Serialize;
use store::StoreError;

/// An error answer. Internals are logged when it is made and are never part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    detail: String,
    errors: Vec<FieldError>,
    retry_after_s: Option<u64>,
    conflict: Option<Box<TextConflict>>,
}

/// What is wrong with one field of a body or query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FieldError {
    /// A JSON pointer into the body, or to the name of a query parameter.
    pub path: String,
    pub message: String,
}

/// The body of an error answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProblemResponse {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    /// What was wrong and what would be right, for people.
    detail: String,
    /// The same for the same kind of problem, for programs.
    code: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    /// Both versions of a text that was edited by two at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Box<TextConflict>>,
}

/// Says an error as a sentence.
pub fn sentence(error: &dyn Error) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

pub const PROBLEM_JSON: &str = "application/problem+json";

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), errors: Vec::new(), retry_after_s: None, conflict: None }
    }

    pub fn bad_request(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    /// No token, or one that does not count. The answer does not say which.
    pub fn unauthorized() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthorized",
            "This needs a valid access token or personal token as `Authorization: Bearer`.",
        )
    }

    pub fn forbidden(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, detail)
    }

    /// Not there, or not visible to whoever asks: the same answer for both.
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("There is no such {what}, or it is not visible to you."))
    }

    pub fn conflict(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }

    /// A field that was understood but is not valid; `pointer` is a JSON pointer.
    pub fn invalid(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let (path, message) = (pointer.into(), message.into());
        let detail = if path.is_empty() { message.clone() } else { format!("{path}: {message}") };
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", detail).with_error(FieldError { path, message })
    }

    pub fn too_many_requests(retry_after_s: u64) -> Self {
        let detail = format!("Too many requests. Try again in {retry_after_s} s.");
        let problem = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", detail);
        Self { retry_after_s: Some(retry_after_s), ..problem }
    }

    /// Busy or without its store; trying again may help.
    pub fn unavailable(code: &'static str, detail: impl Into<String>, retry_after_s: u64) -> Self {
        let problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, code, detail);
        Self { retry_after_s: Some(retry_after_s), ..problem }
    }

    /// Something that should not happen; `error` goes to the log and nowhere else.
    pub fn internal(doing: &'static str, error: &dyn Error) -> Self {
        tracing::error!(doing, error = %Chain(error), "Failed at {doing}");
        Self::internal_logged()
    }

    /// The answer to what `internal` logs, for a caller that has logged it.
    pub fn internal_logged() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "The server failed. Its log says why.")
    }

    pub fn with_error(mut self, error: FieldError) -> Self {
        self.errors.push(error);
        self
    }

    pub fn with_conflict(self, conflict: Option<Box<TextConflict>>) -> Self {
        Self { conflict, ..self }
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub fn code(&self) -> &'static str {
        self.code
    }

    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl From<Problem> for ProblemResponse {
    fn from(problem: Problem) -> Self {
        Self {
            kind: "about:blank",
            title: problem.status.canonical_reason().unwrap_or("Error"),
            status: problem.status.as_u16(),
            detail: problem.detail,
            code: problem.code,
            errors: problem.errors,
            conflict: problem.conflict,
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::from(&error)
    }
}

impl From<&StoreError> for Problem {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::Unavailable { .. } => {
                tracing::warn!(error = %Chain(error), "The store is not available");
                let detail = "The server cannot write or read its data now. Nothing was changed.";
                Self::unavailable("store_unavailable", detail, STORE_RETRY_S)
            }
            StoreError::Damaged { .. } | StoreError::DamagedEvent { .. } => {
                tracing::error!(error = %Chain(error), "The store is damaged");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", error.to_string())
            }
            StoreError::Exists { what } => Self::conflict("exists", format!("This {what} exists already.")),
            StoreError::Missing { what } => Self::not_found(what),
        }
    }
}

const STORE_RETRY_S: u64 = 5;

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, retry_after_s) = (self.status, self.retry_after_s);
        let body = ProblemResponse::from(self);
        // Plain strings and numbers always become JSON.
        let mut response = Response::new(Body::from(serde_json::to_vec(&body).unwrap_or_default()));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        if let Some(seconds) = retry_after_s {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
