//! What an agent may do, once, always or not at all.

use serde_json::{Value, json};
use testkit::model_api::{Script, Turn};

use crate::stage::Stage;

fn run(command: &str) -> Turn {
    Turn::tool("Bash", json!({ "command": command, "description": "Run it" }))
}

fn allow(asked: &Value) -> Value {
    json!({ "request_id": asked["request_id"], "allow": true })
}

#[tokio::test]
async fn a_command_runs_once_always_or_not_at_all() {
    let turns = [
        run("touch a"),
        run("touch b"),
        run("npm run build"),
        run("npm run test"),
        run("touch c"),
        Turn::text("Done."),
    ];
    let stage = Stage::new(Script::new().scene("run", turns)).await;
    let mut talk = stage.talk("chat", "[[run]]").await;

    let asked = talk.asked("permission").await;
    assert_eq!((&asked["name"], &asked["input"]["command"]), (&json!("Bash"), &json!("touch a")));
    assert!(!stage.file("a").exists());
    talk.tell("permission", allow(&asked)).await;
    let asked = talk.asked("permission").await;
    assert!(stage.file("a").exists());

    let denied = json!({ "request_id": asked["request_id"], "allow": false, "message": "Leave b alone." });
    talk.tell("permission", denied.clone()).await;
    let asked = talk.asked("permission").await;
    assert!(stage.told("run/2").await.contains("Leave b alone."));
    let second = talk.post("permission", denied).await;
    assert_eq!((second.status, &second.body["code"]), (409, &json!("request_settled")));
    // An answer to a question allows nothing.
    let wrong = json!({ "request_id": asked["request_id"], "decline": true });
    assert_eq!(talk.post("answer", wrong).await.status, 409);

    assert!(asked["always"].as_str().unwrap().contains("npm run"), "{asked}");
    let mut always = allow(&asked);
    always["always"] = json!(true);
    talk.tell("permission", always).await;
    let asked = talk.asked("permission").await;
    assert_eq!(asked["input"]["command"], "touch c", "the like of it was allowed");
    talk.tell("permission", allow(&asked)).await;
    assert_eq!(talk.turn().await, "Done.");

    let outcomes: Vec<Value> = talk
        .log()
        .await
        .into_iter()
        .filter(|event| event["type"] == "settled")
        .map(|event| event["data"]["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["allowed", "denied", "allowed", "allowed"]);
    let made = ["a", "b", "c", ".claude"].map(|name| stage.file(name).exists());
    assert_eq!(made, [true, false, true, false]);
    stage.end().await;
}

#[tokio::test]
async fn an_edit_is_allowed_and_shown_as_a_diff() {
    let stage = Stage::new(Script::new()).await;
    let file = stage.file("notes.txt");
    std::fs::write(&file, "one\ntwo\n").unwrap();
    let edit = json!({ "file_path": file, "old_string": "two", "new_string": "2" });
    let turns = [Turn::tool("Read", json!({ "file_path": file })), Turn::tool("Edit", edit), Turn::text("Done.")];
    stage.api.set_script(Script::new().scene("edit", turns));
    let mut talk = stage.talk("review", "[[edit]]").await;
    let asked = talk.asked("permission").await;
    assert_eq!((&asked["name"], stage.read("notes.txt").as_str()), (&json!("Edit"), "one\ntwo\n"));
    talk.tell("permission", allow(&asked)).await;
    let result = talk.follower.until_fits("the result", |event| event["data"]["id"] == asked["tool"]).await.unwrap();
    assert_eq!((&result["event"], &result["data"]["is_error"]), (&json!("tool_result"), &json!(false)));
    let hunk = json!({ "old_start": 1, "new_start": 1, "lines": [" one", "-two", "+2"] });
    assert_eq!(result["data"]["diff"], json!({ "path": file, "created": false, "hunks": [hunk] }));
    assert_eq!(talk.turn().await, "Done.");
    assert_eq!(stage.read("notes.txt"), "one\n2\n");
    stage.end().await;
}

#[tokio::test]
async fn what_is_allowed_after_the_server_was_gone_counts_once() {
    let touch = || run("echo once >> a");
    let mut stage = Stage::new(Script::new().scene("run", [touch()])).await;
    let mut talk = stage.talk("chat", "[[run]]").await;
    let asked = talk.asked("permission").await;
    stage.crash().await;
    assert_eq!(talk.processes(), [0; 0]);
    // It wants the same again and again.
    stage.api.set_script(Script::new().scene("run", (0..9).map(|_| touch())));
    let mut talk = stage.follow(&talk.id, talk.follower.last()).await;
    assert_eq!(stage.inbox().await[0]["data"], asked);
    talk.tell("permission", allow(&asked)).await;
    let again = talk.next("permission").await;
    assert_eq!(again["input"], asked["input"]);
    let settled =
        talk.follower.until_fits("that it is allowed", |event| event["data"]["request_id"] == again["request_id"]);
    assert_eq!(settled.await.unwrap()["data"]["outcome"], "allowed");
    let third = talk.asked("permission").await;
    assert_ne!(third["request_id"], again["request_id"]);
    assert_eq!(stage.read("a"), "once\n");
    stage.end().await;
}
