//! A client of the live socket.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::PATIENCE;

/// A socket that is open.
pub struct Socket {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    /// Connects without saying who.
    pub async fn connect(address: &str) -> Result<Self> {
        let request = format!("ws://{address}/api/ws").into_client_request().context("making a request")?;
        let (stream, _) = timeout(PATIENCE, connect_async(request)).await.context("connecting")??;
        Ok(Self { stream })
    }

    /// Connects, says who, and waits for `ready`.
    pub async fn ready(address: &str, token: &str) -> Result<Self> {
        let mut socket = Self::connect(address).await?;
        socket.send(&json!({ "type": "auth", "token": token })).await?;
        let ready = socket.next().await?;
        if ready["type"] != "ready" {
            bail!("expected ready, got {ready}");
        }
        Ok(socket)
    }

    /// Opens a board and returns the first answer: a snapshot, changes or an error.
    pub async fn open(&mut self, board: &str, after: Option<u64>) -> Result<Value> {
        let mut message = json!({ "type": "open", "board": board });
        if let Some(after) = after {
            message["after"] = json!(after);
        }
        self.send(&message).await?;
        self.until(|message| matches!(message["type"].as_str(), Some("snapshot" | "changes" | "error"))).await
    }

    pub async fn send(&mut self, message: &Value) -> Result<()> {
        self.send_text(message.to_string()).await
    }

    pub async fn send_text(&mut self, text: String) -> Result<()> {
        timeout(PATIENCE, self.stream.send(Message::text(text))).await.context("sending")?.context("sending")
    }

    /// Returns the next message; an error says how the socket closed.
    pub async fn next(&mut self) -> Result<Value> {
        loop {
            let message = timeout(PATIENCE, self.stream.next()).await.context("waiting for a message")?;
            match message {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).context("reading a message"),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(frame))) => match frame {
                    Some(frame) => bail!("closed {} {}", u16::from(frame.code), frame.reason),
                    None => bail!("closed"),
                },
                Some(Ok(other)) => bail!("unexpected message {other:?}"),
                Some(Err(error)) => return Err(error).context("reading"),
                None => bail!("ended"),
            }
        }
    }

    /// Returns the first message that fits; those before it are passed over.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Result<Value> {
        loop {
            let message = self.next().await?;
            if fits(&message) {
                return Ok(message);
            }
        }
    }

    /// Sends a change.
    pub async fn change(&mut self, board: &str, id: &str, ops: Value) -> Result<()> {
        self.send(&json!({ "type": "change", "board": board, "change": { "id": id, "ops": ops } })).await
    }

    /// Sends a change and waits for its `ack` or `reject`.
    pub async fn change_and_wait(&mut self, board: &str, id: &str, ops: Value) -> Result<Value> {
        self.change(board, id, ops).await?;
        self.until(|message| message["id"] == id && matches!(message["type"].as_str(), Some("ack" | "reject"))).await
    }

    /// Returns the code with which the server closes the socket.
    pub async fn closing_code(&mut self) -> Result<u16> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.context("waiting for the end")? {
                Some(Ok(Message::Close(Some(frame)))) => return Ok(frame.code.into()),
                Some(Ok(Message::Close(None))) | None => bail!("closed without a code"),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error).context("reading"),
            }
        }
    }
}
