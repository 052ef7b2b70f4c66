use std::collections::BTreeMap;

use async_trait::async_trait;
use engine::{BoardId, Seq, SessionId, Timestamp, UserId};

use super::{Log, MemoryStore};
use crate::{CardRun, Cards, Review, Role, StoreError};

/// The bound of the list of a board's runs.
const MAX_LISTED: usize = 100_000;

#[derive(Default)]
pub(super) struct State {
    runs: BTreeMap<(BoardId, String), CardRun>,
    handled: BTreeMap<BoardId, Seq>,
    reviews: BTreeMap<SessionId, Review>,
}

impl State {
    pub(super) fn forget_board(&mut self, board: BoardId) {
        self.runs.retain(|(its, _), _| *its != board);
        self.handled.remove(&board);
    }

    pub(super) fn forget_session(&mut self, session: SessionId) {
        self.reviews.remove(&session);
    }
}

#[async_trait]
impl Cards for MemoryStore {
    async fn card_runs(&self, board: BoardId) -> Result<Vec<CardRun>, StoreError> {
        let state = self.read();
        let runs = state.cards.runs.values().filter(|run| run.board == board);
        Ok(runs.take(MAX_LISTED).cloned().collect())
    }

    async fn card_run(&self, board: BoardId, card: &str) -> Result<Option<CardRun>, StoreError> {
        Ok(self.read().cards.runs.get(&(board, card.to_owned())).cloned())
    }

    async fn handled(&self, board: BoardId) -> Result<Seq, StoreError> {
        Ok(self.read().cards.handled.get(&board).copied().unwrap_or(0))
    }

    async fn save_card_runs(&self, board: BoardId, runs: Vec<CardRun>, handled: Option<Seq>) -> Result<(), StoreError> {
        let mut state = self.write("save cards at work")?;
        if !state.projects.has_board(board) {
            return Err(StoreError::Missing { what: "board" });
        }
        for run in runs {
            state.cards.runs.insert((board, run.card.clone()), run);
        }
        if let Some(seq) = handled {
            state.cards.handled.insert(board, seq);
        }
        Ok(())
    }

    async fn unsettled_boards(&self, after: Option<BoardId>, limit: usize) -> Result<Vec<BoardId>, StoreError> {
        let state = self.read();
        let unsettled = |board: &BoardId| {
            let active = state.cards.runs.values().any(|run| run.board == *board && run.active);
            let head = state.logs.get(board).map_or(0, Log::head);
            active || head > state.cards.handled.get(board).copied().unwrap_or(0)
        };
        let mut boards: Vec<BoardId> = state.projects.kanban_boards().filter(|board| Some(*board) > after).collect();
        boards.sort_unstable();
        Ok(boards.into_iter().filter(unsettled).take(limit).collect())
    }

    async fn cards_in_need(&self, user: UserId, limit: usize) -> Result<Vec<CardRun>, StoreError> {
        let state = self.read();
        let may_edit = |run: &&CardRun| state.projects.role(run.project, user) >= Some(Role::Editor);
        let mut runs: Vec<CardRun> =
            state.cards.runs.values().filter(|run| run.attention.is_some()).filter(may_edit).cloned().collect();
        runs.sort_by_key(|run| run.changed_at);
        runs.truncate(limit);
        Ok(runs)
    }

    async fn open_review(&self, session: SessionId, rules: String) -> Result<(), StoreError> {
        let mut state = self.write("open a review")?;
        if !state.sessions.has(session) {
            return Err(StoreError::Missing { what: "session" });
        }
        state.cards.reviews.insert(session, Review { session, rules, report: None, reported_at: None });
        Ok(())
    }

    async fn file_review(&self, session: SessionId, report: String, at: Timestamp) -> Result<(), StoreError> {
        let mut state = self.write("file a review")?;
        let review = state.cards.reviews.get_mut(&session).ok_or(StoreError::Missing { what: "review" })?;
        (review.report, review.reported_at) = (Some(report), Some(at));
        Ok(())
    }

    async fn review(&self, session: SessionId) -> Result<Option<Review>, StoreError> {
        Ok(self.read().cards.reviews.get(&session).cloned())
    }
}
