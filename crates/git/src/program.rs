//! The `git` program and what every run of it gets.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::GitError;
use crate::run::Call;

/// Variables that are passed on; nothing else is inherited.
const PASSED_ON: &[&str] = &[
    "GIT_CONFIG_GLOBAL",
    "HOME",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "LOGNAME",
    "NO_PROXY",
    "SSH_AUTH_SOCK",
    "TMPDIR",
    "USER",
    "XDG_CONFIG_HOME",
    "http_proxy",
    "https_proxy",
    "no_proxy",
];

/// Variables that only `gh` gets.
const FOR_GH: &[&str] = &["GH_CONFIG_DIR", "GH_HOST", "GH_TOKEN", "GITHUB_TOKEN"];

/// The same for every run: English, nobody is asked, nothing is paged, paths are paths and not patterns.
const FIXED: &[(&str, &str)] = &[
    ("GIT_ASKPASS", "true"),
    ("GIT_EDITOR", "true"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("GIT_PAGER", "cat"),
    ("GIT_SEQUENCE_EDITOR", "true"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("LANG", "C.UTF-8"),
    ("LC_ALL", "C.UTF-8"),
    ("SSH_ASKPASS_REQUIRE", "never"),
];

/// The oldest version that merges without a work tree the way we ask it to.
const OLDEST: (u32, u32) = (2, 40);

/// A name and a mail address for a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub name: String,
    pub mail: String,
}

impl Default for Identity {
    fn default() -> Self {
        Self { name: "Tandem".to_owned(), mail: "tandem@localhost".to_owned() }
    }
}

/// The program, found once.
#[derive(Debug, Clone)]
pub struct Git {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    program: PathBuf,
    environment: Vec<(OsString, OsString)>,
    for_gh: Vec<(OsString, OsString)>,
}

impl Git {
    /// Finds git on the `PATH` of `variables`, which are usually those of this process; of the others it gets those it
    /// needs.
    pub async fn find(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Result<Self, GitError> {
        let mut environment: Vec<(OsString, OsString)> = Vec::new();
        let mut for_gh = vec![("GH_PROMPT_DISABLED".into(), "1".into()), ("NO_COLOR".into(), "1".into())];
        let mut path = OsString::new();
        for (name, value) in variables {
            if name == "PATH" {
                path = absolute_only(&value);
            } else if PASSED_ON.iter().any(|passed| name == *passed) {
                environment.push((name, value));
            } else if FOR_GH.iter().any(|passed| name == *passed) {
                for_gh.push((name, value));
            }
        }
        let program = find_program(&path, "git").ok_or(GitError::NoGit)?;
        environment.push(("PATH".into(), path));
        environment.extend(FIXED.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))));
        let git = Self { inner: Arc::new(Inner { program, environment, for_gh }) };
        git.check_version().await?;
        Ok(git)
    }

    pub(crate) fn program(&self) -> &Path {
        &self.inner.program
    }

    pub(crate) fn environment(&self) -> &[(OsString, OsString)] {
        &self.inner.environment
    }

    pub(crate) fn for_gh(&self) -> &[(OsString, OsString)] {
        &self.inner.for_gh
    }

    pub(crate) fn path(&self) -> Option<&OsStr> {
        self.inner.environment.iter().find(|(name, _)| name == "PATH").map(|(_, path)| path.as_os_str())
    }

    async fn check_version(&self) -> Result<(), GitError> {
        let said = Call::new(self, Path::new("/"), "asking for its version", ["--version"]).text().await?;
        let version = said.trim_start_matches("git version ").to_owned();
        let mut numbers = version.split('.').map_while(|number| number.parse::<u32>().ok());
        let found = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
        if found < OLDEST { Err(GitError::TooOld { version }) } else { Ok(()) }
    }
}

/// Looks for a program in the folders of a `PATH`.
pub(crate) fn find_program(path: &OsStr, name: &str) -> Option<PathBuf> {
    let is_program =
        |path: &PathBuf| path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0);
    std::env::split_paths(path).map(|folder| folder.join(name)).find(is_program)
}

/// Leaves out relative folders: in a repository, they would be the repository's.
fn absolute_only(path: &OsStr) -> OsString {
    std::env::join_paths(std::env::split_paths(path).filter(|folder| folder.is_absolute())).unwrap_or_default()
}
