//! One who follows an agent's session over the socket.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::client::Client;
use crate::socket::Socket;

/// Events that are shown when a test waits in vain.
const SHOWN: usize = 12;

/// A socket that follows one session, and all it was told.
pub struct Follower {
    pub socket: Socket,
    session: String,
    /// Every event, in order.
    pub events: Vec<Value>,
    /// The session as it was last; null before it was sent.
    pub view: Value,
    /// Events that were returned, or passed over, already.
    passed: usize,
    last: u64,
}

impl Follower {
    /// Follows a session from the event after `after` on.
    pub async fn start(client: &Client, session: &str, after: u64) -> Result<Self> {
        Self::ask(client, session, json!({ "type": "follow", "session": session, "after": after })).await
    }

    /// Follows it without getting any text twice.
    pub async fn lean(client: &Client, session: &str, after: u64) -> Result<Self> {
        Self::ask(client, session, json!({ "type": "follow", "session": session, "after": after, "lean": true })).await
    }

    async fn ask(client: &Client, session: &str, message: Value) -> Result<Self> {
        let mut socket = Socket::ready(client.address(), &client.token).await?;
        socket.send(&message).await?;
        let last = message["after"].as_u64().unwrap_or_default();
        Ok(Self { socket, session: session.to_owned(), events: Vec::new(), view: Value::Null, passed: 0, last })
    }

    /// Returns the number of the last event it was told.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Returns the next event of a kind; those before it are passed over.
    pub async fn until(&mut self, kind: &str) -> Result<Value> {
        self.until_fits(kind, |event| event["event"] == kind).await
    }

    /// Returns the next event that fits; those before it are passed over.
    pub async fn until_fits(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Result<Value> {
        loop {
            while let Some(event) = self.events.get(self.passed) {
                self.passed += 1;
                if fits(event) {
                    return Ok(event.clone());
                }
            }
            self.hear().await.with_context(|| format!("waiting for {what}; heard:{}", self.heard()))?;
        }
    }

    /// Waits until the session looks like this, if it does not already.
    pub async fn until_view(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Result<Value> {
        while self.view.is_null() || !fits(&self.view) {
            self.hear().await.with_context(|| format!("waiting for {what}; it is {}", self.view))?;
        }
        Ok(self.view.clone())
    }

    /// Hears everything until the socket ends.
    pub async fn until_end(&mut self) {
        while self.hear().await.is_ok() {}
    }

    async fn hear(&mut self) -> Result<()> {
        let message = self.socket.next().await?;
        match message["type"].as_str() {
            Some("event") if message["session"] == self.session.as_str() => {
                let n = message["n"].as_u64().context("an event has no number")?;
                ensure!(n > self.last, "event {n} came after {}", self.last);
                self.last = n;
                self.events.push(message);
            }
            Some("session") if message["session"]["id"] == self.session.as_str() => {
                let changed = message["session"].as_object().cloned().unwrap_or_default();
                match &mut self.view {
                    Value::Object(view) => view.extend(changed),
                    view => *view = Value::Object(changed),
                }
            }
            Some("error") => bail!("the server says {message}"),
            _ => {}
        }
        Ok(())
    }

    fn heard(&self) -> String {
        let shown = self.events.iter().skip(self.events.len().saturating_sub(SHOWN));
        let lines: Vec<String> =
            shown.map(|event| format!("\n  {} {} {}", event["n"], event["event"], event["data"])).collect();
        lines.concat()
    }
}
