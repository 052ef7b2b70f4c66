//! A commit of everything in a work tree that touches nothing in it.
//!
//! Files are gathered in a copy of the index. The index, what is checked out and the work tree stay as they are, and no
//! hook hears of it.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::commit::Signature;
use crate::error::GitError;
use crate::names::{Commit, KeptRef, Tree};
use crate::program::Identity;
use crate::repo::{Head, Hooks, Repo};
use crate::run::Call;
use crate::stage::Index;

const DOING: &str = "taking a snapshot";

/// A work tree as it was, with the files that are not tracked and not ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    pub commit: Commit,
    /// What git said about files that it could not take in.
    pub left_out: Option<String>,
}

/// The files of a work tree as git would commit them all.
pub(crate) struct Gathered {
    pub tree: Tree,
    pub left_out: Option<String>,
}

impl Repo {
    /// Takes a snapshot that is kept as long as the ref is there. Its parent is the commit that is checked out.
    pub async fn snapshot(&self, message: &str, keep: &KeptRef) -> Result<Snapshot, GitError> {
        let Gathered { tree, left_out } = self.gather().await?;
        let parents = match self.head().await? {
            Head::Branch { commit, .. } | Head::Detached { commit } => vec![commit],
            Head::Unborn { .. } => Vec::new(),
        };
        let ours = Signature::of(&Identity::default());
        let commit = self.commit_tree(&tree, &parents, message, |call| ours.on(call)).await?;
        let arguments = ["update-ref", keep.as_str(), commit.as_str()];
        self.call("keeping a snapshot", arguments, Hooks::Skip).await?.text().await?;
        Ok(Snapshot { commit, left_out })
    }

    /// Lets go of a snapshot; without its ref, git collects it some day.
    pub async fn forget(&self, keep: &KeptRef) -> Result<(), GitError> {
        let arguments = ["update-ref", "-d", keep.as_str()];
        self.call("letting go of a snapshot", arguments, Hooks::Skip).await?.text().await.map(drop)
    }

    /// Writes the whole work tree into the repository's objects.
    pub(crate) async fn gather(&self) -> Result<Gathered, GitError> {
        let folder = tempfile::tempdir().map_err(GitError::io(DOING))?;
        let index = folder.path().join("index");
        copy_index(&self.git_dir().join("index"), &index).map_err(GitError::io(DOING))?;
        let left_out = self.stage_all(Index::At(&index)).await?;
        let written = self.call(DOING, ["write-tree"], Hooks::Skip).await?.variable("GIT_INDEX_FILE", &index);
        Ok(Gathered { tree: Tree::parse(&written.text().await?)?, left_out })
    }

    /// Makes a commit that no branch knows yet.
    pub(crate) async fn commit_tree(
        &self,
        tree: &Tree,
        parents: &[Commit],
        message: &str,
        identity: impl FnOnce(Call) -> Call,
    ) -> Result<Commit, GitError> {
        let mut arguments = vec!["commit-tree", "--no-gpg-sign", "-F", "-"];
        for parent in parents {
            arguments.extend(["-p", parent.as_str()]);
        }
        arguments.push(tree.as_str());
        let call = self.call("making a commit", arguments, Hooks::Skip).await?.input(message);
        Ok(Commit::parse(&identity(call).text().await?)?)
    }
}

/// Copies the index with its time: git compares that with the times of files to know which it must read again.
fn copy_index(from: &Path, to: &Path) -> io::Result<()> {
    let modified = match from.metadata() {
        Ok(found) => found.modified()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    std::fs::copy(from, to)?;
    File::options().write(true).open(to)?.set_modified(modified)
}
