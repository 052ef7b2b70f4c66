//! The WebSocket under a conversation.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::{Sink, Stream};

use super::connection::{CloseReason, Incoming, Outgoing, converse};
use crate::app::App;
use crate::limits::{MAX_MESSAGE_BYTES, SOCKET_READ_BYTES};
use crate::problem::Problem;

/// Answers `GET /api/ws`. Its origin has been checked before routing.
pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|_| Problem::bad_request("websocket_needed", "This path speaks WebSocket only."))?;
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(SOCKET_READ_BYTES)
        .write_buffer_size(0);
    let tasks = app.tasks.clone();
    Ok(upgrade.on_upgrade(move |socket| {
        tasks.track_future(async move {
            let reason = converse(app, Carrier(socket)).await;
            tracing::debug!(?reason, "Closed a socket");
        })
    }))
}

struct Carrier(WebSocket);

impl Stream for Carrier {
    type Item = Incoming;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Incoming>> {
        Pin::new(&mut self.0).poll_next(context).map(|received| match received? {
            Ok(Message::Text(text)) => Some(Incoming::Text(text.into())),
            Ok(Message::Ping(_) | Message::Pong(_)) => Some(Incoming::Alive),
            Ok(Message::Binary(_)) => Some(Incoming::Refused(CloseReason::NotText)),
            Err(error) if is_capacity(&error) => Some(Incoming::Refused(CloseReason::TooLarge)),
            Ok(Message::Close(_)) | Err(_) => None,
        })
    }
}

/// The library's own error type is not public through axum, so it is told by its words.
fn is_capacity(error: &axum::Error) -> bool {
    error.to_string().contains("too long")
}

impl Sink<Outgoing> for Carrier {
    type Error = axum::Error;

    fn poll_ready(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        Pin::new(&mut self.0).poll_ready(context)
    }

    fn start_send(mut self: Pin<&mut Self>, item: Outgoing) -> Result<(), axum::Error> {
        let message = match item {
            Outgoing::Frame(frame) => {
                let text = Utf8Bytes::try_from(frame.into_bytes()).map_err(axum::Error::new)?;
                Message::Text(text)
            }
            Outgoing::Ping => Message::Ping(bytes::Bytes::new()),
            Outgoing::Close(reason) => {
                Message::Close(Some(CloseFrame { code: reason.code(), reason: reason.text().into() }))
            }
        };
        Pin::new(&mut self.0).start_send(message)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_close(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        Pin::new(&mut self.0).poll_close(context)
    }
}
