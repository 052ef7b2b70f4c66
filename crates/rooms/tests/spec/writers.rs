//! Another process writes the same board.

use rooms::MAX_RETRIES;

use crate::support::{AppendFault, Copy, ReadFault, TestRoom, ann, bob, card, rename, request, settle, types};
use serde_json::json;

#[tokio::test(start_paused = true)]
async fn rc4_work_is_done_again_on_top_of_what_others_wrote() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(0)).await;
    room.change(ann(), card("a")).await.unwrap();
    assert_eq!(room.write_past(bob(), card("theirs")).await, 3);
    assert_eq!(room.change(ann(), card("ours")).await.unwrap().seq, 4);
    let mut copy = Copy::new(&room);
    copy.take(&watcher.hear().await);
    assert_eq!(copy.0, room.replay().await);
    assert_eq!(room.titles().await, ["a", "theirs", "ours"]);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc4_what_no_longer_fits_is_refused() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    room.write_past(bob(), request("d", &json!([{ "op": "delete", "id": "a" }]))).await;
    assert_eq!(room.change(ann(), rename("n", "a", "x")).await.unwrap_err().code(), "missing");
    assert_eq!(room.titles().await, Vec::<String>::new());
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc4_a_change_another_process_has_taken_is_answered_from_the_log() {
    let room = TestRoom::new().await;
    room.write_past(ann(), card("a")).await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.hear().await;
    watcher.send(&room, ann(), card("a")).await;
    let heard = watcher.hear().await;
    assert_eq!(types(&heard), ["changes", "ack"]);
    assert_eq!(heard[1]["seq"], 2);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc4_one_conflict_goes_unnoticed() {
    let room = TestRoom::new().await;
    room.store.fail_next(AppendFault::Conflict);
    assert_eq!(room.change(ann(), card("a")).await.unwrap().seq, 2);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc5_endless_conflicts_end_with_a_refusal() {
    let room = TestRoom::new().await;
    room.store.fail_always(room.board.id, AppendFault::Conflict);
    let error = room.change(ann(), card("a")).await.unwrap_err();
    assert!(error.is_passing());
    assert_eq!(room.store.batches().len(), 1 + 1 + MAX_RETRIES, "the columns, the first try, and the retries");
    room.store.mend();
    assert_eq!(room.change(ann(), card("a")).await.unwrap().seq, 2);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc5_the_count_of_conflicts_starts_over_after_a_success() {
    let room = TestRoom::new().await;
    for number in 0..3 {
        (0..MAX_RETRIES).for_each(|_| room.store.fail_next(AppendFault::Conflict));
        room.change(ann(), card(&format!("c{number}"))).await.unwrap();
    }
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rc8_everyone_is_answered_when_the_log_cannot_be_searched_after_a_conflict() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.hear().await;
    room.store.hold();
    room.store.fail_next(AppendFault::Conflict);
    let first = room.send(ann(), card("a")).await;
    let second = room.send(bob(), card("b")).await;
    watcher.send(&room, bob(), card("c")).await;
    settle().await;
    room.store.fail_finds(ReadFault::Unavailable);
    room.store.release();
    assert!(first.await.unwrap().unwrap_err().is_passing());
    assert!(second.await.unwrap().unwrap_err().is_passing());
    assert_eq!(watcher.hear_types().await, ["reject"]);
    room.store.mend();
    assert_eq!(room.change(ann(), card("a")).await.unwrap().seq, 2);
    room.assert_sound().await;
}
