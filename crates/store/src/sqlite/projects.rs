//! Projects, members and boards in SQLite.

mod steps;

use async_trait::async_trait;
use engine::{BoardId, Seq, UserId};
use sqlx::sqlite::SqliteRow;

use super::SqliteStore;
use super::column::{Unavailable, decode, get, id, limit, time};
use super::work::Work;
use crate::{Board, Member, NewBoard, Project, ProjectId, ProjectPatch, Projects, Role, StoreError};

const PROJECT: &str = "SELECT id, name, folder_path, best_practices_path, kanban_board, trusted, worktrees, \
     created_at \
     FROM projects WHERE id = $1 LIMIT 1";
const PROJECTS_OF: &str = "SELECT p.id, p.name, p.folder_path, p.best_practices_path, p.kanban_board, p.trusted, \
     p.worktrees, p.created_at, m.role FROM members m JOIN projects p ON p.id = m.project \
     WHERE m.user_id = $1 ORDER BY m.project LIMIT $2";
const PROJECTS_OF_AFTER: &str = "SELECT p.id, p.name, p.folder_path, p.best_practices_path, p.kanban_board, \
     p.trusted, p.worktrees, p.created_at, m.role FROM members m JOIN projects p ON p.id = m.project \
     WHERE m.user_id = $1 AND m.project > $2 ORDER BY m.project LIMIT $3";
const ROLE: &str = "SELECT role FROM members WHERE project = $1 AND user_id = $2 LIMIT 1";
const MEMBERS: &str = "SELECT u.id, u.email, u.name, m.role FROM members m JOIN users u ON u.id = m.user_id \
     WHERE m.project = $1 ORDER BY m.user_id LIMIT 1000";
const BOARD: &str = "SELECT b.id, b.project, b.kind, b.title, b.created_at, \
     COALESCE((SELECT MAX(c.seq) FROM changes c WHERE c.board = b.id), 0) FROM boards b WHERE b.id = $1 LIMIT 1";
const BOARDS: &str = "SELECT b.id, b.project, b.kind, b.title, b.created_at, \
     COALESCE((SELECT MAX(c.seq) FROM changes c WHERE c.board = b.id), 0) \
     FROM boards b WHERE b.project = $1 ORDER BY b.id LIMIT 1000";

const READING: &str = "read projects";

#[async_trait]
impl Projects for SqliteStore {
    async fn create_project(&self, project: Project, owner: UserId, board: NewBoard) -> Result<(), StoreError> {
        let work = Work::new("create a project", move |connection| {
            Box::pin(steps::create_project(connection, project, owner, board))
        });
        self.writer().write(work.replacing_logs()).await
    }

