//! Ends that nobody asked for: of the agent, and of the server.

use serde_json::{Value, json};
use testkit::model_api::{Script, Turn};
use testkit::{PATIENCE, is_running, kill};
use tokio::time::timeout;

use crate::stage::Stage;
use crate::talk::Talk;

/// A command that starts another one in a session of its own, says in a file which, and waits for it.
pub const WAITS: &str = "setsid python3 -c 'import time; time.sleep(600)' & echo $! > pid.part; mv pid.part pid; wait";
const HALF: &str = "It says this much, and ";

fn script() -> Script {
    let hanging = Turn::text(&format!("{HALF}then it hangs for good.")).chunk(HALF.len()).hang_after(1);
    Script::new()
        .scene("hang", [hanging])
        .scene("back", [Turn::text("Here I am again.")])
        .otherwise(Turn::text("Noted."))
}

/// Waits until the agent hangs in the middle of a text.
async fn hangs(talk: &mut Talk) {
    let drop = talk.follower.until_fits("the text", |event| event["data"]["text"] == HALF).await.unwrap();
    assert_eq!(drop["event"], "text_delta");
}

/// Checks that the half text is kept once, and that the conversation goes on where it was.
async fn check_goes_on(stage: &Stage, talk: &mut Talk) {
    let kept = |log: Vec<Value>| log.into_iter().filter(|event| event["data"]["text"] == HALF).collect::<Vec<Value>>();
    let log = kept(talk.log().await);
    assert!(matches!(&log[..], [one] if one["type"] == "assistant_message" && one["data"]["cut"] == true), "{log:?}");
    assert_eq!(talk.ask("[[back]]").await, "Here I am again.");
    let conversation = stage.told_in_words("[[back]]").await;
    assert!(conversation.contains("remember the zebra"), "{conversation}");
    let view = talk.view().await;
    assert_eq!((&view["status"], &view["failure"]), (&json!("idle"), &Value::Null));
    assert_eq!(kept(talk.log().await), log);
}

#[tokio::test]
async fn an_agent_that_is_killed_is_taken_up_again() {
    let stage = Stage::new(script()).await;
    let mut talk = stage.talk("chat", "remember the zebra").await;
    assert_eq!(talk.turn().await, "Noted.");
    talk.say("[[hang]]").await;
    hangs(&mut talk).await;
    kill(talk.processes()[0]).unwrap();
    let done = talk.next("done").await;
    assert_eq!((&done["outcome"], &done["turn"]), (&json!("failed"), &json!(2)));
    let error = talk.next("error").await;
    assert_eq!(error["code"], "crashed");
    assert!(error["message"].as_str().unwrap().starts_with("Claude Code ended unexpectedly"), "{error}");
    assert!(error["remedy"].is_string());
    let view = talk.view().await;
    assert_eq!((&view["status"], &view["failure"]), (&json!("failed"), &error));
    assert_eq!(talk.processes(), [0; 0]);
    check_goes_on(&stage, &mut talk).await;
    stage.end().await;
}

/// Lets the agent run that command, and returns the id of the process it started.
pub async fn leave(stage: &Stage, talk: &mut Talk) -> u32 {
    let asked = talk.asked("permission").await;
    talk.tell("permission", json!({ "request_id": asked["request_id"], "allow": true })).await;
    let printed = async {
        loop {
            if let Ok(id) = stage.read("pid").trim().parse() {
                return id;
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, printed).await.unwrap()
}

#[tokio::test]
async fn a_server_that_is_killed_leaves_nothing_running_and_nothing_half_said() {
    let run = Turn::tool("Bash", json!({ "command": WAITS, "description": "Wait" }));
    let mut stage = Stage::new(script().scene("run", [run])).await;
    let mut talk = stage.talk("chat", "remember the zebra").await;
    let mut runs = stage.talk("chat", "[[run]]").await;
    assert_eq!(talk.turn().await, "Noted.");
    talk.say("[[hang]]").await;
    hangs(&mut talk).await;
    let child = leave(&stage, &mut runs).await;
    let agents = [talk.processes(), runs.processes()].concat();
    assert!(is_running(child) && agents.contains(&child) && agents.len() >= 3, "{agents:?}");

    stage.kill().await;
    stage.start().await;
    let left: Vec<u32> = agents.into_iter().filter(|id| is_running(*id)).collect();
    assert_eq!((left, stage.agents()), (vec![], vec![]));
    for (session, after) in [(&talk.id, talk.follower.last()), (&runs.id, runs.follower.last())] {
        let mut back = stage.follow(session, after).await;
        let done = back.next("done").await;
        let error = back.next("error").await;
        assert_eq!((&done["outcome"], &error["code"]), (&json!("failed"), &json!("interrupted")));
        let view = back.view().await;
        assert_eq!((&view["status"], &view["failure"]), (&json!("failed"), &error));
    }
    let mut talk = stage.follow(&talk.id, 0).await;
    talk.follower.until("error").await.unwrap();
    check_goes_on(&stage, &mut talk).await;
    let mut runs = stage.follow(&runs.id, 0).await;
    runs.follower.until("error").await.unwrap();
    assert_eq!(runs.ask("[[back]]").await, "Here I am again.");
    stage.end().await;
}
