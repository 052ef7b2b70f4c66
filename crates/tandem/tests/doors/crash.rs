//! Killed at any moment, the server loses nothing it acknowledged or showed.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use testkit::{Client, Server, Socket};
use tokio::task::JoinSet;

use crate::load::{Alarm, Edits, Pen, edit, edit_by_http, follow};
use crate::replica::Replica;
use crate::stage::{Board, Home, PASSWORD, check_sound};

const ROUNDS: u64 = 8;
/// After so many rounds the boards are left alone and new ones made, so that no round grows slow.
const ROUNDS_PER_BOARD: u64 = 20;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap())
}

fn seed() -> u64 {
    let seed = number("TANDEM_CRASH_SEED").unwrap_or_else(|| RandomState::new().hash_one("seed"));
    println!("TANDEM_CRASH_SEED={seed}");
    seed
}

/// A board, and its log as far as it has been checked.
struct Known {
    board: Board,
    log: Vec<Value>,
    replica: Replica,
}

/// What clients did and saw before the server was killed.
#[derive(Default)]
struct Before {
    edits: Vec<Edits>,
    seen: BTreeMap<(String, u64), String>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_kill_9() {
    let (seed, rounds) = (seed(), number("TANDEM_CRASH_ROUNDS").unwrap_or(ROUNDS));
    let mut random = StdRng::seed_from_u64(seed);
    let home = Home::new();
    let mut server = home.start().await;
    let client = lasting(&server.first_client().await.unwrap()).await;
    let mut boards = new_boards(&server, &client, 0).await;
    let (mut acked, mut unanswered) = (0, 0);
    for round in 1..=rounds {
        let before = load_and_kill(server, &client, &boards, round, &mut random).await;
        acked += before.edits.iter().map(|edits| edits.acked.len()).sum::<usize>();
        unanswered += before.edits.iter().map(|edits| edits.unanswered().count()).sum::<usize>();
        check_disk(&home, &mut random).await;
        server = home.start().await;
        let client = client.at(server.address());
        check_all(&client, &mut boards, &before).await;
        if round % ROUNDS_PER_BOARD == 0 || round == rounds {
            for known in &boards {
                assert_eq!(known.board.check_whole(&client).await, known.log, "the log changed after it was written");
            }
            boards = new_boards(&server, &client, round).await;
        }
    }
    println!("{rounds} kills, {acked} changes acknowledged, {unanswered} unanswered when killed");
    assert!(server.stop().await.unwrap().success());
}

/// Returns the same client with a token that does not expire.
async fn lasting(client: &Client) -> Client {
    let made = client.post("/me/tokens", json!({ "name": "crash" })).await.unwrap();
    client.with_token(made.body["token"].as_str().unwrap())
}

async fn new_boards(server: &Server, client: &Client, round: u64) -> Vec<Known> {
    let client = client.at(server.address());
    let mut boards = Vec::new();
    for name in ["one", "two"] {
        let board = Board::make(server, &client, &format!("{name}-{round}")).await;
        let log = board.log(&client, 0).await;
        let mut replica = Replica::default();
        for change in &log {
            replica.apply(change);
        }
        boards.push(Known { board, log, replica });
    }
    boards
}

/// Lets four sockets and an HTTP client edit while another socket watches, and kills the server in the middle.
async fn load_and_kill(server: Server, client: &Client, boards: &[Known], round: u64, random: &mut StdRng) -> Before {
    let client = client.at(server.address());
    let alarm = Alarm::after(random.random_range(1..=400));
    let mut watcher = Socket::ready(server.address(), &client.token).await.unwrap();
    let mut heads = BTreeMap::new();
    for known in boards {
        let head = known.log.len() as u64;
        let opened = watcher.open(&known.board.id, Some(head)).await.unwrap();
        assert_eq!((&opened["type"], &opened["changes"]), (&json!("changes"), &json!([])), "{opened}");
        heads.insert(known.board.id.clone(), head);
    }
    let mut tasks = JoinSet::new();
    for writer in 0..4 {
        let board = &boards[writer % boards.len()].board;
        let pen = Pen::new(format!("{round}-{writer}"), random.random(), board);
        let mut socket = Socket::ready(server.address(), &client.token).await.unwrap();
        socket.open(&board.id, None).await.unwrap();
        tasks.spawn(edit(socket, board.clone(), pen, alarm.clone()));
    }
    let board = &boards[0].board;
    let pen = Pen::new(format!("{round}-http"), random.random(), board);
    tasks.spawn(edit_by_http(client, board.clone(), pen, alarm.clone()));
    let mut watching = JoinSet::new();
    watching.spawn(follow(watcher, heads));
    alarm.rings().await;
    server.kill().await.unwrap();
    Before { edits: tasks.join_all().await, seen: watching.join_all().await.swap_remove(0) }
}

/// Checks the files as the kill left them: in place, or as a copy so that the server itself has to recover.
async fn check_disk(home: &Home, random: &mut StdRng) {
    if random.random() {
        return check_sound(&home.database()).await;
    }
    let copy = Home::new();
    std::fs::create_dir(copy.data()).unwrap();
    for entry in std::fs::read_dir(home.data()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), copy.data().join(entry.file_name())).unwrap();
        }
    }
    check_sound(&copy.database()).await;
}

