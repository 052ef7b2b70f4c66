//! Going back to a turn.

use serde_json::json;
use testkit::model_api::{Script, Turn};

use crate::stage::Stage;
use crate::talk::Talk;

/// Says three things in a session.
async fn three_turns(stage: &Stage, agent: &str) -> Talk {
    let session = stage.session(json!({ "agent": agent, "message": "the zebra is called Zoe" })).await;
    let mut talk = stage.follow(session["id"].as_str().unwrap(), 0).await;
    talk.turn().await;
    talk.ask("the lion is called Leo").await;
    talk.ask("the ape is called Abe").await;
    talk
}

async fn fork(stage: &Stage, talk: &Talk, turn: u32) -> Talk {
    let made = talk.post("fork", json!({ "turn": turn })).await;
    assert_eq!(made.status, 201, "{}", made.body);
    assert_eq!((&made.body["forked_from"], &made.body["forked_at_turn"]), (&json!(talk.id), &json!(turn)));
    stage.follow(made.body["id"].as_str().unwrap(), 0).await
}

#[tokio::test]
async fn a_fork_after_the_first_turn_is_not_told_of_the_others() {
    let mut stage = Stage::new(Script::new().otherwise(Turn::text("I see."))).await;
    let talk = three_turns(&stage, "claude").await;
    let mut forked = fork(&stage, &talk, 1).await;
    forked.ask("what are they called?").await;
    let told = stage.told_in_words("what are they called?").await;
    assert!(told.contains("Zoe") && !told.contains("Leo") && !told.contains("Abe"), "{told}");
    // Also the next server goes on with it, and the other knows all.
    stage.restart().await;
    let mut forked = stage.follow(&forked.id, 0).await;
    forked.follower.until("done").await.unwrap();
    forked.ask("and now?").await;
    assert!(!stage.told_in_words("and now?").await.contains("Leo"));
    let talk = stage.follow(&talk.id, 0).await;
    talk.say("go on").await;
    assert!(stage.told_in_words("go on").await.contains("Abe"));
    let refused = talk.post("fork", json!({ "turn": 9 })).await;
    assert_eq!((refused.status, &refused.body["errors"][0]["path"]), (422, &json!("/turn")));
    let refused = talk.post("fork", json!({ "turn": 1, "code": true })).await;
    assert_eq!((refused.status, &refused.body["errors"][0]["path"]), (422, &json!("/code")));
}

#[tokio::test]
async fn a_rehearsal_can_be_forked_after_a_turn_too() {
    let stage = Stage::new(Script::new()).await;
    let talk = three_turns(&stage, "rehearsal").await;
    let mut forked = fork(&stage, &talk, 1).await;
    let said = forked.ask("what are they called?").await;
    assert!(said.contains("Zoe") && !said.contains("Abe"), "{said}");
}
