//! What is said and what is sent.

use agents::{Event, Mode, Tokens as Counted, TurnOutcome};
use expect_test::expect;
use testkit::model_api::{Script, Tokens, Turn};

use crate::stage::{CANARY, MODEL, Stage};

#[tokio::test]
async fn a_text_is_told_as_it_comes() {
    let stage = Stage::new(Script::new().otherwise(Turn::thinking("Hm, let me see.").and_text("Hello, Ada."))).await;
    let mut actor = stage.start().await;
    let heard = actor.say_and_hear("Hi").await;
    expect![[r"
        turn
        delivered 1
        … Hm, let me see.
        thought Hm, let me see.
        … Hello, Ada.
        said Hello, Ada.
        completed"]]
    .assert_eq(&heard);
    let request = &stage.model.requests()[0];
    assert_eq!(request.header("x-api-key"), Some(CANARY));
    assert_eq!(request.header("authorization"), None);
    assert_eq!(request.header("anthropic-version"), Some("2023-06-01"));
    assert_eq!((request.path.as_str(), &request.body["model"]), ("/v1/messages", &MODEL.into()));
    assert!(request.body["system"].to_string().contains("Be kind."));
}

#[tokio::test]
async fn the_next_turn_sends_what_was_said() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("{{last_user_text}}!"))).await;
    let mut actor = stage.start().await;
    actor.say_and_hear("One").await;
    actor.say_and_hear("Two").await;
    expect![[r#"
        [
          "user: One",
          "assistant: One!",
          "user: Two"
        ]"#]]
    .assert_eq(&format!("{:#}", stage.messages()[1]));
}

#[tokio::test]
async fn tokens_are_counted_by_turn_and_money_by_run() {
    let first = Tokens { input: 1000, output: 100, cache_read: 0, cache_written: 400 };
    let second = Tokens { input: 10, output: 200, cache_read: 1400, cache_written: 0 };
    let script = Script::new().scene(
        "use",
        [Turn::tool("read_board", serde_json::json!({})).tokens(first), Turn::text("Done").tokens(second)],
    );
    let stage = Stage::new(script).await;
    let mut actor = stage.start().await;
    let message = actor.say("[[use]]").await;
    let events = actor.turn().await;
    let usage = events.iter().rev().find_map(|event| match event {
        Event::Usage { tokens, context_tokens, context_window, model } => {
            Some((*tokens, *context_tokens, *context_window, model.clone()))
        }
        _ => None,
    });
    let counted = Counted { input: 1010, output: 300, cache_read: 1400, cache_write: 400 };
    assert_eq!(usage, Some((counted, 1610, Some(200_000), Some(MODEL.to_owned()))));
    let Some(Event::TurnDone { outcome, tokens, run_cost_usd, messages, .. }) = events.last() else { panic!("no end") };
    assert_eq!((outcome, *tokens, messages.as_slice()), (&TurnOutcome::Completed, counted, &[message][..]));
    // In millionths of a dollar: 1010 × 1 + 300 × 5 + 1400 × 0.1 + 400 × 1.25.
    assert!((run_cost_usd - 0.003_15).abs() < 1e-9, "{run_cost_usd}");

    actor.say("again").await;
    let events = actor.turn().await;
    let Some(Event::TurnDone { tokens, run_cost_usd, .. }) = events.last() else { panic!("no end") };
    assert_eq!(*tokens, Counted { input: 10, output: 5, ..Counted::default() });
    assert!((run_cost_usd - 0.003_185).abs() < 1e-9, "{run_cost_usd}");
}

#[tokio::test]
async fn an_answer_that_is_too_long_says_so() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("And then").stop_reason("max_tokens"))).await;
    let heard = stage.start().await.say_and_hear("Tell").await;
    expect![[r"
        turn
        delivered 1
        … And then
        said And then
        notice The answer was as long as it may be and was cut off. Send a message to go on.
        completed"]]
    .assert_eq(&heard);
}

#[tokio::test]
async fn what_the_model_declines_is_forgotten() {
    let script = Script::new()
        .scene("bad", [Turn::tool("add_card", serde_json::json!({})), Turn::text("I").stop_reason("refusal")])
        .otherwise(Turn::text("Fine."));
    let stage = Stage::new(script).await;
    let mut actor = stage.start().await;
    actor.say_and_hear("Before").await;
    let heard = actor.say_and_hear("[[bad]]").await;
    assert!(heard.ends_with("… I\nsaid I\nfailed Declined"), "{heard}");
    actor.say_and_hear("After").await;
    expect![[r#"
        [
          "user: Before",
          "assistant: Fine.",
          "user: After"
        ]"#]]
    .assert_eq(&format!("{:#}", stage.messages().last().unwrap()));
}

#[tokio::test]
async fn a_turn_that_pauses_goes_on() {
    let script = Script::new().scene("pause", [Turn::text("Working").stop_reason("pause_turn"), Turn::text("Done")]);
    let stage = Stage::new(script).await;
    let heard = stage.start().await.say_and_hear("[[pause]]").await;
    expect![[r"
        turn
        delivered 1
        … Working
        said Working
        … Done
        said Done
        completed"]]
    .assert_eq(&heard);
}

#[tokio::test]
async fn a_full_context_ends_the_turn_and_keeps_the_words() {
    let stage =
        Stage::new(Script::new().otherwise(Turn::text("So").stop_reason("model_context_window_exceeded"))).await;
    let mut actor = stage.start().await;
    assert!(actor.say_and_hear("Go").await.ends_with("said So\nfailed ContextFull"));
    actor.say_and_hear("Go on").await;
    expect![[r#"
        [
          "user: Go",
          "assistant: So",
          "user: Go on"
        ]"#]]
    .assert_eq(&format!("{:#}", stage.messages()[1]));
}

#[tokio::test]
async fn a_turn_comes_to_an_end() {
    let stage = Stage::new(Script::new().otherwise(Turn::tool("read_board", serde_json::json!({})))).await;
    let heard = stage.start().await.say_and_hear("Go").await;
    assert!(heard.ends_with("ended did read_board\nfailed Budget"), "{heard}");
    assert_eq!(stage.model.requests().len(), 100);
}

#[tokio::test]
async fn mode_and_model_hold_from_the_next_turn() {
    use agents::Command::{SetMode, SetModel};

    let stage = Stage::new(Script::new().otherwise(Turn::text("Yes"))).await;
    let mut actor = stage.start().await;
    actor.tell(SetModel("claude-opus-4-1".to_owned())).await;
    actor.tell(SetMode(Mode::Plan)).await;
    let heard = actor.say_and_hear("Hi").await;
    assert!(
        heard.starts_with("ModelChanged { model: \"claude-opus-4-1\" }\nModeChanged { mode: Plan }\nturn"),
        "{heard}"
    );
    let request = &stage.model.requests()[0];
    assert_eq!(request.body["model"], "claude-opus-4-1");
    assert_eq!(request.tool_names(), ["read_board", "ask_user"]);
    assert!(request.body["system"].to_string().contains("You are planning"));
}
