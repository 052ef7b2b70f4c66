//! What agents do for cards, in SQLite.

use async_trait::async_trait;
use engine::{BoardId, Seq, SessionId, Timestamp, UserId};
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;

use super::SqliteStore;
use super::column::{Unavailable, bound, decode, get, id, limit, time};
use super::work::{Constraint, Work, WriteError, some_row};
use crate::{CardRun, Cards, ProjectId, Review, StoreError};

const RUNS: &str = "SELECT board, card, project, active, attention, changed_at, state FROM card_runs \
     WHERE board = $1 ORDER BY card LIMIT 100000";
const RUN: &str = "SELECT board, card, project, active, attention, changed_at, state FROM card_runs \
     WHERE board = $1 AND card = $2 LIMIT 1";
const IN_NEED: &str = "SELECT r.board, r.card, r.project, r.active, r.attention, r.changed_at, r.state FROM members m \
     JOIN card_runs r ON r.project = m.project \
     WHERE m.user_id = $1 AND m.role IN ('editor', 'owner') AND r.attention IS NOT NULL \
     ORDER BY r.changed_at LIMIT $2";
const UPDATE_RUN: &str =
    "UPDATE card_runs SET active = $3, attention = $4, changed_at = $5, state = $6 WHERE board = $1 AND card = $2";
const INSERT_RUN: &str = "INSERT INTO card_runs (board, card, active, attention, changed_at, state, project) \
     VALUES ($1, $2, $3, $4, $5, $6, $7)";
const BOARD_EXISTS: &str = "SELECT 1 FROM boards WHERE id = $1 LIMIT 1";
const HANDLED: &str = "SELECT seq FROM card_cursors WHERE board = $1 LIMIT 1";
const UPDATE_HANDLED: &str = "UPDATE card_cursors SET seq = $2 WHERE board = $1";
const INSERT_HANDLED: &str = "INSERT INTO card_cursors (board, seq) VALUES ($1, $2)";
const UNSETTLED: &str = "SELECT b.id FROM boards b WHERE b.kind = 'kanban' AND b.id > $1 AND ( \
     EXISTS (SELECT 1 FROM card_runs r WHERE r.board = b.id AND r.active = 1) OR \
     COALESCE((SELECT MAX(c.seq) FROM changes c WHERE c.board = b.id), 0) > \
     COALESCE((SELECT k.seq FROM card_cursors k WHERE k.board = b.id), 0)) ORDER BY b.id LIMIT $2";
const INSERT_REVIEW: &str = "INSERT INTO reviews (session, rules) VALUES ($1, $2)";
const FORGET_REVIEW: &str = "DELETE FROM reviews WHERE session = $1";
const FILE_REVIEW: &str = "UPDATE reviews SET report = $2, reported_at = $3 WHERE session = $1";
const REVIEW: &str = "SELECT session, rules, report, reported_at FROM reviews WHERE session = $1 LIMIT 1";

const READING: &str = "read cards at work";

#[async_trait]
impl Cards for SqliteStore {
    async fn card_runs(&self, board: BoardId) -> Result<Vec<CardRun>, StoreError> {
        let rows = sqlx::query(RUNS).bind(&board.as_bytes()[..]).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_run).collect()).unavailable(READING)
    }

    async fn card_run(&self, board: BoardId, card: &str) -> Result<Option<CardRun>, StoreError> {
        let query = sqlx::query(RUN).bind(&board.as_bytes()[..]).bind(card);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_run(&row)).transpose().unavailable(READING)
    }

    async fn handled(&self, board: BoardId) -> Result<Seq, StoreError> {
        let query = sqlx::query(HANDLED).bind(&board.as_bytes()[..]);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map_or(Ok(0), |row| read_seq(&row)).unavailable(READING)
    }

    async fn save_card_runs(&self, board: BoardId, runs: Vec<CardRun>, handled: Option<Seq>) -> Result<(), StoreError> {
        let work = Work::new("save cards at work", move |connection| Box::pin(save(connection, board, runs, handled)));
        self.writer().write(work).await
    }

    async fn unsettled_boards(&self, after: Option<BoardId>, max: usize) -> Result<Vec<BoardId>, StoreError> {
        let after: &[u8] = after.as_ref().map_or(&[], |after| after.as_bytes());
        let rows = sqlx::query(UNSETTLED).bind(after).bind(limit(max)).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(|row| id(row, 0, BoardId::from_bytes)).collect()).unavailable(READING)
    }

    async fn cards_in_need(&self, user: UserId, max: usize) -> Result<Vec<CardRun>, StoreError> {
        let rows = sqlx::query(IN_NEED).bind(&user.as_bytes()[..]).bind(limit(max)).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_run).collect()).unavailable(READING)
    }

    async fn open_review(&self, session: SessionId, rules: String) -> Result<(), StoreError> {
        let work = Work::new("open a review", move |connection| Box::pin(open_review(connection, session, rules)));
        self.writer().write(work).await
    }

    async fn file_review(&self, session: SessionId, report: String, at: Timestamp) -> Result<(), StoreError> {
        let work = Work::new("file a review", move |connection| Box::pin(file_review(connection, session, report, at)));
        self.writer().write(work).await
    }

    async fn review(&self, session: SessionId) -> Result<Option<Review>, StoreError> {
        let query = sqlx::query(REVIEW).bind(&session.as_bytes()[..]);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_review(&row)).transpose().unavailable(READING)
    }
}

