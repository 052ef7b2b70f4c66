//! What a work tree holds that its base does not: committed, changed and untracked alike.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::GitError;
use crate::limits::{MAX_FILES, TREE_DEADLINE};
use crate::names::{Commit, Tree};
use crate::repo::{Head, Repo};
use crate::run::Call;

const DOING: &str = "comparing";

/// Nothing of the repository's own may draw a diff, and the user's settings do not change what we read.
pub(crate) const PLAIN: [&str; 6] = ["-r", "-M", "--no-color", "--no-ext-diff", "--no-textconv", "--no-prefix"];

/// The two sides of a diff. Both are written down, so it can be looked into later, whatever has changed since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    /// Where the work left its base.
    pub from: Commit,
    pub to: Tree,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diff {
    pub compared: Compared,
    pub files: Vec<ChangedFile>,
    /// Of all files, also of those that are not listed.
    pub size: DiffSize,
    /// There are more files than are listed.
    pub truncated: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffSize {
    pub files: u64,
    pub additions: u64,
    pub deletions: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    pub path: PathBuf,
    /// Where a renamed file was before.
    pub old_path: Option<PathBuf>,
    pub change: Change,
    pub content: Content,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Added,
    Modified,
    Deleted,
    Renamed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    Text { additions: u64, deletions: u64 },
    Binary,
    Submodule,
}

impl Repo {
    /// Compares the work tree with where it left `base`.
    pub async fn diff(&self, base: &Commit) -> Result<Diff, GitError> {
        let compared = self.compare(base).await?;
        let call = self.read(DOING, ["diff-tree", "-z", "--raw", "--numstat"]).await?;
        let call = PLAIN.into_iter().fold(call, Call::argument);
        let call = call.argument(compared.from.as_str()).argument(compared.to.as_str());
        let output = call.deadline(TREE_DEADLINE).output().await?;
        if output.code != Some(0) && !output.truncated {
            return Err(output.failed(DOING));
        }
        let mut files = parse(&output.stdout);
        let truncated = output.truncated || files.len() > MAX_FILES;
        files.truncate(MAX_FILES);
        let size = if truncated { self.size_of(&compared).await? } else { DiffSize::of(&files) };
        Ok(Diff { compared, files, size, truncated })
    }

    /// Returns how much has changed since the work left `base`.
    pub async fn diff_size(&self, base: &Commit) -> Result<DiffSize, GitError> {
        self.size_of(&self.compare(base).await?).await
    }

    /// Writes down what is to be compared.
    pub async fn compare(&self, base: &Commit) -> Result<Compared, GitError> {
        let from = match self.head().await? {
            Head::Branch { commit, .. } | Head::Detached { commit } => self.merge_base(base, &commit).await?,
            Head::Unborn { .. } => None,
        };
        // Without a common past the base itself is what it is compared with.
        Ok(Compared { from: from.unwrap_or_else(|| base.clone()), to: self.gather().await?.tree })
    }

    /// Returns the commit where two lines of work parted, if they have a common past.
    pub(crate) async fn merge_base(&self, one: &Commit, other: &Commit) -> Result<Option<Commit>, GitError> {
        let doing = "looking for the common past";
        let output = self.read(doing, ["merge-base", one.as_str(), other.as_str()]).await?.output().await?;
        match output.code {
            Some(0) => Ok(Some(Commit::parse(String::from_utf8_lossy(&output.stdout).trim())?)),
            Some(1) => Ok(None),
            _ => Err(output.failed(doing)),
        }
    }

    async fn size_of(&self, compared: &Compared) -> Result<DiffSize, GitError> {
        let call = self.read(DOING, ["diff-tree", "--shortstat"]).await?;
        let call = PLAIN.into_iter().fold(call, Call::argument);
        let call = call.argument(compared.from.as_str()).argument(compared.to.as_str());
        let said = call.deadline(TREE_DEADLINE).text().await?;
        let number = |of: &str| {
            let part = said.split(',').find(|part| part.contains(of))?;
            part.split_whitespace().next()?.parse().ok()
        };
        Ok(DiffSize {
            files: number("file").unwrap_or(0),
            additions: number("insertion").unwrap_or(0),
            deletions: number("deletion").unwrap_or(0),
        })
    }
}

impl DiffSize {
    fn of(files: &[ChangedFile]) -> Self {
        files.iter().fold(Self::default(), |size, file| {
            let (more, less) = match file.content {
                Content::Text { additions, deletions } => (additions, deletions),
                Content::Binary => (0, 0),
                // What git counts: the line that names the commit.
                Content::Submodule => match file.change {
                    Change::Added => (1, 0),
                    Change::Deleted => (0, 1),
                    Change::Modified | Change::Renamed => (1, 1),
                },
            };
            Self { files: size.files + 1, additions: size.additions + more, deletions: size.deletions + less }
        })
    }
}

/// Reads what `--raw --numstat -z` prints: every file once with its modes and then, in the same order, once with its
/// counts. What is cut off is left out, and so are files whose counts are.
fn parse(printed: &[u8]) -> Vec<ChangedFile> {
    let end = printed.iter().rposition(|byte| *byte == 0).unwrap_or(0);
    let mut fields = printed[..end].split(|byte| *byte == 0).peekable();
    let mut files = Vec::new();
    while let Some(meta) = fields.next_if(|field| field.starts_with(b":")) {
        let Some(file) = raw(meta, &mut fields) else { break };
        files.push(file);
    }
    let mut counted = 0;
    for file in &mut files {
        let Some(counts) = fields.next() else { break };
        let mut counts = counts.splitn(3, |byte| *byte == b'\t');
        let (Some(more), Some(less), Some(path)) = (counts.next(), counts.next(), counts.next()) else { break };
        // A renamed file has its two paths in fields of their own.
        if path.is_empty() && (fields.next().is_none() || fields.next().is_none()) {
            break;
        }
        counted += 1;
        if file.content != Content::Submodule {
            file.content = content(more, less);
        }
    }
    // Of a list that was cut off before its counts, the files are still worth showing.
    if counted > 0 {
        files.truncate(counted);
    }
    files
}

/// Reads `:mode mode id id letter`, which is followed by one path, or by two for a renamed file.
fn raw<'a>(meta: &[u8], fields: &mut impl Iterator<Item = &'a [u8]>) -> Option<ChangedFile> {
    let mut parts = meta.strip_prefix(b":")?.split(|byte| *byte == b' ');
    let (old_mode, new_mode) = (parts.next()?, parts.next()?);
    let letter = *parts.nth(2)?.first()?;
    let mut path = || fields.next().map(|path| PathBuf::from(OsStr::from_bytes(path)));
    let (old_path, change) = match letter {
        b'A' => (None, Change::Added),
        b'D' => (None, Change::Deleted),
        b'R' => (Some(path()?), Change::Renamed),
        _ => (None, Change::Modified),
    };
    let is_submodule = new_mode == b"160000" || (old_mode == b"160000" && letter == b'D');
    let content = if is_submodule { Content::Submodule } else { Content::Text { additions: 0, deletions: 0 } };
    Some(ChangedFile { path: path()?, old_path, change, content })
}

/// Git counts the lines of a binary file as `-`.
fn content(more: &[u8], less: &[u8]) -> Content {
    let number = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse().ok();
    match (number(more), number(less)) {
        (Some(additions), Some(deletions)) => Content::Text { additions, deletions },
        _ => Content::Binary,
    }
}
