//! A backup of a busy server is the server as it was at one moment.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use testkit::{Client, Server, Socket};
use tokio::task::JoinSet;

use crate::load::{Alarm, Pen, edit};
use crate::stage::{Board, Home, PASSWORD, places, tandem};

async fn back_up(home: &Home, name: &str) -> PathBuf {
    let file = home.path().join(name);
    let made = tandem(&["backup", file.to_str().unwrap(), "--data", home.data().to_str().unwrap()], "").await;
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    file
}

/// Returns what the program says when it refuses to restore a file.
async fn refusal(file: &Path, home: &Home) -> String {
    let refused = tandem(&["restore", file.to_str().unwrap(), "--data", home.data().to_str().unwrap()], "").await;
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(1), 0));
    String::from_utf8(refused.stderr).unwrap()
}

async fn restore(file: &Path) -> (Home, Server, Client) {
    let home = Home::new();
    let put = tandem(&["restore", file.to_str().unwrap(), "--data", home.data().to_str().unwrap()], "").await;
    assert!(put.status.success(), "{}", String::from_utf8_lossy(&put.stderr));
    let server = home.start().await;
    let client = Client::login(server.address(), "ada@example.org", PASSWORD).await.unwrap();
    (home, server, client)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_busy_server_is_a_dense_prefix() {
    let home = Home::new();
    let server = home.start().await;
    let ada = server.first_client().await.unwrap();
    let boards = [Board::make(&server, &ada, "one").await, Board::make(&server, &ada, "two").await];
    // The first rings once all are at work, the second some time after the first copies are made.
    let (started, enough) = (Alarm::after(200), Alarm::after(200));
    let mut writers = JoinSet::new();
    for number in 0_usize..4 {
        let board = boards[number % 2].clone();
        let socket = Socket::ready(server.address(), &ada.token).await.unwrap();
        let pen = Pen::new(format!("w{number}"), number as u64, &board);
        let alarm = if number < 2 { &started } else { &enough };
        writers.spawn(edit(socket, board, pen, alarm.clone()));
    }
    started.rings().await;
    let first = back_up(&home, "first.db").await;
    enough.rings().await;
    let second = back_up(&home, "second.db").await;
    writers.abort_all();
    let lengths = [check_prefix(&first, &ada, &boards).await, check_prefix(&second, &ada, &boards).await];
    println!("{lengths:?} changes in the copies");
    assert!(lengths[1] > lengths[0], "the server was not busy");
}

/// Serves a copy and checks that its boards are what the live ones were at some moment; returns their changes' count.
async fn check_prefix(file: &Path, ada: &Client, boards: &[Board]) -> usize {
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    let (_home, _server, copy) = restore(file).await;
    let mut changes = 0;
    for board in boards {
        let copied = board.check_whole(&copy).await;
        let live = board.log(ada, 0).await;
        assert_eq!(copied, live[..copied.len()], "the copy is no prefix of the log");
        changes += copied.len();
    }
    changes
}

#[tokio::test]
async fn a_restore_refuses_what_is_no_sound_backup() {
    const TITLE: &str = "a title that is easy to find";
    let home = Home::new();
    let server = home.start().await;
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "kept").await;
    board.change(&ada, "c1", board.card("c1", TITLE)).await;
    let good = back_up(&home, "good.db").await;
    let running = refusal(&good, &home).await;
    assert!(running.contains("another tandem process"), "{running}");
    board.change(&ada, "c2", board.card("c2", "made after the backup")).await;
    let log = board.check_whole(&ada).await;
    assert!(server.stop().await.unwrap().success());

    let whole = fs::read(&good).unwrap();
    let place = places(&whole, TITLE)[0];
    let mut flipped = whole.clone();
    flipped[place] ^= 1;
    let mut headless = whole.clone();
    headless[20..60].fill(0xff);
    let cut = whole[..whole.len() / 2].to_vec();
    let file = home.path().join("bad.db");
    for (bad, reason) in [
        (b"this is no database".to_vec(), "not a SQLite database"),
        (Vec::new(), "not a SQLite database"),
        (flipped, "damaged"),
        (cut, ""),
        (headless, ""),
    ] {
        fs::write(&file, bad).unwrap();
        let said = refusal(&file, &home).await;
        assert!(said.contains(reason) && said.starts_with("tandem: restoring"), "{said}");
    }
    let server = home.start().await;
    assert_eq!(board.check_whole(&ada.at(server.address())).await, log, "a refused restore changed something");
}
