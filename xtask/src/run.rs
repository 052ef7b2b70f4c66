//! `cargo xtask run`: build the web UI and the program, then become the server.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::command::{self, cargo};
use crate::web;
use crate::workspace::Workspace;

/// Builds `tandem` with its web UI and replaces this process by `tandem serve`, so signals and the exit status are the server's own.
pub fn serve(workspace: &Workspace, serve_arguments: &[String]) -> Result<ExitCode> {
    web::build(workspace)?;
    command::run(cargo().args(["build", "--release", "--locked", "--package", "tandem"]).current_dir(&workspace.root))?;
    let home = std::env::var("HOME").ok();
    let defaults = defaults(&workspace.root, home.as_deref(), serve_arguments, |name| std::env::var_os(name).is_some());
    let mut server = Command::new(workspace.target.join("release").join("tandem"));
    server.arg("serve").args(defaults).args(serve_arguments);
    become_it(&mut server)
}

/// Returns the arguments that `serve` needs and that were given neither here nor in the environment.
fn defaults(root: &Path, home: Option<&str>, given: &[String], in_environment: impl Fn(&str) -> bool) -> Vec<String> {
    let missing = |flag: &str, variable: &str| {
        let with_value = format!("{flag}=");
        !in_environment(variable) && !given.iter().any(|given| given == flag || given.starts_with(&with_value))
    };
    let mut defaults = Vec::new();
    if missing("--data", "TANDEM_DATA") {
        defaults.extend(["--data".to_owned(), root.join("data").display().to_string()]);
    }
    if let Some(home) = home.filter(|_| missing("--projects-root", "TANDEM_PROJECTS_ROOT")) {
        defaults.extend(["--projects-root".to_owned(), home.to_owned()]);
    }
    defaults
}

#[cfg(unix)]
fn become_it(server: &mut Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    // `exec` returns only when it failed.
    let error = server.exec();
    Err(error).with_context(|| format!("starting `{}`", command::display(server)))
}

#[cfg(not(unix))]
fn become_it(server: &mut Command) -> Result<ExitCode> {
    command::run(server).map(|()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &str, environment: &[&str], expected: &str) {
        let given: Vec<String> = given.split_whitespace().map(str::to_owned).collect();
        let defaults = defaults(Path::new("/repo"), Some("/home/ada"), &given, |name| environment.contains(&name));
        assert_eq!(defaults.join(" "), expected);
    }

    #[test]
    fn without_arguments_data_is_here_and_projects_are_at_home() {
        check("", &[], "--data /repo/data --projects-root /home/ada");
    }

    #[test]
    fn a_given_argument_is_not_given_twice() {
        check("--data elsewhere", &[], "--projects-root /home/ada");
        check("--data=elsewhere --projects-root=/srv", &[], "");
        check("--database-url x", &[], "--data /repo/data --projects-root /home/ada");
    }

    #[test]
    fn the_environment_counts_as_given() {
        check("", &["TANDEM_DATA", "TANDEM_PROJECTS_ROOT"], "");
    }

    #[test]
    fn without_a_home_there_is_no_default_root() {
        let given = ["--data".to_owned(), "x".to_owned()];
        assert_eq!(defaults(Path::new("/repo"), None, &given, |_| false), Vec::<String>::new());
    }
}
