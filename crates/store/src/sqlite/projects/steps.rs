//! The writes on projects, each run inside one transaction.

use engine::{BoardId, UserId};
use sqlx::SqliteConnection;

use super::{PROJECT, ROLE, read_project, read_role, role_name};
use crate::sqlite::batch::{self, ChangeRow};
use crate::sqlite::column::id;
use crate::sqlite::heads::{self, LogId};
use crate::sqlite::sessions;
use crate::sqlite::work::{Constraint, WriteError, some_row};
use crate::{NewBoard, Project, ProjectId, ProjectPatch, Role, StoreError};

const PROJECT_EXISTS: &str = "SELECT 1 FROM projects WHERE id = $1 LIMIT 1";
const USER_EXISTS: &str = "SELECT 1 FROM users WHERE id = $1 LIMIT 1";
const INSERT_PROJECT: &str = "INSERT INTO projects (id, name, folder_path, best_practices_path, kanban_board, \
     trusted, worktrees, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const UPDATE_PROJECT: &str = "UPDATE projects SET name = $2, folder_path = $3, best_practices_path = $4, trusted = $5, worktrees = $6 \
     WHERE id = $1";
const DELETE_PROJECT: &str = "DELETE FROM projects WHERE id = $1";
const SOME_BOARDS: &str = "SELECT id FROM boards WHERE project = $1 ORDER BY id LIMIT 1000";
const OTHER_OWNER: &str = "SELECT 1 FROM members WHERE project = $1 AND user_id <> $2 AND role = 'owner' LIMIT 1";
const UPDATE_MEMBER: &str = "UPDATE members SET role = $3 WHERE project = $1 AND user_id = $2";
const INSERT_MEMBER: &str = "INSERT INTO members (project, user_id, role) VALUES ($1, $2, $3)";
const DELETE_MEMBER: &str = "DELETE FROM members WHERE project = $1 AND user_id = $2";
const INSERT_BOARD: &str = "INSERT INTO boards (id, project, kind, title, created_at) VALUES ($1, $2, $3, $4, $5)";
const RENAME_BOARD: &str = "UPDATE boards SET title = $2 WHERE id = $1";
const DELETE_BOARD: &str = "DELETE FROM boards WHERE id = $1";
const DELETE_CHANGES: &str = "DELETE FROM changes WHERE board = $1";
const DELETE_SNAPSHOTS: &str = "DELETE FROM snapshots WHERE board = $1";

pub(super) async fn create_project(
    connection: &mut SqliteConnection,
    project: Project,
    owner: UserId,
    board: NewBoard,
) -> Result<(), WriteError> {
    if project.kanban_board != board.id {
        return Err(StoreError::Missing { what: "board" }.into());
    }
    sqlx::query(INSERT_PROJECT)
        .bind(&project.id.as_bytes()[..])
        .bind(project.name)
        .bind(project.folder_path)
        .bind(project.best_practices_path)
        .bind(&project.kanban_board.as_bytes()[..])
        .bind(project.trusted)
        .bind(project.worktrees)
        .bind(project.created_at.as_millis())
        .execute(&mut *connection)
        .await
        .or_exists("project")?;
    let query = sqlx::query(INSERT_MEMBER).bind(&project.id.as_bytes()[..]).bind(&owner.as_bytes()[..]);
    query.bind(role_name(Role::Owner)).execute(&mut *connection).await.or_missing("account")?;
    create_board(connection, project.id, board).await
}

pub(super) async fn update_project(
    connection: &mut SqliteConnection,
    id: ProjectId,
    patch: ProjectPatch,
) -> Result<Project, WriteError> {
    let row = sqlx::query(PROJECT).bind(&id.as_bytes()[..]).fetch_optional(&mut *connection).await?;
    let mut project = read_project(&row.ok_or(StoreError::Missing { what: "project" })?)?;
    patch.apply(&mut project);
    sqlx::query(UPDATE_PROJECT)
        .bind(&id.as_bytes()[..])
        .bind(project.name.as_str())
        .bind(project.folder_path.as_str())
        .bind(project.best_practices_path.as_deref())
        .bind(project.trusted)
        .bind(project.worktrees)
        .execute(connection)
        .await?;
    Ok(project)
}

