//! The branch and folder that a card works in.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use engine::{NodeId, SessionId};
use git::{Commit, Gh, Git, GitError, Head, KeptRef, Removed, Repo, Trust, branch_name};
use store::Project;

use crate::error::CardError;
use crate::record::{CardTree, Conflict, DiffSize};

/// What our branches begin with.
const PREFIX: &str = "tandem";

/// How a card's branch stands.
pub(crate) struct Measure {
    pub(crate) size: DiffSize,
    /// The commit that was merged, if there is more now.
    pub(crate) outgrown: Option<Commit>,
    pub(crate) conflict: Option<Conflict>,
}

/// Makes and finds the folders of cards.
#[derive(Clone)]
pub struct Worktrees {
    git: Option<Git>,
    root: PathBuf,
}

impl Worktrees {
    pub fn new(git: Option<Git>, root: PathBuf) -> Self {
        Self { git, root }
    }

    /// Opens the repository of a project; none if there is none, or no git.
    pub async fn repository(&self, project: &Project) -> Result<Option<Repo>, GitError> {
        let Some(git) = &self.git else { return Ok(None) };
        match Repo::open(git, Path::new(&project.folder_path), trust(project)).await {
            // A folder inside somebody else's repository is not the project's to branch.
            Ok(repo) => Ok(Some(repo).filter(|repo| repo.prefix() == Path::new(""))),
            Err(GitError::NotARepository { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Finds the program that opens pull requests.
    pub fn gh(&self) -> Result<Gh, CardError> {
        let git = self.git.as_ref().ok_or(GitError::NoGit)?;
        Ok(Gh::find(git)?)
    }

    /// Opens a card's work tree.
    pub async fn open(&self, project: &Project, tree: &CardTree) -> Result<Repo, CardError> {
        let git = self.git.as_ref().ok_or(GitError::NoGit)?;
        let folder = Path::new(&tree.folder);
        let elsewhere = || CardError::Refused("the folder of this card leads elsewhere now".to_owned());
        if folder.canonicalize().is_ok_and(|found| found != folder) {
            return Err(elsewhere());
        }
        let repo = Repo::open(git, folder, trust(project)).await?;
        let home = self.repository(project).await?.ok_or(CardError::NoWorktree)?;
        let is_ours = repo.top() == folder && repo.common_dir() == home.common_dir();
        if is_ours { Ok(repo) } else { Err(elsewhere()) }
    }

    /// Makes a card's branch and folder, unless they are there; none where the project has no branches per card.
    pub(crate) async fn ensure(
        &self,
        project: &Project,
        card: &NodeId,
        title: &str,
        known: Option<&CardTree>,
    ) -> Result<Option<CardTree>, CardError> {
        if !project.worktrees && known.is_none() {
            return Ok(None);
        }
        if let Some(tree) = known.filter(|tree| Path::new(&tree.folder).is_dir()) {
            return Ok(Some(tree.clone()));
        }
        let Some(repo) = self.repository(project).await? else { return Ok(None) };
        let (base_branch, base) = match repo.head().await? {
            Head::Branch { name, commit } => (Some(name), commit),
            Head::Detached { commit } => (None, commit),
            // Without a commit there is nothing to branch from: it works in the project's own folder.
            Head::Unborn { .. } => return Ok(None),
        };
        let branch = known.map_or_else(|| branch_name(PREFIX, title, short(card)), |tree| tree.branch.clone());
        let folder = self.root.join(project.id.to_string()).join(card.as_str());
        let added = repo.add_worktree(&folder, &branch, &base).await?;
        if let Some(tree) = known {
            return Ok(Some(tree.clone()));
        }
        let folder = added.repo.top().to_str().ok_or(GitError::NotAWorktree { path: folder })?.to_owned();
        let note = note(added.dirty.files, added.submodules.len());
        Ok(Some(CardTree { folder, branch, base, base_branch, note, merged_head: None, conflicts_with: None }))
    }

    /// Keeps the files as they are at the end of a turn, so that somebody can go back to them.
    pub(crate) async fn remember(
        &self,
        project: &Project,
        tree: &CardTree,
        session: SessionId,
        turn: u32,
    ) -> Result<(), CardError> {
        let repo = self.open(project, tree).await?;
        repo.snapshot(&format!("After turn {turn} of session {session}"), &turn_ref(session, turn)?).await?;
        Ok(())
    }

    /// Makes a branch and folder for another card, with the files as they were after a turn, or as they are now.
    pub async fn fork(
        &self,
        project: &Project,
        tree: &CardTree,
        session: SessionId,
        turn: Option<u32>,
        card: &NodeId,
        title: &str,
    ) -> Result<CardTree, CardError> {
        let repo = self.open(project, tree).await?;
        let start = if let Some(turn) = turn {
            repo.resolve(turn_ref(session, turn)?.as_str()).await?
        } else {
            let kept = KeptRef::parse(&format!("refs/tandem/forks/{card}")).map_err(GitError::from)?;
            repo.snapshot(&format!("Forked for {card}"), &kept).await?.commit
        };
        let branch = branch_name(PREFIX, title, short(card));
        let folder = self.root.join(project.id.to_string()).join(card.as_str());
        let added = repo.add_worktree(&folder, &branch, &start).await?;
        let folder = added.repo.top().to_str().ok_or(GitError::NotAWorktree { path: folder })?.to_owned();
        Ok(CardTree { folder, branch, merged_head: None, note: None, ..tree.clone() })
    }

    /// Removes the folders of a project's cards that hold nothing but what is committed.
    pub(crate) async fn clear_away(&self, project: &Project, trees: &[(NodeId, CardTree)]) {
        for (card, tree) in trees {
            let (folder, branch) = (&tree.folder, &tree.branch);
            match self.remove(project, card, tree).await {
                Ok(Removed { branch_kept: Some(_), .. }) => {
                    tracing::info!(%branch, "The branch {branch} of a card stays: its commits are on no other");
                }
                Ok(Removed { branch_kept: None, .. }) => {}
                Err(error) => {
                    tracing::warn!(folder, %branch, %error, "The folder {folder} of a card stays");
                }
            }
        }
        let folder = self.root.join(project.id.to_string());
        match tokio::fs::remove_dir(&folder).await {
            Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty) => {
                tracing::warn!(folder = %folder.display(), %error, "A folder for cards was not removed");
            }
            Ok(()) | Err(_) => {}
        }
    }

    /// Removes a card's folder unless there is something in it that is not committed.
    async fn remove(&self, project: &Project, card: &NodeId, tree: &CardTree) -> Result<Removed, CardError> {
        let folder = Path::new(&tree.folder);
        if folder.symlink_metadata().is_ok() && !self.open(project, tree).await?.status().await?.is_clean() {
            return Err(CardError::Refused("it holds changes that are not committed".to_owned()));
        }
        let repo = self.repository(project).await?.ok_or(CardError::NoWorktree)?;
        Ok(repo.remove_worktree(folder, &kept_ref(card)?).await?)
    }

    /// Returns what a card's work is compared with: the branch it goes back to as it is now, which it may have been
    /// brought up to date with.
    pub async fn base(&self, repo: &Repo, tree: &CardTree) -> Result<Commit, CardError> {
        let tip = match &tree.base_branch {
            Some(branch) if !self.is_merged(repo, tree).await? => repo.tip(branch).await?,
            Some(_) | None => None,
        };
        Ok(tip.unwrap_or_else(|| tree.base.clone()))
    }

    /// Tells whether what is in a card's folder is what was merged, and nothing else.
    pub async fn is_merged(&self, repo: &Repo, tree: &CardTree) -> Result<bool, CardError> {
        let Some(merged) = &tree.merged_head else { return Ok(false) };
        Ok(repo.head_commit().await? == *merged && repo.status().await?.is_clean())
    }

    pub(crate) async fn measure(&self, project: &Project, tree: &CardTree) -> Result<Measure, CardError> {
        let repo = self.open(project, tree).await?;
        let size = repo.diff_size(&self.base(&repo, tree).await?).await?;
        let size = DiffSize { files: size.files, additions: size.additions, deletions: size.deletions };
        let has_more = !self.is_merged(&repo, tree).await?;
        let conflict = match &tree.conflicts_with {
            Some(base) if repo.has_brought_in(base).await? => Some(Conflict::Resolved),
            Some(_) => Some(Conflict::Open),
            None => None,
        };
        Ok(Measure { size, outgrown: tree.merged_head.clone().filter(|_| has_more), conflict })
    }
}

/// The name under which the files after a turn are kept.
fn turn_ref(session: SessionId, turn: u32) -> Result<KeptRef, GitError> {
    Ok(KeptRef::parse(&format!("refs/tandem/turns/{session}/{turn}"))?)
}

/// The name under which what was not committed is kept when a card's folder is removed.
pub fn kept_ref(card: &NodeId) -> Result<KeptRef, GitError> {
    Ok(KeptRef::parse(&format!("refs/tandem/kept/{card}"))?)
}

fn trust(project: &Project) -> Trust {
    if project.trusted { Trust::Trusted } else { Trust::Untrusted }
}

/// The end of an id: the beginning is the time, which two cards may share.
fn short(card: &NodeId) -> &str {
    let id = card.as_str();
    &id[id.len().saturating_sub(6)..]
}

/// Says what is not in the new folder although somebody might expect it.
fn note(dirty: usize, submodules: usize) -> Option<String> {
    let uncommitted = match dirty {
        0 => None,
        1 => Some("1 uncommitted file of the project's folder is not part of this branch.".to_owned()),
        files => Some(format!("{files} uncommitted files of the project's folder are not part of this branch.")),
    };
    let unfilled = (submodules > 0).then(|| format!("{submodules} submodules are empty here."));
    let sentences: Vec<String> = [uncommitted, unfilled].into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}
