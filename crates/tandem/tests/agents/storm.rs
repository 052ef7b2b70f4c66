//! Killed at any moment, the server loses nothing of its sessions that it acknowledged or showed.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use testkit::is_running;
use testkit::model_api::Script;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::many::check_told;
use crate::stage::Stage;
use crate::talk::Talk;

const ROUNDS: u64 = 4;
/// What the sessions of a round begin with; more than may work at the same time, so that some queue.
const BEGINNINGS: &[(&str, &str)] = &[
    ("plan", "Feed the zebra"),
    ("chat", "say something long"),
    ("code", "thinking about an edit"),
    ("chat", "run a command"),
    ("chat", "make cards"),
    ("review", "edit it"),
];

pub fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap())
}

pub fn seed() -> u64 {
    let seed = number("TANDEM_CRASH_SEED").unwrap_or_else(|| RandomState::new().hash_one("seed"));
    println!("TANDEM_CRASH_SEED={seed}");
    seed
}

/// What somebody did and saw in a session before the server was killed.
struct Before {
    talk: Talk,
    /// Requests whose answer was acknowledged.
    answered: BTreeSet<String>,
    /// Messages that were acknowledged.
    said: Vec<String>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_in_a_session_survives_kill_9() {
    let mut random = StdRng::seed_from_u64(seed());
    let mut stage = Stage::with(Script::new(), |options| {
        options.with(&["--agent=rehearsal", "--max-running=3"]).variable("TANDEM_REHEARSAL_PACE", "2")
    })
    .await;
    for round in 1..=number("TANDEM_CRASH_ROUNDS").unwrap_or(ROUNDS) {
        let (heard, mut hearing) = mpsc::unbounded_channel();
        let mut playing = JoinSet::new();
        for (mode, message) in BEGINNINGS {
            let talk = stage.talk(mode, message).await;
            playing.spawn(play(talk, (*message).to_owned(), heard.clone()));
        }
        for _ in 0..random.random_range(1..=150) {
            hearing.recv().await.unwrap();
        }
        let agents = stage.agents();
        stage.kill().await;
        let before = playing.join_all().await;
        stage.check_sound().await;
        stage.start().await;
        let left: Vec<u32> = agents.into_iter().filter(|id| is_running(*id)).collect();
        assert_eq!(left, [0; 0], "processes are left");
        let mut checking = JoinSet::new();
        for before in before {
            let talk = stage.follow(&before.talk.id, 0).await;
            checking.spawn(check(before, talk));
        }
        checking.join_all().await;
        println!("round {round} is over");
    }
    stage.end().await;
}

/// Answers whatever is asked and goes on talking, until the server is gone.
async fn play(talk: Talk, first: String, heard: mpsc::UnboundedSender<()>) -> Before {
    let mut before = Before { talk, answered: BTreeSet::new(), said: vec![first] };
    while let Ok(event) = before.talk.follower.until_fits("anything", |_| true).await {
        // The test has heard enough.
        heard.send(()).ok();
        let kind = event["event"].as_str().unwrap_or_default();
        if let Some((what, body)) = reply(kind, &event["data"]) {
            let path = before.talk.path(what);
            if before.talk.client.post(&path, body).await.is_ok_and(|answer| answer.status == 200) {
                before.answered.insert(event["data"]["request_id"].as_str().unwrap().to_owned());
            }
        } else if kind == "done" {
            let content = format!("again, edit number {}", before.said.len());
            let path = before.talk.path("/message");
            let said = before.talk.client.post(&path, json!({ "content": content })).await;
            before.said.extend(said.is_ok_and(|answer| answer.status == 200).then_some(content));
        }
    }
    before
}

/// Returns what to answer to something that is asked, and where.
pub fn reply(kind: &str, asked: &Value) -> Option<(&'static str, Value)> {
    let request = &asked["request_id"];
    match kind {
        "question" => {
            let questions = asked["questions"].as_array().unwrap().iter();
            let first = questions.map(|one| (one["question"].as_str().unwrap(), one["options"][0]["label"].clone()));
            let answers: serde_json::Map<String, Value> = first.map(|(text, label)| (text.to_owned(), label)).collect();
            Some(("/answer", json!({ "request_id": request, "answers": answers })))
        }
        "plan" => {
            Some(("/plan", json!({ "request_id": request, "approve": true, "plan_sha256": asked["plan_sha256"] })))
        }
        "permission" => Some(("/permission", json!({ "request_id": request, "allow": true }))),
        _ => None,
    }
}

/// Checks that nothing is lost, that the session comes to rest, and that it can go on.
async fn check(mut before: Before, mut talk: Talk) {
    check_kept(&before, &talk).await;
    let view = rest(&mut talk, &mut before.answered, 0).await;
    if view["status"] == "failed" {
        assert_eq!(view["failure"]["code"], "interrupted", "{view}");
    }
    talk.tell("settings", json!({ "mode": "chat" })).await;
    talk.say("hello").await;
    let view = rest(&mut talk, &mut before.answered, view["turns"].as_u64().unwrap() + 1).await;
    assert_eq!((&view["status"], &view["queued_messages"]), (&json!("idle"), &json!([])), "{view}");
    let log = talk.log().await;
    let hello = log.iter().find(|event| event["data"]["content"] == "hello").unwrap();
    assert_eq!(log.iter().rfind(|event| event["type"] == "done").unwrap()["data"]["outcome"], "completed");
    let mut delivered = HashSet::new();
    for id in log.iter().filter_map(|event| event["data"]["ids"].as_array()).flatten() {
        assert!(delivered.insert(id), "{id} was delivered twice");
    }
    assert!(delivered.contains(&hello["data"]["id"]));
}

/// Answers what waits and lets what queues get its turn, until nothing is going on and there were so many turns.
async fn rest(talk: &mut Talk, answered: &mut BTreeSet<String>, turns: u64) -> Value {
    loop {
        let is_open = |request: &&Value| !answered.contains(request["request_id"].as_str().unwrap());
        let rests = |view: &Value| match view["status"].as_str().unwrap() {
            "idle" | "failed" => view["turns"].as_u64().unwrap() >= turns,
            _ => view["waiting"].as_array().unwrap().iter().any(|request| is_open(&request)),
        };
        let view = talk.follower.until_view("that it rests or asks", rests).await.unwrap();
        let Some(request) = view["waiting"].as_array().unwrap().iter().find(is_open) else {
            assert_eq!((&view["waiting"], &view["place"]), (&json!([]), &Value::Null), "{view}");
            return view;
        };
        let (what, body) = reply(request["kind"].as_str().unwrap(), &request["data"]).unwrap();
        talk.tell(&what[1..], body).await;
        answered.insert(request["request_id"].as_str().unwrap().to_owned());
    }
}

async fn check_kept(before: &Before, talk: &Talk) {
    let log = talk.whole_log().await;
    check_told(&before.talk.follower.events, &log);
    for request in &before.answered {
        let settled = |event: &&Value| event["type"] == "settled" && event["data"]["request_id"] == request.as_str();
        assert_eq!(log.iter().filter(settled).count(), 1, "the answer to {request} is gone");
    }
    for content in &before.said {
        let said = |event: &&Value| event["type"] == "user_message" && event["data"]["content"] == content.as_str();
        assert_eq!(log.iter().filter(said).count(), 1, "{content} is gone");
    }
}
