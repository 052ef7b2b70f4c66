//! Twenty sessions at work, and the server is killed.

use serde_json::{Value, json};
use testkit::is_running;
use testkit::model_api::{Script, Turn};
use tokio::task::JoinSet;

use crate::stage::Stage;
use crate::talk::{Talk, is_drop, logged};

const SESSIONS: usize = 20;
/// Those of them that are the real thing; the others play a script.
const REAL: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_sessions_survive_the_end_of_their_server() {
    let text = "It says this much, and then it hangs for good.";
    let script = Script::new().scene("hang", [Turn::text(text).hang_after(2)]).otherwise(Turn::text("Here I am."));
    let limit = SESSIONS.to_string();
    let mut stage =
        Stage::with(script, |options| options.with(&["--max-running", &limit]).variable("TANDEM_REHEARSAL_PACE", "10"))
            .await;
    let talks = at_work(&stage).await;
    let agents = stage.agents();
    assert!(agents.len() >= SESSIONS, "{agents:?}");

    stage.kill().await;
    let mut hearing = JoinSet::new();
    for mut talk in talks {
        hearing.spawn(async move {
            talk.follower.until_end().await;
            talk
        });
    }
    let heard = hearing.join_all().await;
    stage.check_sound().await;
    stage.start().await;
    let left: Vec<u32> = agents.into_iter().filter(|id| is_running(*id)).collect();
    assert_eq!((left, stage.agents()), (vec![], vec![]), "processes are left");

    let listed = stage.ada.get(&format!("/projects/{}/sessions", stage.project)).await.unwrap().body;
    let items = listed["items"].as_array().unwrap();
    assert_eq!(items.len(), SESSIONS);
    for session in items {
        let shown = (&session["status"], &session["failure"]["code"], &session["place"]);
        assert_eq!(shown, (&json!("failed"), &json!("interrupted"), &Value::Null), "{session}");
    }
    let mut going_on = JoinSet::new();
    for before in heard {
        let mut talk = stage.follow(&before.id, 0).await;
        going_on.spawn(async move {
            check_kept(&before, &talk.whole_log().await);
            talk.say("hello").await;
            talk.follower.until_fits("the answer", |event| event["data"]["content"] == "hello").await.unwrap();
            assert!(talk.turn().await.contains(if before.is_real() { "Here I am." } else { "You wrote “hello”" }));
            let view = talk.view().await;
            assert_eq!((&view["status"], &view["failure"]), (&json!("idle"), &Value::Null));
        });
    }
    going_on.join_all().await;
    stage.end().await;
}

/// Starts all sessions and waits until each is in the middle of an answer.
async fn at_work(stage: &Stage) -> Vec<Talk> {
    let mut starting = JoinSet::new();
    for number in 0..SESSIONS {
        let (agent, message) = if number < REAL { ("claude", "[[hang]]") } else { ("rehearsal", "say something long") };
        let made = stage.session(json!({ "agent": agent, "mode": "chat", "message": message })).await;
        let mut talk = stage.follow(made["id"].as_str().unwrap(), 0).await;
        starting.spawn(async move {
            let marks = ["It says this", "long on purpose"];
            let in_the_middle = |event: &Value| {
                let text = event["data"]["text"].as_str().unwrap_or_default();
                is_drop(&event["event"]) && marks.iter().any(|mark| text.contains(mark))
            };
            talk.follower.until_fits("an answer", in_the_middle).await.unwrap();
            talk
        });
    }
    starting.join_all().await
}

impl Talk {
    fn is_real(&self) -> bool {
        self.follower.events[0]["data"]["content"] == "[[hang]]"
    }
}

fn check_kept(before: &Talk, log: &[Value]) {
    let dropped = check_told(&before.follower.events, log);
    assert!(!log.iter().any(|event| is_drop(&event["type"])), "a turn that has ended has no drops");
    let cut: Vec<&Value> = log.iter().filter(|event| event["data"]["cut"] == true).collect();
    let kept = cut.first().and_then(|one| one["data"]["text"].as_str()).unwrap_or_default();
    assert!(cut.len() == 1 && kept.starts_with(&dropped), "{dropped} {cut:?}");
}

/// Checks that everything a follower was told is in the log, where it was said to be; drops may be gone once the text they
/// are of is there. Returns what was told of a text that had not ended.
pub fn check_told(told: &[Value], log: &[Value]) -> String {
    let mut dropped = String::new();
    for event in told {
        if is_drop(&event["event"]) {
            dropped.push_str(event["data"]["text"].as_str().unwrap());
            continue;
        }
        if event["event"] == "assistant_message" {
            dropped.clear();
        }
        assert!(log.contains(&logged(event)), "{event} is gone");
    }
    let numbers: Vec<u64> = log.iter().map(|event| event["n"].as_u64().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
    let is_kept = |event: &Value| event["data"]["text"].as_str().is_some_and(|text| text.starts_with(&dropped));
    assert!(log.iter().any(is_kept) || dropped.is_empty(), "{dropped} is gone");
    dropped
}
