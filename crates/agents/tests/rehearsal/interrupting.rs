use std::time::Duration;

use agents::rehearsal::RehearsalError;
use serde_json::{Value, json};

use crate::support::{Theatre, blocks, kinds, said, tool_results};

const FIRST: &str = "0b0e8a52-5d8e-4e43-8f04-6a5a3b0f7a01";
const SECOND: &str = "0b0e8a52-5d8e-4e43-8f04-6a5a3b0f7a02";

fn is_long(line: &Value) -> bool {
    line["event"]["delta"]["text"].as_str().is_some_and(|text| text.contains("Line"))
}

fn lifecycle(lines: &[Value], id: &str) -> Vec<String> {
    let about = lines.iter().filter(|line| line["command_uuid"] == id);
    about.map(|line| line["state"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_text_is_stopped_in_the_middle_and_the_conversation_goes_on() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say_as(FIRST, "Say something long").await;
    let mut lines = host.until(is_long).await;
    let receipt = host.ask(json!({ "subtype": "interrupt" })).await;
    lines.extend(host.turn().await);
    let answer = lines.iter().find(|line| line["response"]["request_id"] == receipt.as_str()).unwrap();
    assert_eq!(answer["response"]["response"], json!({ "still_queued": [] }));
    let aborted = lines.iter().find(|line| line["aborted"] == true).unwrap();
    let text = aborted["message"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("Line") && !text.contains("Line 60 of 60"), "{text}");
    let result = lines.last().unwrap();
    assert_eq!(result["subtype"], "error_during_execution");
    assert_eq!((&result["is_error"], &result["terminal_reason"]), (&json!(true), &json!("aborted_streaming")));
    assert_eq!(result["user_message_uuids"], json!([FIRST]));

    let next = host.hear("Hello").await;
    assert_eq!(next.last().unwrap()["subtype"], "success");
    lines.extend(next);
    assert_eq!(lifecycle(&lines, FIRST), ["queued", "started", "cancelled"]);
}

#[tokio::test]
async fn a_pause_is_cut_short() {
    let mut theatre = Theatre::new();
    theatre.pace = Duration::from_hours(1);
    let mut host = theatre.start(&[]);
    host.say("Hello").await;
    host.until(|line| line["event"]["delta"]["text"].is_string()).await;
    let answer = host.command(json!({ "subtype": "set_model", "model": "x" })).await;
    assert_eq!(answer["subtype"], "success");
    host.ask(json!({ "subtype": "interrupt" })).await;
    assert_eq!(host.turn().await.last().unwrap()["terminal_reason"], "aborted_streaming");
}

#[tokio::test]
async fn a_question_is_withdrawn_when_the_turn_is_stopped() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    host.say("Plan something").await;
    let question = host.asked_about("AskUserQuestion").await;
    host.ask(json!({ "subtype": "interrupt" })).await;
    let rest = host.turn().await;
    assert_eq!(kinds(&rest)[..2], ["control_cancel_request", "control_response"]);
    assert_eq!(rest[0]["request_id"], question["request_id"]);
    assert_eq!(tool_results(&rest)[0]["message"]["content"][0]["is_error"], true);
    let result = rest.last().unwrap();
    assert_eq!(result["terminal_reason"], "aborted_tools");
    assert_eq!(result["permission_denials"][0]["tool_name"], "AskUserQuestion");
    // An answer that comes too late changes nothing.
    host.answer(&question, json!({ "behavior": "allow" })).await;
    host.command(json!({ "subtype": "set_permission_mode", "mode": "default" })).await;
    assert_eq!(host.hear("Hello").await.last().unwrap()["subtype"], "success");
}

#[tokio::test]
async fn a_refusal_can_stop_the_turn() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say("Write it down").await;
    let request = host.asked_about("Write").await;
    host.answer(&request, json!({ "behavior": "deny", "message": "stop", "interrupt": true })).await;
    let rest = host.turn().await;
    assert_eq!(rest.last().unwrap()["terminal_reason"], "aborted_tools");
    assert!(!theatre.project().join("REHEARSAL.md").exists());
}

#[tokio::test]
async fn a_message_sent_meanwhile_waits_for_its_turn() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say_as(FIRST, "Say something long").await;
    let mut lines = host.until(is_long).await;
    host.say_as(SECOND, "Hello").await;
    let id = host.ask(json!({ "subtype": "interrupt" })).await;
    lines.extend(host.turn().await);
    let receipt = lines.iter().find(|line| line["response"]["request_id"] == id.as_str()).unwrap();
    assert_eq!(receipt["response"]["response"], json!({ "still_queued": [SECOND] }));
    assert_eq!(lines.last().unwrap()["queued_turn_count"], 1);
    let second = host.turn().await;
    assert_eq!(second.last().unwrap()["user_message_uuid"], SECOND);
    lines.extend(second);
    let (rest, ended) = host.close().await;
    ended.unwrap();
    lines.extend(rest);
    assert_eq!(lifecycle(&lines, SECOND), ["queued", "started", "completed"]);
}

#[tokio::test]
async fn waiting_messages_can_be_dropped() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say_as(FIRST, "Say something long").await;
    host.until(is_long).await;
    host.say_as(SECOND, "Hello").await;
    let answer = host.command(json!({ "subtype": "interrupt", "cancel_queued": true })).await;
    assert_eq!(answer["response"], json!({ "still_queued": [], "cancelled": [SECOND] }));
    host.turn().await;
    let (rest, ended) = host.close().await;
    assert_eq!(lifecycle(&rest, FIRST), ["cancelled"]);
    assert!(blocks(&rest, "text").is_empty());
    assert!(matches!(ended, Err(RehearsalError::LastTurnFailed)));
}

#[tokio::test]
async fn a_message_joins_a_turn_that_uses_another_tool() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&["--replay-user-messages"]);
    host.say_as(FIRST, "Write it down").await;
    let request = host.asked_about("Write").await;
    host.say_as(SECOND, "and sign it").await;
    host.answer(&request, json!({ "behavior": "allow" })).await;
    let rest = host.turn().await;
    let result = rest.last().unwrap();
    assert_eq!(result["user_message_uuids"], json!([FIRST, SECOND]));
    assert!(rest.iter().any(|line| line["isReplay"] == true && line["uuid"] == SECOND));
    assert!(said(&rest).contains("“and sign it”"));
    let (rest, ended) = host.close().await;
    assert_eq!(kinds(&rest), ["command_lifecycle"]);
    ended.unwrap();
}

#[tokio::test]
async fn the_session_can_be_ended_in_the_middle() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say("Say something long").await;
    host.until(is_long).await;
    host.ask(json!({ "subtype": "end_session" })).await;
    let (rest, ended) = host.end().await;
    assert_eq!(kinds(&rest), ["control_response"]);
    ended.unwrap();
}
