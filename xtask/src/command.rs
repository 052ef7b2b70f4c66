//! Starting other programs, with errors that repeat the command line.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Returns a command that cannot wait for input: CI has none, and a question nobody answers hangs a run.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    command
}

/// Returns the cargo that started xtask.
pub fn cargo() -> Command {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    if std::env::var_os("CI").is_some() {
        // CI builds once and throws the tree away, so the incremental files only cost time and space.
        cargo.env("CARGO_INCREMENTAL", "0");
    }
    cargo
}

/// Takes the developer's own settings of Tandem from a command: they must not change what is tested.
pub fn without_settings(command: &mut Command) {
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("TANDEM_")) {
        command.env_remove(name);
    }
}

/// Runs a command with its output visible; anything but success is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let line = display(command);
    let status = command.status().with_context(|| format!("starting `{line}`"))?;
    if !status.success() {
        bail!("`{line}` ended with {status}");
    }
    Ok(())
}

/// Runs a command and returns its standard output; anything but success is an error.
pub fn output(command: &mut Command) -> Result<String> {
    let line = display(command);
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("starting `{line}`"))?;
    if !output.status.success() {
        bail!("`{line}` ended with {}", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("reading the output of `{line}`"))
}

/// Returns whether the command can be started and succeeds; its output is not shown.
pub fn works(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Returns the command line as a person would type it; cargo's full path is shortened to its name.
pub fn display(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit('/').next().unwrap_or(&program);
    let mut line = name.to_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_repeats_the_command_line() {
        let error = run(command("/bin/sh").args(["-c", "exit 3"])).unwrap_err();
        assert_eq!(error.to_string(), "`sh -c exit 3` ended with exit status: 3");
        let error = run(&mut command("no-such-program-here")).unwrap_err();
        assert_eq!(error.to_string(), "starting `no-such-program-here`");
    }

    #[test]
    fn output_is_what_was_printed() {
        assert_eq!(output(command("/bin/sh").args(["-c", "printf one"])).unwrap(), "one");
        assert!(output(command("/bin/sh").args(["-c", "printf one; exit 1"])).is_err());
    }

    #[test]
    fn a_command_that_asks_gets_no_answer_and_ends() {
        assert!(run(command("/bin/sh").args(["-c", "read -r line"])).is_err());
    }

    #[test]
    fn a_missing_program_does_not_work() {
        assert!(works(command("/bin/sh").args(["-c", "exit 0"])));
        assert!(!works(&mut command("no-such-program-here")));
    }
}
