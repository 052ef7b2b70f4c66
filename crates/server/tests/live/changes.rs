//! Changes and their answers.

use engine::BoardId;
use rooms::MAX_IN_FLIGHT;
use serde_json::{Value, json};
use store::ChangeLog as _;

use crate::boards::foreign_board;
use crate::disk::Mode;
use crate::support::{ANN, BOB, EVE, Stage, create, seqs};

/// How long a disk makes everybody wait; less than the time to a ping.
const LONG_MS: u64 = 20_000;

fn answer(message: &Value) -> [&str; 3] {
    ["type", "id", "code"].map(|field| message[field].as_str().unwrap_or_default())
}

#[tokio::test(start_paused = true)]
async fn lv13_whoever_watches_sees_a_change_before_its_ack() {
    let stage = Stage::new().await;
    let mut ann = stage.watch(ANN).await;
    ann.add_card("a");
    let shown = ann.hear().await;
    assert_eq!(seqs(&shown), [2]);
    let change = &shown["changes"][0];
    assert_eq!(change["author"], json!({ "type": "user", "id": ANN.id() }));
    assert_eq!((&change["id"], &change["ops"][0]["id"]), (&json!("add.a"), &json!("a")));
    let ack = json!({ "type": "ack", "board": stage.board(), "id": "add.a", "seq": 2 });
    assert_eq!(ann.hear().await, ack);
}

#[tokio::test(start_paused = true)]
async fn lv14_each_change_is_answered_once() {
    let stage = Stage::new().await;
    let mut ann = stage.join(ANN).await;
    ann.add_card("a");
    ann.change("bad", json!([{ "op": "delete", "id": "nowhere" }]));
    ann.add_card("b");
    assert_eq!(answer(&ann.hear().await), ["ack", "add.a", ""]);
    let refused = ann.hear().await;
    assert_eq!(answer(&refused), ["reject", "bad", "missing"]);
    assert_eq!(refused["reason"], "op 0: there is no node nowhere");
    assert_eq!(refused["retry"], false);
    assert_eq!(answer(&ann.hear().await), ["ack", "add.b", ""]);
    ann.assert_quiet().await;
}

#[tokio::test(start_paused = true)]
async fn lv15_a_change_sent_again_gets_the_same_answer() {
    let stage = Stage::new().await;
    let mut ann = stage.join(ANN).await;
    ann.add_card("a");
    let first = ann.hear().await;
    ann.add_card("b");
    ann.hear().await;
    ann.add_card("a");
    assert_eq!(ann.hear().await, first);
    let mut again = stage.join(ANN).await;
    again.add_card("a");
    assert_eq!(again.hear().await, first);
    assert_eq!(stage.disk.memory.head(stage.board()).await.unwrap(), 3);
}

#[tokio::test(start_paused = true)]
async fn lv16_a_change_that_could_not_be_saved_is_sent_again_later() {
    let stage = Stage::new().await;
    let mut ann = stage.watch(ANN).await;
    stage.disk.set(Mode::Full);
    ann.add_card("a");
    let refused = ann.hear().await;
    assert_eq!((answer(&refused), &refused["retry"]), (["reject", "add.a", "unavailable"], &json!(true)));
    stage.disk.set(Mode::Sound);
    ann.add_card("a");
    assert_eq!(ann.hear_types(2).await, ["changes", "ack"]);
}

#[tokio::test(start_paused = true)]
async fn lv16_a_rejected_change_leaves_nothing_in_the_log() {
    let stage = Stage::new().await;
    let mut ann = stage.watch(ANN).await;
    ann.change("half", json!([create("a"), { "op": "delete", "id": "nowhere" }]));
    assert_eq!(answer(&ann.hear().await), ["reject", "half", "missing"]);
    ann.assert_quiet().await;
    assert_eq!(stage.disk.memory.head(stage.board()).await.unwrap(), 1);
}

#[tokio::test(start_paused = true)]
async fn lv17_a_viewer_changes_nothing() {
    let stage = Stage::new().await;
    let mut eve = stage.watch(EVE).await;
    eve.add_card("a");
    let refused = eve.hear().await;
    assert_eq!((answer(&refused), &refused["retry"]), (["reject", "add.a", "role_needed"], &json!(false)));
    let mut unseen = stage.join(EVE).await;
    unseen.add_card("b");
    assert_eq!(answer(&unseen.hear().await), ["reject", "add.b", "role_needed"]);
    assert_eq!(stage.disk.memory.head(stage.board()).await.unwrap(), 1);
}

