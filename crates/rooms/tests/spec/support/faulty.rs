//! A disk that fails on demand.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};

use async_trait::async_trait;
use engine::{BoardId, ChangeId, Seq};
use store::{AppendError, ChangeLog, LoggedChange, MemoryStore, StoreError, StoredSnapshot};
use tokio::sync::watch;

/// How an append goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendFault {
    /// Nothing is written.
    Unavailable,
    /// All is written, and yet a failure is reported.
    AfterWriting,
    /// Nothing is written, as if somebody else had been faster.
    Conflict,
    Panic,
}

/// How a read goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadFault {
    Unavailable,
    Damaged,
}

/// A `MemoryStore` behind a door that can be held shut or made to lie.
pub struct FaultyStore {
    pub disk: MemoryStore,
    script: Mutex<Script>,
    gate: watch::Sender<Gate>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gate {
    Open,
    Held,
}

#[derive(Default)]
struct Script {
    /// One for each append to come; a sound one for none.
    appends: VecDeque<AppendFault>,
    on_board: Option<(BoardId, AppendFault)>,
    reads: Option<ReadFault>,
    finds: Option<ReadFault>,
    flip_snapshots_from: Option<Seq>,
    batches: Vec<usize>,
    log_reads: usize,
}

impl FaultyStore {
    pub fn new() -> Self {
        Self { disk: MemoryStore::new(), script: Mutex::default(), gate: watch::Sender::new(Gate::Open) }
    }

    /// Lets no append through until `release`.
    pub fn hold(&self) {
        self.gate.send_replace(Gate::Held);
    }

    pub fn release(&self) {
        self.gate.send_replace(Gate::Open);
    }

    /// Makes the next append go wrong, after those already told to.
    pub fn fail_next(&self, fault: AppendFault) {
        self.script().appends.push_back(fault);
    }

    /// Makes every append to one board go wrong until `mend`.
    pub fn fail_always(&self, board: BoardId, fault: AppendFault) {
        self.script().on_board = Some((board, fault));
    }

    pub fn fail_reads(&self, fault: ReadFault) {
        self.script().reads = Some(fault);
    }

    /// Makes looking for a change by its id go wrong, and nothing else.
    pub fn fail_finds(&self, fault: ReadFault) {
        self.script().finds = Some(fault);
    }

    /// Flips a byte of every snapshot from this `seq` on.
    pub fn flip_snapshots_from(&self, seq: Seq) {
        self.script().flip_snapshots_from = Some(seq);
    }

    /// Ends every fault.
    pub fn mend(&self) {
        let mut script = self.script();
        *script = Script { batches: std::mem::take(&mut script.batches), ..Script::default() };
    }

    /// Returns how many changes each append was asked to write.
    pub fn batches(&self) -> Vec<usize> {
        self.script().batches.clone()
    }

    /// Returns how many changes were read from the log.
    pub fn log_reads(&self) -> usize {
        self.script().log_reads
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap()
    }

    fn read_fault(fault: Option<ReadFault>, board: BoardId) -> Result<(), StoreError> {
        match fault {
            None => Ok(()),
            Some(ReadFault::Unavailable) => {
                Err(StoreError::Unavailable { doing: "read changes", source: "the disk is gone".into() })
            }
            Some(ReadFault::Damaged) => {
                Err(StoreError::Damaged { board, seq: 1, what: "its checksum differs".to_owned() })
            }
        }
    }
}

fn unavailable() -> AppendError {
    StoreError::Unavailable { doing: "append changes", source: "the disk is full".into() }.into()
}

#[async_trait]
impl ChangeLog for FaultyStore {
    async fn append(&self, board: BoardId, changes: Vec<LoggedChange>) -> Result<(), AppendError> {
        self.script().batches.push(changes.len());
        let opened = self.gate.subscribe().wait_for(|gate| *gate == Gate::Open).await.map(drop);
        opened.expect("the gate is ours");
        let fault = {
            let mut script = self.script();
            let always = script.on_board.filter(|(only, _)| *only == board).map(|(_, fault)| fault);
            always.or_else(|| script.appends.pop_front())
        };
        match fault {
            None => self.disk.append(board, changes).await,
            Some(AppendFault::Unavailable) => Err(unavailable()),
            Some(AppendFault::AfterWriting) => {
                self.disk.append(board, changes).await?;
                Err(unavailable())
            }
            Some(AppendFault::Conflict) => Err(AppendError::Conflict),
            // As a panic, without its message on the console.
            Some(AppendFault::Panic) => std::panic::resume_unwind(Box::new("a fault on demand")),
        }
    }

    async fn changes(&self, board: BoardId, after: Seq, limit: usize) -> Result<Vec<LoggedChange>, StoreError> {
        Self::read_fault(self.script().reads, board)?;
        let changes = self.disk.changes(board, after, limit).await?;
        self.script().log_reads += changes.len();
        Ok(changes)
    }

    async fn find_change(&self, board: BoardId, id: &ChangeId) -> Result<Option<LoggedChange>, StoreError> {
        let fault = {
            let script = self.script();
            script.reads.or(script.finds)
        };
        Self::read_fault(fault, board)?;
        self.disk.find_change(board, id).await
    }

    async fn changes_by(&self, board: BoardId, author: &str, limit: usize) -> Result<Vec<LoggedChange>, StoreError> {
        Self::read_fault(self.script().reads, board)?;
        self.disk.changes_by(board, author, limit).await
    }

    async fn head(&self, board: BoardId) -> Result<Seq, StoreError> {
        Self::read_fault(self.script().reads, board)?;
        self.disk.head(board).await
    }

    async fn snapshot(&self, board: BoardId, at_most: Seq) -> Result<Option<StoredSnapshot>, StoreError> {
        Self::read_fault(self.script().reads, board)?;
        let mut found = self.disk.snapshot(board, at_most).await?;
        let from = self.script().flip_snapshots_from;
        if let Some(snapshot) = found.as_mut().filter(|snapshot| from.is_some_and(|from| snapshot.seq >= from)) {
            let mut bytes = snapshot.bytes.to_vec();
            bytes[0] ^= 1;
            snapshot.bytes = bytes.into();
        }
        Ok(found)
    }

    async fn save_snapshot(&self, board: BoardId, snapshot: StoredSnapshot) -> Result<(), StoreError> {
        self.disk.save_snapshot(board, snapshot).await
    }
}
