//! `tandem mcp`: passes the messages of an MCP client, one line each, to the server's own door and its answers back.

mod lines;
mod server;

use std::io::Write;

use anyhow::Context;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use self::lines::Line;
use self::server::{Refusal, Server};
use crate::arguments::McpArguments;
use crate::failure::Failure;

/// Messages that may be with the server at once; more are read when one is answered.
const MAX_WAITING: usize = 32;
const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
/// A code of the range that is left to servers.
const NOT_FORWARDED: i64 = -32000;

/// Forwards until the input ends, and then what is still unanswered.
pub async fn forward(arguments: McpArguments) -> Result<(), Failure> {
    let server = Server::new(&arguments.url, &arguments.token).map_err(Failure::Call)?;
    let mut lines = lines::of_standard_input();
    let mut waiting = JoinSet::new();
    let mut is_open = true;
    while is_open || !waiting.is_empty() {
        tokio::select! {
            line = lines.recv(), if is_open && waiting.len() < MAX_WAITING => match line {
                Some(line) => drop(waiting.spawn(answer(server.clone(), line))),
                None => is_open = false,
            },
            Some(answered) = waiting.join_next() => {
                if let Some(answer) = answered.context("forwarding a message")? {
                    write(&answer).context("writing an answer")?;
                }
            }
        }
    }
    Ok(())
}

/// Writes one line. A client that does not read is waited for; there is nothing else to do for it meanwhile.
fn write(answer: &Value) -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    output.write_all(format!("{answer}\n").as_bytes())?;
    output.flush()
}

/// Returns what is said to the client about a line, if anything.
async fn answer(server: Server, line: Line) -> Option<Value> {
    let line = match line {
        Line::Whole(line) => line,
        Line::TooLong => {
            let said = format!("A message of more than {} bytes was passed over.", lines::MAX_LINE_BYTES);
            return Some(complain(&Value::Null, INVALID_REQUEST, &said));
        }
        Line::Broken(error) => {
            return Some(complain(&Value::Null, PARSE_ERROR, &format!("The input cannot be read: {error}.")));
        }
    };
    let message: Value = match serde_json::from_slice(&line) {
        Ok(message) => message,
        Err(error) => return Some(complain(&Value::Null, PARSE_ERROR, &format!("A line is not JSON: {error}."))),
    };
    let id = message.get("id").cloned().unwrap_or_default();
    let is_notification = message.get("method").is_some() && message.get("id").is_none();
    match server.send(&message, line).await {
        Ok(answer) => answer,
        Err(Refusal { said }) => {
            let complaint = complain(&id, NOT_FORWARDED, &said);
            // Nobody waits for the answer to a notification.
            (!is_notification).then_some(complaint)
        }
    }
}

/// Says it to the person who reads the client's log, and returns it as an answer for the client.
fn complain(id: &Value, code: i64, said: &str) -> Value {
    // When even standard error is gone, the answer has to do.
    writeln!(std::io::stderr(), "tandem mcp: {said}").ok();
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": said } })
}
