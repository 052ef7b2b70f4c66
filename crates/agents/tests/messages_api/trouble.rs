//! A service that refuses, breaks off, or talks nonsense.

use std::time::Duration;

use agents::messages_api::RetryPolicy;
use agents::{Command, Conversation, Event, Failure, FailureCode, TurnOutcome};
use expect_test::expect;
use testkit::model_api::{ModelApi, Script, Turn};

use crate::canned::{Canned, END, HALF, OVERLOADED, START, STOP, stream};
use crate::stage::{CANARY, NOW_MS, ONE, Place, Stage, render};

async fn failure_of(turn: Turn) -> (Failure, usize) {
    let stage = Stage::new(Script::new().otherwise(turn)).await;
    let mut actor = stage.start().await;
    actor.say("Hi").await;
    let events = actor.turn().await;
    let Some(Event::TurnDone { outcome: TurnOutcome::Failed(failure), .. }) = events.last() else {
        panic!("{events:?}")
    };
    (failure.clone(), stage.model.requests().len())
}

async fn heard_from(answers: impl IntoIterator<Item = String>) -> String {
    let (server, place) = (Canned::start(answers).await, Place::new());
    let mut actor = place.start(place.config(&server.url), Conversation::New(ONE)).await.unwrap();
    actor.say_and_hear("Hi").await
}

