//! How and where turns end.

use agents::{Point, TurnOutcome};
use engine::SessionId;
use serde::Deserialize;
use store::{Store, StoreError, TurnEnd};

use crate::entry::DONE;
use crate::limits::FOLLOW_PAGE;

/// The end of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TurnEnding {
    /// The number of the event that says so.
    pub(crate) n: u64,
    /// Where it is in the agent's own record; none if the agent did not say.
    pub(crate) point: Option<Point>,
}

/// Returns where a turn ended; none if there is no such turn or it has not ended.
pub(crate) async fn end(store: &dyn Store, session: SessionId, turn: u32) -> Result<Option<TurnEnding>, StoreError> {
    #[derive(Deserialize)]
    struct Done {
        turn: u32,
        #[serde(default)]
        point: Option<Point>,
    }
    let mut after = 0;
    loop {
        let page = store.events_of(session, DONE, after, FOLLOW_PAGE).await?;
        let Some(last) = page.last() else { return Ok(None) };
        after = last.n;
        for event in &page {
            match serde_json::from_str::<Done>(&event.data) {
                Ok(done) if done.turn == turn => return Ok(Some(TurnEnding { n: event.n, point: done.point })),
                Ok(_) | Err(_) => {}
            }
        }
    }
}

pub(crate) fn turn_end(outcome: &TurnOutcome) -> TurnEnd {
    match outcome {
        TurnOutcome::Completed => TurnEnd::Completed,
        TurnOutcome::Interrupted => TurnEnd::Interrupted,
        TurnOutcome::Failed(_) => TurnEnd::Failed,
    }
}
