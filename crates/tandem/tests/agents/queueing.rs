//! More sessions than may work at the same time.

use serde_json::{Value, json};
use testkit::model_api::{Gate, Script, Turn};

use crate::stage::Stage;

#[tokio::test]
async fn sessions_queue_and_move_up() {
    let gates = [Gate::new(), Gate::new()];
    let script = Script::new()
        .scene("first", [Turn::text("One.").wait_for(&gates[0])])
        .scene("second", [Turn::text("Two.").wait_for(&gates[1])])
        .otherwise(Turn::text("Heard {{last_user_text}}."));
    let mut stage = Stage::with(script, |options| options.with(&["--max-running", "1"])).await;
    let mut first = stage.talk("chat", "[[first]]").await;
    stage.told_in_words("[[first]]").await;
    let second = stage.talk("chat", "[[second]]").await;
    let mut third = stage.talk("chat", "three").await;
    for (talk, place) in [(&second, 1), (&third, 2)] {
        let view = talk.view().await;
        assert_eq!((&view["status"], &view["place"]), (&json!("queued"), &json!(place)), "{view}");
    }
    third.follower.until_view("its place", |view| view["place"] == 2).await.unwrap();

    // What nobody has heard yet can be taken back, once.
    let view = third.say("never mind").await;
    let said = view["queued_messages"].as_array().unwrap();
    assert_eq!((said.len(), &said[1]["content"]), (2, &json!("never mind")));
    let path = third.path(&format!("/messages/{}", said[1]["id"].as_str().unwrap()));
    let taken = stage.ada.delete(&path).await.unwrap();
    assert_eq!((taken.status, taken.body["queued_messages"].as_array().unwrap().len()), (200, 1), "{}", taken.body);
    assert_eq!(stage.ada.delete(&path).await.unwrap().status, 409);
    assert_eq!(third.next("taken_back").await["id"], said[1]["id"]);

    gates[0].open();
    assert_eq!(first.turn().await, "One.");
    stage.told_in_words("[[second]]").await;
    third.follower.until_view("its new place", |view| view["place"] == 1).await.unwrap();
    assert_eq!(third.view().await["place"], 1);
    // The queue is still there after a crash, in the same order; who was at work is not put back into it.
    stage.crash().await;
    let mut second = stage.follow(&second.id, second.follower.last()).await;
    assert_eq!(second.next("error").await["code"], "interrupted");
    let mut third = stage.follow(&third.id, third.follower.last()).await;
    assert_eq!(third.turn().await, "Heard three.");
    assert_eq!(third.view().await["place"], Value::Null);
    let conversation = stage.told_in_words("three").await;
    assert!(!conversation.contains("never mind"), "{conversation}");
    gates[1].open();
    second.say("[[second]]").await;
    assert_eq!(second.turn().await, "Two.");
    stage.end().await;
}
