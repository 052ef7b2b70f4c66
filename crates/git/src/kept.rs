//! Removing a work tree without losing what was done in it.

use std::path::Path;

use crate::diff::Content;
use crate::error::GitError;
use crate::limits::TREE_DEADLINE;
use crate::names::{Branch, Commit, KeptRef};
use crate::repo::{Head, Hooks, Repo};

const DOING: &str = "removing a worktree";

/// What is left of a removed work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// A snapshot of what was not committed, or was on no branch.
    pub kept: Option<Commit>,
    /// Its branch, if it has commits that no other branch has.
    pub branch_kept: Option<Branch>,
}

impl Repo {
    /// Removes a work tree of this repository. What is not committed is kept in a snapshot, and a branch goes only if all
    /// of its commits are on another branch too. Files that are ignored go.
    pub async fn remove_worktree(&self, path: &Path, keep: &KeptRef) -> Result<Removed, GitError> {
        let path = self.absolute(path)?;
        let known = self.worktrees().await?.into_iter().find(|known| known.path == path && !known.is_main);
        let known = known.ok_or_else(|| GitError::NotAWorktree { path: path.clone() })?;
        let is_gone = path.symlink_metadata().is_err();
        let kept = if is_gone { None } else { self.keep(&path, keep).await? };
        if is_gone {
            self.clear_away(&path).await?;
        } else {
            let call = self.call(DOING, ["worktree", "remove", "--force"], Hooks::Skip).await?;
            call.paths([&path]).deadline(TREE_DEADLINE).text().await?;
        }
        let branch_kept = match known.branch {
            Some(branch) if !self.delete_if_elsewhere(&branch).await? => Some(branch),
            Some(_) | None => None,
        };
        Ok(Removed { kept, branch_kept })
    }

    /// Takes a snapshot if there is anything to lose, and refuses if a snapshot would not hold it.
    async fn keep(&self, path: &Path, keep: &KeptRef) -> Result<Option<Commit>, GitError> {
        let repo = Self::open(self.git(), path, self.trust()).await?;
        if repo.top() != path || repo.common_dir() != self.common_dir() {
            return Err(GitError::NotAWorktree { path: path.to_owned() });
        }
        repo.refuse_filled_submodules().await?;
        let head = repo.head().await?;
        let is_on_no_branch = match &head {
            Head::Detached { commit } => self.branches_with(commit).await? == 0,
            Head::Branch { .. } | Head::Unborn { .. } => false,
        };
        if repo.status().await?.is_clean() && !is_on_no_branch {
            return Ok(None);
        }
        let snapshot = repo.snapshot("What was not committed when the worktree was removed", keep).await?;
        if let Some(what) = snapshot.left_out {
            return Err(GitError::CannotKeep { path: path.to_owned(), what });
        }
        repo.refuse_embedded(&head).await?;
        Ok(Some(snapshot.commit))
    }

    /// A repository inside the work tree is only named by a snapshot: its commits and files would go.
    async fn refuse_embedded(&self, head: &Head) -> Result<(), GitError> {
        let (Head::Branch { commit, .. } | Head::Detached { commit }) = head else { return Ok(()) };
        let diff = self.diff(commit).await?;
        match diff.files.iter().find(|file| file.content == Content::Submodule) {
            Some(file) => Err(self.cannot_keep("a repository of its own in", &file.path)),
            None => Ok(()),
        }
    }

    async fn refuse_filled_submodules(&self) -> Result<(), GitError> {
        let submodules = match self.head().await? {
            Head::Branch { commit, .. } | Head::Detached { commit } => self.submodules(&commit).await?,
            Head::Unborn { .. } => Vec::new(),
        };
        match submodules.iter().find(|path| self.top().join(path).join(".git").symlink_metadata().is_ok()) {
            Some(path) => Err(self.cannot_keep("a submodule in", path)),
            None => Ok(()),
        }
    }

    fn cannot_keep(&self, what: &str, path: &Path) -> GitError {
        GitError::CannotKeep { path: self.top().to_owned(), what: format!("{what} {}", path.display()) }
    }

    /// Deletes a branch whose commits are all on another branch too, and returns whether it did.
    async fn delete_if_elsewhere(&self, branch: &Branch) -> Result<bool, GitError> {
        let Some(tip) = self.tip(branch).await? else { return Ok(true) };
        // The branch itself is one.
        if self.branches_with(&tip).await? < 2 {
            return Ok(false);
        }
        let arguments = ["update-ref", "-d", &branch.full(), tip.as_str()];
        self.call("deleting a branch", arguments, Hooks::Run).await?.text().await?;
        Ok(true)
    }

    /// Counts the branches that a commit is on, up to two.
    async fn branches_with(&self, commit: &Commit) -> Result<usize, GitError> {
        let contains = format!("--contains={commit}");
        let arguments = ["for-each-ref", "--count=2", "--format=%(refname)", &contains, "refs/heads/"];
        let listed = self.read("looking for branches", arguments).await?.text().await?;
        Ok(listed.lines().count())
    }
}
