//! Measures the running server through its public doors and prints a table.
//!
//! `cargo bench -p tandem --bench live` runs everything; a word after `--` runs only the parts whose name holds it.

#![expect(clippy::cast_precision_loss, reason = "figures for people, rounded anyway")]

#[path = "live/board.rs"]
mod board;
#[path = "live/latency.rs"]
mod latency;
#[path = "live/load.rs"]
mod load;
#[path = "live/memory.rs"]
mod memory;
#[path = "live/table.rs"]
mod table;
#[path = "live/viewer.rs"]
mod viewer;

use anyhow::Result;
use table::Table;

pub const BINARY: &str = env!("CARGO_BIN_EXE_tandem");

#[tokio::main]
async fn main() -> Result<()> {
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut table = Table::default();
    let wanted = |name: &str| name.contains(&only);
    if wanted("start") {
        memory::start(&mut table).await?;
    }
    if wanted("throughput") {
        for sockets in [1, 10, 50] {
            load::throughput(&mut table, sockets).await?;
        }
    }
    if wanted("latency") {
        latency::steady(&mut table).await?;
    }
    if wanted("memory") {
        memory::boards_and_sockets(&mut table).await?;
    }
    if wanted("board") {
        board::open_and_edit(&mut table).await?;
    }
    table.print();
    Ok(())
}
