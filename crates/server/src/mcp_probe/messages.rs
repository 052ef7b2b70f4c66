//! The few messages of the protocol that are needed to try a server out.

use serde_json::{Value, json};

use super::{ServerInfo, Trouble};

pub const PROTOCOL_VERSION: &str = "2025-06-18";
/// Characters of a name or a text that are kept.
const MAX_NAME_CHARS: usize = 200;
const MAX_TEXT_CHARS: usize = 500;

pub fn initialize(id: u64) -> Value {
    let client = json!({ "name": "tandem", "version": env!("CARGO_PKG_VERSION") });
    let params = json!({ "protocolVersion": PROTOCOL_VERSION, "capabilities": {}, "clientInfo": client });
    json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": params })
}

pub fn initialized() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}

pub fn list_tools(id: u64, cursor: Option<&str>) -> Value {
    let params = cursor.map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/list", "params": params })
}

/// What a message from the server is.
pub enum Heard {
    /// The answer that is waited for.
    Answer(Result<Value, Trouble>),
    /// A request, with what is answered to it.
    Request(Value),
    Other,
}

/// Reads a message while the answer to `id` is waited for.
pub fn hear(mut message: Value, id: u64) -> Heard {
    if message["method"].is_string() {
        let Some(asked) = message.get("id").filter(|id| !id.is_null()) else { return Heard::Other };
        let answer = if message["method"] == "ping" {
            json!({ "jsonrpc": "2.0", "id": asked, "result": {} })
        } else {
            let error = json!({ "code": -32_601, "message": "not offered" });
            json!({ "jsonrpc": "2.0", "id": asked, "error": error })
        };
        return Heard::Request(answer);
    }
    if message["id"] != id {
        return Heard::Other;
    }
    if let Some(error) = message.get("error").filter(|error| !error.is_null()) {
        let text = error["message"].as_str().unwrap_or("it does not say which");
        return Heard::Answer(Err(Trouble::Refused(plain(text, MAX_TEXT_CHARS))));
    }
    match message["result"].take() {
        result @ Value::Object(_) => Heard::Answer(Ok(result)),
        _ => Heard::Answer(Err(Trouble::NoMessage)),
    }
}

pub fn server_info(hello: &Value) -> Option<ServerInfo> {
    let info = &hello["serverInfo"];
    let name = plain(info["name"].as_str()?, MAX_NAME_CHARS);
    Some(ServerInfo { name, version: plain(info["version"].as_str().unwrap_or_default(), MAX_NAME_CHARS) })
}

pub fn tool_names(listed: &Value) -> Vec<String> {
    let tools = listed["tools"].as_array().into_iter().flatten();
    tools.filter_map(|tool| Some(plain(tool["name"].as_str()?, MAX_NAME_CHARS))).collect()
}

/// Returns a text as one line, short enough to be shown.
pub fn plain(text: &str, most: usize) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(most).collect()
}
