//! A server with a home of its own, and what tests ask of it again and again.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use reqwest::Method;
use serde_json::{Value, json};
use store::{SqliteStore, Upkeep};
use tempfile::TempDir;
use testkit::{Answer, Client, Options, Server, Socket};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::replica::{Replica, nodes};

pub const BINARY: &str = env!("CARGO_BIN_EXE_tandem");
pub const PASSWORD: &str = "correct horse battery";

/// Where everything of one test lies.
pub struct Home(TempDir);

impl Home {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn options(&self) -> Options {
        Options::new(BINARY, self.path())
    }

    pub fn data(&self) -> PathBuf {
        self.options().data()
    }

    pub fn database(&self) -> PathBuf {
        self.data().join("tandem.db")
    }

    pub async fn start(&self) -> Server {
        Server::start(&self.options()).await.unwrap()
    }
}

/// A board to play on.
#[derive(Clone)]
pub struct Board {
    pub id: String,
    pub project: String,
    pub columns: Vec<String>,
}

impl Board {
    /// Makes a project and returns its board.
    pub async fn make(server: &Server, client: &Client, name: &str) -> Self {
        let (project, id) = client.project(name, &server.project_folder(name).unwrap()).await.unwrap();
        let columns = client.columns(&id).await.unwrap();
        Self { id, project, columns }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/boards/{}{rest}", self.id)
    }

    /// Returns the ops that make a card.
    pub fn card(&self, id: &str, title: &str) -> Value {
        json!([{ "op": "create", "id": id, "kind": "card", "parent": self.columns[0], "props": { "title": title } }])
    }

    /// Makes a change over HTTP.
    pub async fn change(&self, client: &Client, id: &str, ops: Value) -> Answer {
        client.post(&self.path("/changes"), json!({ "id": id, "ops": ops })).await.unwrap()
    }

    /// Returns the changes after `after`, which must be without a gap.
    pub async fn log(&self, client: &Client, after: usize) -> Vec<Value> {
        let mut log = Vec::new();
        loop {
            let path = self.path(&format!("/changes?limit=1000&after={}", after + log.len()));
            let page = client.get(&path).await.unwrap();
            assert_eq!(page.status, 200, "{}", page.body);
            for change in page.body["items"].as_array().unwrap() {
                assert_eq!(change["seq"], after + log.len() + 1, "the log of board {} has a gap", self.id);
                log.push(change.clone());
            }
            if page.body["next"].is_null() {
                return log;
            }
        }
    }

    pub async fn contents(&self, client: &Client) -> Value {
        let answer = client.get(&self.path("")).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// Checks that the board is what its log says, by the server's own replay and by ours, and returns the log.
    pub async fn check_whole(&self, client: &Client) -> Vec<Value> {
        let log = self.log(client, 0).await;
        let mut replica = Replica::default();
        for change in &log {
            replica.apply(change);
        }
        self.check_against(client, &replica, log.len()).await;
        log
    }

    /// Checks that the board is what a replica of its first `head` changes says.
    pub async fn check_against(&self, client: &Client, replica: &Replica, head: usize) {
        let now = self.contents(client).await;
        let replayed = client.get(&self.path(&format!("/at/{head}"))).await.unwrap();
        assert_eq!(now["seq"], head);
        assert_eq!(replayed.body, now, "a replay of the log differs from the board");
        assert_eq!(*replica.nodes(), nodes(&now), "our replay of the log differs from the board");
    }
}

pub fn ids(log: &[Value]) -> Vec<&str> {
    log.iter().map(|change| change["id"].as_str().unwrap()).collect()
}

/// Asks anything of the server that is no part of its API.
pub async fn status(client: &Client, path: &str) -> u16 {
    client.request(Method::GET, path).send().await.unwrap().status().as_u16()
}

/// Returns the ids of the changes a socket was sent until now.
pub async fn received(socket: &mut Socket) -> Vec<String> {
    socket.send(&json!({ "type": "ping" })).await.unwrap();
    let mut received = Vec::new();
    loop {
        let message = socket.next().await.unwrap();
        match message["type"].as_str() {
            Some("pong") => return received,
            Some("changes") => {
                let changes = message["changes"].as_array().unwrap();
                received.extend(ids(changes).into_iter().map(str::to_owned));
            }
            _ => {}
        }
    }
}

/// Opens a database that no server uses and checks that nothing is wrong with it.
pub async fn check_sound(database: &Path) {
    let store = SqliteStore::open(database).await.unwrap();
    let findings = store.verify().await.unwrap();
    store.close().await;
    assert_eq!(findings, Vec::<String>::new());
}

/// Runs the program to its end.
pub async fn tandem(arguments: &[&str], stdin: &str) -> Output {
    let mut command = Command::new(BINARY);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    // A command that does not read its input may have ended before it got it.
    child.stdin.take().unwrap().write_all(stdin.as_bytes()).await.ok();
    child.wait_with_output().await.unwrap()
}

/// Adds an account and logs in.
pub async fn somebody(home: &Home, server: &Server, name: &str) -> Client {
    let email = format!("{name}@example.org");
    let data = home.data();
    let arguments = ["user", "add", &email, "--password-stdin", "--data", data.to_str().unwrap()];
    let added = tandem(&arguments, PASSWORD).await;
    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    Client::login(server.address(), &email, PASSWORD).await.unwrap()
}

/// Returns the middle of each place in a file that holds `text`.
pub fn places(bytes: &[u8], text: &str) -> Vec<usize> {
    let windows = bytes.windows(text.len()).enumerate();
    windows.filter(|(_, window)| *window == text.as_bytes()).map(|(at, _)| at + text.len() / 2).collect()
}
