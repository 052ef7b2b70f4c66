//! Going on with a conversation that was had in a terminal.

use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use testkit::Answer;
use testkit::claude::claude_path;
use testkit::model_api::{Script, Turn};
use tokio::process::Command;

use crate::stage::Stage;

/// Has a conversation with the real program in a folder, as somebody in a terminal does.
async fn had_in_terminal(stage: &Stage, folder: &Path, id: &str, messages: &[&str]) {
    for (index, message) in messages.iter().enumerate() {
        let mut command = Command::new(claude_path());
        let flag = if index == 0 { "--session-id" } else { "--resume" };
        command.args(["-p", flag, id, "--permission-mode", "acceptEdits", message]).current_dir(folder);
        command.env_clear().envs(stage.claude.environment(stage.api.url())).stdin(Stdio::null()).kill_on_drop(true);
        let output = command.output().await.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

async fn listed(stage: &Stage) -> Vec<Value> {
    let answer = stage.ada.get(&format!("/projects/{}/conversations", stage.project)).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["items"].as_array().unwrap().clone()
}

async fn import(stage: &Stage, id: &str) -> Answer {
    stage.ada.post(&format!("/projects/{}/conversations/{id}/import", stage.project), json!({})).await.unwrap()
}

const ID: &str = "0b9d8ad0-3a3c-4b43-9c1f-2f8d1c1b0a01";
const ELSEWHERE: &str = "0b9d8ad0-3a3c-4b43-9c1f-2f8d1c1b0a02";

#[tokio::test]
async fn a_conversation_of_a_terminal_goes_on_as_a_session() {
    let write = json!({ "command": "echo made > made.txt", "description": "Make a file" });
    let script = Script::new()
        .scene("make", [Turn::tool("Bash", write), Turn::text("It is made.")])
        .otherwise(Turn::text("I see."));
    let stage = Stage::new(script).await;
    let folder = stage.file("");
    had_in_terminal(&stage, &folder, ID, &["the zebra is called Zoe", "[[make]] a file"]).await;
    let other = stage.file("other");
    std::fs::create_dir(&other).unwrap();
    had_in_terminal(&stage, &other, ELSEWHERE, &["somewhere else"]).await;
    let own = stage.talk("chat", "said in Tandem").await;

    let found = listed(&stage).await;
    assert_eq!(found.len(), 1, "neither another folder's nor a session's own: {found:#?}");
    assert_eq!((&found[0]["id"], &found[0]["title"]), (&json!(ID), &json!("the zebra is called Zoe")));
    assert_eq!(found[0]["imported_session_id"], Value::Null);
    assert_eq!(import(&stage, ELSEWHERE).await.status, 404);
    assert_eq!(import(&stage, &own.id).await.status, 404);
    let before = std::fs::read(file(&stage, ID)).unwrap();

    let made = import(&stage, ID).await;
    assert_eq!(
        (made.status, &made.body["status"], &made.body["turns"]),
        (200, &json!("idle"), &json!(2)),
        "{}",
        made.body
    );
    let again = import(&stage, ID).await;
    assert_eq!((again.status, &again.body["id"]), (200, &made.body["id"]));
    assert_eq!(listed(&stage).await[0]["imported_session_id"], made.body["id"]);

    let mut talk = stage.follow(made.body["id"].as_str().unwrap(), 0).await;
    talk.follower.until("done").await.unwrap();
    talk.follower.until("done").await.unwrap();
    let log = talk.log().await;
    let kinds: Vec<&str> = log.iter().filter_map(|event| event["type"].as_str()).collect();
    assert_eq!(
        kinds,
        [
            "user_message",
            "assistant_message",
            "done",
            "user_message",
            "tool_start",
            "tool_result",
            "assistant_message",
            "done",
        ]
    );
    talk.ask("what is it called?").await;
    let told = stage.told_in_words("what is it called?").await;
    assert!(told.contains("the zebra is called Zoe") && told.contains("It is made."), "{told}");
    assert_eq!(std::fs::read(file(&stage, ID)).unwrap(), before, "what was had in the terminal stays as it is");

    // Also a fork after a turn of the terminal's goes back to it.
    let forked = talk.post("fork", json!({ "turn": 1 })).await;
    let mut forked = stage.follow(forked.body["id"].as_str().unwrap(), 0).await;
    forked.ask("and in the fork?").await;
    let told = stage.told_in_words("and in the fork?").await;
    assert!(told.contains("Zoe") && !told.contains("It is made."), "{told}");
}

/// Returns where the program keeps a conversation.
fn file(stage: &Stage, id: &str) -> std::path::PathBuf {
    let projects = stage.claude.path().join(".claude/projects");
    let folders = std::fs::read_dir(projects).unwrap().map(|entry| entry.unwrap().path());
    folders.map(|folder| folder.join(format!("{id}.jsonl"))).find(|file| file.exists()).unwrap()
}

#[tokio::test]
async fn only_an_owner_sees_what_was_said_in_a_terminal() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("I see."))).await;
    had_in_terminal(&stage, &stage.file(""), ID, &["a secret"]).await;
    let eve = stage.member("eve", "editor").await;
    let path = format!("/projects/{}/conversations", stage.project);
    assert_eq!(eve.get(&path).await.unwrap().status, 403);
    assert_eq!(eve.post(&format!("{path}/{ID}/import"), json!({})).await.unwrap().status, 403);
}
