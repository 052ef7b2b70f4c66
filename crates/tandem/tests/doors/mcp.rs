//! `tandem mcp`: lines in, lines out, and clear words when something is wrong.

use std::process::Stdio;

use serde_json::{Value, json};
use testkit::{PATIENCE, Server};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::stage::{BINARY, Board, Home};

struct Bridge {
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Bridge {
    fn start(url: &str, token: &str) -> Self {
        let mut child = Command::new(BINARY)
            .arg("mcp")
            .env_clear()
            .envs([("TANDEM_URL", url), ("TANDEM_TOKEN", token), ("HTTP_PROXY", "http://127.0.0.1:9")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { input: child.stdin.take(), lines, child }
    }

    async fn send(&mut self, line: &str) {
        self.input.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        let line = timeout(PATIENCE, self.lines.next_line()).await.unwrap().unwrap().unwrap();
        serde_json::from_str(&line).unwrap()
    }

    async fn ask(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()).await;
        self.next().await
    }

    /// Ends the input and returns the exit status, what was still said, and the complaints.
    async fn end(mut self) -> (Option<i32>, Vec<Value>, String) {
        drop(self.input.take());
        let mut rest = Vec::new();
        while let Some(line) = timeout(PATIENCE, self.lines.next_line()).await.unwrap().unwrap() {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        let ended = timeout(PATIENCE, self.child.wait_with_output()).await.unwrap().unwrap();
        (ended.status.code(), rest, String::from_utf8(ended.stderr).unwrap())
    }
}

fn ping(id: u64) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }).to_string()
}

#[tokio::test]
async fn lines_are_forwarded_and_answered_to_the_last() {
    let home = Home::new();
    let server = Server::start(&home.options()).await.unwrap();
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "bridge").await;
    let mut bridge = Bridge::start(&format!("http://{}", server.address()), &ada.token);
    let client = json!({ "name": "test", "version": "1" });
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    let hello = bridge.ask(0, "initialize", hello).await;
    assert_eq!(hello["result"]["protocolVersion"], "2025-06-18", "{hello}");
    bridge.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    let make = json!({ "name": "create_card", "arguments": { "board_id": board.id, "title": "By pipe" } });
    let answer = bridge.ask(1, "tools/call", make).await;
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(1), &json!(false)), "{answer}");

    bridge.send("no json").await;
    assert_eq!(bridge.next().await["error"]["code"], -32700);
    bridge.send(&"x".repeat(3 * 1024 * 1024)).await;
    assert_eq!(bridge.next().await["error"]["code"], -32600);
    bridge.send(&json!([{ "jsonrpc": "2.0", "id": 9, "method": "ping" }]).to_string()).await;
    let batch = bridge.next().await;
    assert!(batch["id"].is_null() && batch["error"]["code"] == -32000, "{batch}");
    bridge.send(r#"{"jsonrpc":"1.0","id":"odd","method":"ping"}"#).await;
    let odd = bridge.next().await;
    assert!(odd["id"] == "odd" && odd["error"]["message"].as_str().unwrap().contains("JSON-RPC 2.0"), "{odd}");
    // More than may be on their way at once, the last without an end of line.
    for id in 100..200 {
        bridge.send(&ping(id)).await;
    }
    bridge.input.as_mut().unwrap().write_all(ping(200).as_bytes()).await.unwrap();
    let (status, rest, complaints) = bridge.end().await;
    let mut ids: Vec<u64> = rest.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!((status, ids), (Some(0), (100..=200).collect()));
    assert!(complaints.contains("is not JSON") && !complaints.contains(&ada.token), "{complaints}");
    let contents = ada.get(&format!("/boards/{}", board.id)).await.unwrap().body;
    assert!(contents.to_string().contains("By pipe"));
    assert!(server.stop().await.unwrap().success());
}

#[tokio::test]
async fn a_token_that_is_refused_and_a_server_that_is_gone_are_said() {
    let home = Home::new();
    let server = Server::start(&home.options()).await.unwrap();
    let url = format!("http://{}", server.address());
    let mut bridge = Bridge::start(&url, "made-up-token");
    let refused = bridge.ask(7, "tools/list", json!({})).await;
    let said = refused["error"]["message"].as_str().unwrap();
    assert!(refused["id"] == 7 && said.contains("refused the token") && said.contains("TANDEM_TOKEN"), "{refused}");
    assert!(server.stop().await.unwrap().success());
    let gone = bridge.ask(8, "tools/list", json!({})).await;
    assert!(gone["error"]["message"].as_str().unwrap().contains("There is no server at"), "{gone}");
    bridge.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    let (status, rest, complaints) = bridge.end().await;
    assert_eq!((status, rest), (Some(0), Vec::<Value>::new()));
    assert_eq!(complaints.matches("tandem mcp: ").count(), 3, "{complaints}");
    assert!(!complaints.contains("made-up-token"), "{complaints}");
}

#[tokio::test]
async fn a_call_without_a_token_or_with_a_wrong_url_is_wrong() {
    for (variables, said) in [
        (vec![], "--token"),
        (vec![("TANDEM_TOKEN", "")], "no token"),
        (vec![("TANDEM_TOKEN", "secret with spaces")], "no token"),
        (vec![("TANDEM_TOKEN", "secret"), ("TANDEM_URL", "ftp://example.org")], "http://"),
        (vec![("TANDEM_TOKEN", "secret"), ("TANDEM_URL", "nonsense")], "--url"),
    ] {
        let mut command = Command::new(BINARY);
        command.arg("mcp").env_clear().envs(variables).stdin(Stdio::null());
        let ended = timeout(PATIENCE, command.output()).await.unwrap().unwrap();
        let complaint = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains(said) && !complaint.contains("secret"), "{complaint}");
    }
    let mut command = Command::new(BINARY);
    let help = command.args(["mcp", "--help"]).env_clear().env("TANDEM_TOKEN", "secret").output().await.unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("TANDEM_TOKEN") && !help.contains("secret"), "{help}");
}
