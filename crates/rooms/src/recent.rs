//! The newest changes of a board, kept in memory for resends and for readers who missed a few.

use std::collections::{HashMap, VecDeque};

use engine::{ChangeId, Seq};
use store::LoggedChange;

use crate::limits::{RECENT_BYTES, RECENT_CHANGES};

#[derive(Default)]
pub(crate) struct Recent {
    changes: VecDeque<LoggedChange>,
    by_id: HashMap<ChangeId, Seq>,
    bytes: usize,
}

impl Recent {
    pub(crate) fn push(&mut self, change: LoggedChange) {
        self.by_id.insert(change.id.clone(), change.seq);
        self.bytes += change.body.len();
        self.changes.push_back(change);
        while (self.changes.len() > RECENT_CHANGES || self.bytes > RECENT_BYTES)
            && let Some(oldest) = self.changes.pop_front()
        {
            self.bytes -= oldest.body.len();
            self.by_id.remove(&oldest.id);
        }
    }

    pub(crate) fn find(&self, id: &ChangeId) -> Option<&LoggedChange> {
        self.at(*self.by_id.get(id)?)
    }

    pub(crate) fn at(&self, seq: Seq) -> Option<&LoggedChange> {
        let first = self.changes.front()?.seq;
        self.changes.get(usize::try_from(seq.checked_sub(first)?).ok()?)
    }

    /// Returns the changes after `after` if all of them are here.
    pub(crate) fn after(&self, after: Seq, head: Seq) -> Option<impl Iterator<Item = &LoggedChange>> {
        let first = self.changes.front().map_or(head + 1, |change| change.seq);
        let skip = usize::try_from((after + 1).checked_sub(first)?).ok()?;
        Some(self.changes.iter().skip(skip))
    }
}
