//! Projects, who belongs to them, and their boards.

use async_trait::async_trait;
use engine::{BoardId, Seq, Timestamp, UserId};

use crate::{LoggedChange, ProjectId, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    pub id: ProjectId,
    pub name: String,
    pub folder_path: String,
    pub best_practices_path: Option<String>,
    /// The board every project starts with.
    pub kanban_board: BoardId,
    /// Whether somebody has said that what lies in the folder may be run.
    pub trusted: bool,
    /// Whether each card works on a branch and in a folder of its own, where there is git.
    pub worktrees: bool,
    pub created_at: Timestamp,
}

/// What to change of a project; `None` leaves a field as it is.
#[derive(Clone, Debug, Default)]
pub struct ProjectPatch {
    pub name: Option<String>,
    pub folder_path: Option<String>,
    /// `Some(None)` takes the path away.
    pub best_practices_path: Option<Option<String>>,
    pub trusted: Option<bool>,
    pub worktrees: Option<bool>,
}

impl ProjectPatch {
    pub(crate) fn apply(self, project: &mut Project) {
        if let Some(name) = self.name {
            project.name = name;
        }
        if let Some(folder_path) = self.folder_path {
            // The trust was in what lies in the folder, not in the project's name.
            project.trusted &= project.folder_path == folder_path;
            project.folder_path = folder_path;
        }
        if let Some(best_practices_path) = self.best_practices_path {
            project.best_practices_path = best_practices_path;
        }
        if let Some(trusted) = self.trusted {
            project.trusted = trusted;
        }
        if let Some(worktrees) = self.worktrees {
            project.worktrees = worktrees;
        }
    }
}

/// What a member may do; each may do all that the ones before may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Viewer,
    Editor,
    Owner,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub user: UserId,
    pub email: String,
    pub name: String,
    pub role: Role,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub id: BoardId,
    pub project: ProjectId,
    pub kind: String,
    pub title: String,
    pub seq: Seq,
    pub created_at: Timestamp,
}

/// A board to be made, with the changes it starts with.
#[derive(Clone, Debug)]
pub struct NewBoard {
    pub id: BoardId,
    pub kind: String,
    pub title: String,
    pub created_at: Timestamp,
    pub first_changes: Vec<LoggedChange>,
}

#[async_trait]
pub trait Projects: Send + Sync + 'static {
    /// Makes a project, its owner and its kanban board (whose id is `project.kanban_board`) in one step.
    async fn create_project(&self, project: Project, owner: UserId, board: NewBoard) -> Result<(), StoreError>;
    async fn project(&self, id: ProjectId) -> Result<Option<Project>, StoreError>;
    /// Returns up to `limit` of the user's projects after `after`, by id, with the user's role in each.
    async fn projects_of(
        &self,
        user: UserId,
        after: Option<ProjectId>,
        limit: usize,
    ) -> Result<Vec<(Project, Role)>, StoreError>;
    /// Changes a project; `Missing { what: "project" }` if there is none.
    async fn update_project(&self, id: ProjectId, patch: ProjectPatch) -> Result<Project, StoreError>;
    /// Deletes a project with its members, boards, sessions and logs.
    async fn delete_project(&self, id: ProjectId) -> Result<(), StoreError>;

    async fn role(&self, project: ProjectId, user: UserId) -> Result<Option<Role>, StoreError>;
    /// Returns the members by user id, at most 1,000.
    async fn members(&self, project: ProjectId) -> Result<Vec<Member>, StoreError>;
    /// Adds a member or changes a role. `Exists { what: "last owner" }` if it would leave the project without an owner.
    async fn set_member(&self, project: ProjectId, user: UserId, role: Role) -> Result<(), StoreError>;
    /// Removes a member; `Missing { what: "member" }`, or `Exists { what: "last owner" }` as above.
    async fn remove_member(&self, project: ProjectId, user: UserId) -> Result<(), StoreError>;

    async fn create_board(&self, project: ProjectId, board: NewBoard) -> Result<(), StoreError>;
    async fn board(&self, id: BoardId) -> Result<Option<Board>, StoreError>;
    /// Returns the project's boards by id, at most 1,000.
    async fn boards(&self, project: ProjectId) -> Result<Vec<Board>, StoreError>;
    /// `Missing { what: "board" }` if there is none.
    async fn rename_board(&self, id: BoardId, title: &str) -> Result<(), StoreError>;
    /// Deletes a board with its log and snapshots; `Missing { what: "board" }` if there is none. Sessions stay.
    async fn delete_board(&self, id: BoardId) -> Result<(), StoreError>;
}
