//! Making a repository.

use std::path::Path;

use crate::error::GitError;
use crate::program::{Git, Identity};
use crate::repo::Repo;
use crate::run::Call;
use crate::trust::{self, Trust};

impl Repo {
    /// Makes a repository of a folder that is in none, and commits what lies in it. Nothing of the user's templates comes
    /// along.
    pub async fn init(git: &Git, folder: &Path, message: &str, author: &Identity) -> Result<Self, GitError> {
        let arguments = ["init", "--quiet", "--template=", "--initial-branch=main"];
        Call::new(git, folder, "making a repository", arguments).settings(trust::always()).text().await?;
        let repo = Self::open(git, folder, Trust::Untrusted).await?;
        repo.commit_all(message, Some(author)).await?;
        Ok(repo)
    }
}
