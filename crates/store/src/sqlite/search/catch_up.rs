//! Indexing what was written before there was an index.

use engine::SessionId;
use sqlx::{Connection, SqliteConnection};

use super::{index, index_title};
use crate::search::{fold, said};
use crate::sqlite::batch::BEGIN;
use crate::sqlite::column::{bound, get, id, limit};
use crate::sqlite::events::{EVENTS_AFTER, read_event};

/// Events that are indexed in one transaction.
const STEP: usize = 500;

const NEXT: &str = "SELECT u.session, u.indexed_to, s.title FROM unindexed_sessions u \
     LEFT JOIN sessions s ON s.id = u.session ORDER BY u.session LIMIT 1";
const GO_ON: &str = "UPDATE unindexed_sessions SET indexed_to = $2 WHERE session = $1";
const DONE: &str = "DELETE FROM unindexed_sessions WHERE session = $1";

/// Indexes older sessions, in steps of which each is done whole, so that a crash only interrupts it.
pub(in crate::sqlite) async fn catch_up(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut steps = 0_u64;
    while step(connection).await? == More::Yes {
        steps += 1;
    }
    if steps > 0 {
        tracing::info!(steps, "Older sessions can be searched now");
    }
    Ok(())
}

#[derive(PartialEq, Eq)]
enum More {
    Yes,
    No,
}

async fn step(connection: &mut SqliteConnection) -> Result<More, sqlx::Error> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    let Some(row) = sqlx::query(NEXT).fetch_optional(&mut *transaction).await? else { return Ok(More::No) };
    let session = id(&row, 0, SessionId::from_bytes)?;
    let indexed_to: i64 = get(&row, 1)?;
    let bytes = &session.as_bytes()[..];
    let title: Option<String> = get(&row, 2)?;
    let query = sqlx::query(EVENTS_AFTER).bind(bytes).bind(indexed_to).bind(limit(STEP));
    let events = query.fetch_all(&mut *transaction).await?;
    if let Some(title) = title.filter(|_| indexed_to == 0) {
        index_title(&mut transaction, session, &title).await?;
    }
    // What is damaged cannot be found; `verify` reports it.
    for event in events.iter().filter_map(|row| read_event(&session, row).ok()) {
        if let Some(said) = said(&event.kind, &event.data) {
            index(&mut transaction, session, event.n, &fold(&said)).await?;
        }
    }
    match events.last() {
        Some(last) if events.len() == STEP => {
            let last = bound(u64::try_from(get::<i64>(last, 0)?).unwrap_or(u64::MAX));
            sqlx::query(GO_ON).bind(bytes).bind(last).execute(&mut *transaction).await?;
        }
        _ => {
            sqlx::query(DONE).bind(bytes).execute(&mut *transaction).await?;
        }
    }
    transaction.commit().await?;
    Ok(More::Yes)
}
