//! `tandem rehearse`: the scripted agent, as a program of its own.

use std::os::fd::AsFd;

use agents::rehearsal;
use anyhow::Context;
use tokio::net::unix::pipe;

use crate::failure::Failure;

pub async fn rehearse(arguments: Vec<String>) -> Result<(), Failure> {
    let standard = std::io::stdin().as_fd().try_clone_to_owned().context("taking standard input")?;
    let input = pipe::Receiver::from_owned_fd(standard).context("standard input must be a pipe")?;
    let standard = std::io::stdout().as_fd().try_clone_to_owned().context("taking standard output")?;
    let output = pipe::Sender::from_owned_fd(standard).context("standard output must be a pipe")?;
    rehearsal::run(arguments, input, output).await.map_err(|error| Failure::Work(error.into()))
}
