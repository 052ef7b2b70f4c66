//! A client of the live socket.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderValue, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async_with_config, connect_async};

use crate::PATIENCE;

/// Bytes of a small socket's buffers.
const SMALL_BYTES: u32 = 4 * 1024;

/// A socket that is open.
pub struct Socket {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Whether news of cards at work are heard; most tests are about something else.
    hears_cards: bool,
    /// Whether it is heard what agents are about to make.
    hears_ghosts: bool,
}

impl Socket {
    /// Connects without saying who.
    pub async fn connect(address: &str) -> Result<Self> {
        let request = format!("ws://{address}/api/ws").into_client_request().context("making a request")?;
        let (stream, _) = timeout(PATIENCE, connect_async(request)).await.context("connecting")??;
        Ok(Self { stream, hears_cards: false, hears_ghosts: false })
    }

    /// Connects with small buffers: for very many sockets, or for one that shall be full soon.
    pub async fn connect_small(address: &str) -> Result<Self> {
        let request = format!("ws://{address}/api/ws").into_client_request().context("making a request")?;
        let tcp = TcpSocket::new_v4().context("making a socket")?;
        tcp.set_recv_buffer_size(SMALL_BYTES).context("making a socket small")?;
        let stream = timeout(PATIENCE, tcp.connect(address.parse()?)).await.context("connecting")??;
        let config = WebSocketConfig::default().read_buffer_size(SMALL_BYTES as usize);
        let handshake = client_async_with_config(request, MaybeTlsStream::Plain(stream), Some(config));
        let (stream, _) = timeout(PATIENCE, handshake).await.context("connecting")??;
        Ok(Self { stream, hears_cards: false, hears_ghosts: false })
    }

    /// Connects with headers of one's choice, to a path of one's choice; when refused, returns the answer.
    pub async fn knock(
        address: &str,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Result<Self, Response<Option<Vec<u8>>>>> {
        let mut request = format!("ws://{address}{path}").into_client_request().context("making a request")?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, HeaderValue::from_str(value).context("making a header")?);
        }
        match timeout(PATIENCE, connect_async(request)).await.context("connecting")? {
            Ok((stream, _)) => Ok(Ok(Self { stream, hears_cards: false, hears_ghosts: false })),
            Err(Error::Http(response)) => Ok(Err(*response)),
            Err(error) => Err(error).context("connecting"),
        }
    }

    /// Connects, says who, and waits for `ready`.
    pub async fn ready(address: &str, token: &str) -> Result<Self> {
        let mut socket = Self::connect(address).await?;
        socket.authenticate(token).await?;
        Ok(socket)
    }

    /// Says who, and waits for `ready`.
    pub async fn authenticate(&mut self, token: &str) -> Result<()> {
        self.send(&json!({ "type": "auth", "token": token })).await?;
        let ready = self.next().await?;
        if ready["type"] != "ready" {
            bail!("expected ready, got {ready}");
        }
        Ok(())
    }

    /// Hears how cards are doing from now on.
    pub fn hear_cards(&mut self) {
        self.hears_cards = true;
    }

    /// Hears what agents are about to make from now on.
    pub fn hear_ghosts(&mut self) {
        self.hears_ghosts = true;
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
            let message = timeout(PATIENCE, self.next_message()).await.context("waiting for a message")??;
            let is_heard = match message["type"].as_str() {
                Some("cards") => self.hears_cards,
                Some("ghosts") => self.hears_ghosts,
                _ => true,
            };
            if is_heard {
                return Ok(message);
            }
        }
    }

    async fn next_message(&mut self) -> Result<Value> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).context("reading a message"),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(Some(frame)))) => bail!("closed {} {}", u16::from(frame.code), frame.reason),
                Some(Ok(Message::Close(None))) => bail!("closed"),
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
