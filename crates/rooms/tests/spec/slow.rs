//! Readers who do not keep up.

use rooms::{MAX_IN_FLIGHT, OUTBOX_BYTES, OUTBOX_FRAMES, RoomError};
use serde_json::json;

use crate::support::{Copy, TestRoom, ann, bob, card, rename, request, settle};

/// Makes a change more than a queue holds, one frame each.
async fn flood(room: &TestRoom) {
    room.change(ann(), card("a")).await.unwrap();
    for number in 0..OUTBOX_FRAMES {
        room.change(ann(), rename(&format!("f{number}"), "a", &format!("title {number}"))).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn sl1_a_slow_reader_is_cut_to_a_resync_and_nobody_else_is() {
    let room = TestRoom::new().await;
    let mut slow = room.watch(1, Some(0)).await;
    let mut quick = room.watch(2, Some(0)).await;
    let mut copy = Copy::new(&room);
    room.change(ann(), card("a")).await.unwrap();
    for number in 0..OUTBOX_FRAMES + 100 {
        room.change(ann(), rename(&format!("f{number}"), "a", &format!("title {number}"))).await.unwrap();
        copy.take(&quick.hear().await);
    }
    assert_eq!(copy.0, room.replay().await);
    let heard = slow.hear_types().await;
    assert_eq!(heard.len(), OUTBOX_FRAMES + 1, "the queue, and one word more");
    assert_eq!(heard.last().unwrap(), "resync");
    room.change(ann(), card("later")).await.unwrap();
    assert_eq!(slow.hear_types().await, Vec::<String>::new(), "cut off until it opens the board again");
}

#[tokio::test(start_paused = true)]
async fn sl1_a_queue_is_bounded_in_bytes() {
    let room = TestRoom::new().await;
    let mut slow = room.watch(1, Some(1)).await;
    let long = "x".repeat(19_000);
    room.change(ann(), card("a")).await.unwrap();
    let mut number = 0;
    while number * 5 * 19_000 < OUTBOX_BYTES + 1_000_000 {
        let update = json!({ "op": "update", "id": "a", "props": { "description": long } });
        room.change(ann(), request(&format!("f{number}"), &json!([update, update, update, update, update])))
            .await
            .unwrap();
        number += 1;
    }
    let frames = slow.frames().await.unwrap();
    let bytes: usize = frames.iter().map(|frame| frame.as_bytes().len()).sum();
    assert!(bytes <= OUTBOX_BYTES + 1_000, "{bytes} bytes");
    assert!(frames.last().unwrap().as_bytes().starts_with(br#"{"type":"resync""#));
}

#[tokio::test(start_paused = true)]
async fn sl2_a_reader_who_was_cut_off_opens_again_and_has_everything() {
    let room = TestRoom::new().await;
    let mut slow = room.watch(1, Some(0)).await;
    flood(&room).await;
    let mut copy = Copy::new(&room);
    copy.take(&slow.hear().await);
    let seen = copy.0.seq();
    assert!(seen < room.log().await.len() as u64);
    slow.open(&room, Some(seen)).await;
    room.change(bob(), card("b")).await.unwrap();
    copy.take(&slow.hear().await);
    assert_eq!(copy.0, room.replay().await);
}

#[tokio::test(start_paused = true)]
async fn sl3_a_socket_that_sends_and_never_reads_is_given_up() {
    let room = TestRoom::new().await;
    let mut socket = crate::support::Watcher::new(1);
    room.change(ann(), card("a")).await.unwrap();
    for number in 0..=OUTBOX_FRAMES {
        socket.send(&room, ann(), rename(&format!("n{number}"), "a", "x")).await;
        settle().await;
    }
    socket.frames().await.unwrap_err();
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sl4_a_socket_has_a_bounded_number_of_unanswered_changes() {
    let room = TestRoom::new().await;
    let socket = crate::support::Watcher::new(1);
    room.store.hold();
    for number in 0..MAX_IN_FLIGHT {
        socket.send(&room, ann(), card(&format!("c{number}"))).await;
    }
    let (outbox, other) = (socket.outbox.clone(), socket.outbox.clone());
    let waiting = room.start(async move { outbox.permit().await }).await;
    let also_waiting = room.start(async move { other.permit().await }).await;
    assert!(!waiting.is_finished() && !also_waiting.is_finished());
    room.store.release();
    settle().await;
    assert!(waiting.is_finished() && also_waiting.is_finished(), "every answer frees a place");
}

#[tokio::test(start_paused = true)]
async fn sl4_a_place_is_freed_when_the_change_is_not_answered() {
    let room = TestRoom::new().await;
    let socket = crate::support::Watcher::new(1);
    let mut permits = Vec::new();
    for _ in 0..MAX_IN_FLIGHT {
        permits.push(socket.outbox.permit().await);
    }
    let outbox = socket.outbox.clone();
    let waiting = room.start(async move { outbox.permit().await }).await;
    permits.pop();
    settle().await;
    assert!(waiting.is_finished());
}

#[tokio::test(start_paused = true)]
async fn sl5_opening_into_a_full_queue_is_a_resync_and_ends_the_older_opening() {
    let room = TestRoom::new().await;
    let mut slow = room.watch(1, Some(0)).await;
    slow.hear().await;
    let filler = rooms::Frame::of(&json!({ "type": "pong" }));
    while slow.outbox.push(filler.clone()).is_ok() {}
    slow.open(&room, None).await;
    let heard = slow.hear_types().await;
    assert_eq!(heard.len(), OUTBOX_FRAMES + 1);
    assert_eq!(heard.last().unwrap(), "resync");
    room.change(ann(), card("a")).await.unwrap();
    assert_eq!(slow.hear_types().await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn sl5_one_who_opens_again_and_again_and_never_reads_is_given_up() {
    let room = TestRoom::new().await;
    let mut slow = room.watch(1, None).await;
    for _ in 0..3 * OUTBOX_FRAMES {
        slow.open(&room, None).await;
    }
    slow.frames().await.unwrap_err();
}

#[tokio::test(start_paused = true)]
async fn sl6_a_refusal_to_a_gone_caller_harms_nobody() {
    let room = TestRoom::new().await;
    room.store.hold();
    let sent = room.send(ann(), card("a")).await;
    sent.abort();
    let socket = crate::support::Watcher::new(1);
    socket.send(&room, ann(), card("b")).await;
    drop(socket);
    room.store.release();
    assert_eq!(room.titles().await, ["a", "b"]);
    let error = RoomError::Closed;
    assert!(error.is_passing());
}
