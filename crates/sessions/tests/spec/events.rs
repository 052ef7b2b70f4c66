//! What is in the log, and when.

use std::time::Duration;

use agents::{BlockKind, Event, TurnOutcome};
use serde_json::json;
use sessions::Form;
use sessions::limits::{DELTA_BYTES, DELTA_WINDOW, FOLD_AFTER, MAX_ANSWER_BYTES};
use store::SessionStatus::Idle;
use tokio::time::advance;

use crate::support::{
    World, crash, delta, done_with, notice, said, settle, thought, tool, tool_ended, tool_started, turn,
};

#[tokio::test(start_paused = true)]
async fn se1_events_are_numbered_without_a_gap_and_on_disk_before_they_are_shown() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Whole).await;
    for number in 0..50 {
        run.say_all([notice(&number.to_string()), tool_started("t"), tool_ended("t")]).await;
        reader.take().await;
        let on_disk = world.store.last_event(id).await.unwrap();
        assert!(reader.screen.last <= on_disk);
    }
    reader.catch_up().await;
    let last = world.store.last_event(id).await.unwrap();
    assert_eq!(reader.screen.numbers, (1..=last).collect::<Vec<_>>());
    assert_eq!(world.view(id).await.last_event, last);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn se2_the_first_text_comes_at_once_and_the_rest_is_gathered() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Whole).await;
    reader.kinds().await;
    let shown = async |reader: &mut crate::support::Reader| {
        reader.catch_up().await;
        let texts = reader.events.drain(..).filter(|event| event.kind == "text_delta");
        texts.map(|event| event.data.to_string()).collect::<Vec<_>>()
    };
    run.say(delta("Once")).await;
    assert_eq!(shown(&mut reader).await, [r#"{"text":"Once"}"#]);
    run.say_all([delta(" upon"), delta(" a")]).await;
    assert_eq!(shown(&mut reader).await, [""; 0]);
    advance(DELTA_WINDOW / 2).await;
    run.say(delta(" time")).await;
    assert_eq!(shown(&mut reader).await, [""; 0]);
    advance(DELTA_WINDOW / 2).await;
    assert_eq!(shown(&mut reader).await, [r#"{"text":" upon a time"}"#]);
    advance(DELTA_WINDOW * 2).await;
    assert_eq!(shown(&mut reader).await, [""; 0], "nothing is shown when nothing was said");
    run.say(delta("!")).await;
    assert_eq!(shown(&mut reader).await, [r#"{"text":"!"}"#], "after a pause it comes at once again");
    let much = "x".repeat(DELTA_BYTES);
    run.say_all([delta("y"), delta(&much)]).await;
    assert_eq!(shown(&mut reader).await, [json!({ "text": format!("y{much}") }).to_string()]);
}

#[tokio::test(start_paused = true)]
async fn se2_what_is_held_back_comes_before_what_happens_next() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Whole).await;
    reader.kinds().await;
    run.say_all([delta("a"), delta("b"), tool_started("t"), delta("c")]).await;
    assert_eq!(reader.kinds().await, ["text_delta", "text_delta", "tool_start"]);
    world.message(id, "hey").await;
    assert_eq!(reader.kinds().await, ["text_delta", "user_message"]);
    assert_eq!(reader.screen.open, "abc");
}

#[tokio::test(start_paused = true)]
async fn se2_the_next_text_begins_at_once() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Whole).await;
    reader.kinds().await;
    run.say_all([delta("a"), said("a"), delta("b")]).await;
    assert_eq!(reader.kinds().await, ["text_delta", "assistant_message", "text_delta"]);
    run.say_all([thought("c"), delta("")]).await;
    assert_eq!(reader.kinds().await, ["assistant_message", "thinking_delta"]);
}

#[tokio::test(start_paused = true)]
async fn se3_a_message_says_its_text_and_in_how_many_drops_it_came() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let check = async |events: Vec<Event>, expected: serde_json::Value| {
        run.say_all(events).await;
        settle().await;
        assert_eq!(world.last(id, "assistant_message").await, expected);
    };
    check(vec![delta("ab"), said("ab")], json!({ "kind": "text", "text": "ab", "drops": 1 })).await;
    check(vec![delta("a"), delta("b"), said("ab")], json!({ "kind": "text", "text": "ab", "drops": 2 })).await;
    check(vec![delta("a"), said("abc")], json!({ "kind": "text", "text": "abc", "drops": 2 })).await;
    check(vec![said("whole")], json!({ "kind": "text", "text": "whole", "drops": 0 })).await;
    check(vec![delta("a"), said("other")], json!({ "kind": "text", "text": "other", "drops": 0 })).await;
    check(vec![delta(""), said("a")], json!({ "kind": "text", "text": "a", "drops": 0 })).await;
    run.finishes().await;
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn se4_drops_are_folded_away_at_the_end_of_a_turn() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    for _ in 0..2 {
        run.say_all([thought("hm"), delta("a")]).await;
        settle().await;
        assert!(world.kinds(id).await.contains(&"text_delta".to_owned()), "not before the end");
        run.say_all([delta("b"), said("ab"), tool_started("t"), tool_ended("t"), said("c")]).await;
        run.finishes().await;
        advance(FOLD_AFTER / 2).await;
        assert!(world.kinds(id).await.contains(&"text_delta".to_owned()), "not for those who are a little behind");
        advance(FOLD_AFTER).await;
        assert!(!world.kinds(id).await.iter().any(|kind| kind.ends_with("_delta")));
        let log = world.log(id).await;
        let last = world.store.last_event(id).await.unwrap();
        let deltas = world.last(id, "done").await["deltas"].as_u64().unwrap();
        assert_eq!(deltas, 3);
        assert_eq!(log.last().unwrap().0, last);
        world.assert_sound().await;
        world.message(id, "more").await;
        run.goes_on().await;
    }
    let texts: Vec<serde_json::Value> =
        world.log(id).await.into_iter().map(|(_, _, data)| data["text"].clone()).collect();
    let texts: Vec<&str> = texts.iter().filter_map(serde_json::Value::as_str).collect();
    assert_eq!(texts, ["hm", "ab", "c", "hm", "ab", "c"]);
}