#[tokio::test]
async fn an_overloaded_service_is_asked_again() {
    let turn = Turn::error(529, "overloaded_error", "Overloaded").times(2).and_text("At last.");
    let stage = Stage::new(Script::new().otherwise(turn)).await;
    let heard = stage.start().await.say_and_hear("Hi").await;
    expect![[r"
        turn
        delivered 1
        retrying 1/3 Overloaded
        retrying 2/3 Overloaded
        … At last.
        said At last.
        completed"]]
    .assert_eq(&heard);
    let bodies: Vec<_> = stage.model.requests().into_iter().map(|request| request.body).collect();
    assert_eq!(bodies.len(), 3);
    assert!(bodies.iter().all(|body| body == &bodies[0]));
}

#[tokio::test]
async fn it_is_not_asked_for_ever() {
    let (failure, requests) = failure_of(Turn::error(500, "api_error", "Broken")).await;
    assert_eq!((failure.code, requests), (FailureCode::Overloaded, 4));
}

#[tokio::test]
async fn what_will_not_change_fails_at_once() {
    for (status, message, code) in [
        (400, "prompt is too long: 3 tokens > 2 maximum", FailureCode::ContextFull),
        (401, "invalid x-api-key", FailureCode::Unauthorized),
        (403, "no", FailureCode::Refused),
        (404, "model: no-such-model", FailureCode::ModelMissing),
    ] {
        let (failure, requests) = failure_of(Turn::error(status, "whatever", message)).await;
        assert_eq!((failure.code, requests), (code, 1), "{status}");
        assert!(failure.message.contains(message), "{failure}");
    }
}

#[tokio::test]
async fn a_limit_that_lasts_is_told_with_its_end() {
    let limit = Turn::error(429, "rate_limit_error", "Limit").header("retry-after", "3600");
    let (failure, requests) = failure_of(limit).await;
    let expected = (FailureCode::UsageLimit, Some(NOW_MS + 3_600_000), 1);
    assert_eq!((failure.code, failure.resets_at_ms, requests), expected);
    let limit = Turn::error(429, "rate_limit_error", "Limit").header("anthropic-ratelimit-unified-reset", "1800007200");
    let (failure, requests) = failure_of(limit).await;
    let expected = (FailureCode::UsageLimit, Some(NOW_MS + 7_200_000), 1);
    assert_eq!((failure.code, failure.resets_at_ms, requests), expected);
}

#[tokio::test]
async fn a_wait_can_be_interrupted() {
    let turn = Turn::error(529, "overloaded_error", "Overloaded").header("retry-after", "3600");
    let stage = Stage::new(Script::new().otherwise(turn)).await;
    let mut config = stage.place.config(stage.model.url());
    config.retry = RetryPolicy { longest_wait: Duration::from_hours(2), ..config.retry };
    let mut actor = stage.place.start(config, Conversation::New(ONE)).await.unwrap();
    actor.say("Hi").await;
    let retrying = actor.until(|event| matches!(event, Event::Retrying { .. })).await;
    let Event::Retrying { attempt, attempts, wait, failure } = retrying else { panic!("{retrying:?}") };
    assert_eq!((attempt, attempts, wait, failure.code), (1, 3, Duration::from_hours(1), FailureCode::Overloaded));
    actor.tell(Command::Interrupt).await;
    assert_eq!(render(&actor.turn().await), "interrupted");
}

#[tokio::test]
async fn nobody_at_the_other_end_is_the_network() {
    let stage = Stage::new(Script::new()).await;
    let mut actor = stage.start().await;
    drop(stage.model);
    let heard = actor.say_and_hear("Hi").await;
    expect![[r"
        turn
        delivered 1
        retrying 1/3 Network
        retrying 2/3 Network
        retrying 3/3 Network
        failed Network"]]
    .assert_eq(&heard);
}

#[tokio::test]
async fn a_turn_that_would_always_be_refused_is_forgotten() {
    let script = Script::new()
        .scene("bad", [Turn::error(400, "invalid_request_error", "bad block")])
        .scene("key", [Turn::error(401, "authentication_error", "bad key")])
        .otherwise(Turn::text("Fine."));
    let stage = Stage::new(script).await;
    let mut actor = stage.start().await;
    actor.say_and_hear("[[bad]]").await;
    actor.say_and_hear("[[key]]").await;
    stage.model.set_script(Script::new().otherwise(Turn::text("Fine.")));
    actor.say_and_hear("After").await;
    expect![[r#"
        [
          "user: [[key]]",
          "user: After"
        ]"#]]
    .assert_eq(&format!("{:#}", stage.messages()[2]));
}

#[tokio::test]
async fn a_stream_that_breaks_off_keeps_what_was_said() {
    let script = Script::new().otherwise(Turn::text("Half a story").chunk(6).hang_after(1));
    let stage = Stage::new(script).await;
    let mut actor = stage.start().await;
    actor.say("Hi").await;
    actor.until(|event| matches!(event, Event::Delta { .. })).await;
    drop(stage.model);
    assert_eq!(render(&actor.turn().await), "said Half a\nfailed Network");

    let model = ModelApi::start(Script::new().otherwise(Turn::text("Go on"))).await;
    actor.tell(Command::Stop).await;
    let config = stage.place.config(model.url());
    let mut actor = stage.place.start(config, Conversation::Resume(ONE)).await.unwrap();
    actor.say_and_hear("And?").await;
    let messages = model.requests()[0].body["messages"].clone();
    assert_eq!(messages[1]["content"][0]["text"], "Half a");
    assert_eq!(messages[2]["content"][0]["text"], "And?");
}

#[tokio::test]
async fn a_stream_that_breaks_off_before_a_word_is_asked_for_again() {
    let whole = stream(&[START, HALF, STOP, END]);
    let heard = heard_from([stream(&[START]), stream(&[OVERLOADED]), stream(&["{"]), whole]).await;
    expect![[r"
        turn
        delivered 1
        retrying 1/3 Network
        retrying 2/3 Overloaded
        retrying 3/3 Network
        … Half a
        said Half a
        completed"]]
    .assert_eq(&heard);
}

#[tokio::test]
async fn an_error_after_a_word_is_told() {
    for events in [&[START, HALF, OVERLOADED][..], &[START, HALF, STOP, OVERLOADED]] {
        let heard = heard_from([stream(events)]).await;
        assert_eq!(heard, "turn\ndelivered 1\n… Half a\nsaid Half a\nfailed Overloaded");
    }
}

#[tokio::test]
async fn an_endless_line_is_given_up() {
    let heard = heard_from([stream(&[&"x".repeat(2 * 1024 * 1024)])]).await;
    assert_eq!(heard, "turn\ndelivered 1\nfailed Unknown");
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = Stage::new(Script::new()).await;
    let url = elsewhere.model.url();
    let redirect = format!("HTTP/1.1 307 Gone\r\nlocation: {url}/v1/messages\r\ncontent-length: 0\r\n\r\n");
    assert_eq!(heard_from([redirect]).await, "turn\ndelivered 1\nfailed Unknown");
    assert_eq!(elsewhere.model.requests().len(), 0);
}

#[tokio::test]
async fn the_key_is_never_said() {
    let echo = format!("the key {CANARY} is bad");
    for turn in [Turn::error(401, "authentication_error", &echo), Turn::error(529, "overloaded_error", &echo)] {
        let stage = Stage::new(Script::new().otherwise(turn)).await;
        let mut actor = stage.start().await;
        actor.say("Hi").await;
        let events = format!("{:?}", actor.turn().await);
        assert!(events.contains("the key [key] is bad"), "{events}");
        assert!(!events.contains(CANARY), "{events}");
        assert!(!format!("{:?}", stage.place.config("http://nowhere")).contains(CANARY));
    }
}
