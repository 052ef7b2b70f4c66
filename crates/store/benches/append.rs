//! Appends to the SQLite store with different numbers of waiting writers, each on a board of its own.
//!
//! `cargo bench -p store` prints rows per second and how long one append takes.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Context;
use engine::{BoardId, ChangeId, Timestamp};
use store::{ChangeLog, LoggedChange, SqliteStore, Upkeep};
use tokio::task::JoinSet;

const WRITERS: [u128; 3] = [1, 16, 256];
const RUN: Duration = Duration::from_secs(3);
const BODY_BYTES: usize = 300;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "{:>8} {:>10} {:>10} {:>10}", "writers", "rows/s", "p50 ms", "p99 ms")?;
    for writers in WRITERS {
        let folder = tempfile::tempdir()?;
        let store = SqliteStore::open(&folder.path().join("bench.db")).await?;
        let started = Instant::now();
        let mut tasks = JoinSet::new();
        for writer in 0..writers {
            tasks.spawn(write(store.clone(), BoardId::from_bytes(writer.to_be_bytes()), started + RUN));
        }
        let mut took = Vec::new();
        while let Some(times) = tasks.join_next().await {
            took.extend(times??);
        }
        let seconds = started.elapsed().as_secs_f64();
        store.close().await;
        took.sort_unstable();
        let rows = u32::try_from(took.len())?;
        let at = |percent: usize| took.get(took.len() * percent / 100).copied().context("no rows");
        let (p50, p99) = (at(50)?.as_secs_f64() * 1e3, at(99)?.as_secs_f64() * 1e3);
        writeln!(out, "{writers:>8} {:>10.0} {p50:>10.2} {p99:>10.2}", f64::from(rows) / seconds)?;
    }
    Ok(())
}

async fn write(store: SqliteStore, board: BoardId, until: Instant) -> anyhow::Result<Vec<Duration>> {
    let mut took = Vec::new();
    for seq in 1.. {
        if Instant::now() >= until {
            break;
        }
        let change = LoggedChange {
            seq,
            id: ChangeId::parse(&format!("{board}:{seq}"))?,
            author: "user:00000000-0000-7000-8000-000000000001".into(),
            at: Timestamp::from_millis(1_700_000_000_000),
            body: "x".repeat(BODY_BYTES).into(),
        };
        let started = Instant::now();
        store.append(board, vec![change]).await?;
        took.push(started.elapsed());
    }
    Ok(took)
}
