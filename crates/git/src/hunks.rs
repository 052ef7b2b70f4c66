//! The diff of one file, line by line.

use std::path::Path;

use crate::diff::{Compared, PLAIN};
use crate::error::GitError;
use crate::limits::{MAX_CONTEXT_LINES, MAX_PATCH_BYTES, MAX_PATCH_LINES, TREE_DEADLINE};
use crate::repo::Repo;
use crate::run::Call;

const DOING: &str = "comparing a file";

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileDiff {
    pub hunks: Vec<Hunk>,
    /// The file is no text, so there are no hunks.
    pub is_binary: bool,
    /// There is more than is listed.
    pub truncated: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hunk {
    /// The first line before and after, counted from one.
    pub old_start: u32,
    pub new_start: u32,
    /// The function or section it is in, as far as git can tell.
    pub section: String,
    pub lines: Vec<Line>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub kind: LineKind,
    /// Without its end; what is not UTF-8 is replaced.
    pub text: String,
    /// The file ends here without the end of a line.
    pub is_unended: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    Context,
    Addition,
    Deletion,
}

impl Repo {
    /// Returns how one file differs, with so many lines around each change. `old_path` is where a renamed file was.
    pub async fn file_diff(
        &self,
        compared: &Compared,
        path: &Path,
        old_path: Option<&Path>,
        context: u32,
    ) -> Result<FileDiff, GitError> {
        let context = format!("-U{}", context.min(MAX_CONTEXT_LINES));
        let call = self.read(DOING, ["diff-tree", "-p", "--submodule=short", &context]).await?;
        let call = PLAIN.into_iter().fold(call, Call::argument);
        let call = call.argument(compared.from.as_str()).argument(compared.to.as_str());
        let call = call.paths(old_path.into_iter().chain([path]));
        let output = call.most(MAX_PATCH_BYTES).deadline(TREE_DEADLINE).output().await?;
        if output.code != Some(0) && !output.truncated {
            return Err(output.failed(DOING));
        }
        let mut diff = parse(&output.stdout);
        diff.truncated |= output.truncated;
        Ok(diff)
    }
}

/// Reads a patch of one file; what comes after the last line's end is cut off and left out.
fn parse(patch: &[u8]) -> FileDiff {
    let mut diff = FileDiff::default();
    let mut left = Left::default();
    let mut count = 0;
    for line in patch.split_inclusive(|byte| *byte == b'\n') {
        let Some(line) = line.strip_suffix(b"\n") else { break };
        match diff.hunks.last_mut() {
            Some(hunk) if left.is_open() || line.starts_with(b"\\") => {
                let Some((mark, text)) = line.split_first() else { continue };
                let kind = match mark {
                    b'+' => LineKind::Addition,
                    b'-' => LineKind::Deletion,
                    b'\\' => {
                        if let Some(last) = hunk.lines.last_mut() {
                            last.is_unended = true;
                        }
                        continue;
                    }
                    _ => LineKind::Context,
                };
                if count == MAX_PATCH_LINES {
                    diff.truncated = true;
                    break;
                }
                count += 1;
                left.take(kind);
                let text = String::from_utf8_lossy(text).into_owned();
                hunk.lines.push(Line { kind, text, is_unended: false });
            }
            _ if line.starts_with(b"@@ ") => {
                let Some((hunk, lines)) = header(&String::from_utf8_lossy(line)) else { continue };
                diff.hunks.push(hunk);
                left = lines;
            }
            _ => diff.is_binary |= line.starts_with(b"Binary files "),
        }
    }
    diff
}

/// The lines of a hunk that have not come yet: a line of a file may look like a header.
#[derive(Default)]
struct Left {
    old: u32,
    new: u32,
}

impl Left {
    fn is_open(&self) -> bool {
        self.old > 0 || self.new > 0
    }

    fn take(&mut self, kind: LineKind) {
        if kind != LineKind::Addition {
            self.old = self.old.saturating_sub(1);
        }
        if kind != LineKind::Deletion {
            self.new = self.new.saturating_sub(1);
        }
    }
}

/// Reads `@@ -start,count +start,count @@ section`; a count of one is left out.
fn header(line: &str) -> Option<(Hunk, Left)> {
    let (ranges, section) = line.strip_prefix("@@ -")?.split_once(" @@")?;
    let (old, new) = ranges.split_once(" +")?;
    let range = |text: &str| {
        let (start, count) = text.split_once(',').unwrap_or((text, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    let ((old_start, old), (new_start, new)) = (range(old)?, range(new)?);
    let hunk = Hunk { old_start, new_start, section: section.trim().to_owned(), lines: Vec::new() };
    Some((hunk, Left { old, new }))
}
