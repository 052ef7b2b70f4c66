//! Rooms open when they are needed and close when they are not.

use std::time::Duration;

use rooms::{IDLE_CLOSE, RoomError};
use serde_json::json;
use store::ChangeLog;
use tokio::time::advance;

use crate::support::{AppendFault, TestRoom, Watcher, ann, bob, card, settle};

/// Returns how many rooms are open: each is a task.
fn open_rooms(room: &TestRoom) -> usize {
    room.tasks.len()
}

async fn wait(time: Duration) {
    settle().await;
    advance(time).await;
    settle().await;
}

#[tokio::test(start_paused = true)]
async fn cl1_an_idle_room_closes_and_leaves_a_snapshot() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    let before = room.rooms.read(room.board).await.unwrap();
    wait(IDLE_CLOSE * 99 / 100).await;
    assert_eq!(open_rooms(&room), 1);
    wait(IDLE_CLOSE / 100).await;
    assert_eq!(open_rooms(&room), 0);
    let snapshot = room.store.disk.snapshot(room.board.id, u64::MAX).await.unwrap().unwrap();
    assert_eq!(*snapshot.bytes, *room.replay().await.snapshot().unwrap().bytes);
    let after = room.rooms.read(room.board).await.unwrap();
    assert_eq!((after.seq, after.nodes.get()), (before.seq, before.nodes.get()));
    assert_eq!(room.store.log_reads(), 0, "the snapshot was all it needed");
}

#[tokio::test(start_paused = true)]
async fn cl1_a_watched_room_stays_open_until_its_last_watcher_leaves() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    wait(IDLE_CLOSE * 10).await;
    assert_eq!(open_rooms(&room), 1);
    assert_eq!(watcher.hear_types().await, ["changes"]);
    room.rooms.unsubscribe(room.board.id, watcher.peer.peer).await;
    wait(IDLE_CLOSE).await;
    assert_eq!(open_rooms(&room), 0);
}

#[tokio::test(start_paused = true)]
async fn cl2_closing_all_answers_what_was_asked() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.hear().await;
    room.store.hold();
    let mut sent = Vec::new();
    for number in 0..20 {
        sent.push(room.send(ann(), card(&format!("c{number}"))).await);
    }
    let copy = room.clone();
    let read = room.start(async move { copy.rooms.read(copy.board).await.unwrap().seq }).await;
    let copy = room.clone();
    let closed = room.start(async move { copy.rooms.close_all().await }).await;
    room.store.release();
    for sent in sent {
        sent.await.unwrap().unwrap();
    }
    assert_eq!(read.await.unwrap(), 21);
    closed.await.unwrap();
    room.tasks.close();
    room.tasks.wait().await;
    let heard = watcher.hear().await;
    assert_eq!(crate::support::seqs(&heard), (2..=21).collect::<Vec<_>>());
    assert_eq!(heard.last().unwrap()["type"], "resync");
}

#[tokio::test(start_paused = true)]
async fn cl2_what_comes_after_the_closing_is_written_in_batches() {
    let room = TestRoom::new().await;
    room.store.hold();
    let first = room.send(ann(), card("first")).await;
    let copy = room.clone();
    // The read keeps the room from taking what comes after it, so that it comes after the closing.
    let read = room.start(async move { copy.rooms.read(copy.board).await }).await;
    room.rooms.close(room.board.id).await;
    let mut sent = Vec::new();
    for number in 0..100 {
        sent.push(room.send(ann(), card(&format!("c{number}"))).await);
    }
    room.store.release();
    for sent in sent {
        sent.await.unwrap().unwrap();
    }
    first.await.unwrap().unwrap();
    read.await.unwrap().unwrap();
    assert_eq!(room.store.batches(), [1, 1, 100]);
}

#[tokio::test(start_paused = true)]
async fn cl3_a_command_that_meets_a_closing_room_is_not_lost() {
    for at in 0..40 {
        let room = TestRoom::new().await;
        let copy = room.clone();
        let closing = room.tasks.spawn(async move { copy.rooms.close(copy.board.id).await });
        for _ in 0..at {
            tokio::task::yield_now().await;
        }
        assert_eq!(room.change(ann(), card("a")).await.unwrap().seq, 2, "after {at} steps");
        closing.await.unwrap();
        room.assert_sound().await;
    }
}

