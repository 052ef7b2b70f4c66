//! What a room has done in memory and not yet on disk.

use std::collections::HashMap;
use std::pin::Pin;

use engine::{ChangeId, Journal, Seq};
use store::{AppendError, LoggedChange};

use crate::answer::{Accepted, Reply};
use crate::error::RoomError;
use crate::work::Work;

/// One piece of work that waits for the disk before it is answered.
pub(crate) struct Pending {
    pub(crate) work: Work,
    pub(crate) reply: Reply,
    pub(crate) outcome: Outcome,
}

pub(crate) enum Outcome {
    Applied {
        logged: LoggedChange,
        journal: Journal,
    },
    /// A resend of a change that is waiting for the disk itself.
    Again(Accepted),
    /// A tool that had nothing to do, by the same state.
    Nothing,
    /// Refused, judged by a state that is not on disk yet, so not said yet.
    Refused(RoomError),
}

pub(crate) type Write = Pin<Box<dyn Future<Output = Result<(), AppendError>> + Send>>;

/// A batch at the store, and what has come since.
#[derive(Default)]
pub(crate) struct Ahead {
    pub(crate) in_flight: Option<(Vec<Pending>, Write)>,
    pub(crate) next: Vec<Pending>,
    ids: HashMap<ChangeId, Seq>,
}

impl Ahead {
    pub(crate) fn is_empty(&self) -> bool {
        self.in_flight.is_none() && self.next.is_empty()
    }

    pub(crate) fn push(&mut self, pending: Pending) {
        if let Outcome::Applied { logged, .. } = &pending.outcome {
            self.ids.insert(logged.id.clone(), logged.seq);
        }
        self.next.push(pending);
    }

    /// Returns the `seq` of a change that waits for the disk.
    pub(crate) fn find(&self, id: &ChangeId) -> Option<&LoggedChange> {
        let seq = *self.ids.get(id)?;
        let in_flight = self.in_flight.iter().flat_map(|(batch, _)| batch);
        in_flight.chain(&self.next).find_map(|pending| match &pending.outcome {
            Outcome::Applied { logged, .. } if logged.seq == seq => Some(logged),
            _ => None,
        })
    }

    /// Takes the batch that has been written.
    pub(crate) fn finish(&mut self) -> Vec<Pending> {
        let batch = self.in_flight.take().map(|(batch, _)| batch).unwrap_or_default();
        for pending in &batch {
            if let Outcome::Applied { logged, .. } = &pending.outcome {
                self.ids.remove(&logged.id);
            }
        }
        batch
    }

    /// Takes everything, oldest first.
    pub(crate) fn drain(&mut self) -> Vec<Pending> {
        let mut all = self.finish();
        all.append(&mut self.next);
        self.ids.clear();
        all
    }
}
