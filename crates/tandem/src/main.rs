//! The program `tandem`: parses its arguments, runs one command, turns an error into an exit status.

mod arguments;
mod backup;
mod draw;
mod failure;
mod logs;
mod mcp;
mod openapi;
mod rehearse;
mod serve;
mod ui;
mod user;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;

use crate::arguments::{Arguments, Command, UserCommand};
use crate::failure::Failure;

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // When even standard error is gone, the exit status has to do.
            writeln!(std::io::stderr(), "tandem: {failure}").ok();
            failure.exit_code()
        }
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(arguments) => in_runtime(serve::serve(arguments)),
        Command::User(UserCommand::Add(arguments)) => in_runtime(user::add(arguments)),
        Command::User(UserCommand::List(arguments)) => in_runtime(user::list(arguments)),
        Command::User(UserCommand::ResetPassword(arguments)) => in_runtime(user::reset_password(arguments)),
        Command::Mcp(arguments) => in_runtime(mcp::forward(arguments)),
        Command::Draw(arguments) => draw::draw(&arguments),
        Command::Lint(arguments) => draw::lint(&arguments),
        Command::Backup(arguments) => in_runtime(backup::backup(arguments)),
        Command::Restore(arguments) => in_runtime(backup::restore(arguments)),
        Command::Openapi => openapi::print(),
        Command::Rehearse { arguments } => in_runtime(rehearse::rehearse(arguments)),
    }
}

fn in_runtime(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("starting the runtime")?;
    runtime.block_on(work)
}
