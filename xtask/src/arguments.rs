//! What was asked for on the command line.

use std::fmt;

use crate::suite::{self, OnFailure, Plan};

pub const USAGE: &str = "\
usage: cargo xtask <command>

  run [ARGUMENTS …]      build the web UI and the program in release, and start `tandem serve` with these arguments
  web                    build the web UI, for the next build of the program to hold
  types                  write the API's types for the web UI from the program's OpenAPI document
  test                   run every step; stop at the first that fails
       --keep-going      run the remaining steps after a failure
       --quick           only fmt, clippy and nextest
       --only STEP       only this step (may be repeated)
       --list            name the steps
  bench [--only NAME] [ARGUMENTS …]
                         run the benchmarks with these arguments
  tidy                   check the files against the rules of the repository";

#[derive(Debug, PartialEq)]
pub enum Task {
    Run { serve_arguments: Vec<String> },
    Web,
    Types,
    Test(Plan),
    Bench { only: Option<String>, bench_arguments: Vec<String> },
    Tidy,
    Help,
}

/// A command line that cannot be understood; the text says what to change.
#[derive(Debug, PartialEq)]
pub struct WrongCall(String);

impl fmt::Display for WrongCall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Task, WrongCall> {
    let mut arguments = arguments.into_iter();
    let Some(command) = arguments.next() else {
        return Err(WrongCall("a command is missing".to_owned()));
    };
    let rest: Vec<String> = arguments.collect();
    match command.as_str() {
        "run" => Ok(Task::Run { serve_arguments: rest }),
        "test" => parse_test(rest),
        "bench" => parse_bench(rest),
        "web" if rest.is_empty() => Ok(Task::Web),
        "types" if rest.is_empty() => Ok(Task::Types),
        "tidy" if rest.is_empty() => Ok(Task::Tidy),
        "web" | "types" | "tidy" => Err(WrongCall(format!("`{command}` takes no arguments"))),
        "help" | "--help" | "-h" => Ok(Task::Help),
        other => Err(WrongCall(format!("there is no command `{other}`"))),
    }
}

fn parse_test(arguments: Vec<String>) -> Result<Task, WrongCall> {
    let mut names: Vec<String> = Vec::new();
    let mut on_failure = OnFailure::Stop;
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--keep-going" => on_failure = OnFailure::KeepGoing,
            "--quick" => names.extend(suite::QUICK.iter().map(ToString::to_string)),
            "--only" => match arguments.next() {
                Some(name) if suite::is_step(&name) => names.push(name),
                Some(name) => {
                    return Err(WrongCall(format!("there is no step `{name}`; see `cargo xtask test --list`")));
                }
                None => return Err(WrongCall("`--only` needs the name of a step".to_owned())),
            },
            "--list" => return Ok(Task::Test(Plan::List)),
            other => return Err(WrongCall(format!("`test` has no option `{other}`"))),
        }
    }
    Ok(Task::Test(if names.is_empty() { Plan::All { on_failure } } else { Plan::Only { names, on_failure } }))
}

fn parse_bench(mut arguments: Vec<String>) -> Result<Task, WrongCall> {
    if arguments.first().is_none_or(|first| first != "--only") {
        return Ok(Task::Bench { only: None, bench_arguments: arguments });
    }
    if arguments.len() < 2 {
        return Err(WrongCall("`--only` needs the name of a benchmark".to_owned()));
    }
    let bench_arguments = arguments.split_off(2);
    Ok(Task::Bench { only: arguments.pop(), bench_arguments })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[track_caller]
    fn check(line: &str, expected: Task) {
        assert_eq!(parse(strings(line)), Ok(expected));
    }

    #[track_caller]
    fn check_wrong(line: &str, expected: &str) {
        assert_eq!(parse(strings(line)), Err(WrongCall(expected.to_owned())));
    }

    #[test]
    fn run_passes_everything_on() {
        check("run --listen 0.0.0.0:80 --help", Task::Run { serve_arguments: strings("--listen 0.0.0.0:80 --help") });
    }

    #[test]
    fn the_web_ui_has_two_commands() {
        check("web", Task::Web);
        check("types", Task::Types);
        check_wrong("web fast", "`web` takes no arguments");
    }

    #[test]
    fn test_runs_all_steps_and_stops_by_default() {
        check("test", Task::Test(Plan::All { on_failure: OnFailure::Stop }));
        check("test --keep-going", Task::Test(Plan::All { on_failure: OnFailure::KeepGoing }));
        check("test --list", Task::Test(Plan::List));
    }

    #[test]
    fn test_can_be_narrowed() {
        let only = |names: &str| Task::Test(Plan::Only { names: strings(names), on_failure: OnFailure::Stop });
        check("test --quick", only("fmt clippy nextest"));
        check("test --only deny --only tidy", only("deny tidy"));
    }

    #[test]
    fn bench_takes_a_name_and_passes_the_rest_on() {
        check("bench", Task::Bench { only: None, bench_arguments: vec![] });
        check("bench --only live", Task::Bench { only: Some("live".to_owned()), bench_arguments: vec![] });
        let bench_arguments = strings("--sample-count 3");
        check("bench --only live --sample-count 3", Task::Bench { only: Some("live".to_owned()), bench_arguments });
    }

    #[test]
    fn a_wrong_call_says_what_is_wrong() {
        check_wrong("", "a command is missing");
        check_wrong("fly", "there is no command `fly`");
        check_wrong("test --fast", "`test` has no option `--fast`");
        check_wrong("test --only", "`--only` needs the name of a step");
        check_wrong("test --only lint", "there is no step `lint`; see `cargo xtask test --list`");
        check_wrong("bench --only", "`--only` needs the name of a benchmark");
        check_wrong("tidy now", "`tidy` takes no arguments");
    }
}
