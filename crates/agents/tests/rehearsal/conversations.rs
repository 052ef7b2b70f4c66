use agents::rehearsal::RehearsalError;
use serde_json::json;

use crate::support::{Theatre, said};

const ID: &str = "7c9d8ad0-3a3c-4b43-9c1f-2f8d1c1b0a01";
const COPY: &str = "7c9d8ad0-3a3c-4b43-9c1f-2f8d1c1b0a02";

#[tokio::test]
async fn a_conversation_is_taken_up_again_after_a_kill() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&["--session-id", ID]);
    host.hear("Hello").await;
    host.say("Say something long").await;
    let before = host.until(|line| line["event"]["delta"]["text"].as_str().is_some_and(|t| t.contains("Line"))).await;
    host.kill().await;

    let mut host = theatre.start(&["--resume", ID]);
    let turn = host.hear("Where were we?").await;
    assert!(turn.iter().all(|line| line["session_id"] == ID));
    assert!(said(&turn).contains("Still the scripted rehearsal, not a model"));
    assert!(said(&turn).contains("“Say something long”"), "{}", said(&turn));
    assert!(before.iter().all(|old| turn.iter().all(|new| new["uuid"] != old["uuid"])), "ids repeat");
}

#[tokio::test]
async fn a_conversation_is_copied_and_stays_as_it_is() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&["--session-id", ID]);
    host.hear("Hello").await;
    host.close().await.1.unwrap();

    let mut copy = theatre.start(&["--resume", ID, "--fork-session", "--session-id", COPY]);
    let turn = copy.hear("Only in the copy").await;
    assert!(turn.iter().all(|line| line["session_id"] == COPY));
    assert!(said(&turn).contains("This is a copy"));
    assert!(said(&turn).contains("“Hello”"));

    let turn = theatre.start(&["--resume", ID]).hear("And here?").await;
    assert!(said(&turn).contains("The last thing you wrote in it was “Hello”."));
    let turn = theatre.start(&["--resume", COPY]).hear("And there?").await;
    assert!(said(&turn).contains("“Only in the copy”"));
}

#[tokio::test]
async fn a_copy_can_end_with_a_turn() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&["--session-id", ID]);
    let first = host.hear("Hello").await;
    host.hear("And then").await;
    host.close().await.1.unwrap();
    let last = first.iter().rfind(|line| line["type"] == "assistant" || line["type"] == "user").unwrap();
    let point = last["uuid"].as_str().unwrap();
    let flags = ["--resume", ID, "--fork-session", "--session-id", COPY, "--resume-session-at"];
    let turn = theatre.start(&[&flags[..], &[point]].concat()).hear("Here").await;
    assert!(said(&turn).contains("“Hello”") && !said(&turn).contains("And then"), "{}", said(&turn));
    let elsewhere = "7c9d8ad0-3a3c-4b43-9c1f-2f8d1c1b0a03";
    let (lines, ended) =
        theatre.start(&["--resume", ID, "--fork-session", "--resume-session-at", elsewhere]).end().await;
    assert_eq!(lines[0]["errors"], json!([format!("No message found with message.uuid of: {elsewhere}")]));
    assert!(matches!(ended, Err(RehearsalError::NoPoint(_))));
}

#[tokio::test]
async fn a_copy_without_a_name_gets_one() {
    let theatre = Theatre::new();
    theatre.start(&["--session-id", ID]).hear("Hello").await;
    let turn = theatre.start(&["--resume", ID, "--fork-session"]).hear("Hello").await;
    assert_ne!(turn[0]["session_id"], ID);
}

#[tokio::test]
async fn an_id_in_use_is_refused() {
    let theatre = Theatre::new();
    theatre.start(&["--session-id", ID]).hear("Hello").await;
    for flags in [&["--session-id", ID][..], &["--resume", ID, "--fork-session", "--session-id", ID]] {
        let (lines, ended) = theatre.start(flags).end().await;
        assert!(lines.is_empty());
        assert_eq!(ended.unwrap_err().to_string(), format!("Error: Session ID {ID} is already in use."));
    }
}

#[tokio::test]
async fn an_unknown_conversation_is_not_found() {
    let theatre = Theatre::new();
    // It was started, but nothing was said in it.
    let mut host = theatre.start(&["--session-id", ID]);
    host.command(json!({ "subtype": "initialize" })).await;
    host.close().await.1.unwrap();
    for flags in [&["--resume", ID][..], &["--resume", ID, "--fork-session"]] {
        let (lines, ended) = theatre.start(flags).end().await;
        let problem = format!("No conversation found with session ID: {ID}");
        assert_eq!(lines.len(), 1);
        assert_eq!((&lines[0]["type"], &lines[0]["is_error"]), (&json!("result"), &json!(true)));
        assert_eq!(lines[0]["errors"], json!([problem]));
        assert!(matches!(ended, Err(RehearsalError::Missing(_))));
    }
}

#[tokio::test]
async fn a_damaged_conversation_is_not_found() {
    let theatre = Theatre::new();
    theatre.start(&["--session-id", ID]).hear("Hello").await;
    std::fs::write(theatre.conversations().join(format!("{ID}.json")), "{").unwrap();
    assert!(matches!(theatre.start(&["--resume", ID]).end().await.1, Err(RehearsalError::Missing(_))));
}

#[tokio::test]
async fn nothing_is_kept_if_nothing_is_to_be() {
    let theatre = Theatre::new();
    theatre.start(&["--session-id", ID, "--no-session-persistence"]).hear("Hello").await;
    assert!(!theatre.conversations().exists());
}