pub(super) async fn delete_project(connection: &mut SqliteConnection, project: ProjectId) -> Result<(), WriteError> {
    sessions::delete_of(connection, project).await?;
    loop {
        let rows = sqlx::query(SOME_BOARDS).bind(&project.as_bytes()[..]).fetch_all(&mut *connection).await?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            delete_board(connection, id(row, 0, BoardId::from_bytes)?).await?;
        }
    }
    let query = sqlx::query(DELETE_PROJECT).bind(&project.as_bytes()[..]);
    some_row(&query.execute(connection).await?, "project")
}

pub(super) async fn set_member(
    connection: &mut SqliteConnection,
    project: ProjectId,
    user: UserId,
    role: Role,
) -> Result<(), WriteError> {
    let (project_id, user_id) = (&project.as_bytes()[..], &user.as_bytes()[..]);
    let known = sqlx::query(PROJECT_EXISTS).bind(project_id).fetch_optional(&mut *connection).await?;
    known.ok_or(StoreError::Missing { what: "project" })?;
    let known = sqlx::query(USER_EXISTS).bind(user_id).fetch_optional(&mut *connection).await?;
    known.ok_or(StoreError::Missing { what: "account" })?;
    if role != Role::Owner {
        keep_an_owner(connection, project, user).await?;
    }
    let query = sqlx::query(UPDATE_MEMBER).bind(project_id).bind(user_id).bind(role_name(role));
    if query.execute(&mut *connection).await?.rows_affected() == 0 {
        let query = sqlx::query(INSERT_MEMBER).bind(project_id).bind(user_id).bind(role_name(role));
        query.execute(connection).await?;
    }
    Ok(())
}

pub(super) async fn remove_member(
    connection: &mut SqliteConnection,
    project: ProjectId,
    user: UserId,
) -> Result<(), WriteError> {
    keep_an_owner(connection, project, user).await?;
    let query = sqlx::query(DELETE_MEMBER).bind(&project.as_bytes()[..]).bind(&user.as_bytes()[..]);
    some_row(&query.execute(connection).await?, "member")
}

async fn keep_an_owner(connection: &mut SqliteConnection, project: ProjectId, user: UserId) -> Result<(), WriteError> {
    let (project, user) = (&project.as_bytes()[..], &user.as_bytes()[..]);
    let row = sqlx::query(ROLE).bind(project).bind(user).fetch_optional(&mut *connection).await?;
    if row.map(|row| read_role(&row, 0)).transpose()? != Some(Role::Owner) {
        return Ok(());
    }
    let other = sqlx::query(OTHER_OWNER).bind(project).bind(user).fetch_optional(connection).await?;
    other.map(drop).ok_or(StoreError::Exists { what: "last owner" }.into())
}

pub(super) async fn create_board(
    connection: &mut SqliteConnection,
    project: ProjectId,
    board: NewBoard,
) -> Result<(), WriteError> {
    sqlx::query(INSERT_BOARD)
        .bind(&board.id.as_bytes()[..])
        .bind(&project.as_bytes()[..])
        .bind(board.kind)
        .bind(board.title)
        .bind(board.created_at.as_millis())
        .execute(&mut *connection)
        .await
        .or_missing("project")
        .or_exists("board")?;
    let head = heads::read(connection, LogId::Board(board.id)).await?.unwrap_or(0);
    let dense = (1..).zip(&board.first_changes).all(|(seq, change)| change.seq == seq);
    if head != 0 || !dense {
        return Err(StoreError::Exists { what: "change" }.into());
    }
    let rows: Vec<ChangeRow> = board.first_changes.into_iter().map(|change| ChangeRow::new(board.id, change)).collect();
    batch::insert(connection, &rows.iter().collect::<Vec<_>>()).await.or_exists("change")
}

pub(super) async fn rename_board(
    connection: &mut SqliteConnection,
    id: BoardId,
    title: String,
) -> Result<(), WriteError> {
    let query = sqlx::query(RENAME_BOARD).bind(&id.as_bytes()[..]).bind(title);
    some_row(&query.execute(connection).await?, "board")
}

pub(super) async fn delete_board(connection: &mut SqliteConnection, id: BoardId) -> Result<(), WriteError> {
    let id = &id.as_bytes()[..];
    some_row(&sqlx::query(DELETE_BOARD).bind(id).execute(&mut *connection).await?, "board")?;
    sqlx::query(DELETE_CHANGES).bind(id).execute(&mut *connection).await?;
    sqlx::query(DELETE_SNAPSHOTS).bind(id).execute(connection).await?;
    Ok(())
}
