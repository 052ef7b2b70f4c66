use serde_json::{Value, json};

use crate::support::{Host, Theatre, blocks, said, tool_results};

const SIZE: &str = "How big should the first step be?";
const MENTION: &str = "What should the plan mention?";

/// Goes on until the questions were answered and the plan is proposed.
async fn propose(host: &mut Host, answers: Value) -> Value {
    host.say("Fly higher").await;
    let asked = host.asked_about("AskUserQuestion").await;
    let mut input = asked["request"]["input"].clone();
    input["answers"] = answers;
    host.answer(&asked, json!({ "behavior": "allow", "updatedInput": input })).await;
    host.asked_about("ExitPlanMode").await
}

fn plan(request: &Value) -> &str {
    request["request"]["input"]["plan"].as_str().unwrap()
}

fn theatre() -> Theatre {
    Theatre::with(&[("README.md", "# Kites\n\nFly them.\n"), ("kite.rs", "fn fly() {}\n")])
}

#[tokio::test]
async fn it_looks_around_and_asks_two_questions() {
    let theatre = theatre();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    host.say("Fly higher").await;
    let lines = host.until(|line| line["type"] == "control_request").await;
    let tools: Vec<_> = blocks(&lines, "tool_use").iter().map(|block| block["name"].as_str().unwrap()).collect();
    assert_eq!(tools, ["Glob", "Read", "Read", "AskUserQuestion"]);
    let read = tool_results(&lines)[1];
    assert_eq!(read["message"]["content"][0]["content"], "1\t# Kites\n2\t\n3\tFly them.");
    let request = &lines.last().unwrap()["request"];
    assert_eq!((&request["subtype"], &request["tool_name"]), (&json!("can_use_tool"), &json!("AskUserQuestion")));
    assert_eq!(request["tool_use_id"], blocks(&lines, "tool_use")[3]["id"]);
    let questions = request["input"]["questions"].as_array().unwrap();
    let shapes: Vec<_> =
        questions.iter().map(|q| (q["multiSelect"].clone(), q["options"].as_array().unwrap().len())).collect();
    assert_eq!(shapes, [(json!(false), 3), (json!(true), 3)]);
}

#[tokio::test]
async fn the_answers_are_in_the_plan() {
    let theatre = theatre();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    let answers = json!({ SIZE: "As big as a house", MENTION: "Tests, Risks" });
    let proposed = propose(&mut host, answers).await;
    for part in ["# Plan: Fly higher", "**As big as a house**", "## Tests", "## Risks", "`README.md`"] {
        assert!(plan(&proposed).contains(part), "{part} is not in\n{}", plan(&proposed));
    }
    assert_eq!(theatre.text("README.md"), "# Kites\n\nFly them.\n");
}

#[tokio::test]
async fn declined_questions_are_decided_by_the_script() {
    let theatre = theatre();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    host.say("Fly higher").await;
    let asked = host.asked_about("AskUserQuestion").await;
    host.answer(&asked, json!({ "behavior": "deny", "message": "Decide yourself." })).await;
    let lines = host.until(|line| line["request"]["tool_name"] == "ExitPlanMode").await;
    assert!(said(&lines).contains("(Decide yourself.)"));
    assert_eq!(tool_results(&lines)[0]["message"]["content"][0]["content"], "Decide yourself.");
    assert!(plan(lines.last().unwrap()).contains("**Small**"));
}

#[tokio::test]
async fn a_plan_that_is_turned_down_is_revised() {
    let theatre = theatre();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    let first = propose(&mut host, json!({ SIZE: "Small" })).await;
    assert!(!plan(&first).contains("Mind the trees"));
    host.answer(&first, json!({ "behavior": "deny", "message": "Mind the trees" })).await;
    let lines = host.until(|line| line["request"]["tool_name"] == "ExitPlanMode").await;
    assert!(said(&lines).contains("“Mind the trees”"));
    let second = lines.last().unwrap();
    assert!(plan(second).contains("- Mind the trees"));
    assert_ne!(second["request_id"], first["request_id"]);
    assert_ne!(second["request"]["tool_use_id"], first["request"]["tool_use_id"]);
}

#[tokio::test]
async fn an_approved_plan_is_done_in_the_same_turn() {
    let theatre = theatre();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    let proposed = propose(&mut host, json!({ SIZE: "Large", MENTION: "Risks" })).await;
    let accept = json!([{ "type": "setMode", "mode": "acceptEdits", "destination": "session" }]);
    let input = &proposed["request"]["input"];
    let allow = json!({ "behavior": "allow", "updatedInput": input, "updatedPermissions": accept });
    host.answer(&proposed, allow).await;
    let rest = host.turn().await;
    let mode = rest.iter().find(|line| line["subtype"] == "status" && line["permissionMode"].is_string()).unwrap();
    assert_eq!((&mode["permissionMode"], &mode["status"]), (&json!("acceptEdits"), &Value::Null));
    let edit = tool_results(&rest).pop().unwrap();
    let patch = &edit["tool_use_result"]["structuredPatch"][0];
    assert_eq!((&patch["oldStart"], &patch["lines"][2]), (&json!(1), &json!(" Fly them.")));
    assert!(theatre.text("README.md").ends_with("- Fly higher (planned: Large; Risks)\n"));
    assert_eq!(rest.last().unwrap()["subtype"], "success");
    let next = host.hear("And now?").await;
    assert_eq!(next[0]["permissionMode"], "acceptEdits");
}

#[tokio::test]
async fn an_edited_plan_is_noticed_and_edits_are_asked_about() {
    let theatre = theatre();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    let proposed = propose(&mut host, json!({})).await;
    host.answer(&proposed, json!({ "behavior": "allow", "updatedInput": { "plan": "# Mine" } })).await;
    let lines = host.until(|line| line["request"]["tool_name"] == "Edit").await;
    let result = &tool_results(&lines)[0]["tool_use_result"];
    assert_eq!((&result["plan"], &result["planWasEdited"]), (&json!("# Mine"), &json!(true)));
    assert!(said(&lines).contains("with your changes"));
    host.answer(lines.last().unwrap(), json!({ "behavior": "allow" })).await;
    host.turn().await;
    assert!(theatre.text("README.md").contains("- Fly higher"));
}

#[tokio::test]
async fn a_mode_set_while_the_plan_waits_is_kept() {
    let theatre = theatre();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    let proposed = propose(&mut host, json!({})).await;
    host.command(json!({ "subtype": "set_permission_mode", "mode": "acceptEdits" })).await;
    host.answer(&proposed, json!({ "behavior": "allow" })).await;
    host.turn().await;
    assert!(theatre.text("README.md").contains("- Fly higher"));
}

#[tokio::test]
async fn a_host_that_goes_while_it_is_asked_ends_the_turn() {
    let theatre = theatre();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    propose(&mut host, json!({})).await;
    let (lines, ended) = host.close().await;
    assert!(said(&lines).contains("Nobody could answer"));
    assert_eq!(lines.last().unwrap()["subtype"], "success");
    ended.unwrap();
    assert_eq!(theatre.text("README.md"), "# Kites\n\nFly them.\n");
}

#[tokio::test]
async fn with_nobody_to_ask_the_plan_is_only_said() {
    let theatre = theatre();
    let flags = "--input-format stream-json --output-format stream-json --verbose --permission-mode plan";
    let mut host = theatre.start_exactly(&flags.split(' ').collect::<Vec<_>>());
    let turn = host.hear("Fly higher").await;
    assert!(said(&turn).contains("# Plan: Fly higher"));
    assert!(turn.iter().all(|line| line["type"] != "control_request"));
}
