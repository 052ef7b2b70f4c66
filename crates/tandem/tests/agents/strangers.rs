//! Those who have nothing to do with a session, and those who may only look.

use serde_json::{Value, json};
use testkit::model_api::{Script, Turn};
use testkit::{Client, Follower, PATIENCE, Socket, is_running};
use tokio::time::timeout;

use crate::stage::Stage;

fn ask_user() -> Turn {
    let options = ["Yes", "No"].map(|label| json!({ "label": label, "description": label }));
    let question = json!({ "question": "Sure?", "header": "Sure", "multiSelect": false, "options": options });
    Turn::tool("AskUserQuestion", json!({ "questions": [question] }))
}

/// Returns what can be asked of a session over the socket, besides following it.
fn asks(request: &Value) -> Vec<Value> {
    vec![
        json!({ "type": "message", "content": "hello" }),
        json!({ "type": "answer", "request_id": request, "answers": { "Sure?": "Yes" } }),
        json!({ "type": "plan", "request_id": request, "plan_sha256": "0", "approve": true }),
        json!({ "type": "permission", "request_id": request, "allow": true }),
        json!({ "type": "interrupt" }),
    ]
}

/// Checks that all of it is refused in the same way over both doors.
async fn check_refused(client: &Client, session: &str, request: &Value, status: u16) {
    let mut socket = Socket::ready(client.address(), &client.token).await.unwrap();
    for mut ask in asks(request) {
        ask["session"] = json!(session);
        socket.send(&ask).await.unwrap();
        let refused = socket.until(|message| message["type"] == "error").await.unwrap();
        assert_eq!((&refused["session"], &refused["status"]), (&json!(session), &json!(status)), "{ask}: {refused}");
        let fields = ask.as_object_mut().unwrap();
        fields.remove("session");
        let what = fields.remove("type").unwrap();
        let answer = client.post(&format!("/sessions/{session}/{}", what.as_str().unwrap()), ask).await.unwrap();
        assert_eq!(answer.status, status, "{what}: {}", answer.body);
    }
    for what in ["stop", "fork"] {
        let answer = client.post(&format!("/sessions/{session}/{what}"), json!({})).await.unwrap();
        assert_eq!(answer.status, status, "{what}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_stranger_sees_nothing_and_a_viewer_only_looks() {
    let stage = Stage::new(Script::new().scene("ask", [ask_user(), Turn::text("Thanks.")])).await;
    let (vic, eve) = (stage.member("vic", "viewer").await, stage.somebody("eve").await);
    let folder = stage.server().project_folder("eve").unwrap();
    let (own, _) = eve.project("eve", &folder).await.unwrap();
    let mut listening = Vec::new();
    for client in [&vic, &eve] {
        listening.push(Socket::ready(client.address(), &client.token).await.unwrap());
    }
    let mut talk = stage.talk("chat", "[[ask]]").await;
    let request = talk.asked("question").await["request_id"].clone();

    let mut stranger = Follower::start(&eve, &talk.id, 0).await.unwrap();
    let refused = format!("{:#}", stranger.until("user_message").await.unwrap_err());
    assert!(refused.contains(r#""status":404"#) && stranger.events.is_empty() && stranger.view.is_null(), "{refused}");
    let unknown = eve.get("/sessions/01900000-0000-7000-8000-000000000000").await.unwrap();
    for path in ["", "/events", "/events?before=9"] {
        let answer = eve.get(&talk.path(path)).await.unwrap();
        assert_eq!((answer.status, &answer.body["detail"]), (404, &unknown.body["detail"]), "{path}");
    }
    assert_eq!(eve.get(&format!("/projects/{}/sessions", stage.project)).await.unwrap().status, 404);
    // Nor through a project of one's own.
    assert_eq!(eve.get(&format!("/projects/{own}/sessions")).await.unwrap().body["items"], json!([]));
    let before = format!("/projects/{own}/sessions?before={}", talk.id);
    assert_eq!(eve.get(&before).await.unwrap().body["items"], json!([]));
    check_refused(&eve, &talk.id, &request, 404).await;

    let mut viewer = Follower::start(&vic, &talk.id, 0).await.unwrap();
    viewer.until("question").await.unwrap();
    assert_eq!(vic.get(&talk.path("/events")).await.unwrap().status, 200);
    check_refused(&vic, &talk.id, &request, 403).await;
    for client in [&vic, &eve] {
        assert_eq!(client.get("/inbox").await.unwrap().body["items"], json!([]));
    }
    talk.tell("answer", json!({ "request_id": request, "answers": { "Sure?": "No" } })).await;
    assert_eq!(talk.turn().await, "Thanks.");
    assert_eq!(talk.view().await["turns"], 1, "nothing that was refused has been done");
    for socket in &mut listening {
        socket.send(&json!({ "type": "ping" })).await.unwrap();
        assert_eq!(socket.next().await.unwrap(), json!({ "type": "pong" }), "they were told something");
    }
    stage.end().await;
}

#[tokio::test]
async fn whoever_is_removed_hears_nothing_more_and_a_deleted_project_runs_nothing_more() {
    let hanging = Turn::text("It says this much, and hangs.").hang_after(1);
    let stage = Stage::new(Script::new().scene("hang", [hanging])).await;
    let vic = stage.member("vic", "viewer").await;
    let mut talk = stage.talk("chat", "[[hang]]").await;
    let mut viewer = Follower::start(&vic, &talk.id, 0).await.unwrap();
    viewer.until("text_delta").await.unwrap();
    talk.next("text_delta").await;
    let member = format!("/projects/{}/members/{}", stage.project, vic.user["id"].as_str().unwrap());
    assert_eq!(stage.ada.delete(&member).await.unwrap().status, 204);
    assert_eq!(viewer.socket.closing_code().await.unwrap(), 4403);
    let mut stranger = Follower::start(&vic, &talk.id, viewer.last()).await.unwrap();
    assert!(format!("{:#}", stranger.until("done").await.unwrap_err()).contains(r#""status":404"#));

    let processes = talk.processes();
    assert_eq!(processes.len(), 1);
    assert_eq!(stage.ada.delete(&format!("/projects/{}", stage.project)).await.unwrap().status, 204);
    assert_eq!(stage.ada.get(&talk.path("")).await.unwrap().status, 404);
    let ended = async {
        while processes.iter().any(|id| is_running(*id)) {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, ended).await.unwrap();
    assert_eq!(talk.post("message", json!({ "content": "hello" })).await.status, 404);
    stage.end().await;
}

#[tokio::test]
async fn tool_servers_are_registered_by_administrators_and_keep_their_secrets() {
    let stage = Stage::new(Script::new()).await;
    let eve = stage.member("eve", "editor").await;
    let env = json!({ "KEY": "canary-env" });
    let stdio = json!({ "name": "files", "config": { "type": "stdio", "command": "/bin/cat", "args": ["--key=canary-arg"], "env": env } });
    let headers = json!({ "Authorization": "Bearer canary-header" });
    let http = json!({ "name": "wiki", "config": { "type": "http", "url": "https://example.org/mcp?key=canary-url", "headers": headers } });
    assert_eq!(eve.post("/mcp-servers", stdio.clone()).await.unwrap().status, 403);
    let mut ids = Vec::new();
    let mut said = Vec::new();
    for server in [stdio, http] {
        let made = stage.ada.post("/mcp-servers", server).await.unwrap();
        assert_eq!(made.status, 201, "{}", made.body);
        ids.push(made.body["id"].clone());
        said.push(made.body);
    }
    let chosen = format!("/projects/{}/mcp-servers", stage.project);
    let body = json!({ "ids": ids });
    assert_eq!(eve.put(&chosen, body.clone()).await.unwrap().status, 403);
    said.push(stage.ada.put(&chosen, body).await.unwrap().body);
    for client in [&stage.ada, &eve] {
        for path in ["/mcp-servers", &chosen] {
            let listed = client.get(path).await.unwrap().body;
            assert_eq!(listed["items"].as_array().unwrap().len(), 2);
            said.push(listed);
        }
    }
    assert_eq!(eve.delete(&format!("/mcp-servers/{}", ids[0].as_str().unwrap())).await.unwrap().status, 403);
    for text in said {
        assert!(!text.to_string().contains("canary"), "{text}");
    }
    for wrong in ["tandem", "", "a b", &"a".repeat(41)] {
        let config = json!({ "type": "stdio", "command": "/bin/cat" });
        let refused = stage.ada.post("/mcp-servers", json!({ "name": wrong, "config": config })).await.unwrap();
        assert_eq!(refused.status, 422, "{wrong}");
    }
    stage.end().await;
}
