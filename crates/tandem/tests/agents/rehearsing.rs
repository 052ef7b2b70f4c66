//! The scripted agent, from a plan to a file: what is seen without anything installed.

use serde_json::{Value, json};
use testkit::model_api::Script;

use crate::stage::Stage;
use crate::talk::Talk;

#[tokio::test]
async fn a_rehearsal_asks_plans_and_edits_and_says_that_it_is_scripted() {
    let stage = Stage::with(Script::new(), |options| {
        options.with(&["--agent", "rehearsal"]).variable("TANDEM_REHEARSAL_PACE", "0")
    })
    .await;
    std::fs::write(stage.file("README.md"), "# Zebras\n").unwrap();
    let agents = stage.ada.get("/agents").await.unwrap().body;
    assert_eq!(agents["default"], "rehearsal");
    let scripted: Vec<&Value> = agents["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|agent| agent["scripted"] == true)
        .map(|agent| &agent["name"])
        .collect();
    assert_eq!(scripted, ["rehearsal"]);

    let mut talk = stage.talk("plan", "Feed the zebra").await;
    assert_eq!(talk.view().await["scripted"], true);
    let asked = talk.asked("question").await;
    assert_eq!(stage.inbox().await[0]["session"]["scripted"], true);
    let question = |index: usize| asked["questions"][index]["question"].as_str().unwrap().to_owned();
    let answers = json!({ question(0): "Large", question(1): ["Tests", "Risks"] });
    talk.tell("answer", json!({ "request_id": asked["request_id"], "answers": answers })).await;

    let asked = talk.asked("plan").await;
    let plan = asked["plan"].as_str().unwrap();
    assert!(plan.contains("Feed the zebra") && plan.contains("Large") && plan.contains("## Risks"), "{plan}");
    let approved = json!({ "request_id": asked["request_id"], "plan_sha256": asked["plan_sha256"], "approve": true });
    talk.tell("plan", approved).await;
    let said = talk.turn().await;
    assert!(said.contains("not a model"), "{said}");
    assert!(stage.read("README.md").starts_with("# Zebras\n\n## Rehearsal"), "{}", stage.read("README.md"));
    let diff = talk.follower.events.iter().find_map(|event| event["data"].get("diff")).unwrap();
    assert!(diff["path"].as_str().unwrap().ends_with("README.md") && diff["created"] == false, "{diff}");
    let view = talk.view().await;
    assert_eq!((&view["mode"], &view["status"], &view["cost_usd"]), (&json!("code"), &json!("idle"), &json!(0.0)));
    assert!(stage.api.requests().is_empty(), "no model is asked");
    stage.end().await;
}

#[tokio::test]
async fn a_rehearsal_draws_at_a_whiteboard_and_nothing_of_it_is_out_of_order() {
    let stage = Stage::with(Script::new(), |options| {
        options.with(&["--agent", "rehearsal"]).variable("TANDEM_REHEARSAL_PACE", "0")
    })
    .await;
    let path = format!("/projects/{}/boards", stage.project);
    let board = stage.ada.post(&path, json!({ "kind": "whiteboard", "title": "Ideas" })).await.unwrap().body;
    let first = "Draw a SWOT of the bakery that my aunt has in Bristol since 1960";
    let session = stage.session(json!({ "board_id": board["id"], "mode": "chat", "message": first })).await;
    let mut talk = stage.follow(session["id"].as_str().unwrap(), 0).await;
    check_drawn(&mut talk, "SWOT of the bakery that my aunt has in Bristol").await;
    for (asked, expected) in [
        ("Now a kanban board for the move", "Kanban board of the move"),
        ("And the journey of a guest", "Journey of a guest"),
        ("A flowchart for baking bread", "Flowchart of baking bread"),
        ("Some notes about flour", "Notes of flour"),
        ("Arrange everything", "in a grid"),
    ] {
        talk.say(asked).await;
        check_drawn(&mut talk, expected).await;
    }
    stage.end().await;
}

/// Checks that a turn says what it drew, and that the tool has neither warned nor found anything to put right.
async fn check_drawn(talk: &mut Talk, expected: &str) {
    let ended = talk.next("tool_result").await;
    let answer: Value = serde_json::from_str(ended["content"].as_str().unwrap()).unwrap();
    assert_eq!(ended["is_error"], false, "{ended}");
    assert_eq!(answer["lint"], json!([]), "{answer}");
    assert_eq!(answer.get("warnings").cloned().unwrap_or(json!([])), json!([]), "{answer}");
    let said = talk.turn().await;
    assert!(said.contains(expected), "{said}");
}
