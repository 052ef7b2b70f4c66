//! Interrupting, stopping, adding to what was said, and going two ways from one conversation.

use serde_json::{Value, json};
use testkit::is_running;
use testkit::model_api::{Gate, Script, Turn};

use crate::crashing::{WAITS, leave};
use crate::stage::Stage;
use crate::talk::is_text;

#[tokio::test]
async fn an_interrupted_agent_goes_on_and_one_that_is_busy_is_told_more() {
    let gate = Gate::new();
    let script = Script::new()
        .scene("hang", [Turn::text("It says this much, and hangs.").chunk(23).hang_after(1)])
        .scene("slow", [Turn::text("That took long.").wait_for(&gate)])
        .otherwise(Turn::text("Heard {{last_user_text}}."));
    let stage = Stage::new(script).await;
    let mut talk = stage.talk("chat", "[[hang]]").await;
    talk.next("text_delta").await;
    let process = talk.processes();
    talk.tell("interrupt", Value::Null).await;
    let done = talk.next("done").await;
    assert_eq!((&done["outcome"], &done["turn"]), (&json!("interrupted"), &json!(1)));
    assert_eq!(talk.view().await["status"], "idle");
    let said: Vec<Value> = talk.follower.events.iter().filter(|event| is_text(event)).cloned().collect();
    assert!(matches!(&said[..], [one] if one["data"]["text"] == "It says this much, and "), "{said:?}");
    // With nothing to interrupt nothing happens.
    assert_eq!(talk.tell("interrupt", Value::Null).await["status"], "idle");
    assert_eq!(talk.ask("one").await, "Heard one.");

    talk.say("[[slow]]").await;
    stage.told_in_words("[[slow]]").await;
    let busy = talk.say("two").await;
    assert_eq!((&busy["status"], &busy["queued_messages"][0]["content"]), (&json!("running"), &json!("two")));
    gate.open();
    assert_eq!(talk.turn().await, "That took long.");
    assert_eq!(talk.turn().await, "Heard two.");
    assert_eq!(talk.view().await["queued_messages"], json!([]));
    let delivered: Vec<Value> = talk.log().await.into_iter().filter(|event| event["type"] == "delivered").collect();
    assert_eq!(delivered.len(), 4, "{delivered:?}");
    assert_eq!(talk.processes(), process, "all of it in one process");
    stage.end().await;
}

#[tokio::test]
async fn a_stopped_agent_leaves_nothing_running_and_is_taken_up_again() {
    let run = Turn::tool("Bash", json!({ "command": WAITS, "description": "Wait" }));
    let script = Script::new().scene("run", [run]).scene("back", [Turn::text("Here I am again.")]);
    let stage = Stage::new(script).await;
    let mut talk = stage.talk("chat", "[[run]] remember the zebra").await;
    let child = leave(&stage, &mut talk).await;
    assert!(is_running(child) && talk.processes().contains(&child));
    let stopped = talk.tell("stop", Value::Null).await;
    assert_eq!((&stopped["status"], &stopped["failure"]), (&json!("ended"), &Value::Null));
    assert!(!is_running(child));
    assert_eq!(talk.processes(), [0; 0]);
    assert_eq!(talk.next("done").await["outcome"], "interrupted");

    // Also one that waits for a person: nobody is asked any more.
    std::fs::remove_file(stage.file("pid")).unwrap();
    talk.say("[[run]]").await;
    let asked = talk.asked("permission").await;
    talk.tell("stop", Value::Null).await;
    assert_eq!(stage.inbox().await, [Value::Null; 0]);
    let late = json!({ "request_id": asked["request_id"], "allow": true });
    assert_eq!(talk.post("permission", late).await.status, 409);
    assert_eq!(talk.processes(), [0; 0]);
    talk.next("done").await;
    assert_eq!(talk.ask("[[back]]").await, "Here I am again.");
    let conversation = stage.told_in_words("[[back]]").await;
    assert!(conversation.contains("remember the zebra"), "{conversation}");
    assert!(!stage.file("pid").exists());
    stage.end().await;
}

#[tokio::test]
async fn a_fork_knows_what_was_said_and_goes_its_own_way() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Heard {{last_user_text}}."))).await;
    let mut talk = stage.talk("chat", "remember the zebra").await;
    talk.turn().await;
    let forked = talk.post("fork", json!({})).await;
    assert_eq!((forked.status, &forked.body["forked_from"]), (201, &json!(talk.id)), "{}", forked.body);
    let mut fork = stage.follow(forked.body["id"].as_str().unwrap(), 0).await;
    assert_eq!(fork.view().await["status"], "idle");
    assert_eq!(fork.ask("only the fork").await, "Heard only the fork.");
    assert_eq!(talk.ask("only the first").await, "Heard only the first.");
    assert_eq!(fork.ask("the fork again").await, "Heard the fork again.");
    for (newest, other) in [("the fork again", "only the first"), ("only the first", "only the fork")] {
        let conversation = stage.told_in_words(newest).await;
        assert!(conversation.contains("remember the zebra") && !conversation.contains(other), "{conversation}");
    }
    assert!(stage.told_in_words("the fork again").await.contains("only the fork"));
    stage.end().await;
}
