//! Who is where.

use std::time::Duration;

use rooms::{IDLE_CLOSE, OUTBOX_FRAMES, PRESENCE_EVERY};
use serde_json::{Value, json};
use tokio::time::advance;

use crate::support::{TestRoom, Watcher, ann, card, settle};

fn entry(watcher: &Watcher, state: &Value) -> Value {
    json!({ "peer": watcher.peer.peer, "user": { "id": watcher.peer.user, "name": watcher.peer.name }, "state": state })
}

/// Opens a board for two, who have read all there is.
async fn two_watchers() -> (TestRoom, Watcher, Watcher) {
    let room = TestRoom::new().await;
    let (mut one, mut two) = (room.watch(1, Some(1)).await, room.watch(2, Some(1)).await);
    one.hear().await;
    two.hear().await;
    (room, one, two)
}

async fn wait(time: Duration) {
    settle().await;
    advance(time).await;
    settle().await;
}

#[tokio::test(start_paused = true)]
async fn pr1_presence_is_passed_on_a_few_times_a_second_and_the_last_state_wins() {
    let (room, one, mut two) = two_watchers().await;
    for x in 0..100 {
        one.is_at(&room, json!({ "x": x })).await;
    }
    wait(PRESENCE_EVERY * 4 / 5).await;
    assert_eq!(two.hear().await, Vec::<Value>::new());
    wait(PRESENCE_EVERY / 5).await;
    let expected = json!({ "type": "presence", "board": room.board.id, "peers": [entry(&one, &json!({ "x": 99 }))] });
    assert_eq!(two.hear().await, [expected]);
    wait(PRESENCE_EVERY * 3).await;
    assert_eq!(two.hear().await, Vec::<Value>::new(), "nothing new, nothing said");
}

#[tokio::test(start_paused = true)]
async fn pr1_presence_goes_on_while_the_disk_is_held() {
    let (room, one, mut two) = two_watchers().await;
    room.store.hold();
    let sent = room.send(ann(), card("a")).await;
    one.is_at(&room, json!(1)).await;
    wait(PRESENCE_EVERY).await;
    assert_eq!(two.hear_types().await, ["presence"]);
    room.store.release();
    sent.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn pr2_leaving_is_told() {
    let (room, one, mut two) = two_watchers().await;
    one.is_at(&room, json!(1)).await;
    wait(PRESENCE_EVERY).await;
    two.hear().await;
    room.rooms.unsubscribe(room.board.id, one.peer.peer).await;
    wait(PRESENCE_EVERY).await;
    assert_eq!(two.hear().await[0]["peers"], json!([entry(&one, &Value::Null)]));
}

#[tokio::test(start_paused = true)]
async fn pr2_one_who_was_cut_off_has_left() {
    let (room, mut one, mut two) = two_watchers().await;
    one.is_at(&room, json!(1)).await;
    wait(PRESENCE_EVERY).await;
    two.hear().await;
    let filler = rooms::Frame::of(&json!({ "type": "pong" }));
    while one.outbox.push(filler.clone()).is_ok() {}
    room.change(ann(), card("a")).await.unwrap();
    wait(PRESENCE_EVERY).await;
    let heard = two.hear().await;
    assert_eq!(heard[1]["peers"], json!([entry(&one, &Value::Null)]));
    assert_eq!(one.hear_types().await.last().unwrap(), "resync");
}

#[tokio::test(start_paused = true)]
async fn pr3_a_newcomer_hears_where_everybody_is() {
    let (room, one, two) = two_watchers().await;
    one.is_at(&room, json!(1)).await;
    two.is_at(&room, json!(2)).await;
    let heard = room.watch(3, Some(1)).await.hear().await;
    assert_eq!(heard[0]["type"], "changes");
    assert_eq!(heard[1]["peers"], json!([entry(&one, &json!(1)), entry(&two, &json!(2))]));
}

#[tokio::test(start_paused = true)]
async fn pr4_presence_is_of_watchers_only_and_never_in_the_log() {
    let (room, one, mut two) = two_watchers().await;
    let stranger = Watcher::new(9);
    stranger.is_at(&room, json!(1)).await;
    one.is_at(&room, json!(1)).await;
    wait(PRESENCE_EVERY).await;
    assert_eq!(two.hear().await[0]["peers"], json!([entry(&one, &json!(1))]));
    assert_eq!(room.log().await.len(), 1);
    assert_eq!(room.rooms.read(room.board).await.unwrap().seq, 1);
}

#[tokio::test(start_paused = true)]
async fn pr5_presence_is_dropped_for_a_reader_who_is_behind() {
    let (room, one, mut two) = two_watchers().await;
    let filler = rooms::Frame::of(&json!({ "type": "pong" }));
    (0..OUTBOX_FRAMES / 2).for_each(|_| two.outbox.push(filler.clone()).unwrap());
    one.is_at(&room, json!(1)).await;
    wait(PRESENCE_EVERY).await;
    assert!(!two.hear_types().await.contains(&"presence".to_owned()));
    one.is_at(&room, json!(2)).await;
    wait(PRESENCE_EVERY).await;
    assert_eq!(two.hear_types().await, ["presence"], "it still watches");
}

#[tokio::test(start_paused = true)]
async fn pr6_one_whose_connection_just_ended_leaves_in_the_end() {
    let (room, one, mut two) = two_watchers().await;
    one.is_at(&room, json!(1)).await;
    wait(PRESENCE_EVERY).await;
    two.hear().await;
    let gone = entry(&one, &Value::Null);
    drop(one);
    wait(IDLE_CLOSE).await;
    wait(PRESENCE_EVERY).await;
    assert_eq!(two.hear().await[0]["peers"], json!([gone]));
}
