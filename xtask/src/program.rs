//! The program `tandem` as the tests use it: in debug, with the web UI that was built last.

use std::path::PathBuf;

use anyhow::Result;

use crate::command::{self, cargo};
use crate::workspace::Workspace;

/// Builds the program with the same targets as the tests, so that after them nothing is left to build.
pub fn with_tests(workspace: &Workspace) -> Result<PathBuf> {
    build(workspace, &["build", "--workspace", "--bins", "--tests", "--locked"])
}

/// Builds nothing but the program.
pub fn only(workspace: &Workspace) -> Result<PathBuf> {
    build(workspace, &["build", "--package", "tandem", "--locked"])
}

fn build(workspace: &Workspace, arguments: &[&str]) -> Result<PathBuf> {
    command::run(cargo().args(arguments).current_dir(&workspace.root))?;
    Ok(workspace.target.join("debug").join("tandem"))
}
