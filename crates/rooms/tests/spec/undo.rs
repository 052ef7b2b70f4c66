//! Taking back and bringing back.

use engine::{LeftOut, NodeId, RevertKind, SessionId};
use rooms::{RoomError, UNDO_DEPTH, UndoTarget};
use serde_json::json;

use crate::support::{AppendFault, TestRoom, agent, ann, bob, card, rename, request};

const LAST: UndoTarget = UndoTarget::Last;

fn turn(turn: u32) -> UndoTarget {
    UndoTarget::Turn { session: SessionId::from_bytes([7; 16]), turn }
}

/// Makes a board with the card `a`, made by Ann at `seq` 2.
async fn with_card() -> TestRoom {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    room
}

#[tokio::test(start_paused = true)]
async fn ud1_the_last_change_of_each_author_is_taken_back() {
    let room = with_card().await;
    room.change(bob(), card("b")).await.unwrap();
    let undone = room.undo(ann(), LAST).await.unwrap();
    assert_eq!((undone.accepted.seq, undone.left_out), (4, vec![]));
    assert_eq!(room.titles().await, ["b"]);
    room.undo(bob(), LAST).await.unwrap();
    assert_eq!(room.titles().await, Vec::<String>::new());
    for author in [ann(), bob()] {
        let error = room.undo(author, LAST).await.unwrap_err();
        assert_eq!(
            (error.code(), error.to_string().as_str()),
            ("nothing_to_revert", "there is nothing to undo or redo")
        );
    }
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn ud2_one_undo_follows_another_also_on_the_same_prop() {
    let room = with_card().await;
    for title in ["b", "c", "d"] {
        room.change(ann(), rename(title, "a", title)).await.unwrap();
    }
    for title in ["c", "b", "a"] {
        room.undo(ann(), LAST).await.unwrap();
        assert_eq!(room.titles().await, [title]);
    }
    for title in ["b", "c", "d"] {
        room.redo(ann(), LAST).await.unwrap();
        assert_eq!(room.titles().await, [title]);
    }
    assert_eq!(room.redo(ann(), LAST).await.unwrap_err().code(), "nothing_to_revert");
    for title in ["c", "b", "a"] {
        room.undo(ann(), LAST).await.unwrap();
        assert_eq!(room.titles().await, [title]);
    }
    room.undo(ann(), LAST).await.unwrap();
    assert_eq!(room.titles().await, Vec::<String>::new());
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn ud3_a_change_is_taken_back_by_its_number() {
    let room = with_card().await;
    room.change(ann(), card("b")).await.unwrap();
    room.change(ann(), card("c")).await.unwrap();
    room.undo(ann(), UndoTarget::Change(3)).await.unwrap();
    assert_eq!(room.titles().await, ["a", "c"]);
    let error = room.undo(ann(), UndoTarget::Change(3)).await.unwrap_err();
    assert_eq!(error.code(), "nothing_to_revert");
    room.redo(ann(), UndoTarget::Change(3)).await.unwrap();
    assert_eq!(room.titles().await, ["a", "b", "c"]);
    for missing in [0, 99, u64::MAX] {
        assert_eq!(room.undo(ann(), UndoTarget::Change(missing)).await.unwrap_err().code(), "missing");
    }
}

#[tokio::test(start_paused = true)]
async fn ud3_taking_back_an_undo_brings_back() {
    let room = with_card().await;
    room.undo(ann(), LAST).await.unwrap();
    room.undo(ann(), UndoTarget::Change(3)).await.unwrap();
    assert_eq!(room.titles().await, ["a"]);
    assert_eq!(room.redo(ann(), LAST).await.unwrap_err().code(), "nothing_to_revert");
    room.undo(ann(), LAST).await.unwrap();
    assert_eq!(room.titles().await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn ud4_changes_of_other_people_are_not_ours_to_take_back() {
    let room = with_card().await;
    let error = room.undo(bob(), UndoTarget::Change(2)).await.unwrap_err();
    assert_eq!((error.code(), error.is_passing()), ("not_yours", false));
    assert_eq!(room.undo(bob(), UndoTarget::Change(1)).await.unwrap_err().code(), "not_yours");
    assert_eq!(room.undo(agent(1), UndoTarget::Change(2)).await.unwrap_err().code(), "not_yours");
    room.undo(ann(), LAST).await.unwrap();
    assert_eq!(room.redo(bob(), UndoTarget::Change(2)).await.unwrap_err().code(), "nothing_to_revert");
    assert_eq!(room.titles().await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn ud5_a_turn_of_an_agent_is_taken_back_and_brought_back_as_one() {
    let room = with_card().await;
    room.change(agent(1), card("b")).await.unwrap();
    room.change(agent(2), card("other")).await.unwrap();
    room.change(agent(1), rename("n", "a", "agent's")).await.unwrap();
    room.change(agent(1), rename("m", "a", "agent's again")).await.unwrap();
    let undone = room.undo(ann(), turn(1)).await.unwrap();
    assert_eq!(room.titles().await, ["a", "other"]);
    let body: serde_json::Value = serde_json::from_str(&undone.accepted.body).unwrap();
    assert_eq!(body["reverts"], json!({ "kind": "undo", "seqs": [3, 5, 6] }));
    assert_eq!(room.undo(ann(), turn(1)).await.unwrap_err().code(), "nothing_to_revert");
    room.redo(ann(), turn(1)).await.unwrap();
    assert_eq!(room.titles().await, ["agent's again", "b", "other"]);
    assert_eq!(room.undo(ann(), turn(9)).await.unwrap_err().code(), "nothing_to_revert");
    room.undo(bob(), UndoTarget::Change(4)).await.unwrap();
    assert_eq!(room.titles().await, ["agent's again", "b"]);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn ud5_a_turn_longer_than_a_persons_undo_is_taken_back_whole() {
    let room = with_card().await;
    for number in 0..=UNDO_DEPTH {
        let name = format!("n{number}");
        room.change(agent(1), rename(&name, "a", &name)).await.unwrap();
    }
    room.undo(ann(), turn(1)).await.unwrap();
    assert_eq!(room.titles().await, ["a"]);
}

#[tokio::test(start_paused = true)]
async fn ud5_a_turn_taken_back_in_parts_is_brought_back_as_one() {
    let room = with_card().await;
    room.change(agent(1), rename("n", "a", "first")).await.unwrap();
    room.change(agent(1), rename("m", "a", "second")).await.unwrap();
    room.undo(ann(), UndoTarget::Change(4)).await.unwrap();
    assert_eq!(room.titles().await, ["first"]);
    room.undo(ann(), turn(1)).await.unwrap();
    assert_eq!(room.titles().await, ["a"]);
    let redone = room.redo(ann(), turn(1)).await.unwrap();
    assert_eq!(room.titles().await, ["second"]);
    let body: serde_json::Value = serde_json::from_str(&redone.accepted.body).unwrap();
    assert_eq!(body["reverts"], json!({ "kind": "redo", "seqs": [5, 6] }));
    assert_eq!(room.redo(ann(), turn(1)).await.unwrap_err().code(), "nothing_to_revert");
    room.undo(ann(), LAST).await.unwrap();
    assert_eq!(room.titles().await, ["a"], "what came back as one goes as one");
    room.redo(ann(), turn(1)).await.unwrap();
    assert_eq!(room.titles().await, ["second"], "an undo of a redo takes back the same");
    room.assert_sound().await;
}

/// Lets an agent change the card's title and description, and Ann take back all but the title, which she has written.
async fn half_taken_back() -> TestRoom {
    let room = with_card().await;
    let props = json!({ "title": "agent's", "description": "agent's" });
    room.change(agent(1), request("both", &json!([{ "op": "update", "id": "a", "props": props }]))).await.unwrap();
    room.change(ann(), rename("n", "a", "ann's")).await.unwrap();
    let undone = room.undo(ann(), turn(1)).await.unwrap();
    assert_eq!(undone.left_out.len(), 1, "{undone:?}");
    room
}

async fn card_props(room: &TestRoom) -> serde_json::Value {
    json!(room.replay().await.node(&NodeId::parse("a").unwrap()).unwrap().props)
}

#[tokio::test(start_paused = true)]
async fn ud5_the_rest_of_a_change_is_taken_back_later_and_brought_back_with_it() {
    let room = half_taken_back().await;
    assert_eq!(card_props(&room).await, json!({ "title": "ann's" }));
    room.undo(ann(), UndoTarget::Change(4)).await.unwrap();
    room.undo(ann(), UndoTarget::Change(3)).await.unwrap();
    assert_eq!(card_props(&room).await, json!({ "title": "a" }));
    let redone = room.redo(ann(), turn(1)).await.unwrap();
    assert_eq!(
        (card_props(&room).await, redone.left_out),
        (json!({ "title": "agent's", "description": "agent's" }), vec![])
    );
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn ud6_what_of_a_turn_cannot_be_brought_back_is_said() {
    let room = with_card().await;
    room.change(agent(1), rename("n", "a", "first")).await.unwrap();
    room.change(agent(1), card("b")).await.unwrap();
    room.undo(ann(), UndoTarget::Change(3)).await.unwrap();
    room.undo(ann(), turn(1)).await.unwrap();
    room.change(bob(), rename("o", "a", "bob's")).await.unwrap();
    let redone = room.redo(ann(), turn(1)).await.unwrap();
    assert_eq!(room.titles().await, ["bob's", "b"]);
    let title = LeftOut {
        node: NodeId::parse("a").unwrap(),
        prop: Some("title".to_owned()),
        reason: "it has been written again since".to_owned(),
    };
    assert_eq!(redone.left_out, [title]);
}

#[tokio::test(start_paused = true)]
async fn ud6_what_others_wrote_since_is_left_out_and_said() {
    let room = with_card().await;
    let both = json!([
        { "op": "update", "id": "a", "props": { "title": "ann's", "description": "ann's" } },
    ]);
    room.change(ann(), request("both", &both)).await.unwrap();
    room.change(bob(), rename("n", "a", "bob's")).await.unwrap();
    let undone = room.undo(ann(), LAST).await.unwrap();
    let left_out = LeftOut {
        node: NodeId::parse("a").unwrap(),
        prop: Some("title".to_owned()),
        reason: "it has been written again since".to_owned(),
    };
    assert_eq!(undone.left_out, std::slice::from_ref(&left_out));
    let card = room.replay().await.node(&left_out.node).unwrap().props.clone();
    assert_eq!(json!(card), json!({ "title": "bob's" }));

    room.change(ann(), rename("m", "a", "mine")).await.unwrap();
    room.change(bob(), rename("o", "a", "bob's again")).await.unwrap();
    let error = room.undo(ann(), LAST).await.unwrap_err();
    assert!(matches!(&error, RoomError::NothingToRevert { left_out: said } if *said == [left_out]), "{error}");
    assert_eq!(error.to_string(), "nothing could be taken back or brought back: a: it has been written again since");
}

#[tokio::test(start_paused = true)]
async fn ud7_a_new_edit_forgets_what_could_be_brought_back() {
    let room = with_card().await;
    room.undo(ann(), LAST).await.unwrap();
    room.change(bob(), card("b")).await.unwrap();
    room.redo(ann(), LAST).await.unwrap();
    assert_eq!(room.titles().await, ["b", "a"], "an edit of somebody else forgets nothing");
    room.undo(ann(), LAST).await.unwrap();
    room.change(ann(), card("c")).await.unwrap();
    assert_eq!(room.redo(ann(), LAST).await.unwrap_err().code(), "nothing_to_revert");
}

#[tokio::test(start_paused = true)]
async fn ud8_two_undos_of_one_change_at_once_do_one_thing() {
    let room = with_card().await;
    room.change(ann(), rename("n", "a", "new")).await.unwrap();
    room.store.hold();
    let undo = || {
        let copy = room.clone();
        async move { copy.undo(ann(), UndoTarget::Change(3)).await }
    };
    let (first, second) = (room.start(undo()).await, room.start(undo()).await);
    room.store.release();
    assert_eq!(first.await.unwrap().unwrap().accepted.seq, 4);
    assert_eq!(second.await.unwrap().unwrap_err().code(), "nothing_to_revert");
    assert_eq!((room.titles().await, room.log().await.len()), (vec!["a".to_owned()], 4));
}

#[tokio::test(start_paused = true)]
async fn ud9_an_undo_is_done_again_after_a_conflict_and_refused_when_the_disk_is() {
    let room = with_card().await;
    room.store.fail_next(AppendFault::Unavailable);
    assert!(room.undo(ann(), LAST).await.unwrap_err().is_passing());
    room.store.fail_next(AppendFault::Conflict);
    assert_eq!(room.undo(ann(), LAST).await.unwrap().accepted.seq, 3);
    room.write_past(bob(), card("b")).await;
    let redone = room.rooms.revert(room.board, ann(), RevertKind::Redo, LAST).await.unwrap();
    assert_eq!(redone.accepted.seq, 5);
    room.assert_sound().await;
}
