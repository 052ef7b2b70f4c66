//! Asked to stop, the server says so to everybody, keeps what it acknowledged, and ends well.

use std::time::{Duration, Instant};

use serde_json::json;
use testkit::Socket;
use tokio::task::JoinSet;

use crate::load::{Alarm, Pen, edit};
use crate::stage::{Board, Home, check_sound};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_in_the_middle_of_work_loses_nothing() {
    let home = Home::new();
    let server = home.start().await;
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "stop").await;
    let head = board.log(&ada, 0).await.len();
    let mut idle = Socket::ready(server.address(), &ada.token).await.unwrap();
    let mut reading = Socket::ready(server.address(), &ada.token).await.unwrap();
    reading.open(&board.id, None).await.unwrap();
    let mut nobody = Socket::connect(server.address()).await.unwrap();
    let alarm = Alarm::after(300);
    let mut writers = JoinSet::new();
    for number in 0..4 {
        let socket = Socket::ready(server.address(), &ada.token).await.unwrap();
        let pen = Pen::new(format!("w{number}"), number, &board);
        writers.spawn(edit(socket, board.clone(), pen, alarm.clone()));
    }
    alarm.rings().await;
    let asked = Instant::now();
    let (ended, idle, reading, nobody) =
        tokio::join!(server.stop(), idle.closing_code(), reading.closing_code(), nobody.closing_code());
    assert!(asked.elapsed() < Duration::from_secs(20), "stopping took {:?}", asked.elapsed());
    assert_eq!(ended.unwrap().code(), Some(0));
    assert_eq!((idle.unwrap(), reading.unwrap(), nobody.unwrap()), (1001, 1001, 1001));

    let log_left = home.data().join("tandem.db-wal");
    assert!(!log_left.exists() || log_left.metadata().unwrap().len() == 0, "the write-ahead log was not folded in");
    check_sound(&home.database()).await;
    let server = home.start().await;
    let ada = ada.at(server.address());
    let log = board.check_whole(&ada).await;
    for edits in writers.join_all().await {
        assert!(!edits.acked.is_empty());
        for (id, seq) in edits.acked {
            assert_eq!(log[usize::try_from(seq).unwrap() - 1]["id"], id, "an acknowledged change is gone");
        }
    }
    assert!(log.len() >= head + 300);
}

#[tokio::test]
async fn those_who_neither_read_nor_finish_do_not_keep_the_server() {
    let home = Home::new();
    let server = home.start().await;
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "stop").await;
    let mut deaf = Socket::connect_small(server.address()).await.unwrap();
    deaf.authenticate(&ada.token).await.unwrap();
    deaf.send(&json!({ "type": "open", "board": board.id })).await.unwrap();
    let mut editor = Socket::ready(server.address(), &ada.token).await.unwrap();
    let mut card = board.card("big", "big");
    for number in 0..400 {
        card[0]["id"] = json!(format!("big-{number}"));
        card[0]["props"]["description"] = json!("x".repeat(19_000));
        let answer = editor.change_and_wait(&board.id, &format!("big-{number}"), card.clone()).await.unwrap();
        assert_eq!(answer["type"], "ack", "{answer}");
    }
    let asked = Instant::now();
    assert_eq!(server.stop().await.unwrap().code(), Some(0));
    assert!(asked.elapsed() < Duration::from_secs(30), "stopping took {:?}", asked.elapsed());
    check_sound(&home.database()).await;
    drop(deaf);
}
