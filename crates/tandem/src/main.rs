//! The program `tandem`: parses its arguments, runs one command, turns an error into an exit status.

mod arguments;
mod backup;
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
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("starting the runtime")?;
    runtime.block_on(async {
        match command {
            Command::Serve(arguments) => serve::serve(arguments).await,
            Command::User(UserCommand::Add(arguments)) => user::add(arguments).await,
            Command::User(UserCommand::List(arguments)) => user::list(arguments).await,
            Command::User(UserCommand::ResetPassword(arguments)) => user::reset_password(arguments).await,
            Command::Mcp(arguments) => mcp::forward(arguments).await,
            Command::Backup(arguments) => backup::backup(arguments).await,
            Command::Restore(arguments) => backup::restore(arguments).await,
            Command::Openapi => openapi::print(),
            Command::Rehearse { arguments } => rehearse::rehearse(arguments).await,
        }
    })
}
