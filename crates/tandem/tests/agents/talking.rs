//! What is said, and that everybody who follows hears the same.

use serde_json::{Value, json};
use testkit::Follower;
use testkit::model_api::{Gate, Script, Turn};

use crate::stage::Stage;
use crate::talk::{is_drop, logged};

/// Longer than what is gathered before it is shown, so that there is a middle to reconnect in.
const LONG: &str = "It is a long answer, said in many small pieces. ";

#[tokio::test]
async fn every_follower_hears_everything_once_and_the_log_says_the_same() {
    let (gate, long) = (Gate::new(), LONG.repeat(60));
    let script = Script::new()
        .scene("long", [Turn::thinking("Let me see.").and_text(&long).wait_after(40, &gate)])
        .otherwise(Turn::text("You said {{last_user_text}}."));
    let stage = Stage::new(script).await;
    let mut talk = stage.talk("chat", "[[long]]").await;
    let mut lean = Follower::lean(&stage.ada, &talk.id, 0).await.unwrap();

    // One that leaves in the middle and comes back.
    let mut first = Follower::start(&stage.ada, &talk.id, 0).await.unwrap();
    first.until("text_delta").await.unwrap();
    let mut second = Follower::start(&stage.ada, &talk.id, first.last()).await.unwrap();
    let place = first.last();
    let before = first.events;
    drop(first.socket);
    gate.open();

    assert_eq!(talk.turn().await, long);
    let processes = talk.processes();
    assert_eq!(processes.len(), 1, "{processes:?}");
    assert_eq!(talk.ask("again").await, "You said again.");
    assert_eq!(talk.processes(), processes, "a second turn needs no second process");
    talk.follower.until_view("its end", |view| view["status"] == "idle").await.unwrap();

    let head = talk.follower.last();
    for follower in [&mut second, &mut lean] {
        follower.until_view("its end", |view| view["status"] == "idle" && view["turns"] == 2).await.unwrap();
        assert_eq!(follower.last(), head);
    }
    assert!(before.iter().all(|event| event["n"].as_u64().unwrap() <= place));
    let pieced: Vec<&Value> = before.iter().chain(&second.events).collect();
    assert_eq!(pieced, talk.follower.events.iter().collect::<Vec<_>>());
    check_log(&talk.log().await, &talk.follower.events);
    for drop in talk.whole_log().await.iter().filter(|event| is_drop(&event["type"])) {
        let told = talk.follower.events.iter().find(|event| event["n"] == drop["n"]);
        assert_eq!(told.map(|told| (&told["event"], &told["data"])), Some((&drop["type"], &drop["data"])));
    }
    check_lean(&lean.events, &talk.follower.events);

    // Whoever comes later sees what the log has.
    let mut late = Follower::start(&stage.ada, &talk.id, 0).await.unwrap();
    late.until_view("its end", |view| view["turns"] == 2).await.unwrap();
    check_log(&talk.log().await, &late.events);
    let view = talk.view().await;
    let expected = json!(["idle", 2, head, "claude", false, "[[long]]"]);
    let shown = ["status", "turns", "last_event", "agent", "scripted", "title"].map(|field| view[field].clone());
    assert_eq!(json!(shown), expected);
    assert!(view["cost_usd"].as_f64().unwrap() > 0.0 && view["context_tokens"].as_u64().unwrap() > 0, "{view}");
    stage.end().await;
}

/// Checks that the log is what a follower heard, without the drops the texts came in.
#[track_caller]
fn check_log(log: &[Value], heard: &[Value]) {
    let heard: Vec<Value> = heard.iter().filter(|event| !is_drop(&event["event"])).map(logged).collect();
    assert_eq!(log, heard);
}

/// Checks that a lean follower got each text once: in drops.
fn check_lean(lean: &[Value], whole: &[Value]) {
    let mut gathered = String::new();
    assert_eq!(lean.len(), whole.len());
    for (lean, whole) in lean.iter().zip(whole) {
        if is_drop(&lean["event"]) {
            gathered.push_str(lean["data"]["text"].as_str().unwrap());
        } else if whole["event"] == "assistant_message" {
            assert_eq!(lean["data"]["text"], Value::Null, "{lean}");
            assert_eq!(whole["data"]["text"], std::mem::take(&mut gathered));
            assert_eq!(lean["n"], whole["n"]);
            continue;
        }
        assert_eq!(lean, whole);
    }
}

#[tokio::test]
async fn a_session_is_told_over_the_socket_as_well() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Heard {{last_user_text}}."))).await;
    let made = stage.session(json!({ "mode": "chat" })).await;
    assert_eq!((&made["status"], &made["last_event"]), (&json!("idle"), &json!(0)));
    let mut talk = stage.follow(made["id"].as_str().unwrap(), 0).await;
    let message = json!({ "type": "message", "session": talk.id, "content": "one" });
    talk.follower.socket.send(&message).await.unwrap();
    let said = talk.next("user_message").await;
    assert_eq!((&said["content"], &said["by_name"]), (&json!("one"), &json!("Ada")));
    assert_eq!(talk.next("delivered").await["ids"], json!([said["id"]]));
    assert_eq!(talk.turn().await, "Heard one.");
    let listed = stage.ada.get(&format!("/projects/{}/sessions", stage.project)).await.unwrap();
    assert_eq!(listed.body["items"], json!([talk.view().await]));
    stage.end().await;
}
