//! The task that owns one document.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::{Author, Document, Seq};
use store::{AppendError, LoggedChange};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::ahead::{Ahead, Outcome, Pending, Write};
use crate::answer::{Accepted, Reply};
use crate::command::{BoardView, Command};
use crate::error::{Chain, RoomError};
use crate::frame::Frame;
use crate::history::History;
use crate::limits::{IDLE_CLOSE, MAX_BATCH, PRESENCE_EVERY};
use crate::presence::Presence;
use crate::recent::Recent;
use crate::rooms::RoomsConfig;
use crate::snapshots::Snapshots;
use crate::start::log_record;
use crate::subscribers::Subscribers;
use crate::work::{Done, Note, Work};

pub(crate) struct Room {
    pub(crate) config: Arc<RoomsConfig>,
    pub(crate) history: History,
    /// As of the last change applied, on disk or not.
    pub(crate) document: Document,
    /// The last change on disk: nothing later has been said to anyone.
    pub(crate) durable: Seq,
    pub(crate) ahead: Ahead,
    /// What must see only what is on disk, and waits for it.
    waiting: VecDeque<Command>,
    pub(crate) subscribers: Subscribers,
    pub(crate) presence: Presence,
    pub(crate) recent: Recent,
    /// Conflicts in a row, so that a busy board cannot keep a room retrying for ever.
    pub(crate) conflicts: usize,
    pub(crate) snapshots: Snapshots,
    pub(crate) view: Option<BoardView>,
}

/// Runs a room until nobody needs it.
pub(crate) async fn run(config: Arc<RoomsConfig>, history: History, mut commands: mpsc::Receiver<Command>) {
    let board = history.board;
    match Room::open(config, history).await {
        Ok(room) => {
            if let Err(error) = room.serve(&mut commands).await {
                tracing::error!(board.id = %board, error = %Chain(&error), "Closed board {board} after an error");
            }
        }
        Err(error) => {
            tracing::error!(board.id = %board, error = %Chain(&error), "Could not open board {board}");
            commands.close();
            let error = Arc::new(error);
            while let Some(command) = commands.recv().await {
                command.fail(board, &error);
            }
        }
    }
}

impl Room {
    async fn open(config: Arc<RoomsConfig>, history: History) -> Result<Self, RoomError> {
        let (document, snapshot, tail) = history.latest().await?;
        let mut recent = Recent::default();
        for change in tail {
            recent.push(change);
        }
        Ok(Self {
            durable: document.seq(),
            subscribers: Subscribers::new(history.board),
            snapshots: Snapshots { last: snapshot, due: None },
            presence: Presence::default(),
            ahead: Ahead::default(),
            waiting: VecDeque::new(),
            view: None,
            conflicts: 0,
            config,
            history,
            document,
            recent,
        })
    }

    async fn serve(mut self, commands: &mut mpsc::Receiver<Command>) -> Result<(), RoomError> {
        let mut presence_due: Option<Instant> = None;
        let mut idle_at = Instant::now() + IDLE_CLOSE;
        loop {
            let may_take = self.waiting.is_empty() && self.ahead.next.len() < MAX_BATCH;
            let is_idle = self.subscribers.is_empty() && self.ahead.is_empty() && self.waiting.is_empty();
            tokio::select! {
                biased;
                result = written(&mut self.ahead), if self.ahead.in_flight.is_some() => self.settle(result).await?,
                command = commands.recv(), if may_take => {
                    idle_at = Instant::now() + IDLE_CLOSE;
                    let Some(command) = command else { break };
                    if !self.take(command).await? {
                        break;
                    }
                    while self.waiting.is_empty() && self.ahead.next.len() < MAX_BATCH
                        && let Ok(command) = commands.try_recv()
                    {
                        if !self.take(command).await? {
                            break;
                        }
                    }
                }
                () = tokio::time::sleep_until(presence_due.unwrap_or(idle_at)), if presence_due.is_some() => {
                    presence_due = None;
                    self.presence.pass_on(self.history.board, &self.subscribers);
                }
                () = tokio::time::sleep_until(idle_at), if is_idle => break,
            }
            if self.presence.is_fresh() && presence_due.is_none() {
                presence_due = Some(Instant::now() + PRESENCE_EVERY);
            }
            self.go_on().await?;
        }
        self.finish(commands).await
    }

