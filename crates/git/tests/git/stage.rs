//! A folder with a home, a repository, and room for what tests need beside it.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use git::{Branch, Commit, Git, KeptRef, Repo, Trust};
use tempfile::TempDir;
use tokio::time::timeout;

/// How long anything may take before a test gives up: generous, because the machine may be busy.
pub const PATIENCE: Duration = Duration::from_mins(1);

pub struct Stage {
    pub git: Git,
    /// The repository's folder.
    pub folder: PathBuf,
    root: TempDir,
}

impl Stage {
    /// A repository with one commit on `main`.
    pub async fn new() -> Self {
        let stage = Self::empty().await;
        stage.write("readme.md", "one\ntwo\nthree\n");
        stage.commit("first").await;
        stage
    }

    /// A repository without a commit.
    pub async fn empty() -> Self {
        let root = TempDir::new().unwrap();
        let folder = root.path().canonicalize().unwrap().join("project");
        for made in ["home", "project", "bin"] {
            fs::create_dir(root.path().join(made)).unwrap();
        }
        fs::write(
            root.path().join("home/gitconfig"),
            "[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n",
        )
        .unwrap();
        let git = Git::find(variables(root.path())).await.unwrap();
        let stage = Self { git, folder, root };
        stage.run(&["init", "-q"]).await;
        stage
    }

    pub fn root(&self) -> PathBuf {
        self.root.path().canonicalize().unwrap()
    }

    /// A path beside the repository.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub fn variables(&self) -> Vec<(OsString, OsString)> {
        variables(self.root.path())
    }

    pub async fn open(&self, trust: Trust) -> Repo {
        Repo::open(&self.git, &self.folder, trust).await.unwrap()
    }

    pub async fn trusted(&self) -> Repo {
        self.open(Trust::Trusted).await
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        write(&self.folder, path, text);
    }

    /// Commits everything, as the user would.
    pub async fn commit(&self, message: &str) -> Commit {
        self.run(&["add", "-A"]).await;
        self.run(&["commit", "-q", "--allow-empty", "-m", message]).await;
        Commit::parse(&self.run(&["rev-parse", "HEAD"]).await).unwrap()
    }

    /// Runs the user's git in the repository.
    pub async fn run(&self, arguments: &[&str]) -> String {
        self.run_in(&self.folder, arguments).await
    }

    pub async fn run_in(&self, folder: &Path, arguments: &[&str]) -> String {
        let (code, said) = self.try_in(folder, arguments).await;
        assert!(code == Some(0), "git {arguments:?} in {}: {said}", folder.display());
        said
    }

    pub async fn try_in(&self, folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = tokio::process::Command::new("git");
        command.args(arguments).current_dir(folder).env_clear().envs(self.variables());
        command.stdin(Stdio::null()).kill_on_drop(true);
        let output = timeout(PATIENCE, command.output()).await.expect("git hangs").unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).trim_end_matches('\n').to_owned())
    }

    /// Writes a program into a folder that comes first in the `PATH`.
    pub fn program(&self, name: &str, script: &str) -> PathBuf {
        let path = self.beside("bin").join(name);
        write_program(&path, script);
        path
    }
}

/// The variables of this process with a home of their own.
fn variables(root: &Path) -> Vec<(OsString, OsString)> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([root.join("bin")].into_iter().chain(std::env::split_paths(&path))).unwrap();
    vec![
        ("PATH".into(), path),
        ("HOME".into(), root.join("home").into()),
        ("GIT_CONFIG_GLOBAL".into(), root.join("home/gitconfig").into()),
        ("GIT_CONFIG_NOSYSTEM".into(), "1".into()),
    ]
}

pub fn write(folder: &Path, path: &str, text: impl AsRef<[u8]>) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

pub fn write_program(path: &Path, script: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

pub fn branch(name: &str) -> Branch {
    Branch::parse(name).unwrap()
}

pub fn kept(name: &str) -> KeptRef {
    KeptRef::parse(&format!("refs/tandem/{name}")).unwrap()
}
