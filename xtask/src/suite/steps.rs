//! The steps themselves, cheap ones first. The web UI comes before the program, which holds it and is built once.

use std::num::NonZero;

use anyhow::{Result, bail};

use super::{Done, Part, Step, web_steps};
use crate::command::{self, cargo};
use crate::workspace::Workspace;
use crate::{schemathesis, tidy, tools};

pub(super) const STEPS: &[Step] = &[
    Step { name: "fmt", about: "the source is formatted", part: Part::OfEveryRun, run: fmt },
    Step { name: "tidy", about: "the files follow the repository's rules", part: Part::OfEveryRun, run: tidy },
    Step {
        name: "web-check",
        about: "the web UI is formatted, and has no warnings and no wrong types",
        part: Part::OfEveryRun,
        run: web_steps::check,
    },
    Step {
        name: "web-build",
        about: "the web UI builds, and a browser loads little of it at once",
        part: Part::OfEveryRun,
        run: web_steps::build,
    },
    Step { name: "clippy", about: "no warnings in any target", part: Part::OfEveryRun, run: clippy },
    Step { name: "nextest", about: "unit, contract and whole-binary tests", part: Part::OfEveryRun, run: nextest },
    Step {
        name: "types",
        about: "the web UI has the types of the API as it is",
        part: Part::OfEveryRun,
        run: web_steps::types,
    },
    Step {
        name: "web-test",
        about: "the web UI's tests, some against the real program",
        part: Part::OfEveryRun,
        run: web_steps::test,
    },
    Step {
        name: "browser",
        about: "the whole product in a real browser",
        part: Part::OfEveryRun,
        run: web_steps::browser,
    },
    Step { name: "doctest", about: "examples in the documentation", part: Part::OfEveryRun, run: doctest },
    Step { name: "doc", about: "the documentation builds and its links resolve", part: Part::OfEveryRun, run: doc },
    Step { name: "deny", about: "licences, bans and sources of dependencies", part: Part::OfEveryRun, run: deny },
    Step {
        name: "schemathesis",
        about: "the running server does what its OpenAPI document says",
        part: Part::OfEveryRun,
        run: schemathesis,
    },
    Step {
        name: "advisories",
        about: "known vulnerabilities (fetches the advisory database; only on request)",
        part: Part::OnRequest,
        run: advisories,
    },
];

fn fmt(workspace: &Workspace) -> Result<Done> {
    cargo_step(workspace, &["fmt", "--all", "--check"])
}

fn tidy(workspace: &Workspace) -> Result<Done> {
    let count = tidy::report(workspace)?;
    if count > 0 {
        bail!("{count} findings");
    }
    Ok(Done::Passed)
}

fn clippy(workspace: &Workspace) -> Result<Done> {
    cargo_step(workspace, &["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])
}

fn nextest(workspace: &Workspace) -> Result<Done> {
    tools::ensure_cargo_tool(&tools::NEXTEST)?;
    let claude = tools::ensure_claude(workspace)?;
    let mut tests = cargo();
    // Every failure is worth seeing at once: a second run costs more than the rest of this one.
    tests.args(["nextest", "run", "--workspace", "--locked", "--no-fail-fast"]);
    // Many wait for a process or a clock, so that two for each core keep it busy.
    let threads = 2 * std::thread::available_parallelism().map_or(1, NonZero::get);
    tests.arg(format!("--test-threads={threads}"));
    command::run(tests.env(tools::CLAUDE_VARIABLE, claude).current_dir(&workspace.root))?;
    Ok(Done::Passed)
}

fn doctest(workspace: &Workspace) -> Result<Done> {
    if !tidy::has_doctests(workspace)? {
        return Ok(Done::Skipped("there are none"));
    }
    cargo_step(workspace, &["test", "--doc", "--workspace", "--locked", "--quiet"])
}

fn doc(workspace: &Workspace) -> Result<Done> {
    let mut doc = cargo();
    doc.args(["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"]);
    command::run(doc.env("RUSTDOCFLAGS", "-Dwarnings").current_dir(&workspace.root))?;
    Ok(Done::Passed)
}

fn deny(workspace: &Workspace) -> Result<Done> {
    tools::ensure_cargo_tool(&tools::DENY)?;
    cargo_step(workspace, &["deny", "--locked", "check", "bans", "licenses", "sources"])
}

fn schemathesis(workspace: &Workspace) -> Result<Done> {
    schemathesis::run(workspace)?;
    Ok(Done::Passed)
}

/// Not part of every run: its answer changes with the day, and it needs a network that CI may not have.
fn advisories(workspace: &Workspace) -> Result<Done> {
    tools::ensure_cargo_tool(&tools::DENY)?;
    cargo_step(workspace, &["deny", "--locked", "check", "advisories"])
}

fn cargo_step(workspace: &Workspace, arguments: &[&str]) -> Result<Done> {
    command::run(cargo().args(arguments).current_dir(&workspace.root))?;
    Ok(Done::Passed)
}
