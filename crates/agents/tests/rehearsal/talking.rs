use agents::rehearsal::RehearsalError;
use serde_json::{Value, json};

use crate::support::{Theatre, blocks, kinds, said, tool_results};

fn deltas<'a>(lines: &'a [Value], field: &str) -> Vec<&'a str> {
    lines.iter().filter_map(|line| line["event"]["delta"][field].as_str()).collect()
}

#[tokio::test]
async fn a_text_turn_has_the_events_of_the_protocol() {
    let theatre = Theatre::with(&[("a.txt", "a\n")]);
    let id = "5a3e1f4e-7a0e-4f7e-9d5f-0d6a0b3a2c11";
    let mut host = theatre.start(&["--session-id", id]);
    let turn = host.hear("Hello there").await;
    let expected = ["system/init", "system/status", "assistant", "assistant", "result/success"];
    assert_eq!(kinds(&turn), expected);
    assert!(turn.iter().all(|line| line["session_id"] == id && line["uuid"].is_string()));
    let stream: Vec<&str> = turn.iter().filter_map(|line| line["event"]["type"].as_str()).collect();
    assert_eq!((stream[0], stream[stream.len() - 1]), ("message_start", "message_stop"));

    let init = &turn[0];
    assert_eq!((&init["model"], &init["claude_code_version"]), (&json!("rehearsal"), &json!("rehearsal")));
    assert_eq!(init["permissionMode"], "default");
    assert!(said(&turn).starts_with("This is a scripted rehearsal, not a model"));
    assert!(said(&turn).contains("“Hello there”"));
    let whole: String = blocks(&turn, "text").iter().map(|block| block["text"].as_str().unwrap()).collect();
    assert_eq!(deltas(&turn, "text").concat(), whole);

    let result = turn.last().unwrap();
    assert_eq!((&result["is_error"], &result["total_cost_usd"]), (&json!(false), &json!(0)));
    assert_eq!(result["terminal_reason"], "completed");
    assert_eq!(result["modelUsage"]["rehearsal"]["costUSD"], 0);
    assert!(result["usage"]["output_tokens"].as_u64().unwrap() > 20);
    assert!(result["result"].as_str().unwrap().contains("“Hello there”"));
}

#[tokio::test]
async fn a_second_turn_begins_anew_and_does_not_introduce_itself_again() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    let first = host.hear("Hello").await;
    let second = host.hear("Hello again").await;
    assert_eq!(second[0]["subtype"], "init");
    assert!(!said(&second).contains("scripted rehearsal"));
    let ids = |turn: &[Value]| turn.iter().map(|line| line["uuid"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert!(ids(&first).iter().all(|id| !ids(&second).contains(id)));
    assert_eq!(second.last().unwrap()["result_index"], 1);
    let (first, second) = (&first.last().unwrap()["modelUsage"], &second.last().unwrap()["modelUsage"]);
    let output = |usage: &Value| usage["rehearsal"]["outputTokens"].as_u64().unwrap();
    assert!(output(first) < output(second));
}

#[tokio::test]
async fn without_partial_messages_only_whole_blocks_come() {
    let theatre = Theatre::new();
    let flags = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
    let mut host = theatre.start_exactly(&flags);
    let turn = host.hear("Hello").await;
    assert!(turn.iter().all(|line| line["type"] != "stream_event"));
    assert!(said(&turn).contains("“Hello”"));
}

#[tokio::test]
async fn a_message_may_be_made_of_blocks() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    let content = json!([{ "type": "text", "text": "Hello" }, { "type": "image", "source": {} }]);
    host.write(&json!({ "type": "user", "message": { "role": "user", "content": content } }).to_string()).await;
    assert!(said(&host.turn().await).contains("“Hello”"));
}

#[tokio::test]
async fn thinking_comes_as_a_block_of_its_own() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    let turn = host.hear("Are you thinking?").await;
    let thoughts = blocks(&turn, "thinking");
    assert_eq!(deltas(&turn, "thinking").concat(), thoughts[0]["thinking"].as_str().unwrap());
    assert!(!turn.last().unwrap()["result"].as_str().unwrap().contains("A model would think"));
}

#[tokio::test]
async fn an_overloaded_service_is_rehearsed_and_passes() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    let turn = host.hear("Show me an error").await;
    assert_eq!(kinds(&turn).iter().filter(|kind| *kind == "system/api_retry").count(), 2);
    let synthetic = turn.iter().find(|line| line["message"]["model"] == "<synthetic>").unwrap();
    assert_eq!(synthetic["error"], "server_error");
    let result = turn.last().unwrap();
    assert_eq!((&result["subtype"], &result["is_error"]), (&json!("success"), &json!(true)));
    assert_eq!((&result["api_error_status"], &result["terminal_reason"]), (&json!(529), &json!("api_error")));
    assert_eq!(host.hear("Hello").await.last().unwrap()["is_error"], false);
    host.close().await.1.unwrap();
}

#[tokio::test]
async fn the_exit_status_tells_of_the_last_turn() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.hear("Show me an error").await;
    assert!(matches!(host.close().await.1, Err(RehearsalError::LastTurnFailed)));
}

#[tokio::test]
async fn a_review_reads_files_and_names_lines() {
    let theatre = Theatre::with(&[("README.md", "# Kites\n"), ("kite.rs", "fn fly() {} \n")]);
    let mut host = theatre.start(&["--append-system-prompt", "You are in review mode."]);
    let turn = host.hear("Look at the kite").await;
    let tools: Vec<_> = blocks(&turn, "tool_use").iter().map(|block| block["name"].as_str().unwrap()).collect();
    assert_eq!(tools, ["Glob", "Read", "Read"]);
    let results = tool_results(&turn);
    assert_eq!(results[0]["message"]["content"][0]["content"], "README.md\nkite.rs");
    assert_eq!(results[2]["tool_use_result"]["file"]["content"], "fn fly() {} ");
    assert!(said(&turn).contains("first at `kite.rs:1`"), "{}", said(&turn));
}

#[tokio::test]
async fn at_the_end_of_the_input_the_turn_is_finished() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say("Say something long").await;
    host.say("And hello").await;
    let (lines, ended) = host.close().await;
    ended.unwrap();
    let results: Vec<_> = lines.iter().filter(|line| line["type"] == "result").collect();
    assert_eq!(results.len(), 2);
    assert!(said(&lines).contains("Line 60 of 60"));
}
