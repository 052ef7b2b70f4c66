//! Reading a board's past: the newest snapshot before a moment, and the log from there.

use std::collections::BTreeSet;
use std::sync::Arc;

use boards::BoardKind;
use engine::{Bases, BoardId, Change, Document, Journal, NodeId, Seq};
use serde_json::Value;
use store::{ChangeLog, LoggedChange};

use crate::error::{Chain, RoomError};
use crate::limits::READ_PAGE;

/// A board's log. What it says of the past never changes, so it needs no room.
#[derive(Clone)]
pub struct History {
    pub(crate) store: Arc<dyn ChangeLog>,
    pub(crate) board: BoardId,
    pub(crate) kind: &'static BoardKind,
}

impl History {
    pub fn new(store: Arc<dyn ChangeLog>, board: BoardId, kind: &'static BoardKind) -> Self {
        Self { store, board, kind }
    }

    /// Returns the board as it is on disk now, the `seq` of the snapshot it was read from, and the log since.
    pub(crate) async fn latest(&self) -> Result<(Document, Seq, Vec<LoggedChange>), RoomError> {
        let mut document = self.nearest_snapshot(Seq::MAX).await?;
        let snapshot = document.seq();
        let mut tail = Vec::new();
        self.replay(&mut document, Seq::MAX, |logged, _, _| tail.push(logged)).await?;
        Ok((document, snapshot, tail))
    }

    /// Returns the board as it was at `seq`; a `seq` past the end is an error.
    pub async fn at(&self, seq: Seq) -> Result<Document, RoomError> {
        let mut document = self.nearest_snapshot(seq).await?;
        self.replay(&mut document, seq, |_, _, _| ()).await?;
        if document.seq() == seq { Ok(document) } else { Err(RoomError::NoSuchChange(seq)) }
    }

    /// Returns what each of these changes did when it was made, oldest first.
    pub(crate) async fn journals(&self, seqs: &[Seq]) -> Result<Vec<(Seq, Journal)>, RoomError> {
        let seqs: BTreeSet<Seq> = seqs.iter().copied().collect();
        let (Some(first), Some(last)) = (seqs.first(), seqs.last()) else { return Ok(Vec::new()) };
        let mut document = self.at(first.saturating_sub(1)).await?;
        let mut journals = Vec::with_capacity(seqs.len());
        self.replay(&mut document, *last, |_, change, journal| {
            if seqs.contains(&change.seq) {
                journals.push((change.seq, journal));
            }
        })
        .await?;
        Ok(journals)
    }

    /// Returns one change of the log.
    pub(crate) async fn change(&self, seq: Seq) -> Result<Change, RoomError> {
        let before = seq.checked_sub(1).ok_or(RoomError::NoSuchChange(seq))?;
        let mut found = self.store.changes(self.board, before, 1).await?;
        let logged = found.pop().filter(|logged| logged.seq == seq).ok_or(RoomError::NoSuchChange(seq))?;
        Ok(serde_json::from_str(&logged.body)?)
    }

    /// Returns texts as they were, for merging.
    pub(crate) async fn texts(&self, mut wanted: Vec<(NodeId, String, Seq)>) -> Result<Bases, RoomError> {
        let mut bases = Bases::default();
        let mut document: Option<Document> = None;
        // In order, so that the log is gone through once, however many moments are asked for.
        wanted.sort_by_key(|(_, _, seq)| *seq);
        for (node, prop, seq) in wanted {
            let past = match document.take() {
                Some(mut past) => {
                    self.replay(&mut past, seq, |_, _, _| ()).await?;
                    past
                }
                None => self.at(seq).await?,
            };
            if past.seq() != seq {
                return Err(RoomError::NoSuchChange(seq));
            }
            let text = past.node(&node).and_then(|node| node.props.get(&prop)).and_then(Value::as_str);
            bases.insert(node, prop, seq, text.unwrap_or_default().to_owned());
            document = Some(past);
        }
        Ok(bases)
    }

    async fn nearest_snapshot(&self, at_most: Seq) -> Result<Document, RoomError> {
        let mut at_most = at_most;
        while let Some(stored) = self.store.snapshot(self.board, at_most).await? {
            match Document::restore(Arc::clone(&self.kind.schema), &stored.bytes, stored.hash) {
                Ok(document) => return Ok(document),
                // The log has all that a snapshot has, so an older one, or none, does as well.
                Err(error) => {
                    let (board, seq) = (self.board, stored.seq);
                    tracing::error!(board.id = %board, seq, error = %Chain(&error), "Passed over a snapshot of board {board}");
                }
            }
            let Some(before) = stored.seq.min(at_most).checked_sub(1) else { break };
            at_most = before;
        }
        Ok(Document::new(Arc::clone(&self.kind.schema)))
    }

    /// Applies the log after the document's `seq` up to `last`.
    pub(crate) async fn replay(
        &self,
        document: &mut Document,
        last: Seq,
        mut each: impl FnMut(LoggedChange, &Change, Journal),
    ) -> Result<(), RoomError> {
        while document.seq() < last {
            let room = usize::try_from(last - document.seq()).unwrap_or(READ_PAGE).min(READ_PAGE);
            let page = self.store.changes(self.board, document.seq(), room).await?;
            let is_last = page.len() < room;
            for logged in page {
                let change: Change = serde_json::from_str(&logged.body)?;
                let journal = document.apply(&change)?;
                each(logged, &change, journal);
            }
            if is_last {
                break;
            }
        }
        Ok(())
    }
}
