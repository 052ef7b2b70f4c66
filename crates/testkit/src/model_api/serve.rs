//! The HTTP of the scripted model.

use std::future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::answer::{Answer, Frame};
use super::request::Request;
use super::script::Script;
use super::turn::Failure;

/// Bytes of a request. Histories are long, and pictures are in them.
const BODY_BYTES: usize = 64 * 1024 * 1024;
/// About how many bytes a token has.
const TOKEN_BYTES: usize = 4;

/// What the handlers share with the test.
pub(super) struct Served {
    pub script: watch::Sender<Arc<Script>>,
    pub log: watch::Sender<Log>,
    pub ids: Ids,
    pub stop: CancellationToken,
}

/// What has happened.
#[derive(Default)]
pub(super) struct Log {
    pub requests: Vec<Request>,
    /// Answers that are on their way.
    pub answering: usize,
}

/// Makes ids that differ between the servers of a test, since a conversation may go on at another one.
pub(super) struct Ids {
    port: u16,
    last: AtomicU64,
}

impl Ids {
    pub(super) fn of(port: u16) -> Self {
        Self { port, last: AtomicU64::default() }
    }

    pub(super) fn next(&self, kind: &str) -> String {
        format!("{kind}_{:05}{:010}", self.port, self.last.fetch_add(1, Ordering::Relaxed))
    }
}

/// An answer that is on its way, until it is dropped.
struct Answering {
    served: Arc<Served>,
}

impl Answering {
    /// Writes down a request, which is now being answered.
    fn start(served: &Arc<Served>, request: Request) -> Self {
        served.log.send_modify(|log| {
            log.requests.push(request);
            log.answering += 1;
        });
        Self { served: served.clone() }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.served.log.send_modify(|log| log.answering -= 1);
    }
}

/// Answers until the token is cancelled.
pub(super) async fn serve(listener: TcpListener, served: Arc<Served>) {
    let stopped = served.stop.clone().cancelled_owned();
    let router = Router::new().fallback(receive).layer(DefaultBodyLimit::max(BODY_BYTES)).with_state(served);
    // It never returns an error; one that cannot accept waits and tries again.
    axum::serve(listener, router).with_graceful_shutdown(stopped).await.unwrap_or_default();
}

async fn receive(
    State(served): State<Arc<Served>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let request = Request::new(&method, uri.path(), &headers, &body);
    let response = match (method.as_str(), uri.path()) {
        ("POST", "/v1/messages") if request.body.is_object() => {
            let stop = served.stop.clone();
            let answered = stop.run_until_cancelled(answer(served.clone(), request)).await;
            answered.unwrap_or_else(|| error(StatusCode::SERVICE_UNAVAILABLE, "api_error", "The test is over"))
        }
        (method, path) => {
            let _answering = Answering::start(&served, request);
            match (method, path) {
                ("HEAD", "/") => StatusCode::OK.into_response(),
                ("POST", "/v1/messages") => {
                    error(StatusCode::BAD_REQUEST, "invalid_request_error", "The body is no JSON object")
                }
                ("POST", "/v1/messages/count_tokens") => {
                    Json(json!({ "input_tokens": body.len().div_ceil(TOKEN_BYTES) })).into_response()
                }
                _ => error(StatusCode::NOT_FOUND, "not_found_error", path),
            }
        }
    };
    ([("request-id", served.ids.next("req"))], response).into_response()
}

async fn answer(served: Arc<Served>, mut request: Request) -> Response {
    let script = served.script.borrow().clone();
    let body = request.body.clone();
    let (scene, turn) = script.pick(&body);
    request.scene = scene;
    let answering = Answering::start(&served, request);
    if let Some(gate) = &turn.entrance {
        gate.passed().await;
    }
    if let Some(failure) = turn.failure.as_ref().filter(|failure| failure.strikes()) {
        return failed(failure);
    }
    let answer = Answer::new(turn, &body, &served.ids);
    if body["stream"] == true {
        return streamed(answer.frames(), answering);
    }
    for frame in answer.frames() {
        frame.pass().await;
    }
    Json(answer.message()).into_response()
}

fn streamed(frames: Vec<Frame>, answering: Answering) -> Response {
    let stop = answering.served.stop.clone();
    let stopped = stop.clone().cancelled_owned();
    let events = stream::iter(frames).filter_map(move |frame| {
        // The answer is on its way as long as this stream is there.
        let _answering = &answering;
        async { frame.pass().await.map(|event| Ok(Bytes::from(event_text(&event)))) }
    });
    // An answer that was cut off must not look as if it had ended.
    let cut = async move { stop.is_cancelled().then(|| Err(io::Error::from(io::ErrorKind::ConnectionAborted))) };
    let cut = stream::once(cut).filter_map(future::ready);
    let body = Body::from_stream(events.take_until(stopped).chain(cut));
    ([(header::CONTENT_TYPE, "text/event-stream; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], body)
        .into_response()
}

fn event_text(event: &Value) -> String {
    format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default())
}

fn failed(failure: &Failure) -> Response {
    let mut response = error(failure.status, &failure.kind, &failure.message);
    response.headers_mut().extend(failure.headers.iter().cloned());
    response
}

fn error(status: StatusCode, kind: &str, message: &str) -> Response {
    (status, Json(json!({ "type": "error", "error": { "type": kind, "message": message } }))).into_response()
}