#[tokio::test(start_paused = true)]
async fn cl3_a_room_opens_only_when_the_last_one_has_written() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(0)).await;
    room.store.hold();
    let old = room.send(ann(), card("old")).await;
    room.rooms.close_all().await;
    settle().await;
    // The first room takes nothing more and still writes, so this opens a second one.
    let new = room.send(bob(), card("new")).await;
    room.store.release();
    assert_eq!(old.await.unwrap().unwrap().seq, 2);
    assert_eq!(new.await.unwrap().unwrap().seq, 3);
    assert_eq!(room.store.batches(), [1, 1, 1], "nobody had to try twice");
    let heard = watcher.hear().await;
    assert_eq!(heard.last().unwrap()["type"], "resync");
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn cl4_a_panic_in_one_room_harms_no_other() {
    let room = TestRoom::new().await;
    let other = room.on_board(2);
    other.add_columns(other.board).await;
    let (mut watcher, mut other_watcher) = (room.watch(1, Some(1)).await, other.watch(2, Some(1)).await);
    watcher.hear().await;
    other_watcher.hear().await;
    room.store.fail_always(room.board.id, AppendFault::Panic);
    room.store.hold();
    let writing = room.send(ann(), card("a")).await;
    let behind = room.send(ann(), card("b")).await;
    let copy = room.clone();
    let read = room.start(async move { copy.rooms.read(copy.board).await }).await;
    let elsewhere = other.send(ann(), card("c")).await;
    room.store.release();
    assert!(matches!(writing.await.unwrap(), Err(RoomError::Closed)));
    assert!(matches!(behind.await.unwrap(), Err(RoomError::Closed)));
    assert!(matches!(read.await.unwrap(), Err(RoomError::Closed)));
    assert_eq!(elsewhere.await.unwrap().unwrap().seq, 2);
    assert_eq!(watcher.hear_types().await, ["resync"]);
    assert_eq!(other_watcher.hear_types().await, ["changes"]);
    room.store.mend();
    assert_eq!(room.change(ann(), card("a")).await.unwrap().seq, 2);
    watcher.open(&room, Some(1)).await;
    assert_eq!(watcher.hear_seqs().await, [2]);
    room.assert_sound().await;
    other.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn cl8_a_socket_whose_change_a_panic_took_is_told_to_send_it_again() {
    let room = TestRoom::new().await;
    let mut socket = Watcher::new(1);
    room.store.fail_always(room.board.id, AppendFault::Panic);
    room.store.hold();
    for id in ["a", "b", "c"] {
        socket.send(&room, ann(), card(id)).await;
        settle().await;
    }
    room.store.release();
    let mut heard = socket.hear().await;
    heard.sort_by_key(|message| message["id"].to_string());
    let told: Vec<_> = heard.iter().map(|message| (&message["type"], &message["id"], &message["retry"])).collect();
    let (reject, retry) = (json!("reject"), json!(true));
    assert_eq!(told, [(&reject, &json!("a"), &retry), (&reject, &json!("b"), &retry), (&reject, &json!("c"), &retry)]);
    room.store.mend();
    for (id, seq) in [("a", 2), ("b", 3), ("c", 4)] {
        socket.send(&room, ann(), card(id)).await;
        assert_eq!(socket.hear().await, [json!({ "type": "ack", "board": room.board.id, "id": id, "seq": seq })]);
    }
}

#[tokio::test(start_paused = true)]
async fn cl5_a_thousand_rooms_open_and_close() {
    let room = TestRoom::new().await;
    for number in 1_000..2_000 {
        let one = room.on_board(number);
        one.add_columns(one.board).await;
        one.change(ann(), card("a")).await.unwrap();
    }
    assert_eq!(open_rooms(&room), 1_001);
    wait(IDLE_CLOSE).await;
    settle().await;
    assert_eq!(open_rooms(&room), 0, "every task has ended");
    for number in 1_000..2_000 {
        assert_eq!(room.on_board(number).titles().await, ["a"]);
    }
    room.rooms.close_all().await;
    room.tasks.close();
    room.tasks.wait().await;
}

#[tokio::test(start_paused = true)]
async fn cl6_a_closing_among_other_commands_is_heard() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.hear().await;
    let socket = Watcher::new(2);
    socket.send(&room, ann(), card("a")).await;
    room.rooms.close(room.board.id).await;
    settle().await;
    assert_eq!(open_rooms(&room), 0);
    assert_eq!(watcher.hear_types().await, ["changes", "resync"]);
}

#[tokio::test(start_paused = true)]
async fn cl7_a_watcher_who_went_without_a_word_keeps_no_room_open() {
    let room = TestRoom::new().await;
    let watcher = room.watch(1, Some(1)).await;
    wait(IDLE_CLOSE * 2).await;
    assert_eq!(open_rooms(&room), 1);
    drop(watcher);
    wait(IDLE_CLOSE).await;
    assert_eq!(open_rooms(&room), 0);
}
