//! A large board: opening it, and what one edit costs each viewer.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use futures_util::SinkExt;
use serde_json::{Value, json};
use testkit::{Client, Options, Server, Socket};

use crate::BINARY;
use crate::table::Table;
use crate::viewer::{Seen, edit, look, next, open};

const SIZES: [usize; 3] = [10, 1_000, 10_000];
const CARDS_PER_CHANGE: usize = 1_000;

pub async fn open_and_edit(table: &mut Table) -> Result<()> {
    for cards in SIZES {
        let home = tempfile::tempdir()?;
        let options = Options::new(BINARY, home.path()).with(&["--log", "warn"]);
        let server = Server::start(&options).await?;
        let client = server.first_client().await?;
        let (_, board) = client.project("Bench", &server.project_folder("bench")?).await?;
        fill(&client, &board, cards).await?;
        let bytes = one_edit(&server, &client, &board).await?;
        table.row(format!("bytes per viewer for a one-card edit, {cards} cards"), format!("{bytes} B"), "≤ 1 KB");
        server.stop().await?;
        let server = Server::start(&options).await?;
        let client = client.at(server.address());
        for state in ["cold", "warm"] {
            let mut socket = Socket::ready(server.address(), &client.token).await?;
            let started = Instant::now();
            socket.open(&board, None).await?;
            let took = started.elapsed().as_secs_f64() * 1e3;
            table.row(format!("opening a board of {cards} cards, {state}"), format!("{took:.1} ms"), "");
        }
        server.stop().await?;
    }
    Ok(())
}

async fn fill(client: &Client, board: &str, cards: usize) -> Result<()> {
    let columns = client.columns(board).await?;
    let numbers: Vec<usize> = (0..cards).collect();
    for chunk in numbers.chunks(CARDS_PER_CHANGE) {
        let first = chunk.first().context("a chunk has a first")?;
        let ops: Vec<Value> = chunk
            .iter()
            .map(|number| {
                let props = json!({ "title": format!("Card {number}"), "description": "What to do, in a few words." });
                let column = &columns[number % columns.len()];
                json!({ "op": "create", "id": format!("card-{number}"), "kind": "card", "parent": column, "props": props })
            })
            .collect();
        let change = json!({ "id": format!("fill-{first}"), "ops": ops });
        let made = client.post(&format!("/boards/{board}/changes"), change).await?;
        ensure!(made.status == 200, "filling the board answered {made:?}");
    }
    Ok(())
}

async fn one_edit(server: &Server, client: &Client, board: &str) -> Result<usize> {
    let (_, mut viewer) = open(server.address(), &client.token, board).await?;
    let (mut editor, _answers) = open(server.address(), &client.token, board).await?;
    editor.send(edit(board, "card-5", "one-edit")).await?;
    loop {
        let text = next(&mut viewer).await?;
        if let Seen::Changes(..) = look(&text) {
            return Ok(text.len());
        }
    }
}
