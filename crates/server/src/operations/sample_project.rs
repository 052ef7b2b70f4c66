//! A project to try things with.

use std::path::Path;

use http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::{Project, Role};

use super::projects::{Paths, ProjectResponse, describe_one, make_project, on_disk};
use crate::access::{Call, Signed};
use crate::board_kinds::board_ref;
use crate::folders::{Folder, Folders, NotCreated};
use crate::operation::{Body, Created, Operation, post};
use crate::problem::{Problem, sentence};
use crate::sample::{self, Task};

pub fn operations() -> Vec<Operation> {
    vec![
        post(
            "/projects/sample",
            "create_sample_project",
            "Makes a project to try things with: a folder with a tiny program, rules, and three cards.",
        )
        .tag("projects")
        .problem(StatusCode::CONFLICT)
        .user(create_sample),
    ]
}

const FIRST_COMMIT: &str = "Begin";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoParams {}

async fn create_sample(
    call: Call<Signed>,
    Body(NoParams {}): Body<NoParams>,
) -> Result<Created<ProjectResponse>, Problem> {
    let folders = call.app.folders.clone();
    let folder = on_disk(move || fill_folder(&folders)).await??;
    begin_repository(&call, folder.as_path()).await;
    let best_practices = folder.as_path().join(sample::BEST_PRACTICES);
    let paths = Paths { best_practices: best_practices.to_str().map(str::to_owned), folder };
    let project = make_project(&call, sample::NAME, paths).await?;
    for task in sample::TASKS {
        add_card(&call, &project, task).await?;
    }
    Ok(Created(describe_one(&call.app, project, Role::Owner).await?))
}

/// Makes the folder with its files; what could not be filled is taken away again.
fn fill_folder(folders: &Folders) -> Result<Folder, Problem> {
    let folder = folders.create(sample::FOLDER).map_err(|error| Problem::conflict(code(&error), sentence(&error)))?;
    if let Err(error) = sample::write(folder.as_path()) {
        if let Err(error) = std::fs::remove_dir_all(folder.as_path()) {
            tracing::warn!(%error, "A half-made sample project cannot be removed");
        }
        let refused = NotCreated::Refused(error.kind());
        return Err(Problem::conflict(code(&refused), sentence(&refused)));
    }
    Ok(folder)
}

fn code(error: &NotCreated) -> &'static str {
    match error {
        NotCreated::NoRoot => "no_projects_root",
        NotCreated::Refused(_) | NotCreated::NotText => "not_writable",
        NotCreated::TooMany => "limit_reached",
    }
}

/// Without a repository it is a project all the same, only without branches.
async fn begin_repository(call: &Call<Signed>, folder: &Path) {
    let user = &call.scope.actor.user;
    let author = git::Identity { name: user.name.clone(), mail: user.email.clone() };
    let Some(git) = &call.app.git else { return };
    if let Err(error) = git::Repo::init(git, folder, FIRST_COMMIT, &author).await {
        tracing::warn!(error = &error as &dyn std::error::Error, "The sample project has no repository");
    }
}

async fn add_card(call: &Call<Signed>, project: &Project, task: &Task) -> Result<(), Problem> {
    let board = call.app.store.board(project.kanban_board).await?.ok_or_else(|| Problem::not_found("board"))?;
    let board = board_ref(&board)?;
    let tool = board.kind.tool("create_card").ok_or_else(|| Problem::not_found("tool"))?;
    let input = json!({ "title": task.title, "description": task.description });
    call.app.rooms.run_tool(board, call.scope.actor.author(), tool, input).await?;
    Ok(())
}
