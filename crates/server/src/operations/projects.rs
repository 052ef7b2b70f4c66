//! Projects: a name, a folder, members and boards.

use engine::{BoardId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Project, ProjectId, ProjectPatch, Role};

use super::boards::new_board;
use crate::access::{Call, InProject, Signed};
use crate::app::App;
use crate::board_kinds::BoardKind;
use crate::fields::{Name, Title};
use crate::folders::{Folder, GitState, InvalidFolder};
use crate::ids;
use crate::limits::MAX_PATH_CHARS;
use crate::operation::{Body, Created, Nothing, Operation, Query, Reply, delete, get, patch, post};
use crate::page::{Cursor, ListResponse, PageParams};
use crate::patch::Patch;
use crate::problem::Problem;
use crate::revocations::Revocation;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/projects", "list_projects", "Lists the projects one is a member of.").tag("projects").user(list_projects),
        post("/projects", "create_project", "Makes a project with its kanban board.")
            .tag("projects")
            .user(create_project),
        get("/projects/{id}", "get_project", "Returns a project.").tag("projects").project(Role::Viewer, get_project),
        patch(
            "/projects/{id}",
            "update_project",
            "Changes a project's name, folder, best practices or how it is worked in.",
        )
        .tag("projects")
        .project(Role::Owner, update_project),
        delete("/projects/{id}", "delete_project", "Deletes a project with its boards; its folder stays.")
            .tag("projects")
            .project(Role::Owner, delete_project),
    ]
}

#[derive(Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own for whoever reads it")]
pub struct ProjectResponse {
    id: ProjectId,
    name: String,
    folder_path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_practices_path: Option<String>,
    is_git_repo: bool,
    /// The branch that is checked out in the folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
    kanban_board_id: BoardId,
    /// Whether what lies in the folder (settings, hooks, tool servers) may configure agents.
    trusted: bool,
    /// Whether each card gets a branch and a folder of its own, where there is git.
    worktrees: bool,
    /// Whether the server has the program that opens pull requests.
    gh: bool,
    /// What the caller may do here.
    role: RoleName,
    created_at: Timestamp,
}

/// What a member may do; each may do all that the ones before may.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Role")]
pub enum RoleName {
    Viewer,
    Editor,
    Owner,
}

impl From<Role> for RoleName {
    fn from(role: Role) -> Self {
        match role {
            Role::Viewer => Self::Viewer,
            Role::Editor => Self::Editor,
            Role::Owner => Self::Owner,
        }
    }
}

impl From<RoleName> for Role {
    fn from(role: RoleName) -> Self {
        match role {
            RoleName::Viewer => Self::Viewer,
            RoleName::Editor => Self::Editor,
            RoleName::Owner => Self::Owner,
        }
    }
}

impl ProjectResponse {
    fn new(project: Project, role: Role, git: GitState, gh: bool) -> Self {
        Self {
            id: project.id,
            name: project.name,
            folder_path: project.folder_path,
            best_practices_path: project.best_practices_path,
            is_git_repo: git.is_git_repo,
            branch: git.branch,
            kanban_board_id: project.kanban_board,
            trusted: project.trusted,
            worktrees: project.worktrees,
            gh,
            role: role.into(),
            created_at: project.created_at,
        }
    }
}

