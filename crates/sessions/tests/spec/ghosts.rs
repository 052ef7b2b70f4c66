//! What an agent is still writing, seen by somebody who has the board open.

use std::time::Duration;

use agents::limits::MAX_DRAFT_BYTES;
use agents::{Event, Failure, FailureCode, TurnOutcome};
use engine::{BoardId, SessionId, UserId};
use rooms::{BoardRef, Frame, Outbox, OutboxReader, Peer, PeerId};
use serde_json::{Value, json};
use sessions::limits::{DRAFT_EVERY, MAX_DRAFTED_CALLS};
use sessions::{NewSession, Settings};
use tokio::time::advance;

use crate::support::{TestRun, World, ann, crash, done_with, draft, ended, settle, tool, tool_ended, turn};

const TOOL: &str = "batchOperations";
const OPEN: &str = "{\"operations\":[";

/// A session at a whiteboard, and somebody who watches the board.
struct Scene {
    world: World,
    session: SessionId,
    run: TestRun,
    watcher: Watcher,
}

struct Watcher {
    reader: OutboxReader,
}

impl Watcher {
    async fn of(world: &World, number: u8) -> Self {
        let (outbox, reader) = Outbox::new();
        let (peer, user) = (PeerId::from_bytes([number; 16]), UserId::from_bytes([number; 16]));
        let board = BoardRef { id: World::board(number), kind: boards::kind("whiteboard").unwrap() };
        world.rooms.subscribe(board, Peer { peer, user, name: "Eye".into() }, None, outbox).await.unwrap();
        let mut watcher = Self { reader };
        watcher.hear().await;
        watcher
    }

    async fn hear(&mut self) -> Vec<Value> {
        settle().await;
        let mut frames = Vec::new();
        tokio::select! {
            biased;
            taken = self.reader.take(&mut frames) => taken.unwrap(),
            () = std::future::ready(()) => {}
        }
        frames.iter().map(|frame: &Frame| serde_json::from_slice(frame.as_bytes()).unwrap()).collect()
    }

