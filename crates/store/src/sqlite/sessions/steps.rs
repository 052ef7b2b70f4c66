//! The writes on sessions, each run inside one transaction.

use std::ops::RangeInclusive;

use engine::{SessionId, Timestamp};
use sqlx::SqliteConnection;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;

use super::row::{outcome_name, status_name};
use crate::sqlite::batch::{self, EventRow, Verdict};
use crate::sqlite::column::{bound, id};
use crate::sqlite::heads::{self, LogId};
use crate::sqlite::search;
use crate::sqlite::work::{Constraint, WriteError, some_row};
use crate::{OpenRequest, ProjectId, Session, SessionEvent, SessionStep, StoreError, WaitingMessage};

const PROJECT_EXISTS: &str = "SELECT 1 FROM projects WHERE id = $1 LIMIT 1";
const INSERT_SESSION: &str = "INSERT INTO sessions (board, card, title, agent, mode, model, status, conversation, \
     begun, updated_at, queued_at, turns, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, \
     cost_usd, context_tokens, context_window, failure, outcome, approvals, approved_plan, approved_by, folder, id, \
     project, parent, created_by, created_at, forked_at, imported) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, \
     $23, $24, $25, $26, $27, $28, $29, $30, $31, $32)";
/// A board that has been deleted meanwhile stays away.
const UPDATE_SESSION: &str = "UPDATE sessions SET board = (SELECT b.id FROM boards b WHERE b.id = $1), card = $2, \
     title = $3, agent = $4, mode = $5, model = $6, status = $7, conversation = $8, begun = $9, updated_at = $10, \
     queued_at = $11, turns = $12, input_tokens = $13, output_tokens = $14, cache_read_tokens = $15, \
     cache_write_tokens = $16, cost_usd = $17, context_tokens = $18, context_window = $19, failure = $20, \
     outcome = $21, approvals = $22, approved_plan = $23, approved_by = $24, folder = $25 WHERE id = $26";
const INSERT_REQUEST: &str = "INSERT INTO open_requests (session, project, id, kind, asked_at, data) \
     SELECT s.id, s.project, $2, $3, $4, $5 FROM sessions s WHERE s.id = $1";
const DELETE_REQUEST: &str = "DELETE FROM open_requests WHERE session = $1 AND id = $2";
const INSERT_MESSAGE: &str =
    "INSERT INTO waiting_messages (session, id, content, sent_by, sent_at) VALUES ($1, $2, $3, $4, $5)";
const DELETE_MESSAGE: &str = "DELETE FROM waiting_messages WHERE session = $1 AND id = $2";
const FOLD: &str = "DELETE FROM session_events WHERE session = $1 AND n BETWEEN $2 AND $3 AND kind = $4";
const KEEP_NUMBERS: &str = "UPDATE sessions SET numbered_to = $2 WHERE id = $1";
const SOME_SESSIONS: &str = "SELECT id FROM sessions WHERE project = $1 ORDER BY id LIMIT 1000";
const DELETE_EVENTS: &str = "DELETE FROM session_events WHERE session = $1";
const DELETE_SESSION: &str = "DELETE FROM sessions WHERE id = $1";

pub(super) async fn create(
    connection: &mut SqliteConnection,
    session: Session,
    first: SessionStep,
) -> Result<(), WriteError> {
    let project = &session.project.as_bytes()[..];
    let known = sqlx::query(PROJECT_EXISTS).bind(project).fetch_optional(&mut *connection).await?;
    known.ok_or(StoreError::Missing { what: "project" })?;
    bind_state(sqlx::query(INSERT_SESSION), &session)
        .bind(&session.id.as_bytes()[..])
        .bind(project)
        .bind(session.parent.as_ref().map(|parent| &parent.as_bytes()[..]))
        .bind(&session.created_by.as_bytes()[..])
        .bind(session.created_at.as_millis())
        .bind(session.forked_at)
        .bind(session.imported.as_ref().map(|conversation| &conversation[..]))
        .execute(&mut *connection)
        .await
        .or_missing("board")
        .or_exists("session")?;
    search::index_title(connection, session.id, &session.title).await?;
    match record(connection, session.id, first).await? {
        Verdict::Written => Ok(()),
        Verdict::Conflict => Err(StoreError::Exists { what: "event" }.into()),
        Verdict::Missing => Err(StoreError::Missing { what: "session" }.into()),
    }
}

/// Writes a step, or nothing when its events do not go on where the log ends.
pub(super) async fn record(
    connection: &mut SqliteConnection,
    session: SessionId,
    step: SessionStep,
) -> Result<Verdict, WriteError> {
    let Some(head) = heads::read(connection, LogId::Session(session)).await? else { return Ok(Verdict::Missing) };
    if !(head + 1..).zip(&step.events).all(|(next, event)| event.n == next) {
        return Ok(Verdict::Conflict);
    }
    append(connection, session, step.events).await?;
    if let Some(state) = &step.session {
        search::retitle(connection, session, &state.title).await?;
        let query = bind_state(sqlx::query(UPDATE_SESSION), state).bind(&session.as_bytes()[..]);
        some_row(&query.execute(&mut *connection).await?, "session")?;
    }
    for request in step.opened {
        open(connection, session, request).await?;
    }
    for request in step.settled {
        let query = sqlx::query(DELETE_REQUEST).bind(&session.as_bytes()[..]).bind(request);
        some_row(&query.execute(&mut *connection).await?, "request")?;
    }
    for message in step.received {
        receive(connection, session, message).await?;
    }
    for message in &step.delivered {
        let query = sqlx::query(DELETE_MESSAGE).bind(&session.as_bytes()[..]).bind(&message[..]);
        query.execute(&mut *connection).await?;
    }
    Ok(Verdict::Written)
}

