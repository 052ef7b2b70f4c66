//! Trying out a registered tool server: it is greeted and asked for its tools, and let go again.

mod address;
mod http;
mod messages;
mod secrets;
mod stdio;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

pub use self::address::LocalServers;
use self::secrets::Secrets;
use crate::limits::{MCP_PROBE_DEADLINE, MCP_PROBE_PAGES, MCP_PROBE_TOOLS};

/// How a tool server is reached.
pub enum Target {
    Stdio { command: String, arguments: Vec<String>, environment: BTreeMap<String, String> },
    Http { url: String, headers: BTreeMap<String, String> },
}

/// What a program that is tried out gets, and where it may lead.
#[derive(Clone)]
pub struct Surroundings {
    /// What it inherits.
    pub environment: Vec<(OsString, OsString)>,
    /// What the marks of everything this server starts begin with.
    pub instance: String,
    pub local: LocalServers,
}

/// What came of it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "McpServerTest")]
pub struct Tried {
    ok: bool,
    /// The names of its tools.
    tools: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<ServerInfo>,
    took_ms: u64,
    /// What went wrong; secrets are masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// What a tool server says it is.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "McpServerInfo")]
struct ServerInfo {
    name: String,
    version: String,
}

/// Why a tool server cannot be used.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error("the program was not found; write its full path, or put it on the server's PATH")]
    NoProgram,
    #[error("the program cannot be started ({0})")]
    NotStarted(std::io::ErrorKind),
    #[error("the program ended before it answered{}", said(.0))]
    Ended(String),
    #[error("it did not answer within {} seconds", .0.as_secs())]
    Late(Duration),
    #[error("the address cannot be read")]
    NoAddress,
    #[error("the name of the address cannot be resolved")]
    Unresolved,
    #[error(
        "the address leads to this machine itself or to its local link; start the server with --allow-local-mcp to allow that"
    )]
    Local,
    #[error("it cannot be reached")]
    Unreachable,
    #[error("it leads elsewhere (status {0}), which is not followed; register the address it leads to")]
    Redirect(u16),
    #[error("it answered with the status {0}")]
    Status(u16),
    #[error("it answered more than is read")]
    TooLong,
    #[error("what it answers is no message of the protocol")]
    NoMessage,
    #[error("it answered with an error: {0}")]
    Refused(String),
}

fn said(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("; it said: {words}") }
}

/// A way to a tool server: one request at a time.
trait Channel {
    async fn ask(&mut self, id: u64, request: &Value) -> Result<Value, Trouble>;
    async fn tell(&mut self, notice: &Value) -> Result<(), Trouble>;
}

/// What it told about itself.
#[derive(Default)]
struct Told {
    server: Option<ServerInfo>,
    tools: Vec<String>,
}

/// Tries a tool server out, in a run of this name. Nothing it started is left when this returns; it must not be cancelled before.
pub async fn probe(target: Target, surroundings: Surroundings, run: Uuid) -> Tried {
    let begun = Instant::now();
    let secrets = Secrets::of(&target);
    let told = match target {
        Target::Stdio { command, arguments, environment } => {
            stdio::probe(command, arguments, environment, surroundings, run).await
        }
        Target::Http { url, headers } => within(http::probe(&url, &headers, surroundings.local)).await,
    };
    let took_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    match told {
        Ok(Told { server, tools }) => {
            let tools = tools.iter().map(|tool| secrets.mask(tool)).collect();
            let mask = |server: ServerInfo| ServerInfo {
                name: secrets.mask(&server.name),
                version: secrets.mask(&server.version),
            };
            Tried { ok: true, tools, server: server.map(mask), took_ms, error: None }
        }
        Err(trouble) => {
            let error = secrets.mask(&crate::problem::sentence(&trouble));
            Tried { ok: false, tools: Vec::new(), server: None, took_ms, error: Some(error) }
        }
    }
}

/// Says what is wrong with an agent calling a tool server at this address. What cannot be found now is not wrong: an agent
/// looks for it by itself, and says so.
pub async fn check_address(url: String, local: LocalServers) -> Result<(), String> {
    let Ok(url) = url.parse() else { return Ok(()) };
    match timeout(MCP_PROBE_DEADLINE, address::addresses(&url, local)).await {
        Ok(Err(trouble @ Trouble::Local)) => Err(trouble.to_string()),
        Ok(Ok(_) | Err(_)) | Err(_) => Ok(()),
    }
}

async fn within(told: impl Future<Output = Result<Told, Trouble>>) -> Result<Told, Trouble> {
    timeout(MCP_PROBE_DEADLINE, told).await.unwrap_or(Err(Trouble::Late(MCP_PROBE_DEADLINE)))
}

/// Greets the server and asks for its tools.
async fn converse(channel: &mut impl Channel) -> Result<Told, Trouble> {
    let hello = channel.ask(1, &messages::initialize(1)).await?;
    channel.tell(&messages::initialized()).await?;
    let mut told = Told { server: messages::server_info(&hello), tools: Vec::new() };
    let mut cursor = None;
    // One without tools need not know the question.
    let has_tools = hello["capabilities"].get("tools").is_some();
    for page in (2..).take(if has_tools { MCP_PROBE_PAGES } else { 0 }) {
        let listed = channel.ask(page, &messages::list_tools(page, cursor.as_deref())).await?;
        told.tools.extend(messages::tool_names(&listed));
        cursor = listed["nextCursor"].as_str().map(str::to_owned);
        if cursor.is_none() || told.tools.len() >= MCP_PROBE_TOOLS {
            break;
        }
    }
    told.tools.truncate(MCP_PROBE_TOOLS);
    Ok(told)
}
