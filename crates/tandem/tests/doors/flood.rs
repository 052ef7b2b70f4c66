//! Very many connections that do nothing, or nearly nothing.

use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use testkit::{Client, Server, Socket, usage};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::stage::{Board, Home, status};

/// How long anything small may take while others flood the server.
const PROMPT: Duration = Duration::from_secs(5);

/// Lets this process have as many files open as it may; returns how many that are.
fn raise_own_limit() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    limit.maximum.unwrap_or(u64::MAX)
}

/// Checks that somebody new can come and work at once.
async fn check_service(ada: &Client, board: &Board, name: &str) {
    let asked = Instant::now();
    assert_eq!(status(ada, "/healthz").await, 200);
    let mut socket = Socket::ready(ada.address(), &ada.token).await.unwrap();
    let opened = socket.open(&board.id, None).await.unwrap();
    assert_eq!(opened["type"], "snapshot");
    let answer = socket.change_and_wait(&board.id, name, board.card(name, "still at work")).await.unwrap();
    assert_eq!(answer["type"], "ack", "{answer}");
    assert!(asked.elapsed() < PROMPT, "working took {:?}", asked.elapsed());
}

/// Connects so many times, and opens the board each time if there is one.
async fn connect(count: usize, ada: &Client, board: Option<&Board>) -> Vec<Socket> {
    let mut tasks = JoinSet::new();
    for part in 0..8 {
        let (ada, board) = (ada.clone(), board.cloned());
        let count = count / 8 + usize::from(part < count % 8);
        tasks.spawn(async move {
            let mut sockets = Vec::new();
            for _ in 0..count {
                let mut socket = Socket::connect_small(ada.address()).await.unwrap();
                socket.authenticate(&ada.token).await.unwrap();
                if let Some(board) = &board {
                    socket.open(&board.id, None).await.unwrap();
                }
                sockets.push(socket);
            }
            sockets
        });
    }
    tasks.join_all().await.into_iter().flatten().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_idle_sockets_cost_little() {
    let home = Home::new();
    let most = raise_own_limit();
    let wanted = usize::try_from(most.saturating_sub(500).min(10_000)).unwrap();
    assert!(wanted >= 500, "too few files may be open to try: {most}");
    // As a shell often has it: the server raises the limit itself.
    let options = home.options().through_shell(&[], r#"ulimit -Sn 256 && exec "$@""#).with(&["--log", "warn"]);
    let server = Server::start(&options).await.unwrap();
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "idle").await;
    check_service(&ada, &board, "before").await;
    let before = usage(server.pid()).unwrap().resident_bytes;
    let others = connect(wanted - wanted / 5, &ada, None).await;
    let mut sockets = connect(wanted / 5, &ada, Some(&board)).await;
    assert_eq!(others.len() + sockets.len(), wanted);
    let grown = usage(server.pid()).unwrap().resident_bytes.saturating_sub(before);
    println!("{} bytes per idle socket", grown / wanted as u64);
    assert!(grown / (wanted as u64) < 64 * 1024, "{} bytes per idle socket", grown / wanted as u64);
    check_service(&ada, &board, "after").await;
    for socket in &mut sockets {
        let message = socket.next().await.unwrap();
        assert_eq!(message["changes"][0]["id"], "after", "an idle socket missed the change: {message}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_do_not_say_who_they_are_keep_nobody_out() {
    raise_own_limit();
    let home = Home::new();
    let server = home.start().await;
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "anonymous").await;
    let mut strangers = Vec::new();
    for _ in 0..200 {
        strangers.push(Socket::connect_small(server.address()).await.unwrap());
    }
    check_service(&ada, &board, "among-strangers").await;
    let mut half = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(b"GET /api/me HTTP/1.1\r\nHost: loc").await.unwrap();
        half.push(stream);
    }
    check_service(&ada, &board, "among-half-requests").await;
    for stream in &mut half {
        stream.write_all(b"alhost\r\nX-Drip: ").await.unwrap();
    }
    check_service(&ada, &board, "among-drips").await;

    let mut head = TcpStream::connect(server.address()).await.unwrap();
    let endless = format!("GET / HTTP/1.1\r\nHost: {}\r\nX-Long: {}", server.address(), "x".repeat(256 * 1024));
    // The server may close before it has read all of it.
    head.write_all(endless.as_bytes()).await.ok();
    let mut answer = Vec::new();
    head.read_to_end(&mut answer).await.ok();
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    for stranger in &mut strangers {
        stranger.send(&serde_json::json!({ "type": "auth", "token": "nonsense" })).await.unwrap();
        assert_eq!(stranger.closing_code().await.unwrap(), 4401);
    }
    check_service(&ada, &board, "afterwards").await;
}
