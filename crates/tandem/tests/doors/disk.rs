//! A full or read-only disk: refused clearly, read on, nothing half done, well again without a restart.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Options, Server, Socket};
use tokio::process::Command;

use crate::stage::{Board, Home, PASSWORD, ids, received, status};

const TMPFS: &str = r#"mount -t tmpfs -o size=6m,mode=700 tmpfs "$DISK" && exec "$@""#;
const READ_ONLY: &str = r#"mount --bind "$DISK" "$DISK" && mount -o remount,bind,ro "$DISK" && exec "$@""#;
/// Runs a program where it may mount file systems that nobody else sees.
const UNSHARE: &[&str] = &["unshare", "--map-root-user", "--mount"];
/// Changes that may still fit on a disk that is full but for its last page.
const LAST_FITS: usize = 200;

/// A way to run out of disk.
enum Disk {
    /// No file may grow.
    Limited,
    /// A small file system, and a file in it that takes all the rest.
    Small { filler: PathBuf },
}

impl Disk {
    fn fill(&self, server: &Server) {
        match self {
            Self::Limited => server.limit_file_size(Some(0)).unwrap(),
            Self::Small { filler } => {
                let mut file = File::create(filler).unwrap();
                while file.write_all(&[7; 4096]).is_ok() {}
            }
        }
    }

    fn free(&self, server: &Server) {
        match self {
            Self::Limited => server.limit_file_size(None).unwrap(),
            Self::Small { filler } => fs::remove_file(filler).unwrap(),
        }
    }
}

async fn may_mount() -> bool {
    let home = Home::new();
    let script = r#"mount -t tmpfs -o size=64k tmpfs "$0""#;
    let mut command = Command::new(UNSHARE[0]);
    command.args(&UNSHARE[1..]).args(["sh", "-c", script]).arg(home.path());
    command.output().await.is_ok_and(|output| output.status.success())
}

fn mounted(home: &Home, script: &str) -> Options {
    fs::create_dir(home.data()).unwrap();
    fs::set_permissions(home.data(), fs::Permissions::from_mode(0o700)).unwrap();
    home.options().through_shell(UNSHARE, script).variable("DISK", home.data().to_str().unwrap())
}

#[tokio::test]
async fn a_full_disk_is_refused_and_recovered_from() {
    let home = Home::new();
    let server = home.start().await;
    survive(&server, &Disk::Limited).await;
    assert!(server.stop().await.unwrap().success());
    let mut survived = 1;
    if may_mount().await {
        let home = Home::new();
        let server = Server::start(&mounted(&home, TMPFS)).await.unwrap();
        // The file system is only there for the server, so it is reached through its eyes.
        let data = home.data();
        let inside = PathBuf::from(format!("/proc/{}/root", server.pid())).join(data.strip_prefix("/").unwrap());
        survive(&server, &Disk::Small { filler: inside.join("filler") }).await;
        assert!(server.stop().await.unwrap().success());
        survived += 1;
    }
    println!("survived {survived} of 2 kinds of full disk");
}

async fn survive(server: &Server, disk: &Disk) {
    let ada = server.first_client().await.unwrap();
    let board = Board::make(server, &ada, "disk").await;
    for number in 0..3 {
        let made = board.change(&ada, &format!("before-{number}"), board.card(&format!("b{number}"), "before")).await;
        assert_eq!(made.status, 200, "{}", made.body);
    }
    let mut editor = Socket::ready(server.address(), &ada.token).await.unwrap();
    let mut watcher = Socket::ready(server.address(), &ada.token).await.unwrap();
    for socket in [&mut editor, &mut watcher] {
        socket.open(&board.id, None).await.unwrap();
    }

    disk.fill(server);
    use_up(&board, &ada).await;
    let log = board.log(&ada, 0).await;
    let contents = board.contents(&ada).await;
    received(&mut watcher).await;
    refuse_all(&board, &ada, &mut editor).await;

    assert_eq!(status(&ada, "/readyz").await, 503);
    assert_eq!(status(&ada, "/healthz").await, 200);
    assert_eq!(board.contents(&ada).await, contents);
    assert_eq!(board.log(&ada, 0).await, log);
    assert_eq!(board.check_whole(&ada).await, log);
    assert_eq!(ada.get("/projects").await.unwrap().body["items"].as_array().unwrap().len(), 1);
    assert_eq!(received(&mut watcher).await, Vec::<String>::new(), "a change that failed was shown");

    disk.free(server);
    send_again(&board, &ada, &mut editor, log.len()).await;
    assert_eq!(status(&ada, "/readyz").await, 200);
    let wanted = ["full-http", "full-0", "full-1", "full-2"];
    assert_eq!(ids(&board.check_whole(&ada).await[log.len()..]), wanted);
    assert_eq!(received(&mut watcher).await, wanted);
}

/// Makes changes until one does not fit any more.
async fn use_up(board: &Board, client: &Client) {
    for number in 0..LAST_FITS {
        let made = board.change(client, &format!("last-{number}"), board.card(&format!("l{number}"), "last")).await;
        if made.status != 200 {
            assert_eq!(made.status, 503, "{}", made.body);
            return;
        }
    }
    panic!("the disk is not full");
}

