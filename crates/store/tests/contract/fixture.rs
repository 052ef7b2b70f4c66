//! Stores to open and things to put into them.

use std::sync::Arc;

use anyhow::Context;
use engine::{BoardId, ChangeId, Seq, SessionId, Timestamp, UserId};
use store::{
    ChangeLog, Device, DeviceId, LoggedChange, MemoryStore, NewBoard, NewUser, OpenRequest, Project, ProjectId,
    RefreshGrant, SecretHash, Session, SessionEvent, SessionStatus, SessionStep, SqliteStore, Store, StoreError,
    Totals, User, UserRole, WaitingMessage,
};

/// Where a store lies; it can be opened again.
pub enum Place {
    Memory(MemoryStore),
    Sqlite(tempfile::TempDir),
}

impl Place {
    pub fn memory() -> Self {
        Self::Memory(MemoryStore::new())
    }

    pub fn sqlite() -> anyhow::Result<Self> {
        Ok(Self::Sqlite(tempfile::tempdir()?))
    }

    pub async fn open(&self) -> anyhow::Result<Arc<dyn Store>> {
        match self {
            Self::Memory(store) => Ok(Arc::new(store.clone())),
            Self::Sqlite(folder) => Ok(Arc::new(SqliteStore::open(&folder.path().join("test.db")).await?)),
        }
    }

    /// Closes a store and opens what it left.
    pub async fn reopen(&self, store: Arc<dyn Store>) -> anyhow::Result<Arc<dyn Store>> {
        store.close().await;
        drop(store);
        self.open().await
    }
}

pub fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(1_700_000_000_000 + millis)
}

pub fn bytes(n: u8) -> [u8; 16] {
    let mut bytes = [0xab; 16];
    bytes[0] = n;
    bytes
}

pub fn board(n: u8) -> BoardId {
    BoardId::from_bytes(bytes(n))
}

pub fn session(n: u8) -> SessionId {
    SessionId::from_bytes(bytes(n))
}

/// A session of project 1 that nothing has happened in.
pub fn new_session(n: u8) -> Session {
    Session {
        id: session(n),
        project: project(1).id,
        board: None,
        card: None,
        title: format!("Session {n} ✏"),
        agent: "rehearsal".to_owned(),
        mode: "code".to_owned(),
        model: None,
        status: SessionStatus::Idle,
        parent: None,
        forked_at: None,
        imported: None,
        conversation: [n; 16],
        begun: false,
        created_by: user(1).id,
        created_at: at(i64::from(n)),
        updated_at: at(i64::from(n)),
        queued_at: None,
        turns: 0,
        totals: Totals::default(),
        failure: None,
        outcome: None,
        approval: None,
        folder: None,
    }
}

pub fn request(n: u8, id: &str) -> OpenRequest {
    OpenRequest {
        session: session(n),
        id: id.to_owned(),
        kind: "question".to_owned(),
        asked_at: at(i64::from(n)),
        data: format!(r#"{{"request_id":"{id}","questions":["Zürich?"]}}"#).into(),
    }
}

/// A message to session `n`; every other one comes from nobody, and the clock runs backwards.
pub fn message(n: u8, id: u8) -> WaitingMessage {
    WaitingMessage {
        id: bytes(id),
        session: session(n),
        content: format!("Message {id} ✏"),
        sent_by: id.is_multiple_of(2).then(|| user(1).id),
        sent_at: at(1_000 - i64::from(id)),
    }
}

pub fn event(n: u64, kind: &str) -> SessionEvent {
    SessionEvent { n, kind: kind.to_owned(), at: at(7), data: format!(r#"{{"n":{n}}}"#).into() }
}

pub fn events(numbers: std::ops::RangeInclusive<u64>) -> Vec<SessionEvent> {
    numbers.map(|n| event(n, "text")).collect()
}

pub fn secret(n: u8) -> SecretHash {
    SecretHash([n; 32])
}

pub fn user(n: u8) -> User {
    User {
        id: UserId::from_bytes(bytes(n)),
        email: format!("user{n}@example.org"),
        name: format!("User {n} ✏"),
        role: if n == 1 { UserRole::Admin } else { UserRole::Member },
        password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned(),
        created_at: at(i64::from(n)),
    }
}

pub fn device(n: u8, owner: u8) -> Device {
    Device {
        id: DeviceId::from_bytes(bytes(n)),
        user: user(owner).id,
        name: format!("Device {n}"),
        created_at: at(i64::from(n)),
        seen_at: at(i64::from(n)),
    }
}

pub fn grant(n: u8, expires_at: Timestamp) -> RefreshGrant {
    RefreshGrant { hash: secret(n), expires_at }
}

pub fn project(n: u8) -> Project {
    Project {
        id: ProjectId::from_bytes(bytes(n)),
        name: format!("Project {n}"),
        folder_path: format!("/srv/projects/{n}"),
        best_practices_path: None,
        kanban_board: board(n),
        trusted: false,
        worktrees: true,
        created_at: at(i64::from(n)),
    }
}

pub fn new_board(n: u8, first_changes: Vec<LoggedChange>) -> NewBoard {
    NewBoard {
        id: board(n),
        kind: "kanban".to_owned(),
        title: format!("Board {n}"),
        created_at: at(i64::from(n)),
        first_changes,
    }
}

pub fn change(seq: Seq) -> anyhow::Result<LoggedChange> {
    change_named(seq, &format!("change-{seq}"), "system")
}

pub fn change_named(seq: Seq, id: &str, author: &str) -> anyhow::Result<LoggedChange> {
    Ok(LoggedChange {
        seq,
        id: ChangeId::parse(id)?,
        author: author.into(),
        at: at(i64::try_from(seq % 1_000_000)?),
        body: format!(r#"{{"seq":{seq},"label":"Zürich – 東京"}}"#).into(),
    })
}

pub fn changes(seqs: std::ops::RangeInclusive<Seq>) -> anyhow::Result<Vec<LoggedChange>> {
    seqs.map(change).collect()
}

/// Makes users 1 to `count`.
pub async fn with_users(store: &dyn Store, count: u8) -> anyhow::Result<()> {
    for n in 1..=count {
        store.create_user(NewUser::Any(user(n))).await?;
    }
    Ok(())
}

/// Makes user 1 and project 1 with sessions 1 to `count`.
pub async fn with_sessions(store: &dyn Store, count: u8) -> anyhow::Result<()> {
    with_users(store, 1).await?;
    store.create_project(project(1), user(1).id, new_board(1, Vec::new())).await?;
    for n in 1..=count {
        store.create_session(new_session(n), SessionStep::default()).await?;
    }
    Ok(())
}

/// Reads a whole log.
pub async fn whole_log<S: ChangeLog + ?Sized>(store: &S, board: BoardId) -> anyhow::Result<Vec<LoggedChange>> {
    store.changes(board, 0, usize::MAX).await.context("reading the log")
}

#[track_caller]
pub fn check_missing<T: std::fmt::Debug>(result: Result<T, StoreError>, expected: &str) {
    match result {
        Err(StoreError::Missing { what }) => assert_eq!(what, expected),
        other => panic!("expected a missing {expected}, got {other:?}"),
    }
}

#[track_caller]
pub fn check_exists<T: std::fmt::Debug>(result: Result<T, StoreError>, expected: &str) {
    match result {
        Err(StoreError::Exists { what }) => assert_eq!(what, expected),
        other => panic!("expected an existing {expected}, got {other:?}"),
    }
}
