//! Where everybody is.

use rooms::{MAX_PRESENCE_BYTES, PRESENCE_EVERY};
use serde_json::{Value, json};
use store::ChangeLog as _;

use crate::support::{ANN, BOB, EVE, Socket, Stage};

fn states(message: &Value) -> Vec<(&str, &Value)> {
    assert_eq!(message["type"], "presence", "{message}");
    let peers = message["peers"].as_array().unwrap();
    peers.iter().map(|entry| (entry["user"]["name"].as_str().unwrap(), &entry["state"])).collect()
}

fn point(socket: &Socket, stage: &Stage, at: u64) {
    socket.say(json!({ "type": "presence", "board": stage.board(), "at": at }));
}

#[tokio::test(start_paused = true)]
async fn lv23_presence_is_passed_on_now_and_then_and_the_last_state_wins() {
    let stage = Stage::new().await;
    let (ann, mut eve) = (stage.watch(ANN).await, stage.watch(EVE).await);
    for at in 0..50 {
        point(&ann, &stage, at);
    }
    assert!(eve.next(PRESENCE_EVERY * 9 / 10).await.is_none());
    assert_eq!(states(&eve.hear().await), [("ann", &json!({ "at": 49 }))]);
    eve.assert_quiet().await;
    assert_eq!(stage.disk.memory.head(stage.board()).await.unwrap(), 1, "it is not in the log");
}

#[tokio::test(start_paused = true)]
async fn lv24_a_newcomer_hears_where_everybody_is_and_all_hear_who_leaves() {
    let stage = Stage::new().await;
    let (ann, mut bob) = (stage.watch(ANN).await, stage.watch(BOB).await);
    point(&ann, &stage, 1);
    bob.hear().await;
    let mut eve = stage.watch(EVE).await;
    assert_eq!(states(&eve.hear().await), [("ann", &json!({ "at": 1 }))]);
    ann.wire.cut();
    assert_eq!(states(&eve.hear().await), [("ann", &Value::Null)]);
    assert_eq!(states(&bob.hear().await), [("ann", &Value::Null)]);
}

#[tokio::test(start_paused = true)]
async fn lv25_presence_needs_an_open_board_and_has_bounds() {
    let stage = Stage::new().await;
    let (mut ann, mut bob) = (stage.join(ANN).await, stage.watch(BOB).await);
    point(&ann, &stage, 1);
    assert_eq!(ann.hear_types(1).await, ["error"]);
    ann.open(None);
    ann.hear().await;
    let mut deep = json!(1);
    for _ in 0..70 {
        deep = json!([deep]);
    }
    for state in [json!("x".repeat(MAX_PRESENCE_BYTES)), deep] {
        ann.say(json!({ "type": "presence", "board": stage.board(), "state": state }));
        assert_eq!(ann.hear_types(1).await, ["error"]);
    }
    bob.assert_quiet().await;
}
