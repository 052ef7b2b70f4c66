//! The task that owns one session.

mod asks;
mod drafts;
mod hears;
mod runs;
mod writes;

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use agents::{Event, Failure, Run, ToolId};
use engine::Timestamp;
use store::{OpenRequest, Session, SessionStatus, SessionStep, StoreError, WaitingMessage};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

pub(crate) use self::asks::{Ask, Reply};
use self::drafts::Drafts;
pub(crate) use self::runs::{cut_off, interrupted};
use crate::config::SessionsConfig;
use crate::error::SessionError;
use crate::journal::{Drops, Journal};
use crate::limits::{EVENTS_AT_ONCE, KEEP_IDLE_PROCESS, KEEP_IN_MEMORY};
use crate::pulse::{Doing, Pulse, Pulses};
use crate::seats::Seat;
use crate::sessions::Nudges;
use crate::sight::Asker;
use crate::slots::{Kept, Slot, Slots, Ticket};
use crate::tail::Tail;
use crate::view::View;

pub(crate) struct Actor {
    config: Arc<SessionsConfig>,
    slots: Slots,
    nudges: Nudges,
    pulses: Pulses,
    /// The last one that was told.
    pulse: Option<Arc<Pulse>>,
    doing: Option<Doing>,
    row: Session,
    requests: Vec<OpenRequest>,
    messages: Vec<WaitingMessage>,
    journal: Journal,
    tail: Arc<Tail>,
    phase: Phase,
    slot: Option<Slot>,
    /// What has happened and is not yet written.
    step: SessionStep,
    row_changed: bool,
    /// When to write again what the disk has refused.
    write_again: Option<Instant>,
    /// What can be folded once the end of a turn is written.
    folding: Vec<(Instant, Drops)>,
    /// The turn that board edits of the agent belong to.
    turn: Arc<AtomicU32>,
    /// For whom the agent works.
    asker: Asker,
    in_turn: bool,
    turn_began_at: Timestamp,
    /// Messages handed to the running agent.
    sent: HashSet<[u8; 16]>,
    /// What a run has cost that is in the totals already.
    counted_usd: f64,
    /// Allowed by a person for an agent that was gone by then; each counts once.
    grants: Vec<(String, serde_json::Value)>,
    /// What the agent has left running: subagents, commands in the background.
    tasks: HashSet<ToolId>,
    /// What it is writing for boards.
    drafts: Drafts,
    /// Somebody interrupted it before it was up.
    held: bool,
    /// Those who wait for it to have ended.
    stopping: Vec<Reply>,
}

impl Drop for Actor {
    fn drop(&mut self) {
        self.tail.close();
    }
}

/// What a session's agent is doing.
enum Phase {
    /// There is no process.
    Resting,
    /// Waits for a place.
    Queued(Ticket, watch::Receiver<u64>),
    Starting(Pin<Box<dyn Future<Output = Result<Run, Failure>> + Send>>),
    /// There is a process; `kept` while it has nothing to do, until when.
    Live {
        run: Run,
        kept: Option<(Kept, Instant)>,
    },
    /// The process was told to end; it does so also because its commands have ended.
    Ending(mpsc::Receiver<Event>),
}

enum Wake {
    Ask(Option<Ask>),
    Heard(usize),
    Granted(Slot),
    Moved,
    Started(Result<Run, Failure>),
    DropsDue,
    DraftsDue,
    FoldDue,
    WriteAgain,
    RestedEnough,
    Forgotten,
    ServerStops,
}

impl Actor {
    /// Reads a session from the store.
    pub(crate) async fn open(
        config: Arc<SessionsConfig>,
        slots: Slots,
        nudges: Nudges,
        pulses: Pulses,
        row: Session,
    ) -> Result<Self, StoreError> {
        let store = &config.store;
        let last = store.last_event(row.id).await?;
        let requests = store.open_requests(row.id).await?;
        let messages = store.waiting_messages(row.id).await?;
        let view = View {
            session: row.clone(),
            place: None,
            last_event: last,
            requests: requests.clone(),
            messages: messages.clone(),
            doing: None,
        };
        let row_id = row.id;
        Ok(Self {
            slots,
            nudges,
            pulses,
            pulse: None,
            doing: None,
            tail: Arc::new(Tail::new(row.id, view)),
            turn: Arc::new(AtomicU32::new(row.turns)),
            asker: Asker::default(),
            row,
            requests,
            messages,
            journal: Journal::after(last),
            phase: Phase::Resting,
            slot: None,
            step: SessionStep::default(),
            row_changed: false,
            write_again: None,
            folding: Vec::new(),
            in_turn: false,
            turn_began_at: (config.now)(),
            sent: HashSet::new(),
            counted_usd: 0.0,
            grants: Vec::new(),
            tasks: HashSet::new(),
            drafts: Drafts::new(row_id, config.rooms.clone()),
            held: false,
            stopping: Vec::new(),
            config,
        })
    }

    pub(crate) fn tail(&self) -> Arc<Tail> {
        Arc::clone(&self.tail)
    }

