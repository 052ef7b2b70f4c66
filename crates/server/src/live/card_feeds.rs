//! How the cards of a board are doing, told to a socket that has the board open, at its own pace.

use std::sync::Arc;

use cards::News;
use engine::BoardId;
use rooms::Outbox;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::outbound;
use crate::app::App;

/// Tells a socket how cards are doing; dropping it ends that.
pub(super) struct CardFeed {
    _guard: DropGuard,
}

pub(super) fn start(app: &Arc<App>, board: BoardId, outbox: Outbox) -> CardFeed {
    let token = CancellationToken::new();
    let guard = token.clone().drop_guard();
    let (app, tasks) = (Arc::clone(app), app.tasks.clone());
    tasks.spawn(async move {
        tokio::select! {
            biased;
            () = token.cancelled() => {}
            () = app.stopping.cancelled() => {}
            () = tell(&app, board, &outbox) => {}
        }
    });
    CardFeed { _guard: guard }
}

async fn tell(app: &App, board: BoardId, outbox: &Outbox) {
    let mut feed = match app.cards.watch(board).await {
        Ok(feed) => feed,
        Err(error) => {
            tracing::warn!(board.id = %board, %error, "The cards of board {board} cannot be watched");
            return;
        }
    };
    while let Some(News { whole, cards, gone }) = feed.next().await {
        if outbox.push_when_roomy(outbound::cards(board, whole, &cards, &gone)).await.is_err() {
            return;
        }
    }
}