#[tokio::test(start_paused = true)]
async fn se3_a_message_says_when_it_began() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say_all([delta("a"), said("a"), said("b")]).await;
    settle().await;
    let events = world.store.events(id, 0, 100).await.unwrap();
    let began: Vec<bool> = events
        .iter()
        .filter(|event| event.kind == "assistant_message")
        .map(|event| event.data.contains("began_at"))
        .collect();
    assert_eq!(began, [true, false]);
}

#[tokio::test(start_paused = true)]
async fn se4_a_turn_without_drops_folds_nothing() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(said("a")).await;
    run.finishes().await;
    let numbers: Vec<u64> = world.log(id).await.into_iter().map(|(n, _, _)| n).collect();
    assert_eq!(numbers, (1..=world.store.last_event(id).await.unwrap()).collect::<Vec<_>>());
    assert_eq!(world.last(id, "done").await["deltas"], 0);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn se5_a_text_that_is_cut_off_is_kept() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say_all([thought("I thi"), delta("Hel"), delta("lo")]).await;
    run.say(done_with(TurnOutcome::Interrupted)).await;
    assert_eq!(world.status(id).await, Idle);
    let messages: Vec<serde_json::Value> = world
        .log(id)
        .await
        .into_iter()
        .filter(|(_, kind, _)| kind == "assistant_message")
        .map(|(_, _, data)| data)
        .collect();
    assert_eq!(messages[0], json!({ "kind": "thinking", "text": "I thi", "drops": 1, "cut": true }));
    assert_eq!(messages[1], json!({ "kind": "text", "text": "Hello", "drops": 2, "cut": true }));
    assert_eq!(world.last(id, "done").await["outcome"], "interrupted");
    world.message(id, "2").await;
    run.goes_on().await;
    run.say_all([delta("Half"), Event::Said { kind: BlockKind::Thinking, text: "hm".to_owned(), parent: None }]).await;
    run.say_all([delta("Once m")]).await;
    run.dies(crash()).await;
    let rows = world.screen(id).await.rows;
    let texts: Vec<&str> = rows.iter().filter_map(|row| row.data["text"].as_str()).collect();
    assert_eq!(texts, ["I thi", "Hello", "Half", "hm", "Once m"]);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn se5_text_outside_a_turn_ends_with_its_process() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.finishes().await;
    run.say_all([delta("By the w"), agents::Event::Ended { failure: None }]).await;
    assert_eq!(world.status(id).await, Idle);
    assert_eq!(world.last(id, "assistant_message").await["text"], "By the w");
    world.message(id, "2").await;
    let mut run = world.started().await;
    run.begins().await;
    run.say_all([delta("New"), said("New")]).await;
    run.finishes().await;
    assert_eq!(world.last(id, "assistant_message").await["text"], "New");
    assert_eq!(world.last(id, "done").await["deltas"], 2);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn se6_a_result_says_how_long_its_tool_took() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say_all([tool_started("slow"), tool_started("quick")]).await;
    settle().await;
    advance(Duration::from_millis(40)).await;
    run.say(tool_ended("quick")).await;
    assert_eq!(world.last(id, "tool_result").await["took_ms"], 40);
    advance(Duration::from_secs(2)).await;
    run.say(tool_ended("slow")).await;
    assert_eq!(
        world.last(id, "tool_result").await,
        json!({ "id": "slow", "content": "a.txt", "is_error": false, "took_ms": 2_040 })
    );
    run.say(tool_ended("unknown")).await;
    assert_eq!(world.last(id, "tool_result").await.get("took_ms"), None);
}

