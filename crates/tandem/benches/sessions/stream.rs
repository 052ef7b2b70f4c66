//! How fast an agent's words and deeds reach a follower, and how much is sent for them.

use anyhow::Result;

use crate::stage::Stage;
use crate::table::Table;

/// Events a second from the agent's pipe through the log to a client.
pub async fn events(table: &mut Table) -> Result<()> {
    let stage = Stage::set().await?;
    let session = stage.session().await?;
    stage.turn(&session, "tools 100").await?;
    let calls = 20_000;
    let received = stage.turn(&stage.session().await?, &format!("tools {calls}")).await?;
    let rate = received.events as f64 / received.took.as_secs_f64();
    table.row("events a second, agent to client", format!("{rate:.0}"), "");
    let characters = 2_000_000_u32;
    let received = stage.turn(&stage.session().await?, &format!("text {characters}")).await?;
    let rate = f64::from(characters) / 5.0 / received.took.as_secs_f64();
    table.row("deltas a second, agent to client", format!("{rate:.0}"), "");
    stage.server.stop().await.map(drop)
}

/// Bytes on the wire for each byte the model says.
pub async fn bytes(table: &mut Table) -> Result<()> {
    let stage = Stage::set().await?;
    for (what, message, characters) in [
        ("bytes sent per byte of text, at once", "text 500000", 500_000),
        ("bytes sent per byte of text, 450 a second", "talk 9000 450", 9_000),
        ("bytes sent per byte of text, 1,500 a second", "talk 30000 1500", 30_000),
    ] {
        let received = stage.turn(&stage.session().await?, message).await?;
        let ratio = received.bytes as f64 / f64::from(characters);
        table.row(what, format!("{ratio:.2}"), "< 2");
    }
    stage.server.stop().await.map(drop)
}
