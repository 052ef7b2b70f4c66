//! Two edits of one text, through a room.

use engine::ChangeRequest;
use rooms::{RoomError, SNAPSHOT_EVERY};
use serde_json::{Value, json};

use crate::support::{TestRoom, Watcher, ann, bob, request};

const TEXT: &str = "one two three four five";

fn describe(change: &str, text: &Value, from: Option<u64>) -> ChangeRequest {
    let mut op = json!({ "op": "update", "id": "a", "props": { "description": text } });
    if let Some(from) = from {
        op["from_seq"] = json!(from);
    }
    request(change, &json!([op]))
}

/// Makes a card with a text at `seq` 2.
async fn with_text() -> TestRoom {
    let room = TestRoom::new().await;
    let props = json!({ "title": "a", "description": TEXT });
    let create = json!([{ "op": "create", "id": "a", "kind": "card", "parent": "todo", "props": props }]);
    room.change(ann(), request("a", &create)).await.unwrap();
    room
}

async fn text(room: &TestRoom) -> Value {
    room.replay().await.node(&engine::NodeId::parse("a").unwrap()).unwrap().props["description"].clone()
}

#[tokio::test(start_paused = true)]
async fn mg1_edits_of_different_places_are_both_kept() {
    let room = with_text().await;
    room.change(ann(), describe("ann", &json!("ONE two three four five"), Some(2))).await.unwrap();
    room.change(bob(), describe("bob", &json!("one two three four FIVE"), Some(2))).await.unwrap();
    assert_eq!(text(&room).await, "ONE two three four FIVE");
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn mg1_also_with_an_edit_that_is_not_on_disk_yet() {
    let room = with_text().await;
    room.store.hold();
    let ann = room.send(ann(), describe("ann", &json!("ONE two three four five"), Some(2))).await;
    let bob = room.send(bob(), describe("bob", &json!("one two three four FIVE"), Some(2))).await;
    room.store.release();
    ann.await.unwrap().unwrap();
    bob.await.unwrap().unwrap();
    assert_eq!(text(&room).await, "ONE two three four FIVE");
}

#[tokio::test(start_paused = true)]
async fn mg1_also_from_long_ago() {
    let room = with_text().await;
    room.change(ann(), describe("ann", &json!("ONE two three four five"), Some(2))).await.unwrap();
    room.rename_often(usize::try_from(SNAPSHOT_EVERY).unwrap() + 10).await;
    let room = room.restarted();
    room.change(bob(), describe("bob", &json!("one two three four FIVE"), Some(2))).await.unwrap();
    assert_eq!(text(&room).await, "ONE two three four FIVE");
}

#[tokio::test(start_paused = true)]
async fn mg1_an_edit_of_texts_from_many_moments_reads_the_log_once() {
    let room = with_text().await;
    let create = json!([{ "op": "create", "id": "b", "kind": "card", "parent": "todo", "props": { "title": "b" } }]);
    room.change(ann(), request("b", &create)).await.unwrap();
    for number in 0..20 {
        let texts = json!([
            { "op": "update", "id": "a", "props": { "description": format!("{TEXT} {number}") } },
            { "op": "update", "id": "b", "props": { "description": format!("{TEXT} {number}") } },
        ]);
        room.change(ann(), request(&format!("t{number}"), &texts)).await.unwrap();
    }
    let reads = room.store.log_reads();
    let updates: Vec<Value> = (4..20)
        .flat_map(|seq| ["a", "b"].map(|id| json!({ "op": "update", "id": id, "props": { "title": seq.to_string(), "description": format!("{TEXT} {}", seq - 4) }, "from_seq": seq })))
        .collect();
    room.change(bob(), request("many", &json!(updates))).await.unwrap();
    let read = room.store.log_reads() - reads;
    assert!(read <= 25, "{read} records were read");
}

#[tokio::test(start_paused = true)]
async fn mg2_edits_of_one_place_are_refused_with_both_versions() {
    let room = with_text().await;
    room.change(ann(), describe("ann", &json!("one TWO three four five"), Some(2))).await.unwrap();
    let mut socket = Watcher::new(1);
    socket.send(&room, bob(), describe("bob", &json!("one zwei three four five"), Some(2))).await;
    let expected = json!({
        "node": "a", "prop": "description", "base_seq": 2, "base": TEXT,
        "current": "one TWO three four five", "yours": "one zwei three four five",
    });
    let heard = socket.hear().await;
    assert_eq!((&heard[0]["code"], &heard[0]["retry"]), (&json!("text_conflict"), &json!(false)));
    assert_eq!(heard[0]["conflict"], expected);
    let error = room.change(bob(), describe("bob", &json!("one zwei three four five"), Some(2))).await.unwrap_err();
    let RoomError::Rejected(rejection) = error else { panic!("{error}") };
    assert_eq!(json!(rejection.conflict.unwrap()), expected);
    assert_eq!(text(&room).await, "one TWO three four five");
}

#[tokio::test(start_paused = true)]
async fn mg3_without_from_seq_the_last_writer_wins_and_from_the_future_is_refused() {
    let room = with_text().await;
    room.change(ann(), describe("ann", &json!("x"), None)).await.unwrap();
    room.change(bob(), describe("bob", &json!("y"), None)).await.unwrap();
    assert_eq!(text(&room).await, "y");
    assert_eq!(room.change(bob(), describe("far", &json!("z"), Some(99))).await.unwrap_err().code(), "invalid");
}
