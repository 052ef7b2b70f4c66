//! What a card's branch changes, file by file.

use git::{Change, ChangedFile, Content, LineKind};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Role;

use super::card_git::{Opened, open, shown};
use super::cards::CardPath;
use crate::access::{Call, OnBoard};
use crate::limits::DIFF_CONTEXT_LINES;
use crate::operation::{Operation, Path, Query, Reply, get};
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/boards/{id}/cards/{card}/diff", "get_card_diff", "Lists the files a card's branch changes.")
            .tag("cards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Viewer, diff),
        get(
            "/boards/{id}/cards/{card}/diff/file",
            "get_card_file_diff",
            "Returns how a file of a card differs, if it does.",
        )
        .tag("cards")
        .problem(StatusCode::CONFLICT)
        .board(Role::Viewer, file_diff),
    ]
}

/// What a branch changes.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CardDiff")]
struct DiffResponse {
    #[serde(skip_serializing_if = "Option::is_none")]
    base_branch: Option<String>,
    /// The commit it is compared with.
    base_commit: String,
    branch: String,
    files: Vec<FileResponse>,
    additions: u64,
    deletions: u64,
    /// Whether there are more files than are listed.
    truncated: bool,
}

/// A file that a branch changes.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChangedFile")]
struct FileResponse {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_path: Option<String>,
    status: FileStatusName,
    additions: u64,
    deletions: u64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FileChange")]
enum FileStatusName {
    Added,
    Modified,
    Deleted,
    Renamed,
    Binary,
    Submodule,
}

async fn diff(call: Call<OnBoard>, Path(CardPath { card }): Path<CardPath>) -> Result<Reply<DiffResponse>, Problem> {
    let Opened { tree, repo, .. } = open(&call, card).await?;
    let diff = repo.diff(&call.app.cards.worktrees().base(&repo, &tree).await?).await?;
    Ok(Reply(DiffResponse {
        base_branch: tree.base_branch.as_ref().map(ToString::to_string),
        base_commit: diff.compared.from.to_string(),
        branch: tree.branch.to_string(),
        files: diff.files.iter().map(FileResponse::from).collect(),
        additions: diff.size.additions,
        deletions: diff.size.deletions,
        truncated: diff.truncated,
    }))
}

impl From<&ChangedFile> for FileResponse {
    fn from(file: &ChangedFile) -> Self {
        let (additions, deletions) = match file.content {
            Content::Text { additions, deletions } => (additions, deletions),
            Content::Binary | Content::Submodule => (0, 0),
        };
        let status = match (file.content, file.change) {
            (Content::Binary, _) => FileStatusName::Binary,
            (Content::Submodule, _) => FileStatusName::Submodule,
            (Content::Text { .. }, Change::Added) => FileStatusName::Added,
            (Content::Text { .. }, Change::Modified) => FileStatusName::Modified,
            (Content::Text { .. }, Change::Deleted) => FileStatusName::Deleted,
            (Content::Text { .. }, Change::Renamed) => FileStatusName::Renamed,
        };
        let old_path = file.old_path.as_deref().map(shown);
        Self { path: shown(&file.path), old_path, status, additions, deletions }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FileParams {
    /// As the list of files says it.
    #[schemars(length(min = 1, max = 4_096))]
    path: String,
}

/// How one file differs; without hunks if its lines are the same.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CardFileDiff")]
struct FileDiffResponse {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_path: Option<String>,
    binary: bool,
    /// Whether it is too long to be shown whole.
    truncated: bool,
    hunks: Vec<HunkResponse>,
}

/// Lines that differ, with some around them.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DiffHunk")]
struct HunkResponse {
    old_start: u32,
    new_start: u32,
    /// What git says the lines belong to, such as a function.
    #[serde(skip_serializing_if = "String::is_empty")]
    header: String,
    lines: Vec<LineResponse>,
}

/// One line, with its number in the old file, the new file or both.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DiffLine")]
struct LineResponse {
    kind: LineKindName,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<u32>,
    text: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DiffLineKind")]
enum LineKindName {
    Context,
    Add,
    Delete,
}

async fn file_diff(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Query(FileParams { path }): Query<FileParams>,
) -> Result<Reply<FileDiffResponse>, Problem> {
    let Opened { tree, repo, .. } = open(&call, card).await?;
    let diff = repo.diff(&call.app.cards.worktrees().base(&repo, &tree).await?).await?;
    let Some(file) = diff.files.iter().find(|file| shown(&file.path) == path) else {
        // It differed when it was listed, and has been merged or taken back since.
        return Ok(Reply(FileDiffResponse {
            path,
            old_path: None,
            binary: false,
            truncated: false,
            hunks: Vec::new(),
        }));
    };
    let found = repo.file_diff(&diff.compared, &file.path, file.old_path.as_deref(), DIFF_CONTEXT_LINES).await?;
    Ok(Reply(FileDiffResponse {
        old_path: file.old_path.as_deref().map(shown),
        path,
        binary: found.is_binary,
        truncated: found.truncated,
        hunks: found.hunks.into_iter().map(hunk).collect(),
    }))
}

fn hunk(hunk: git::Hunk) -> HunkResponse {
    let (mut old, mut new) = (hunk.old_start, hunk.new_start);
    let mut number = |kind: LineKind| {
        let here = (old, new);
        let (in_old, in_new) = match kind {
            LineKind::Context => (true, true),
            LineKind::Addition => (false, true),
            LineKind::Deletion => (true, false),
        };
        old += u32::from(in_old);
        new += u32::from(in_new);
        (in_old.then_some(here.0), in_new.then_some(here.1))
    };
    let mut lines = Vec::with_capacity(hunk.lines.len());
    for line in hunk.lines {
        let (old, new) = number(line.kind);
        let kind = match line.kind {
            LineKind::Context => LineKindName::Context,
            LineKind::Addition => LineKindName::Add,
            LineKind::Deletion => LineKindName::Delete,
        };
        lines.push(LineResponse { kind, old, new, text: line.text });
    }
    HunkResponse { old_start: hunk.old_start, new_start: hunk.new_start, header: hunk.section, lines }
}
