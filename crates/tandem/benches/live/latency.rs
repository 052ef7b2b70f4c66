//! How long a change takes from its sender to its last receiver.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use futures_util::SinkExt;
use testkit::{Options, Server};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::BINARY;
use crate::table::Table;
use crate::viewer::{Seen, edit, look, next, open};

const SOCKETS: usize = 50;
const EVERY: Duration = Duration::from_millis(5);
const CHANGES: usize = 2_000;

/// When timed changes were sent, and how many receivers have yet to see each.
pub struct Clocks {
    receivers: usize,
    open: Mutex<HashMap<String, (Instant, usize)>>,
    took: Mutex<Vec<Duration>>,
}

impl Clocks {
    pub fn new(receivers: usize) -> Self {
        Self { receivers, open: Mutex::default(), took: Mutex::default() }
    }

    pub fn sent(&self, id: &str) {
        if let Ok(mut open) = self.open.lock() {
            open.insert(id.to_owned(), (Instant::now(), self.receivers));
        }
    }

    /// Looks for timed changes in a frame.
    pub fn received(&self, frame: &str) {
        let Ok(mut open) = self.open.lock() else { return };
        if open.is_empty() {
            return;
        }
        for part in frame.split(r#","id":""#).skip(1) {
            let Some((id, _)) = part.split_once('"') else { continue };
            let Some((sent, left)) = open.get_mut(id) else { continue };
            *left -= 1;
            if *left == 0 {
                if let Ok(mut took) = self.took.lock() {
                    took.push(sent.elapsed());
                }
                open.remove(id);
            }
        }
    }

    pub fn done(&self) -> usize {
        self.took.lock().map_or(0, |took| took.len())
    }
}

/// Adds the middle and the slow end of what was timed.
pub fn report(table: &mut Table, name: &str, clocks: &Clocks, goal: &str) -> Result<()> {
    let mut took = clocks.took.lock().ok().context("a clock broke")?.clone();
    took.sort_unstable();
    let at = |share: usize| took.get(took.len() * share / 100).copied().unwrap_or_default().as_secs_f64() * 1e3;
    table.row(name, format!("p50 {:.2} ms, p99 {:.2} ms", at(50), at(99)), goal);
    Ok(())
}

/// One socket sends 200 changes a second, fifty receive them.
pub async fn steady(table: &mut Table) -> Result<()> {
    let home = tempfile::tempdir()?;
    let server = Server::start(&Options::new(BINARY, home.path()).with(&["--log", "warn"])).await?;
    let client = server.first_client().await?;
    let (_, board) = client.project("Bench", &server.project_folder("bench")?).await?;
    let card = client.card(&board, "Card").await?;
    let clocks = std::sync::Arc::new(Clocks::new(SOCKETS));
    let mut receivers = JoinSet::new();
    let mut senders = Vec::new();
    for _ in 0..SOCKETS {
        let (sender, mut receiver) = open(server.address(), &client.token, &board).await?;
        senders.push(sender);
        let clocks = std::sync::Arc::clone(&clocks);
        receivers.spawn(async move {
            while let Ok(text) = next(&mut receiver).await {
                if let Seen::Changes(_, text) = look(&text) {
                    clocks.received(text);
                }
            }
        });
    }
    let mut tick = interval(EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for number in 0..CHANGES {
        tick.tick().await;
        let id = format!("l-{number}");
        let sender = senders.get_mut(number % SOCKETS).context("a sender")?;
        clocks.sent(&id);
        sender.send(edit(&board, &card, &id)).await?;
    }
    while clocks.done() < CHANGES {
        tick.tick().await;
    }
    receivers.shutdown().await;
    report(table, "send to last of 50 receivers at 200/s", &clocks, "p50 ≤ 2 ms, p99 ≤ 8 ms")?;
    server.stop().await.map(drop)
}
