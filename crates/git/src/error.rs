//! Why git could not do what was asked, in words a person can act on.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::names::{Branch, InvalidName};

#[derive(Debug, thiserror::Error)]
pub enum GitError {
    #[error("git is not installed, or not on the PATH")]
    NoGit,
    #[error("git {version} is too old; 2.40 or later is needed")]
    TooOld { version: String },
    #[error("{} is not a git repository", folder.display())]
    NotARepository { folder: PathBuf },
    #[error(
        "the repository of {} belongs to another user; if you trust it, run `git config --global --add safe.directory {}`",
        folder.display(), folder.display()
    )]
    NotOwned { folder: PathBuf },
    #[error("the repository of {} lies elsewhere, or keeps its files elsewhere", folder.display())]
    Elsewhere { folder: PathBuf },
    /// The repository is not trusted, and this cannot be switched off.
    #[error("the repository's settings could run programs ({key}); trust the folder to work with it")]
    CannotDisarm { key: String },
    /// Only a trusted repository may do this.
    #[error("trust the folder first: {doing} runs what the repository sets up")]
    NotTrusted { doing: &'static str },
    #[error("the repository has no commits yet; make a first commit to give work a branch of its own")]
    NoCommits,
    #[error(transparent)]
    InvalidName(#[from] InvalidName),
    #[error("there is no commit named {name}")]
    UnknownRevision { name: String },
    #[error("{} is in use for something else", path.display())]
    PathTaken { path: PathBuf },
    #[error("the branch {branch} is checked out in {}", path.display())]
    BranchTaken { branch: Branch, path: PathBuf },
    #[error("{} is not a worktree of this repository", path.display())]
    NotAWorktree { path: PathBuf },
    /// Something in the work tree cannot be kept in a snapshot, so it is not deleted either.
    #[error("{} holds what a snapshot cannot keep: {}; move it away first", path.display(), what)]
    CannotKeep { path: PathBuf, what: String },
    #[error("{} has changes that are not committed, in files this would touch: {}", folder.display(), named(files))]
    WouldOverwrite { folder: PathBuf, files: Vec<PathBuf> },
    #[error(
        "conflicts are not resolved yet: {}; in {} take out the marks (<<<<<<<, =======, >>>>>>>), or run `git add` with \
         the name of a file that has none and is as it should be",
        named(files), folder.display()
    )]
    Unresolved { folder: PathBuf, files: Vec<PathBuf> },
    #[error("the branch {branch} has moved meanwhile; try again")]
    Moved { branch: Branch },
    #[error("a hook of the repository refused: {output}")]
    HookRefused { output: String },
    #[error("the repository has no remote named origin; add one with `git remote add origin ADDRESS`")]
    NoRemote,
    #[error("GitHub's program gh is not installed, or not on the PATH; see https://cli.github.com")]
    NoGh,
    #[error("gh is not logged in; run `gh auth login` in a terminal, as the user that Tandem runs as")]
    NotLoggedIn,
    #[error("another git program is at work in this repository; try again when it is done")]
    Locked,
    #[error("git took longer than {} seconds while {doing}", deadline.as_secs())]
    Deadline { doing: &'static str, deadline: Duration },
    #[error("git cannot be run for {doing}")]
    Io {
        doing: &'static str,
        #[source]
        source: io::Error,
    },
    #[error("git failed while {doing}: {message}")]
    Failed { doing: &'static str, message: String },
}

impl GitError {
    /// Tells apart the failures that git reports in words only.
    pub(crate) fn failed(doing: &'static str, message: &str) -> Self {
        let is_lock = message.contains(".lock': File exists") || message.contains("cannot lock ref");
        if is_lock { Self::Locked } else { Self::Failed { doing, message: message.to_owned() } }
    }

    pub(crate) fn io(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { doing, source }
    }
}

/// Names the first few files.
fn named(files: &[PathBuf]) -> String {
    const NAMED: usize = 5;
    let mut named: Vec<String> = files.iter().take(NAMED).map(|file| file.display().to_string()).collect();
    if files.len() > NAMED {
        named.push(format!("and {} more", files.len() - NAMED));
    }
    named.join(", ")
}
