//! Snapshots make opening cheap and are never trusted blindly.

use rooms::SNAPSHOT_EVERY;
use store::ChangeLog;

use crate::support::{AppendFault, TestRoom, ann, card, settle};

const EVERY: usize = 500;

async fn newest(room: &TestRoom) -> Option<u64> {
    settle().await;
    room.store.disk.snapshot(room.board.id, u64::MAX).await.unwrap().map(|snapshot| snapshot.seq)
}

#[tokio::test(start_paused = true)]
async fn ss1_a_snapshot_is_saved_every_few_hundred_changes_and_used_on_opening() {
    assert_eq!(SNAPSHOT_EVERY, EVERY as u64);
    let room = TestRoom::new().await;
    room.rename_often(EVERY - 3).await;
    assert_eq!(newest(&room).await, None);
    room.rename_often(EVERY).await;
    let seq = newest(&room).await.unwrap();
    assert!((500..=700).contains(&seq), "the batch that reaches {EVERY} is written whole: {seq}");
    let stored = room.store.disk.snapshot(room.board.id, seq).await.unwrap().unwrap();
    let then = room.rooms.history(room.board).at(seq).await.unwrap().snapshot().unwrap();
    assert_eq!((&*stored.bytes, stored.hash), (&*then.bytes, then.hash));
    let restarted = room.restarted();
    let reads = room.store.log_reads();
    restarted.titles().await;
    let tail = room.log().await.len() - usize::try_from(seq).unwrap();
    assert_eq!(room.store.log_reads() - reads, tail, "only what came after the snapshot is read");
    restarted.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn ss2_a_damaged_snapshot_is_passed_over() {
    let room = TestRoom::new().await;
    room.rename_often(EVERY + 10).await;
    let first = newest(&room).await.unwrap();
    room.rename_often(EVERY + 10).await;
    assert!(newest(&room).await.unwrap() > first);
    for from in [first + 1, 0] {
        room.store.flip_snapshots_from(from);
        room.restarted().assert_sound().await;
        let past = room.rooms.read_at(room.board, first + 1).await.unwrap();
        assert_eq!(past.seq, first + 1);
    }
}

#[tokio::test(start_paused = true)]
async fn ss3_a_snapshot_of_what_is_not_on_disk_is_never_saved() {
    let room = TestRoom::new().await;
    room.rename_often(EVERY - 3).await;
    let head = room.log().await.len() as u64;
    room.store.hold();
    room.store.fail_next(AppendFault::Unavailable);
    let lost = room.send(ann(), card("lost")).await;
    let also_lost = room.send(ann(), card("lost-too")).await;
    room.store.release();
    lost.await.unwrap().unwrap_err();
    drop(also_lost);
    room.change(ann(), card("kept")).await.unwrap();
    assert_eq!(newest(&room).await, None, "the one taken was of the card that is lost");
    room.restarted().assert_sound().await;
    room.rooms.close_all().await;
    settle().await;
    assert_eq!(newest(&room).await, Some(head + 1), "the closing room leaves one all the same");
    room.restarted().assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn ss4_a_snapshot_that_cannot_be_saved_harms_nothing() {
    let room = TestRoom::new().await;
    room.rename_often(EVERY + 10).await;
    room.store.disk.refuse_writes();
    room.rooms.close_all().await;
    settle().await;
    room.store.disk.accept_writes();
    room.restarted().assert_sound().await;
}
