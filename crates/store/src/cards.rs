//! What agents do for cards: one record for each card that ever had work, and how far the boards' logs were acted upon.

use async_trait::async_trait;
use engine::{BoardId, Seq, SessionId, Timestamp, UserId};

use crate::{ProjectId, StoreError};

/// What agents do and did for a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRun {
    pub board: BoardId,
    /// The card's node.
    pub card: String,
    pub project: ProjectId,
    /// Whether something is under way that has to be taken up again after a restart.
    pub active: bool,
    /// What a person should look at, if anything: `failure` or `review`.
    pub attention: Option<String>,
    pub changed_at: Timestamp,
    /// JSON.
    pub state: String,
}

/// The rules a review was given, and what it found. Both are JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    pub session: SessionId,
    pub rules: String,
    pub report: Option<String>,
    pub reported_at: Option<Timestamp>,
}

#[async_trait]
pub trait Cards: Send + Sync + 'static {
    /// Returns the runs of a board's cards, by card, at most 100,000.
    async fn card_runs(&self, board: BoardId) -> Result<Vec<CardRun>, StoreError>;
    async fn card_run(&self, board: BoardId, card: &str) -> Result<Option<CardRun>, StoreError>;
    /// Returns up to where of a board's log the moves of cards have been acted upon.
    async fn handled(&self, board: BoardId) -> Result<Seq, StoreError>;
    /// Writes runs, new or changed, and how far the log has been acted upon if that is given, all or nothing.
    ///
    /// `Missing { what: "board" }` if there is no such board.
    async fn save_card_runs(&self, board: BoardId, runs: Vec<CardRun>, handled: Option<Seq>) -> Result<(), StoreError>;
    /// Returns the kanban boards with something to do, by id: active cards, or a log that goes on beyond what was
    /// handled. At most `limit`, after `after`.
    async fn unsettled_boards(&self, after: Option<BoardId>, limit: usize) -> Result<Vec<BoardId>, StoreError>;
    /// Returns up to `limit` runs that a person should look at, the oldest first: those of projects the user may edit.
    async fn cards_in_need(&self, user: UserId, limit: usize) -> Result<Vec<CardRun>, StoreError>;

    /// Writes down what a review is given; `Missing { what: "session" }` if there is no such session.
    async fn open_review(&self, session: SessionId, rules: String) -> Result<(), StoreError>;
    /// Writes down what a review found, instead of what it found before; `Missing { what: "review" }` if there is none.
    async fn file_review(&self, session: SessionId, report: String, at: Timestamp) -> Result<(), StoreError>;
    async fn review(&self, session: SessionId) -> Result<Option<Review>, StoreError>;
}
