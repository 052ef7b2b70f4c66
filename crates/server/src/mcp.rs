//! The MCP door: board tools for programs, as streamable HTTP without sessions. One request is one message and one answer.
//!
//! Whoever calls is a person with a token and may do what that person may do over HTTP.

mod protocol;
mod tools;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

pub use self::tools::offered;
use crate::access::{Scope, Signed};
use crate::app::App;
use crate::limits::MAX_BODY_BYTES;
use crate::operation::{Answered, body};
use crate::problem::Problem;

/// Answers one message.
pub async fn answer(State(app): State<Arc<App>>, request: Request) -> Response {
    let mut response = message(app, request).await.unwrap_or_else(IntoResponse::into_response);
    response.extensions_mut().insert(Answered("mcp"));
    response
}

async fn message(app: Arc<App>, request: Request) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    let Signed { actor } = Signed::resolve(&app, (), &mut parts).await?;
    let body = body::read(&parts.headers, body, MAX_BODY_BYTES).await?;
    if !is_message(&body::parse(&body)?) {
        let detail =
            "The body must be one JSON-RPC 2.0 message: an object with `jsonrpc`, `method` and, to be answered, `id`.";
        return Err(Problem::bad_request("not_a_message", detail));
    }
    Ok(protocol::answer(app, actor, &parts.headers, body).await)
}

fn is_message(body: &Value) -> bool {
    let method = body.get("method").is_some_and(Value::is_string);
    let id = body.get("id").is_none_or(|id| id.is_string() || id.is_i64() || id.is_u64());
    body.get("jsonrpc").is_some_and(|version| version == "2.0") && method && id
}
