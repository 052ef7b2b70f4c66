//! A secret that is given to a session comes out nowhere else.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::model_api::{Script, Turn};
use testkit::{Client, Options, PATIENCE};
use tokio::process::Command;
use tokio::time::timeout;

use crate::stage::Stage;

/// In every secret of this test.
const CANARY: &str = "canary-51d3";

/// A server without tools: it answers the greeting and reads on.
const TOOL_SERVER: &str = r#"while read -r line; do
    id=${line##*\"id\":}; id=${id%%[,\}]*}
    case $line in *initialize\"*) echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}";; esac
done"#;

async fn said(client: &Client, path: &str) -> String {
    let answer = client.request(Method::GET, path).send().await.unwrap();
    format!("{path} {:?}: {}", answer.headers().clone(), answer.text().await.unwrap())
}

/// Returns what the machine shows of an agent's processes: arguments to everybody, the environment to their owner.
fn shown(processes: &[u32], file: &str) -> Vec<String> {
    let read =
        |id: &u32| String::from_utf8_lossy(&fs::read(format!("/proc/{id}/{file}")).unwrap_or_default()).into_owned();
    processes.iter().map(read).collect()
}

#[tokio::test]
async fn a_secret_shows_up_nowhere() {
    let run = Turn::tool("Bash", json!({ "command": format!("touch {CANARY}-file"), "description": "Touch it" }));
    let fails = Turn::error(400, "invalid_request_error", "an odd request");
    let script = Script::new().scene("run", [run, Turn::text(&format!("{CANARY}-answer"))]).scene("fail", [fails]);
    let stage = Stage::with(script, |options| {
        options
            .with(&["--log", "trace", "--allow-local-mcp"])
            .variable("DATABASE_URL", &format!("{CANARY}-environment"))
            .variable("TANDEM_SECRET", &format!("{CANARY}-environment"))
    })
    .await;
    let eve = stage.somebody("eve").await;
    servers(&stage).await;

    let mut talk = stage.talk("chat", &format!("[[run]] {CANARY}-prompt")).await;
    let asked = talk.asked("permission").await;
    let processes = talk.processes();
    assert!(processes.len() >= 2, "the agent and its tool server: {processes:?}");
    let mut everything = shown(&processes, "cmdline");
    for environment in shown(&processes, "environ") {
        assert!(environment.contains("TANDEM_RUN=") && !environment.contains(&format!("{CANARY}-environment")));
    }
    talk.tell(
        "permission",
        json!({ "request_id": asked["request_id"], "allow": false, "message": format!("{CANARY}-no") }),
    )
    .await;
    assert_eq!(talk.turn().await, format!("{CANARY}-answer"));
    talk.say(&format!("[[fail]] {CANARY}-second")).await;
    everything.push(talk.next("error").await.to_string());

    // What is refused is not repeated.
    let wrong = [
        ("message", json!({ "content": format!("{CANARY}-long").repeat(20_000) })),
        ("message", json!({ "content": { "text": format!("{CANARY}-odd") } })),
        ("permission", json!({ "request_id": format!("{CANARY}-id"), "allow": true })),
        ("settings", json!({ "mode": format!("{CANARY}-mode") })),
    ];
    for (what, body) in wrong {
        let refused = talk.post(what, body).await;
        assert!((400..500).contains(&refused.status), "{what} answered {}", refused.status);
        everything.push(refused.body.to_string());
    }
    let session = talk.path("");
    let paths = [
        "/metrics",
        "/api/agents",
        "/api/mcp-servers",
        "/api/inbox",
        &format!("/api{session}"),
        &format!("/api{session}/events"),
    ];
    for path in paths {
        everything.push(said(&eve, path).await);
    }
    talk.tell("stop", Value::Null).await;
    let log = stage.server().log().unwrap();
    assert!(log.contains("DEBUG") && log.lines().count() > 15, "the log says hardly anything:\n{log}");
    everything.push(log);
    let arguments = fs::read(format!("/proc/{}/cmdline", stage.server().pid())).unwrap();
    everything.push(String::from_utf8_lossy(&arguments).into_owned());
    for text in &everything {
        assert!(!text.contains(CANARY), "it shows up in:\n{text}");
    }
    stage.end().await;
}

/// Registers servers of tools with secrets, and lets the project use them.
async fn servers(stage: &Stage) {
    let secret = |name: &str| format!("{CANARY}-{name}");
    let environment = json!({ "KEY": secret("server") });
    let stdio = json!({ "type": "stdio", "command": "/bin/sh", "args": ["-c", TOOL_SERVER], "env": environment });
    let http =
        json!({ "type": "http", "url": "http://127.0.0.1:1/mcp", "headers": { "Authorization": secret("header") } });
    let mut ids: Vec<Value> = Vec::new();
    for (name, config) in [("files", stdio), ("wiki", http)] {
        let made = stage.ada.post("/mcp-servers", json!({ "name": name, "config": config })).await.unwrap();
        assert_eq!(made.status, 201, "{}", made.body);
        ids.push(made.body["id"].clone());
    }
    let chosen = format!("/projects/{}/mcp-servers", stage.project);
    let put = stage.ada.put(&chosen, json!({ "ids": ids })).await.unwrap();
    assert_eq!(put.status, 200, "{}", put.body);
}

#[tokio::test]
async fn a_secret_is_sent_to_no_address_of_this_machine_unless_that_is_allowed() {
    let stage = Stage::with(Script::new(), |options| options.with(&["--agent", "rehearsal"])).await;
    servers(&stage).await;
    let mut talk = stage.talk("chat", "Hello.").await;
    let error = talk.next("error").await;
    assert_eq!(error["code"], "start_failed");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("wiki") && message.contains("--allow-local-mcp"), "{message}");
    assert_eq!(talk.view().await["status"], "failed");
    stage.end().await;
}

/// Makes a program that listens and never says that it has read anything.
async fn deaf(folder: &Path) -> PathBuf {
    let program = folder.join("deaf");
    // A child writes it: a file that any of our processes has open for writing cannot be run.
    let script = r"printf '#!/bin/sh\nwhile read -r line; do :; done\n' > deaf && chmod 700 deaf";
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", script]).current_dir(folder).kill_on_drop(true);
    assert!(timeout(PATIENCE, shell.status()).await.unwrap().unwrap().success());
    program
}

/// Returns the files of a folder, none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().path()).collect()
}

#[tokio::test]
async fn what_an_agent_was_to_be_started_with_does_not_outlive_the_next_start() {
    let home = tempfile::tempdir().unwrap();
    let claude = format!("--claude={}", deaf(home.path()).await.display());
    let arguments = vec!["--agent=claude".into(), claude, "--allow-local-mcp".into()];
    let mut stage = Stage::with(Script::new(), |options| Options { arguments, ..options }).await;
    servers(&stage).await;
    stage.talk("chat", "Hello.").await;
    let folder = stage.data().join("run");
    let written = async {
        loop {
            let found =
                files(&folder).pop().filter(|file| fs::read_to_string(file).unwrap_or_default().contains(CANARY));
            if let Some(file) = found {
                return file;
            }
            tokio::task::yield_now().await;
        }
    };
    let file = timeout(PATIENCE, written).await.unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
    stage.kill().await;
    assert_eq!(files(&folder), [file]);
    stage.start().await;
    assert_eq!(files(&folder), [] as [PathBuf; 0]);
    stage.end().await;
}
