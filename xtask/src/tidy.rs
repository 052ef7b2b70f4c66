//! `cargo xtask tidy`: rules about the files of the repository that no compiler checks.

mod documents;
mod files;
mod layers;
mod links;
mod locks;
mod rules;
mod sleep;
mod source;
mod web;

use std::fmt;
use std::process::ExitCode;

use anyhow::Result;

use self::files::Files;
use crate::console::say;
use crate::workspace::Workspace;

/// Something to fix, and where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    path: String,
    line: usize,
    what: String,
}

impl Finding {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.path, self.line, self.what)
    }
}

type Check = fn(&Files) -> Vec<Finding>;

const CHECKS: &[Check] = &[
    documents::crates_are_on_the_map,
    documents::decisions_are_numbered,
    layers::are_kept,
    links::resolve,
    locks::name_no_host,
    rules::have_tests,
    sleep::not_in_tests,
    source::is_short,
    source::has_no_banned_text,
    source::names_no_machine,
    web::browser_tests_wait_for_events,
    web::is_short,
    web::tests_run,
];

pub fn run(workspace: &Workspace) -> Result<ExitCode> {
    let count = report(workspace)?;
    Ok(if count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints what every check found and returns how much that was.
pub fn report(workspace: &Workspace) -> Result<usize> {
    let findings = check(&Files::of_repository(&workspace.root)?);
    for finding in &findings {
        say(format_args!("{finding}"));
    }
    Ok(findings.len())
}

/// Returns whether a library has an example that `cargo test --doc` would run.
pub fn has_doctests(workspace: &Workspace) -> Result<bool> {
    Ok(source::has_doctests(&Files::of_repository(&workspace.root)?))
}

fn check(files: &Files) -> Vec<Finding> {
    let mut findings: Vec<Finding> = CHECKS.iter().flat_map(|check| check(files)).collect();
    findings.sort();
    findings
}

/// Runs one check on files written as `(path, text)` and compares what it prints.
#[cfg(test)]
#[track_caller]
fn assert_findings(check: Check, files: &[(&str, &str)], expected: &[&str]) {
    let found: Vec<String> = check(&Files::from_texts(files)).iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_of_all_checks_come_in_order_of_path_and_line() {
        let files = Files::from_texts(&[
            ("docs/b.md", "[gone](nowhere.md)"),
            ("crates/a/src/mod.rs", "fn f() {}\n#[ignore]\nfn g() {}"),
        ]);
        let found: Vec<String> = check(&files).iter().map(ToString::to_string).collect();
        let expected = [
            "crates/a/src/mod.rs:1: name this file after its module instead of `mod.rs`",
            "crates/a/src/mod.rs:2: `#[ignore` is not allowed: a test that is not run is not a test",
            "docs/b.md:1: the link `nowhere.md` leads nowhere",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn this_repository_is_readable() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let files = Files::of_repository(&root).unwrap();
        assert!(files.all().iter().any(|file| file.path == "xtask/src/tidy.rs" && file.text.contains("fn check")));
    }
}
