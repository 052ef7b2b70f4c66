//! Pull requests, through GitHub's `gh` where it is installed.

use std::path::PathBuf;

use crate::error::GitError;
use crate::limits::REMOTE_DEADLINE;
use crate::names::Branch;
use crate::program::{Git, find_program};
use crate::repo::{Hooks, Repo};
use crate::run::Call;
use crate::trust::Trust;

const REMOTE: &str = "origin";

/// GitHub's program.
#[derive(Debug, Clone)]
pub struct Gh {
    program: PathBuf,
}

#[derive(Debug, Clone)]
pub struct PullRequest<'a> {
    pub branch: &'a Branch,
    /// Where it is to be merged.
    pub base: &'a Branch,
    pub title: &'a str,
    pub body: &'a str,
    pub readiness: Readiness,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    Draft,
    Ready,
}

impl Gh {
    /// Looks for the program where git was found.
    pub fn find(git: &Git) -> Result<Self, GitError> {
        let program = git.path().and_then(|path| find_program(path, "gh"));
        program.map(|program| Self { program }).ok_or(GitError::NoGh)
    }
}

impl Repo {
    /// Sends a branch to the remote. Only from a trusted repository: it names the programs that do it.
    pub async fn push(&self, branch: &Branch) -> Result<(), GitError> {
        let doing = "pushing";
        if self.trust() == Trust::Untrusted {
            return Err(GitError::NotTrusted { doing });
        }
        if self.read(doing, ["remote", "get-url", REMOTE]).await?.output().await?.code != Some(0) {
            return Err(GitError::NoRemote);
        }
        let refs = format!("{0}:{0}", branch.full());
        let call = self.call(doing, ["push", "--quiet", "--set-upstream", "--", REMOTE, &refs], Hooks::Run).await?;
        call.deadline(REMOTE_DEADLINE).text().await.map(drop)
    }

    /// Pushes a branch and opens a pull request for it, and returns its address; if there is one already, that is it.
    pub async fn pull_request(&self, gh: &Gh, request: &PullRequest<'_>) -> Result<String, GitError> {
        self.push(request.branch).await?;
        let doing = "opening a pull request";
        // One argument each, so that a title is never an option.
        let mut arguments = vec!["pr".to_owned(), "create".to_owned(), "--body-file=-".to_owned()];
        arguments.push(format!("--title={}", request.title));
        arguments.push(format!("--base={}", request.base));
        arguments.push(format!("--head={}", request.branch));
        if request.readiness == Readiness::Draft {
            arguments.push("--draft".to_owned());
        }
        let call = Call::gh(self.git(), &gh.program, self.top(), doing, arguments).input(request.body);
        let output = call.deadline(REMOTE_DEADLINE).output().await?;
        let said =
            if output.code == Some(0) { String::from_utf8_lossy(&output.stdout).into_owned() } else { output.said() };
        let address = said.split_whitespace().rfind(|word| word.starts_with("https://")).map(str::to_owned);
        match address {
            Some(address) if output.code == Some(0) || said.contains("already exists") => Ok(address),
            _ if said.contains("gh auth login") => Err(GitError::NotLoggedIn),
            _ => Err(output.failed(doing)),
        }
    }
}
