//! A folder to play in, and a host that writes and reads lines.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use agents::rehearsal::{RehearsalError, States, Surroundings, perform};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex, split};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Small, so that an agent nobody reads has to wait.
const PIPE_BYTES: usize = 1024;
/// Longer than anything here takes; a test that waits for nothing fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(20);

pub const FLAGS: &[&str] = &[
    "-p",
    "--input-format",
    "stream-json",
    "--output-format",
    "stream-json",
    "--verbose",
    "--include-partial-messages",
    "--permission-prompt-tool",
    "stdio",
];

pub struct Theatre {
    folders: TempDir,
    pub states: States,
    pub pace: Duration,
}

impl Theatre {
    pub fn new() -> Self {
        let folders = tempfile::tempdir().unwrap();
        fs::create_dir(folders.path().join("project")).unwrap();
        Self { folders, states: States::Silent, pace: Duration::ZERO }
    }

    pub fn with(files: &[(&str, &str)]) -> Self {
        let theatre = Self::new();
        for (path, text) in files {
            fs::write(theatre.project().join(path), text).unwrap();
        }
        theatre
    }

    pub fn project(&self) -> PathBuf {
        self.folders.path().join("project")
    }

    pub fn conversations(&self) -> PathBuf {
        self.folders.path().join("conversations")
    }

    pub fn text(&self, path: impl AsRef<Path>) -> String {
        fs::read_to_string(self.project().join(path)).unwrap()
    }

    pub fn start(&self, flags: &[&str]) -> Host {
        self.start_exactly(&[FLAGS, flags].concat())
    }

    pub fn start_exactly(&self, flags: &[&str]) -> Host {
        let surroundings = Surroundings {
            folder: self.project(),
            conversations: self.conversations(),
            pace: self.pace,
            states: self.states,
        };
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let (near, far) = duplex(PIPE_BYTES);
        let (far_read, far_write) = split(far);
        let (read, write) = split(near);
        let mut play = JoinSet::new();
        play.spawn(perform(flags, surroundings, far_read, far_write));
        Host { input: Some(write), output: BufReader::with_capacity(PIPE_BYTES, read).lines(), play, requests: 0 }
    }
}

pub struct Host {
    input: Option<WriteHalf<DuplexStream>>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    play: JoinSet<Result<(), RehearsalError>>,
    requests: u32,
}

impl Host {
    pub async fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    pub async fn say(&mut self, text: &str) {
        self.write(&json!({ "type": "user", "message": { "role": "user", "content": text } }).to_string()).await;
    }

    pub async fn say_as(&mut self, id: &str, text: &str) {
        let message = json!({ "role": "user", "content": text });
        self.write(&json!({ "type": "user", "message": message, "uuid": id }).to_string()).await;
    }

    /// Sends a control request and returns its id.
    pub async fn ask(&mut self, request: Value) -> String {
        self.requests += 1;
        let id = format!("host-{}", self.requests);
        self.write(&json!({ "type": "control_request", "request_id": id, "request": request }).to_string()).await;
        id
    }

    /// Sends a control request and returns the answer to it.
    pub async fn command(&mut self, request: Value) -> Value {
        let id = self.ask(request).await;
        self.until(|line| line["response"]["request_id"] == id.as_str()).await.pop().unwrap()["response"].take()
    }

    pub async fn answer(&mut self, request: &Value, response: Value) {
        let id = &request["request_id"];
        let response = json!({ "subtype": "success", "request_id": id, "response": response });
        self.write(&json!({ "type": "control_response", "response": response }).to_string()).await;
    }

    /// Introduces a server `board` that offers these tools.
    pub async fn connect(&mut self, tools: &[&str]) {
        self.ask(json!({ "subtype": "initialize", "sdkMcpServers": ["board"] })).await;
        let tools: Vec<Value> = tools.iter().map(|name| json!({ "name": name })).collect();
        for (method, result) in [("initialize", json!({})), ("tools/list", json!({ "tools": tools }))] {
            let asked = self.until(|line| line["request"]["message"]["method"] == method).await.pop().unwrap();
            self.answer_tool(&asked, result).await;
        }
    }

    /// Answers as that server.
    pub async fn answer_tool(&mut self, request: &Value, result: Value) {
        let id = &request["request"]["message"]["id"];
        self.answer(request, json!({ "mcp_response": { "jsonrpc": "2.0", "id": id, "result": result } })).await;
    }

    /// Returns the next line, or none at the end.
    pub async fn next(&mut self) -> Option<Value> {
        let line = timeout(PATIENCE, self.output.next_line()).await.expect("a line in time").unwrap();
        line.map(|line| serde_json::from_str(&line).unwrap())
    }

    /// Returns the lines up to and with the first one that is meant.
    pub async fn until(&mut self, meant: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut lines = Vec::new();
        while let Some(line) = self.next().await {
            lines.push(line);
            if meant(&lines[lines.len() - 1]) {
                return lines;
            }
        }
        panic!("the output ended before what was waited for: {lines:#?}");
    }

    /// Returns the lines up to the end of the turn.
    pub async fn turn(&mut self) -> Vec<Value> {
        self.until(|line| line["type"] == "result").await
    }

    /// Says something and returns the whole turn.
    pub async fn hear(&mut self, text: &str) -> Vec<Value> {
        self.say(text).await;
        self.turn().await
    }

    /// Waits until the use of a tool has to be decided on.
    pub async fn asked_about(&mut self, tool: &str) -> Value {
        self.until(|line| line["request"]["tool_name"] == tool).await.pop().unwrap()
    }

    /// Closes the input and returns what was still written, and how it ended.
    pub async fn close(mut self) -> (Vec<Value>, Result<(), RehearsalError>) {
        self.input.take().unwrap().shutdown().await.unwrap();
        self.end().await
    }

    /// Waits for the end, with the input still open.
    pub async fn end(mut self) -> (Vec<Value>, Result<(), RehearsalError>) {
        let mut lines = Vec::new();
        while let Some(line) = self.next().await {
            lines.push(line);
        }
        (lines, self.play.join_next().await.unwrap().unwrap())
    }

    /// Kills it, in the middle of whatever it does.
    pub async fn kill(mut self) {
        self.play.shutdown().await;
    }
}

/// Returns the types of the lines, with the subtype where there is one; pieces of texts are left out.
pub fn kinds(lines: &[Value]) -> Vec<String> {
    let kind = |line: &Value| match (line["type"].as_str().unwrap(), line["subtype"].as_str()) {
        (kind, Some(subtype)) => format!("{kind}/{subtype}"),
        (kind, None) => kind.to_owned(),
    };
    lines.iter().filter(|line| line["type"] != "stream_event").map(kind).collect()
}

/// Returns all blocks of one type that the agent wrote.
pub fn blocks<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    let written = lines.iter().filter(|line| line["type"] == "assistant");
    written.map(|line| &line["message"]["content"][0]).filter(|block| block["type"] == kind).collect()
}

/// Returns all the agent said.
pub fn said(lines: &[Value]) -> String {
    let texts: Vec<&str> = blocks(lines, "text").iter().map(|block| block["text"].as_str().unwrap()).collect();
    texts.join("\n")
}

/// Returns what the tools gave back, in order.
pub fn tool_results(lines: &[Value]) -> Vec<&Value> {
    lines.iter().filter(|line| line["message"]["content"][0]["type"] == "tool_result").collect()
}
