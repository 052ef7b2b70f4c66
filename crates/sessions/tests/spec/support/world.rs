//! Sessions of one server on a store, with one project and one agent.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use engine::{BoardId, SessionId, Timestamp, UserId};
use rooms::{Rooms, RoomsConfig};
use serde_json::Value;
use sessions::{AgentEntry, Agents, Chosen, Form, NewSession, Reach, Sessions, SessionsConfig, View, Who};
use store::{MemoryStore, NewBoard, NewUser, Project, ProjectId, Session, SessionStatus, Store, User, UserRole};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::{FakeAgent, Reader, Screen, TestRun, read, settle};

/// Ids sort by the time they were made, also those of a later server.
static IDS: AtomicU64 = AtomicU64::new(1);
/// When the next server begins, in milliseconds; each begins a day after the one before.
static BEGIN: AtomicI64 = AtomicI64::new(1_700_000_000_000);
const DAY_MS: i64 = 86_400_000;

pub struct World {
    pub sessions: Sessions,
    pub rooms: Rooms,
    pub store: Arc<dyn Store>,
    /// The same store, if it is one in memory.
    pub disk: MemoryStore,
    pub agent: FakeAgent,
    pub starts: mpsc::UnboundedReceiver<TestRun>,
    pub tasks: TaskTracker,
    pub stopping: CancellationToken,
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    kept: Vec<TestRun>,
}

/// Runs a server's life and ends it as a power cut does. Time stands still in it.
pub fn life<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(work)
}

pub fn ann() -> Who {
    Who { id: UserId::from_bytes([1; 16]), name: "Ann".to_owned() }
}

pub fn bob() -> Who {
    Who { id: UserId::from_bytes([2; 16]), name: "Bob".to_owned() }
}

fn new_id() -> Uuid {
    Uuid::from_u128(u128::from(IDS.fetch_add(1, Ordering::Relaxed)))
}

fn clock() -> impl Fn() -> Timestamp + Send + Sync + 'static {
    let (begin, started) = (BEGIN.fetch_add(DAY_MS, Ordering::Relaxed), Instant::now());
    move || Timestamp::from_millis(begin + i64::try_from(started.elapsed().as_millis()).unwrap())
}

impl World {
    /// A server on an empty store, on which `max_running` sessions work at the same time.
    pub async fn new(max_running: usize) -> Self {
        let disk = MemoryStore::new();
        Self::prepare(&disk).await;
        Self::on(disk, max_running)
    }

    /// A server on what an earlier one left.
    pub fn on(disk: MemoryStore, max_running: usize) -> Self {
        Self::on_store(Arc::new(disk.clone()), disk, max_running)
    }

    pub fn on_store(store: Arc<dyn Store>, disk: MemoryStore, max_running: usize) -> Self {
        let (agent, starts) = FakeAgent::new();
        let (tasks, stopping) = (TaskTracker::new(), CancellationToken::new());
        let now: Arc<dyn Fn() -> Timestamp + Send + Sync> = Arc::new(clock());
        let rooms = Rooms::new(RoomsConfig {
            store: Arc::<dyn Store>::clone(&store),
            now: Arc::clone(&now),
            new_id: Arc::new(|| new_id().to_string()),
            tasks: tasks.clone(),
        });
        let entry = || AgentEntry {
            label: "Fake".to_owned(),
            reach: Reach::Files,
            scripted: true,
            agent: Arc::new(agent.clone()),
            past: None,
            check: Box::new(|| Ok(())),
        };
        let by_name = BTreeMap::from([("fake".to_owned(), entry()), ("other".to_owned(), entry())]);
        let sessions = Sessions::new(SessionsConfig {
            store: Arc::clone(&store),
            rooms: rooms.clone(),
            agents: Agents { default: "fake".to_owned(), chosen: Chosen::ByName, by_name },
            check_folder: Arc::new(|_| Box::pin(std::future::ready(Ok(())))),
            check_address: Arc::new(|url| {
                let wrong = url.contains("localhost").then(|| "it is here".to_owned());
                Box::pin(std::future::ready(wrong.map_or(Ok(()), Err)))
            }),
            now: Arc::clone(&now),
            new_id: Arc::new(new_id),
            max_running,
            more_tools: Arc::new(()),
            instance: format!("spec-{}", new_id().simple()),
            tasks: tasks.clone(),
            stopping: stopping.clone(),
        });
        Self { sessions, rooms, store, disk, agent, starts, tasks, stopping, now, kept: Vec::new() }
    }