    /// Works until there is nothing more to do, the session is gone, or the server stops.
    pub(crate) async fn run(mut self, mut asks: mpsc::Receiver<Ask>, mut seat: Seat) {
        let mut outcome = self.begin().await;
        let mut heard = Vec::new();
        loop {
            if let Err(Gone) = outcome {
                tracing::info!(session.id = %self.row.id, "Session {} is gone", self.row.id);
                // Whoever asks from now on waits until it has ended, and looks again.
                asks.close();
                return self.end_now().await;
            }
            self.answer_stops();
            let wake = self.wake(&mut asks, &mut heard).await;
            outcome = match wake {
                Wake::Ask(Some(ask)) => self.ask(ask).await,
                Wake::Heard(0) => self.silence().await,
                Wake::Heard(_) => self.hear_all(std::mem::take(&mut heard)).await,
                Wake::Granted(slot) => self.granted(slot).await,
                Wake::Moved => {
                    self.publish(Vec::new());
                    Ok(())
                }
                Wake::Started(started) => self.started(started).await,
                Wake::DropsDue => {
                    self.journal.flush(self.now(), Instant::now());
                    self.commit().await
                }
                Wake::DraftsDue => {
                    self.pass_on_drafts().await;
                    Ok(())
                }
                Wake::WriteAgain => self.commit().await,
                Wake::FoldDue => {
                    self.fold(Instant::now()).await;
                    Ok(())
                }
                Wake::RestedEnough => {
                    self.end_process();
                    Ok(())
                }
                Wake::Forgotten if !self.tail.has_followers() && seat.leave(&asks) => return,
                Wake::Forgotten => Ok(()),
                Wake::Ask(None) | Wake::ServerStops => {
                    asks.close();
                    return self.server_stops().await;
                }
            };
        }
    }

    fn is_resting(&self) -> bool {
        matches!(self.phase, Phase::Resting)
    }

    async fn wake(&mut self, asks: &mut mpsc::Receiver<Ask>, heard: &mut Vec<Event>) -> Wake {
        let due = self.journal.due();
        let drafts = self.drafts.due();
        let fold = self.folding.first().map(|(due, _)| *due);
        let resting = self.is_resting();
        let forgotten = Instant::now() + KEEP_IN_MEMORY;
        let stopping = self.config.stopping.clone();
        if let Some(write_again) = self.write_again {
            return tokio::select! {
                biased;
                () = stopping.cancelled() => Wake::ServerStops,
                ask = asks.recv() => Wake::Ask(ask),
                () = sleep_until(write_again) => Wake::WriteAgain,
            };
        }
        tokio::select! {
            biased;
            () = stopping.cancelled() => Wake::ServerStops,
            ask = asks.recv() => Wake::Ask(ask),
            wake = self.phase.wake(heard) => wake,
            () = sleep_until(due.unwrap_or(forgotten)), if due.is_some() => Wake::DropsDue,
            () = sleep_until(drafts.unwrap_or(forgotten)), if drafts.is_some() => Wake::DraftsDue,
            () = sleep_until(fold.unwrap_or(forgotten)), if fold.is_some() => Wake::FoldDue,
            () = sleep_until(forgotten), if resting => Wake::Forgotten,
        }
    }

    fn now(&self) -> Timestamp {
        (self.config.now)()
    }

    fn place(&self) -> Option<usize> {
        if self.row.status == SessionStatus::Queued { self.slots.place(self.row.id) } else { None }
    }

    /// Returns the session as it is on disk.
    fn shown(&self) -> View {
        if self.write_again.is_some() { self.tail.view() } else { self.view() }
    }

    pub(crate) fn view(&self) -> View {
        View {
            session: self.row.clone(),
            place: self.place(),
            last_event: self.journal.last(),
            requests: self.requests.clone(),
            messages: self.messages.clone(),
            doing: self.doing.clone().filter(|_| self.row.status == SessionStatus::Running),
        }
    }
}

/// The session is no longer in the store, or cannot be written any more.
#[derive(Debug, thiserror::Error)]
#[error("the session is gone")]
struct Gone;

impl Phase {
    async fn wake(&mut self, heard: &mut Vec<Event>) -> Wake {
        match self {
            Self::Resting => std::future::pending().await,
            Self::Queued(ticket, queue) => tokio::select! {
                biased;
                slot = ticket.granted() => Wake::Granted(slot),
                moved = queue.changed() => if moved.is_ok() { Wake::Moved } else { std::future::pending().await },
            },
            Self::Starting(starting) => Wake::Started(starting.await),
            Self::Live { run, kept: Some((kept, until)) } => tokio::select! {
                biased;
                count = run.events.recv_many(heard, EVENTS_AT_ONCE) => Wake::Heard(count),
                () = kept.evicted() => Wake::RestedEnough,
                () = sleep_until(*until) => Wake::RestedEnough,
            },
            Self::Live { run, kept: None } => Wake::Heard(run.events.recv_many(heard, EVENTS_AT_ONCE).await),
            Self::Ending(events) => Wake::Heard(events.recv_many(heard, EVENTS_AT_ONCE).await),
        }
    }
}

/// Until when a process that has just become idle is kept.
fn keep_until() -> Instant {
    Instant::now() + KEEP_IDLE_PROCESS
}

fn answer<T>(reply: oneshot::Sender<Result<T, SessionError>>, result: Result<T, SessionError>) {
    // Whoever asked may have gone; what was done is done.
    drop(reply.send(result));
}