pub(super) async fn fold(
    connection: &mut SqliteConnection,
    session: SessionId,
    range: RangeInclusive<u64>,
    kinds: Vec<&'static str>,
) -> Result<u64, WriteError> {
    let head = heads::read(connection, LogId::Session(session)).await?;
    let head = head.ok_or(StoreError::Missing { what: "session" })?;
    let id = &session.as_bytes()[..];
    let mut folded = 0;
    for kind in kinds {
        let query = sqlx::query(FOLD).bind(id).bind(bound(*range.start())).bind(bound(*range.end())).bind(kind);
        folded += query.execute(&mut *connection).await?.rows_affected();
    }
    if range.contains(&head) {
        // Its row may be gone now; its number must not come again.
        sqlx::query(KEEP_NUMBERS).bind(id).bind(bound(head)).execute(connection).await?;
    }
    Ok(folded)
}

/// Deletes the sessions of a project with all that belongs to them.
pub(in crate::sqlite) async fn delete_of(
    connection: &mut SqliteConnection,
    project: ProjectId,
) -> Result<(), WriteError> {
    loop {
        let rows = sqlx::query(SOME_SESSIONS).bind(&project.as_bytes()[..]).fetch_all(&mut *connection).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            let session = id(row, 0, SessionId::from_bytes)?;
            search::forget(connection, session).await?;
            sqlx::query(DELETE_EVENTS).bind(&session.as_bytes()[..]).execute(&mut *connection).await?;
            sqlx::query(DELETE_SESSION).bind(&session.as_bytes()[..]).execute(&mut *connection).await?;
        }
    }
}

async fn append(
    connection: &mut SqliteConnection,
    session: SessionId,
    events: Vec<SessionEvent>,
) -> Result<(), sqlx::Error> {
    let rows: Vec<EventRow> = events.into_iter().map(|event| EventRow::new(session, event)).collect();
    batch::insert_events(connection, &rows.iter().collect::<Vec<_>>()).await
}

async fn open(connection: &mut SqliteConnection, session: SessionId, request: OpenRequest) -> Result<(), WriteError> {
    sqlx::query(INSERT_REQUEST)
        .bind(&session.as_bytes()[..])
        .bind(request.id)
        .bind(request.kind)
        .bind(request.asked_at.as_millis())
        .bind(request.data)
        .execute(connection)
        .await
        .or_exists("request")?;
    Ok(())
}

async fn receive(
    connection: &mut SqliteConnection,
    session: SessionId,
    message: WaitingMessage,
) -> Result<(), WriteError> {
    sqlx::query(INSERT_MESSAGE)
        .bind(&session.as_bytes()[..])
        .bind(&message.id[..])
        .bind(message.content)
        .bind(message.sent_by.as_ref().map(|user| &user.as_bytes()[..]))
        .bind(message.sent_at.as_millis())
        .execute(connection)
        .await
        .or_exists("message")?;
    Ok(())
}

type Statement<'q> = Query<'q, sqlx::Sqlite, SqliteArguments>;

/// Binds what may change of a session; whose it is and where it came from stays.
fn bind_state<'q>(query: Statement<'q>, session: &'q Session) -> Statement<'q> {
    let totals = &session.totals;
    query
        .bind(session.board.as_ref().map(|board| &board.as_bytes()[..]))
        .bind(session.card.as_deref())
        .bind(session.title.as_str())
        .bind(session.agent.as_str())
        .bind(session.mode.as_str())
        .bind(session.model.as_deref())
        .bind(status_name(session.status))
        .bind(&session.conversation[..])
        .bind(session.begun)
        .bind(session.updated_at.as_millis())
        .bind(session.queued_at.map(Timestamp::as_millis))
        .bind(session.turns)
        .bind(bound(totals.input_tokens))
        .bind(bound(totals.output_tokens))
        .bind(bound(totals.cache_read_tokens))
        .bind(bound(totals.cache_write_tokens))
        .bind(totals.cost_usd)
        .bind(bound(totals.context_tokens))
        .bind(totals.context_window.map(bound))
        .bind(session.failure.as_deref())
        .bind(session.outcome.map(outcome_name))
        .bind(session.approval.as_ref().map_or(0, |approval| approval.count))
        .bind(session.approval.as_ref().map(|approval| &*approval.plan))
        .bind(session.approval.as_ref().map(|approval| &approval.by.as_bytes()[..]))
        .bind(session.folder.as_deref())
}