    /// Makes two people and two projects.
    pub async fn prepare(store: &dyn Store) {
        for who in [ann(), bob()] {
            let user = User {
                id: who.id,
                email: format!("{}@example.org", who.name),
                name: who.name,
                role: UserRole::Member,
                password_hash: "none".to_owned(),
                created_at: Timestamp::from_millis(0),
            };
            store.create_user(NewUser::Any(user)).await.unwrap();
        }
        for number in [1, 2] {
            let kind = boards::kind("kanban").unwrap();
            let at = Timestamp::from_millis(0);
            let board = NewBoard {
                id: Self::board(number),
                kind: kind.name.to_owned(),
                title: "Board".to_owned(),
                created_at: at,
                first_changes: rooms::first_changes(kind, at, || new_id().to_string()).unwrap(),
            };
            let project = Project {
                id: Self::project(number),
                name: format!("Project {number}"),
                folder_path: format!("/projects/{number}"),
                best_practices_path: None,
                kanban_board: board.id,
                trusted: number == 1,
                worktrees: true,
                created_at: at,
            };
            store.create_project(project, ann().id, board).await.unwrap();
        }
    }

    pub fn project(number: u8) -> ProjectId {
        ProjectId::from_bytes([number; 16])
    }

    pub fn board(number: u8) -> BoardId {
        BoardId::from_bytes([number; 16])
    }

    /// A session of the first project to be made.
    pub fn new_session(message: Option<&str>) -> NewSession {
        NewSession {
            id: None,
            project: Self::project(1),
            board: None,
            card: None,
            title: None,
            agent: None,
            mode: None,
            model: None,
            folder: None,
            message: message.map(str::to_owned),
        }
    }

    /// Makes a session with a first message and lets it come as far as it can.
    pub async fn create(&self, message: &str) -> SessionId {
        let made = self.sessions.create(Self::new_session(Some(message)), &ann()).await.unwrap();
        settle().await;
        made.session.id
    }

    /// Returns the agent's run that was started next.
    pub async fn started(&mut self) -> TestRun {
        self.starts.recv().await.expect("an agent is started")
    }

    /// Keeps a run alive until the server ends.
    pub fn keep(&mut self, run: TestRun) {
        self.kept.push(run);
    }

    /// Returns whether an agent was started that nobody has looked at.
    pub async fn has_started(&mut self) -> bool {
        settle().await;
        !self.starts.is_empty()
    }

    /// Makes a session whose agent has begun with its first message.
    pub async fn running(&mut self, message: &str) -> (SessionId, TestRun) {
        let id = self.create(message).await;
        let mut run = self.started().await;
        assert_eq!(run.begins().await, message);
        (id, run)
    }

    pub async fn message(&self, session: SessionId, content: &str) -> View {
        let view = self.sessions.message(session, content.to_owned(), ann()).await.unwrap();
        settle().await;
        view
    }

    pub async fn view(&self, session: SessionId) -> View {
        self.sessions.view(session).await.unwrap()
    }

    pub async fn status(&self, session: SessionId) -> SessionStatus {
        settle().await;
        let view = self.view(session).await;
        assert_eq!(view.session, self.row(session).await, "what is shown is what is on disk");
        view.session.status
    }

    pub async fn place(&self, session: SessionId) -> Option<usize> {
        self.view(session).await.place
    }

    /// Returns the session as it is on disk.
    pub async fn row(&self, session: SessionId) -> Session {
        self.store.session(session).await.unwrap().unwrap()
    }

    pub async fn follow(&self, session: SessionId, after: u64, form: Form) -> Reader {
        Reader::new(&self.sessions, session, Screen::after(after), form).await
    }

    /// Returns the log as it is on disk, folded as it is.
    pub async fn log(&self, session: SessionId) -> Vec<(u64, String, Value)> {
        settle().await;
        let events = self.store.events(session, 0, 10_000).await.unwrap();
        let data = |event: &store::SessionEvent| {
            let mut data: Value = serde_json::from_str(&event.data).unwrap();
            // The clock's business; one test of its own looks at it.
            data.as_object_mut().unwrap().remove("began_at");
            data
        };
        events.iter().map(|event| (event.n, event.kind.clone(), data(event))).collect()
    }

    pub async fn kinds(&self, session: SessionId) -> Vec<String> {
        self.log(session).await.into_iter().map(|(_, kind, _)| kind).collect()
    }

    /// Returns the data of the last event of a kind.
    pub async fn last(&self, session: SessionId, kind: &str) -> Value {
        let found = self.log(session).await.into_iter().rfind(|(_, other, _)| other == kind);
        found.unwrap_or_else(|| panic!("there is no {kind}")).2
    }

    pub async fn screen(&self, session: SessionId) -> Screen {
        read(&*self.store, session).await
    }

    /// Nothing is missing in any log that was not folded away.
    pub async fn assert_sound(&self) {
        assert_eq!(self.store.verify().await.unwrap(), Vec::<String>::new());
    }
}
