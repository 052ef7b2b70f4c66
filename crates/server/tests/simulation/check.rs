//! What must be true when all is at rest.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::{Author, Change, Document, Seq};
use rooms::{BoardRef, BoardView};
use serde_json::Value;
use store::{ChangeLog as _, LoggedChange, Role};

use crate::people::PEOPLE;
use crate::replica::Answer;
use crate::run::World;

/// Every client has the server's board: nodes, order, props and who touched them.
pub fn view(world: &World, board: usize, view: &BoardView) -> Result<(), String> {
    let nodes: Value = serde_json::from_str(view.nodes.get()).map_err(|error| error.to_string())?;
    for (number, client) in world.clients.iter().enumerate() {
        let replica = &client.boards[board];
        let told = replica.told.as_ref().ok_or("a client without a board")?;
        if told.seq != view.seq || told.view() != nodes {
            return Err(format!(
                "client {number} has {} at {}, the server {nodes} at {}",
                told.view(),
                told.seq,
                view.seq
            ));
        }
        if replica.seen().as_ref() != Some(told) {
            return Err(format!("client {number} sees something else than it was told"));
        }
    }
    Ok(())
}

/// The log is dense from 1, has every id once, and is what was written when it was.
pub async fn log(world: &World, board: usize) -> Result<Vec<(LoggedChange, Change)>, String> {
    let id = world.boards[board];
    let logged = world.disk.memory.changes(id, 0, usize::MAX).await.map_err(|error| error.to_string())?;
    let mut ids = BTreeSet::new();
    let mut log = Vec::with_capacity(logged.len());
    for (seq, logged) in (1..).zip(logged) {
        let change: Change = serde_json::from_str(&logged.body).map_err(|error| error.to_string())?;
        let is_whole = logged.seq == seq && change.seq == seq && change.id == logged.id;
        if !is_whole || *logged.author != *change.author.key() || !ids.insert(logged.id.clone()) {
            return Err(format!("the log is not sound at {seq}: {}", logged.body));
        }
        if world.disk.written(id, seq).as_ref() != Some(&logged) {
            return Err(format!("change {seq} is not the one that was written"));
        }
        log.push((logged, change));
    }
    Ok(log)
}

/// What was acknowledged is there, once and where it was said to be; what was refused is not; nobody changed what they
/// may not.
pub fn answers(world: &World, board: usize, log: &[(LoggedChange, Change)]) -> Result<(), String> {
    let at = |seq: Seq| log.get(usize::try_from(seq).unwrap().wrapping_sub(1)).map(|(logged, _)| logged);
    let has = |id: &str| log.iter().any(|(logged, _)| logged.id.as_str() == id);
    for (number, client) in world.clients.iter().enumerate() {
        for (id, answer) in &client.boards[board].answers {
            let holds = match answer {
                Answer::Acked(seq) => at(*seq).is_some_and(|logged| {
                    logged.id.as_str() == id && *logged.author == *Author::User { id: client.person.id() }.key()
                }),
                Answer::Rejected(_) => !has(id),
            };
            let is_right = match (client.person.role, answer) {
                (Role::Viewer, Answer::Rejected(code)) => code == "role_needed",
                (Role::Viewer, Answer::Acked(_)) => false,
                (Role::Editor | Role::Owner, answer) => !id.starts_with("no-") || matches!(answer, Answer::Rejected(_)),
            };
            if !holds || !is_right {
                return Err(format!("client {number} was told {answer:?} of {id}, which does not hold"));
            }
        }
    }
    for (_, accepted) in world.accepted.iter().filter(|(its, _)| *its == world.boards[board]) {
        if at(accepted.seq).is_none_or(|logged| logged.body != accepted.body) {
            return Err(format!("a call was told of change {}, which is another", accepted.seq));
        }
    }
    let viewers: Vec<String> =
        PEOPLE.iter().filter(|person| person.role == Role::Viewer).map(|person| person.id().to_string()).collect();
    match log.iter().find(|(logged, _)| viewers.iter().any(|viewer| logged.author.contains(viewer))) {
        Some((logged, _)) => Err(format!("a viewer made change {}", logged.seq)),
        None => Ok(()),
    }
}

/// Replaying the log gives the bytes of every snapshot that was kept.
pub async fn replay(world: &World, board: BoardRef, log: &[(LoggedChange, Change)]) -> Result<(), String> {
    let mut snapshots = Vec::new();
    let mut at_most = Seq::MAX;
    while let Some(snapshot) = world.disk.memory.snapshot(board.id, at_most).await.map_err(|error| error.to_string())? {
        at_most = snapshot.seq - 1;
        snapshots.push(snapshot);
    }
    let head = Seq::try_from(log.len()).unwrap();
    if snapshots.first().map(|snapshot| snapshot.seq) != Some(head) {
        return Err(format!("the last room left no snapshot of {head}"));
    }
    let mut document = Document::new(Arc::clone(&board.kind.schema));
    for (_, change) in log {
        document.apply(change).map_err(|error| error.to_string())?;
        if let Some(kept) = snapshots.iter().find(|snapshot| snapshot.seq == change.seq) {
            let replayed = document.snapshot().map_err(|error| error.to_string())?;
            if *replayed.bytes != *kept.bytes || replayed.hash != kept.hash {
                return Err(format!("the log up to {} gives another board than the room had", change.seq));
            }
        }
    }
    Ok(())
}
