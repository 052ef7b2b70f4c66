//! What happens to open connections when rights change.

use serde_json::json;
use server::auth::sign_in;
use server::fields::Name;
use server::limits::PING_EVERY;
use server::revocations::Revocation;
use store::{Accounts as _, ChangeLog as _, DeviceId, Projects as _, Role};

use crate::disk::Mode;
use crate::support::{ANN, BOB, EVE, PROJECT, Socket, Stage};

/// Logs ann in on a new device and returns it with a socket from there.
async fn device(stage: &Stage) -> (DeviceId, Socket) {
    let user = stage.disk.memory.user(ANN.id()).await.unwrap().unwrap();
    let known = stage.disk.memory.devices(ANN.id()).await.unwrap();
    let signed_in = sign_in(&stage.server.app, user, Name::parse("phone").unwrap()).await.unwrap();
    let devices = stage.disk.memory.devices(ANN.id()).await.unwrap();
    let new = devices.iter().find(|device| !known.contains(device)).unwrap();
    let mut socket = stage.connect();
    socket.say(json!({ "type": "auth", "token": signed_in.access_token }));
    assert_eq!(socket.hear().await["type"], "ready");
    (new.id, socket)
}

#[tokio::test(start_paused = true)]
async fn lv32_a_device_that_is_logged_out_is_cut_off_at_once() {
    let stage = Stage::new().await;
    let ((phone, mut on_phone), (_, mut on_tablet)) = (device(&stage).await, device(&stage).await);
    stage.disk.memory.revoke_device(ANN.id(), phone).await.unwrap();
    stage.server.app.revocations.publish(Revocation::Device(phone));
    assert_eq!(on_phone.closed().await, 4403);
    on_tablet.assert_alive().await;
}

#[tokio::test(start_paused = true)]
async fn lv32_a_token_that_is_revoked_is_cut_off_at_once() {
    let stage = Stage::new().await;
    let (mut ann, mut bob, (_, mut phone)) = (stage.watch(ANN).await, stage.watch(BOB).await, device(&stage).await);
    let token = stage.disk.memory.tokens(ANN.id()).await.unwrap().remove(0).id;
    stage.server.app.revocations.publish(Revocation::Token(token));
    assert_eq!(ann.closed().await, 4403);
    phone.assert_alive().await;
    bob.assert_alive().await;
}

#[tokio::test(start_paused = true)]
async fn lv32_all_of_a_user_is_cut_off_when_all_is_revoked() {
    let stage = Stage::new().await;
    let (mut ann, mut bob, (_, mut phone)) = (stage.watch(ANN).await, stage.watch(BOB).await, device(&stage).await);
    stage.server.app.revocations.publish(Revocation::User(ANN.id()));
    assert_eq!(ann.closed().await, 4403);
    assert_eq!(phone.closed().await, 4403);
    bob.assert_alive().await;
}

#[tokio::test(start_paused = true)]
async fn lv33_whose_role_changed_comes_back_with_the_new_one() {
    let stage = Stage::new().await;
    let (mut watching, mut idle, mut ann) = (stage.watch(BOB).await, stage.join(BOB).await, stage.watch(ANN).await);
    stage.disk.memory.set_member(PROJECT, BOB.id(), Role::Viewer).await.unwrap();
    stage.server.app.revocations.publish(Revocation::Membership { project: PROJECT, user: BOB.id() });
    assert_eq!(watching.closed().await, 4403);
    ann.assert_alive().await;
    assert_eq!(idle.hear().await["type"], "projects");
    idle.add_card("a");
    assert_eq!(idle.hear().await["code"], "role_needed");
    assert_eq!(stage.disk.memory.head(stage.board()).await.unwrap(), 1);
}

#[tokio::test(start_paused = true)]
async fn lv33_who_was_removed_is_cut_off_and_sees_nothing_more() {
    let stage = Stage::new().await;
    let mut eve = stage.watch(EVE).await;
    stage.disk.memory.remove_member(PROJECT, EVE.id()).await.unwrap();
    stage.server.app.revocations.publish(Revocation::Membership { project: PROJECT, user: EVE.id() });
    assert_eq!(eve.closed().await, 4403);
    let mut again = stage.join(EVE).await;
    again.open(None);
    assert_eq!(again.hear().await["status"], 404);
}

#[tokio::test(start_paused = true)]
async fn lv34_a_credential_that_ended_without_a_word_ends_at_the_next_check() {
    let stage = Stage::new().await;
    let mut ann = stage.join(ANN).await;
    let token = stage.disk.memory.tokens(ANN.id()).await.unwrap().remove(0).id;
    stage.disk.memory.revoke_token(ANN.id(), token).await.unwrap();
    assert_eq!(ann.closed_within(PING_EVERY * 2).await, 4403);
}

#[tokio::test(start_paused = true)]
async fn lv34_a_store_that_cannot_be_asked_ends_nothing() {
    let stage = Stage::new().await;
    let mut ann = stage.join(ANN).await;
    stage.disk.set(Mode::Gone);
    assert!(ann.next(PING_EVERY * 2).await.is_some(), "the ping");
    ann.assert_alive().await;
}

#[tokio::test(start_paused = true)]
async fn lv35_whoever_watches_a_deleted_board_is_told_and_finds_it_gone() {
    let stage = Stage::with_boards(2).await;
    let board = stage.boards[1];
    let mut eve = stage.watch(EVE).await;
    eve.say(json!({ "type": "open", "board": board }));
    eve.hear().await;
    let app = &stage.server.app;
    stage.disk.memory.delete_board(board).await.unwrap();
    app.rooms.close(board).await;
    app.revocations.publish(Revocation::Board(board));
    assert_eq!(eve.hear().await, json!({ "type": "resync", "board": board }));
    eve.say(json!({ "type": "open", "board": board }));
    assert_eq!(eve.hear().await["status"], 404);
    eve.open(Some(1));
    assert_eq!(eve.hear().await["type"], "changes");
}

#[tokio::test(start_paused = true)]
async fn lv35_so_is_whoever_watches_a_board_of_a_deleted_project() {
    let stage = Stage::with_boards(2).await;
    let (mut ann, mut eve) = (stage.watch(ANN).await, stage.watch(EVE).await);
    stage.disk.memory.delete_project(PROJECT).await.unwrap();
    stage.server.app.revocations.publish(Revocation::Project(PROJECT));
    for socket in [&mut ann, &mut eve] {
        assert_eq!(socket.hear().await, json!({ "type": "resync", "board": stage.board() }));
        socket.open(Some(1));
        assert_eq!(socket.hear().await["status"], 404);
    }
}

#[tokio::test(start_paused = true)]
async fn lv37_whoever_becomes_a_member_is_told_and_nobody_else() {
    let stage = Stage::new().await;
    let (mut eve, mut bob) = (stage.join(EVE).await, stage.join(BOB).await);
    stage.server.app.revocations.publish(Revocation::Membership { project: PROJECT, user: EVE.id() });
    assert_eq!(eve.hear().await, json!({ "type": "projects" }));
    bob.assert_alive().await;
}
