//! The real Claude Code talks to the scripted model, so what other tests build on holds together.

use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use testkit::PATIENCE;
use testkit::claude::{ClaudeHome, claude_path};
use testkit::model_api::{ModelApi, Script, Turn};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

const ARGUMENTS: &[&str] = &[
    "--print",
    "--verbose",
    "--input-format=stream-json",
    "--output-format=stream-json",
    "--permission-mode=default",
    "--permission-prompt-tool=stdio",
];

struct Claude {
    /// Kills the program when it is dropped.
    _child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Claude {
    fn start(home: &ClaudeHome, api: &ModelApi) -> Result<Self> {
        let mut child = Command::new(claude_path())
            .args(ARGUMENTS)
            .env_clear()
            .envs(home.environment(api.url()))
            .current_dir(home.project())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("starting Claude Code")?;
        let input = child.stdin.take().context("taking the input")?;
        let lines = BufReader::new(child.stdout.take().context("taking the output")?).lines();
        Ok(Self { _child: child, input, lines })
    }

    /// Says something and returns what the turn came to.
    async fn say(&mut self, text: &str) -> Result<Value> {
        self.send(&json!({ "type": "user", "message": { "role": "user", "content": text } })).await?;
        self.until("result").await
    }

    async fn send(&mut self, message: &Value) -> Result<()> {
        self.input.write_all(format!("{message}\n").as_bytes()).await.context("writing a line")
    }

    /// Returns the next message of a type; those before it are passed over.
    async fn until(&mut self, kind: &str) -> Result<Value> {
        loop {
            let line =
                timeout(PATIENCE, self.lines.next_line()).await.with_context(|| format!("waiting for {kind}"))??;
            let Some(line) = line else { bail!("Claude Code ended before a {kind}") };
            let message: Value = serde_json::from_str(&line).with_context(|| format!("reading {line}"))?;
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }
}

#[tokio::test]
async fn it_says_what_the_script_says() -> Result<()> {
    let script = Script::new().scene("greet", [Turn::thinking("A guest.").and_text("Good day, all.")]);
    let (home, api) = (ClaudeHome::new(), ModelApi::start(script).await);
    let result = Claude::start(&home, &api)?.say("[[greet]] Hello").await?;
    assert_eq!((&result["is_error"], &result["result"]), (&json!(false), &json!("Good day, all.")));
    let request = api.wait_for_request(|request| request.scene == "greet/0").await;
    assert_eq!(request.header("x-api-key"), Some("dummy"));
    assert_eq!(request.last_user_text(), Some("[[greet]] Hello"));
    assert!(home.path().join(".claude").is_dir(), "its files are not in its own home");
    Ok(())
}

#[tokio::test]
async fn it_runs_the_tools_of_the_script_and_tells_the_model() -> Result<()> {
    let (home, notes) = (ClaudeHome::new(), "notes.txt");
    std::fs::write(home.project().join(notes), "the tea is in the tin")?;
    let read = json!({ "file_path": home.project().join(notes) });
    let question = json!({ "question": "Which tea?", "header": "Tea", "multiSelect": false, "options": [
        { "label": "Green", "description": "Grassy" },
        { "label": "Black", "description": "Malty" },
    ] });
    let script = Script::new()
        .scene("read", [Turn::tool("Read", read), Turn::text("I read: {{last_tool_result}}")])
        .scene("ask", [Turn::tool("AskUserQuestion", json!({ "questions": [question] })), Turn::text("Fine.")]);
    let api = ModelApi::start(script).await;
    let mut claude = Claude::start(&home, &api)?;

    let result = claude.say("[[read]] my notes").await?;
    assert!(result["result"].as_str().is_some_and(|text| text.contains("the tea is in the tin")), "{result}");

    claude.send(&json!({ "type": "user", "message": { "role": "user", "content": "[[ask]] me" } })).await?;
    let prompt = claude.until("control_request").await?;
    let mut input = prompt["request"]["input"].clone();
    input["answers"] = json!({ "Which tea?": "Green" });
    let response = json!({ "behavior": "allow", "updatedInput": input });
    let response = json!({ "subtype": "success", "request_id": prompt["request_id"], "response": response });
    claude.send(&json!({ "type": "control_response", "response": response })).await?;
    assert_eq!(claude.until("result").await?["result"], "Fine.");
    let told = api.wait_for_request(|request| request.scene == "ask/1").await.last_tool_result();
    assert!(told.as_ref().is_some_and(|told| told.contains("\"Which tea?\"=\"Green\"")), "{told:?}");
    Ok(())
}
