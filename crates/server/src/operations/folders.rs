//! Folders on the server, for choosing a project's.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::projects::{PathText, on_disk};
use crate::access::{Call, Signed};
use crate::folders::FolderEntry;
use crate::operation::{Operation, Query, Reply, get};
use crate::page::ListResponse;
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    let summary = "Lists the folders inside a folder on the server, or the roots of all project folders.";
    vec![
        get("/folders", "list_folders", summary)
            .tag("projects")
            .problem(http::StatusCode::NOT_FOUND)
            .user(list_folders),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FoldersParams {
    /// Left out, the roots are listed.
    path: Option<PathText>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct FolderResponse {
    name: String,
    path: String,
    is_git_repo: bool,
}

impl From<FolderEntry> for FolderResponse {
    fn from(entry: FolderEntry) -> Self {
        Self { name: entry.name, path: entry.path, is_git_repo: entry.is_git_repo }
    }
}

async fn list_folders(
    call: Call<Signed>,
    Query(params): Query<FoldersParams>,
) -> Result<Reply<ListResponse<FolderResponse>>, Problem> {
    let folders = call.app.folders.clone();
    let found = on_disk(move || match params.path {
        Some(path) => folders.list(&path.0),
        None => Ok(folders.list_roots()),
    })
    .await?;
    let entries = found.map_err(|_| Problem::not_found("folder"))?;
    Ok(Reply(ListResponse::whole(entries.into_iter().map(Into::into).collect())))
}
