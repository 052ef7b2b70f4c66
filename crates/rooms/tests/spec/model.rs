//! Random commands of several authors with random faults, against a plain model: what was acknowledged is the log.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rooms::{Accepted, RoomError, UndoTarget};
use serde_json::json;
use tokio::task::JoinHandle;

use crate::support::{AppendFault, Copy, TestRoom, Watcher, agent, ann, bob, card, rename, request, settle};

#[derive(Clone, Debug)]
enum Step {
    /// A new card, perhaps one that is there already; the same number is the same change.
    Add {
        author: u8,
        card: u8,
    },
    Rename {
        author: u8,
        card: u8,
        change: u16,
    },
    Delete {
        author: u8,
        card: u8,
        change: u16,
    },
    Undo {
        author: u8,
    },
    Redo {
        author: u8,
    },
    Fault(AppendFault),
    /// Another process makes a change.
    WritePast {
        change: u16,
    },
    Hold,
    Release,
    Close,
    Reconnect,
    Settle,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let fault = prop_oneof![
        4 => Just(AppendFault::Unavailable),
        4 => Just(AppendFault::AfterWriting),
        4 => Just(AppendFault::Conflict),
        1 => Just(AppendFault::Panic),
    ];
    let step = prop_oneof![
        6 => (0..3u8, 0..12u8).prop_map(|(author, card)| Step::Add { author, card }),
        6 => (0..3u8, 0..12u8, 0..60u16).prop_map(|(author, card, change)| Step::Rename { author, card, change }),
        2 => (0..3u8, 0..12u8, 0..60u16).prop_map(|(author, card, change)| Step::Delete { author, card, change }),
        2 => (0..3u8).prop_map(|author| Step::Undo { author }),
        1 => (0..3u8).prop_map(|author| Step::Redo { author }),
        3 => fault.prop_map(Step::Fault),
        1 => any::<u16>().prop_map(|change| Step::WritePast { change }),
        3 => Just(Step::Hold),
        3 => Just(Step::Release),
        1 => Just(Step::Close),
        1 => Just(Step::Reconnect),
        2 => Just(Step::Settle),
    ];
    prop::collection::vec(step, 1..60)
}

type Sent = (String, JoinHandle<Result<Accepted, RoomError>>);

/// Runs the steps and checks that the log, the answers, the readers and a watcher agree.
async fn run(steps: Vec<Step>) {
    let room = TestRoom::new().await;
    let mut watcher = room.watch(1, Some(0)).await;
    let mut copy = Copy::new(&room);
    let mut sent: Vec<Sent> = Vec::new();
    for step in steps {
        let author = |number: u8| [ann(), bob(), agent(1)][usize::from(number)].clone();
        match step {
            Step::Add { author: by, card: number } => {
                let id = format!("c{number}-{by}");
                sent.push((id.clone(), send(&room, author(by), card(&id))));
            }
            Step::Rename { author: by, card, change } => {
                let id = format!("r{change}-{by}");
                sent.push((id.clone(), send(&room, author(by), rename(&id, &format!("c{card}-0"), &id))));
            }
            Step::Delete { author: by, card, change } => {
                let id = format!("d{change}-{by}");
                let ops = json!([{ "op": "delete", "id": format!("c{card}-0") }]);
                sent.push((id.clone(), send(&room, author(by), request(&id, &ops))));
            }
            Step::Undo { author: by } => {
                let (room, author) = (room.clone(), author(by));
                room.clone().tasks.spawn(async move { room.undo(author, UndoTarget::Last).await });
            }
            Step::Redo { author: by } => {
                let (room, author) = (room.clone(), author(by));
                room.clone().tasks.spawn(async move { room.redo(author, UndoTarget::Last).await });
            }
            Step::Fault(fault) => room.store.fail_next(fault),
            Step::WritePast { change } => {
                let id = format!("past{change}");
                if !room.log_ids().await.contains(&id) {
                    room.write_past(bob(), rename(&id, "todo", &id).into_column()).await;
                }
            }
            Step::Hold => room.store.hold(),
            Step::Release => room.store.release(),
            Step::Close => room.rooms.close(room.board.id).await,
            Step::Reconnect => {
                copy.take(&watcher.hear().await);
                let after = copy.0.seq();
                room.store.release();
                watcher = reconnect(&room, after).await;
            }
            Step::Settle => settle().await,
        }
    }
    room.store.mend();
    room.store.release();
    check(&room, sent).await;
    copy.take(&watcher.hear().await);
    let after = copy.0.seq();
    let mut watcher = reconnect(&room, after).await;
    copy.take(&watcher.hear().await);
    assert_eq!(copy.0, room.replay().await, "the watcher has the server's state");
}

/// Opens the board as a client does: again when the room went down meanwhile.
async fn reconnect(room: &TestRoom, after: u64) -> Watcher {
    let watcher = Watcher::new(1);
    // Each try uses up a panic that was on the list, and a list is shorter than this.
    for _ in 0..100 {
        let (peer, outbox) = (watcher.peer.clone(), watcher.outbox.clone());
        match room.rooms.subscribe(room.board, peer, Some(after), outbox).await {
            Ok(()) => return watcher,
            Err(error) => assert!(error.is_passing(), "{error}"),
        }
    }
    panic!("the board does not open again")
}

/// Renaming a column instead of a card.
trait IntoColumn {
    fn into_column(self) -> Self;
}

impl IntoColumn for engine::ChangeRequest {
    fn into_column(self) -> Self {
        let name = self.id.as_str().to_owned();
        request(&name, &json!([{ "op": "update", "id": "todo", "props": { "name": name } }]))
    }
}

fn send(
    room: &TestRoom,
    author: engine::Author,
    change: engine::ChangeRequest,
) -> JoinHandle<Result<Accepted, RoomError>> {
    let (rooms, board) = (room.rooms.clone(), room.board);
    room.tasks.spawn(async move { rooms.change(board, author, change).await })
}

async fn check(room: &TestRoom, sent: Vec<Sent>) {
    let mut answers = Vec::new();
    for (id, answer) in sent {
        answers.push((id, answer.await.unwrap()));
    }
    settle().await;
    // A room learns of what another process wrote when it writes itself.
    room.change(ann(), card("last")).await.unwrap();
    room.assert_sound().await;
    let log = room.log().await;
    let by_id: BTreeMap<&str, &store::LoggedChange> = log.iter().map(|change| (change.id.as_str(), change)).collect();
    assert_eq!(by_id.len(), log.len(), "no id is in the log twice");
    for (id, answer) in &answers {
        match answer {
            Ok(accepted) => {
                let logged = by_id.get(id.as_str()).unwrap_or_else(|| panic!("{id} was acknowledged and is not there"));
                assert_eq!((accepted.seq, &accepted.body), (logged.seq, &logged.body));
            }
            Err(_) if !by_id.contains_key(id.as_str()) => {}
            // What was refused may be asked again and fit by then; whether it was saved is open when told to retry.
            Err(error) => {
                let mut others = answers.iter().filter(|(other, _)| other == id).map(|(_, answer)| answer);
                let is_known = others.any(|answer| answer.as_ref().map_or_else(RoomError::is_passing, |_| true));
                assert!(is_known, "{id} was refused and is there: {error}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rm10_whatever_fails_the_log_is_what_was_acknowledged(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(run(steps));
    }
}
