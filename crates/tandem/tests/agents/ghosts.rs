//! What an agent draws is seen while it is still writing the call, becomes real in one step, and leaves nothing behind when
//! nothing comes of it.

use serde_json::{Value, json};
use testkit::model_api::{Gate, Script, Turn};
use testkit::{Socket, kill};

use crate::stage::Stage;
use crate::talk::Talk;

/// Who draws: Claude Code, or a client of ours that talks to the model itself.
#[derive(Clone, Copy)]
enum Agent {
    Claude,
    Api,
}

impl Agent {
    fn tool(self) -> &'static str {
        match self {
            Self::Claude => "mcp__tandem__batchOperations",
            Self::Api => "batchOperations",
        }
    }
}

/// A whiteboard whose agent stops in the middle of a call, and somebody who watches.
struct Drawing {
    stage: Stage,
    board: String,
    gate: Gate,
    watcher: Socket,
}

fn batch() -> Value {
    let note = |name: &str| json!({ "op": "createNote", "ref": name, "text": name });
    let notes = ["first", "second", "third"].map(note);
    json!({ "layoutDirective": "rows", "operations": notes })
}

impl Drawing {
    async fn new(agent: Agent) -> Self {
        let gate = Gate::new();
        // One piece after the other, and the gate where the second note is written.
        let before = batch().to_string().find("second").unwrap();
        let draws = || Turn::tool(agent.tool(), batch()).chunk(before);
        let script = Script::new()
            .scene("draw", [draws().wait_after(1, &gate), Turn::text("Drawn.")])
            .scene("hang", [draws().hang_after(1)]);
        let stage = match agent {
            Agent::Claude => Stage::new(script).await,
            Agent::Api => Stage::with(script, |options| options.with(&["--agent=api"])).await,
        };
        let path = format!("/projects/{}/boards", stage.project);
        let made = stage.ada.post(&path, json!({ "kind": "whiteboard", "title": "Ideas" })).await.unwrap();
        assert_eq!(made.status, 201, "{}", made.body);
        let board = made.body["id"].as_str().unwrap().to_owned();
        let watcher = watch(&stage, &board).await;
        Self { stage, board, gate, watcher }
    }

    async fn talk(&self, message: &str) -> Talk {
        let session = self.stage.session(json!({ "board_id": self.board, "mode": "chat", "message": message })).await;
        self.stage.follow(session["id"].as_str().unwrap(), 0).await
    }

    async fn contents(&self) -> Vec<Value> {
        let read = self.stage.ada.get(&format!("/boards/{}", self.board)).await.unwrap();
        read.body["nodes"].as_array().unwrap().clone()
    }

    /// Checks that the ghosts go, and that nothing is on the board.
    async fn check_gone(&mut self) {
        let gone = self.watcher.next().await.unwrap();
        assert_eq!((&gone["type"], &gone["nodes"]), (&json!("ghosts"), &json!([])), "{gone}");
        assert_eq!(self.contents().await, Vec::<Value>::new());
        let mut late = watch(&self.stage, &self.board).await;
        late.send(&json!({ "type": "ping" })).await.unwrap();
        assert_eq!(late.next().await.unwrap()["type"], "pong", "there is nothing to see");
    }
}

async fn watch(stage: &Stage, board: &str) -> Socket {
    let mut watcher = Socket::ready(stage.ada.address(), &stage.ada.token).await.unwrap();
    watcher.hear_ghosts();
    watcher.open(board, None).await.unwrap();
    watcher
}

/// Returns what is written on ghosts that somebody sees.
async fn sees(watcher: &mut Socket) -> (Value, Vec<String>) {
    let ghosts = watcher.next().await.unwrap();
    assert_eq!(ghosts["type"], "ghosts", "{ghosts}");
    let text = |node: &Value| node["props"]["text"].as_str().unwrap().to_owned();
    let texts = ghosts["nodes"].as_array().unwrap().iter().map(text).collect();
    (ghosts, texts)
}

async fn check_drawing(agent: Agent) {
    let mut drawing = Drawing::new(agent).await;
    let mut talk = drawing.talk("[[draw]]").await;
    let (ghosts, texts) = sees(&mut drawing.watcher).await;
    assert_eq!(texts, ["first"]);
    assert_eq!((&ghosts["board"], &ghosts["session"]), (&json!(drawing.board), &json!(talk.id)));
    assert_eq!(drawing.contents().await, Vec::<Value>::new(), "a ghost is not there");
    let mut late = watch(&drawing.stage, &drawing.board).await;
    assert_eq!(sees(&mut late).await.0, ghosts);

    drawing.gate.open();
    for watcher in [&mut drawing.watcher, &mut late] {
        // More ghosts may come before, as many as there was time for.
        let change = watcher.until(|message| message["type"] != "ghosts").await.unwrap();
        let made = change["changes"][0]["ops"].as_array().unwrap();
        let made: Vec<&Value> = made.iter().map(|op| &op["props"]["text"]).collect();
        assert_eq!(made, ["first", "second", "third"], "{change}");
        let gone = watcher.next().await.unwrap();
        let expected = json!({ "type": "ghosts", "board": drawing.board, "session": talk.id, "call": ghosts["call"], "nodes": [] });
        assert_eq!(gone, expected);
    }
    assert_eq!(talk.turn().await, "Drawn.");
    drawing.watcher.send(&json!({ "type": "ping" })).await.unwrap();
    assert_eq!(drawing.watcher.next().await.unwrap()["type"], "pong", "nothing comes back");
    assert_eq!(drawing.contents().await.len(), 3);
    let log = talk.whole_log().await;
    assert!(log.iter().all(|event| event["type"] != "tool_draft"), "{log:?}");
    drawing.stage.end().await;
}

async fn check_interrupted(agent: Agent) {
    let mut drawing = Drawing::new(agent).await;
    let mut talk = drawing.talk("[[hang]]").await;
    assert_eq!(sees(&mut drawing.watcher).await.1, ["first"]);
    talk.tell("interrupt", json!({})).await;
    assert_eq!(talk.next("done").await["outcome"], "interrupted");
    drawing.check_gone().await;
    drawing.stage.end().await;
}

#[tokio::test]
async fn claude_draws_before_it_has_finished_writing() {
    check_drawing(Agent::Claude).await;
}

#[tokio::test]
async fn the_model_api_draws_before_it_has_finished_writing() {
    check_drawing(Agent::Api).await;
}

#[tokio::test]
async fn claude_interrupted_leaves_no_ghosts() {
    check_interrupted(Agent::Claude).await;
}

#[tokio::test]
async fn the_model_api_interrupted_leaves_no_ghosts() {
    check_interrupted(Agent::Api).await;
}

#[tokio::test]
async fn an_agent_that_is_killed_leaves_no_ghosts() {
    let mut drawing = Drawing::new(Agent::Claude).await;
    let mut talk = drawing.talk("[[hang]]").await;
    assert_eq!(sees(&mut drawing.watcher).await.1, ["first"]);
    kill(talk.processes()[0]).unwrap();
    assert_eq!(talk.next("error").await["code"], "crashed");
    drawing.check_gone().await;
    drawing.stage.end().await;
}

#[tokio::test]
async fn a_session_that_is_stopped_leaves_no_ghosts() {
    let mut drawing = Drawing::new(Agent::Claude).await;
    let talk = drawing.talk("[[hang]]").await;
    assert_eq!(sees(&mut drawing.watcher).await.1, ["first"]);
    assert_eq!(talk.tell("stop", json!({})).await["status"], "ended");
    drawing.check_gone().await;
    drawing.stage.end().await;
}
