//! Each limit of sessions holds: what is at it passes, what is one past it does not.

use serde_json::{Value, json};
use testkit::Socket;
use testkit::model_api::Script;

use crate::stage::Stage;

const MESSAGE_BYTES: usize = 128 * 1024;
const WAITING: usize = 100;
const FOLLOWED: usize = 64;

/// A server whose only place is taken by an agent that speaks very slowly.
async fn busy() -> Stage {
    let stage = Stage::with(Script::new(), |options| {
        options.with(&["--agent=rehearsal", "--max-running=1"]).variable("TANDEM_REHEARSAL_PACE", "10000")
    })
    .await;
    let mut talk = stage.talk("chat", "wait").await;
    talk.next("text_delta").await;
    stage
}

#[tokio::test]
async fn messages_have_limits() {
    let stage = busy().await;
    let path = format!("/projects/{}/sessions", stage.project);
    for (bytes, status) in [(MESSAGE_BYTES, 201), (MESSAGE_BYTES + 1, 422)] {
        let made = stage.ada.post(&path, json!({ "message": "x".repeat(bytes) })).await.unwrap();
        assert_eq!(made.status, status, "{bytes} bytes");
    }
    let talk = stage.talk("chat", "one").await;
    for (content, status) in [("x".repeat(MESSAGE_BYTES), 200), ("x".repeat(MESSAGE_BYTES + 1), 422), (" ".into(), 422)]
    {
        let bytes = content.len();
        assert_eq!(talk.post("message", json!({ "content": content })).await.status, status, "{bytes} bytes");
    }
    let mut socket = Socket::ready(stage.ada.address(), &stage.ada.token).await.unwrap();
    let long = json!({ "type": "message", "session": talk.id, "content": "x".repeat(MESSAGE_BYTES + 1) });
    socket.send(&long).await.unwrap();
    let refused = socket.until(|message| message["type"] == "error").await.unwrap();
    assert_eq!((&refused["status"], &refused["session"]), (&json!(422), &json!(talk.id)));
    for _ in 2..WAITING {
        talk.say("more").await;
    }
    let refused = talk.post("message", json!({ "content": "one more" })).await;
    assert_eq!((refused.status, &refused.body["code"]), (409, &json!("limit_reached")));
    assert_eq!(talk.view().await["queued_messages"].as_array().unwrap().len(), WAITING);
    for body in [json!({}), json!({ "content": "x", "more": 1 }), json!({ "content": 3 }), json!([])] {
        assert_eq!(talk.post("message", body.clone()).await.status, 422, "{body}");
    }
    stage.end().await;
}

#[tokio::test]
async fn pages_names_and_follows_have_limits() {
    let stage = busy().await;
    let talk = stage.talk("chat", "one").await;
    for (path, status) in [
        ("/events?limit=1000", 200),
        ("/events?limit=1001", 422),
        ("/events?limit=0", 422),
        ("/events?after=1&before=2", 422),
        ("/events?after=-1", 400),
        ("/events?after=99999999999999999999", 400),
        ("/events?after=9999999999999999999", 200),
        ("/events?other=1", 400),
    ] {
        assert_eq!(stage.ada.get(&talk.path(path)).await.unwrap().status, status, "{path}");
    }
    let sessions = format!("/projects/{}/sessions", stage.project);
    for (query, status) in [("limit=200", 200), ("limit=201", 422), ("limit=0", 422), ("before=x", 400)] {
        assert_eq!(stage.ada.get(&format!("{sessions}?{query}")).await.unwrap().status, status, "{query}");
    }
    for (body, status) in [
        (json!({ "model": "m".repeat(100) }), 201),
        (json!({ "model": "m".repeat(101) }), 422),
        (json!({ "card_id": "c".repeat(64) }), 201),
        (json!({ "card_id": "c".repeat(65) }), 422),
        (json!({ "title": "t".repeat(200) }), 201),
        (json!({ "title": "t".repeat(201) }), 422),
        (json!({ "mode": "root" }), 422),
        (json!({ "agent": "nobody" }), 422),
        (json!({ "board_id": "01900000-0000-7000-8000-000000000000" }), 422),
    ] {
        let made = stage.ada.post(&sessions, body.clone()).await.unwrap();
        assert_eq!(made.status, status, "{body}: {}", made.body);
    }

    let mut socket = Socket::ready(stage.ada.address(), &stage.ada.token).await.unwrap();
    for number in 0..=FOLLOWED {
        let session = stage.session(json!({})).await["id"].clone();
        socket.send(&json!({ "type": "follow", "session": session })).await.unwrap();
        let is_told = |message: &Value| {
            message["session"]["id"] == session || (message["type"] == "error" && message["session"] == session)
        };
        let told = socket.until(is_told).await.unwrap();
        let expected = if number < FOLLOWED { Value::Null } else { json!("limit_reached") };
        assert_eq!(told["code"], expected, "{told}");
    }
    stage.end().await;
}
