//! Committing everything in a work tree.

use std::path::{Path, PathBuf};

use crate::error::GitError;
use crate::limits::{MAX_OUTPUT_BYTES, TREE_DEADLINE};
use crate::names::Commit;
use crate::program::Identity;
use crate::repo::{Head, Hooks, Repo};
use crate::run::Call;
use crate::stage::Index;
use crate::status::{Conflict, FileState, Status};

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
        let unresolved = self.unresolved(&self.status().await?).await;
        if !unresolved.is_empty() {
            return Err(GitError::Unresolved { folder: self.top().to_owned(), files: unresolved });
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

    /// Returns the files with a conflict that nobody has resolved yet. One without marks is resolved although nobody has
    /// added it, if there were marks in it.
    pub async fn unresolved(&self, status: &Status) -> Vec<PathBuf> {
        let mut unresolved = Vec::new();
        for file in &status.files {
            if let FileState::Conflicted(kind) = file.state
                && !self.is_resolved(&file.path, kind).await
            {
                unresolved.push(file.path.clone());
            }
        }
        unresolved
    }

    async fn is_resolved(&self, path: &Path, kind: Conflict) -> bool {
        let path = self.top().join(path);
        // Whoever deleted it has decided.
        let Ok(found) = path.symlink_metadata() else { return true };
        let has_marks = matches!(kind, Conflict::BothChanged | Conflict::BothAdded);
        if !has_marks || !found.is_file() || found.len() > MAX_OUTPUT_BYTES as u64 {
            return false;
        }
        let text = tokio::fs::read(&path).await.unwrap_or_default();
        let is_mark = |line: &[u8]| line.starts_with(b"<<<<<<<") || line.starts_with(b">>>>>>>");
        // Git writes no marks into what is no text.
        !text.contains(&0) && !text.split(|byte| *byte == b'\n').any(is_mark)
    }
}