async fn save(
    connection: &mut SqliteConnection,
    board: BoardId,
    runs: Vec<CardRun>,
    handled: Option<Seq>,
) -> Result<(), WriteError> {
    let board = &board.as_bytes()[..];
    let known = sqlx::query(BOARD_EXISTS).bind(board).fetch_optional(&mut *connection).await?;
    known.ok_or(StoreError::Missing { what: "board" })?;
    for run in &runs {
        if bind_run(UPDATE_RUN, board, run).execute(&mut *connection).await?.rows_affected() == 0 {
            let query = bind_run(INSERT_RUN, board, run).bind(&run.project.as_bytes()[..]);
            query.execute(&mut *connection).await?;
        }
    }
    if let Some(seq) = handled {
        let query = sqlx::query(UPDATE_HANDLED).bind(board).bind(bound(seq));
        if query.execute(&mut *connection).await?.rows_affected() == 0 {
            sqlx::query(INSERT_HANDLED).bind(board).bind(bound(seq)).execute(connection).await?;
        }
    }
    Ok(())
}

fn bind_run<'q>(
    statement: &'static str,
    board: &'q [u8],
    run: &'q CardRun,
) -> sqlx::query::Query<'q, sqlx::Sqlite, sqlx::sqlite::SqliteArguments> {
    sqlx::query(statement)
        .bind(board)
        .bind(run.card.as_str())
        .bind(run.active)
        .bind(run.attention.as_deref())
        .bind(run.changed_at.as_millis())
        .bind(run.state.as_str())
}

async fn open_review(connection: &mut SqliteConnection, session: SessionId, rules: String) -> Result<(), WriteError> {
    let session = &session.as_bytes()[..];
    sqlx::query(FORGET_REVIEW).bind(session).execute(&mut *connection).await?;
    sqlx::query(INSERT_REVIEW).bind(session).bind(rules).execute(connection).await.or_missing("session")?;
    Ok(())
}

async fn file_review(
    connection: &mut SqliteConnection,
    session: SessionId,
    report: String,
    at: Timestamp,
) -> Result<(), WriteError> {
    let query = sqlx::query(FILE_REVIEW).bind(&session.as_bytes()[..]).bind(report).bind(at.as_millis());
    some_row(&query.execute(connection).await?, "review")
}

fn read_run(row: &SqliteRow) -> Result<CardRun, sqlx::Error> {
    Ok(CardRun {
        board: id(row, 0, BoardId::from_bytes)?,
        card: get(row, 1)?,
        project: id(row, 2, ProjectId::from_bytes)?,
        active: get(row, 3)?,
        attention: get(row, 4)?,
        changed_at: time(row, 5)?,
        state: get(row, 6)?,
    })
}

fn read_review(row: &SqliteRow) -> Result<Review, sqlx::Error> {
    Ok(Review {
        session: id(row, 0, SessionId::from_bytes)?,
        rules: get(row, 1)?,
        report: get(row, 2)?,
        reported_at: get::<Option<i64>>(row, 3)?.map(Timestamp::from_millis),
    })
}

fn read_seq(row: &SqliteRow) -> Result<Seq, sqlx::Error> {
    Seq::try_from(get::<i64>(row, 0)?).map_err(|error| decode(0, error))
}
