//! A server that sends bytes as they are, for answers no service should give.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Answers each connection with the next of its texts and hangs up. Dropping it ends it.
pub struct Canned {
    pub url: String,
    _server: JoinSet<()>,
}

impl Canned {
    pub async fn start(answers: impl IntoIterator<Item = String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let answers: Vec<String> = answers.into_iter().collect();
        let mut server = JoinSet::new();
        server.spawn(async move {
            for answer in answers {
                let (mut stream, _) = listener.accept().await.unwrap();
                read_request(&mut stream).await;
                // The other side may hang up first.
                stream.write_all(answer.as_bytes()).await.unwrap_or_default();
            }
        });
        Self { url, _server: server }
    }
}

/// Reads to the end of the body, so that hanging up does not cut off what was answered.
async fn read_request(stream: &mut TcpStream) {
    let mut request = Vec::new();
    loop {
        let mut chunk = [0; 4096];
        let count = stream.read(&mut chunk).await.unwrap();
        assert_ne!(count, 0, "the request is not whole");
        request.extend_from_slice(&chunk[..count]);
        let text = String::from_utf8_lossy(&request);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if body.len() >= length.unwrap_or(0) {
            return;
        }
    }
}

/// An answer that streams these events and ends where they end.
pub fn stream(events: &[&str]) -> String {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    events.iter().fold(head.to_owned(), |text, event| text + "data: " + event + "\r\n\r\n")
}

pub const START: &str = r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#;
pub const HALF: &str = r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Half a"}}"#;
pub const STOP: &str = r#"{"type":"content_block_stop","index":0}"#;
pub const END: &str = r#"{"type":"message_stop"}"#;
pub const OVERLOADED: &str = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
