//! The boards a socket has open, and what its user may do there.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::BoardId;
use rooms::BoardRef;
use store::{ProjectId, Role};

use super::card_feeds::CardFeed;
use crate::app::App;
use crate::auth::Actor;
use crate::board_kinds::board_ref;
use crate::problem::Problem;

#[derive(Clone)]
pub(super) struct OpenBoard {
    pub(super) board: BoardRef,
    pub(super) project: ProjectId,
    pub(super) role: Role,
    /// Says how its cards are doing, for as long as the board is open.
    _feed: Option<Arc<CardFeed>>,
}

impl OpenBoard {
    pub(super) fn with_feed(self, feed: CardFeed) -> Self {
        Self { _feed: Some(Arc::new(feed)), ..self }
    }
}

#[derive(Default)]
pub(super) struct OpenBoards(pub(super) BTreeMap<BoardId, OpenBoard>);

impl OpenBoards {
    pub(super) fn in_project(&self, project: ProjectId) -> impl Iterator<Item = BoardId> {
        self.0.iter().filter(move |(_, open)| open.project == project).map(|(board, _)| *board)
    }
}

/// Looks up a board and the actor's role; whoever may not see it learns nothing.
pub(super) async fn look_up(app: &Arc<App>, actor: &Actor, id: BoardId) -> Result<OpenBoard, Problem> {
    let board = app.store.board(id).await?.ok_or_else(|| Problem::not_found("board"))?;
    let role = app.store.role(board.project, actor.user.id).await?.ok_or_else(|| Problem::not_found("board"))?;
    Ok(OpenBoard { board: board_ref(&board)?, project: board.project, role, _feed: None })
}