#[tokio::test(start_paused = true)]
async fn se8_a_text_is_not_longer_than_it_may_be() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Lean).await;
    let half = "ä".repeat(MAX_ANSWER_BYTES / 4);
    run.say_all([delta(&half), delta("x"), delta(&half), delta(&half), said(&half.repeat(3))]).await;
    reader.catch_up().await;
    run.say(said(&half.repeat(3))).await;
    run.finishes().await;
    reader.catch_up().await;
    let screen = world.screen(id).await;
    assert_eq!(reader.screen.rows, screen.rows);
    let texts: Vec<&str> = screen.rows.iter().filter_map(|row| row.data["text"].as_str()).collect();
    assert_eq!(texts.iter().map(|text| text.len()).collect::<Vec<_>>(), [MAX_ANSWER_BYTES, MAX_ANSWER_BYTES]);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn se8_a_cut_text_is_not_longer_than_it_may_be() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let piece = "ä".repeat(100_000);
    for _ in 0..7 {
        run.say(delta(&format!("x{piece}"))).await;
    }
    run.finishes().await;
    let text = world.last(id, "assistant_message").await["text"].as_str().unwrap().len();
    assert!((MAX_ANSWER_BYTES - 1..=MAX_ANSWER_BYTES).contains(&text));
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn se9_what_a_subagent_says_ends_nothing() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Lean).await;
    let aside = Event::Said { kind: BlockKind::Text, text: "aside".to_owned(), parent: Some(tool("sub")) };
    run.say_all([delta("a"), aside, delta("b"), said("ab"), turn()]).await;
    settle().await;
    let messages = world.log(id).await.into_iter().filter(|(_, kind, _)| kind == "assistant_message");
    assert_eq!(
        messages.map(|(_, _, data)| data).collect::<Vec<_>>(),
        [
            json!({ "kind": "text", "text": "aside", "parent": "sub" }),
            json!({ "kind": "text", "text": "ab", "drops": 2 })
        ]
    );
    reader.catch_up().await;
    let screen = world.screen(id).await;
    assert_eq!(reader.screen.rows, screen.rows);
    assert!(
        !reader.events.iter().any(|event| event.kind == "assistant_message" && event.data.contains(r#""text":"ab""#))
    );
}
