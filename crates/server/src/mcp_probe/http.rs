//! A server that is reached over HTTP: each message is a request, answered with a message or a stream of them.

use std::collections::BTreeMap;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};
use serde_json::Value;

use super::address::{LocalServers, addresses};
use super::messages::{self, Heard, PROTOCOL_VERSION};
use super::{Channel, Told, Trouble, converse};
use crate::limits::MCP_PROBE_BYTES;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const EVENT_STREAM: &str = "text/event-stream";

pub async fn probe(url: &str, headers: &BTreeMap<String, String>, local: LocalServers) -> Result<Told, Trouble> {
    let url: Url = url.parse().map_err(|_| Trouble::NoAddress)?;
    let found = addresses(&url, local).await?;
    let host = url.host_str().ok_or(Trouble::NoAddress)?;
    // Nothing leads it elsewhere than where was looked: no redirect, no proxy, no second look at the name.
    let client = Client::builder().redirect(Policy::none()).no_proxy().resolve_to_addrs(host, &found);
    let client = client.build().map_err(|_| Trouble::Unreachable)?;
    let mut calls = Calls { client, url, headers: given(headers)? };
    let told = converse(&mut calls).await;
    calls.say_goodbye().await;
    told
}

fn given(headers: &BTreeMap<String, String>) -> Result<HeaderMap, Trouble> {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        let name = HeaderName::try_from(name).map_err(|_| Trouble::NoAddress)?;
        let mut value = HeaderValue::try_from(value).map_err(|_| Trouble::NoAddress)?;
        value.set_sensitive(true);
        map.insert(name, value);
    }
    Ok(map)
}

struct Calls {
    client: Client,
    url: Url,
    headers: HeaderMap,
}

impl Calls {
    async fn post(&self, message: &Value) -> Result<Response, Trouble> {
        let call = self.client.post(self.url.clone()).headers(self.headers.clone());
        let call = call.header(ACCEPT, format!("application/json, {EVENT_STREAM}"));
        let call = call.header(CONTENT_TYPE, "application/json").body(message.to_string());
        let response = call.send().await.map_err(|_| Trouble::Unreachable)?;
        let status = response.status();
        match status.as_u16() {
            _ if status.is_success() => Ok(response),
            code @ 300..=399 => Err(Trouble::Redirect(code)),
            code => Err(Trouble::Status(code)),
        }
    }

    /// Ends the server's session, if it gave one.
    async fn say_goodbye(&self) {
        if self.headers.contains_key(SESSION) {
            let left = self.client.delete(self.url.clone()).headers(self.headers.clone()).send().await;
            if left.is_err() {
                tracing::debug!("A tool server does not hear that its session is over");
            }
        }
    }
}

impl Channel for Calls {
    async fn ask(&mut self, id: u64, request: &Value) -> Result<Value, Trouble> {
        let response = self.post(request).await?;
        if let Some(session) = response.headers().get(SESSION) {
            self.headers.insert(SESSION, session.clone());
        }
        self.headers.insert(VERSION, HeaderValue::from_static(PROTOCOL_VERSION));
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let streamed = kind.starts_with(EVENT_STREAM);
        let mut body = Body { response, read: Vec::new(), total: 0 };
        if !streamed {
            while body.more().await? {}
            let message = serde_json::from_slice(&body.read).map_err(|_| Trouble::NoMessage)?;
            return match messages::hear(message, id) {
                Heard::Answer(answer) => answer,
                Heard::Request(_) | Heard::Other => Err(Trouble::NoMessage),
            };
        }
        loop {
            while let Some(message) = body.event() {
                if let Heard::Answer(answer) = messages::hear(message, id) {
                    return answer;
                }
            }
            if !body.more().await? {
                return Err(Trouble::NoMessage);
            }
        }
    }

    async fn tell(&mut self, notice: &Value) -> Result<(), Trouble> {
        self.post(notice).await.map(drop)
    }
}

/// What has come of an answer, up to a bound.
struct Body {
    response: Response,
    read: Vec<u8>,
    total: usize,
}

impl Body {
    /// Reads on; tells whether there was more.
    async fn more(&mut self) -> Result<bool, Trouble> {
        let Some(chunk) = self.response.chunk().await.map_err(|_| Trouble::Unreachable)? else { return Ok(false) };
        self.total += chunk.len();
        if self.total > MCP_PROBE_BYTES {
            return Err(Trouble::TooLong);
        }
        self.read.extend_from_slice(&chunk);
        Ok(true)
    }

    /// Takes the next whole event out of what has come, if it carries a message.
    fn event(&mut self) -> Option<Value> {
        loop {
            let (end, gap) = end_of_event(&self.read)?;
            let event: Vec<u8> = self.read.drain(..end + gap).take(end).collect();
            let event = String::from_utf8_lossy(&event);
            let data: Vec<&str> =
                event.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim_start).collect();
            if let Ok(message) = serde_json::from_str(&data.join("\n")) {
                return Some(message);
            }
        }
    }
}

/// Returns where the first event ends, and how long what ends it is.
fn end_of_event(bytes: &[u8]) -> Option<(usize, usize)> {
    let find = |end: &[u8]| bytes.windows(end.len()).position(|window| window == end).map(|at| (at, end.len()));
    [find(b"\n\n"), find(b"\r\n\r\n")].into_iter().flatten().min()
}
