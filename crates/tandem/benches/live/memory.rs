//! How fast the server is up, and what it holds when nobody does anything.

use anyhow::{Result, ensure};
use serde_json::json;
use testkit::{Options, Server, Socket, usage};

use crate::BINARY;
use crate::table::Table;

const BOARDS: usize = 500;
const SOCKETS: usize = 1_000;

/// Start to ready, and memory of a server that has just started.
pub async fn start(table: &mut Table) -> Result<()> {
    let home = tempfile::tempdir()?;
    let options = Options::new(BINARY, home.path());
    let first = Server::start(&options).await?;
    table.row("start to ready, new data", format!("{:.0} ms", first.took().as_secs_f64() * 1e3), "≤ 200 ms");
    first.stop().await?;
    let second = Server::start(&options).await?;
    table.row("start to ready, existing data", format!("{:.0} ms", second.took().as_secs_f64() * 1e3), "≤ 200 ms");
    table.row("memory, idle", megabytes(usage(second.pid())?.resident_bytes), "≤ 40 MB");
    second.stop().await.map(drop)
}

/// Memory of each board that is open and each socket that is idle.
pub async fn boards_and_sockets(table: &mut Table) -> Result<()> {
    let home = tempfile::tempdir()?;
    let server = Server::start(&Options::new(BINARY, home.path()).with(&["--log", "warn"])).await?;
    let client = server.first_client().await?;
    let (project, board) = client.project("Bench", &server.project_folder("bench")?).await?;
    let mut boards = Vec::new();
    for number in 0..BOARDS {
        let body = json!({ "kind": "kanban", "title": format!("Board {number}") });
        let made = client.post(&format!("/projects/{project}/boards"), body).await?;
        ensure!(made.status == 201, "making a board answered {made:?}");
        boards.push(made.body["id"].as_str().unwrap_or_default().to_owned());
    }
    let before = usage(server.pid())?.resident_bytes;
    for board in &boards {
        client.get(&format!("/boards/{board}")).await?;
    }
    let with_boards = usage(server.pid())?.resident_bytes;
    table.row("memory per open idle board", kilobytes(with_boards.saturating_sub(before), BOARDS), "");
    let mut sockets = Vec::new();
    for _ in 0..SOCKETS {
        let mut socket = Socket::ready(server.address(), &client.token).await?;
        socket.open(&board, None).await?;
        sockets.push(socket);
    }
    let with_sockets = usage(server.pid())?.resident_bytes;
    table.row("memory per idle socket", kilobytes(with_sockets.saturating_sub(with_boards), SOCKETS), "");
    drop(sockets);
    server.stop().await.map(drop)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn kilobytes(bytes: u64, among: usize) -> String {
    format!("{:.1} KB", bytes as f64 / 1e3 / among as f64)
}
