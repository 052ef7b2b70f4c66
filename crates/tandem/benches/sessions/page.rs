//! Reading in the middle of a long session.

use std::time::Instant;

use anyhow::{Result, ensure};

use crate::stage::Stage;
use crate::table::Table;

const CALLS: usize = 50_000;
const READS: usize = 200;

pub async fn from_the_middle(table: &mut Table) -> Result<()> {
    let stage = Stage::set().await?;
    let session = stage.session().await?;
    let received = stage.turn(&session, &format!("tools {CALLS}")).await?;
    let mut times = Vec::with_capacity(READS);
    for read in 0..READS {
        let after = received.events / 2 + read * 7;
        let started = Instant::now();
        let page = stage.client.get(&format!("/sessions/{session}/events?after={after}&limit=50")).await?;
        times.push(started.elapsed().as_secs_f64() * 1e3);
        ensure!(page.body["items"].as_array().is_some_and(|items| items.len() == 50), "a page answered {page:?}");
    }
    times.sort_by(f64::total_cmp);
    let (middle, late) = (times[READS / 2], times[READS * 95 / 100]);
    let what = format!("page of 50 from the middle of {} events", received.events);
    table.row(what, format!("p50 {middle:.1} ms, p95 {late:.1} ms"), "< 20 ms");
    stage.server.stop().await.map(drop)
}
