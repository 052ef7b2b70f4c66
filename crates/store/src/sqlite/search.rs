//! Which words were said where, in FTS5.

mod catch_up;

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use engine::{SessionId, Timestamp};
use futures_util::TryStreamExt;
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;

pub(super) use catch_up::catch_up;

use super::SqliteStore;
use super::column::{self, Unavailable, bound, get, id};
use super::events::read_event;
use super::list::list;
use super::sessions::{SESSIONS_IN, read_session};
use crate::search::{MAX_HITS, MAX_PLACES, Query, TITLE, TITLE_KIND, excerpt, fold, said};
use crate::{FoundSession, Hit, ProjectId, Session, SessionSearch, StoreError};

const INSERT_TEXT: &str = "INSERT INTO session_texts (session, n) VALUES ($1, $2)";
const INSERT_WORDS: &str = "INSERT INTO session_words (rowid, project, words) \
     SELECT $1, hex(s.project), $2 FROM sessions s WHERE s.id = $3";
const IS_RETITLED: &str = "SELECT 1 FROM sessions WHERE id = $1 AND title <> $2 LIMIT 1";
const DELETE_WORDS: &str = "DELETE FROM session_words WHERE rowid IN \
     (SELECT place FROM session_texts WHERE session = $1 AND n BETWEEN $2 AND $3)";
const DELETE_TEXTS: &str = "DELETE FROM session_texts WHERE session = $1 AND n BETWEEN $2 AND $3";
/// The inner limit bounds what a word that is everywhere can cost.
const PLACES: &str = "SELECT t.place, t.session FROM \
     (SELECT rowid AS place FROM session_words WHERE session_words MATCH $1 ORDER BY rowid DESC LIMIT $2) w \
     JOIN session_texts t ON t.place = w.place ORDER BY t.place DESC LIMIT $2";
const HITS: &str = "SELECT e.n, e.kind, e.made_at, e.data, e.checksum, t.session, t.n FROM session_texts t \
     LEFT JOIN session_events e ON e.session = t.session AND e.n = t.n WHERE t.place IN";
const NEWEST_FIRST: &str = "ORDER BY t.place DESC";

const SEARCHING: &str = "search sessions";

/// Notes where words are, in the transaction that writes what says them.
pub(super) async fn index(
    connection: &mut SqliteConnection,
    session: SessionId,
    n: u64,
    words: &str,
) -> Result<(), sqlx::Error> {
    let session = &session.as_bytes()[..];
    let text = sqlx::query(INSERT_TEXT).bind(session).bind(bound(n)).execute(&mut *connection).await?;
    let query = sqlx::query(INSERT_WORDS).bind(text.last_insert_rowid()).bind(words).bind(session);
    query.execute(connection).await.map(drop)
}

pub(super) async fn index_title(
    connection: &mut SqliteConnection,
    session: SessionId,
    title: &str,
) -> Result<(), sqlx::Error> {
    index(connection, session, TITLE, &fold(title)).await
}

/// Indexes the title a session is about to have, if it is another one.
pub(super) async fn retitle(
    connection: &mut SqliteConnection,
    session: SessionId,
    title: &str,
) -> Result<(), sqlx::Error> {
    let query = sqlx::query(IS_RETITLED).bind(&session.as_bytes()[..]).bind(title);
    if query.fetch_optional(&mut *connection).await?.is_some() {
        forget_events(connection, session, TITLE, TITLE).await?;
        index_title(connection, session, title).await?;
    }
    Ok(())
}

/// Forgets everything of a session that is being deleted.
pub(super) async fn forget(connection: &mut SqliteConnection, session: SessionId) -> Result<(), sqlx::Error> {
    forget_events(connection, session, TITLE, u64::MAX).await
}

