//! The queue of one socket.

use rooms::{Frame, OUTBOX_BYTES, OUTBOX_FRAMES, Outbox};
use serde_json::json;

fn frame(bytes: usize) -> Frame {
    Frame::of(&"x".repeat(bytes.saturating_sub(2)))
}

#[tokio::test(start_paused = true)]
async fn sl1_a_single_frame_goes_however_large_it_is() {
    let (outbox, mut reader) = Outbox::new();
    outbox.push(frame(OUTBOX_BYTES + 1)).unwrap();
    outbox.push(frame(10)).unwrap_err();
    let mut taken = Vec::new();
    reader.take(&mut taken).await.unwrap();
    assert_eq!(taken.len(), 1);
    outbox.push(frame(10)).unwrap();
    reader.take(&mut taken).await.unwrap();
    assert_eq!(taken.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn sl1_frames_come_out_in_order_and_all_at_once() {
    let (outbox, mut reader) = Outbox::new();
    let frames: Vec<Frame> = (0..OUTBOX_FRAMES).map(|number| Frame::of(&json!(number))).collect();
    for frame in &frames {
        outbox.push(frame.clone()).unwrap();
    }
    outbox.push(frame(1)).unwrap_err();
    let mut taken = Vec::new();
    reader.take(&mut taken).await.unwrap();
    assert_eq!(taken, frames);
}

#[tokio::test(start_paused = true)]
async fn sl1_a_reader_who_waits_is_woken_and_cancelling_loses_nothing() {
    let (outbox, mut reader) = Outbox::new();
    let mut taken = Vec::new();
    tokio::select! {
        biased;
        _ = reader.take(&mut taken) => panic!("there is nothing yet"),
        () = tokio::task::yield_now() => {}
    }
    outbox.push(frame(5)).unwrap();
    reader.take(&mut taken).await.unwrap();
    assert_eq!(taken.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn sl3_a_given_up_outbox_tells_its_reader_and_swallows_the_rest() {
    let (outbox, mut reader) = Outbox::new();
    outbox.push(frame(5)).unwrap();
    outbox.give_up();
    outbox.push(frame(5)).unwrap();
    reader.take(&mut Vec::new()).await.unwrap_err();
}
