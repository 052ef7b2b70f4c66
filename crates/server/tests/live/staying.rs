//! What keeps a connection, and what ends it.

use std::time::Duration;

use serde_json::json;
use server::limits::{MAX_MESSAGE_BYTES, PING_EVERY, SILENCE_DEADLINE, WRITE_DEADLINE};
use server::live::{CloseReason, Incoming, Outgoing};

use crate::support::{ANN, BOB, Stage};

#[tokio::test(start_paused = true)]
async fn lv26_a_ping_is_answered() {
    let stage = Stage::new().await;
    stage.join(ANN).await.assert_alive().await;
}

#[tokio::test(start_paused = true)]
async fn lv27_what_cannot_be_understood_is_answered_and_ends_nothing() {
    let stage = Stage::new().await;
    let mut ann = stage.watch(ANN).await;
    for unknown in
        ["", "nonsense", "[]", "7", "{}", r#"{"type":"dance"}"#, r#"{"type":"open"}"#, r#"{"type":"change"}"#]
    {
        ann.wire.say(unknown.to_owned());
        let error = ann.hear().await;
        assert_eq!(error["type"], "error", "{unknown}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{unknown}");
    }
    ann.send(Incoming::Text(vec![0xFF, 0xFE].into()));
    assert_eq!(ann.hear().await["type"], "error");
    ann.say(json!({ "type": "open", "board": "no id" }));
    assert_eq!(ann.hear().await["type"], "error");
    ann.assert_alive().await;
    ann.add_card("a");
    assert_eq!(ann.hear_types(2).await, ["changes", "ack"]);
}

#[tokio::test(start_paused = true)]
async fn lv28_what_is_no_text_or_too_large_ends_it() {
    let stage = Stage::new().await;
    for (reason, code) in [(CloseReason::NotText, 1003), (CloseReason::TooLarge, 1009)] {
        let mut ann = stage.join(ANN).await;
        ann.send(Incoming::Refused(reason));
        assert_eq!(ann.closed().await, code);
        let mut nobody = stage.connect();
        nobody.send(Incoming::Refused(reason));
        assert_eq!(nobody.closed().await, code);
    }
    assert_eq!(MAX_MESSAGE_BYTES, 1024 * 1024);
}

#[tokio::test(start_paused = true)]
async fn lv29_one_who_answers_pings_may_be_silent() {
    let stage = Stage::new().await;
    let mut ann = stage.join(ANN).await;
    for _ in 0..10 {
        let Some(Outgoing::Ping) = ann.next(PING_EVERY + Duration::from_secs(1)).await else { panic!("no ping") };
        ann.wire.pong();
    }
    ann.assert_alive().await;
}

#[tokio::test(start_paused = true)]
async fn lv29_one_who_does_not_is_gone() {
    let stage = Stage::new().await;
    let mut ann = stage.join(ANN).await;
    let started = tokio::time::Instant::now();
    assert_eq!(ann.closed_within(SILENCE_DEADLINE * 2).await, 4408);
    assert!((SILENCE_DEADLINE..SILENCE_DEADLINE + 2 * PING_EVERY).contains(&started.elapsed()));
}

#[tokio::test(start_paused = true)]
async fn lv30_one_who_asks_and_never_reads_is_given_up() {
    let stage = Stage::new().await;
    let (mut ann, mut bob) = (stage.join(ANN).await, stage.join(BOB).await);
    for _ in 0..3 * rooms::OUTBOX_FRAMES {
        ann.say(json!({ "type": "ping" }));
    }
    bob.assert_alive().await;
    tokio::time::advance(WRITE_DEADLINE).await;
    assert_eq!(ann.closed().await, 4408);
}

#[tokio::test(start_paused = true)]
async fn lv30_one_who_takes_nothing_for_long_is_given_up() {
    let stage = Stage::new().await;
    let mut ann = stage.join(ANN).await;
    for _ in 0..100 {
        ann.say(json!({ "type": "ping" }));
    }
    // The line holds some of the answers; the rest cannot be written.
    tokio::time::sleep_until(tokio::time::Instant::now() + WRITE_DEADLINE + Duration::from_secs(1)).await;
    assert_eq!(ann.closed().await, 4408);
}

#[tokio::test(start_paused = true)]
async fn lv31_a_server_that_stops_says_so() {
    let stage = Stage::new().await;
    let (mut ann, mut nobody) = (stage.watch(ANN).await, stage.connect());
    ann.add_card("a");
    ann.hear_types(2).await;
    let Stage { server, .. } = stage;
    server.stop().await;
    assert_eq!(ann.closed().await, 1001);
    assert_eq!(nobody.closed().await, 1001);
}