    /// Returns what has come, in short: the texts of ghosts, `gone`, or the kind of message.
    async fn sees(&mut self) -> Vec<String> {
        let said = |message: &Value| match (message["type"].as_str().unwrap(), message["nodes"].as_array()) {
            ("ghosts", Some(nodes)) if nodes.is_empty() => "gone".to_owned(),
            ("ghosts", Some(nodes)) => {
                nodes.iter().map(|node| node["props"]["text"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
            }
            (other, _) => other.to_owned(),
        };
        self.hear().await.iter().map(said).collect()
    }
}

async fn add_whiteboard(world: &World, project: u8, board: u8) {
    let board = store::NewBoard {
        id: World::board(board),
        kind: "whiteboard".to_owned(),
        title: "Ideas".to_owned(),
        created_at: (world.now)(),
        first_changes: Vec::new(),
    };
    world.store.create_board(World::project(project), board).await.unwrap();
}

impl Scene {
    async fn new() -> Self {
        let mut world = World::new(2).await;
        add_whiteboard(&world, 1, 7).await;
        let new = NewSession { board: Some(World::board(7)), ..World::new_session(Some("draw")) };
        let session = world.sessions.create(new, &ann()).await.unwrap().session.id;
        let mut run = world.started().await;
        run.begins().await;
        let watcher = Watcher::of(&world, 7).await;
        Self { world, session, run, watcher }
    }

    async fn writes(&self, call: &str, piece: &str) {
        self.run.say(draft(call, TOOL, piece)).await;
        settle().await;
    }

    async fn sees(&mut self) -> Vec<String> {
        self.watcher.sees().await
    }

    /// Writes a call as far as its first note.
    async fn begins(&mut self, call: &str) {
        self.writes(call, &format!("{OPEN}{}", note("aa"))).await;
        assert_eq!(self.sees().await, ["aa"]);
    }
}

fn note(name: &str) -> String {
    json!({ "op": "createNote", "ref": name, "text": name }).to_string()
}

async fn wait(time: Duration) {
    settle().await;
    advance(time).await;
    settle().await;
}

#[tokio::test(start_paused = true)]
async fn sg1_the_first_operation_is_shown_at_once_and_more_of_them_now_and_then() {
    let mut scene = Scene::new().await;
    for letter in format!("{OPEN}{}", note("aa")).chars() {
        assert_eq!(scene.sees().await, Vec::<String>::new());
        scene.writes("c1", &letter.to_string()).await;
    }
    assert_eq!(scene.sees().await, ["aa"]);
    scene.writes("c1", &format!(",{}", note("bb"))).await;
    scene.writes("c1", &format!(",{}", note("cc"))).await;
    assert_eq!(scene.sees().await, Vec::<String>::new());
    wait(DRAFT_EVERY).await;
    assert_eq!(scene.sees().await, ["aa bb cc"]);
    wait(DRAFT_EVERY * 3).await;
    assert_eq!(scene.sees().await, Vec::<String>::new(), "nothing new, nothing said");
    scene.writes("c1", &format!(",{}", note("dd"))).await;
    assert_eq!(scene.sees().await, ["aa bb cc dd"]);
}

#[tokio::test(start_paused = true)]
async fn sg2_the_ghosts_go_with_the_change_the_call_makes() {
    let mut scene = Scene::new().await;
    scene.begins("c1").await;
    let input = json!({ "operations": [serde_json::from_str::<Value>(&note("aa")).unwrap()] });
    let answer = scene.run.launch.toolbox.call(Some(&tool("c1")), TOOL, input).await;
    assert!(!answer.is_error, "{}", answer.text);
    assert_eq!(scene.sees().await, ["changes", "gone"]);
    // What the session has not looked at until then comes too late.
    scene.writes("c1", &format!(",{}", note("bb"))).await;
    wait(DRAFT_EVERY).await;
    scene.run.say(tool_ended("c1")).await;
    assert_eq!(scene.sees().await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn sg2_the_ghosts_of_a_call_go_with_its_result_and_no_others() {
    let mut scene = Scene::new().await;
    scene.begins("c1").await;
    scene.writes("c2", &format!("{OPEN}{}", note("bb"))).await;
    assert_eq!(scene.sees().await, ["bb"]);
    scene.run.say(tool_ended("c1")).await;
    assert_eq!(scene.sees().await, ["gone"]);
    scene.writes("c2", &format!(",{}]", note("cc"))).await;
    wait(DRAFT_EVERY).await;
    assert_eq!(scene.sees().await, ["bb cc"]);
}

#[tokio::test(start_paused = true)]
async fn sg3_the_ghosts_go_when_nothing_will_come_of_the_call() {
    let failure = || Failure::new(FailureCode::Overloaded, "Busy.");
    let retrying = Event::Retrying { attempt: 1, attempts: 2, wait: Duration::from_secs(1), failure: failure() };
    for event in [
        done_with(TurnOutcome::Completed),
        done_with(TurnOutcome::Interrupted),
        done_with(TurnOutcome::Failed(failure())),
        turn(),
        retrying,
        ended(),
        Event::Ended { failure: Some(crash()) },
    ] {
        let mut scene = Scene::new().await;
        scene.begins("c1").await;
        scene.run.say(event.clone()).await;
        assert_eq!(scene.sees().await, ["gone"], "{event:?}");
        wait(DRAFT_EVERY).await;
        assert_eq!(scene.sees().await, Vec::<String>::new());
    }
}

#[tokio::test(start_paused = true)]
async fn sg3_what_is_written_after_the_end_of_a_turn_is_not_shown() {
    let mut scene = Scene::new().await;
    scene.run.finishes().await;
    scene.writes("c1", &format!("{OPEN}{}", note("aa"))).await;
    wait(DRAFT_EVERY).await;
    assert_eq!(scene.sees().await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn sg3_the_ghosts_go_when_the_agent_is_silent_for_good() {
    let mut scene = Scene::new().await;
    scene.begins("c1").await;
    let Scene { run, mut watcher, world: _world, .. } = scene;
    drop(run);
    assert_eq!(watcher.sees().await, ["gone"]);
}

#[tokio::test(start_paused = true)]
async fn sg3_the_ghosts_go_when_the_session_is_stopped_or_deleted() {
    let mut scene = Scene::new().await;
    scene.begins("c1").await;
    let sessions = scene.world.sessions.clone();
    let id = scene.session;
    let stopping = scene.world.tasks.spawn(async move { sessions.stop(id).await });
    settle().await;
    let Scene { run, mut watcher, .. } = scene;
    run.stops().await;
    stopping.await.unwrap().unwrap();
    assert_eq!(watcher.sees().await, ["gone"]);
}

#[tokio::test(start_paused = true)]
async fn sg3_a_server_that_stops_leaves_no_ghosts() {
    let mut scene = Scene::new().await;
    scene.begins("c1").await;
    scene.world.stopping.cancel();
    assert_eq!(scene.sees().await, ["gone"]);
}

#[tokio::test(start_paused = true)]
async fn sg4_a_call_may_name_another_board_of_the_project_wherever_it_does() {
    let mut scene = Scene::new().await;
    add_whiteboard(&scene.world, 1, 8).await;
    let mut other = Watcher::of(&scene.world, 8).await;
    let named = format!("\"board_id\":\"{}\"", World::board(8));
    scene.writes("c1", &format!("{{{named},\"operations\":[{}", note("aa"))).await;
    assert_eq!((scene.sees().await, other.sees().await), (vec![], vec!["aa".to_owned()]));
    scene.run.say(tool_ended("c1")).await;
    assert_eq!(other.sees().await, ["gone"]);

    scene.begins("c2").await;
    scene.writes("c2", &format!("],{named},")).await;
    wait(DRAFT_EVERY).await;
    assert_eq!((scene.sees().await, other.sees().await), (vec!["gone".to_owned()], vec!["aa".to_owned()]));
}

#[tokio::test(start_paused = true)]
async fn sg4_a_session_without_a_board_may_name_one() {
    let mut world = World::new(2).await;
    add_whiteboard(&world, 1, 7).await;
    let (_, run) = world.running("draw").await;
    let mut watcher = Watcher::of(&world, 7).await;
    run.say(draft("c1", TOOL, &format!("{OPEN}{}", note("aa")))).await;
    assert_eq!(watcher.sees().await, Vec::<String>::new());
    let named = format!("{{\"board_id\":\"{}\",\"operations\":[{}", World::board(7), note("bb"));
    run.say(draft("c2", TOOL, &named)).await;
    assert_eq!(watcher.sees().await, ["bb"]);
}

#[tokio::test(start_paused = true)]
async fn sg5_what_would_be_refused_is_not_shown() {
    let mut scene = Scene::new().await;
    add_whiteboard(&scene.world, 2, 9).await;
    let mut foreign = Watcher::of(&scene.world, 9).await;
    let boards: [BoardId; 3] = [World::board(9), World::board(1), World::board(66)];
    for (call, board) in boards.iter().enumerate() {
        let named = format!("{{\"board_id\":\"{board}\",\"operations\":[{}", note("aa"));
        scene.writes(&format!("c{call}"), &named).await;
    }
    scene.run.say(draft("other", "create_card", &format!("{OPEN}{}", note("aa")))).await;
    scene.writes("odd", "{\"board_id\":7,\"operations\":[{}").await;
    assert_eq!((scene.sees().await, foreign.sees().await), (vec![], vec![]));
    for mode in ["plan", "review"] {
        let settings = Settings { mode: Some(mode.to_owned()), model: None };
        scene.world.sessions.change_settings(scene.session, settings).await.unwrap();
        scene.writes(mode, &format!("{OPEN}{}", note("aa"))).await;
        wait(DRAFT_EVERY).await;
        assert_eq!(scene.sees().await, Vec::<String>::new(), "{mode}");
    }
}

#[tokio::test(start_paused = true)]
async fn sg6_nothing_of_it_is_in_the_log() {
    let mut scene = Scene::new().await;
    let before = scene.world.log(scene.session).await;
    scene.begins("c1").await;
    wait(DRAFT_EVERY).await;
    assert_eq!(scene.world.log(scene.session).await, before);
    assert_eq!(scene.world.store.changes(World::board(7), 0, 10).await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn sg7_so_many_calls_are_shown_and_so_much_of_each() {
    let mut scene = Scene::new().await;
    for call in 0..=MAX_DRAFTED_CALLS {
        scene.writes(&format!("c{call}"), &format!("{OPEN}{}", note("aa"))).await;
    }
    assert_eq!(scene.sees().await.len(), MAX_DRAFTED_CALLS);
    scene.run.say(tool_ended("c0")).await;
    scene.writes("c1", &" ".repeat(MAX_DRAFT_BYTES)).await;
    scene.writes("c1", &format!(",{}", note("bb"))).await;
    wait(DRAFT_EVERY).await;
    assert_eq!(scene.sees().await, ["gone"], "after what does not fit nothing can be read");
}
