//! A card's branch: how it stands, and bringing it home.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use boards::Text;
use cards::{CardError, CardRecord, CardTree};
use engine::NodeId;
use git::{GitError, Head, Merged, OnConflict, Repo, Strategy, Updated};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Project, Role};
use tokio::sync::OwnedSemaphorePermit;

use super::cards::{CardPath, project_of};
use crate::access::{Call, OnBoard};
use crate::app::App;
use crate::limits::GIT_PATIENCE;
use crate::operation::{Body, Operation, Path, Reply, post};
use crate::problem::Problem;

const GIT_RETRY_S: u64 = 5;

pub fn operations() -> Vec<Operation> {
    vec![
        post("/boards/{id}/cards/{card}/commit", "commit_card", "Commits everything in the card's folder.")
            .tag("cards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Editor, commit),
        post("/boards/{id}/cards/{card}/merge", "merge_card", "Merges the card's branch into the one it came from.")
            .tag("cards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Editor, merge),
        post("/boards/{id}/cards/{card}/update", "update_card_branch", "Brings the base into the card's branch.")
            .tag("cards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Editor, update),
        post(
            "/boards/{id}/cards/{card}/pull_request",
            "open_pull_request",
            "Pushes the branch and opens a pull request.",
        )
        .tag("cards")
        .problem(StatusCode::CONFLICT)
        .board(Role::Editor, pull_request),
        post(
            "/boards/{id}/cards/{card}/clean_up",
            "clean_up_card",
            "Removes the card's folder; uncommitted work is kept.",
        )
        .tag("cards")
        .problem(StatusCode::CONFLICT)
        .board(Role::Editor, clean_up),
    ]
}

/// A card's branch and folder.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CardWorktree")]
pub struct TreeResponse {
    branch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_branch: Option<String>,
    base_commit: String,
    folder: String,
    /// Whether the folder is there.
    exists: bool,
    ahead: u64,
    behind: u64,
    /// Files that are not committed.
    dirty_files: usize,
    /// Files in which a merge left conflicts.
    conflicts: Vec<String>,
    /// Whether all that is in it is merged.
    merged: bool,
    /// Something worth knowing about how it was made, or why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip)]
    pub changed_files: Vec<String>,
}

impl TreeResponse {
    /// Looks at a card's folder; what cannot be read is said in a note.
    pub async fn of(app: &App, project: &Project, record: Option<&CardRecord>) -> Option<Self> {
        let tree = record?.tree.as_ref()?;
        let mut response = Self {
            branch: tree.branch.to_string(),
            base_branch: tree.base_branch.as_ref().map(ToString::to_string),
            base_commit: tree.base.to_string(),
            folder: tree.folder.clone(),
            exists: FilePath::new(&tree.folder).is_dir(),
            ahead: 0,
            behind: 0,
            dirty_files: 0,
            conflicts: Vec::new(),
            merged: tree.merged_head.is_some(),
            note: tree.note.clone(),
            changed_files: Vec::new(),
        };
        if response.exists
            && let Err(error) = response.look(app, project, tree).await
        {
            response.note = Some(error.to_string());
        }
        Some(response)
    }

    async fn look(&mut self, app: &App, project: &Project, tree: &CardTree) -> Result<(), CardError> {
        let repo = app.cards.worktrees().open(project, tree).await?;
        let base = app.cards.worktrees().base(&repo, tree).await?;
        self.merged = app.cards.worktrees().is_merged(&repo, tree).await?;
        let distance = repo.ahead_behind(&base).await?;
        (self.ahead, self.behind) = (distance.ahead, distance.behind);
        let status = repo.status().await?;
        self.conflicts = repo.unresolved(&status).await.iter().map(shown).collect();
        self.dirty_files = status.files.len();
        self.changed_files = repo.diff(&base).await?.files.iter().map(|file| shown(&file.path)).collect();
        Ok(())
    }
}

/// A card's branch, opened.
pub(super) struct Opened {
    project: Project,
    card: NodeId,
    pub(super) tree: CardTree,
    pub(super) repo: Repo,
    _turn: OwnedSemaphorePermit,
}

/// Waits for a turn at running git.
pub async fn git_turn(app: &App) -> Result<OwnedSemaphorePermit, Problem> {
    let turn = tokio::time::timeout(GIT_PATIENCE, Arc::clone(&app.git_turns).acquire_owned()).await;
    let busy = || Problem::unavailable("busy", "Many look at branches right now. Try again in a moment.", GIT_RETRY_S);
    turn.map_err(|_| busy())?.map_err(|_| busy())
}

pub(super) async fn open(call: &Call<OnBoard>, card: NodeId) -> Result<Opened, Problem> {
    let turn = git_turn(&call.app).await?;
    let project = project_of(call).await?;
    let record = call.app.cards.record(call.scope.board.id, &card).await?;
    let tree = record.and_then(|record| record.tree).ok_or(CardError::NoWorktree)?;
    let repo = call.app.cards.worktrees().open(&project, &tree).await?;
    Ok(Opened { project, card, tree, repo, _turn: turn })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CommitParams {
    /// The card's title if left out.
    message: Option<Text<10_000>>,
}

/// What became of a commit.
#[derive(Serialize, JsonSchema)]
struct CommitResponse {
    /// None if there was nothing to commit.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    worktree: TreeResponse,
}

async fn commit(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Body(params): Body<CommitParams>,
) -> Result<Reply<CommitResponse>, Problem> {
    let opened = open(&call, card).await?;
    let message = params.message.map(|message| message.as_str().to_owned());
    let message = message.filter(|message| !message.trim().is_empty());
    let commit = commit_all(&call, &opened, message).await?;
    let worktree = changed(&call, opened).await?;
    Ok(Reply(CommitResponse { commit: commit.map(|commit| commit.to_string()), worktree }))
}

/// Commits what is not committed, in the name of whoever asks.
async fn commit_all(
    call: &Call<OnBoard>,
    opened: &Opened,
    message: Option<String>,
) -> Result<Option<git::Commit>, Problem> {
    let message = match message {
        Some(message) => message,
        None => title(call, &opened.card).await?,
    };
    Ok(opened.repo.commit_all(&message, Some(&person(call))).await?)
}

/// Names whoever asks, as git does.
fn person(call: &Call<OnBoard>) -> git::Identity {
    let user = &call.scope.actor.user;
    git::Identity { name: user.name.clone(), mail: user.email.clone() }
}

async fn title(call: &Call<OnBoard>, card: &NodeId) -> Result<String, Problem> {
    let sessions = call.app.cards.sessions(&project_of(call).await?, card, 1).await?;
    Ok(sessions.into_iter().next().map_or_else(|| "Work of a card".to_owned(), |session| session.title))
}

/// Keeps what is new about a branch, and looks at it again.
async fn changed(call: &Call<OnBoard>, opened: Opened) -> Result<TreeResponse, Problem> {
    let board = call.scope.board.id;
    call.app.cards.set_tree(board, opened.card.clone(), Some(opened.tree)).await?;
    let record = call.app.cards.record(board, &opened.card).await?;
    let tree = TreeResponse::of(&call.app, &opened.project, record.as_ref()).await;
    tree.ok_or_else(|| Problem::from(CardError::NoWorktree))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MergeParams {
    /// A merge if left out.
    strategy: Option<StrategyName>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MergeStrategy")]
enum StrategyName {
    Merge,
    Squash,
    Rebase,
}

/// What became of a merge.
#[derive(Serialize, JsonSchema)]
struct MergeResponse {
    outcome: MergeOutcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    /// Files that keep it from being merged.
    conflicts: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    worktree: TreeResponse,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum MergeOutcome {
    Merged,
    UpToDate,
    Updated,
    Conflicts,
    /// Nothing was done; `reason` says why.
    Refused,
}

async fn merge(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Body(params): Body<MergeParams>,
) -> Result<Reply<MergeResponse>, Problem> {
    let mut opened = open(&call, card).await?;
    let files = opened.repo.unresolved(&opened.repo.status().await?).await;
    if !files.is_empty() {
        let in_conflict = files.iter().map(shown).collect();
        let unresolved = GitError::Unresolved { folder: opened.repo.top().to_owned(), files };
        let reason = Some(crate::problem::sentence(&unresolved));
        return answer(&call, opened, MergeOutcome::Refused, None, in_conflict, reason).await;
    }
    // What is not committed would not be merged, and nobody would notice.
    commit_all(&call, &opened, None).await?;
    let head = opened.repo.tip(&opened.tree.branch).await?;
    let into = target(&call, &opened).await?;
    let strategy = match params.strategy.unwrap_or(StrategyName::Merge) {
        StrategyName::Merge => Strategy::Merge,
        StrategyName::Squash => Strategy::Squash,
        StrategyName::Rebase => Strategy::Rebase,
    };
    let message = format!("{}\n\nMerged from {}", title(&call, &opened.card).await?, opened.tree.branch);
    match opened.repo.merge(&into, &opened.tree.branch, strategy, &message, Some(&person(&call))).await {
        Ok(Merged::Done { commit }) => {
            (opened.tree.merged_head, opened.tree.conflicts_with) = (head, None);
            answer(&call, opened, MergeOutcome::Merged, Some(commit.to_string()), Vec::new(), None).await
        }
        Ok(Merged::UpToDate) => {
            // Whoever has merged it, all of it is there; without a commit of its own there was nothing to merge.
            opened.tree.merged_head = head.filter(|head| *head != opened.tree.base);
            opened.tree.conflicts_with = None;
            answer(&call, opened, MergeOutcome::UpToDate, None, Vec::new(), None).await
        }
        Ok(Merged::Conflicts { files }) => {
            opened.tree.conflicts_with = opened.repo.tip(&into).await?;
            let files = files.iter().map(|file| shown(&file.path)).collect();
            answer(&call, opened, MergeOutcome::Conflicts, None, files, None).await
        }
        Err(error @ GitError::WouldOverwrite { .. }) => {
            let reason = Some(crate::problem::sentence(&error));
            answer(&call, opened, MergeOutcome::Refused, None, Vec::new(), reason).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the branch a card's work goes to.
async fn target(call: &Call<OnBoard>, opened: &Opened) -> Result<git::Branch, Problem> {
    if let Some(branch) = &opened.tree.base_branch {
        return Ok(branch.clone());
    }
    let repo = call.app.cards.worktrees().repository(&opened.project).await?;
    let head = match repo {
        Some(repo) => Some(repo.head().await?),
        None => None,
    };
    match head {
        Some(Head::Branch { name, .. }) => Ok(name),
        Some(Head::Detached { .. } | Head::Unborn { .. }) | None => {
            let detail = "No branch is checked out in the project's folder; check one out to merge into.";
            Err(Problem::conflict("no_branch", detail))
        }
    }
}

async fn answer(
    call: &Call<OnBoard>,
    opened: Opened,
    outcome: MergeOutcome,
    commit: Option<String>,
    conflicts: Vec<String>,
    reason: Option<String>,
) -> Result<Reply<MergeResponse>, Problem> {
    let worktree = changed(call, opened).await?;
    Ok(Reply(MergeResponse { outcome, commit, conflicts, reason, worktree }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoParams {}

async fn update(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Body(NoParams {}): Body<NoParams>,
) -> Result<Reply<MergeResponse>, Problem> {
    let mut opened = open(&call, card).await?;
    commit_all(&call, &opened, None).await?;
    let base = call.app.cards.worktrees().base(&opened.repo, &opened.tree).await?;
    let from = opened.tree.base_branch.as_ref().map_or_else(|| base.to_string(), ToString::to_string);
    let message = format!("Merge {from} into {}", opened.tree.branch);
    match opened.repo.update_from(&base, &message, Some(&person(&call)), OnConflict::Leave).await? {
        Updated::Done { commit } => {
            opened.tree.conflicts_with = None;
            answer(&call, opened, MergeOutcome::Updated, Some(commit.to_string()), Vec::new(), None).await
        }
        Updated::UpToDate => answer(&call, opened, MergeOutcome::UpToDate, None, Vec::new(), None).await,
        Updated::Conflicts { files } => {
            opened.tree.conflicts_with = Some(base);
            let files = files.iter().map(|file| shown(&file.path)).collect();
            answer(&call, opened, MergeOutcome::Conflicts, None, files, None).await
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PullRequestParams {
    /// The card's title if left out.
    title: Option<Text<200>>,
    body: Option<Text<20_000>>,
    #[serde(default)]
    draft: bool,
}

/// Where a pull request is.
#[derive(Serialize, JsonSchema)]
struct PullRequestResponse {
    url: String,
}

async fn pull_request(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Body(params): Body<PullRequestParams>,
) -> Result<Reply<PullRequestResponse>, Problem> {
    let opened = open(&call, card).await?;
    let gh = call.app.cards.worktrees().gh()?;
    commit_all(&call, &opened, None).await?;
    let title = match params.title {
        Some(title) if !title.as_str().trim().is_empty() => title.as_str().to_owned(),
        Some(_) | None => title(&call, &opened.card).await?,
    };
    let base = target(&call, &opened).await?;
    let request = git::PullRequest {
        branch: &opened.tree.branch,
        base: &base,
        title: &title,
        body: params.body.as_ref().map_or("", |body| body.as_str()),
        readiness: if params.draft { git::Readiness::Draft } else { git::Readiness::Ready },
    };
    opened.repo.push(&opened.tree.branch).await?;
    Ok(Reply(PullRequestResponse { url: opened.repo.pull_request(&gh, &request).await? }))
}

/// What was kept of a folder that was removed.
#[derive(Serialize, JsonSchema)]
struct CleanUpResponse {
    /// A commit of what was not committed.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept_commit: Option<String>,
    /// The branch, if it has commits that no other has.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept_branch: Option<String>,
}

async fn clean_up(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Body(NoParams {}): Body<NoParams>,
) -> Result<Reply<CleanUpResponse>, Problem> {
    let board = call.scope.board.id;
    let _turn = git_turn(&call.app).await?;
    let project = project_of(&call).await?;
    let record = call.app.cards.record(board, &card).await?.ok_or(CardError::NoWorktree)?;
    if record.state.phase.is_busy() {
        return Err(CardError::Busy.into());
    }
    let tree = record.tree.ok_or(CardError::NoWorktree)?;
    let repo = call.app.cards.worktrees().repository(&project).await?.ok_or(CardError::NoWorktree)?;
    let removed = repo.remove_worktree(FilePath::new(&tree.folder), &cards::kept_ref(&card)?).await?;
    call.app.cards.set_tree(board, card, None).await?;
    Ok(Reply(CleanUpResponse {
        kept_commit: removed.kept.map(|commit| commit.to_string()),
        kept_branch: removed.branch_kept.map(|branch| branch.to_string()),
    }))
}

/// A path for people; what is no text is shown as well as it can be.
pub(super) fn shown(path: impl AsRef<FilePath>) -> String {
    let path: PathBuf = path.as_ref().to_owned();
    path.to_string_lossy().into_owned()
}
