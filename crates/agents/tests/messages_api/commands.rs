//! What the agent is told while it works.

use agents::{Command, Event, TurnOutcome};
use expect_test::expect;
use serde_json::json;
use testkit::model_api::{Gate, Script, Turn};

use crate::stage::{Stage, render};

fn is_delta(event: &Event) -> bool {
    matches!(event, Event::Delta { .. })
}

#[tokio::test]
async fn an_interrupt_keeps_what_was_said() {
    let script =
        Script::new().scene("long", [Turn::text("A long story.").chunk(6).hang_after(1)]).otherwise(Turn::text("Yes?"));
    let stage = Stage::new(script).await;
    let mut actor = stage.start().await;
    let first = actor.say("[[long]]").await;
    actor.until(is_delta).await;
    actor.tell(Command::Interrupt).await;
    let events = actor.turn().await;
    assert_eq!(render(&events), "said A long\ninterrupted");
    let Some(Event::TurnDone { messages, .. }) = events.last() else { panic!("no end") };
    assert_eq!(messages, &[first]);
    // The connection is gone, not merely ignored.
    stage.model.wait_until_idle().await;
    actor.say_and_hear("Next").await;
    expect![[r#"
        [
          "user: [[long]]",
          "assistant: A long",
          "user: Next"
        ]"#]]
    .assert_eq(&format!("{:#}", stage.messages()[1]));
}

#[tokio::test]
async fn an_interrupt_before_the_first_word_keeps_the_question() {
    let gate = Gate::new();
    let script = Script::new().scene("shut", [Turn::text("Never").wait_for(&gate)]).otherwise(Turn::text("Yes?"));
    let stage = Stage::new(script).await;
    let mut actor = stage.start().await;
    actor.say("[[shut]]").await;
    stage.model.wait_for_request(|_| true).await;
    actor.tell(Command::Interrupt).await;
    assert_eq!(render(&actor.turn().await), "turn\ndelivered 1\ninterrupted");
    gate.open();
}

#[tokio::test]
async fn an_interrupt_while_idle_is_nothing() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Yes?"))).await;
    let mut actor = stage.start().await;
    actor.tell(Command::Interrupt).await;
    assert!(actor.say_and_hear("Hi").await.ends_with("completed"));
}

#[tokio::test]
async fn a_message_meanwhile_joins_the_next_round() {
    let gate = Gate::new();
    let call = Turn::text("Let me.").and_tool("add_card", json!({ "title": "Milk" })).wait_after(1, &gate);
    let stage = Stage::new(Script::new().scene("add", [call, Turn::text("Both done.")])).await;
    let mut actor = stage.start().await;
    let first = actor.say("[[add]]").await;
    actor.until(is_delta).await;
    let second = actor.say("And bread").await;
    // A change of model is answered at once, so by then the message is taken, too.
    actor.tell(Command::SetModel("another".to_owned())).await;
    actor.until(|event| matches!(event, Event::ModelChanged { .. })).await;
    gate.open();
    let events = actor.turn().await;
    expect![[r#"
        said Let me.
        writes add_card {"title":"Milk"}
        start add_card {"title":"Milk"}
        ended added Milk
        delivered 1
        … Both done.
        said Both done.
        completed"#]]
    .assert_eq(&render(&events));
    let Some(Event::TurnDone { messages, .. }) = events.last() else { panic!("no end") };
    assert_eq!(messages, &[first, second]);
    expect![[r#"
        [
          "user: [[add]]",
          "assistant: Let me. | calls add_card {\"title\":\"Milk\"}",
          "user: result added Milk | And bread"
        ]"#]]
    .assert_eq(&format!("{:#}", stage.messages()[1]));
}

#[tokio::test]
async fn messages_meanwhile_begin_the_next_turn_together() {
    let gate = Gate::new();
    let script = Script::new()
        .scene("wait", [Turn::text("One moment.").wait_after(1, &gate)])
        .scene("more", [Turn::text("Here: {{last_user_text}}")]);
    let stage = Stage::new(script).await;
    let mut actor = stage.start().await;
    actor.say("[[wait]]").await;
    actor.until(is_delta).await;
    let second = actor.say("[[more]]").await;
    let third = actor.say("and more").await;
    gate.open();
    actor.turn().await;
    let events = actor.turn().await;
    assert_eq!(render(&events), "turn\ndelivered 2\n… Here: and more\nsaid Here: and more\ncompleted");
    assert_eq!(events[1], Event::Delivered { messages: vec![second, third] });
    assert_eq!(stage.messages()[1][2], "user: [[more]] | and more");
}

#[tokio::test]
async fn an_empty_message_is_not_sent() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Yes?"))).await;
    let mut actor = stage.start().await;
    actor.say(" \n").await;
    let heard = actor.say_and_hear("Hi").await;
    assert!(heard.starts_with("notice An empty message was not sent.\nturn\ndelivered 1\n"), "{heard}");
}

#[tokio::test]
async fn a_stop_ends_turn_and_run() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("A long story.").chunk(6).hang_after(1))).await;
    let mut actor = stage.start().await;
    actor.say("Go").await;
    actor.until(is_delta).await;
    actor.tell(Command::Stop).await;
    assert_eq!(render(&actor.turn().await), "said A long\ninterrupted");
    actor.ended().await;
    stage.model.wait_until_idle().await;
}

#[tokio::test]
async fn whoever_drops_the_commands_ends_the_run() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Never").hang_after(0))).await;
    let mut actor = stage.start().await;
    actor.say("Go").await;
    stage.model.wait_for_request(|_| true).await;
    let (commands, _) = tokio::sync::mpsc::channel(1);
    drop(std::mem::replace(&mut actor.run.commands, commands));
    let done = actor.until(|event| matches!(event, Event::TurnDone { .. })).await;
    assert!(matches!(done, Event::TurnDone { outcome: TurnOutcome::Interrupted, .. }));
    actor.ended().await;
}

#[tokio::test]
async fn whoever_stops_listening_ends_the_run() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Never").hang_after(0))).await;
    let mut actor = stage.start().await;
    actor.say("Go").await;
    stage.model.wait_for_request(|_| true).await;
    let commands = actor.run.commands.clone();
    drop(actor);
    stage.model.wait_until_idle().await;
    commands.closed().await;
}