    /// Answers what still comes in, waits for the disk, and leaves a snapshot for whoever opens the board next.
    async fn finish(mut self, commands: &mut mpsc::Receiver<Command>) -> Result<(), RoomError> {
        commands.close();
        loop {
            self.go_on().await?;
            if self.ahead.in_flight.is_some() {
                let result = written(&mut self.ahead).await;
                self.settle(result).await?;
            } else if self.waiting.is_empty() {
                let Some(command) = commands.recv().await else { break };
                self.take(command).await?;
            }
        }
        self.save_last_snapshot().await
    }

    /// Returns whether the room stays open.
    async fn take(&mut self, command: Command) -> Result<bool, RoomError> {
        match command {
            Command::Work { work, reply } => self.work(work, reply).await?,
            Command::Unsubscribe { peer } => {
                self.subscribers.remove(peer);
                self.presence.leave(peer);
            }
            Command::Presence { peer, state } => {
                if let Some(peer) = self.subscribers.get(peer) {
                    self.presence.set(peer, state);
                }
            }
            Command::Close => return Ok(false),
            Command::Preview { .. } | Command::Read { .. } | Command::Subscribe { .. } => {
                self.waiting.push_back(command);
            }
        }
        Ok(true)
    }

    pub(crate) async fn work(&mut self, work: Work, reply: Reply) -> Result<(), RoomError> {
        if let Some(logged) = self.ahead.find(work.id()) {
            let outcome = again(logged, &work.author);
            self.ahead.push(Pending { work, reply, outcome });
            return Ok(());
        }
        if let Some(logged) = self.recent.find(work.id()) {
            self.answer_again(reply, logged, &work.author);
            return Ok(());
        }
        let wanted = work.wanted_bases(&self.document);
        let done = match self.history.texts(wanted).await {
            Ok(bases) => work.perform(&mut self.document, (self.config.now)(), &bases),
            Err(error) => Err(error),
        };
        let refusal = match done {
            Ok(Done::Changed { change, journal, note }) => {
                let logged = log_record(&change)?;
                self.ahead.push(Pending {
                    work,
                    reply: noted(reply, note),
                    outcome: Outcome::Applied { logged, journal },
                });
                return Ok(());
            }
            Ok(Done::Nothing(answer)) => {
                // A tool that has nothing to do still judged by what may not be on disk; it made no promise, though.
                if let Reply::Tool(reply, _) = reply {
                    drop(reply.send(Ok(answer)));
                }
                return Ok(());
            }
            Err(error) => error,
        };
        self.ahead.push(Pending { work, reply, outcome: Outcome::Refused(refusal) });
        Ok(())
    }

    pub(crate) fn answer_again(&self, reply: Reply, logged: &LoggedChange, author: &Author) {
        match again(logged, author) {
            Outcome::Refused(error) => reply.refuse(self.history.board, error),
            Outcome::Again { .. } | Outcome::Applied { .. } => {
                reply.accept(self.history.board, &Accepted { seq: logged.seq, body: Arc::clone(&logged.body) });
            }
        }
    }

    /// Hands the next batch to the store, or answers what waited for the disk.
    async fn go_on(&mut self) -> Result<(), RoomError> {
        if self.ahead.in_flight.is_some() {
            return Ok(());
        }
        if !self.ahead.next.is_empty() {
            self.dispatch();
            return Ok(());
        }
        while let Some(command) = self.waiting.pop_front() {
            match command {
                Command::Read { reply } => drop(reply.send(self.view())),
                Command::Preview { call, author, reply } => drop(reply.send(self.preview(&call, author).await)),
                Command::Subscribe { peer, after, outbox, reply } => {
                    drop(reply.send(self.subscribe(peer, after, outbox).await));
                }
                Command::Work { .. } | Command::Unsubscribe { .. } | Command::Presence { .. } | Command::Close => {}
            }
        }
        Ok(())
    }

