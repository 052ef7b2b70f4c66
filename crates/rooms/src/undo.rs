//! Which changes an undo or redo is about.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Author, Change, RevertKind, Reverts, Seq, SessionId};

use crate::error::RoomError;
use crate::history::History;
use crate::limits::{TURN_CHANGES, UNDO_DEPTH};

/// What to take back or bring back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoTarget {
    /// The author's last change that is not taken back yet (or, for redo, the last one that is).
    Last,
    /// One change of the author, or of an agent.
    Change(Seq),
    /// All an agent did in one turn.
    Turn { session: SessionId, turn: u32 },
}

impl UndoTarget {
    /// Returns the changes to revert: those made, or for redo the undos that took them back.
    pub(crate) async fn find(
        self,
        history: &History,
        author: &Author,
        kind: RevertKind,
    ) -> Result<Vec<Seq>, RoomError> {
        let nothing = RoomError::NothingToRevert { left_out: Vec::new() };
        match (self, kind) {
            (Self::Last, kind) => {
                let stacks = Stacks::of(&authored(history, author).await?);
                let top = match kind {
                    RevertKind::Undo => stacks.undo.last(),
                    RevertKind::Redo => stacks.redo.last(),
                };
                top.map(|seq| vec![*seq]).ok_or(nothing)
            }
            (Self::Change(seq), RevertKind::Undo) => {
                let change = history.change(seq).await?;
                let is_agent = matches!(change.author, Author::Agent { .. });
                if change.author == *author || is_agent { Ok(vec![seq]) } else { Err(RoomError::NotYours(seq)) }
            }
            (Self::Change(seq), RevertKind::Redo) => {
                let undos = undos_of(&authored(history, author).await?, &[seq]);
                if undos.is_empty() { Err(nothing) } else { Ok(undos) }
            }
            (Self::Turn { session, turn }, kind) => {
                let made = newest(history, &Author::Agent { session, turn }, TURN_CHANGES).await?;
                let mut seqs: Vec<Seq> =
                    made.iter().filter(|change| change.reverts.is_none()).map(|change| change.seq).collect();
                let own = authored(history, author).await?;
                match kind {
                    RevertKind::Undo => {
                        // What was taken back one by one is not ours to take back again.
                        let undone = settled(&own, &[]);
                        seqs.retain(|seq| !undone.contains(seq));
                    }
                    RevertKind::Redo => seqs = undos_of(&own, &seqs),
                }
                if seqs.is_empty() { Err(nothing) } else { Ok(seqs) }
            }
        }
    }
}

/// Returns an author's newest changes, oldest first.
async fn authored(history: &History, author: &Author) -> Result<Vec<Change>, RoomError> {
    newest(history, author, UNDO_DEPTH).await
}

async fn newest(history: &History, author: &Author, limit: usize) -> Result<Vec<Change>, RoomError> {
    let logged = history.store.changes_by(history.board, &author.key(), limit).await?;
    let changes: Result<Vec<Change>, _> =
        logged.iter().rev().map(|logged| serde_json::from_str(&logged.body)).collect();
    Ok(changes?)
}

/// Returns what the author has taken back, and the changes that did so, since the oldest of `targets`.
///
/// They cancel out: a prop they wrote and restored counts as written by whoever wrote it before, so that one undo can
/// follow another.
pub(crate) async fn settled_since(
    history: &History,
    author: &Author,
    targets: &[Seq],
) -> Result<BTreeSet<Seq>, RoomError> {
    let mut settled = settled(&authored(history, author).await?, targets);
    let oldest = targets.iter().min().copied().unwrap_or_default();
    settled.retain(|seq| *seq > oldest);
    Ok(settled)
}

/// Goes through an author's undos and redos, the newest first: one that was itself reverted settles nothing.
fn settled(own: &[Change], targets: &[Seq]) -> BTreeSet<Seq> {
    let mut settled = BTreeSet::new();
    for change in own.iter().rev() {
        let Some(Reverts { seqs, .. }) = &change.reverts else { continue };
        let is_target = targets.contains(&change.seq) || seqs.iter().any(|seq| targets.contains(seq));
        if !is_target && !settled.contains(&change.seq) {
            settled.insert(change.seq);
            settled.extend(seqs);
        }
    }
    settled
}

/// Returns every undo of these changes or some of them that was not brought back since, or the undo that is itself named.
fn undos_of(own: &[Change], seqs: &[Seq]) -> Vec<Seq> {
    // What each undo took back that stands, and what each redo brought back; an undo of a redo is an undo of the same.
    let mut undos: BTreeMap<Seq, Vec<Seq>> = BTreeMap::new();
    let mut redos: BTreeMap<Seq, Vec<Seq>> = BTreeMap::new();
    for Change { seq, reverts, .. } in own {
        for reverted in reverts.iter().flat_map(|reverts| &reverts.seqs) {
            if let Some(undone) = undos.remove(reverted) {
                redos.entry(*seq).or_default().extend(undone);
            } else if let Some(redone) = redos.remove(reverted) {
                undos.entry(*seq).or_default().extend(redone);
            } else {
                undos.entry(*seq).or_default().push(*reverted);
            }
        }
    }
    undos.retain(|undo, undone| undone.iter().all(|seq| seqs.contains(seq)) || [*undo] == *seqs);
    undos.into_keys().collect()
}

/// What one author can take back and bring back, newest last.
#[derive(Debug, Default, PartialEq, Eq)]
struct Stacks {
    undo: Vec<Seq>,
    redo: Vec<Seq>,
}

impl Stacks {
    /// Goes through an author's changes the way an editor's undo does: a new edit forgets what could be redone.
    fn of(changes: &[Change]) -> Self {
        let mut stacks = Self::default();
        for Change { seq, reverts, .. } in changes {
            match reverts {
                None => {
                    stacks.undo.push(*seq);
                    stacks.redo.clear();
                }
                // Taking back an undo brings back, whatever it is called.
                Some(Reverts { kind: RevertKind::Undo, seqs }) if seqs.iter().any(|seq| stacks.redo.contains(seq)) => {
                    stacks.redo.retain(|undone| !seqs.contains(undone));
                    stacks.undo.push(*seq);
                }
                Some(Reverts { kind: RevertKind::Undo, seqs }) => {
                    stacks.undo.retain(|made| !seqs.contains(made));
                    stacks.redo.push(*seq);
                }
                Some(Reverts { kind: RevertKind::Redo, seqs }) => {
                    stacks.redo.retain(|undone| !seqs.contains(undone));
                    stacks.undo.push(*seq);
                }
            }
        }
        stacks
    }
}
