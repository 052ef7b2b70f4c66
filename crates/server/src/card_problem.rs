//! What cannot be done for a card, as problems.

use cards::CardError;
use git::GitError;

use crate::problem::{Problem, sentence};

const BUSY_RETRY_S: u64 = 2;

impl From<CardError> for Problem {
    fn from(error: CardError) -> Self {
        match error {
            CardError::Missing => Self::not_found("card"),
            CardError::Busy => Self::conflict("busy", sentence(&error)),
            CardError::NoWork => Self::conflict("no_mode", sentence(&error)),
            CardError::NoFiles(_) => Self::conflict("agent_missing", sentence(&error)),
            CardError::Refused(_) => Self::conflict("refused", sentence(&error)),
            CardError::NoWorktree => Self::conflict("no_worktree", sentence(&error)),
            CardError::Overloaded => Self::unavailable("busy", sentence(&error), BUSY_RETRY_S),
            CardError::Store(source) => Self::from(source),
            CardError::Session(source) => Self::from(source),
            CardError::Room(source) => Self::from(source),
            CardError::Git(source) => Self::from(source),
        }
    }
}

impl From<GitError> for Problem {
    fn from(error: GitError) -> Self {
        tracing::warn!(error = &error as &dyn std::error::Error, "Git could not do what was asked");
        Self::conflict("git", sentence(&error))
    }
}
