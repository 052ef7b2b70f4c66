//! Measures agent sessions through the public doors and prints a table.
//!
//! `cargo bench -p tandem --bench sessions` runs everything; a word after `--` runs only the parts whose name holds it.
//! The agent is this program again, playing a CLI that says as much as it is told to, as fast as it can.

#![expect(clippy::cast_precision_loss, reason = "figures for people, rounded anyway")]

#[path = "sessions/fake_cli.rs"]
mod fake_cli;
#[path = "sessions/memory.rs"]
mod memory;
#[path = "sessions/page.rs"]
mod page;
#[path = "sessions/stage.rs"]
mod stage;
#[path = "sessions/stream.rs"]
mod stream;
#[path = "live/table.rs"]
mod table;

use anyhow::Result;
use table::Table;

pub const BINARY: &str = env!("CARGO_BIN_EXE_tandem");

fn main() -> Result<()> {
    if std::env::args().any(|argument| argument == "--permission-prompt-tool") {
        return fake_cli::play();
    }
    tokio::runtime::Runtime::new()?.block_on(measure())
}

async fn measure() -> Result<()> {
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut table = Table::default();
    let wanted = |name: &str| name.contains(&only);
    if wanted("events") {
        stream::events(&mut table).await?;
    }
    if wanted("bytes") {
        stream::bytes(&mut table).await?;
    }
    if wanted("memory") {
        memory::idle(&mut table).await?;
    }
    if wanted("page") {
        page::from_the_middle(&mut table).await?;
    }
    table.print();
    Ok(())
}
