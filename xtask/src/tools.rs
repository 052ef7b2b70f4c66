//! Installing by package name what the steps need, or saying what is missing and how to get it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::command::{self, cargo, command};
use crate::console::say;
use crate::workspace::Workspace;

/// A cargo subcommand from crates.io. Any installed version will do; `version` is what is installed when there is none.
pub struct CargoTool {
    subcommand: &'static str,
    package: &'static str,
    version: &'static str,
}

pub const NEXTEST: CargoTool = CargoTool { subcommand: "nextest", package: "cargo-nextest", version: "0.9.143" };
pub const DENY: CargoTool = CargoTool { subcommand: "deny", package: "cargo-deny", version: "0.20.2" };

/// Pinned exactly: another version generates other requests and has other checks.
const SCHEMATHESIS_VERSION: &str = "4.32.5";
/// Pinned exactly: another version may speak another protocol.
const CLAUDE_VERSION: &str = "2.1.325";
/// Tells tests where Claude Code is.
pub const CLAUDE_VARIABLE: &str = "TANDEM_TEST_CLAUDE";

pub fn ensure_cargo_tool(tool: &CargoTool) -> Result<()> {
    if command::works(cargo().args([tool.subcommand, "--version"])) {
        return Ok(());
    }
    let mut install = cargo();
    install.args(["install", "--locked", tool.package, "--version", tool.version]);
    say(format_args!("{} is missing; installing it, which takes some minutes", tool.package));
    command::run(&mut install).with_context(|| missing(tool.package, &command::display(&install)))
}

/// Makes sure that git is there, which `tidy` asks for the list of files.
pub fn ensure_git() -> Result<()> {
    if command::works(command("git").arg("--version")) { Ok(()) } else { apt_install("git") }
}

/// Returns Debian's chromium, in which the web UI is tried.
pub fn ensure_chromium() -> Result<&'static Path> {
    let chromium = Path::new("/usr/bin/chromium");
    if !chromium.exists() {
        apt_install("chromium")?;
    }
    Ok(chromium)
}

/// Returns the pinned schemathesis, installed with pip into an environment of its own on first use.
pub fn ensure_schemathesis(workspace: &Workspace) -> Result<PathBuf> {
    let environment = workspace.tools().join("schemathesis");
    let program = environment.join("bin").join("schemathesis");
    if is_pinned_schemathesis(&program) {
        return Ok(program);
    }
    say(format_args!("schemathesis {SCHEMATHESIS_VERSION} is missing; installing it from PyPI"));
    create_environment(&environment)?;
    let mut install = command(environment.join("bin").join("python"));
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    install.arg(format!("schemathesis=={SCHEMATHESIS_VERSION}"));
    command::run(&mut install).with_context(|| missing("schemathesis", &command::display(&install)))?;
    if !is_pinned_schemathesis(&program) {
        bail!("schemathesis {SCHEMATHESIS_VERSION} was installed but does not start; remove {}", environment.display());
    }
    Ok(program)
}

fn is_pinned_schemathesis(program: &Path) -> bool {
    program.exists()
        && command::output(command(program).arg("--version"))
            .is_ok_and(|version| version.split_whitespace().last() == Some(SCHEMATHESIS_VERSION))
}

fn create_environment(environment: &Path) -> Result<()> {
    if !command::works(command("python3").args(["-c", "import ensurepip, venv"])) {
        apt_install("python3-venv")?;
    }
    let mut create = command("python3");
    command::run(create.args(["-m", "venv", "--clear"]).arg(environment)).context("creating a Python environment")
}

