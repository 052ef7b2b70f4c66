//! Cards that run agents: what a card's way over its board makes agents do, where they work, and what came of it.
//!
//! One task, a desk, looks after the cards of one board. It reads the board's log as any reader does, hears how sessions
//! are doing, and acts as `boards::kanban::automation` says. What it is about to do is on disk before it does it.

mod cards;
mod config;
mod departures;
mod desk;
mod error;
mod feed;
pub mod limits;
mod prompt;
mod record;
mod review;
mod rules;
mod status;
mod worktree;

pub use cards::{Answer, Cards, SendBack};
pub use config::CardsConfig;
pub use departures::{Departures, departures};
pub use error::CardError;
pub use feed::{Feed, News};
pub use prompt::{LineComment, Side, comments as comments_in_words};
pub use record::{CardRecord, CardTree};
pub use review::{Place, Report, Reports, ReviewDesk, StepVerdict, Verdict, VerdictName};
pub use rules::{Rule, rules};
pub use status::{CardStatus, PhaseName, ReviewCount};
pub use worktree::{Worktrees, kept_ref};
