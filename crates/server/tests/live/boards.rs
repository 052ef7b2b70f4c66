//! Opening boards, following them and closing them.

use engine::BoardId;
use serde_json::json;
use server::limits::MAX_OPEN_BOARDS;
use store::{NewBoard, Project, ProjectId, Projects as _};

use crate::disk::Mode;
use crate::support::{ANN, BOB, EVE, Stage, seqs};

#[tokio::test(start_paused = true)]
async fn lv6_the_first_opening_is_answered_with_a_snapshot() {
    let stage = Stage::new().await;
    let mut socket = stage.join(EVE).await;
    socket.open(None);
    let snapshot = socket.hear().await;
    assert_eq!((&snapshot["type"], &snapshot["seq"]), (&json!("snapshot"), &json!(1)));
    assert_eq!(snapshot["board"], json!(stage.board()));
    let names: Vec<_> = snapshot["nodes"].as_array().unwrap().iter().map(|node| &node["props"]["name"]).collect();
    assert_eq!(names, ["Pending", "Planning", "Coding", "Review", "Done"]);
}

#[tokio::test(start_paused = true)]
async fn lv7_an_opening_that_says_what_it_has_gets_the_rest() {
    let stage = Stage::new().await;
    let mut ann = stage.watch(ANN).await;
    ann.add_card("a");
    ann.add_card("b");
    ann.hear_types(3).await;
    let mut bob = stage.join(BOB).await;
    bob.open(Some(1));
    assert_eq!(seqs(&bob.hear().await), [2, 3]);
    let mut eve = stage.join(EVE).await;
    eve.open(Some(3));
    assert!(seqs(&eve.hear().await).is_empty());
}

#[tokio::test(start_paused = true)]
async fn lv8_everybody_hears_every_change_once_and_in_order() {
    let stage = Stage::new().await;
    let (ann, bob, mut eve) = (stage.watch(ANN).await, stage.watch(BOB).await, stage.watch(EVE).await);
    for number in 0..20 {
        ann.add_card(&format!("a{number}"));
        bob.add_card(&format!("b{number}"));
    }
    let mut heard = Vec::new();
    while heard.len() < 40 {
        heard.extend(seqs(&eve.hear().await));
    }
    assert_eq!(heard, (2..=41).collect::<Vec<_>>());
    eve.assert_quiet().await;
}

#[tokio::test(start_paused = true)]
async fn lv9_a_foreign_board_is_as_if_it_were_not_there() {
    let stage = Stage::new().await;
    let foreign = foreign_board(&stage).await;
    let mut eve = stage.join(EVE).await;
    let mut answers = Vec::new();
    for board in [foreign, BoardId::from_bytes([0x66; 16])] {
        eve.say(json!({ "type": "open", "board": board }));
        let mut answer = eve.hear().await;
        assert_eq!(answer["board"], json!(board));
        answer["board"] = json!(null);
        answers.push(answer);
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!((&answers[0]["type"], &answers[0]["status"]), (&json!("error"), &json!(404)));
}

#[tokio::test(start_paused = true)]
async fn lv10_a_closed_board_is_not_heard_of() {
    let stage = Stage::new().await;
    let (ann, mut bob) = (stage.watch(ANN).await, stage.watch(BOB).await);
    bob.say(json!({ "type": "close", "board": stage.board() }));
    bob.assert_alive().await;
    ann.add_card("a");
    bob.assert_quiet().await;
    bob.open(Some(1));
    assert_eq!(seqs(&bob.hear().await), [2]);
}

#[tokio::test(start_paused = true)]
async fn lv11_a_socket_has_only_so_many_boards_open() {
    let stage = Stage::with_boards(MAX_OPEN_BOARDS + 1).await;
    let mut ann = stage.join(ANN).await;
    for board in &stage.boards[..MAX_OPEN_BOARDS] {
        ann.say(json!({ "type": "open", "board": board }));
        assert_eq!(ann.hear().await["type"], "snapshot");
    }
    let last = json!({ "type": "open", "board": stage.boards[MAX_OPEN_BOARDS] });
    ann.say(last.clone());
    let refused = ann.hear().await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("error"), &json!("limit_reached")));
    // One that is open may be opened again, and one that is closed makes room.
    ann.open(Some(1));
    assert_eq!(ann.hear().await["type"], "changes");
    ann.say(json!({ "type": "close", "board": stage.board() }));
    ann.say(last);
    assert_eq!(ann.hear().await["type"], "snapshot");
}

#[tokio::test(start_paused = true)]
async fn lv12_a_slow_reader_is_told_to_open_again_and_misses_nothing() {
    let stage = Stage::new().await;
    let (ann, mut bob, mut eve) = (stage.watch(ANN).await, stage.watch(BOB).await, stage.watch(EVE).await);
    // Answers bob does not read fill the line to him, then his queue, but for what the line took.
    let line = 200;
    for count in [line, rooms::OUTBOX_FRAMES - line] {
        (0..count).for_each(|_| bob.say(json!({ "type": "ping" })));
        eve.assert_quiet().await;
    }
    let changes = line as u64 + 50;
    for number in 0..changes {
        ann.add_card(&format!("a{number}"));
        assert_eq!(seqs(&eve.hear().await), [number + 2]);
    }
    let (mut had, mut message) = (1, bob.hear().await);
    while message["type"] != "resync" {
        if message["type"] == "changes" {
            had = *seqs(&message).last().unwrap();
        }
        message = bob.hear().await;
    }
    assert_eq!(message["board"], json!(stage.board()));
    bob.open(Some(had));
    assert_eq!(seqs(&bob.hear().await), (had + 1..changes + 2).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn lv12_a_board_that_cannot_be_read_now_says_so_and_opens_later() {
    let stage = Stage::new().await;
    let mut ann = stage.join(ANN).await;
    stage.disk.set(Mode::Gone);
    ann.open(None);
    let refused = ann.hear().await;
    assert_eq!((&refused["type"], &refused["status"]), (&json!("error"), &json!(503)));
    stage.disk.set(Mode::Sound);
    ann.open(None);
    assert_eq!(ann.hear().await["type"], "snapshot");
}

/// Makes a project that nobody of the others belongs to.
pub async fn foreign_board(stage: &Stage) -> BoardId {
    let id = BoardId::from_bytes([0x77; 16]);
    let now = engine::Timestamp::from_millis(1_800_000_000_000);
    let (kind, title) = ("kanban".to_owned(), "secret".to_owned());
    let board = NewBoard { id, kind, title, created_at: now, first_changes: Vec::new() };
    let project = Project {
        id: ProjectId::from_bytes([8; 16]),
        name: "secret".to_owned(),
        folder_path: "elsewhere".to_owned(),
        best_practices_path: None,
        kanban_board: id,
        trusted: false,
        worktrees: true,
        created_at: now,
    };
    stage.disk.memory.create_project(project, ANN.id(), board).await.unwrap();
    id
}