/// Returns the pinned Claude Code, installed with npm into a folder of its own on first use. It is only ever tested
/// against a scripted model.
pub fn ensure_claude(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.tools().join("claude-code");
    let modules = folder.join("node_modules");
    let program = modules.join(".bin").join("claude");
    if is_pinned_claude(&program, &folder) {
        return Ok(program);
    }
    if !command::works(command("npm").arg("--version")) {
        apt_install("npm")?;
    }
    say(format_args!("Claude Code {CLAUDE_VERSION} is missing; installing it from npm"));
    if modules.exists() {
        std::fs::remove_dir_all(&modules).with_context(|| format!("removing {}", modules.display()))?;
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
    let mut install = command("npm");
    install.args(["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]);
    // The program itself is an optional package for this system, which a script puts in its place.
    install.args(["--include=optional", "--ignore-scripts=false", "--prefix"]).arg(&folder);
    install.arg(format!("@anthropic-ai/claude-code@{CLAUDE_VERSION}"));
    command::run(&mut install).with_context(|| missing("Claude Code", &command::display(&install)))?;
    if !is_pinned_claude(&program, &folder) {
        bail!("Claude Code {CLAUDE_VERSION} was installed but does not start; remove {}", folder.display());
    }
    Ok(program)
}

/// Asks the program in a home of its own, so that it neither reads nor writes what belongs to the developer.
fn is_pinned_claude(program: &Path, folder: &Path) -> bool {
    let mut ask = command(program);
    ask.arg("--version").env_clear().env("HOME", folder.join("home")).env("DISABLE_AUTOUPDATER", "1");
    program.exists()
        && command::output(&mut ask).is_ok_and(|version| version.split_whitespace().next() == Some(CLAUDE_VERSION))
}

/// Installs a Debian package when this user may, or may become root without being asked; otherwise the error is the
/// command to run.
pub fn apt_install(package: &str) -> Result<()> {
    let hint = format!("sudo apt-get install -y {package}");
    let is_root = command::output(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let may_be_root = || command::works(command("sudo").args(["-n", "true"]));
    if !command::works(command("apt-get").arg("--version")) || !(is_root || may_be_root()) {
        bail!(missing(package, &hint));
    }
    say(format_args!("{package} is missing; installing it with apt"));
    let apt = |arguments: &[&str]| {
        let mut apt = command(if is_root { "env" } else { "sudo" });
        apt.args(if is_root { &[][..] } else { &["-n", "env"] });
        apt.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(arguments);
        command::run(&mut apt).with_context(|| missing(package, &hint))
    };
    apt(&["update", "-q"])?;
    apt(&["install", "-q", "-y", "--no-install-recommends", package])
}

fn missing(package: &str, hint: &str) -> String {
    format!("{package} is missing and could not be installed; run: {hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_with_the_command_to_run() {
        let tool = CargoTool { subcommand: "no-such-subcommand", package: "/not/a/package", version: "1.0.0" };
        let error = ensure_cargo_tool(&tool).unwrap_err();
        let expected = "/not/a/package is missing and could not be installed; \
                        run: cargo install --locked /not/a/package --version 1.0.0";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn another_program_is_not_the_pinned_schemathesis() {
        assert!(!is_pinned_schemathesis(Path::new("/bin/echo")));
        assert!(!is_pinned_schemathesis(Path::new("/nowhere/schemathesis")));
    }

    #[test]
    fn another_program_is_not_the_pinned_claude() {
        let folder = Path::new("/nowhere");
        assert!(!is_pinned_claude(Path::new("/bin/echo"), folder));
        assert!(!is_pinned_claude(&folder.join("claude"), folder));
    }

    #[test]
    fn the_pinned_claude_is_asked_in_a_home_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("claude");
        // Written by another process: a file that this one has open for writing, a child of it may not run.
        let script = format!("#!/bin/sh\n[ \"$HOME\" = \"${{0%/*}}/home\" ] && echo '{CLAUDE_VERSION} (a name)'");
        let write = ["-c", "printf %s \"$1\" > \"$0\" && chmod +x \"$0\""];
        command::run(command("/bin/sh").args(write).arg(&program).arg(script)).unwrap();
        assert!(is_pinned_claude(&program, folder.path()));
        assert!(!is_pinned_claude(&program, Path::new("/nowhere")));
    }
}
