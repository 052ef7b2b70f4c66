//! When the store says no: memory goes back to what is on disk, and the work is refused or done again.

use std::sync::Arc;

use store::{AppendError, LoggedChange};

use crate::ahead::{Outcome, Pending};
use crate::error::RoomError;
use crate::limits::MAX_RETRIES;
use crate::room::Room;

impl Room {
    /// Brings memory back to what is on disk after a write that did not go through, or that perhaps did.
    pub(crate) async fn recover(&mut self, error: AppendError) -> Result<(), RoomError> {
        let mut all = self.ahead.drain();
        for pending in all.iter_mut().rev() {
            if let Outcome::Applied { journal, .. } = &mut pending.outcome {
                self.document.revert(std::mem::take(journal));
            }
        }
        self.forget_due_snapshot();
        let mut found = Vec::new();
        if let Err(error) = self.history.replay(&mut self.document, u64::MAX, |logged, _, _| found.push(logged)).await {
            self.refuse_all(all, &[], &Arc::new(AppendError::Conflict));
            return Err(error);
        }
        self.show(found.clone());
        match error {
            AppendError::Conflict if self.conflicts < MAX_RETRIES => {
                self.conflicts += 1;
                self.do_again(all).await
            }
            error => {
                tracing::warn!(
                    board.id = %self.history.board,
                    changes = all.len(),
                    error = %crate::error::Chain(&error),
                    "Could not save {} changes of board {}", all.len(), self.history.board,
                );
                self.conflicts = 0;
                self.refuse_all(all, &found, &Arc::new(error));
                Ok(())
            }
        }
    }

    /// Does work again on top of what others have written; what is in the log already is answered from there.
    async fn do_again(&mut self, all: Vec<Pending>) -> Result<(), RoomError> {
        for Pending { work, reply, .. } in all {
            match self.history.store.find_change(self.history.board, work.id()).await {
                Ok(Some(logged)) => self.answer_again(reply, &logged, &work.author),
                Ok(None) => self.work(work, reply).await?,
                Err(error) => reply.refuse(self.history.board, error.into()),
            }
        }
        Ok(())
    }

    fn refuse_all(&self, all: Vec<Pending>, found: &[LoggedChange], error: &Arc<AppendError>) {
        for Pending { work, reply, .. } in all {
            match found.iter().find(|logged| logged.id == *work.id()) {
                // The write went through after all.
                Some(logged) => self.answer_again(reply, logged, &work.author),
                None => reply.refuse(self.history.board, RoomError::NotSaved(Arc::clone(error))),
            }
        }
    }
}
