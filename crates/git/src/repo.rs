//! One work tree of a repository, and where it stands.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::error::GitError;
use crate::limits::MAX_PATH_BYTES;
use crate::names::{Branch, Commit};
use crate::program::Git;
use crate::run::{Call, Output};
use crate::trust::{self, Trust};

/// A work tree: the main one of a repository, or a linked one.
#[derive(Debug, Clone)]
pub struct Repo {
    git: Git,
    trust: Trust,
    top: PathBuf,
    git_dir: PathBuf,
    common_dir: PathBuf,
    prefix: PathBuf,
}

/// What is checked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    Branch {
        name: Branch,
        commit: Commit,
    },
    Detached {
        commit: Commit,
    },
    /// A branch without a commit: nothing was ever committed.
    Unborn {
        name: Branch,
    },
}

/// Whether a call may run hooks, if the repository is trusted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hooks {
    Run,
    Skip,
}

impl Repo {
    /// Opens the work tree that a folder is in.
    pub async fn open(git: &Git, folder: &Path, trust: Trust) -> Result<Self, GitError> {
        let not_a_repository = || GitError::NotARepository { folder: folder.to_owned() };
        let folder = folder.canonicalize().map_err(|_| not_a_repository())?;
        let top = folder.ancestors().find(|folder| folder.join(".git").symlink_metadata().is_ok());
        let top = top.ok_or_else(not_a_repository)?.to_owned();
        let prefix = folder.strip_prefix(&top).unwrap_or(Path::new("")).to_owned();
        let (git, empty) = (git.clone(), PathBuf::new());
        let mut repo = Self { git, trust, top, git_dir: empty.clone(), common_dir: empty, prefix };
        let top = repo.ask_path("--show-toplevel").await?;
        repo.git_dir = repo.ask_path("--absolute-git-dir").await?;
        repo.common_dir = repo.ask_path("--git-common-dir").await?;
        let is_ours = top == repo.top && (trust == Trust::Trusted || repo.is_its_own());
        if is_ours { Ok(repo) } else { Err(GitError::Elsewhere { folder }) }
    }

    /// Returns the top folder of the work tree.
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// Returns where the opened folder lies below the top.
    pub fn prefix(&self) -> &Path {
        &self.prefix
    }

    /// Returns the folder with the objects and refs, which all work trees of a repository share.
    pub fn common_dir(&self) -> &Path {
        &self.common_dir
    }

    pub fn trust(&self) -> Trust {
        self.trust
    }

    /// Returns what is checked out.
    pub async fn head(&self) -> Result<Head, GitError> {
        let doing = "reading what is checked out";
        let name = self.read(doing, ["symbolic-ref", "-q", "HEAD"]).await?.output().await?;
        let commit = self.resolve("HEAD").await;
        if name.code != Some(0) {
            return commit.map(|commit| Head::Detached { commit });
        }
        let name = String::from_utf8_lossy(&name.stdout);
        let name = Branch::parse(name.trim_end().trim_start_matches("refs/heads/"))?;
        match commit {
            Ok(commit) => Ok(Head::Branch { name, commit }),
            Err(GitError::UnknownRevision { .. }) => Ok(Head::Unborn { name }),
            Err(error) => Err(error),
        }
    }

    /// Returns the commit that is checked out, or says that there is none yet.
    pub async fn head_commit(&self) -> Result<Commit, GitError> {
        match self.head().await? {
            Head::Branch { commit, .. } | Head::Detached { commit } => Ok(commit),
            Head::Unborn { .. } => Err(GitError::NoCommits),
        }
    }

    /// Returns the branch that new work starts from and goes back to: the one that is checked out, or else the one that
    /// the remote begins with, or else `main` or `master`.
    pub async fn default_base(&self) -> Result<Option<Branch>, GitError> {
        match self.head().await? {
            Head::Branch { name, .. } => return Ok(Some(name)),
            Head::Unborn { .. } => return Err(GitError::NoCommits),
            Head::Detached { .. } => {}
        }
        let remote = ["symbolic-ref", "-q", "--short", "refs/remotes/origin/HEAD"];
        let remote = self.read("reading the remote's branch", remote).await?.output().await?;
        let remote = String::from_utf8_lossy(&remote.stdout).trim().trim_start_matches("origin/").to_owned();
        for name in [remote.as_str(), "main", "master"] {
            if let Ok(branch) = Branch::parse(name)
                && self.tip(&branch).await?.is_some()
            {
                return Ok(Some(branch));
            }
        }
        Ok(None)
    }

    /// Returns the commit that a name stands for: a branch, a tag, an id.
    pub async fn resolve(&self, name: &str) -> Result<Commit, GitError> {
        let unknown = || GitError::UnknownRevision { name: name.to_owned() };
        if name.is_empty() || name.contains(char::is_control) {
            return Err(unknown());
        }
        let arguments = ["rev-parse", "--verify", "-q", "--end-of-options", &format!("{name}^{{commit}}")];
        let output = self.read("looking for a commit", arguments).await?.output().await?;
        match output.code {
            Some(0) => Ok(Commit::parse(String::from_utf8_lossy(&output.stdout).trim())?),
            Some(1) => Err(unknown()),
            _ => Err(output.failed("looking for a commit")),
        }
    }

