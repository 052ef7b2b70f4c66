//! One board in a process of its own, and what a test does with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use boards::ToolEntry;
use engine::{Author, Bases, BoardId, ChangeRequest, Document, RevertKind, Seq, Timestamp};
use rooms::{Accepted, BoardRef, RoomError, Rooms, RoomsConfig, ToolAnswer, UndoTarget, Undone};
use serde_json::{Value, json};
use store::{ChangeLog, LoggedChange};
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

use super::{FaultyStore, Watcher, request, settle};

/// Ids are minted from here on in every process, so that two of them never mint the same.
static PROCESSES: AtomicU64 = AtomicU64::new(0);

#[derive(Clone)]
pub struct TestRoom {
    pub rooms: Rooms,
    pub store: Arc<FaultyStore>,
    pub board: BoardRef,
    pub tasks: TaskTracker,
}

impl TestRoom {
    /// Makes a board with the columns `todo`, `doing` and `done`: its first change.
    pub async fn new() -> Self {
        let kind = boards::kind("kanban").unwrap();
        let board = BoardRef { id: BoardId::from_bytes([9; 16]), kind };
        let room = Self::on(Arc::new(FaultyStore::new()), board);
        room.add_columns(board).await;
        room
    }

    /// Makes an empty whiteboard.
    pub fn whiteboard() -> Self {
        let kind = boards::kind("whiteboard").unwrap();
        Self::on(Arc::new(FaultyStore::new()), BoardRef { id: BoardId::from_bytes([9; 16]), kind })
    }

    /// Starts over on the same disk, as after a restart.
    pub fn restarted(&self) -> Self {
        Self::on(Arc::clone(&self.store), self.board)
    }

    fn on(store: Arc<FaultyStore>, board: BoardRef) -> Self {
        let clock = AtomicI64::new(1_700_000_000_000);
        let process = PROCESSES.fetch_add(1, Ordering::Relaxed);
        let ids = AtomicU64::new(0);
        let tasks = TaskTracker::new();
        let rooms = Rooms::new(RoomsConfig {
            store: Arc::<FaultyStore>::clone(&store),
            now: Arc::new(move || Timestamp::from_millis(clock.fetch_add(1, Ordering::Relaxed))),
            new_id: Arc::new(move || format!("p{process}-{}", ids.fetch_add(1, Ordering::Relaxed))),
            tasks: tasks.clone(),
        });
        Self { rooms, store, board, tasks }
    }

    /// Another board of the same process.
    pub fn on_board(&self, number: u16) -> Self {
        let mut id = [0; 16];
        id[..2].copy_from_slice(&number.to_be_bytes());
        Self { board: BoardRef { id: BoardId::from_bytes(id), kind: self.board.kind }, ..self.clone() }
    }

    pub async fn add_columns(&self, board: BoardRef) {
        let column = |id: &str| json!({ "op": "create", "id": id, "kind": "column", "props": { "name": id } });
        let columns = request("columns", &json!([column("todo"), column("doing"), column("done")]));
        self.rooms.change(board, Author::System, columns).await.unwrap();
    }

    pub async fn change(&self, author: Author, request: ChangeRequest) -> Result<Accepted, RoomError> {
        self.rooms.change(self.board, author, request).await
    }

    /// Sends a change and goes on without the answer. It has its place in the queue when this returns.
    pub async fn send(&self, author: Author, request: ChangeRequest) -> JoinHandle<Result<Accepted, RoomError>> {
        let (rooms, board) = (self.rooms.clone(), self.board);
        self.start(async move { rooms.change(board, author, request).await }).await
    }

