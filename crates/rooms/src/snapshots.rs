//! When a room writes its document down, so that opening the board stays cheap.

use std::sync::Arc;

use engine::{BoardId, Seq, Snapshot};
use store::{ChangeLog, StoredSnapshot};

use crate::error::{Chain, RoomError};
use crate::limits::SNAPSHOT_EVERY;
use crate::room::Room;

pub(crate) struct Snapshots {
    /// When the next one is counted from.
    pub(crate) last: Seq,
    /// The `seq` of the newest one handed to the store.
    pub(crate) saved: Seq,
    /// Taken ahead of the disk; saved when the disk has caught up.
    pub(crate) due: Option<Snapshot>,
}

impl Room {
    pub(crate) fn take_snapshot_if_due(&mut self) {
        let every = SNAPSHOT_EVERY.max(self.document.len() as u64);
        if self.document.seq() < self.snapshots.last + every {
            return;
        }
        match self.document.snapshot() {
            Ok(snapshot) => {
                self.snapshots.last = snapshot.seq;
                self.snapshots.due = Some(snapshot);
            }
            Err(error) => tracing::error!(board.id = %self.history.board, %error, "Could not write a snapshot"),
        }
    }

    /// Forgets a snapshot of what turned out not to be on disk. The next one is not tried at once: that would write
    /// the whole board down again for every change a full disk refuses.
    pub(crate) fn forget_due_snapshot(&mut self) {
        if self.snapshots.due.take().is_some() {
            self.snapshots.last = self.durable;
        }
    }

    /// Saves the snapshot taken ahead, once what it holds is on disk.
    pub(crate) fn save_snapshot_if_due(&mut self) {
        if self.snapshots.due.as_ref().is_some_and(|due| due.seq <= self.durable)
            && let Some(snapshot) = self.snapshots.due.take()
        {
            self.snapshots.saved = snapshot.seq;
            let (store, board) = (Arc::clone(&self.history.store), self.history.board);
            self.config.tasks.spawn(save(store, board, snapshot));
        }
    }

    /// Leaves a snapshot for whoever opens the board next.
    pub(crate) async fn save_last_snapshot(self) -> Result<(), RoomError> {
        if self.durable > self.snapshots.saved {
            let snapshot = self.document.snapshot()?;
            save(Arc::clone(&self.history.store), self.history.board, snapshot).await;
        }
        Ok(())
    }
}

async fn save(store: Arc<dyn ChangeLog>, board: BoardId, snapshot: Snapshot) {
    let Snapshot { seq, bytes, hash } = snapshot;
    // A snapshot only makes reading cheaper, so a failure is worth a line and nothing more.
    if let Err(error) = store.save_snapshot(board, StoredSnapshot { seq, hash, bytes: bytes.into() }).await {
        tracing::warn!(board.id = %board, seq, error = %Chain(&error), "Could not save a snapshot of board {board}");
    }
}
