//! Reading a board's log: which cards were put where, and by whom.

use std::collections::BTreeMap;

use boards::kanban::automation::{Event, Phase};
use engine::{Author, Change, NodeId, Op};

use super::Desk;
use crate::error::CardError;
use crate::limits::LOG_PAGE;

/// Where a card was before, and who touched it last.
struct Touched {
    was: Option<NodeId>,
    by: Author,
    /// Whether that was an undo or a redo.
    is_revert: bool,
}

impl Desk {
    /// Acts upon what the log says after what was handled. Of several moves of one card only the last counts.
    pub(super) async fn catch_up(&mut self) -> Result<(), CardError> {
        loop {
            let page = self.shared.config.store.changes(self.board.id, self.document.seq(), LOG_PAGE).await?;
            let is_last = page.len() < LOG_PAGE;
            let mut touched = BTreeMap::new();
            let mut deleted = false;
            for logged in page {
                let change: Change = serde_json::from_str(&logged.body).map_err(rooms::RoomError::from)?;
                self.note(&change, &mut touched);
                deleted |= change.ops.iter().any(|op| matches!(op, Op::Delete { .. }));
                self.document.apply(&change).map_err(rooms::RoomError::from)?;
            }
            for (card, touched) in touched {
                self.moved(&card, &touched);
            }
            if deleted {
                self.forget_gone();
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Ends the work on cards that went with their column, of which the log says nothing.
    fn forget_gone(&mut self) {
        let is_gone = |card: &&NodeId| self.column_of(card).is_none();
        let gone: Vec<NodeId> = self.records.keys().filter(is_gone).cloned().collect();
        for card in gone {
            self.happen(&card, Event::Removed);
        }
    }

    /// Notes which cards a change touches, before it is applied.
    fn note(&self, change: &Change, touched: &mut BTreeMap<NodeId, Touched>) {
        for op in &change.ops {
            let (id, was) = match op {
                // If it is moved later in the same page, it was moved from here.
                Op::Create { id, parent, .. } => (id, Some(parent.clone())),
                Op::Move { id, .. } | Op::Delete { id } => (id, self.column_of(id)),
                Op::Update { .. } => continue,
            };
            let (by, is_revert) = (change.author.clone(), change.reverts.is_some());
            let was = touched.remove(id).map_or(was, |earlier| earlier.was);
            touched.insert(id.clone(), Touched { was, by, is_revert });
        }
    }

    fn moved(&mut self, card: &NodeId, touched: &Touched) {
        let known = self.records.get(card).map(|record| record.state.clone());
        let Some(column) = self.column_of(card) else {
            return self.happen(card, Event::Removed);
        };
        let was_gone = known.as_ref().is_some_and(|state| state.phase == Phase::Gone);
        // A record knows best where the card was when something was last done about it.
        let was = known.map(|state| state.column).or_else(|| touched.was.clone());
        // A new card is only there: it starts when somebody moves it, or asks for it.
        if !was_gone && (was.is_none() || was.as_ref() == Some(&column)) {
            return;
        }
        let rules = self.rules(&column);
        match &touched.by {
            Author::Agent { .. } => self.happen(card, Event::Carried { column }),
            Author::User { id } => {
                if !self.records.contains_key(card) {
                    if touched.is_revert || rules.work.is_none() || !rules.auto_start {
                        return;
                    }
                    let from = was.unwrap_or_else(|| column.clone());
                    self.record(card, &from);
                }
                if let Some(record) = self.records.get_mut(card) {
                    record.by = Some(*id);
                }
                let event =
                    if touched.is_revert { Event::TakenBack { column } } else { Event::Placed { column, rules } };
                self.happen(card, event);
            }
            Author::System => self.happen(card, Event::Placed { column, rules }),
        }
    }
}
