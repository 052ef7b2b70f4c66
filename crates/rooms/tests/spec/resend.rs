//! Sending a change again is harmless.

use rooms::RECENT_CHANGES;
use serde_json::json;

use crate::support::{AppendFault, ReadFault, TestRoom, Watcher, ann, bob, card, rename};

#[tokio::test(start_paused = true)]
async fn rs1_twice_in_one_batch_is_once() {
    let room = TestRoom::new().await;
    room.store.hold();
    let other = room.send(bob(), card("other")).await;
    let first = room.send(ann(), card("a")).await;
    let second = room.send(ann(), card("a")).await;
    assert!(!second.is_finished());
    room.store.release();
    other.await.unwrap().unwrap();
    let first = first.await.unwrap().unwrap();
    assert_eq!(second.await.unwrap().unwrap(), first);
    assert_eq!(room.log_ids().await, ["columns", "other", "a"]);
}

#[tokio::test(start_paused = true)]
async fn rs1_while_the_first_is_being_written() {
    let room = TestRoom::new().await;
    room.store.hold();
    let first = room.send(ann(), card("a")).await;
    let second = room.send(ann(), card("a")).await;
    room.store.release();
    assert_eq!(second.await.unwrap().unwrap(), first.await.unwrap().unwrap());
    assert_eq!(room.log_ids().await, ["columns", "a"]);
}

#[tokio::test(start_paused = true)]
async fn rs2_in_a_later_batch_answers_the_same() {
    let room = TestRoom::new().await;
    let first = room.change(ann(), card("a")).await.unwrap();
    room.change(bob(), rename("later", "a", "b")).await.unwrap();
    assert_eq!(room.change(ann(), card("a")).await.unwrap(), first);
    let mut socket = Watcher::new(1);
    socket.send(&room, ann(), card("a")).await;
    assert_eq!(socket.hear().await, [json!({ "type": "ack", "board": room.board.id, "id": "a", "seq": 2 })]);
    assert_eq!(room.titles().await, ["b"]);
}

/// Checks that changes made before the room was closed are answered as they were, also those that no longer fit.
async fn check_after_reopening(reopened: TestRoom, room: TestRoom) {
    let created = room.change(ann(), card("a")).await.unwrap();
    let renamed = room.change(ann(), rename("n", "a", "new")).await.unwrap();
    room.rooms.close_all().await;
    room.tasks.close();
    room.tasks.wait().await;
    assert_eq!(reopened.change(ann(), card("a")).await.unwrap(), created);
    assert_eq!(reopened.change(ann(), rename("n", "a", "new")).await.unwrap(), renamed);
    assert_eq!(reopened.log_ids().await, ["columns", "a", "n"]);
    reopened.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rs3_after_the_room_was_closed() {
    let room = TestRoom::new().await;
    check_after_reopening(room.clone(), room).await;
}

#[tokio::test(start_paused = true)]
async fn rs3_after_a_restart() {
    let room = TestRoom::new().await;
    check_after_reopening(room.restarted(), room).await;
}

#[tokio::test(start_paused = true)]
async fn rs3_a_resend_that_cannot_be_looked_up_now_is_told_to_come_again() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    let restarted = room.restarted();
    restarted.rooms.close_all().await;
    room.rooms.close_all().await;
    room.tasks.close();
    room.tasks.wait().await;
    restarted.titles().await;
    restarted.store.fail_finds(ReadFault::Unavailable);
    assert!(restarted.change(ann(), card("a")).await.unwrap_err().is_passing());
    restarted.store.mend();
    assert_eq!(restarted.change(ann(), card("a")).await.unwrap().seq, 2);
}

#[tokio::test(start_paused = true)]
async fn rs4_older_than_what_the_room_remembers() {
    let room = TestRoom::new().await;
    let created = room.change(ann(), card("a")).await.unwrap();
    let renamed = room.change(ann(), rename("n", "a", "new")).await.unwrap();
    room.rename_often(RECENT_CHANGES + 1).await;
    let head = room.log().await.len();
    let mut watcher = room.watch(1, Some(head as u64)).await;
    // The first still fits and is caught by its id at the store; the second is refused by its own effect.
    assert_eq!(room.change(ann(), rename("n", "a", "new")).await.unwrap(), renamed);
    assert_eq!(room.change(ann(), card("a")).await.unwrap(), created);
    assert_eq!(room.log().await.len(), head);
    assert_eq!(watcher.hear_seqs().await, Vec::<u64>::new());
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rs4_an_old_resend_does_not_disturb_its_batch() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    let renamed = room.change(ann(), rename("n", "a", "new")).await.unwrap();
    room.rename_often(RECENT_CHANGES + 1).await;
    let head = room.log().await.len() as u64;
    room.store.hold();
    let before = room.send(bob(), card("before")).await;
    let old = room.send(ann(), rename("n", "a", "new")).await;
    let after = room.send(bob(), rename("after", "a", "bob's")).await;
    room.store.release();
    assert_eq!(before.await.unwrap().unwrap().seq, head + 1);
    assert_eq!(old.await.unwrap().unwrap(), renamed);
    assert_eq!(after.await.unwrap().unwrap().seq, head + 2);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rs5_an_id_of_somebody_else_is_refused() {
    let room = TestRoom::new().await;
    room.store.hold();
    let first = room.send(ann(), card("a")).await;
    let same_time = room.send(bob(), card("a")).await;
    room.store.release();
    first.await.unwrap().unwrap();
    assert_eq!(same_time.await.unwrap().unwrap_err().code(), "id_taken");
    assert_eq!(room.change(bob(), card("a")).await.unwrap_err().code(), "id_taken");
    room.rename_often(RECENT_CHANGES + 1).await;
    assert_eq!(room.change(bob(), card("a")).await.unwrap_err().code(), "id_taken");
    assert_eq!(room.change(bob(), rename("a", "a", "bob's")).await.unwrap_err().code(), "id_taken");
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rs6_after_a_failed_write_the_same_change_goes_through() {
    let room = TestRoom::new().await;
    room.store.fail_next(AppendFault::Unavailable);
    assert!(room.change(ann(), card("a")).await.unwrap_err().is_passing());
    assert_eq!(room.change(ann(), card("a")).await.unwrap().seq, 2);
    assert_eq!(room.log_ids().await, ["columns", "a"]);
}
