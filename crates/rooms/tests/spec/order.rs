//! Order, and nothing said before it is on disk.

use engine::Timestamp;
use rooms::{MAX_BATCH, RoomError};
use serde_json::json;
use store::ChangeLog;

use crate::support::{AppendFault, Copy, TestRoom, Watcher, ann, bob, card, rename, request, seqs, settle, types};

#[tokio::test(start_paused = true)]
async fn rm1_changes_are_numbered_without_a_gap() {
    let room = TestRoom::new().await;
    for (author, id, expected) in [(ann(), "a", 2), (bob(), "b", 3), (ann(), "c", 4)] {
        let accepted = room.change(author, card(id)).await.unwrap();
        assert_eq!(accepted.seq, expected);
        assert_eq!(*accepted.body, *room.log().await.last().unwrap().body);
    }
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rm1_a_refused_change_takes_no_number() {
    let room = TestRoom::new().await;
    room.change(ann(), rename("a", "nowhere", "x")).await.unwrap_err();
    assert_eq!(room.change(ann(), card("b")).await.unwrap().seq, 2);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rm11_a_new_board_begins_with_what_its_kind_starts_with() {
    let room = TestRoom::new().await.on_board(7);
    let mut number = 0;
    let mint = || {
        number += 1;
        format!("n{number}")
    };
    let first = rooms::first_changes(room.board.kind, Timestamp::from_millis(5), mint).unwrap();
    assert_eq!(first.iter().map(|change| (change.seq, &*change.author)).collect::<Vec<_>>(), [(1, "system")]);
    room.store.disk.append(room.board.id, first).await.unwrap();
    let names: Vec<_> = room.replay().await.nodes().map(|column| column.props["name"].clone()).collect();
    assert_eq!(names, ["Pending", "Planning", "Coding", "Review", "Done"]);
    assert_eq!(room.undo(ann(), rooms::UndoTarget::Change(1)).await.unwrap_err().code(), "not_yours");
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rm12_those_who_want_to_are_told_where_nodes_moved() {
    let room = TestRoom::new().await;
    let mut moves = room.rooms.moves();
    room.change(ann(), card("a")).await.unwrap();
    assert_eq!(moves.recv().await.unwrap(), room.board.id);
    room.change(ann(), rename("b", "a", "Renamed")).await.unwrap();
    assert!(moves.is_empty(), "nothing moved");
    for ops in [json!([{ "op": "move", "id": "a", "parent": "done" }]), json!([{ "op": "delete", "id": "a" }])] {
        room.change(ann(), request(&format!("c{}", ops.to_string().len()), &ops)).await.unwrap();
        assert_eq!(moves.recv().await.unwrap(), room.board.id);
    }
    room.store.fail_next(AppendFault::Unavailable);
    room.change(ann(), card("d")).await.unwrap_err();
    assert!(moves.is_empty(), "nothing of it is on disk");
}

#[tokio::test(start_paused = true)]
async fn rm2_all_watchers_see_the_same_order() {
    let room = TestRoom::new().await;
    let mut watchers = [room.watch(1, Some(0)).await, room.watch(2, Some(0)).await, room.watch(3, Some(0)).await];
    let mut sent = Vec::new();
    for number in 0..20 {
        let author = if number % 2 == 0 { ann() } else { bob() };
        sent.push(room.send(author, card(&format!("c{number}"))).await);
    }
    for sent in sent {
        sent.await.unwrap().unwrap();
    }
    let expected = room.replay().await;
    for watcher in &mut watchers {
        let mut copy = Copy::new(&room);
        copy.take(&watcher.hear().await);
        assert_eq!(copy.0, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn rm3_an_author_sees_the_change_before_its_ack() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.hear().await;
    watcher.send(&room, ann(), card("a")).await;
    let heard = watcher.hear().await;
    assert_eq!(types(&heard), ["changes", "ack"]);
    assert_eq!(heard[1], json!({ "type": "ack", "board": room.board.id, "id": "a", "seq": 2 }));
    assert_eq!(heard[0]["changes"][0]["id"], "a");
}

#[tokio::test(start_paused = true)]
async fn rm4_nothing_is_acknowledged_before_it_is_on_disk() {
    let room = TestRoom::new().await;
    let mut socket = Watcher::new(1);
    room.store.hold();
    let first = room.send(ann(), card("a")).await;
    let second = room.send(ann(), card("b")).await;
    socket.send(&room, bob(), card("c")).await;
    settle().await;
    assert!(!first.is_finished() && !second.is_finished());
    assert_eq!(socket.hear().await, Vec::<serde_json::Value>::new());
    room.store.release();
    assert_eq!(first.await.unwrap().unwrap().seq, 2);
    assert_eq!(second.await.unwrap().unwrap().seq, 3);
    assert_eq!(socket.hear_types().await, ["ack"]);
}

#[tokio::test(start_paused = true)]
async fn rm5_nothing_is_shown_before_it_is_on_disk() {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(1)).await;
    watcher.hear().await;
    room.store.hold();
    let sent = room.send(ann(), card("a")).await;
    assert_eq!(watcher.hear_types().await, Vec::<String>::new());
    room.store.release();
    sent.await.unwrap().unwrap();
    assert_eq!(watcher.hear_seqs().await, [2]);
}

#[tokio::test(start_paused = true)]
async fn rm6_readers_wait_for_the_disk_and_see_no_further() {
    let room = TestRoom::new().await;
    room.store.hold();
    let sent = room.send(ann(), card("a")).await;
    let copy = room.clone();
    let read = room.start(async move { copy.rooms.read(copy.board).await.unwrap().seq }).await;
    let copy = room.clone();
    let preview = room.start(async move {
        let input = json!({ "card": "a" });
        copy.rooms.preview_tool(copy.board, bob(), copy.entry("delete_card"), input).await
    });
    let preview = preview.await;
    let copy = room.clone();
    let watcher = room.start(async move { copy.watch(1, None).await }).await;
    assert!(!read.is_finished() && !preview.is_finished() && !watcher.is_finished());
    room.store.release();
    sent.await.unwrap().unwrap();
    assert_eq!(read.await.unwrap(), 2);
    assert_eq!(preview.await.unwrap().unwrap().result["card"], "a");
    assert_eq!(watcher.await.unwrap().hear().await[0]["seq"], 2);
}

#[tokio::test(start_paused = true)]
async fn rm6_readers_do_not_see_what_the_disk_refused() {
    let room = TestRoom::new().await;
    room.store.hold();
    room.store.fail_next(AppendFault::Unavailable);
    let sent = room.send(ann(), card("a")).await;
    let copy = room.clone();
    let read = room.start(async move { copy.titles().await }).await;
    room.store.release();
    assert_eq!(sent.await.unwrap().unwrap_err().code(), "unavailable");
    assert_eq!(read.await.unwrap(), Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn rm6_a_reader_is_not_kept_waiting_by_later_changes() {
    let room = TestRoom::new().await;
    room.store.hold();
    let before = room.send(ann(), card("a")).await;
    let copy = room.clone();
    let read = room.start(async move { copy.titles().await }).await;
    let after = room.send(ann(), card("b")).await;
    room.store.release();
    assert_eq!(read.await.unwrap(), ["a"]);
    before.await.unwrap().unwrap();
    after.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn rm6_a_read_after_an_answer_sees_the_change() {
    let room = TestRoom::new().await;
    // What readers get is kept while somebody watches, and must not be kept too long.
    let _watcher = room.watch(1, None).await;
    for (id, expected) in [("a", vec!["a"]), ("b", vec!["a", "b"])] {
        room.change(ann(), card(id)).await.unwrap();
        assert_eq!(room.titles().await, expected);
        assert_eq!(room.titles().await, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn rm7_a_refusal_waits_for_what_it_was_judged_by() {
    let room = TestRoom::new().await;
    room.store.hold();
    let first = room.send(ann(), card("a")).await;
    let second = room
        .send(
            bob(),
            request(
                "again",
                &json!([{ "op": "create", "id": "a", "kind": "card", "parent": "todo", "props": { "title": "x" } }]),
            ),
        )
        .await;
    assert!(!second.is_finished(), "the refusal would tell of a card that is not on disk");
    room.store.release();
    first.await.unwrap().unwrap();
    assert_eq!(second.await.unwrap().unwrap_err().code(), "exists");
}

#[tokio::test(start_paused = true)]
async fn rm7_a_refusal_is_taken_back_when_what_it_was_judged_by_fails() {
    let room = TestRoom::new().await;
    room.store.hold();
    room.store.fail_next(AppendFault::Unavailable);
    let first = room.send(ann(), card("a")).await;
    let second = room
        .send(
            bob(),
            request(
                "again",
                &json!([{ "op": "create", "id": "a", "kind": "card", "parent": "todo", "props": { "title": "x" } }]),
            ),
        )
        .await;
    room.store.release();
    first.await.unwrap().unwrap_err();
    assert!(second.await.unwrap().unwrap_err().is_passing(), "there is no card a after all");
}

#[tokio::test(start_paused = true)]
async fn rm8_what_came_meanwhile_goes_in_one_batch_of_bounded_size() {
    let room = TestRoom::new().await;
    room.store.hold();
    let mut sent = vec![room.send(ann(), card("first")).await];
    for number in 0..MAX_BATCH + 5 {
        let (rooms, board) = (room.rooms.clone(), room.board);
        let change = card(&format!("c{number}"));
        sent.push(room.tasks.spawn(async move { rooms.change(board, ann(), change).await }));
    }
    settle().await;
    room.store.release();
    for sent in sent {
        sent.await.unwrap().unwrap();
    }
    assert_eq!(room.store.batches(), [1, 1, MAX_BATCH, 5]);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rm8_a_batch_stays_bounded_when_it_is_done_again() {
    let room = TestRoom::new().await;
    room.store.hold();
    let mut sent = vec![room.send(ann(), card("first")).await];
    for number in 0..2 * MAX_BATCH {
        let (rooms, board) = (room.rooms.clone(), room.board);
        let change = card(&format!("c{number}"));
        sent.push(room.tasks.spawn(async move { rooms.change(board, ann(), change).await }));
    }
    settle().await;
    room.store.fail_next(AppendFault::Conflict);
    room.store.fail_next(AppendFault::Conflict);
    room.store.release();
    for sent in sent {
        sent.await.unwrap().unwrap();
    }
    assert!(room.store.batches().iter().all(|batch| *batch <= MAX_BATCH), "{:?}", room.store.batches());
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn rm9_a_refused_change_says_why_and_leaves_no_trace() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    let mut watcher = room.watch(1, Some(2)).await;
    watcher.hear().await;
    let half = json!([
        { "op": "update", "id": "a", "props": { "title": "changed" } },
        { "op": "update", "id": "gone", "props": { "title": "x" } },
    ]);
    watcher.send(&room, ann(), request("half", &half)).await;
    let heard = watcher.hear().await;
    let expected = json!({
        "type": "reject", "board": room.board.id, "id": "half", "code": "missing", "retry": false,
        "reason": "op 1: there is no node gone",
    });
    assert_eq!(heard, [expected]);
    assert!(seqs(&heard).is_empty());
    assert_eq!(room.titles().await, ["a"]);
    let error = room.change(ann(), request("half", &half)).await.unwrap_err();
    assert!(matches!(error, RoomError::Rejected(rejection) if rejection.path() == "/ops/1/id"));
    room.assert_sound().await;
}