    /// Returns the commit a branch ends in, if there is such a branch.
    pub async fn tip(&self, branch: &Branch) -> Result<Option<Commit>, GitError> {
        match self.resolve(&branch.full()).await {
            Ok(commit) => Ok(Some(commit)),
            Err(GitError::UnknownRevision { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn git(&self) -> &Git {
        &self.git
    }

    pub(crate) fn git_dir(&self) -> &Path {
        &self.git_dir
    }

    /// A call that reads: it takes no locks and runs no hooks.
    pub(crate) async fn read<A: AsRef<OsStr>>(
        &self,
        doing: &'static str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Call, GitError> {
        Ok(self.call(doing, arguments, Hooks::Skip).await?.variable("GIT_OPTIONAL_LOCKS", "0"))
    }

    /// A call that writes. In a repository that is not trusted no hook runs, whatever is asked for.
    pub(crate) async fn call<A: AsRef<OsStr>>(
        &self,
        doing: &'static str,
        arguments: impl IntoIterator<Item = A>,
        hooks: Hooks,
    ) -> Result<Call, GitError> {
        let mut settings = trust::always();
        match self.trust {
            Trust::Trusted if hooks == Hooks::Run => {}
            Trust::Trusted => settings.push(trust::no_hooks()),
            Trust::Untrusted => settings.extend(trust::disarm(&self.listed_settings().await?)?),
        }
        Ok(self.bare_call(doing, arguments).settings(settings))
    }

    /// Reads every setting, which runs nothing.
    async fn listed_settings(&self) -> Result<Vec<u8>, GitError> {
        let arguments = ["config", "--list", "--includes", "--show-scope", "-z"];
        let output = self.bare_call("reading the settings", arguments).settings(trust::always()).output().await?;
        let complete = output.code == Some(0) && !output.truncated;
        if complete { Ok(output.stdout) } else { Err(self.refusal(&output)) }
    }

    fn bare_call<A: AsRef<OsStr>>(&self, doing: &'static str, arguments: impl IntoIterator<Item = A>) -> Call {
        let call = Call::new(&self.git, &self.top, doing, arguments);
        // Git looks for the repository here and not further up.
        let call = call.variable("GIT_CEILING_DIRECTORIES", self.top.parent().unwrap_or(Path::new("/")));
        match self.trust {
            Trust::Trusted => call,
            Trust::Untrusted => call
                .variable("GIT_CONFIG_NOSYSTEM", "1")
                .variable("GIT_NO_LAZY_FETCH", "1")
                .variable("GIT_ALLOW_PROTOCOL", "none"),
        }
    }

    async fn ask_path(&self, question: &str) -> Result<PathBuf, GitError> {
        let arguments = ["rev-parse", "--path-format=absolute", question];
        let output = self.read("opening the repository", arguments).await?.output().await?;
        if output.code == Some(0) {
            let path = output.stdout.strip_suffix(b"\n").unwrap_or(&output.stdout).to_vec();
            let path = PathBuf::from(OsString::from_vec(path));
            return path.canonicalize().map_err(GitError::io("opening the repository"));
        }
        Err(self.refusal(&output))
    }

    /// Tells why git does not take the folder for a repository.
    fn refusal(&self, output: &Output) -> GitError {
        let folder = self.top.clone();
        match output.stderr.as_str() {
            said if said.contains("dubious ownership") => GitError::NotOwned { folder },
            said if said.contains("not a git repository") => GitError::NotARepository { folder },
            said if said.contains("must be run in a work tree") => GitError::Elsewhere { folder },
            _ => output.failed("opening the repository"),
        }
    }

    /// Returns whether the repository lies in the work tree, or is one that knows this linked work tree as its own: a
    /// file of a hostile folder may name anybody's repository.
    fn is_its_own(&self) -> bool {
        if self.git_dir == self.top.join(".git") {
            return self.common_dir == self.git_dir;
        }
        let points_back = read_small(&self.git_dir.join("gitdir")).is_some_and(|text| {
            let text = text.strip_suffix(b"\n").unwrap_or(&text);
            self.git_dir.join(OsStr::from_bytes(text)).canonicalize().is_ok_and(|back| back == self.top.join(".git"))
        });
        points_back && self.git_dir.parent() == Some(&self.common_dir.join("worktrees"))
    }
}

/// Reads a file that holds a path; something else under its name is left alone.
fn read_small(path: &Path) -> Option<Vec<u8>> {
    let found = path.metadata().ok()?;
    let is_small = found.is_file() && found.len() <= MAX_PATH_BYTES;
    is_small.then(|| std::fs::read(path).ok()).flatten()
}
