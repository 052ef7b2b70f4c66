//! The project's own commands: `cargo xtask run | web | types | test | bench | tidy`.

mod arguments;
mod bench;
mod command;
mod console;
mod program;
mod run;
mod schemathesis;
mod suite;
mod tidy;
mod tools;
mod web;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;

use crate::arguments::Task;
use crate::workspace::Workspace;

fn main() -> ExitCode {
    let task = match arguments::parse(std::env::args().skip(1)) {
        Ok(task) => task,
        Err(wrong) => {
            console::say(format_args!("{wrong}\n\n{}", arguments::USAGE));
            return ExitCode::from(2);
        }
    };
    match perform(task) {
        Ok(code) => code,
        Err(error) => {
            console::say(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn perform(task: Task) -> Result<ExitCode> {
    if matches!(task, Task::Help) {
        console::say(format_args!("{}", arguments::USAGE));
        return Ok(ExitCode::SUCCESS);
    }
    let workspace = Workspace::find()?;
    match task {
        Task::Run { serve_arguments } => run::serve(&workspace, &serve_arguments),
        Task::Web => web::run(&workspace),
        Task::Types => web::write_types(&workspace),
        Task::Test(plan) => Ok(suite::run(&workspace, &plan)),
        Task::Bench { only, bench_arguments } => bench::run(&workspace, only.as_deref(), &bench_arguments),
        Task::Tidy => tidy::run(&workspace),
        Task::Help => Ok(ExitCode::SUCCESS),
    }
}
