//! When the disk says no, or says no and means yes.

use serde_json::json;

use crate::support::{AppendFault, Copy, ReadFault, TestRoom, ann, bob, card, rename};

#[tokio::test(start_paused = true)]
async fn rc1_a_failed_write_says_retry_and_leaves_nothing() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.hear().await;
    room.store.fail_next(AppendFault::Unavailable);
    watcher.send(&room, ann(), card("a")).await;
    let heard = watcher.hear().await;
    assert_eq!(heard.len(), 1);
    assert_eq!(heard[0]["type"], "reject");
    assert_eq!((&heard[0]["code"], &heard[0]["retry"]), (&json!("unavailable"), &json!(true)));
    assert_eq!(room.titles().await, Vec::<String>::new());
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc1_all_that_waited_behind_a_failed_write_goes_with_it() {
    let room = TestRoom::new().await;
    let before = room.replay().await.snapshot().unwrap();
    room.store.hold();
    room.store.fail_next(AppendFault::Unavailable);
    let written = room.send(ann(), card("a")).await;
    let behind = room.send(bob(), rename("n", "a", "needs a")).await;
    room.store.release();
    assert!(written.await.unwrap().unwrap_err().is_passing());
    assert!(behind.await.unwrap().unwrap_err().is_passing());
    assert_eq!(room.replay().await.snapshot().unwrap(), before);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc2_the_room_goes_on_without_reopening() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(0)).await;
    let mut copy = Copy::new(&room);
    for number in 0..5 {
        room.store.fail_next(AppendFault::Unavailable);
        room.change(ann(), card(&format!("lost{number}"))).await.unwrap_err();
        room.change(ann(), card(&format!("kept{number}"))).await.unwrap();
    }
    let heard = watcher.hear().await;
    assert!(heard.iter().all(|message| message["type"] == "changes"), "no resync was needed: {heard:?}");
    copy.take(&heard);
    assert_eq!(copy.0, room.replay().await);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc2_reads_go_on_while_the_disk_is_full() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    room.store.fail_always(room.board.id, AppendFault::Unavailable);
    for number in 0..20 {
        assert!(room.change(ann(), card(&format!("c{number}"))).await.unwrap_err().is_passing());
        assert_eq!(room.titles().await, ["a"]);
    }
    room.store.mend();
    room.change(ann(), card("b")).await.unwrap();
    assert_eq!(room.titles().await, ["a", "b"]);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc3_written_but_reported_failed_is_acknowledged_once() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.hear().await;
    room.store.fail_next(AppendFault::AfterWriting);
    let accepted = room.change(ann(), card("a")).await.unwrap();
    assert_eq!(accepted.seq, 2);
    assert_eq!(watcher.hear_seqs().await, [2]);
    assert_eq!(room.change(ann(), card("a")).await.unwrap(), accepted);
    assert_eq!(room.change(ann(), card("b")).await.unwrap().seq, 3);
    assert_eq!(room.log_ids().await, ["columns", "a", "b"]);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc3_the_answers_of_a_tool_and_an_undo_survive_a_doubtful_write() {
    let room = TestRoom::new().await;
    room.store.fail_next(AppendFault::AfterWriting);
    let answer = room.tool(ann(), "create_card", json!({ "title": "T" })).await.unwrap();
    assert_eq!(answer.accepted.unwrap().seq, 2);
    assert_eq!(answer.result["tool"], "create_card");
    room.store.fail_next(AppendFault::AfterWriting);
    let undone = room.undo(ann(), rooms::UndoTarget::Last).await.unwrap();
    assert_eq!(undone.accepted.seq, 3);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc6_when_reading_fails_too_watchers_resync_and_the_board_opens_again() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.hear().await;
    room.store.hold();
    room.store.fail_next(AppendFault::Unavailable);
    let sent = room.send(ann(), card("a")).await;
    watcher.send(&room, ann(), card("b")).await;
    let copy = room.clone();
    let read = room.start(async move { copy.rooms.read(copy.board).await }).await;
    room.store.fail_reads(ReadFault::Unavailable);
    room.store.release();
    assert!(sent.await.unwrap().unwrap_err().is_passing());
    assert!(read.await.unwrap().unwrap_err().is_passing());
    assert_eq!(watcher.hear_types().await, ["reject", "resync"]);
    assert!(room.change(ann(), card("a")).await.unwrap_err().is_passing());
    room.store.mend();
    assert_eq!(room.change(ann(), card("a")).await.unwrap().seq, 2);
    watcher.open(&room, Some(1)).await;
    assert_eq!(watcher.hear_seqs().await, [2]);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc7_a_damaged_log_is_reported_and_never_served() {
    let room = TestRoom::new().await.restarted();
    room.store.fail_reads(ReadFault::Damaged);
    let error = room.rooms.read(room.board).await.unwrap_err();
    assert_eq!((error.code(), error.is_passing()), ("damaged", false));
    assert_eq!(room.change(ann(), card("a")).await.unwrap_err().code(), "damaged");
    let socket = crate::support::Watcher::new(1);
    let opened = room.rooms.subscribe(room.board, socket.peer.clone(), None, socket.outbox.clone()).await;
    assert_eq!(opened.unwrap_err().code(), "damaged");
    room.store.mend();
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc7_a_socket_hears_why_its_board_does_not_open() {
    let room = TestRoom::new().await.restarted();
    room.store.fail_reads(ReadFault::Damaged);
    let mut socket = crate::support::Watcher::new(1);
    socket.send(&room, ann(), card("a")).await;
    let heard = socket.hear().await;
    assert_eq!(
        (&heard[0]["type"], &heard[0]["code"], &heard[0]["retry"]),
        (&json!("reject"), &json!("damaged"), &json!(false))
    );
}
