//! Conversations that are taken up again.

use agents::{Command, Conversation, Event, FailureCode, Point};
use expect_test::expect;
use testkit::model_api::{Script, Turn};

use crate::stage::{ONE, Stage, TWO};

async fn spoken() -> Stage {
    let stage = Stage::new(Script::new().otherwise(Turn::text("{{messages}}."))).await;
    let mut actor = stage.start().await;
    actor.say_and_hear("One").await;
    actor.tell(Command::Stop).await;
    actor.ended().await;
    stage
}

#[tokio::test]
async fn a_conversation_is_taken_up() {
    let stage = spoken().await;
    let mut actor = stage.start_with(Conversation::Resume(ONE)).await.unwrap();
    actor.say_and_hear("Two").await;
    expect![[r#"
        [
          "user: One",
          "assistant: 1.",
          "user: Two"
        ]"#]]
    .assert_eq(&format!("{:#}", stage.messages()[1]));
}

#[tokio::test]
async fn a_fork_leaves_the_other_as_it_is() {
    let stage = spoken().await;
    let mut fork = stage.start_with(Conversation::Fork { from: ONE, to: TWO, at: None }).await.unwrap();
    fork.say_and_hear("Elsewhere").await;
    let mut actor = stage.start_with(Conversation::Resume(ONE)).await.unwrap();
    actor.say_and_hear("Here").await;
    let last = |request: usize| stage.messages()[request].as_array().unwrap().last().unwrap().clone();
    assert_eq!((last(1), last(2)), ("user: Elsewhere".into(), "user: Here".into()));
    assert_eq!(stage.messages()[2].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_fork_at_a_turn_knows_nothing_of_later_ones() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("{{messages}}."))).await;
    let mut actor = stage.start().await;
    actor.say("One").await;
    let turn = actor.turn().await;
    let Some(Event::TurnDone { point: at @ Some(_), .. }) = turn.last() else { panic!("it does not say where") };
    actor.say_and_hear("Two").await;
    let mut fork = stage.start_with(Conversation::Fork { from: ONE, to: TWO, at: *at }).await.unwrap();
    fork.say_and_hear("Elsewhere").await;
    assert_eq!(stage.messages()[2], serde_json::json!(["user: One", "assistant: 1.", "user: Elsewhere"]));
}

#[tokio::test]
async fn a_fork_at_a_place_that_is_not_there_is_told_what_was_said() {
    let stage = spoken().await;
    let at = Some(Point(uuid::Uuid::from_u128(77)));
    let fork = Conversation::Fork { from: ONE, to: TWO, at };
    assert!(stage.start_with(fork).await.is_err(), "nobody can tell it");
    let mut fork = stage.start_told(fork, "This was said: One").await;
    fork.say_and_hear("Elsewhere").await;
    assert_eq!(stage.messages()[1], serde_json::json!(["user: This was said: One | Elsewhere"]));
}

#[tokio::test]
async fn a_conversation_that_is_not_there_is_missing() {
    let stage = spoken().await;
    let Err(failure) = stage.start_with(Conversation::Resume(TWO)).await else { panic!("it started") };
    assert_eq!(failure.code, FailureCode::ConversationMissing);
}

#[tokio::test]
async fn what_a_crash_left_is_mended() {
    let stage = Stage::new(Script::new()).await;
    let call = r#"{"type":"tool_use","id":"t1","name":"add_card","input":{"title":"Milk"}}"#;
    let lines = format!(
        r#"{{"role":"user","content":[{{"type":"text","text":"Add"}}]}}
{{"role":"assistant","content":[{call}]}}
{{"role":"user","content":[{{"type":"tool_res"#
    );
    stage.place.leave(ONE, &lines);
    for conversation in [Conversation::Fork { from: ONE, to: TWO, at: None }, Conversation::Resume(ONE)] {
        let mut actor = stage.start_with(conversation).await.unwrap();
        actor.say_and_hear("Well?").await;
        let messages = stage.messages().pop().unwrap();
        assert_eq!(messages[1], "assistant: calls add_card {\"title\":\"Milk\"}");
        assert_eq!(messages[2], "user: error result interrupted | Well?");
    }
}
