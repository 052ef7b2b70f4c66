//! What a folder's `.git` says. Git itself is not run: a hostile repository could make it run something else.

use std::fs::{self, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::Folders;
use crate::limits::MAX_GIT_HEAD_BYTES;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GitState {
    pub is_git_repo: bool,
    /// The branch that is checked out; none when HEAD is detached.
    pub branch: Option<String>,
}

pub(super) fn read(folder: &Path, folders: &Folders) -> GitState {
    git_dir(folder, folders)
        .and_then(|git_dir| read_small(&git_dir.join("HEAD"), folders))
        .map_or_else(GitState::default, |head| GitState { is_git_repo: true, branch: branch(&head) })
}

/// Finds the repository: `.git` is a folder, or a file that names one (worktrees and submodules).
fn git_dir(folder: &Path, folders: &Folders) -> Option<PathBuf> {
    let dot_git = folders.resolve(&folder.join(".git")).ok()?;
    if dot_git.is_dir() {
        return Some(dot_git);
    }
    let text = read_small(&dot_git, folders)?;
    let named = text.strip_prefix("gitdir:")?.trim();
    folders.resolve(&folder.join(named)).ok()
}

/// Reads the start of a plain file inside the roots; a pipe or device is not waited for.
fn read_small(path: &Path, folders: &Folders) -> Option<String> {
    let path = folders.resolve(path).ok()?;
    if !fs::symlink_metadata(&path).ok()?.is_file() {
        return None;
    }
    let flags = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).ok()?;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(&path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    file.take(MAX_GIT_HEAD_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Returns the branch of a `HEAD`. It is a name for people, never an argument: what git would not allow is left out.
fn branch(head: &str) -> Option<String> {
    let name = head.trim_end_matches(['\n', '\r']).strip_prefix("ref: refs/heads/")?;
    let allowed = !name.is_empty() && !name.starts_with('-') && !name.contains("..");
    let plain = !name.chars().any(|c| c.is_control() || c.is_whitespace() || "~^:?*[\\".contains(c));
    (allowed && plain).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_names_only() {
        assert_eq!(branch("ref: refs/heads/main\n").as_deref(), Some("main"));
        assert_eq!(branch("ref: refs/heads/feature/x\n").as_deref(), Some("feature/x"));
        for bad in ["", "ref: refs/heads/\n", "ref: refs/heads/--upload-pack=x\n", "ref: refs/heads/a b\n"] {
            assert_eq!(branch(bad), None, "{bad:?}");
        }
        assert_eq!(branch("0123456789abcdef0123456789abcdef01234567\n"), None);
    }

    #[test]
    fn a_worktree_points_to_its_repository() {
        let root = tempfile::tempdir().unwrap();
        let (main, tree) = (root.path().join("main"), root.path().join("tree"));
        fs::create_dir_all(main.join(".git/worktrees/tree")).unwrap();
        fs::create_dir(&tree).unwrap();
        fs::write(main.join(".git/worktrees/tree/HEAD"), "ref: refs/heads/side\n").unwrap();
        fs::write(tree.join(".git"), "gitdir: ../main/.git/worktrees/tree\n").unwrap();
        let folders = Folders::new(&[root.path().to_owned()]);
        let state = folders.git_state(tree.to_str().unwrap());
        assert_eq!(state, GitState { is_git_repo: true, branch: Some("side".to_owned()) });
        assert_eq!(folders.git_state(main.to_str().unwrap()), GitState::default(), "without HEAD it is none");
    }

    #[test]
    fn a_repository_that_leads_outside_says_nothing() {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(outside.path().join("HEAD"), "ref: refs/heads/secret\n").unwrap();
        let folders = Folders::new(&[root.path().to_owned()]);
        let dot_git = root.path().join(".git");
        std::os::unix::fs::symlink(outside.path(), &dot_git).unwrap();
        assert_eq!(folders.git_state(root.path().to_str().unwrap()), GitState::default());
        fs::remove_file(&dot_git).unwrap();
        fs::write(&dot_git, format!("gitdir: {}\n", outside.path().display())).unwrap();
        assert_eq!(folders.git_state(root.path().to_str().unwrap()), GitState::default());
        fs::remove_file(&dot_git).unwrap();
        fs::create_dir(&dot_git).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, dot_git.join("HEAD"), rustix::fs::Mode::RUSR).unwrap();
        assert_eq!(folders.git_state(root.path().to_str().unwrap()), GitState::default(), "a pipe is not waited for");
    }
}
