//! Taking everything in a work tree into an index.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::error::GitError;
use crate::limits::{MAX_PATHS_BYTES, TREE_DEADLINE};
use crate::repo::{Hooks, Repo};
use crate::run::Call;
use crate::trust::Trust;

const DOING: &str = "taking in the files";

/// Which index files are taken into.
#[derive(Clone, Copy)]
pub(crate) enum Index<'a> {
    /// That of the work tree.
    Own,
    /// Another one, of which no hook hears.
    At(&'a Path),
}

impl Index<'_> {
    fn on(self, call: Call) -> Call {
        match self {
            Index::Own => call,
            Index::At(path) => call.variable("GIT_INDEX_FILE", path),
        }
    }

    fn hooks(self) -> Hooks {
        match self {
            Index::Own => Hooks::Run,
            Index::At(_) => Hooks::Skip,
        }
    }
}

impl Repo {
    /// Takes in every file that is not ignored, and returns what git said of those it could not.
    pub(crate) async fn stage_all(&self, index: Index<'_>) -> Result<Option<String>, GitError> {
        match self.trust() {
            Trust::Trusted => self.add_all(index).await,
            Trust::Untrusted => self.add_listed(index).await,
        }
    }

    async fn add_all(&self, index: Index<'_>) -> Result<Option<String>, GitError> {
        // A repository without a commit inside the work tree is left out, and the rest is taken in.
        let call = self.call(DOING, ["add", "--all", "--ignore-errors"], index.hooks()).await?;
        let output = index.on(call).deadline(TREE_DEADLINE).output().await?;
        match output.code {
            Some(0) => Ok(None),
            Some(1) => Ok(Some(output.stderr)),
            _ => Err(output.failed(DOING)),
        }
    }

    /// `git add` runs git in every submodule, with that submodule's own settings. These two do not.
    async fn add_listed(&self, index: Index<'_>) -> Result<Option<String>, GitError> {
        let arguments = ["ls-files", "-z", "--modified", "--deleted", "--others", "--exclude-standard"];
        let listed = index.on(self.read(DOING, arguments).await?);
        let listed = listed.most(MAX_PATHS_BYTES).deadline(TREE_DEADLINE).bytes().await?;
        // A repository inside the work tree is listed with a slash at its end, and is not taken in.
        let inside: Vec<_> = listed.split(|byte| *byte == 0).filter(|path| path.ends_with(b"/")).collect();
        let left_out =
            inside.first().map(|path| format!("{} is a repository of its own", String::from_utf8_lossy(path)));
        let (became_folders, files): (Vec<&[u8]>, Vec<&[u8]>) = listed
            .split(|byte| *byte == 0)
            .filter(|path| !path.is_empty())
            .partition(|path| self.is_plain_folder(path));
        if !became_folders.is_empty() {
            self.update_index(index, &["--force-remove"], &became_folders).await?;
        }
        self.update_index(index, &["--add", "--remove", "--replace"], &files).await?;
        Ok(left_out)
    }

    async fn update_index(&self, index: Index<'_>, how: &[&str], paths: &[&[u8]]) -> Result<(), GitError> {
        let arguments = [&["update-index"], how, &["-z", "--stdin"]].concat();
        let call = index.on(self.call(DOING, arguments, index.hooks()).await?);
        call.input(paths.join(&0)).deadline(TREE_DEADLINE).text().await.map(drop)
    }

    /// Returns whether a folder lies where a file was; its files are listed by themselves. A submodule is no such folder.
    fn is_plain_folder(&self, path: &[u8]) -> bool {
        let path = self.top().join(OsStr::from_bytes(path));
        path.symlink_metadata().is_ok_and(|found| found.is_dir()) && path.join(".git").symlink_metadata().is_err()
    }
}