async fn check_all(client: &Client, boards: &mut [Known], before: &Before) {
    for known in boards {
        let tail = known.read_on(client).await;
        for ((_, seq), id) in before.seen.iter().filter(|((board, _), _)| *board == known.board.id) {
            assert_eq!(tail.get(id), Some(seq), "a change that was shown is gone");
        }
        let edits: Vec<&Edits> = before.edits.iter().filter(|edits| edits.board == known.board.id).collect();
        for edits in &edits {
            check_kept(edits, &tail);
        }
        for (number, edits) in edits.iter().enumerate() {
            known.resend(client, edits, &tail, number).await;
        }
        known.board.check_against(client, &known.replica, known.log.len()).await;
    }
}

/// Checks that what was acknowledged is in the log where it was said to be, and that nothing overtook anything.
fn check_kept(edits: &Edits, tail: &BTreeMap<String, u64>) {
    for (id, seq) in &edits.acked {
        assert_eq!(tail.get(id), Some(seq), "an acknowledged change is gone");
    }
    let kept: Vec<Option<&u64>> = edits.sent.iter().map(|(id, _)| tail.get(id)).collect();
    let whole = kept.iter().take_while(|seq| seq.is_some()).count();
    assert!(kept[whole..].iter().all(Option::is_none), "a change is missing before a later one of the same client");
    assert!(kept[..whole].is_sorted(), "the changes of a client are not in the order it sent them");
}

impl Known {
    /// Reads what is new in the log and returns it by id.
    async fn read_on(&mut self, client: &Client) -> BTreeMap<String, u64> {
        let tail = self.board.log(client, self.log.len()).await;
        let mut by_id = BTreeMap::new();
        for change in &tail {
            let id = change["id"].as_str().unwrap().to_owned();
            let known = by_id.insert(id, change["seq"].as_u64().unwrap());
            assert_eq!(known, None, "a change is in the log twice: {change}");
            self.replica.apply(change);
        }
        self.log.extend(tail);
        by_id
    }

