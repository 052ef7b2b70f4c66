//! Plans: approved, edited, sent back, and approved after the server was gone.

use serde_json::{Value, json};
use testkit::model_api::{Script, Turn};

use crate::stage::Stage;
use crate::talk::Talk;

const PLAN: &str = "# Plan\n\n1. Write the file\n";

fn write_plan(plan: &str) -> Turn {
    Turn::tool("Write", json!({ "file_path": "{{plan_file}}", "content": plan }))
}

fn submit() -> Turn {
    Turn::tool("ExitPlanMode", json!({}))
}

async fn planned(after: impl FnOnce(Turn) -> Vec<Turn>) -> (Stage, Talk, Value) {
    let stage = Stage::new(Script::new()).await;
    let write = Turn::tool("Write", json!({ "file_path": stage.file("made.txt"), "content": "made\n" }));
    let turns = [write_plan(PLAN), submit()].into_iter().chain(after(write));
    stage.api.set_script(Script::new().scene("plan", turns));
    let mut talk = stage.talk("plan", "[[plan]] it").await;
    let asked = talk.asked("plan").await;
    assert_eq!(asked["plan"], PLAN);
    (stage, talk, asked)
}

fn decision(asked: &Value, approve: bool) -> Value {
    json!({ "request_id": asked["request_id"], "plan_sha256": asked["plan_sha256"], "approve": approve })
}

#[tokio::test]
async fn an_approved_plan_is_carried_out() {
    let (stage, mut talk, asked) = planned(|write| vec![write, Turn::text("All done.")]).await;
    let mut another = decision(&asked, true);
    another["plan_sha256"] = json!("0".repeat(64));
    let refused = talk.post("plan", another).await;
    assert_eq!((refused.status, &refused.body["code"]), (409, &json!("plan_changed")));
    assert_eq!(talk.post("plan", decision(&asked, false)).await.status, 422, "a refusal says what should be different");
    assert!(!stage.file("made.txt").exists());

    talk.tell("plan", decision(&asked, true)).await;
    let settled = talk.next("settled").await;
    let fields = ["kind", "outcome", "by_name", "plan"].map(|field| settled[field].clone());
    assert_eq!(fields, [json!("plan"), json!("approved"), json!("Ada"), Value::Null]);
    let mode = talk.follower.until_fits("a mode", |event| !event["data"]["mode"].is_null()).await.unwrap();
    assert_eq!((&mode["event"], &mode["data"]["mode"]), (&json!("status"), &json!("code")));
    assert_eq!(talk.turn().await, "All done.");
    assert_eq!(stage.read("made.txt"), "made\n");
    assert_eq!(talk.view().await["mode"], "code");
    let asked_again = talk.log().await.into_iter().find(|event| event["type"] == "permission");
    assert_eq!(asked_again, None);
    stage.end().await;
}

#[tokio::test]
async fn a_plan_is_sent_back_and_the_next_one_is_edited() {
    let second = "# Plan\n\n1. Write the file\n2. Say how to undo it\n";
    let (stage, mut talk, first) =
        planned(|write| vec![write_plan(second), submit(), write, Turn::text("All done.")]).await;
    let mut sent_back = decision(&first, false);
    sent_back["feedback"] = json!("Say how to undo it.");
    talk.tell("plan", sent_back.clone()).await;
    assert!(stage.told("plan/2").await.contains("Say how to undo it."));
    assert_eq!(talk.next("settled").await["feedback"], "Say how to undo it.");

    let asked = talk.asked("plan").await;
    assert_eq!(asked["plan"], second);
    for stale in [sent_back, decision(&first, true)] {
        let refused = talk.post("plan", stale).await;
        assert_eq!((refused.status, &refused.body["code"]), (409, &json!("request_settled")));
    }
    let other = stage.follow(stage.session(json!({})).await["id"].as_str().unwrap(), 0).await;
    assert_eq!(other.post("plan", decision(&asked, true)).await.body["code"], "request_settled", "of another session");
    // The first plan was another one: whoever has only seen that approves nothing.
    let mut unseen = decision(&asked, true);
    unseen["plan_sha256"] = first["plan_sha256"].clone();
    assert_eq!(talk.post("plan", unseen).await.body["code"], "plan_changed");
    assert_eq!(talk.view().await["mode"], "plan");
    let mut edited = decision(&asked, true);
    edited["plan"] = json!("# Plan\n\n1. Write the file in the evening\n");
    talk.tell("plan", edited.clone()).await;
    assert_eq!(talk.next("settled").await["plan"], edited["plan"]);
    assert_eq!(talk.turn().await, "All done.");
    let told = stage.told("plan/4").await;
    assert!(told.contains("in the evening"), "{told}");
    assert_eq!(stage.read("made.txt"), "made\n");
    stage.end().await;
}

#[tokio::test]
async fn a_plan_outlives_the_server() {
    let (mut stage, talk, asked) = planned(|_| Vec::new()).await;
    stage.restart().await;
    let write = Turn::tool("Write", json!({ "file_path": stage.file("made.txt"), "content": "made\n" }));
    stage.api.set_script(Script::new().scene("carry out", [write, Turn::text("All done.")]));
    let mut talk = stage.follow(&talk.id, talk.follower.last()).await;
    assert_eq!(stage.inbox().await[0]["data"], asked);
    let mut edited = decision(&asked, true);
    edited["plan"] = json!("# Plan\n\n1. Write the file [[carry out]]\n");
    talk.tell("plan", edited.clone()).await;
    assert_eq!(talk.next("settled").await["outcome"], "approved");
    assert_eq!(talk.turn().await, "All done.");
    assert_eq!(stage.read("made.txt"), "made\n");
    assert_eq!(talk.view().await["mode"], "code");
    let conversation = stage.told_in_words("[[carry out]]").await;
    assert!(conversation.contains("[[plan]] it"), "{conversation}");
    assert_eq!(talk.post("plan", edited).await.status, 409);
    stage.end().await;
}
