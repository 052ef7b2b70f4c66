//! Committing everything in a work tree.

use std::path::PathBuf;

use crate::error::GitError;
use crate::limits::{MAX_OUTPUT_BYTES, TREE_DEADLINE};
use crate::names::Commit;
use crate::program::Identity;
use crate::repo::{Head, Hooks, Repo};
use crate::run::Call;
use crate::stage::Index;

const DOING: &str = "committing";

/// Who makes a commit, where the user's settings do not say it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Signature {
    author: Option<Identity>,
    committer: Option<Identity>,
}

impl Signature {
    pub fn on(&self, mut call: Call) -> Call {
        if let Some(author) = &self.author {
            call = call.variable("GIT_AUTHOR_NAME", &author.name).variable("GIT_AUTHOR_EMAIL", &author.mail);
        }
        if let Some(committer) = &self.committer {
            call =
                call.variable("GIT_COMMITTER_NAME", &committer.name).variable("GIT_COMMITTER_EMAIL", &committer.mail);
        }
        call
    }

    pub fn of(identity: &Identity) -> Self {
        Self { author: Some(identity.clone()), committer: Some(identity.clone()) }
    }
}

impl Repo {
    /// Commits everything that is not ignored, as the user or as `author`; `None` if there is nothing to commit. A merge
    /// whose conflicts are resolved is concluded.
    pub async fn commit_all(&self, message: &str, author: Option<&Identity>) -> Result<Option<Commit>, GitError> {
        let unresolved = self.unresolved().await?;
        if !unresolved.is_empty() {
            return Err(GitError::Unresolved { files: unresolved });
        }
        if let Some(message) = self.stage_all(Index::Own).await? {
            tracing::debug!(message, "Files are left out of a commit");
        }
        if !self.is_merging() && !self.has_staged().await? {
            return Ok(None);
        }
        let signature = self.signature(author).await?;
        let call = self.call(DOING, ["commit", "--quiet", "--cleanup=strip", "-F", "-"], Hooks::Run).await?;
        let output = signature.on(call).input(message).deadline(TREE_DEADLINE).output().await?;
        match output.code {
            Some(0) => self.head_commit().await.map(Some),
            // Everything else that goes wrong has another code.
            Some(1) => Err(GitError::HookRefused { output: output.said() }),
            _ => Err(output.failed(DOING)),
        }
    }

    /// Returns who is to be named where the user's settings name nobody.
    pub(crate) async fn signature(&self, author: Option<&Identity>) -> Result<Signature, GitError> {
        let mut is_set = true;
        for key in ["user.name", "user.email"] {
            let said = self.read("reading the user's name", ["config", "--get", key]).await?.output().await?;
            is_set &= said.code == Some(0) && !said.stdout.trim_ascii().is_empty();
        }
        let fallback = (!is_set).then(Identity::default);
        Ok(Signature { author: author.cloned().or_else(|| fallback.clone()), committer: fallback })
    }

    /// Returns whether a merge has begun and is not concluded.
    pub(crate) fn is_merging(&self) -> bool {
        self.git_dir().join("MERGE_HEAD").exists()
    }

    async fn has_staged(&self) -> Result<bool, GitError> {
        if let Head::Unborn { .. } = self.head().await? {
            return Ok(!self.read(DOING, ["ls-files", "--cached"]).await?.most(1).output().await?.stdout.is_empty());
        }
        let arguments = ["diff-index", "--cached", "--quiet", "--ignore-submodules=dirty", "HEAD"];
        let output = self.read(DOING, arguments).await?.deadline(TREE_DEADLINE).output().await?;
        match output.code {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => Err(output.failed(DOING)),
        }
    }

    /// Returns the files with a conflict in which the marks of one still stand.
    async fn unresolved(&self) -> Result<Vec<PathBuf>, GitError> {
        let mut unresolved = Vec::new();
        for file in self.status().await?.conflicts() {
            let path = self.top().join(&file.path);
            let is_small =
                path.symlink_metadata().is_ok_and(|found| found.is_file() && found.len() <= MAX_OUTPUT_BYTES as u64);
            let text = if is_small { tokio::fs::read(&path).await.unwrap_or_default() } else { Vec::new() };
            if text.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"<<<<<<< ")) {
                unresolved.push(file.path.clone());
            }
        }
        Ok(unresolved)
    }
}
