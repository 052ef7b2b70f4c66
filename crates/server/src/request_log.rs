//! One line and two numbers per request. Paths, queries, headers and bodies are not written: they can hold secrets.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use http::{HeaderValue, StatusCode};
use tracing::Instrument;

use crate::app::App;
use crate::ids;
use crate::operation::Answered;
use crate::problem::Problem;

/// Runs a request in a span with its id, and says how it went. A panic becomes an answer like any other.
pub async fn log(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let id = ids::mint(app.clock.now()).to_string();
    let span = tracing::info_span!("request", request.id = %id);
    let started = app.clock.elapsed();
    let method = request.method().clone();
    let mut response =
        AssertUnwindSafe(next.run(request)).catch_unwind().instrument(span.clone()).await.unwrap_or_else(|_| {
            tracing::error!(request.id = %id, "A request ended in a panic");
            Problem::internal_logged().into_response()
        });
    let took = app.clock.elapsed().saturating_sub(started);
    let operation = response.extensions().get::<Answered>().map_or("none", |answered| answered.0);
    let status = response.status();
    let took_ms = took.as_secs_f64() * 1_000.0;
    span.in_scope(|| {
        tracing::info!(operation, %method, status = status.as_u16(), took_ms, "Answered {operation} with {}", status.as_u16());
    });
    let class = class(status);
    metrics::counter!("tandem_requests_total", "operation" => operation, "status" => class).increment(1);
    metrics::histogram!("tandem_request_seconds", "operation" => operation).record(took.as_secs_f64());
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

fn class(status: StatusCode) -> &'static str {
    match status.as_u16() {
        ..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        500.. => "5xx",
    }
}
