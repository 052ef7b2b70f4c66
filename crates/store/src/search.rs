//! Finding sessions by what was said in them.
//!
//! What counts as a word, what of an event is looked at and what is shown of it is decided here, once for every store: a
//! database only keeps which word is where.

mod excerpt;
mod said;
mod words;

use async_trait::async_trait;
use engine::Timestamp;

pub(crate) use excerpt::excerpt;
pub(crate) use said::said;
pub(crate) use words::{Query, fold};

use crate::{ProjectId, Session, StoreError};

/// Under this number the title of a session is found; events are counted from 1.
pub(crate) const TITLE: u64 = 0;
pub(crate) const TITLE_KIND: &str = "title";
/// How many places are looked at for one page; with more, those that lie further back are not found.
pub(crate) const MAX_PLACES: usize = 20_000;
/// How many places are shown of one session.
pub(crate) const MAX_HITS: usize = 3;

/// A session in which something was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundSession {
    pub session: Session,
    /// The newest places, the newest first; at most three.
    pub hits: Vec<Hit>,
    /// Of the newest place; the next page goes on before the last of a page.
    pub place: u64,
}

/// A place where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of the event; 0 for the title.
    pub n: u64,
    /// The kind of the event, or `title`.
    pub kind: String,
    pub at: Timestamp,
    pub excerpt: String,
    /// Where in the excerpt the words are: from and to, in UTF-16 code units.
    pub ranges: Vec<(usize, usize)>,
}

#[async_trait]
pub trait SessionSearch: Send + Sync + 'static {
    /// Returns up to `limit` sessions of a project in which all of these words were said in one place, the one with the
    /// newest place first, those before `before` only.
    ///
    /// The words come from a person: nothing in them is syntax, case and accents do not matter, the last one may be the
    /// beginning of a word, and words without a space between them, as in a path, must follow each other. Looked at are
    /// titles, messages of people and agents (without their thoughts), questions and answers, plans, and the beginning of
    /// what tools were given. Without a word nothing is found.
    async fn search_sessions(
        &self,
        project: ProjectId,
        words: &str,
        before: Option<u64>,
        limit: usize,
    ) -> Result<Vec<FoundSession>, StoreError>;
}
