//! Our tools, served through the CLI's own pipes: no port, and no token that could leak.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::Arc;

use futures_util::FutureExt;
use serde_json::{Value, json};

use super::say::OUR_SERVER;
use crate::agent::{McpServer, McpTransport};
use crate::event::ToolId;
use crate::toolbox::{ToolAnswer, ToolSpec, Toolbox};

/// The version of the protocol we speak when the other side names none.
const PROTOCOL: &str = "2025-11-25";
/// Where the CLI says which call of the model this is.
const CALL: &str = "claudecode/toolUseId";
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;

/// Answers one message. `None` of an id means a notification, which still gets an empty answer.
pub(super) async fn serve(toolbox: Arc<dyn Toolbox>, message: Value) -> Value {
    let id = message.get("id").cloned().unwrap_or(json!(0));
    let answered = match message["method"].as_str().unwrap_or_default() {
        "initialize" => Ok(json!({
            "protocolVersion": message["params"]["protocolVersion"].as_str().unwrap_or(PROTOCOL),
            "capabilities": { "tools": {} },
            "serverInfo": { "name": OUR_SERVER, "version": env!("CARGO_PKG_VERSION") },
        })),
        "tools/list" => Ok(json!({ "tools": tools(&*toolbox) })),
        "tools/call" => call(&*toolbox, &message["params"]).await,
        "ping" => Ok(json!({})),
        method if method.starts_with("notifications/") => Ok(json!({})),
        _ => Err((METHOD_NOT_FOUND, "there is no such method")),
    };
    let response = match answered {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, message)) => json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }),
    };
    json!({ "mcp_response": response })
}

fn tools(toolbox: &dyn Toolbox) -> Vec<Value> {
    let tool = |tool: ToolSpec| json!({ "name": tool.name, "description": tool.description, "inputSchema": tool.input_schema });
    toolbox.tools().into_iter().map(tool).collect()
}

async fn call(toolbox: &dyn Toolbox, params: &Value) -> Result<Value, (i64, &'static str)> {
    let name = params["name"].as_str().ok_or((INVALID_PARAMS, "a call needs a name"))?;
    let input = params.get("arguments").cloned().unwrap_or(json!({}));
    let id = params["_meta"][CALL].as_str().map(|id| ToolId(crate::text::name(id.to_owned())));
    // Without an answer the agent would wait for ever, so one comes also when the tool itself breaks.
    let called = AssertUnwindSafe(toolbox.call(id.as_ref(), name, input)).catch_unwind().await;
    let answer = called.unwrap_or_else(|_| ToolAnswer { text: "The tool broke.".to_owned(), is_error: true });
    Ok(json!({ "content": [{ "type": "text", "text": answer.text }], "isError": answer.is_error }))
}

/// Returns whether the CLI would take the tools of a server of that name for ours, which are never asked about.
fn poses_as_ours(name: &str) -> bool {
    let plain: String = name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
    plain == OUR_SERVER || plain.starts_with(&format!("{OUR_SERVER}__"))
}

/// Writes the servers a run uses to a file of a folder, which only we can read: their headers and environments may hold
/// secrets.
pub(super) fn config_file(folder: &Path, servers: &[McpServer]) -> std::io::Result<tempfile::NamedTempFile> {
    let mut all = BTreeMap::from([(OUR_SERVER, json!({ "type": "sdk", "name": OUR_SERVER, "alwaysLoad": true }))]);
    for server in servers.iter().filter(|server| !poses_as_ours(&server.name)) {
        let config = match &server.transport {
            McpTransport::Stdio { command, arguments, environment } => {
                json!({ "type": "stdio", "command": command, "args": arguments, "env": environment })
            }
            McpTransport::Http { url, headers } => json!({ "type": "http", "url": url, "headers": headers }),
        };
        all.insert(&server.name, config);
    }
    let mut file = tempfile::Builder::new()
        .prefix("mcp-")
        .suffix(".json")
        .permissions(std::fs::Permissions::from_mode(0o600))
        .tempfile_in(folder)?;
    file.write_all(json!({ "mcpServers": all }).to_string().as_bytes())?;
    Ok(file)
}

#[cfg(test)]
mod tests;