    async fn project(&self, id: ProjectId) -> Result<Option<Project>, StoreError> {
        let query = sqlx::query(PROJECT).bind(&id.as_bytes()[..]);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_project(&row)).transpose().unavailable(READING)
    }

    async fn projects_of(
        &self,
        user: UserId,
        after: Option<ProjectId>,
        max: usize,
    ) -> Result<Vec<(Project, Role)>, StoreError> {
        let user = &user.as_bytes()[..];
        let query = match &after {
            None => sqlx::query(PROJECTS_OF).bind(user).bind(limit(max)),
            Some(after) => sqlx::query(PROJECTS_OF_AFTER).bind(user).bind(&after.as_bytes()[..]).bind(limit(max)),
        };
        let rows = query.fetch_all(self.readers()).await;
        let read = |row: &SqliteRow| Ok((read_project(row)?, read_role(row, 8)?));
        rows.and_then(|rows| rows.iter().map(read).collect()).unavailable(READING)
    }

    async fn update_project(&self, id: ProjectId, patch: ProjectPatch) -> Result<Project, StoreError> {
        let work =
            Work::new("change a project", move |connection| Box::pin(steps::update_project(connection, id, patch)));
        self.writer().write(work).await
    }

    async fn delete_project(&self, id: ProjectId) -> Result<(), StoreError> {
        let work = Work::new("delete a project", move |connection| Box::pin(steps::delete_project(connection, id)));
        self.writer().write(work.replacing_logs()).await
    }

    async fn role(&self, project: ProjectId, user: UserId) -> Result<Option<Role>, StoreError> {
        let query = sqlx::query(ROLE).bind(&project.as_bytes()[..]).bind(&user.as_bytes()[..]);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_role(&row, 0)).transpose().unavailable(READING)
    }

    async fn members(&self, project: ProjectId) -> Result<Vec<Member>, StoreError> {
        let rows = sqlx::query(MEMBERS).bind(&project.as_bytes()[..]).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_member).collect()).unavailable(READING)
    }

    async fn set_member(&self, project: ProjectId, user: UserId, role: Role) -> Result<(), StoreError> {
        let work =
            Work::new("set a member", move |connection| Box::pin(steps::set_member(connection, project, user, role)));
        self.writer().write(work).await
    }

    async fn remove_member(&self, project: ProjectId, user: UserId) -> Result<(), StoreError> {
        let work =
            Work::new("remove a member", move |connection| Box::pin(steps::remove_member(connection, project, user)));
        self.writer().write(work).await
    }

    async fn create_board(&self, project: ProjectId, board: NewBoard) -> Result<(), StoreError> {
        let work =
            Work::new("create a board", move |connection| Box::pin(steps::create_board(connection, project, board)));
        self.writer().write(work.replacing_logs()).await
    }

    async fn board(&self, id: BoardId) -> Result<Option<Board>, StoreError> {
        let query = sqlx::query(BOARD).bind(&id.as_bytes()[..]);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_board(&row)).transpose().unavailable(READING)
    }

    async fn boards(&self, project: ProjectId) -> Result<Vec<Board>, StoreError> {
        let rows = sqlx::query(BOARDS).bind(&project.as_bytes()[..]).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_board).collect()).unavailable(READING)
    }

    async fn rename_board(&self, id: BoardId, title: &str) -> Result<(), StoreError> {
        let title = title.to_owned();
        let work = Work::new("rename a board", move |connection| Box::pin(steps::rename_board(connection, id, title)));
        self.writer().write(work).await
    }

    async fn delete_board(&self, id: BoardId) -> Result<(), StoreError> {
        let work = Work::new("delete a board", move |connection| Box::pin(steps::delete_board(connection, id)));
        self.writer().write(work.replacing_logs()).await
    }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Viewer => "viewer",
        Role::Editor => "editor",
        Role::Owner => "owner",
    }
}

fn read_role(row: &SqliteRow, index: usize) -> Result<Role, sqlx::Error> {
    match get::<&str>(row, index)? {
        "viewer" => Ok(Role::Viewer),
        "editor" => Ok(Role::Editor),
        "owner" => Ok(Role::Owner),
        other => Err(decode(index, format!("no role is called {other:?}"))),
    }
}

fn read_project(row: &SqliteRow) -> Result<Project, sqlx::Error> {
    Ok(Project {
        id: id(row, 0, ProjectId::from_bytes)?,
        name: get(row, 1)?,
        folder_path: get(row, 2)?,
        best_practices_path: get(row, 3)?,
        kanban_board: id(row, 4, BoardId::from_bytes)?,
        trusted: get(row, 5)?,
        worktrees: get(row, 6)?,
        created_at: time(row, 7)?,
    })
}

fn read_member(row: &SqliteRow) -> Result<Member, sqlx::Error> {
    Ok(Member {
        user: id(row, 0, UserId::from_bytes)?,
        email: get(row, 1)?,
        name: get(row, 2)?,
        role: read_role(row, 3)?,
    })
}

fn read_board(row: &SqliteRow) -> Result<Board, sqlx::Error> {
    Ok(Board {
        id: id(row, 0, BoardId::from_bytes)?,
        project: id(row, 1, ProjectId::from_bytes)?,
        kind: get(row, 2)?,
        title: get(row, 3)?,
        created_at: time(row, 4)?,
        seq: Seq::try_from(get::<i64>(row, 5)?).map_err(|error| decode(5, error))?,
    })
}
