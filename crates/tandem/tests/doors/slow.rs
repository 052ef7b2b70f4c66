//! One who never reads, and one who only sends: the others do not notice.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::{Client, Server, Socket, usage};
use tokio::task::JoinSet;

use crate::stage::{Board, Home};

const MEGABYTE: u64 = 1024 * 1024;
/// What a server may grow by, whatever one client does.
const GROWTH: u64 = 60 * MEGABYTE;
/// Changes under way at once.
const WINDOW: usize = 16;

async fn stage() -> (Home, Server, Client, Board) {
    let home = Home::new();
    let server = home.start().await;
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "flood").await;
    let made = board.change(&ada, "first", board.card("card", "first")).await;
    assert_eq!(made.status, 200, "{}", made.body);
    (home, server, ada, board)
}

fn update(text: &str) -> Value {
    json!([{ "op": "update", "id": "card", "props": { "description": text } }])
}

/// Makes so many edits and waits until each is acknowledged.
async fn edit(mut socket: Socket, board: Board, name: &str, edits: usize, bytes: usize) {
    let (mut sent, mut acked) = (0, 0);
    while acked < edits {
        while sent < edits && sent - acked < WINDOW {
            let text = format!("{sent} {}", "x".repeat(bytes));
            socket.change(&board.id, &format!("{name}-{sent}"), update(&text)).await.unwrap();
            sent += 1;
        }
        let message = socket.next().await.unwrap();
        assert_eq!((&message["type"], &message["id"]), (&json!("ack"), &json!(format!("{name}-{acked}"))), "{message}");
        acked += 1;
    }
}

/// Reads until the change `last` and checks that none was missed.
async fn see_all(mut socket: Socket, mut head: u64, last: u64) {
    while head < last {
        let message = socket.next().await.unwrap();
        for change in message["changes"].as_array().unwrap() {
            assert_eq!(change["seq"], head + 1);
            head += 1;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_who_never_reads_is_cut_to_a_resync_and_nobody_else_notices() {
    const EDITS: usize = 2_000;
    let (_home, server, ada, board) = stage().await;
    let head = board.log(&ada, 0).await.len() as u64;
    let mut deaf = Socket::connect_small(server.address()).await.unwrap();
    deaf.authenticate(&ada.token).await.unwrap();
    deaf.open(&board.id, Some(head)).await.unwrap();
    let mut reader = Socket::ready(server.address(), &ada.token).await.unwrap();
    reader.open(&board.id, Some(head)).await.unwrap();
    let writer = Socket::ready(server.address(), &ada.token).await.unwrap();

    let before = usage(server.pid()).unwrap().resident_bytes;
    let mut tasks = JoinSet::new();
    tasks.spawn(edit(writer, board.clone(), "e", EDITS, 9_000));
    tasks.spawn(see_all(reader, head, head + EDITS as u64));
    tasks.join_all().await;
    let grown = usage(server.pid()).unwrap().resident_bytes.saturating_sub(before);
    println!("grew by {} KB", grown / 1024);
    assert!(grown < GROWTH, "the server grew by {} MB", grown / MEGABYTE);

    let mut seen = head;
    loop {
        let message = deaf.next().await.unwrap();
        match message["type"].as_str() {
            Some("changes") => seen = last_of(&message, seen),
            Some("resync") => break assert_eq!(message["board"], board.id),
            _ => panic!("{message}"),
        }
    }
    assert!(seen < head + EDITS as u64, "the slow one was not slow");
    let mut answer = deaf.open(&board.id, Some(seen)).await.unwrap();
    if answer["type"] == "snapshot" {
        assert_eq!(answer["seq"], head + EDITS as u64);
        return;
    }
    while seen < head + EDITS as u64 {
        seen = last_of(&answer, seen);
        if seen < head + EDITS as u64 {
            answer = deaf.next().await.unwrap();
        }
    }
}

/// Returns the seq of the last change of a message that goes on after `seen` without a gap.
fn last_of(message: &Value, mut seen: u64) -> u64 {
    for change in message["changes"].as_array().unwrap() {
        assert_eq!(change["seq"], seen + 1);
        seen += 1;
    }
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_who_sends_and_never_reads_is_cut_off() {
    const FLOOD: usize = 6_000;
    let (_home, server, ada, board) = stage().await;
    let mut flood = Socket::connect_small(server.address()).await.unwrap();
    flood.authenticate(&ada.token).await.unwrap();
    flood.open(&board.id, None).await.unwrap();
    let before = usage(server.pid()).unwrap().resident_bytes;
    let mut tasks = JoinSet::new();
    let other = Board::make(&server, &ada, "other").await;
    other.change(&ada, "first", other.card("card", "first")).await;
    for board in [&board, &other] {
        let socket = Socket::ready(server.address(), &ada.token).await.unwrap();
        tasks.spawn(edit(socket, board.clone(), "calm", 300, 10));
    }
    let text = "y".repeat(3_000);
    let mut sent = 0;
    while sent < FLOOD && flood.change(&board.id, &format!("flood-{sent}"), update(&text)).await.is_ok() {
        sent += 1;
    }
    tasks.join_all().await;
    let grown = usage(server.pid()).unwrap().resident_bytes.saturating_sub(before);
    println!("sent {sent}, grew by {} KB", grown / 1024);
    assert!(grown < GROWTH, "the server grew by {} MB", grown / MEGABYTE);

    let mut acked = BTreeSet::new();
    let end = loop {
        match flood.next().await {
            Ok(message) if message["type"] == "ack" => {
                acked.insert(message["id"].as_str().unwrap().to_owned());
            }
            Ok(_) => {}
            Err(end) => break format!("{end:#}"),
        }
    };
    println!("{} acknowledged, then {end}", acked.len());
    assert!(acked.len() < FLOOD, "a client that did not read was never cut off");
    let log = board.check_whole(&ada).await;
    let logged: BTreeSet<&str> = crate::stage::ids(&log).into_iter().collect();
    assert!(acked.iter().all(|id| logged.contains(id.as_str())), "an acknowledged change is gone");
}
