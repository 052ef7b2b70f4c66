//! What is not committed in a work tree.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use crate::error::GitError;
use crate::limits::{MAX_FILES, TREE_DEADLINE};
use crate::repo::Repo;

/// What is not committed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Status {
    pub files: Vec<FileStatus>,
    /// There is more than is listed.
    pub truncated: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStatus {
    pub path: PathBuf,
    pub state: FileState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    Changed,
    Untracked,
    Conflicted(Conflict),
}

/// What two sides did to the same file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conflict {
    BothChanged,
    BothAdded,
    DeletedByUs,
    DeletedByThem,
    BothDeleted,
    AddedByUs,
    AddedByThem,
}

impl Status {
    pub fn is_clean(&self) -> bool {
        self.files.is_empty() && !self.truncated
    }

    /// Returns the files that both sides changed and nobody has put together yet.
    pub fn conflicts(&self) -> impl Iterator<Item = &FileStatus> {
        self.files.iter().filter(|file| matches!(file.state, FileState::Conflicted(_)))
    }
}

impl Repo {
    /// Returns what is not committed, without what is ignored.
    pub async fn status(&self) -> Result<Status, GitError> {
        let arguments = [
            "status",
            "--porcelain=v2",
            "-z",
            "--untracked-files=all",
            "--ignore-submodules=dirty",
            "--no-renames",
            "--no-ahead-behind",
        ];
        let doing = "looking for changes";
        let output = self.read(doing, arguments).await?.deadline(TREE_DEADLINE).output().await?;
        if output.code != Some(0) && !output.truncated {
            return Err(output.failed(doing));
        }
        let mut status = parse(&output.stdout);
        status.truncated |= output.truncated;
        Ok(status)
    }
}

/// Reads porcelain v2; what comes after the last NUL is cut off and left out.
fn parse(listed: &[u8]) -> Status {
    let mut status = Status::default();
    let end = listed.iter().rposition(|byte| *byte == 0).unwrap_or(0);
    for entry in listed[..end].split(|byte| *byte == 0) {
        // The fields before a path are separated by single spaces, and their number is known.
        let (state, fields) = match entry.first() {
            Some(b'1') => (FileState::Changed, 8),
            Some(b'u') => (FileState::Conflicted(Conflict::of(entry)), 10),
            Some(b'?') => (FileState::Untracked, 1),
            _ => continue,
        };
        let Some(path) = entry.splitn(fields + 1, |byte| *byte == b' ').nth(fields) else { continue };
        if status.files.len() == MAX_FILES {
            status.truncated = true;
            break;
        }
        status.files.push(FileStatus { path: PathBuf::from(OsStr::from_bytes(path)), state });
    }
    status
}

impl Conflict {
    /// Reads the two letters of an entry for a conflict.
    fn of(entry: &[u8]) -> Self {
        match entry.get(2..4) {
            Some(b"DD") => Self::BothDeleted,
            Some(b"AU") => Self::AddedByUs,
            Some(b"UD") => Self::DeletedByThem,
            Some(b"UA") => Self::AddedByThem,
            Some(b"DU") => Self::DeletedByUs,
            Some(b"AA") => Self::BothAdded,
            _ => Self::BothChanged,
        }
    }
}
