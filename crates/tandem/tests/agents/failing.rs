//! What goes wrong, said so that somebody can do something about it.

use serde_json::{Value, json};
use testkit::Options;
use testkit::model_api::{Script, Turn};

use crate::stage::Stage;
use crate::talk::Talk;

const RETRIES: &str = "CLAUDE_CODE_MAX_RETRIES";

fn overloaded() -> Turn {
    Turn::error(529, "overloaded_error", "Overloaded")
}

/// Waits until the session has failed, and returns why.
async fn failure(talk: &mut Talk) -> Value {
    let error = talk.next("error").await;
    let view = talk.view().await;
    assert_eq!((&view["status"], &view["failure"]), (&json!("failed"), &error));
    error
}

#[tokio::test]
async fn an_overloaded_service_is_asked_again_and_given_up_in_the_end() {
    let script = Script::new()
        .scene("twice", [overloaded().times(2).and_text("Here I am.")])
        .scene("always", [overloaded()])
        .scene("fine", [Turn::text("Fine again.")]);
    let stage = Stage::with(script, |options| options.without(RETRIES).variable(RETRIES, "2")).await;
    let mut talk = stage.talk("chat", "[[twice]]").await;
    for attempt in 1..=2 {
        let event = talk.follower.until("retry").await.unwrap();
        let retry = &event["data"];
        assert_eq!((&retry["attempt"], &retry["code"]), (&json!(attempt), &json!("overloaded")), "{retry}");
        // Both are times in the same form, so that they can be compared as texts.
        assert!(retry["until"].as_str().unwrap() > event["at"].as_str().unwrap(), "{event}");
    }
    assert_eq!(talk.turn().await, "Here I am.");
    talk.say("[[always]]").await;
    let failure = failure(&mut talk).await;
    assert_eq!(failure["code"], "overloaded");
    assert!(failure["remedy"].is_string(), "{failure}");
    assert_eq!(talk.ask("[[fine]]").await, "Fine again.");
    assert_eq!(talk.view().await["failure"], Value::Null);
    stage.end().await;
}

#[tokio::test]
async fn a_wrong_key_is_said_at_once() {
    let script = Script::new().otherwise(Turn::error(401, "authentication_error", "invalid x-api-key"));
    // With as many attempts as people have: these would take three minutes.
    let stage = Stage::with(script, |options| options.without(RETRIES)).await;
    let mut talk = stage.talk("chat", "hello").await;
    let failure = failure(&mut talk).await;
    assert_eq!(failure["code"], "unauthorized");
    assert!(failure["remedy"].as_str().unwrap().contains("ANTHROPIC_API_KEY"), "{failure}");
    stage.end().await;
}

#[tokio::test]
async fn nobody_is_logged_in_and_then_the_folder_is_gone() {
    let stage = Stage::with(Script::new(), |options| options.without("ANTHROPIC_API_KEY")).await;
    let mut talk = stage.talk("chat", "hello").await;
    let login = failure(&mut talk).await;
    assert_eq!(login["code"], "not_logged_in");
    assert!(login["remedy"].as_str().unwrap().contains("log in"), "{login}");
    std::fs::remove_dir_all(stage.file("")).unwrap();
    let mut talk = stage.talk("chat", "hello").await;
    let gone = failure(&mut talk).await;
    assert_eq!(gone["code"], "folder_gone");
    assert!(gone["message"].as_str().unwrap().contains("stage") && gone["remedy"].is_string(), "{gone}");
    assert_eq!(talk.view().await["queued_messages"].as_array().unwrap().len(), 1, "what was said is kept");
    stage.end().await;
}

#[tokio::test]
async fn a_program_that_is_not_installed_is_named_with_how_to_install_it() {
    let without = |options: Options| Options {
        arguments: vec!["--agent=claude".into(), "--claude=/nowhere/claude".into()],
        ..options
    };
    let stage = Stage::with(Script::new(), without).await;
    let agents = stage.ada.get("/agents").await.unwrap().body;
    let claude = agents["items"].as_array().unwrap().iter().find(|agent| agent["name"] == "claude").unwrap();
    assert_eq!((&agents["default"], &claude["available"]), (&json!("claude"), &json!(false)));
    let mut talk = stage.talk("chat", "hello").await;
    let failure = failure(&mut talk).await;
    assert_eq!(failure["code"], "agent_missing");
    assert_eq!(failure["message"], claude["problem"]["message"]);
    assert!(failure["remedy"].as_str().unwrap().ends_with("npm install -g @anthropic-ai/claude-code"), "{failure}");
    assert_eq!(failure["remedy"], claude["problem"]["remedy"]);
    stage.end().await;
}
