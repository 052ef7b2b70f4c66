//! Branches and commits, for lists.

use crate::error::GitError;
use crate::limits::MAX_LISTED;
use crate::names::{Branch, Commit};
use crate::repo::Repo;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchTip {
    pub name: Branch,
    pub commit: Commit,
    /// When it was committed, in seconds since 1970.
    pub committed_at: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedCommit {
    pub commit: Commit,
    pub author: String,
    /// When it was committed, in seconds since 1970.
    pub committed_at: i64,
    /// The first line of its message.
    pub subject: String,
}

/// How many commits each side has that the other has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AheadBehind {
    pub ahead: u64,
    pub behind: u64,
}

impl Repo {
    /// Returns local branches, those that were worked on last first.
    pub async fn branches(&self, limit: usize) -> Result<Vec<BranchTip>, GitError> {
        let count = format!("--count={}", limit.clamp(1, MAX_LISTED));
        let format = "--format=%(objectname) %(committerdate:unix) %(refname)";
        let arguments = ["for-each-ref", "--sort=-committerdate", &count, format, "refs/heads/"];
        let listed = self.read("listing branches", arguments).await?.text().await?;
        let branch = |line: &str| {
            let mut parts = line.splitn(3, ' ');
            let commit = Commit::parse(parts.next()?).ok()?;
            let committed_at = parts.next()?.parse().ok()?;
            let name = Branch::parse(parts.next()?.strip_prefix("refs/heads/")?).ok()?;
            Some(BranchTip { name, commit, committed_at })
        };
        Ok(listed.lines().filter_map(branch).collect())
    }

    /// Counts how far what is checked out and `base` have parted.
    pub async fn ahead_behind(&self, base: &Commit) -> Result<AheadBehind, GitError> {
        let range = format!("{base}...{}", self.head_commit().await?);
        let arguments = ["rev-list", "--count", "--left-right", &range];
        let said = self.read("counting commits", arguments).await?.text().await?;
        let mut numbers = said.split_whitespace().map(|number| number.parse().unwrap_or(0));
        let (behind, ahead) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        Ok(AheadBehind { ahead, behind })
    }

    /// Returns the commits since `base`, the newest first.
    pub async fn log(&self, base: &Commit, limit: usize) -> Result<Vec<LoggedCommit>, GitError> {
        let range = format!("{base}..{}", self.head_commit().await?);
        let count = format!("--max-count={}", limit.clamp(1, MAX_LISTED));
        let arguments = ["log", "-z", "--no-show-signature", "--format=%H%n%ct%n%an%n%s", &count, &range];
        let listed = self.read("listing commits", arguments).await?.text().await?;
        let commit = |entry: &str| {
            let mut lines = entry.splitn(4, '\n');
            Some(LoggedCommit {
                commit: Commit::parse(lines.next()?).ok()?,
                committed_at: lines.next()?.parse().ok()?,
                author: lines.next()?.to_owned(),
                subject: lines.next()?.to_owned(),
            })
        };
        Ok(listed.split('\0').filter_map(commit).collect())
    }
}
