//! Sessions, requests and messages out of rows.

use std::sync::Arc;

use engine::{BoardId, SessionId, UserId};
use sqlx::sqlite::SqliteRow;

use crate::sqlite::column::{decode, get, id, time};
use crate::{Approval, OpenRequest, ProjectId, Session, SessionStatus, Totals, TurnEnd, WaitingMessage};

/// The columns of a session in the order in which `read_session` takes them.
macro_rules! columns {
    () => {
        "s.id, s.project, s.board, s.card, s.title, s.agent, s.mode, s.model, s.status, s.parent, s.conversation, \
         s.begun, s.created_by, s.created_at, s.updated_at, s.queued_at, s.turns, s.input_tokens, s.output_tokens, \
         s.cache_read_tokens, s.cache_write_tokens, s.cost_usd, s.context_tokens, s.context_window, s.failure, \
         s.outcome, s.approvals, s.approved_plan, s.approved_by, s.folder, s.forked_at, s.imported"
    };
}
pub(super) use columns;

/// How many columns a session has; what is joined to it comes after them.
pub(super) const COLUMNS: usize = 32;

pub(in crate::sqlite) fn read_session(row: &SqliteRow) -> Result<Session, sqlx::Error> {
    Ok(Session {
        id: id(row, 0, SessionId::from_bytes)?,
        project: id(row, 1, ProjectId::from_bytes)?,
        board: optional_id(row, 2, BoardId::from_bytes)?,
        card: get(row, 3)?,
        title: get(row, 4)?,
        agent: get(row, 5)?,
        mode: get(row, 6)?,
        model: get(row, 7)?,
        status: read_status(row, 8)?,
        parent: optional_id(row, 9, SessionId::from_bytes)?,
        conversation: id(row, 10, |bytes| bytes)?,
        begun: get(row, 11)?,
        created_by: id(row, 12, UserId::from_bytes)?,
        created_at: time(row, 13)?,
        updated_at: time(row, 14)?,
        queued_at: get::<Option<i64>>(row, 15)?.map(engine::Timestamp::from_millis),
        turns: get(row, 16)?,
        totals: Totals {
            input_tokens: count(row, 17)?,
            output_tokens: count(row, 18)?,
            cache_read_tokens: count(row, 19)?,
            cache_write_tokens: count(row, 20)?,
            cost_usd: get(row, 21)?,
            context_tokens: count(row, 22)?,
            context_window: get::<Option<i64>>(row, 23)?.map(|_| count(row, 23)).transpose()?,
        },
        failure: get(row, 24)?,
        outcome: read_outcome(row, 25)?,
        approval: read_approval(row, 26)?,
        folder: get(row, 29)?,
        forked_at: get(row, 30)?,
        imported: optional_id(row, 31, |bytes| bytes)?,
    })
}

fn read_outcome(row: &SqliteRow, index: usize) -> Result<Option<TurnEnd>, sqlx::Error> {
    Ok(match get::<Option<&str>>(row, index)? {
        None => None,
        Some("completed") => Some(TurnEnd::Completed),
        Some("interrupted") => Some(TurnEnd::Interrupted),
        Some("failed") => Some(TurnEnd::Failed),
        Some(other) => return Err(decode(index, format!("no turn ends {other:?}"))),
    })
}

pub(super) fn outcome_name(outcome: TurnEnd) -> &'static str {
    match outcome {
        TurnEnd::Completed => "completed",
        TurnEnd::Interrupted => "interrupted",
        TurnEnd::Failed => "failed",
    }
}

/// Reads the approval whose columns begin at `first`.
fn read_approval(row: &SqliteRow, first: usize) -> Result<Option<Approval>, sqlx::Error> {
    let (plan, by) = (get::<Option<&str>>(row, first + 1)?, optional_id(row, first + 2, UserId::from_bytes)?);
    let (Some(plan), Some(by)) = (plan, by) else { return Ok(None) };
    Ok(Some(Approval { plan: Arc::from(plan), by, count: get(row, first)? }))
}

/// Reads a request whose columns begin at `first`.
pub(super) fn read_request(row: &SqliteRow, first: usize) -> Result<OpenRequest, sqlx::Error> {
    Ok(OpenRequest {
        session: id(row, first, SessionId::from_bytes)?,
        id: get(row, first + 1)?,
        kind: get(row, first + 2)?,
        asked_at: time(row, first + 3)?,
        data: Arc::from(get::<&str>(row, first + 4)?),
    })
}

pub(super) fn read_message(row: &SqliteRow) -> Result<WaitingMessage, sqlx::Error> {
    Ok(WaitingMessage {
        id: id(row, 0, |bytes| bytes)?,
        session: id(row, 1, SessionId::from_bytes)?,
        content: get(row, 2)?,
        sent_by: optional_id(row, 3, UserId::from_bytes)?,
        sent_at: time(row, 4)?,
    })
}

pub(super) fn status_name(status: SessionStatus) -> &'static str {
    match status {
        SessionStatus::Queued => "queued",
        SessionStatus::Running => "running",
        SessionStatus::Waiting => "waiting",
        SessionStatus::Idle => "idle",
        SessionStatus::Failed => "failed",
        SessionStatus::Ended => "ended",
    }
}

fn read_status(row: &SqliteRow, index: usize) -> Result<SessionStatus, sqlx::Error> {
    match get::<&str>(row, index)? {
        "queued" => Ok(SessionStatus::Queued),
        "running" => Ok(SessionStatus::Running),
        "waiting" => Ok(SessionStatus::Waiting),
        "idle" => Ok(SessionStatus::Idle),
        "failed" => Ok(SessionStatus::Failed),
        "ended" => Ok(SessionStatus::Ended),
        other => Err(decode(index, format!("no status is called {other:?}"))),
    }
}

fn optional_id<T>(row: &SqliteRow, index: usize, make: fn([u8; 16]) -> T) -> Result<Option<T>, sqlx::Error> {
    get::<Option<&[u8]>>(row, index)?.map(|_| id(row, index, make)).transpose()
}

fn count(row: &SqliteRow, index: usize) -> Result<u64, sqlx::Error> {
    u64::try_from(get::<i64>(row, index)?).map_err(|error| decode(index, error))
}
