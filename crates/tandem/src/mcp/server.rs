//! The server's MCP door, from outside.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Context, ensure};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, Url};
use serde_json::Value;

use crate::arguments::Token;

const CONNECT_DEADLINE: Duration = Duration::from_secs(10);
const ANSWER_DEADLINE: Duration = Duration::from_mins(2);
/// Bytes of an answer.
const MAX_ANSWER_BYTES: usize = 16 * 1024 * 1024;
/// Where a message says which version of the protocol it speaks: in a header over HTTP, in a field everywhere.
const VERSION_HEADER: &str = "mcp-protocol-version";
const INITIALIZE: &str = "initialize";
const VERSION_FIELD: &str = "io.modelcontextprotocol/protocolVersion";

#[derive(Clone)]
pub struct Server {
    client: Client,
    door: Url,
    url: Url,
    /// The version of the protocol that was agreed on, if the client is of those that agree on one first.
    agreed: Arc<OnceLock<HeaderValue>>,
}

/// Why a message was not answered by the server, for people.
#[derive(Debug)]
pub struct Refusal {
    pub said: String,
}

impl Server {
    pub fn new(url: &Url, token: &Token) -> anyhow::Result<Self> {
        ensure!(matches!(url.scheme(), "http" | "https"), "the URL of the server begins with http:// or https://");
        ensure!(url.username().is_empty() && url.password().is_none(), "the URL of the server holds no password");
        let is_token = !token.0.is_empty() && token.0.bytes().all(|byte| byte.is_ascii_graphic());
        ensure!(is_token, "this is no token: set TANDEM_TOKEN to a personal token from the server's settings");
        let door = url.join("mcp").context("the URL of the server cannot be used")?;
        let mut authorization =
            HeaderValue::try_from(format!("Bearer {}", token.0)).context("the token is no token")?;
        authorization.set_sensitive(true);
        let headers = HeaderMap::from_iter([
            (AUTHORIZATION, authorization),
            (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        ]);
        // A token follows nobody to another place, and what is on this machine is not asked for through a proxy.
        let client = Client::builder()
            .default_headers(headers)
            .redirect(Policy::none())
            .connect_timeout(CONNECT_DEADLINE)
            .timeout(ANSWER_DEADLINE);
        let client = if is_loopback(url) { client.no_proxy() } else { client };
        Ok(Self { client: client.build().context("making a client")?, door, url: url.clone(), agreed: Arc::default() })
    }

    /// Sends one message and returns the answer, if it gets one.
    pub async fn send(&self, message: &Value, line: Vec<u8>) -> Result<Option<Value>, Refusal> {
        let sent = self.client.post(self.door.clone()).headers(self.protocol_headers(message)).body(line).send().await;
        let mut response = sent.map_err(|error| self.unreachable(&error))?;
        let status = response.status();
        let body = read(&mut response).await?;
        if status == StatusCode::ACCEPTED || body.is_empty() && status.is_success() {
            return Ok(None);
        }
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        // An error of the protocol comes with other statuses too, and is the client's to read.
        if body.get("jsonrpc").is_some() {
            self.remember(message, &body);
            return Ok(Some(body));
        }
        Err(self.refused(status, &body))
    }

    /// Returns what the door wants said of a message in headers.
    fn protocol_headers(&self, message: &Value) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let mut say = |name: &'static str, value: &Value| {
            if let Some(Ok(value)) = value.as_str().map(HeaderValue::from_str) {
                headers.insert(name, value);
            }
        };
        let params = &message["params"];
        let version = &params["_meta"][VERSION_FIELD];
        if version.is_string() {
            say(VERSION_HEADER, version);
            say("mcp-method", &message["method"]);
            say("mcp-name", &params["name"]);
        } else if let Some(agreed) = self.agreed.get().filter(|_| message["method"] != INITIALIZE) {
            headers.insert(VERSION_HEADER, agreed.clone());
        }
        headers
    }

    fn remember(&self, message: &Value, answer: &Value) {
        let version = answer["result"]["protocolVersion"].as_str().map(HeaderValue::from_str);
        if let (true, Some(Ok(version))) = (message["method"] == INITIALIZE, version) {
            self.agreed.get_or_init(|| version);
        }
    }

    fn unreachable(&self, error: &reqwest::Error) -> Refusal {
        let said = if error.is_timeout() {
            format!("The server at {} did not answer in time.", self.url)
        } else {
            format!("There is no server at {}. Start it with `tandem serve`, or name another with --url.", self.url)
        };
        Refusal { said }
    }

    fn refused(&self, status: StatusCode, problem: &Value) -> Refusal {
        let url = &self.url;
        let said = match status {
            StatusCode::UNAUTHORIZED => format!(
                "The server at {url} refused the token. Make a personal token in its settings and set TANDEM_TOKEN to it."
            ),
            _ => match problem["detail"].as_str() {
                Some(detail) => format!("The server at {url} refused: {detail}"),
                None => format!("What is at {url} is no Tandem server: it answered {}.", status.as_u16()),
            },
        };
        Refusal { said }
    }
}

async fn read(response: &mut Response) -> Result<Vec<u8>, Refusal> {
    let cut = |said: &str| Refusal { said: said.to_owned() };
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(|_| cut("The answer of the server was cut off."))? {
        if body.len() + part.len() > MAX_ANSWER_BYTES {
            return Err(cut("The answer of the server is too long."));
        }
        body.extend_from_slice(&part);
    }
    Ok(body)
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}
