//! Bringing what has happened meanwhile into a work tree.

use std::path::PathBuf;

use crate::error::GitError;
use crate::limits::TREE_DEADLINE;
use crate::merge::ConflictedFile;
use crate::names::Commit;
use crate::program::Identity;
use crate::repo::{Hooks, Repo};
use crate::status::FileState;

const DOING: &str = "bringing in the base";

/// What happens to a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnConflict {
    /// It stays in the files, with marks, for somebody to resolve; then [`Repo::commit_all`] or [`Repo::abort`].
    Leave,
    /// Everything is as it was before.
    Undo,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Updated {
    Done { commit: Commit },
    UpToDate,
    Conflicts { files: Vec<ConflictedFile> },
}

impl Repo {
    /// Merges `base` into what is checked out here, as the user or as `author`. Everything must be committed, so that it
    /// can be undone.
    pub async fn update_from(
        &self,
        base: &Commit,
        message: &str,
        author: Option<&Identity>,
        on_conflict: OnConflict,
    ) -> Result<Updated, GitError> {
        let head = self.head_commit().await?;
        if self.merge_base(&head, base).await?.as_ref() == Some(base) {
            return Ok(Updated::UpToDate);
        }
        let status = self.status().await?;
        if !status.is_clean() {
            let files: Vec<PathBuf> = status.files.into_iter().map(|file| file.path).collect();
            return Err(GitError::WouldOverwrite { folder: self.top().to_owned(), files });
        }
        let signature = self.signature(author).await?;
        let arguments = [
            "merge",
            "--no-squash",
            "--commit",
            "--no-autostash",
            "--no-stat",
            "--quiet",
            "--no-ff",
            "--no-edit",
            "-m",
            message,
            base.as_str(),
        ];
        let call = signature.on(self.call(DOING, arguments, Hooks::Run).await?);
        let output = call.deadline(TREE_DEADLINE).output().await?;
        if output.code == Some(0) {
            return Ok(Updated::Done { commit: self.head_commit().await? });
        }
        let files = self.conflicts().await?;
        if files.is_empty() {
            return Err(output.failed(DOING));
        }
        if on_conflict == OnConflict::Undo {
            self.abort().await?;
        }
        Ok(Updated::Conflicts { files })
    }

    /// Tells whether all of `base` is in what is checked out here, or in a merge that only has to be committed.
    pub async fn has_brought_in(&self, base: &Commit) -> Result<bool, GitError> {
        if !self.unresolved(&self.status().await?).await.is_empty() {
            return Ok(false);
        }
        for end in ["HEAD", "MERGE_HEAD"] {
            match self.resolve(end).await {
                Ok(end) if self.merge_base(&end, base).await?.as_ref() == Some(base) => return Ok(true),
                Ok(_) | Err(GitError::UnknownRevision { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Gives up a merge that is not concluded: everything is as it was before it.
    pub async fn abort(&self) -> Result<(), GitError> {
        let call = self.call("giving up a merge", ["merge", "--abort"], Hooks::Skip).await?;
        call.deadline(TREE_DEADLINE).text().await.map(drop)
    }

    async fn conflicts(&self) -> Result<Vec<ConflictedFile>, GitError> {
        let files = self.status().await?.files.into_iter();
        let conflicted = files.filter_map(|file| match file.state {
            FileState::Conflicted(kind) => Some(ConflictedFile { path: file.path, kind }),
            FileState::Changed | FileState::Untracked => None,
        });
        Ok(conflicted.collect())
    }
}
