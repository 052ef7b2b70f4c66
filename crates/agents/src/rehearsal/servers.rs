//! Servers of tools that the host itself is, reached through the same two pipes.

use serde_json::{Value, json};

const PROTOCOL_VERSION: &str = "2025-11-25";
/// Servers and tools of one server that are taken note of.
pub const MAX_SERVERS: usize = 16;
const MAX_TOOLS: usize = 256;

#[derive(Debug)]
pub struct Server {
    pub name: String,
    pub state: State,
}

#[derive(Debug)]
pub enum State {
    /// It was greeted by this request.
    Greeting(String),
    /// It was asked for its tools by this request.
    Listing(String),
    Ready {
        tools: Vec<String>,
    },
    Failed {
        reason: String,
    },
}

impl Server {
    /// Returns the request whose answer it is waited for.
    pub fn awaits(&self) -> Option<&str> {
        match &self.state {
            State::Greeting(request) | State::Listing(request) => Some(request),
            State::Ready { .. } | State::Failed { .. } => None,
        }
    }

    pub fn full_name(&self, tool: &str) -> String {
        format!("mcp__{}__{tool}", self.name)
    }

    /// Returns the full names of its tools.
    pub fn tools(&self) -> Vec<String> {
        match &self.state {
            State::Ready { tools } => tools.iter().map(|tool| self.full_name(tool)).collect(),
            State::Greeting(_) | State::Listing(_) | State::Failed { .. } => Vec::new(),
        }
    }

    /// Returns the full name of a tool if it has it.
    pub fn tool(&self, name: &str) -> Option<String> {
        match &self.state {
            State::Ready { tools } if tools.iter().any(|tool| tool == name) => Some(self.full_name(name)),
            State::Ready { .. } | State::Greeting(_) | State::Listing(_) | State::Failed { .. } => None,
        }
    }

    pub fn status(&self) -> Value {
        match &self.state {
            State::Greeting(_) | State::Listing(_) => json!({ "name": self.name, "status": "pending" }),
            State::Ready { .. } => json!({ "name": self.name, "status": "connected" }),
            State::Failed { reason } => json!({ "name": self.name, "status": "failed", "error": reason }),
        }
    }
}

pub fn greeting() -> Value {
    let client = json!({ "name": "tandem-rehearsal", "version": env!("CARGO_PKG_VERSION") });
    let params = json!({ "protocolVersion": PROTOCOL_VERSION, "capabilities": {}, "clientInfo": client });
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params })
}

pub fn greeted() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}

pub fn list() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} })
}

pub fn call(tool: &str, arguments: &Value, tool_use: &str) -> Value {
    let params = json!({ "name": tool, "arguments": arguments, "_meta": { "claudecode/toolUseId": tool_use } });
    json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params })
}

/// Wraps what is said to a server in a request to the host.
pub fn message(server: &str, message: &Value) -> Value {
    json!({ "subtype": "mcp_message", "server_name": server, "message": message })
}

/// Returns what a server answered, or why it did not.
pub fn result(answer: Result<Value, String>) -> Result<Value, String> {
    let mut answer = answer?;
    let response = &mut answer["mcp_response"];
    match response["error"]["message"].as_str() {
        Some(error) => Err(error.to_owned()),
        None if response["result"].is_object() => Ok(response["result"].take()),
        None => Err("the server gave no result".to_owned()),
    }
}

pub fn tool_names(result: &Value) -> Vec<String> {
    let tools = result["tools"].as_array().into_iter().flatten().take(MAX_TOOLS);
    tools.filter_map(|tool| tool["name"].as_str().map(str::to_owned)).collect()
}

/// Returns the text of a tool's answer; an error if the tool says that it failed.
pub fn tool_text(result: &Value) -> Result<String, String> {
    let texts: Vec<&str> =
        result["content"].as_array().into_iter().flatten().filter_map(|block| block["text"].as_str()).collect();
    let text = texts.join("\n");
    if result["isError"].as_bool().unwrap_or(false) { Err(text) } else { Ok(text) }
}
