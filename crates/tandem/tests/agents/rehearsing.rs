//! The scripted agent, from a plan to a file: what is seen without anything installed.

use serde_json::{Value, json};
use testkit::model_api::Script;

use crate::stage::Stage;

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
