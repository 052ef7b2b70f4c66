//! A server whose agent is the fake CLI, and a follower that counts what it is sent.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures_util::StreamExt;
use serde_json::{Value, json};
use testkit::{Client, Options, Server, Socket};
use tokio_tungstenite::tungstenite::Message;

use crate::BINARY;

pub struct Stage {
    pub server: Server,
    pub client: Client,
    pub project: String,
    _home: tempfile::TempDir,
}

/// What a follower was sent in one turn.
pub struct Received {
    pub took: Duration,
    pub events: usize,
    /// Of all messages, as they lay on the wire.
    pub bytes: usize,
}

impl Stage {
    pub async fn set() -> Result<Self> {
        let home = tempfile::tempdir()?;
        let itself = std::env::current_exe()?;
        let itself = itself.to_str().context("this program's path is no text")?;
        let flags = ["--claude", itself, "--agent", "claude", "--max-running", "1000", "--log", "warn"];
        let server = Server::start(&Options::new(BINARY, home.path()).with(&flags)).await?;
        let client = server.first_client().await?;
        let (project, _) = client.project("Bench", &server.project_folder("bench")?).await?;
        Ok(Self { server, client, project, _home: home })
    }

    pub async fn session(&self) -> Result<String> {
        let made = self.client.post(&format!("/projects/{}/sessions", self.project), json!({})).await?;
        ensure!(made.status == 201, "making a session answered {made:?}");
        Ok(made.body["id"].as_str().unwrap_or_default().to_owned())
    }

    /// Says something and follows until the turn is over.
    pub async fn turn(&self, session: &str, message: &str) -> Result<Received> {
        let mut socket = Socket::ready(self.server.address(), &self.client.token).await?;
        socket.send(&json!({ "type": "follow", "session": session, "after": 0, "lean": true })).await?;
        let started = Instant::now();
        let sent = self.client.post(&format!("/sessions/{session}/message"), json!({ "content": message })).await?;
        ensure!(sent.status == 200, "a message was answered {sent:?}");
        let (mut events, mut bytes) = (0, 0);
        loop {
            let Message::Text(text) = socket.stream.next().await.context("the socket closed")?? else { continue };
            bytes += text.len();
            let message: Value = serde_json::from_str(&text)?;
            if message["type"] == "event" {
                events += 1;
            }
            if message["event"] == "done" {
                return Ok(Received { took: started.elapsed(), events, bytes });
            }
        }
    }
}
