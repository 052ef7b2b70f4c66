//! `cargo xtask bench`: every benchmark of the workspace, one after the other, and how it feels in a browser.

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::command::{self, cargo, without_settings};
use crate::console::say;
use crate::workspace::{Bench, Workspace};
use crate::{tools, web};

/// The measurements in a real browser, which are no target of cargo.
const BROWSER: &str = "browser";

/// The benchmark that measures other programs too, and the folder that names their packages.
const LAYOUT: (&str, &str) = ("layout", "crates/layout/bench");

/// Builds the release binary, which some benchmarks start, and runs the benchmarks with `bench_arguments`.
pub fn run(workspace: &Workspace, only: Option<&str>, bench_arguments: &[String]) -> Result<ExitCode> {
    let is_chosen = |name: &str| only.is_none_or(|only| only == name);
    let chosen: Vec<&Bench> = workspace.benches.iter().filter(|bench| is_chosen(&bench.name)).collect();
    if chosen.is_empty() && !is_chosen(BROWSER) {
        let names: Vec<&str> = workspace.benches.iter().map(|bench| bench.name.as_str()).collect();
        bail!("there is no such benchmark; there are: {}, {BROWSER}", names.join(", "));
    }
    let web = if is_chosen(BROWSER) { Some(web::build(workspace)?) } else { None };
    if web.is_some() || chosen.iter().any(|bench| bench.package == "tandem") {
        let mut build = cargo();
        build.args(["build", "--release", "--locked", "--package", "tandem"]);
        command::run(build.current_dir(&workspace.root))?;
    }
    for Bench { package, name } in chosen {
        if name == LAYOUT.0 {
            web::install(&workspace.root.join(LAYOUT.1))?;
        }
        say(format_args!("\n== {package}: {name}"));
        let mut bench = cargo();
        bench.args(["bench", "--locked", "--package", package, "--bench", name, "--"]).args(bench_arguments);
        command::run(bench.current_dir(&workspace.root))?;
    }
    if let Some(web) = web {
        say(format_args!("\n== web: {BROWSER}"));
        let mut measure = web.npm("measure");
        without_settings(&mut measure);
        measure.env("TANDEM_BIN", workspace.target.join("release").join("tandem"));
        measure.env(tools::CLAUDE_VARIABLE, tools::ensure_claude(workspace)?);
        command::run(measure.env("TANDEM_CHROMIUM", tools::ensure_chromium()?))?;
    }
    Ok(ExitCode::SUCCESS)
}
