//! The files under check.

use std::path::Path;

use anyhow::{Context, Result};

use crate::command::{self, command};
use crate::tools;

/// A text file; `path` is relative to the repository and uses `/`.
#[derive(Debug, PartialEq)]
pub struct File {
    pub path: String,
    pub text: String,
}

impl File {
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    pub fn extension(&self) -> &str {
        self.name().rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    pub fn is_rust(&self) -> bool {
        self.extension() == "rs"
    }

    /// Returns the lines with their numbers, from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// Returns the number of the first line of test code, if there is any.
    pub fn tests_start(&self) -> Option<usize> {
        let whole_file = self.path.contains("/tests/") || self.name() == "tests.rs" || self.path.ends_with("_tests.rs");
        if whole_file {
            return Some(1);
        }
        let mut lines = self.lines().zip(self.text.lines().skip(1));
        let is_module = |line: &str, next: &str| line.trim() == "#[cfg(test)]" && next.trim().starts_with("mod ");
        lines.find(|((_, line), next)| is_module(line, next)).map(|((number, _), _)| number)
    }
}

/// The text files git knows of or would add, and the paths of all files, in order of path.
pub struct Files {
    files: Vec<File>,
    paths: Vec<String>,
}

impl Files {
    /// Reads what git tracks or would add; a file that is not text is only known by its path.
    pub fn of_repository(root: &Path) -> Result<Self> {
        tools::ensure_git()?;
        let mut git = command("git");
        // The tree may belong to another user, as in a container; listing its files runs nothing of it.
        git.args(["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let listing = command::output(git.current_dir(root)).context("listing the files of the repository")?;
        let mut paths: Vec<String> = listing.split_terminator('\0').map(str::to_owned).collect();
        paths.sort();
        paths.dedup();
        // A file deleted but not yet from the index is gone.
        paths.retain(|path| root.join(path).is_file());
        let mut files = Vec::with_capacity(paths.len());
        for path in &paths {
            let bytes = std::fs::read(root.join(path)).with_context(|| format!("reading {path}"))?;
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(File { path: path.clone(), text });
            }
        }
        Ok(Self { files, paths })
    }

    #[cfg(test)]
    pub fn from_texts(texts: &[(&str, &str)]) -> Self {
        let mut files: Vec<File> =
            texts.iter().map(|(path, text)| File { path: (*path).to_owned(), text: (*text).to_owned() }).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let paths = files.iter().map(|file| file.path.clone()).collect();
        Self { files, paths }
    }

    pub fn all(&self) -> &[File] {
        &self.files
    }

    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.is_rust())
    }

    pub fn get(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Returns whether a file or a folder with files has this path.
    pub fn has_path(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        path.is_empty()
            || self
                .paths
                .iter()
                .any(|known| known.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_tests_start(path: &str, text: &str, expected: Option<usize>) {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        assert_eq!(file.tests_start(), expected);
    }

    #[test]
    fn test_code_is_found() {
        check_tests_start("crates/a/src/lib.rs", "fn f() {}\n", None);
        check_tests_start("crates/a/src/lib.rs", "fn f() {}\n\n#[cfg(test)]\nmod tests {}", Some(3));
        check_tests_start("crates/a/src/lib.rs", "#[cfg(test)]\nfn only_for_tests() {}", None);
        check_tests_start("crates/a/src/order/tests.rs", "fn f() {}", Some(1));
        check_tests_start("crates/a/tests/crash.rs", "fn f() {}", Some(1));
    }

    #[test]
    fn paths_are_files_and_folders() {
        let files = Files::from_texts(&[("docs/decisions/0001-a.md", "")]);
        for (path, expected) in
            [("docs/decisions/0001-a.md", true), ("docs/decisions/", true), ("docs", true), ("doc", false)]
        {
            assert_eq!(files.has_path(path), expected, "{path}");
        }
    }
}