    /// Sends again what was not answered: what is in the log is answered from there, the rest is done now, once.
    async fn resend(&mut self, client: &Client, edits: &Edits, tail: &BTreeMap<String, u64>, number: usize) {
        let mut socket = Socket::ready(client.address(), &client.token).await.unwrap();
        let mut made = BTreeMap::new();
        for (place, (id, ops)) in edits.unanswered().enumerate() {
            let seq = if (place + number).is_multiple_of(8) {
                let answer = self.board.change(client, id, ops.clone()).await;
                assert_eq!(answer.status, 200, "{}", answer.body);
                answer.body["seq"].as_u64().unwrap()
            } else {
                let answer = socket.change_and_wait(&self.board.id, id, ops.clone()).await.unwrap();
                assert_eq!(answer["type"], "ack", "{answer}");
                answer["seq"].as_u64().unwrap()
            };
            match tail.get(id) {
                Some(kept) => assert_eq!(seq, *kept, "a resend was answered with another seq"),
                None => drop(made.insert(id.clone(), seq)),
            }
        }
        assert_eq!(self.read_on(client).await, made, "resending did not add exactly what was missing");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_made_or_refreshed_survives_kill_9() {
    let mut random = StdRng::seed_from_u64(seed());
    let home = Home::new();
    let mut server = home.start().await;
    let mut ada = server.first_client().await.unwrap();
    for round in 0..4 {
        let mut devices = Vec::new();
        for _ in 0..4 {
            devices.push(Client::login(server.address(), "ada@example.org", PASSWORD).await.unwrap());
        }
        let home_board = Board::make(&server, &ada, &format!("home-{round}")).await;
        let folder = server.project_folder("shared").unwrap();
        let alarm = Alarm::after(random.random_range(1..=12));
        let mut making = JoinSet::new();
        making.spawn(make_all(
            ada.clone(),
            "/projects".to_owned(),
            alarm.clone(),
            move |n| json!({ "name": format!("{round}-{n}"), "folder_path": folder }),
        ));
        let boards = format!("/projects/{}/boards", home_board.project);
        making.spawn(make_all(
            ada.clone(),
            boards,
            alarm.clone(),
            |n| json!({ "kind": "kanban", "title": format!("board {n}") }),
        ));
        making.spawn(make_all(
            ada.clone(),
            "/me/tokens".to_owned(),
            alarm.clone(),
            |n| json!({ "name": format!("token {n}") }),
        ));
        let mut refreshing = JoinSet::new();
        refreshing.spawn(refresh_all(devices, alarm.clone()));
        alarm.rings().await;
        server.kill().await.unwrap();
        check_sound(&home.database()).await;
        server = home.start().await;
        ada = ada.at(server.address());
        for made in making.join_all().await.into_iter().flatten() {
            check_made(&ada, &made).await;
        }
        for (used, got) in refreshing.join_all().await.into_iter().flatten() {
            let refresh = async |token: &str| ada.post("/auth/refresh", json!({ "refresh_token": token })).await;
            assert_eq!(refresh(&got).await.unwrap().status, 200, "a refresh token that was handed out is gone");
            assert_eq!(refresh(&used).await.unwrap().status, 401, "a used refresh token counts again");
        }
    }
    let names = ada.get("/projects?limit=200").await.unwrap();
    let names: Vec<&str> =
        names.body["items"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "a project was made twice: {names:?}");
}

/// Posts one body after the other until the server is gone; returns what was answered.
async fn make_all(
    client: Client,
    path: String,
    alarm: std::sync::Arc<Alarm>,
    body: impl Fn(usize) -> Value,
) -> Vec<Value> {
    let mut made = Vec::new();
    // A user has at most a hundred tokens.
    while made.len() < 20 {
        let Ok(answer) = client.post(&path, body(made.len())).await else { break };
        assert_eq!(answer.status, 201, "{}", answer.body);
        made.push(answer.body);
        alarm.count();
    }
    made
}

/// Returns, of each device whose refresh was answered, the token it used and the one it got.
async fn refresh_all(devices: Vec<Client>, alarm: std::sync::Arc<Alarm>) -> Vec<(String, String)> {
    let mut refreshed = Vec::new();
    for device in devices {
        let used = device.refresh_token.clone();
        let Ok(answer) = device.post("/auth/refresh", json!({ "refresh_token": used })).await else { break };
        assert_eq!(answer.status, 200, "{}", answer.body);
        refreshed.push((used, answer.body["refresh_token"].as_str().unwrap().to_owned()));
        alarm.count();
    }
    refreshed
}

/// Checks that a project with its board, a board with its columns, or a token is there as it was answered.
async fn check_made(client: &Client, made: &Value) {
    if let Some(token) = made["token"].as_str() {
        assert_eq!(client.with_token(token).get("/me").await.unwrap().status, 200, "a token that was shown is gone");
        return;
    }
    let board = made["kanban_board_id"].as_str().or_else(|| {
        assert_eq!(made["kind"], "kanban", "{made}");
        made["id"].as_str()
    });
    if made["kanban_board_id"].is_string() {
        let project = client.get(&format!("/projects/{}", made["id"].as_str().unwrap())).await.unwrap();
        assert_eq!((project.status, &project.body), (200, made));
    }
    assert_eq!(client.columns(board.unwrap()).await.unwrap().len(), 5, "a board that was made lacks its columns");
}
