//! `cargo xtask test`: the steps, their order, and how a run of them is reported.

mod steps;
mod web_steps;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

use self::steps::STEPS;
use crate::console::say;
use crate::workspace::Workspace;

/// The steps of `--quick`.
pub const QUICK: &[&str] = &["fmt", "clippy", "nextest"];

/// What to run, in the order of the table of steps.
#[derive(Debug, PartialEq)]
pub enum Plan {
    All { on_failure: OnFailure },
    Only { names: Vec<String>, on_failure: OnFailure },
    List,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OnFailure {
    Stop,
    KeepGoing,
}

/// One step: a name for `--only`, a sentence for `--list`, and the work.
struct Step {
    name: &'static str,
    about: &'static str,
    part: Part,
    run: fn(&Workspace) -> Result<Done>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    OfEveryRun,
    /// Runs only when asked for by name.
    OnRequest,
}

/// How a step ended that did not fail.
#[derive(Debug, PartialEq)]
enum Done {
    Passed,
    /// There was nothing to do, and why.
    Skipped(&'static str),
}

/// A line of the summary.
struct Line {
    name: &'static str,
    outcome: Outcome,
    took: Duration,
}

#[derive(Debug, PartialEq)]
enum Outcome {
    Passed,
    Skipped(&'static str),
    Failed,
    NotRun,
}

pub fn is_step(name: &str) -> bool {
    STEPS.iter().any(|step| step.name == name)
}

/// Runs the plan and reports it; the exit code is a failure when any step failed.
pub fn run(workspace: &Workspace, plan: &Plan) -> ExitCode {
    let (steps, on_failure) = match plan {
        Plan::List => {
            for step in STEPS {
                say(format_args!("{:<14}{}", step.name, step.about));
            }
            return ExitCode::SUCCESS;
        }
        Plan::All { on_failure } => (select(STEPS, |step| step.part == Part::OfEveryRun), *on_failure),
        Plan::Only { names, on_failure } => {
            (select(STEPS, |step| names.iter().any(|name| name == step.name)), *on_failure)
        }
    };
    let lines = perform(workspace, &steps, on_failure);
    say(format_args!("\n{}", summary(&lines)));
    let failed = lines.iter().any(|line| line.outcome == Outcome::Failed);
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn select(steps: &'static [Step], wanted: impl Fn(&Step) -> bool) -> Vec<&'static Step> {
    steps.iter().filter(|step| wanted(step)).collect()
}

fn perform(workspace: &Workspace, steps: &[&'static Step], on_failure: OnFailure) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for step in steps {
        let stopped = on_failure == OnFailure::Stop && lines.iter().any(|line| line.outcome == Outcome::Failed);
        if stopped {
            lines.push(Line { name: step.name, outcome: Outcome::NotRun, took: Duration::ZERO });
            continue;
        }
        say(format_args!("\n== {}: {}", step.name, step.about));
        let start = Instant::now();
        let result = (step.run)(workspace);
        let took = start.elapsed();
        let outcome = match result {
            Ok(Done::Passed) => Outcome::Passed,
            Ok(Done::Skipped(reason)) => Outcome::Skipped(reason),
            Err(error) => {
                say(format_args!("error: {error:#}"));
                Outcome::Failed
            }
        };
        say(format_args!("== {} {} in {:.1} s", step.name, word(&outcome), took.as_secs_f64()));
        lines.push(Line { name: step.name, outcome, took });
    }
    lines
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Skipped(_) => "skipped",
        Outcome::Failed => "FAILED",
        Outcome::NotRun => "not run",
    }
}

fn summary(lines: &[Line]) -> String {
    let mut rows = vec![format!("{:<14}{:<10}{:>8}", "step", "result", "seconds")];
    rows.extend(lines.iter().map(|Line { name, outcome, took }| {
        let seconds = took.as_secs_f64();
        match outcome {
            Outcome::Passed | Outcome::Failed => format!("{name:<14}{:<10}{seconds:>8.1}", word(outcome)),
            Outcome::Skipped(reason) => format!("{name:<14}{:<10}{seconds:>8.1}  {reason}", word(outcome)),
            Outcome::NotRun => format!("{name:<14}{}", word(outcome)),
        }
    }));
    let total: Duration = lines.iter().map(|line| line.took).sum();
    let failed: Vec<&str> = lines.iter().filter(|line| line.outcome == Outcome::Failed).map(|line| line.name).collect();
    let verdict = if failed.is_empty() { "all passed".to_owned() } else { format!("failed: {}", failed.join(", ")) };
    rows.push(format!("{:<24}{:>8.1}  {verdict}", "total", total.as_secs_f64()));
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use anyhow::bail;

    use super::*;

    static PASSES: Step = Step { name: "good", about: "passes", part: Part::OfEveryRun, run: |_| Ok(Done::Passed) };
    static SKIPS: Step =
        Step { name: "idle", about: "skips", part: Part::OfEveryRun, run: |_| Ok(Done::Skipped("nothing to do")) };
    static FAILS: Step = Step { name: "bad", about: "fails", part: Part::OfEveryRun, run: |_| bail!("no") };

    fn outcomes(steps: &[&'static Step], on_failure: OnFailure) -> Vec<Outcome> {
        let workspace = Workspace { root: PathBuf::new(), target: PathBuf::new(), benches: vec![] };
        perform(&workspace, steps, on_failure).into_iter().map(|line| line.outcome).collect()
    }

    #[test]
    fn a_failure_stops_the_run() {
        let expected = [Outcome::Passed, Outcome::Failed, Outcome::NotRun];
        assert_eq!(outcomes(&[&PASSES, &FAILS, &SKIPS], OnFailure::Stop), expected);
    }

    #[test]
    fn keep_going_runs_the_rest() {
        let expected = [Outcome::Failed, Outcome::Skipped("nothing to do"), Outcome::Passed];
        assert_eq!(outcomes(&[&FAILS, &SKIPS, &PASSES], OnFailure::KeepGoing), expected);
    }

    #[test]
    fn the_summary_names_what_failed() {
        let line = |name, outcome, millis| Line { name, outcome, took: Duration::from_millis(millis) };
        let text = summary(&[
            line("fmt", Outcome::Passed, 1_240),
            line("doctest", Outcome::Skipped("there are none"), 0),
            line("nextest", Outcome::Failed, 60_000),
            line("tidy", Outcome::NotRun, 0),
        ]);
        let expected = "\
step          result     seconds
fmt           passed         1.2
doctest       skipped        0.0  there are none
nextest       FAILED        60.0
tidy          not run
total                       61.2  failed: nextest";
        assert_eq!(text, expected);
    }

    #[test]
    fn quick_names_real_steps_and_step_names_are_unique() {
        assert!(QUICK.iter().all(|name| is_step(name)));
        let mut names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STEPS.len());
    }
}
