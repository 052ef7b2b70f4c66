//! The steps of the browser half.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::Done;
use crate::command::{self, without_settings};
use crate::workspace::Workspace;
use crate::{program, tools, web};

const BROWSER_TESTS: &str = "vitest.browser.config.ts";

pub(super) fn check(workspace: &Workspace) -> Result<Done> {
    let web = web::prepare(workspace)?;
    command::run(&mut web.npm("check"))?;
    Ok(Done::Passed)
}

pub(super) fn build(workspace: &Workspace) -> Result<Done> {
    web::build(workspace)?;
    web::check_sizes(workspace)?;
    Ok(Done::Passed)
}

pub(super) fn types(workspace: &Workspace) -> Result<Done> {
    web::check_types(workspace)?;
    Ok(Done::Passed)
}

pub(super) fn test(workspace: &Workspace) -> Result<Done> {
    let web = web::prepare(workspace)?;
    let program = program::with_tests(workspace)?;
    command::run(with_program(&mut web.npm("test"), &program))?;
    Ok(Done::Passed)
}

pub(super) fn browser(workspace: &Workspace) -> Result<Done> {
    let web = web::build(workspace)?;
    if !web.has(BROWSER_TESTS) {
        return Ok(Done::Skipped("there are none"));
    }
    let chromium = tools::ensure_chromium()?;
    let claude = tools::ensure_claude(workspace)?;
    let program = program::with_tests(workspace)?;
    let mut tests = web.npm("browser");
    with_program(&mut tests, &program).env("TANDEM_CHROMIUM", chromium).env(tools::CLAUDE_VARIABLE, claude);
    command::run(&mut tests)?;
    Ok(Done::Passed)
}

/// Tells the tests which program to drive.
fn with_program<'a>(tests: &'a mut Command, program: &Path) -> &'a mut Command {
    without_settings(tests);
    tests.env("TANDEM_BIN", program)
}
