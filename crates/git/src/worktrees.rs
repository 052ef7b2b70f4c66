//! Work trees of their own for pieces of work.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::error::GitError;
use crate::limits::{MAX_SUBMODULES, TREE_DEADLINE};
use crate::names::{Branch, Commit};
use crate::repo::{Hooks, Repo};

const DOING: &str = "making a worktree";
/// Why git locks a worktree that it has not finished making.
const HALF_MADE: &[u8] = b"initializing";

/// A work tree that the repository knows of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worktree {
    pub path: PathBuf,
    /// `None` if no branch is checked out there.
    pub branch: Option<Branch>,
    /// The first of a repository, which can never be removed.
    pub is_main: bool,
    /// Git was ended while it made it.
    is_half_made: bool,
}

#[derive(Debug)]
pub struct AddedWorktree {
    pub made: Made,
    /// The new work tree.
    pub repo: Repo,
    /// What is not committed in the work tree it was made from, and so is not part of the new one.
    pub dirty: Dirty,
    /// Submodules are not filled: that would fetch from whatever address the repository names.
    pub submodules: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    New,
    /// It was there already, on the same branch.
    Existing,
}

/// How many files are not committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dirty {
    pub files: usize,
    /// There are more.
    pub truncated: bool,
}

impl Repo {
    /// Returns the work trees of the repository, the main one first.
    pub async fn worktrees(&self) -> Result<Vec<Worktree>, GitError> {
        let arguments = ["worktree", "list", "--porcelain", "-z"];
        let listed = self.read("listing worktrees", arguments).await?.bytes().await?;
        Ok(parse(&listed))
    }

    /// Makes a work tree at `path`, on a branch that starts from `base`. If the branch is there already it is checked out
    /// as it is; if the work tree is there already, nothing happens.
    pub async fn add_worktree(&self, path: &Path, branch: &Branch, base: &Commit) -> Result<AddedWorktree, GitError> {
        let path = self.absolute(path)?;
        let made = if self.is_there(&path, branch).await? {
            Made::Existing
        } else {
            self.make(&path, branch, base).await?;
            Made::New
        };
        let repo = Self::open(self.git(), &path, self.trust()).await?;
        let status = self.status().await?;
        let dirty = Dirty { files: status.files.len(), truncated: status.truncated };
        let submodules = repo.submodules(&repo.head_commit().await?).await?;
        Ok(AddedWorktree { made, repo, dirty, submodules })
    }

    /// Returns whether the work tree is there. What is only left of one is cleared away.
    async fn is_there(&self, path: &Path, branch: &Branch) -> Result<bool, GitError> {
        let taken = || GitError::PathTaken { path: path.to_owned() };
        for known in self.worktrees().await? {
            let (is_here, is_on_branch) = (known.path == path, known.branch.as_ref() == Some(branch));
            if !is_here && !is_on_branch {
                continue;
            }
            if !known.is_main && (known.is_half_made || known.path.symlink_metadata().is_err()) {
                self.clear_away(&known.path).await?;
                continue;
            }
            match (is_here, is_on_branch) {
                (true, true) => return Ok(true),
                (true, false) => return Err(taken()),
                (false, _) => return Err(GitError::BranchTaken { branch: branch.clone(), path: known.path }),
            }
        }
        let is_free = match path.symlink_metadata() {
            Ok(found) => found.is_dir() && path.read_dir().is_ok_and(|mut entries| entries.next().is_none()),
            Err(_) => true,
        };
        if is_free { Ok(false) } else { Err(taken()) }
    }

    async fn make(&self, path: &Path, branch: &Branch, base: &Commit) -> Result<(), GitError> {
        if let Some(parent) = path.parent() {
            tokio::fs::create_dir_all(parent).await.map_err(GitError::io(DOING))?;
        }
        let call = self.call(DOING, ["worktree", "add", "--quiet"], Hooks::Run).await?;
        let call = if self.tip(branch).await?.is_some() {
            call.paths([path]).argument(branch.as_str())
        } else {
            call.argument("--no-track").argument("-b").argument(branch.as_str()).paths([path]).argument(base.as_str())
        };
        call.deadline(TREE_DEADLINE).text().await.map(drop)
    }

    /// Takes away what is left of a work tree whose folder is gone, or which was never finished.
    pub(crate) async fn clear_away(&self, path: &Path) -> Result<(), GitError> {
        // Twice: it is locked while it is being made.
        let arguments = ["worktree", "remove", "--force", "--force"];
        let call = self.call("clearing a worktree away", arguments, Hooks::Skip).await?;
        call.paths([path]).deadline(TREE_DEADLINE).text().await.map(drop)
    }

    /// Resolves the part of a path that is there, as git does.
    pub(crate) fn absolute(&self, path: &Path) -> Result<PathBuf, GitError> {
        let path = self.top().join(path);
        let exists = |path: &&Path| path.symlink_metadata().is_ok();
        let there = path.ancestors().skip(1).find(exists).unwrap_or(Path::new("/"));
        let rest = path.strip_prefix(there).unwrap_or(&path).to_owned();
        Ok(there.canonicalize().map_err(GitError::io(DOING))?.join(rest))
    }

    /// Returns where a commit has submodules.
    pub(crate) async fn submodules(&self, commit: &Commit) -> Result<Vec<PathBuf>, GitError> {
        let blob = format!("--blob={commit}:.gitmodules");
        let arguments = ["config", &blob, "-z", "--get-regexp", r"^submodule\..*\.path$"];
        let output = self.read("looking for submodules", arguments).await?.output().await?;
        let path = |entry: &[u8]| {
            let start = entry.iter().position(|byte| *byte == b'\n')? + 1;
            Some(PathBuf::from(OsStr::from_bytes(&entry[start..])))
        };
        Ok(output.stdout.split(|byte| *byte == 0).filter_map(path).take(MAX_SUBMODULES).collect())
    }
}

/// Reads fields that end in NUL; an empty one ends a work tree.
fn parse(listed: &[u8]) -> Vec<Worktree> {
    let mut worktrees: Vec<Worktree> = Vec::new();
    for field in listed.split(|byte| *byte == 0) {
        if let Some(path) = field.strip_prefix(b"worktree ") {
            let path = PathBuf::from(OsStr::from_bytes(path));
            worktrees.push(Worktree { path, branch: None, is_main: worktrees.is_empty(), is_half_made: false });
        } else if let Some(worktree) = worktrees.last_mut() {
            if let Some(name) = field.strip_prefix(b"branch refs/heads/") {
                worktree.branch = Branch::parse(&String::from_utf8_lossy(name)).ok();
            }
            worktree.is_half_made |= field.strip_prefix(b"locked ") == Some(HALF_MADE);
        }
    }
    worktrees
}
