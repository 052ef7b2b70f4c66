//! Bringing a branch into another, whole or not at all.
//!
//! What comes out is worked out without a work tree and is a commit before anything moves. Then the branch moves, and the
//! files where it is checked out.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use crate::commit::Signature;
use crate::error::GitError;
use crate::limits::{MAX_FILES, MAX_REPLAYED, TREE_DEADLINE};
use crate::names::{Branch, Commit, Tree};
use crate::program::Identity;
use crate::repo::{Hooks, Repo};
use crate::status::Conflict;

const DOING: &str = "merging";

/// How the commits of a branch arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// As they are, with a commit that joins both.
    Merge,
    /// As one commit.
    Squash,
    /// One by one, as if they had been made on the other branch.
    Rebase,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merged {
    /// The branch ends in this commit now.
    Done { commit: Commit },
    /// There was nothing to bring in.
    UpToDate,
    /// Nothing has changed anywhere.
    Conflicts { files: Vec<ConflictedFile> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictedFile {
    pub path: PathBuf,
    pub kind: Conflict,
}

/// What two sides together give.
enum Together {
    Tree(Tree),
    Conflicts(Vec<ConflictedFile>),
}

impl Repo {
    /// Brings the commits of `from` into `into`, wherever that is checked out, or nowhere. Local changes that it does not
    /// touch stay; if it would touch some, nothing happens. What is committed is committed by the user, or by `by`.
    pub async fn merge(
        &self,
        into: &Branch,
        from: &Branch,
        strategy: Strategy,
        message: &str,
        by: Option<&Identity>,
    ) -> Result<Merged, GitError> {
        let unknown = |branch: &Branch| GitError::UnknownRevision { name: branch.to_string() };
        let ours = self.tip(into).await?.ok_or_else(|| unknown(into))?;
        let theirs = self.tip(from).await?.ok_or_else(|| unknown(from))?;
        if self.merge_base(&ours, &theirs).await?.as_ref() == Some(&theirs) {
            return Ok(Merged::UpToDate);
        }
        let signature = match by {
            Some(person) => Signature::of(person),
            None => self.signature(None).await?,
        };
        let made = match strategy {
            Strategy::Merge => self.join(&ours, &theirs, &[&ours, &theirs], message, &signature).await?,
            Strategy::Squash => self.join(&ours, &theirs, &[&ours], message, &signature).await?,
            Strategy::Rebase => self.replay(&ours, &theirs, &signature).await?,
        };
        match made {
            Ok(commit) if commit == ours => Ok(Merged::UpToDate),
            Ok(commit) => {
                self.move_branch(into, &ours, &commit).await?;
                Ok(Merged::Done { commit })
            }
            Err(files) => Ok(Merged::Conflicts { files }),
        }
    }

    /// Makes one commit of both sides; a squash that brings nothing is our side itself.
    async fn join(
        &self,
        ours: &Commit,
        theirs: &Commit,
        parents: &[&Commit],
        message: &str,
        signature: &Signature,
    ) -> Result<Result<Commit, Vec<ConflictedFile>>, GitError> {
        let tree = match self.together(ours, theirs, None).await? {
            Together::Tree(tree) => tree,
            Together::Conflicts(files) => return Ok(Err(files)),
        };
        if parents.len() == 1 && tree == self.tree_of(ours).await? {
            return Ok(Ok(ours.clone()));
        }
        let parents: Vec<Commit> = parents.iter().map(|parent| (*parent).clone()).collect();
        self.commit_tree(&tree, &parents, message, |call| signature.on(call)).await.map(Ok)
    }

    /// Makes the commits of their side again, on top of ours.
    async fn replay(
        &self,
        ours: &Commit,
        theirs: &Commit,
        signature: &Signature,
    ) -> Result<Result<Commit, Vec<ConflictedFile>>, GitError> {
        if self.merge_base(ours, theirs).await?.as_ref() == Some(ours) {
            return Ok(Ok(theirs.clone()));
        }
        // Without those that our side has already, under another id.
        let range = format!("{ours}...{theirs}");
        let arguments =
            ["rev-list", "--reverse", "--topo-order", "--no-merges", "--cherry-pick", "--right-only", &range];
        let listed = self.read(DOING, arguments).await?.text().await?;
        let commits = listed.lines().map(Commit::parse).collect::<Result<Vec<_>, _>>()?;
        if commits.len() > MAX_REPLAYED {
            return Err(GitError::Failed {
                doing: DOING,
                message: format!("{} commits are too many to rebase", commits.len()),
            });
        }
        let mut top = ours.clone();
        for commit in &commits {
            let tree = match self.together(&top, commit, Some(&format!("{commit}^"))).await? {
                Together::Tree(tree) => tree,
                Together::Conflicts(files) => return Ok(Err(files)),
            };
            // Our side has it already.
            if tree == self.tree_of(&top).await? {
                continue;
            }
            let [name, mail, date, message] = self.told_of(commit).await?;
            let by = |call| {
                let call = signature.on(call).variable("GIT_AUTHOR_NAME", &name);
                call.variable("GIT_AUTHOR_EMAIL", &mail).variable("GIT_AUTHOR_DATE", &date)
            };
            top = self.commit_tree(&tree, &[top], &message, by).await?;
        }
        Ok(Ok(top))
    }

    /// Works out what two sides give, without a work tree.
    async fn together(&self, ours: &Commit, theirs: &Commit, base: Option<&str>) -> Result<Together, GitError> {
        let base = base.map(|base| format!("--merge-base={base}"));
        let arguments = ["merge-tree", "--write-tree", "-z", "--no-messages", "--allow-unrelated-histories"];
        let call = base.iter().fold(self.read(DOING, arguments).await?, crate::run::Call::argument);
        let output = call.argument(ours.as_str()).argument(theirs.as_str()).deadline(TREE_DEADLINE).output().await?;
        let mut fields = output.stdout.split(|byte| *byte == 0);
        let tree = String::from_utf8_lossy(fields.next().unwrap_or_default()).into_owned();
        match output.code {
            Some(0) => Ok(Together::Tree(Tree::parse(&tree)?)),
            Some(1) => Ok(Together::Conflicts(conflicts(fields))),
            _ => Err(output.failed(DOING)),
        }
    }

    async fn tree_of(&self, commit: &Commit) -> Result<Tree, GitError> {
        let name = format!("{commit}^{{tree}}");
        Ok(Tree::parse(&self.read(DOING, ["rev-parse", "--verify", "-q", &name]).await?.text().await?)?)
    }

    /// Returns the author's name, mail and date, and the message of a commit.
    async fn told_of(&self, commit: &Commit) -> Result<[String; 4], GitError> {
        let arguments =
            ["log", "-1", "--no-show-signature", "--date=raw", "--format=%an%x00%ae%x00%ad%x00%B", commit.as_str()];
        let said = self.read(DOING, arguments).await?.text().await?;
        let mut parts = said.splitn(4, '\0').map(str::to_owned);
        Ok(std::array::from_fn(|_| parts.next().unwrap_or_default()))
    }

    /// Moves a branch forward, with the files where it is checked out.
    async fn move_branch(&self, branch: &Branch, from: &Commit, to: &Commit) -> Result<(), GitError> {
        let home = self.worktrees().await?.into_iter().find(|known| known.branch.as_ref() == Some(branch));
        let Some(home) = home.filter(|home| home.path.exists()) else {
            let arguments = ["update-ref", &branch.full(), to.as_str(), from.as_str()];
            let output = self.call(DOING, arguments, Hooks::Run).await?.output().await?;
            let has_moved = output.stderr.contains("but expected");
            return match output.code {
                Some(0) => Ok(()),
                _ if has_moved => Err(GitError::Moved { branch: branch.clone() }),
                _ => Err(output.failed(DOING)),
            };
        };
        let home = Self::open(self.git(), &home.path, self.trust()).await?;
        let files = home.overwritten(from, to).await?;
        if !files.is_empty() {
            return Err(GitError::WouldOverwrite { folder: home.top().to_owned(), files });
        }
        // Git looks again: it refuses if the branch has moved, and to write over anything, ignored files included.
        let arguments = [
            "merge",
            "--ff-only",
            "--no-overwrite-ignore",
            "--no-autostash",
            "--no-squash",
            "--no-stat",
            "--quiet",
            to.as_str(),
        ];
        let output = home.call(DOING, arguments, Hooks::Run).await?.deadline(TREE_DEADLINE).output().await?;
        match output.code {
            Some(0) => Ok(()),
            _ if home.head_commit().await? != *from => Err(GitError::Moved { branch: branch.clone() }),
            _ => Err(output.failed(DOING)),
        }
    }

    /// Returns the files that a move between two commits would write over: those with local changes, and whatever lies
    /// where a new file comes, ignored or not.
    async fn overwritten(&self, from: &Commit, to: &Commit) -> Result<Vec<PathBuf>, GitError> {
        let arguments = ["diff-tree", "-r", "-z", "--name-status", "--no-renames", from.as_str(), to.as_str()];
        let touched = self.read(DOING, arguments).await?.deadline(TREE_DEADLINE).bytes().await?;
        let changed: BTreeSet<PathBuf> = self.status().await?.files.into_iter().map(|file| file.path).collect();
        let fields: Vec<&[u8]> = touched.split(|byte| *byte == 0).collect();
        let overwritten = fields.chunks_exact(2).filter_map(|pair| {
            let path = PathBuf::from(OsStr::from_bytes(pair[1]));
            let is_in_the_way = || pair[0] == b"A" && self.top().join(&path).symlink_metadata().is_ok();
            (changed.contains(&path) || is_in_the_way()).then_some(path)
        });
        Ok(overwritten.take(MAX_FILES).collect())
    }
}

/// Reads `mode id stage TAB path`, up to an empty field: which sides have a file tells what happened to it.
fn conflicts<'a>(fields: impl Iterator<Item = &'a [u8]>) -> Vec<ConflictedFile> {
    let mut sides: BTreeMap<&[u8], u8> = BTreeMap::new();
    for field in fields.take_while(|field| !field.is_empty()) {
        let Some(tab) = field.iter().position(|byte| *byte == b'\t') else { continue };
        let stage = match field[..tab].last() {
            Some(b'1') => 0b001,
            Some(b'2') => 0b010,
            Some(b'3') => 0b100,
            _ => 0,
        };
        *sides.entry(&field[tab + 1..]).or_default() |= stage;
    }
    let kind = |sides: u8| match sides {
        0b001 => Conflict::BothDeleted,
        0b010 => Conflict::AddedByUs,
        0b100 => Conflict::AddedByThem,
        0b011 => Conflict::DeletedByThem,
        0b101 => Conflict::DeletedByUs,
        0b110 => Conflict::BothAdded,
        _ => Conflict::BothChanged,
    };
    let file =
        |(path, sides): (&[u8], u8)| ConflictedFile { path: PathBuf::from(OsStr::from_bytes(path)), kind: kind(sides) };
    sides.into_iter().map(file).take(MAX_FILES).collect()
}
