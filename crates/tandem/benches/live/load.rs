//! How many durable changes a second reach everybody.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use futures_util::SinkExt;
use testkit::{Options, Server, usage};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::BINARY;
use crate::latency::{Clocks, report};
use crate::table::Table;
use crate::viewer::{Receiver, Seen, Sender, edit, look, next, open};

const WARM_UP: Duration = Duration::from_secs(1);
const MEASURED: Duration = Duration::from_secs(6);
/// Unanswered changes of all sockets together.
const IN_FLIGHT: usize = 800;
/// One change in so many is timed from send to last receiver.
const TIMED_EVERY: u64 = 64;

struct Shared {
    board: String,
    cards: Vec<String>,
    stop: AtomicBool,
    delivered: AtomicU64,
    acked: AtomicU64,
    clocks: Clocks,
}

/// Every socket sends as fast as its answers come, and every socket receives everything.
pub async fn throughput(table: &mut Table, sockets: usize) -> Result<()> {
    let home = tempfile::tempdir()?;
    let server = Server::start(&Options::new(BINARY, home.path()).with(&["--log", "warn"])).await?;
    let client = server.first_client().await?;
    let (_, board) = client.project("Bench", &server.project_folder("bench")?).await?;
    let mut cards = Vec::new();
    for number in 0..sockets {
        cards.push(client.card(&board, &format!("Card {number}")).await?);
    }
    let shared = Arc::new(Shared {
        board,
        cards,
        stop: AtomicBool::new(false),
        delivered: AtomicU64::new(0),
        acked: AtomicU64::new(0),
        clocks: Clocks::new(sockets),
    });
    let mut tasks = JoinSet::new();
    for number in 0..sockets {
        let (sender, receiver) = open(server.address(), &client.token, &shared.board).await?;
        let window =
            Arc::new(Window { free: AtomicUsize::new(IN_FLIGHT.div_ceil(sockets).min(250)), freed: Notify::new() });
        tasks.spawn(send(Arc::clone(&shared), number, sender, Arc::clone(&window)));
        tasks.spawn(receive(Arc::clone(&shared), receiver, window));
    }
    tokio::time::sleep(WARM_UP).await;
    let before = (shared.delivered.load(Ordering::Relaxed), shared.acked.load(Ordering::Relaxed), usage(server.pid())?);
    let started = Instant::now();
    tokio::time::sleep(MEASURED).await;
    let after = (shared.delivered.load(Ordering::Relaxed), shared.acked.load(Ordering::Relaxed), usage(server.pid())?);
    let seconds = started.elapsed().as_secs_f64();
    shared.stop.store(true, Ordering::Relaxed);
    tasks.shutdown().await;
    let deliveries = (after.0 - before.0) as f64;
    let cpu = after.2.cpu.saturating_sub(before.2.cpu).as_secs_f64();
    let goal = |wanted: &str| if sockets == 50 { wanted.to_owned() } else { String::new() };
    let name = format!("{sockets} sockets");
    let per_second = (after.1 - before.1) as f64 / seconds;
    table.row(format!("durable changes, {name}"), format!("{per_second:.0}/s"), goal("≥ 10,000/s"));
    table.row(format!("deliveries, {name}"), format!("{:.0}/s", deliveries / seconds), "");
    let per_delivery = cpu * 1e6 / deliveries;
    table.row(format!("server CPU per delivery, {name}"), format!("{per_delivery:.2} µs"), goal("≤ 1 µs"));
    report(table, &format!("send to last receiver at saturation, {name}"), &shared.clocks, "")?;
    server.stop().await.map(drop)
}

struct Window {
    free: AtomicUsize,
    freed: Notify,
}

async fn send(shared: Arc<Shared>, number: usize, mut sender: Sender, window: Arc<Window>) -> Result<()> {
    let card = shared.cards.get(number).context("a card for each socket")?.clone();
    let mut count = 0_u64;
    while !shared.stop.load(Ordering::Relaxed) {
        let free = window.free.swap(0, Ordering::AcqRel);
        if free == 0 {
            window.freed.notified().await;
            continue;
        }
        for _ in 0..free {
            count += 1;
            let id = format!("{number}-{count}");
            if count.is_multiple_of(TIMED_EVERY) {
                shared.clocks.sent(&id);
            }
            sender.feed(edit(&shared.board, &card, &id)).await?;
        }
        sender.flush().await?;
    }
    Ok(())
}

async fn receive(shared: Arc<Shared>, mut receiver: Receiver, window: Arc<Window>) -> Result<()> {
    loop {
        let text = next(&mut receiver).await?;
        match look(&text) {
            Seen::Ack => {
                shared.acked.fetch_add(1, Ordering::Relaxed);
                window.free.fetch_add(1, Ordering::AcqRel);
                window.freed.notify_one();
            }
            Seen::Changes(count, text) => {
                shared.delivered.fetch_add(count as u64, Ordering::Relaxed);
                shared.clocks.received(text);
            }
            Seen::Other => {}
        }
    }
}