async fn forget_events(
    connection: &mut SqliteConnection,
    session: SessionId,
    from: u64,
    to: u64,
) -> Result<(), sqlx::Error> {
    // The words first: only the texts say which they are.
    for text in [DELETE_WORDS, DELETE_TEXTS] {
        let query = sqlx::query(text).bind(session.as_bytes().to_vec()).bind(bound(from)).bind(bound(to));
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

#[async_trait]
impl SessionSearch for SqliteStore {
    async fn search_sessions(
        &self,
        project: ProjectId,
        words: &str,
        before: Option<u64>,
        limit: usize,
    ) -> Result<Vec<FoundSession>, StoreError> {
        let Some(query) = Query::parse(words) else { return Ok(Vec::new()) };
        let found = self.found(project, &query, before, limit).await.unavailable(SEARCHING)?;
        self.shown(found, &query).await.unavailable(SEARCHING)
    }
}

/// A session and the newest places in it.
struct Found {
    session: SessionId,
    places: Vec<i64>,
}

impl SqliteStore {
    async fn found(
        &self,
        project: ProjectId,
        query: &Query,
        before: Option<u64>,
        limit: usize,
    ) -> Result<Vec<Found>, sqlx::Error> {
        // The project is a word too, so that what others have said costs nothing.
        let project = u128::from_be_bytes(*project.as_bytes());
        let expression = format!("project : \"{project:032x}\" AND words : ({})", query.expression());
        let before = before.map_or(i64::MAX, bound);
        let mut found: Vec<Found> = Vec::new();
        let mut index: HashMap<SessionId, usize> = HashMap::new();
        let mut passed: HashSet<SessionId> = HashSet::new();
        let places = sqlx::query(PLACES).bind(expression).bind(column::limit(MAX_PLACES));
        let mut rows = places.fetch(self.readers());
        while let Some(row) = rows.try_next().await? {
            let (place, session) = (get::<i64>(&row, 0)?, id(&row, 1, SessionId::from_bytes)?);
            if let Some(index) = index.get(&session) {
                let places = &mut found[*index].places;
                if places.len() < MAX_HITS {
                    places.push(place);
                }
            } else if place >= before || found.len() == limit {
                // Its newest place was on an earlier page, or is for a later one.
                passed.insert(session);
            } else if !passed.contains(&session) {
                index.insert(session, found.len());
                found.push(Found { session, places: vec![place] });
            }
        }
        Ok(found)
    }

    async fn shown(&self, found: Vec<Found>, query: &Query) -> Result<Vec<FoundSession>, sqlx::Error> {
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<Vec<u8>> = found.iter().map(|found| found.session.as_bytes().to_vec()).collect();
        let rows = list(SESSIONS_IN, "", &ids).fetch_all(self.readers()).await?;
        let sessions: Result<Vec<Session>, sqlx::Error> = rows.iter().map(read_session).collect();
        let mut sessions: HashMap<SessionId, Session> =
            sessions?.into_iter().map(|session| (session.id, session)).collect();
        let places: Vec<i64> = found.iter().flat_map(|found| found.places.iter().copied()).collect();
        let mut hits: HashMap<SessionId, Vec<Hit>> = HashMap::new();
        for row in list(HITS, NEWEST_FIRST, &places).fetch_all(self.readers()).await? {
            let session = id(&row, 5, SessionId::from_bytes)?;
            if let Some(hit) = sessions.get(&session).and_then(|session| read_hit(&row, session, query)) {
                hits.entry(session).or_default().push(hit);
            }
        }
        let whole = found.into_iter().filter_map(|Found { session, places }| {
            let hits = hits.remove(&session).unwrap_or_default();
            let place = u64::try_from(*places.first()?).unwrap_or(0);
            // One that was deleted meanwhile is not shown.
            Some(FoundSession { session: sessions.remove(&session)?, hits, place })
        });
        Ok(whole.collect())
    }
}

/// Reads what is shown of a place; none if its event is damaged, which `verify` reports.
fn read_hit(row: &SqliteRow, session: &Session, query: &Query) -> Option<Hit> {
    let n = u64::try_from(get::<i64>(row, 6).ok()?).ok()?;
    if n == TITLE {
        return Some(hit(n, TITLE_KIND, session.created_at, &session.title, query));
    }
    let event = read_event(&session.id, row).ok()?;
    let said = said(&event.kind, &event.data)?;
    Some(hit(n, &event.kind, event.at, &said, query))
}

fn hit(n: u64, kind: &str, at: Timestamp, text: &str, query: &Query) -> Hit {
    let (excerpt, ranges) = excerpt(text, query);
    Hit { n, kind: kind.to_owned(), at, excerpt, ranges }
}
