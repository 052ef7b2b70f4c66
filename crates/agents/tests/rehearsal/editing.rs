use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::support::{Host, Theatre, blocks, said, tool_results};

const CODE: &[&str] = &["--permission-mode", "acceptEdits"];

async fn decide(host: &mut Host, tool: &str, answer: Value) -> Vec<Value> {
    let request = host.asked_about(tool).await;
    host.answer(&request, answer).await;
    host.turn().await
}

#[tokio::test]
async fn code_mode_makes_a_file_and_then_adds_to_it() {
    let theatre = Theatre::new();
    let mut host = theatre.start(CODE);
    let turn = host.hear("Fly higher").await;
    let result = &tool_results(&turn)[0]["tool_use_result"];
    assert_eq!((&result["type"], &result["originalFile"]), (&json!("create"), &Value::Null));
    assert_eq!(result["content"], theatre.text("REHEARSAL.md"));
    assert!(turn.iter().all(|line| line["type"] != "control_request"));
    let turn = host.hear("Fly lower").await;
    let tools: Vec<_> = blocks(&turn, "tool_use").iter().map(|block| block["name"].as_str().unwrap()).collect();
    assert_eq!(tools, ["Read", "Edit"]);
    assert!(theatre.text("REHEARSAL.md").ends_with("- Fly higher\n- Fly lower\n"));
    let patch = &tool_results(&turn)[1]["tool_use_result"]["structuredPatch"][0];
    assert_eq!(patch["lines"].as_array().unwrap().last().unwrap(), "+- Fly lower");
    assert!(said(&turn).contains("Done."));
}

#[tokio::test]
async fn the_readme_is_edited_if_there_is_one() {
    let theatre = Theatre::with(&[("README.md", "# Kites")]);
    theatre.start(CODE).hear("Fly higher").await;
    let text = theatre.text("README.md");
    assert!(text.starts_with("# Kites\n\n## Rehearsal\n\n") && text.ends_with("\n\n- Fly higher\n"), "{text}");
    assert!(!theatre.project().join("REHEARSAL.md").exists());
}

#[tokio::test]
async fn links_are_left_alone() {
    let theatre = Theatre::new();
    let outside = theatre.project().join("../outside.md");
    fs::write(&outside, "kept\n").unwrap();
    symlink(&outside, theatre.project().join("README.md")).unwrap();
    symlink(&outside, theatre.project().join("REHEARSAL.md")).unwrap();
    let turn = theatre.start(CODE).hear("Fly higher").await;
    assert_eq!(tool_results(&turn)[0]["message"]["content"][0]["is_error"], true);
    assert!(said(&turn).contains("I did not change the file"), "{}", said(&turn));
    assert_eq!(fs::read_to_string(outside).unwrap(), "kept\n");
}

#[tokio::test]
async fn an_edit_is_asked_about_and_done_when_allowed() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say("Write it down").await;
    let request = host.asked_about("Write").await;
    assert_eq!(request["request"]["description"], "REHEARSAL.md");
    assert_eq!(request["request"]["permission_suggestions"][0]["mode"], "acceptEdits");
    assert!(!theatre.project().join("REHEARSAL.md").exists());
    let input = &request["request"]["input"];
    host.answer(&request, json!({ "behavior": "allow", "updatedInput": input })).await;
    let rest = host.turn().await;
    assert_eq!(rest.last().unwrap()["permission_denials"], json!([]));
    assert!(theatre.text("REHEARSAL.md").ends_with("- Write it down\n"));
}

#[tokio::test]
async fn an_edit_that_is_refused_is_not_done() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say("Write it down").await;
    let rest = decide(&mut host, "Write", json!({ "behavior": "deny", "message": "Not today." })).await;
    let result = &tool_results(&rest)[0]["message"]["content"][0];
    assert_eq!((&result["is_error"], &result["content"]), (&json!(true), &json!("Not today.")));
    assert!(said(&rest).contains("Not today."));
    assert_eq!(rest.last().unwrap()["permission_denials"][0]["tool_name"], "Write");
    assert!(!theatre.project().join("REHEARSAL.md").exists());
}

#[tokio::test]
async fn what_is_changed_in_an_answer_counts() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say("Write it down").await;
    let input = json!({ "file_path": theatre.project().join("mine.md"), "content": "mine\n" });
    decide(&mut host, "Write", json!({ "behavior": "allow", "updatedInput": input })).await;
    assert_eq!(theatre.text("mine.md"), "mine\n");
    host.say("Write it down").await;
    let outside = json!({ "file_path": theatre.project().join("../outside.md"), "content": "x" });
    let rest = decide(&mut host, "Write", json!({ "behavior": "allow", "updatedInput": outside })).await;
    assert!(said(&rest).contains("is not in the project's folder"));
    assert!(!theatre.project().join("../outside.md").exists());
}

#[tokio::test]
async fn what_is_allowed_for_good_is_not_asked_again() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say("Write it down").await;
    let request = host.asked_about("Write").await;
    let suggested = &request["request"]["permission_suggestions"];
    host.answer(&request, json!({ "behavior": "allow", "updatedPermissions": suggested })).await;
    host.turn().await;
    let turn = host.hear("Write more").await;
    assert!(turn.iter().all(|line| line["type"] != "control_request"));
    assert!(theatre.text("REHEARSAL.md").ends_with("- Write more\n"));
}

#[tokio::test]
async fn a_command_is_asked_about_and_never_run() {
    let theatre = Theatre::new();
    let mut host = theatre.start(CODE);
    host.say("Run the tests").await;
    let request = host.asked_about("Bash").await;
    let suggested = &request["request"]["permission_suggestions"];
    assert_eq!(suggested[0]["rules"][0]["toolName"], "Bash");
    host.answer(&request, json!({ "behavior": "allow", "updatedPermissions": suggested })).await;
    let rest = host.turn().await;
    assert!(said(&rest).contains("a rehearsal runs nothing"));
    // The rule lasts for the session.
    assert!(host.hear("Run again").await.iter().all(|line| line["type"] != "control_request"));
}

#[tokio::test]
async fn what_nobody_may_be_asked_about_is_refused() {
    for flags in [&["--permission-mode", "dontAsk"][..], &["--disallowedTools", "Write,Edit"]] {
        let theatre = Theatre::new();
        let turn = theatre.start(flags).hear("Write it down").await;
        assert!(turn.iter().any(|line| line["subtype"] == "permission_denied"));
        assert_eq!(turn.last().unwrap()["permission_denials"][0]["tool_name"], "Write");
        assert!(!theatre.project().join("REHEARSAL.md").exists());
    }
}

#[tokio::test]
async fn a_question_the_host_cannot_put_ends_the_turn_well() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.say("Write it down").await;
    let request = host.asked_about("Write").await;
    let response = json!({ "subtype": "error", "request_id": request["request_id"], "error": "broken" });
    host.write(&json!({ "type": "control_response", "response": response }).to_string()).await;
    let rest = host.turn().await;
    assert!(said(&rest).contains("the question failed: broken"));
    assert_eq!(rest.last().unwrap()["subtype"], "success");
}