    /// Starts something and lets it come as far as it can.
    pub async fn start<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        let started = self.tasks.spawn(work);
        settle().await;
        started
    }

    pub async fn undo(&self, author: Author, target: UndoTarget) -> Result<Undone, RoomError> {
        self.rooms.revert(self.board, author, RevertKind::Undo, target).await
    }

    pub async fn redo(&self, author: Author, target: UndoTarget) -> Result<Undone, RoomError> {
        self.rooms.revert(self.board, author, RevertKind::Redo, target).await
    }

    pub async fn tool(&self, author: Author, name: &str, input: Value) -> Result<ToolAnswer, RoomError> {
        self.rooms.run_tool(self.board, author, self.entry(name), input).await
    }

    pub fn entry(&self, name: &str) -> &'static ToolEntry {
        self.board.kind.tool(name).unwrap()
    }

    pub async fn watch(&self, number: u8, after: Option<Seq>) -> Watcher {
        let mut watcher = Watcher::new(number);
        watcher.open(self, after).await;
        watcher
    }

    pub async fn log(&self) -> Vec<LoggedChange> {
        self.store.disk.changes(self.board.id, 0, usize::MAX).await.unwrap()
    }

    pub async fn log_ids(&self) -> Vec<String> {
        self.log().await.iter().map(|change| change.id.to_string()).collect()
    }

    /// Returns the document the log on disk gives.
    pub async fn replay(&self) -> Document {
        let mut document = Document::new(Arc::clone(&self.board.kind.schema));
        for logged in self.log().await {
            document.apply(&serde_json::from_str(&logged.body).unwrap()).unwrap();
        }
        document
    }

    /// Returns the titles of all cards in order, as a reader sees them.
    pub async fn titles(&self) -> Vec<String> {
        let view = self.rooms.read(self.board).await.unwrap();
        let nodes: Vec<Value> = serde_json::from_str(view.nodes.get()).unwrap();
        let cards = nodes.iter().filter(|node| node["kind"] == "card");
        cards.map(|card| card["props"]["title"].as_str().unwrap().to_owned()).collect()
    }

    /// Checks that the log is dense and that readers see exactly what it gives.
    pub async fn assert_sound(&self) {
        let seqs: Vec<Seq> = self.log().await.iter().map(|change| change.seq).collect();
        assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>(), "the log is dense");
        let view = self.rooms.read(self.board).await.unwrap();
        let replayed = self.replay().await;
        assert_eq!(view.seq, replayed.seq());
        let nodes: Vec<Value> = serde_json::from_str(view.nodes.get()).unwrap();
        let seen = nodes.iter().map(|node| (node["id"].clone(), node["order"].clone(), node["props"].clone()));
        let seen: Vec<_> = seen.collect();
        let stored: Vec<_> =
            replayed.nodes().map(|node| (json!(node.id), json!(node.order), json!(node.props))).collect();
        assert_eq!(seen, stored);
    }

    /// Appends a change as another process would, past the room.
    pub async fn write_past(&self, author: Author, request: ChangeRequest) -> Seq {
        let mut document = self.replay().await;
        let at = Timestamp::from_millis(1_800_000_000_000);
        let (change, _) = document.resolve(request, author, at, &Bases::default()).unwrap();
        let logged = LoggedChange {
            seq: change.seq,
            id: change.id.clone(),
            author: change.author.key().into(),
            at: change.at,
            body: serde_json::to_string(&change).unwrap().into(),
        };
        self.store.disk.append(self.board.id, vec![logged]).await.unwrap();
        change.seq
    }

    /// Makes many changes, `first…` onwards: new titles of the card `many`.
    pub async fn rename_often(&self, count: usize) -> Vec<Accepted> {
        if self.replay().await.node(&engine::NodeId::parse("many").unwrap()).is_none() {
            self.change(super::ann(), super::card("many")).await.unwrap();
        }
        let first = self.log().await.len();
        let mut all = Vec::with_capacity(count);
        let numbers: Vec<usize> = (first..first + count).collect();
        // As many at once as fit the room's queue with ease.
        for some in numbers.chunks(200) {
            let started = some.iter().map(|number| {
                let (rooms, board) = (self.rooms.clone(), self.board);
                let change = super::rename(&format!("r{number}"), "many", &format!("title {number}"));
                self.tasks.spawn(async move { rooms.change(board, super::ann(), change).await })
            });
            for change in started.collect::<Vec<_>>() {
                all.push(change.await.unwrap().unwrap());
            }
        }
        all
    }
}
