//! A disk that outlives the server: slow, full, lying or unreadable when told to.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use engine::{BoardId, ChangeId, Seq};
use store::{AppendError, ChangeLog, LoggedChange, MemoryStore, StoreError, StoredSnapshot};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::dice::Dice;

/// What a disk panics with when told to; no other panic is allowed.
pub const PANIC: &str = "a fault on demand";

/// How the disk behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Sound,
    /// Everything takes up to so many milliseconds.
    Slow(u64),
    /// Writes end together, at multiples of so many milliseconds.
    Bursts(u64),
    /// No write goes through.
    Full,
    /// Writes go through and are reported failed.
    Lying,
    /// Of a hundred writes, so many go wrong in one way or another.
    Flaky(u64),
    /// Neither reads nor writes work.
    Gone,
    /// The next write panics.
    Panicking,
}

/// What is on the disk, whoever runs on it.
pub struct Disk {
    pub memory: MemoryStore,
    state: Mutex<State>,
}

struct State {
    mode: Mode,
    dice: Dice,
    started: Instant,
    written: BTreeMap<(BoardId, Seq), LoggedChange>,
}

/// One server's way to the disk. When its power fails, nothing it asks for ever ends.
pub struct Access {
    pub disk: Arc<Disk>,
    pub power: CancellationToken,
}

#[derive(Clone, Copy)]
enum Fate {
    Written,
    Refused,
    WrittenAndRefused,
    Conflict,
    Panic,
}

impl Disk {
    pub fn new(seed: u64) -> Self {
        let state =
            State { mode: Mode::Sound, dice: Dice::new(seed), started: Instant::now(), written: BTreeMap::new() };
        Self { memory: MemoryStore::new(), state: Mutex::new(state) }
    }

    pub fn set(&self, mode: Mode) {
        self.state().mode = mode;
    }

    /// Returns a change that is on disk at this moment.
    pub fn written(&self, board: BoardId, seq: Seq) -> Option<LoggedChange> {
        self.state().written.get(&(board, seq)).cloned()
    }

    pub fn note_written(&self, board: BoardId, changes: Vec<LoggedChange>) {
        let mut state = self.state();
        for change in changes {
            state.written.insert((board, change.seq), change);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Decides what becomes of a write, and how long it takes before and after the moment it counts.
    fn decide(&self) -> (Fate, Duration, Duration) {
        let mut state = self.state();
        let State { mode, dice, started, .. } = &mut *state;
        let mut wait = |most: u64| Duration::from_millis(dice.below(most + 1));
        let (before, after) = match *mode {
            Mode::Slow(most) => (wait(most), wait(most)),
            Mode::Sound | Mode::Full | Mode::Lying | Mode::Flaky(_) | Mode::Gone | Mode::Panicking => {
                (wait(2), wait(1))
            }
            Mode::Bursts(every) => {
                let passed = u64::try_from(started.elapsed().as_millis()).unwrap();
                (Duration::from_millis(every - passed % every), Duration::ZERO)
            }
        };
        let fate = match *mode {
            Mode::Full | Mode::Gone => Fate::Refused,
            Mode::Lying => Fate::WrittenAndRefused,
            Mode::Flaky(percent) if dice.chance(percent) => {
                dice.weighted(&[(4, Fate::Refused), (4, Fate::WrittenAndRefused), (2, Fate::Conflict)])
            }
            Mode::Sound | Mode::Slow(_) | Mode::Bursts(_) | Mode::Flaky(_) => Fate::Written,
            Mode::Panicking => {
                *mode = Mode::Sound;
                Fate::Panic
            }
        };
        (fate, before, after)
    }
}

impl Access {
    /// Waits as long as a read takes, and fails when nothing can be read.
    pub async fn read(&self) -> Result<(), StoreError> {
        let (mode, wait) = {
            let mut state = self.disk.state();
            let most = if let Mode::Slow(most) = state.mode { most } else { 0 };
            (state.mode, if most == 0 { 0 } else { state.dice.below(most) })
        };
        self.pass(Duration::from_millis(wait)).await;
        if mode == Mode::Gone { Err(unavailable("read")) } else { Ok(()) }
    }

    async fn pass(&self, time: Duration) {
        if !time.is_zero() {
            sleep_until(Instant::now() + time).await;
        }
        if self.power.is_cancelled() {
            pending::<()>().await;
        }
    }

    async fn write(&self, board: BoardId, changes: Vec<LoggedChange>) -> Result<(), AppendError> {
        self.disk.memory.append(board, changes.clone()).await?;
        self.disk.note_written(board, changes);
        Ok(())
    }
}

fn unavailable(doing: &'static str) -> StoreError {
    StoreError::Unavailable { doing, source: "the disk is full".into() }
}

#[async_trait]
impl ChangeLog for Access {
    async fn append(&self, board: BoardId, changes: Vec<LoggedChange>) -> Result<(), AppendError> {
        let (fate, before, after) = self.disk.decide();
        self.pass(before).await;
        let outcome = match fate {
            Fate::Written => self.write(board, changes).await,
            Fate::Refused => Err(unavailable("append changes").into()),
            Fate::WrittenAndRefused => {
                self.write(board, changes).await.and_then(|()| Err(unavailable("append changes").into()))
            }
            Fate::Conflict => Err(AppendError::Conflict),
            Fate::Panic => panic!("{PANIC}"),
        };
        self.pass(after).await;
        outcome
    }

    async fn changes(&self, board: BoardId, after: Seq, limit: usize) -> Result<Vec<LoggedChange>, StoreError> {
        self.read().await?;
        self.disk.memory.changes(board, after, limit).await
    }

    async fn find_change(&self, board: BoardId, id: &ChangeId) -> Result<Option<LoggedChange>, StoreError> {
        self.read().await?;
        self.disk.memory.find_change(board, id).await
    }

    async fn changes_by(&self, board: BoardId, author: &str, limit: usize) -> Result<Vec<LoggedChange>, StoreError> {
        self.read().await?;
        self.disk.memory.changes_by(board, author, limit).await
    }

    async fn head(&self, board: BoardId) -> Result<Seq, StoreError> {
        self.read().await?;
        self.disk.memory.head(board).await
    }

    async fn snapshot(&self, board: BoardId, at_most: Seq) -> Result<Option<StoredSnapshot>, StoreError> {
        self.read().await?;
        self.disk.memory.snapshot(board, at_most).await
    }

    async fn save_snapshot(&self, board: BoardId, snapshot: StoredSnapshot) -> Result<(), StoreError> {
        self.read().await?;
        let mode = self.disk.state().mode;
        match mode {
            Mode::Full | Mode::Gone => Err(unavailable("save a snapshot")),
            Mode::Sound | Mode::Slow(_) | Mode::Bursts(_) | Mode::Lying | Mode::Flaky(_) | Mode::Panicking => {
                self.disk.memory.save_snapshot(board, snapshot).await
            }
        }
    }
}
