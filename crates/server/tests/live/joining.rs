//! Saying who one is.

use serde_json::json;
use server::limits::AUTH_DEADLINE;
use store::Accounts as _;

use crate::disk::Mode;
use crate::support::{ANN, Stage};

#[tokio::test(start_paused = true)]
async fn lv1_whoever_says_something_else_first_is_sent_away() {
    let stage = Stage::new().await;
    for first in
        [json!({ "type": "ping" }), json!({ "type": "open", "board": stage.board() }), json!({ "type": "auth" })]
    {
        let mut socket = stage.connect();
        socket.say(first);
        assert_eq!(socket.closed().await, 4401);
    }
    let mut socket = stage.connect();
    socket.wire.say("no JSON".to_owned());
    assert_eq!(socket.closed().await, 4401);
}

#[tokio::test(start_paused = true)]
async fn lv1_whoever_says_nothing_is_sent_away_at_the_deadline() {
    let stage = Stage::new().await;
    let mut socket = stage.connect();
    assert!(socket.next(AUTH_DEADLINE * 9 / 10).await.is_none());
    assert_eq!(socket.closed().await, 4401);
}

#[tokio::test(start_paused = true)]
async fn lv2_a_wrong_token_is_refused() {
    let stage = Stage::new().await;
    for token in ["", "tnd_nobody", "a.b.c"] {
        let mut socket = stage.connect();
        socket.say(json!({ "type": "auth", "token": token }));
        assert_eq!(socket.closed().await, 4401, "{token}");
    }
}

#[tokio::test(start_paused = true)]
async fn lv2_a_token_that_was_revoked_is_refused() {
    let stage = Stage::new().await;
    let token = stage.disk.memory.tokens(ANN.id()).await.unwrap().remove(0);
    stage.disk.memory.revoke_token(ANN.id(), token.id).await.unwrap();
    let mut socket = stage.connect();
    socket.say(json!({ "type": "auth", "token": ANN.token() }));
    assert_eq!(socket.closed().await, 4401);
}

#[tokio::test(start_paused = true)]
async fn lv3_a_token_that_cannot_be_looked_up_is_not_called_wrong() {
    let stage = Stage::new().await;
    stage.disk.set(Mode::Gone);
    let mut socket = stage.connect();
    socket.say(json!({ "type": "auth", "token": ANN.token() }));
    assert_eq!(socket.closed().await, 1013);
}

#[tokio::test(start_paused = true)]
async fn lv4_whoever_is_known_is_welcomed_by_name() {
    let stage = Stage::new().await;
    let mut socket = stage.connect();
    socket.say(json!({ "type": "auth", "token": ANN.token() }));
    let ready = socket.hear().await;
    assert_eq!(ready["type"], "ready");
    assert_eq!(ready["user"], json!({ "id": ANN.id(), "email": "ann@example.org", "name": "ann" }));
    assert!(ready["peer"].is_string());
    socket.assert_quiet().await;
}

#[tokio::test(start_paused = true)]
async fn lv5_saying_who_one_is_twice_changes_nothing() {
    let stage = Stage::new().await;
    let mut socket = stage.join(ANN).await;
    socket.say(json!({ "type": "auth", "token": "tnd_nobody" }));
    assert_eq!(socket.hear().await["type"], "error");
    socket.assert_alive().await;
}
