//! How a reader begins, and begins again.

use rooms::{MAX_CATCH_UP, RECENT_BYTES, RECENT_CHANGES};
use serde_json::{Value, json};

use crate::support::{Copy, ReadFault, TestRoom, Watcher, ann, bob, card, request};

#[tokio::test(start_paused = true)]
async fn su1_without_after_comes_a_snapshot() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    let heard = room.watch(1, None).await.hear().await;
    assert_eq!(heard.len(), 1);
    let keys: Vec<&String> = heard[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["board", "kind", "nodes", "seq", "type"]);
    assert_eq!(
        (&heard[0]["type"], &heard[0]["seq"], &heard[0]["kind"]),
        (&json!("snapshot"), &json!(2), &json!("kanban"))
    );
    let view = room.rooms.read(room.board).await.unwrap();
    assert_eq!(heard[0]["nodes"], serde_json::from_str::<Value>(view.nodes.get()).unwrap());
    let node = &heard[0]["nodes"][1];
    let expected = json!({
        "id": "a", "kind": "card", "parent": "todo", "order": "a0", "props": { "title": "a" },
        "touched": { "seq": 2, "by": ann() },
    });
    assert_eq!(*node, expected);
}

#[tokio::test(start_paused = true)]
async fn su2_at_the_head_comes_an_empty_list() {
    let room = TestRoom::new().await;
    for room in [room.clone(), room.restarted()] {
        let heard = room.watch(1, Some(1)).await.hear().await;
        assert_eq!(heard, [json!({ "type": "changes", "board": room.board.id, "changes": [] })]);
    }
}

/// Checks that a reader who has `after` ends up with the server's state, and gets changes only.
async fn check_catch_up(room: &TestRoom, after: u64) {
    let mut copy = Copy::new(room);
    for logged in room.log().await.iter().take(usize::try_from(after).unwrap()) {
        copy.0.apply(&serde_json::from_str(&logged.body).unwrap()).unwrap();
    }
    let mut watcher = room.watch(1, Some(after)).await;
    room.change(bob(), card(&format!("after{after}"))).await.unwrap();
    let heard = watcher.hear().await;
    assert!(heard.iter().all(|message| message["type"] == "changes"));
    copy.take(&heard);
    assert_eq!(copy.0, room.replay().await);
}

#[tokio::test(start_paused = true)]
async fn su3_what_a_reader_missed_comes_from_memory() {
    let room = TestRoom::new().await;
    room.rename_often(50).await;
    room.store.fail_reads(ReadFault::Unavailable);
    for after in [0, 1, 20, 51] {
        check_catch_up(&room, after).await;
    }
}

#[tokio::test(start_paused = true)]
async fn su4_what_memory_no_longer_has_comes_from_the_log() {
    let room = TestRoom::new().await;
    room.rename_often(RECENT_CHANGES + 10).await;
    let head = room.log().await.len() as u64;
    let oldest = head - RECENT_CHANGES as u64;
    for after in [0, 1, oldest - 1, oldest, oldest + 1] {
        check_catch_up(&room, after).await;
    }
    check_catch_up(&room.restarted(), 3).await;
}

#[tokio::test(start_paused = true)]
async fn su4_large_changes_are_not_all_kept_in_memory() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    let update = json!({ "op": "update", "id": "a", "props": { "description": "x".repeat(19_000) } });
    let mut count = 0;
    while count * 10 * 19_000 < RECENT_BYTES * 3 / 2 {
        room.change(ann(), request(&format!("x{count}"), &json!(vec![&update; 10]))).await.unwrap();
        count += 1;
    }
    let reads = room.store.log_reads();
    check_catch_up(&room, 2).await;
    assert_eq!(room.store.log_reads() - reads, count, "from the log");
    let (reads, head) = (room.store.log_reads(), room.log().await.len() as u64);
    check_catch_up(&room, head - 2).await;
    assert_eq!(room.store.log_reads(), reads, "from memory");
}

#[tokio::test(start_paused = true)]
async fn su4_a_log_that_cannot_be_read_is_said() {
    let room = TestRoom::new().await;
    room.rename_often(RECENT_CHANGES + 10).await;
    room.store.fail_reads(ReadFault::Unavailable);
    let watcher = Watcher::new(1);
    let opened = room.rooms.subscribe(room.board, watcher.peer.clone(), Some(1), watcher.outbox.clone()).await;
    assert!(opened.unwrap_err().is_passing());
}

#[tokio::test(start_paused = true)]
async fn su5_too_far_behind_or_ahead_comes_a_snapshot() {
    let room = TestRoom::new().await;
    let count = usize::try_from(MAX_CATCH_UP).unwrap();
    room.rename_often(count).await;
    let head = room.log().await.len() as u64;
    for (after, expected) in [
        (head - MAX_CATCH_UP, "changes"),
        (head - MAX_CATCH_UP - 1, "snapshot"),
        (0, "snapshot"),
        (head + 1, "snapshot"),
        (u64::MAX, "snapshot"),
    ] {
        let mut watcher = room.watch(1, Some(after)).await;
        assert_eq!(watcher.hear_types().await, [expected], "after {after}");
    }
}

#[tokio::test(start_paused = true)]
async fn su6_a_change_another_process_added_comes_once_and_in_its_place() {
    let room = TestRoom::new().await;
    room.rename_often(RECENT_CHANGES + 10).await;
    let head = room.log().await.len() as u64;
    room.write_past(bob(), card("theirs")).await;
    let mut watcher = room.watch(1, Some(5)).await;
    room.change(ann(), card("ours")).await.unwrap();
    assert_eq!(watcher.hear_seqs().await, (6..=head + 2).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn su7_opening_again_starts_over_and_closing_ends() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.open(&room, Some(0)).await;
    room.change(ann(), card("a")).await.unwrap();
    assert_eq!(watcher.hear_seqs().await, [1, 2], "one answer for each opening, and then each change once");
    room.rooms.unsubscribe(room.board.id, watcher.peer.peer).await;
    room.change(ann(), card("b")).await.unwrap();
    assert_eq!(watcher.hear_types().await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn su8_the_past_is_read_at_any_change_and_no_further() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    let then = room.rooms.read(room.board).await.unwrap();
    room.change(ann(), card("b")).await.unwrap();
    let past = room.rooms.read_at(room.board, 2).await.unwrap();
    assert_eq!((past.seq, past.nodes.get()), (2, then.nodes.get()));
    assert_eq!(room.rooms.read_at(room.board, 0).await.unwrap().nodes.get(), "[]");
    assert_eq!(room.rooms.read_at(room.board, 4).await.unwrap_err().code(), "missing");
}
