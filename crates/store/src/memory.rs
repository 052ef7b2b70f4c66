//! A store in memory, for tests: it keeps the contract and forgets everything with its last clone.

mod accounts;
mod cards;
mod events;
mod mcp_servers;
mod projects;
mod search;
mod sessions;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use engine::{BoardId, ChangeId, Seq, SessionId};

use crate::thin;
use crate::{AppendError, ChangeLog, LoggedChange, StoreError, StoredSnapshot, Upkeep};

/// How many findings are kept.
const MAX_FINDINGS: usize = 100;

/// Keeps everything behind one lock. A clone is another handle on the same data, as after a restart.
#[derive(Clone, Default)]
pub struct MemoryStore {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    logs: HashMap<BoardId, Log>,
    events: BTreeMap<SessionId, events::Events>,
    accounts: accounts::State,
    projects: projects::State,
    sessions: sessions::State,
    texts: search::Texts,
    cards: cards::State,
    mcp_servers: mcp_servers::State,
    disk: Disk,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Disk {
    #[default]
    Writable,
    Full,
}

#[derive(Default)]
struct Log {
    changes: Vec<LoggedChange>,
    by_id: HashMap<ChangeId, usize>,
    snapshots: BTreeMap<Seq, StoredSnapshot>,
}

impl MemoryStore {
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes every write fail as on a full disk, until `accept_writes`; reads go on.
    pub fn refuse_writes(&self) {
        self.read().disk = Disk::Full;
    }

    /// Ends what `refuse_writes` began.
    pub fn accept_writes(&self) {
        self.read().disk = Disk::Writable;
    }

    fn read(&self) -> MutexGuard<'_, State> {
        // Every change of the state checks first and then writes, so a panic leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, doing: &'static str) -> Result<MutexGuard<'_, State>, StoreError> {
        let state = self.read();
        match state.disk {
            Disk::Writable => Ok(state),
            Disk::Full => Err(StoreError::Unavailable { doing, source: "the disk is full".into() }),
        }
    }
}

impl Log {
    fn head(&self) -> Seq {
        self.changes.last().map_or(0, |change| change.seq)
    }

    fn append(&mut self, changes: Vec<LoggedChange>) -> Result<(), AppendError> {
        let mut fresh = HashMap::with_capacity(changes.len());
        for (index, change) in (self.changes.len()..).zip(&changes) {
            let known = self.by_id.contains_key(&change.id) || fresh.insert(change.id.clone(), index).is_some();
            if known || change.seq != index as Seq + 1 {
                return Err(AppendError::Conflict);
            }
        }
        self.by_id.extend(fresh);
        self.changes.extend(changes);
        Ok(())
    }
}

#[async_trait]
impl ChangeLog for MemoryStore {
    async fn append(&self, board: BoardId, changes: Vec<LoggedChange>) -> Result<(), AppendError> {
        self.write("append changes")?.logs.entry(board).or_default().append(changes)
    }

    async fn changes(&self, board: BoardId, after: Seq, limit: usize) -> Result<Vec<LoggedChange>, StoreError> {
        let state = self.read();
        let changes = state.logs.get(&board).map_or(&[][..], |log| &log.changes);
        let start = usize::try_from(after).unwrap_or(usize::MAX);
        Ok(changes.iter().skip(start).take(limit).cloned().collect())
    }

    async fn find_change(&self, board: BoardId, id: &ChangeId) -> Result<Option<LoggedChange>, StoreError> {
        let state = self.read();
        Ok(state.logs.get(&board).and_then(|log| log.by_id.get(id).map(|index| log.changes[*index].clone())))
    }

    async fn changes_by(&self, board: BoardId, author: &str, limit: usize) -> Result<Vec<LoggedChange>, StoreError> {
        let state = self.read();
        let changes = state.logs.get(&board).map_or(&[][..], |log| &log.changes);
        Ok(changes.iter().rev().filter(|change| &*change.author == author).take(limit).cloned().collect())
    }

    async fn head(&self, board: BoardId) -> Result<Seq, StoreError> {
        Ok(self.read().logs.get(&board).map_or(0, Log::head))
    }

    async fn snapshot(&self, board: BoardId, at_most: Seq) -> Result<Option<StoredSnapshot>, StoreError> {
        let state = self.read();
        let Some(log) = state.logs.get(&board) else { return Ok(None) };
        let sound = |snapshot: &&StoredSnapshot| *blake3::hash(&snapshot.bytes).as_bytes() == snapshot.hash;
        Ok(log.snapshots.range(..=at_most).rev().map(|(_, snapshot)| snapshot).find(sound).cloned())
    }

    async fn save_snapshot(&self, board: BoardId, snapshot: StoredSnapshot) -> Result<(), StoreError> {
        let mut state = self.write("save a snapshot")?;
        let log = state.logs.get_mut(&board).filter(|log| (1..=log.head()).contains(&snapshot.seq));
        let log = log.ok_or(StoreError::Missing { what: "change" })?;
        log.snapshots.insert(snapshot.seq, snapshot);
        let seqs: Vec<Seq> = log.snapshots.keys().copied().collect();
        if let Some(seq) = thin::to_drop(&seqs) {
            log.snapshots.remove(&seq);
        }
        Ok(())
    }
}

#[async_trait]
impl Upkeep for MemoryStore {
    async fn probe(&self) -> Result<(), StoreError> {
        self.write("write").map(drop)
    }

    async fn verify(&self) -> Result<Vec<String>, StoreError> {
        let state = self.read();
        Ok(state.events.iter().flat_map(|(session, log)| log.gaps(*session)).take(MAX_FINDINGS).collect())
    }

    async fn close(&self) {}
}