#[tokio::test(start_paused = true)]
async fn lv18_a_change_to_a_foreign_board_learns_nothing_of_it() {
    let stage = Stage::new().await;
    let foreign = foreign_board(&stage).await;
    let mut bob = stage.join(BOB).await;
    let mut answers = Vec::new();
    for board in [foreign, BoardId::from_bytes([0x66; 16])] {
        bob.say(json!({ "type": "change", "board": board, "change": { "id": "x", "ops": [create("a")] } }));
        let mut answer = bob.hear().await;
        answer["board"] = json!(null);
        answers.push(answer);
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answer(&answers[0]), ["reject", "x", "not_found"]);
}

#[tokio::test(start_paused = true)]
async fn lv19_a_board_need_not_be_open_to_be_changed() {
    let stage = Stage::new().await;
    let (mut ann, mut bob) = (stage.join(ANN).await, stage.watch(BOB).await);
    ann.add_card("a");
    assert_eq!(ann.hear_types(1).await, ["ack"]);
    assert_eq!(seqs(&bob.hear().await), [2]);
}

#[tokio::test(start_paused = true)]
async fn lv20_a_change_that_cannot_be_read_is_rejected_by_its_id() {
    let stage = Stage::new().await;
    let mut ann = stage.join(ANN).await;
    ann.change("odd", json!([{ "op": "explode", "id": "a" }]));
    let refused = ann.hear().await;
    assert_eq!(answer(&refused), ["reject", "odd", "invalid"]);
    assert!(refused["reason"].as_str().unwrap().starts_with("ops[0]"), "{refused}");
    for unreadable in [json!({ "ops": [] }), json!({ "id": "a b", "ops": [] }), json!(7)] {
        ann.say(json!({ "type": "change", "board": stage.board(), "change": unreadable }));
        assert_eq!(ann.hear_types(1).await, ["error"]);
    }
    ann.assert_alive().await;
}

#[tokio::test(start_paused = true)]
async fn lv21_one_who_sends_without_end_is_slowed_and_nobody_else() {
    let stage = Stage::new().await;
    let (mut ann, mut bob) = (stage.join(ANN).await, stage.join(BOB).await);
    stage.disk.set(Mode::Bursts(LONG_MS));
    for number in 0..=MAX_IN_FLIGHT {
        ann.add_card(&format!("a{number}"));
    }
    ann.say(json!({ "type": "ping" }));
    ann.assert_quiet().await;
    bob.add_card("b");
    bob.assert_alive().await;
    // Time goes on to where the disk answers.
    tokio::time::advance(std::time::Duration::from_millis(LONG_MS)).await;
    stage.disk.set(Mode::Sound);
    let mut types = ann.hear_types(MAX_IN_FLIGHT + 2).await;
    types.sort();
    assert_eq!(types.iter().filter(|kind| *kind == "ack").count(), MAX_IN_FLIGHT + 1);
    assert_eq!(types.last().unwrap(), "pong");
}

#[tokio::test(start_paused = true)]
async fn lv22_a_room_that_dies_answers_that_the_change_is_to_be_sent_again() {
    let stage = Stage::new().await;
    let mut ann = stage.watch(ANN).await;
    stage.disk.set(Mode::Panicking);
    ann.add_card("a");
    ann.add_card("b");
    let mut heard = [ann.hear().await, ann.hear().await, ann.hear().await];
    heard.sort_by_key(|message| message["id"].as_str().unwrap_or("z").to_owned());
    for (message, id) in heard.iter().zip(["add.a", "add.b"]) {
        assert_eq!((answer(message), &message["retry"]), (["reject", id, "unavailable"], &json!(true)));
    }
    assert_eq!(heard[2]["type"], "resync");
    ann.add_card("a");
    assert_eq!(answer(&ann.hear().await), ["ack", "add.a", ""]);
    ann.open(Some(1));
    assert_eq!(seqs(&ann.hear().await), [2]);
}