/// Tries every kind of write; each is refused as something that may work later.
async fn refuse_all(board: &Board, ada: &Client, editor: &mut Socket) {
    let body = json!({ "id": "full-http", "ops": board.card("full-http", "full") });
    let request = ada.request(Method::POST, &format!("/api{}", board.path("/changes"))).json(&body);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 503);
    let header = |name: &str| answer.headers().get(name).unwrap().to_str().unwrap();
    assert!(header("retry-after").parse::<u64>().unwrap() > 0);
    assert_eq!(header("content-type"), "application/problem+json");
    let problem: Value = answer.json().await.unwrap();
    assert_eq!((&problem["status"], &problem["code"]), (&json!(503), &json!("store_unavailable")));

    for number in 0..3 {
        let id = format!("full-{number}");
        editor.change(&board.id, &id, board.card(&id, "full")).await.unwrap();
    }
    for number in 0..3 {
        let reject = editor.until(|message| message["id"] == format!("full-{number}")).await.unwrap();
        assert_eq!((&reject["type"], &reject["retry"]), (&json!("reject"), &json!(true)), "{reject}");
    }
    for (path, body) in [
        (board.path("/tools/create_card"), json!({ "title": "full" })),
        (board.path("/undo"), json!({})),
        (format!("/projects/{}/boards", board.project), json!({ "kind": "kanban", "title": "full" })),
        ("/auth/login".to_owned(), json!({ "email": "ada@example.org", "password": PASSWORD })),
        ("/auth/refresh".to_owned(), json!({ "refresh_token": ada.refresh_token })),
        ("/me/tokens".to_owned(), json!({ "name": "full" })),
    ] {
        let refused = ada.post(&path, body).await.unwrap();
        assert_eq!(refused.status, 503, "{path}: {}", refused.body);
    }
}

async fn send_again(board: &Board, ada: &Client, editor: &mut Socket, head: usize) {
    for _ in 0..2 {
        let made = board.change(ada, "full-http", board.card("full-http", "full")).await;
        assert_eq!((made.status, &made.body["seq"]), (200, &json!(head + 1)), "{}", made.body);
        for number in 0..3 {
            let id = format!("full-{number}");
            let ack = editor.change_and_wait(&board.id, &id, board.card(&id, "full")).await.unwrap();
            assert_eq!((&ack["type"], &ack["seq"]), (&json!("ack"), &json!(head + 2 + number)), "{ack}");
        }
    }
    let refreshed = ada.post("/auth/refresh", json!({ "refresh_token": ada.refresh_token })).await.unwrap();
    assert_eq!(refreshed.status, 200, "a refresh that failed used up its token: {}", refreshed.body);
}

#[tokio::test]
async fn killed_on_a_full_disk_the_board_is_what_was_acknowledged() {
    const CHANGES: usize = 300;
    let home = Home::new();
    let server = home.start().await;
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "disk").await;
    let head = board.log(&ada, 0).await.len();
    let mut socket = Socket::ready(server.address(), &ada.token).await.unwrap();
    for number in 0..CHANGES {
        let id = format!("c{number}");
        socket.change(&board.id, &id, board.card(&id, "full")).await.unwrap();
    }
    let (mut acked, mut rejected) = (Vec::new(), Vec::new());
    while acked.len() + rejected.len() < CHANGES {
        let message = socket.next().await.unwrap();
        let id = message["id"].as_str().unwrap().to_owned();
        match message["type"].as_str() {
            Some("ack") => acked.push(id),
            Some("reject") => {
                assert_eq!(message["retry"], true, "{message}");
                rejected.push(id);
            }
            _ => panic!("{message}"),
        }
        if acked.len() == 1 {
            server.limit_file_size(Some(0)).unwrap();
        }
    }
    let late = board.change(&ada, "late", board.card("late", "full")).await;
    assert_eq!(late.status, 503, "{}", late.body);
    server.kill().await.unwrap();

    let server = home.start().await;
    let ada = ada.at(server.address());
    assert_eq!(ids(&board.check_whole(&ada).await[head..]), acked, "the log is not what was acknowledged");
    for id in &rejected {
        assert_eq!(board.change(&ada, id, board.card(id, "again")).await.status, 200);
    }
    assert_eq!(board.check_whole(&ada).await.len(), head + CHANGES);
    println!("{} acknowledged, {} rejected", acked.len(), rejected.len());
}

#[tokio::test]
async fn a_read_only_data_folder_is_a_clear_error_at_start() {
    let home = Home::new();
    let options = if may_mount().await {
        mounted(&home, READ_ONLY)
    } else {
        assert!(!rustix::process::geteuid().is_root(), "for this user nothing is read-only");
        fs::create_dir(home.data()).unwrap();
        fs::set_permissions(home.data(), fs::Permissions::from_mode(0o500)).unwrap();
        home.options()
    };
    let Err(refused) = Server::start(&options).await else { panic!("started on a read-only disk") };
    let refused = format!("{refused:#}");
    assert!(refused.contains("tandem: cannot use") && refused.contains("as the data folder"), "{refused}");
    assert!(refused.contains("Read-only file system") || refused.contains("Permission denied"), "{refused}");
}
