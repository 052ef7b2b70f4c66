//! A cheap reader of the live socket: it counts what arrives without building JSON from it.

use anyhow::{Context, Result, bail};
use futures_util::StreamExt;
use futures_util::stream::{SplitSink, SplitStream};
use testkit::Socket;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub type Wire = WebSocketStream<MaybeTlsStream<TcpStream>>;
pub type Sender = SplitSink<Wire, Message>;
pub type Receiver = SplitStream<Wire>;

/// What a frame held.
pub enum Seen<'a> {
    /// So many changes.
    Changes(usize, &'a str),
    Ack,
    Other,
}

/// Opens a board and passes over its snapshot.
pub async fn open(address: &str, token: &str, board: &str) -> Result<(Sender, Receiver)> {
    let mut socket = Socket::ready(address, token).await?;
    let first = socket.open(board, None).await?;
    if first["type"] != "snapshot" {
        bail!("expected a snapshot, got {first}");
    }
    Ok(socket.stream.split())
}

/// Returns the next text.
pub async fn next(receiver: &mut Receiver) -> Result<String> {
    loop {
        match receiver.next().await.context("the socket ended")?? {
            Message::Text(text) => return Ok(text.as_str().to_owned()),
            Message::Close(frame) => bail!("closed: {frame:?}"),
            _ => {}
        }
    }
}

/// Tells what a text is by how it begins; the server writes `type` first in these two.
pub fn look(text: &str) -> Seen<'_> {
    if text.starts_with(r#"{"type":"ack""#) {
        Seen::Ack
    } else if text.starts_with(r#"{"type":"changes""#) {
        Seen::Changes(text.matches(r#"{"v":"#).count(), text)
    } else {
        Seen::Other
    }
}

/// Writes a change that retitles a card.
pub fn edit(board: &str, card: &str, id: &str) -> Message {
    let text = format!(
        r#"{{"type":"change","board":"{board}","change":{{"id":"{id}","ops":[{{"op":"update","id":"{card}","props":{{"title":"Card {id}"}}}}]}}}}"#
    );
    Message::text(text)
}
