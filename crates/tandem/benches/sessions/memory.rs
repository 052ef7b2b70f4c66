//! What the server holds for a session that has nothing to do.

use anyhow::Result;
use testkit::usage;

use crate::stage::Stage;
use crate::table::Table;

const SESSIONS: usize = 100;

pub async fn idle(table: &mut Table) -> Result<()> {
    let stage = Stage::set().await?;
    stage.turn(&stage.session().await?, "text 2000").await?;
    let before = usage(stage.server.pid())?.resident_bytes;
    for _ in 0..SESSIONS {
        stage.turn(&stage.session().await?, "text 2000").await?;
    }
    let after = usage(stage.server.pid())?.resident_bytes;
    let each = after.saturating_sub(before) as f64 / SESSIONS as f64 / 1e3;
    table.row("server memory per idle session, its process kept", format!("{each:.1} KB"), "< 1 MB");
    stage.server.stop().await.map(drop)
}