pub async fn list_projects(
    call: Call<Signed>,
    Query(page): Query<PageParams>,
) -> Result<Reply<ListResponse<ProjectResponse>>, Problem> {
    let after = page.cursor.map(|cursor| ProjectId::from_bytes(cursor.id()));
    let user = call.scope.actor.user.id;
    let mut projects = call.app.store.projects_of(user, after, page.limit() + 1).await?;
    let more = projects.len() > page.limit();
    projects.truncate(page.limit());
    let next = projects.last().filter(|_| more).map(|(project, _)| Cursor::after(*project.id.as_bytes()));
    let items = describe(&call.app, projects).await?;
    Ok(Reply(ListResponse { items, next }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CreateProjectParams {
    name: Name,
    /// A folder on the server, inside one of its projects roots.
    folder_path: PathText,
    /// A file inside the folder, named from it or from the root.
    best_practices_path: Option<PathText>,
}

async fn create_project(
    call: Call<Signed>,
    Body(params): Body<CreateProjectParams>,
) -> Result<Created<ProjectResponse>, Problem> {
    let paths = check_paths(&call.app, params.folder_path, params.best_practices_path).await?;
    let project = make_project(&call, params.name.as_str(), paths).await?;
    Ok(Created(describe_one(&call.app, project, Role::Owner).await?))
}

/// Makes a project that belongs to the caller, with its board.
pub async fn make_project(call: &Call<Signed>, name: &str, paths: Paths) -> Result<Project, Problem> {
    let title = Title::parse("Kanban").map_err(|error| Problem::internal("naming a board", &error))?;
    let board = new_board(call.now, &BoardKind::kanban(), &title)?;
    let project = Project {
        id: ProjectId::from_uuid(ids::mint(call.now)),
        name: name.to_owned(),
        folder_path: paths.folder.as_str().to_owned(),
        best_practices_path: paths.best_practices,
        kanban_board: board.id,
        trusted: false,
        worktrees: true,
        created_at: call.now,
    };
    call.app.store.create_project(project.clone(), call.scope.actor.user.id, board).await?;
    Ok(project)
}

async fn get_project(call: Call<InProject>) -> Result<Reply<ProjectResponse>, Problem> {
    Ok(Reply(describe_one(&call.app, call.scope.project, call.scope.role).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UpdateProjectParams {
    name: Option<Name>,
    folder_path: Option<PathText>,
    /// `null` takes it away.
    #[serde(default)]
    best_practices_path: Patch<PathText>,
    /// Whether what lies in the folder (settings, hooks, tool servers) may configure agents; another folder is not trusted.
    trusted: Option<bool>,
    /// Whether each card gets a branch and a folder of its own, where there is git; cards that have them keep them.
    worktrees: Option<bool>,
}

async fn update_project(
    call: Call<InProject>,
    Body(params): Body<UpdateProjectParams>,
) -> Result<Reply<ProjectResponse>, Problem> {
    let (app, project) = (&call.app, call.scope.project);
    let name = params.name.map(|name| name.as_str().to_owned());
    let mut change =
        ProjectPatch { name, trusted: params.trusted, worktrees: params.worktrees, ..ProjectPatch::default() };
    let moved = params.folder_path.is_some();
    let folder = params.folder_path.unwrap_or(PathText(project.folder_path));
    let (best_practices, touched) = match params.best_practices_path {
        Patch::Keep => (project.best_practices_path.map(PathText), false),
        Patch::Clear => (None, true),
        Patch::Set(path) => (Some(path), true),
    };
    if moved || touched {
        // The file must lie in the folder, whichever of the two is new.
        let paths = check_paths(app, folder, best_practices).await?;
        change.folder_path = Some(paths.folder.as_str().to_owned());
        change.best_practices_path = Some(paths.best_practices);
    }
    let project = app.store.update_project(project.id, change).await?;
    Ok(Reply(describe_one(app, project, call.scope.role).await?))
}

async fn delete_project(call: Call<InProject>) -> Result<Nothing, Problem> {
    let id = call.scope.project.id;
    let boards = call.app.store.boards(id).await?;
    let ids: Vec<BoardId> = boards.iter().map(|board| board.id).collect();
    let trees = call.app.cards.trees(&ids).await?;
    // First, so that no agent goes on working in a project that is gone.
    call.app.sessions.close_project(id).await?;
    call.app.store.delete_project(id).await?;
    call.app.cards.close(&ids);
    for board in ids {
        call.app.rooms.close(board).await;
    }
    call.app.revocations.publish(Revocation::Project(id));
    call.app.cards.clear_away(call.scope.project, trees).await;
    Ok(Nothing)
}

/// Where a project lies, after it has been checked.
pub struct Paths {
    pub folder: Folder,
    pub best_practices: Option<String>,
}

/// Checks the paths of a project on a thread that may wait for the disk.
async fn check_paths(app: &App, folder: PathText, file: Option<PathText>) -> Result<Paths, Problem> {
    let folders = app.folders.clone();
    let wrong = |field: &'static str| move |error: InvalidFolder| Problem::invalid(field, error.to_string());
    on_disk(move || {
        let folder = folders.folder(&folder.0).map_err(wrong("/folder_path"))?;
        let file =
            file.map(|file| folders.file_in(&folder, &file.0)).transpose().map_err(wrong("/best_practices_path"))?;
        Ok(Paths { best_practices: file.and_then(|path| path.to_str().map(str::to_owned)), folder })
    })
    .await?
}

pub async fn describe_one(app: &App, project: Project, role: Role) -> Result<ProjectResponse, Problem> {
    let mut described = describe(app, vec![(project, role)]).await?;
    described.pop().ok_or_else(|| Problem::not_found("project"))
}

async fn describe(app: &App, projects: Vec<(Project, Role)>) -> Result<Vec<ProjectResponse>, Problem> {
    let (folders, worktrees) = (app.folders.clone(), app.cards.worktrees().clone());
    on_disk(move || {
        let gh = worktrees.gh().is_ok();
        let describe = |(project, role): (Project, Role)| {
            let git = folders.git_state(&project.folder_path);
            ProjectResponse::new(project, role, git, gh)
        };
        projects.into_iter().map(describe).collect()
    })
    .await
}

/// Runs what may wait for a disk away from the threads that answer requests.
pub async fn on_disk<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Problem::internal("looking at a folder", &error))
}

/// A path as somebody wrote it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(inline, extend("minLength" = 1, "maxLength" = MAX_PATH_CHARS))]
pub struct PathText(pub String);

impl TryFrom<String> for PathText {
    type Error = String;

    fn try_from(raw: String) -> Result<Self, String> {
        let fits = (1..=MAX_PATH_CHARS).contains(&raw.chars().count());
        if fits { Ok(Self(raw)) } else { Err(format!("a path is 1 to {MAX_PATH_CHARS} characters")) }
    }
}
