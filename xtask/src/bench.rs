//! `cargo xtask bench`: every benchmark of the workspace, one after the other.

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::command::{self, cargo};
use crate::console::say;
use crate::workspace::{Bench, Workspace};

/// Builds the release binary, which some benchmarks start, and runs the benchmarks with `bench_arguments`.
pub fn run(workspace: &Workspace, only: Option<&str>, bench_arguments: &[String]) -> Result<ExitCode> {
    let chosen: Vec<&Bench> =
        workspace.benches.iter().filter(|bench| only.is_none_or(|name| bench.name == name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = workspace.benches.iter().map(|bench| bench.name.as_str()).collect();
        bail!("there is no such benchmark; there are: {}", names.join(", "));
    }
    command::run(cargo().args(["build", "--release", "--locked", "--package", "tandem"]).current_dir(&workspace.root))?;
    for Bench { package, name } in chosen {
        say(format_args!("\n== {package}: {name}"));
        let mut bench = cargo();
        bench.args(["bench", "--locked", "--package", package, "--bench", name, "--"]).args(bench_arguments);
        command::run(bench.current_dir(&workspace.root))?;
    }
    Ok(ExitCode::SUCCESS)
}