    fn dispatch(&mut self) {
        let batch = std::mem::take(&mut self.ahead.next);
        let rows: Vec<LoggedChange> = batch
            .iter()
            .filter_map(|pending| match &pending.outcome {
                Outcome::Applied { logged, .. } => Some(logged.clone()),
                Outcome::Again { .. } | Outcome::Refused(_) => None,
            })
            .collect();
        let store = Arc::clone(&self.history.store);
        let board = self.history.board;
        let write: Write =
            Box::pin(async move { if rows.is_empty() { Ok(()) } else { store.append(board, rows).await } });
        self.ahead.in_flight = Some((batch, write));
        self.take_snapshot_if_due();
    }

    /// Goes on after the store has answered.
    async fn settle(&mut self, result: Result<(), AppendError>) -> Result<(), RoomError> {
        match result {
            Ok(()) => {
                self.conflicts = 0;
                self.publish();
                Ok(())
            }
            Err(error) => self.recover(error).await,
        }
    }

    /// Shows and acknowledges what is on disk now.
    fn publish(&mut self) {
        let board = self.history.board;
        let batch = self.ahead.finish();
        let mut written = Vec::with_capacity(batch.len());
        for pending in &batch {
            if let Outcome::Applied { logged, .. } = &pending.outcome {
                written.push(logged.clone());
            }
        }
        self.show(written);
        for Pending { reply, outcome, .. } in batch {
            match outcome {
                Outcome::Applied { logged, .. } => {
                    reply.accept(board, &Accepted { seq: logged.seq, body: logged.body });
                }
                Outcome::Again { seq } => {
                    let body = self.recent.at(seq).map(|logged| Arc::clone(&logged.body)).unwrap_or_default();
                    reply.accept(board, &Accepted { seq, body });
                }
                Outcome::Refused(error) => reply.refuse(board, error),
            }
        }
        self.save_snapshot_if_due();
    }

    /// Sends changes that are on disk to everybody.
    pub(crate) fn show(&mut self, changes: Vec<LoggedChange>) {
        let Some(last) = changes.last() else { return };
        self.durable = last.seq;
        self.view = None;
        metrics::counter!("tandem_changes_total").increment(changes.len() as u64);
        #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
        metrics::histogram!("tandem_batch_changes").record(changes.len() as f64);
        if !self.subscribers.is_empty() {
            let frame = Frame::changes(self.history.board, changes.iter().map(|change| &*change.body));
            for slow in self.subscribers.broadcast(&frame) {
                self.presence.leave(slow);
            }
        }
        for change in changes {
            self.recent.push(change);
        }
    }
}

async fn written(ahead: &mut Ahead) -> Result<(), AppendError> {
    match &mut ahead.in_flight {
        Some((_, write)) => write.await,
        None => Ok(()),
    }
}

/// Says what a change whose id is known already comes to: the same answer, or a refusal if it is somebody else's.
fn again(logged: &LoggedChange, author: &Author) -> Outcome {
    if *logged.author == *author.key() {
        Outcome::Again { seq: logged.seq }
    } else {
        Outcome::Refused(RoomError::IdTaken(logged.id.clone()))
    }
}

fn noted(reply: Reply, note: Note) -> Reply {
    match (reply, note) {
        (Reply::Tool(reply, _), Note::Tool(answer)) => Reply::Tool(reply, Box::new(answer)),
        (Reply::Undo(reply, _), Note::LeftOut(left_out)) => Reply::Undo(reply, left_out),
        (reply, _) => reply,
    }
}
