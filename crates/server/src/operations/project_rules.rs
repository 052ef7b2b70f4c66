//! A project's best practices, as the rules a review judges by.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use cards::Rule;
use cards::limits::MAX_RULES_BYTES;
use schemars::JsonSchema;
use serde::Serialize;
use store::Role;

use super::projects::on_disk;
use crate::access::{Call, InProject};
use crate::folders::Folders;
use crate::operation::{Operation, Reply, get};
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/projects/{id}/rules", "get_project_rules", "Returns the project's best practices as numbered rules.")
            .tag("projects")
            .project(Role::Viewer, get_rules),
    ]
}

/// The best practices of a project.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ProjectRules")]
struct RulesResponse {
    /// The file; none if the project names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// Whether the file is there and can be read.
    exists: bool,
    rules: Vec<Rule>,
}

async fn get_rules(call: Call<InProject>) -> Result<Reply<RulesResponse>, Problem> {
    let (folders, project) = (call.app.folders.clone(), call.scope.project);
    let Some(path) = project.best_practices_path else {
        return Ok(Reply(RulesResponse { path: None, exists: false, rules: Vec::new() }));
    };
    on_disk(move || {
        let text = read(&folders, &project.folder_path, &path);
        let rules = text.as_deref().map_or_else(Vec::new, cards::rules);
        Reply(RulesResponse { path: Some(path), exists: text.is_some(), rules })
    })
    .await
}

/// Reads the start of a file that was checked when it was named; one that leads elsewhere by now is not read.
fn read(folders: &Folders, folder: &str, path: &str) -> Option<String> {
    let folder = folders.folder(folder).ok().filter(|found| found.as_str() == folder)?;
    let found = folders.file_in(&folder, path).ok().filter(|found| found == Path::new(path))?;
    let start = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(&found)?.take(MAX_RULES_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    start().ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
