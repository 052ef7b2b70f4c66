//! Telling those who act upon it that nodes have come, gone or moved.

use engine::BoardId;
use store::LoggedChange;
use tokio::sync::broadcast;

use crate::limits::MOVES_QUEUE;

/// A nudge and no more: whoever hears it reads the board's log, which has everything in order.
#[derive(Clone)]
pub(crate) struct Moves(broadcast::Sender<BoardId>);

impl Moves {
    pub(crate) fn new() -> Self {
        Self(broadcast::channel(MOVES_QUEUE).0)
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<BoardId> {
        self.0.subscribe()
    }

    pub(crate) fn tell(&self, board: BoardId, changes: &[LoggedChange]) {
        if self.0.receiver_count() > 0 && changes.iter().any(|change| may_move(&change.body)) {
            // Those who listened may have gone.
            drop(self.0.send(board));
        }
    }
}

/// Looks at the text alone, which costs little; a false alarm costs a look at the log. A limit that changes may let those
/// begin that wait.
fn may_move(body: &str) -> bool {
    [r#""op":"move""#, r#""op":"create""#, r#""op":"delete""#, r#""limit":"#].iter().any(|part| body.contains(part))
}
