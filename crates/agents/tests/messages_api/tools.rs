//! Tools of the box.

use std::sync::atomic::Ordering;

use agents::{Command, Event, Mode};
use expect_test::expect;
use serde_json::json;
use testkit::model_api::{Script, Turn};

use crate::stage::{AT_ONCE, Stage};

#[tokio::test]
async fn calls_run_together_and_answer_in_order() {
    // Nobody passes unless as many as allowed are there at once.
    let calls = (1..2 * AT_ONCE)
        .fold(Turn::tool("meet", json!({ "n": 0 })), |turn, n| turn.and_tool("meet", json!({ "n": n })));
    let stage = Stage::new(Script::new().scene("meet", [calls, Turn::text("{{last_tool_result}}")])).await;
    let heard = stage.start().await.say_and_hear("[[meet]]").await;
    assert!(heard.ends_with("said met 7\ncompleted"), "{heard}");
    assert_eq!(stage.place.tools.most.load(Ordering::SeqCst), AT_ONCE);
    expect!["user: result met 0 | result met 1 | result met 2 | result met 3 | result met 4 | result met 5 | result met 6 | result met 7"].assert_eq(stage.messages()[1][2].as_str().unwrap());
}

#[tokio::test]
async fn what_a_tool_says_goes_back_to_the_model() {
    let add = Turn::text("Let me.").and_tool("add_card", json!({ "title": "Milk" }));
    let stage = Stage::new(Script::new().scene("add", [add, Turn::text("Did: {{last_tool_result}}")])).await;
    let heard = stage.start().await.say_and_hear("[[add]]").await;
    expect![[r#"
        turn
        delivered 1
        … Let me.
        said Let me.
        writes add_card {"title":"Milk"}
        start add_card {"title":"Milk"}
        ended added Milk
        … Did: added Milk
        said Did: added Milk
        completed"#]]
    .assert_eq(&heard);
}

#[tokio::test]
async fn tools_that_fail_break_or_are_unknown_are_told_to_the_model() {
    let calls = Turn::tool("fail", json!({})).and_tool("break", json!({})).and_tool("rm", json!({}));
    let stage = Stage::new(Script::new().scene("bad", [calls, Turn::text("Sorry.")])).await;
    let heard = stage.start().await.say_and_hear("[[bad]]").await;
    assert!(heard.ends_with("said Sorry.\ncompleted"), "{heard}");
    expect![
        "user: error result The tool failed. | error result The tool broke down. | error result There is no such tool."
    ]
    .assert_eq(stage.messages()[1][2].as_str().unwrap());
}

#[tokio::test]
async fn a_change_of_mode_stops_changes_at_once() {
    let gate = testkit::model_api::Gate::new();
    let add = Turn::text("Let me.").and_tool("add_card", json!({ "title": "Milk" })).wait_after(1, &gate);
    let stage = Stage::new(Script::new().scene("add", [add, Turn::text("Well.")])).await;
    let mut actor = stage.start().await;
    actor.say("[[add]]").await;
    actor.until(|event| matches!(event, Event::Delta { .. })).await;
    actor.tell(Command::SetMode(Mode::Plan)).await;
    actor.until(|event| matches!(event, Event::ModeChanged { .. })).await;
    gate.open();
    actor.turn().await;
    let result = &stage.messages()[1][2];
    assert_eq!(*result, "user: error result This would change something, and that is not allowed while planning.");
}

#[tokio::test]
async fn an_interrupt_leaves_no_call_without_a_result() {
    let calls = Turn::tool("wait_forever", json!({})).and_tool("add_card", json!({ "title": "Milk" }));
    let stage = Stage::new(Script::new().scene("wait", [calls]).otherwise(Turn::text("Yes?"))).await;
    let mut actor = stage.start().await;
    actor.say("[[wait]]").await;
    actor.until(|event| matches!(event, Event::ToolEnded { .. })).await;
    actor.tell(Command::Interrupt).await;
    let rest = crate::stage::render(&actor.turn().await);
    assert_eq!(rest, "failed interrupted\ninterrupted");
    actor.say_and_hear("Next").await;
    expect![[r#"
        [
          "user: [[wait]]",
          "assistant: calls wait_forever {} | calls add_card {\"title\":\"Milk\"}",
          "user: error result interrupted | result added Milk",
          "user: Next"
        ]"#]]
    .assert_eq(&format!("{:#}", stage.messages()[1]));
}
