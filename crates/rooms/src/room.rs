//! The task that owns one document.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::{Author, Document, Seq};
use store::{AppendError, LoggedChange};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::ahead::{Ahead, Outcome, Pending, Write};
use crate::answer::{Accepted, Reply};
use crate::command::{BoardView, Command, PeerId};
use crate::drafts::Drafts;
use crate::error::{Chain, RoomError};
use crate::frame::Frame;
use crate::history::History;
use crate::limits::{IDLE_CLOSE, MAX_BATCH, PRESENCE_EVERY};
use crate::moves::Moves;
use crate::presence::Presence;
use crate::recent::Recent;
use crate::rooms::RoomsConfig;
use crate::snapshots::Snapshots;
use crate::start::log_record;
use crate::subscribers::Subscribers;
use crate::work::{Done, Note, Task, Work};

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
    pub(crate) drafts: Drafts,
    pub(crate) recent: Recent,
    /// Conflicts in a row, so that a busy board cannot keep a room retrying for ever.
    pub(crate) conflicts: usize,
    pub(crate) snapshots: Snapshots,
    moves: Moves,
    pub(crate) view: Option<BoardView>,
}

/// Runs a room until nobody needs it.
pub(crate) async fn run(
    config: Arc<RoomsConfig>,
    history: History,
    moves: Moves,
    mut commands: mpsc::Receiver<Command>,
) {
    let board = history.board;
    let error = match Room::open(config, history, moves).await {
        Ok(room) => match room.serve(&mut commands).await {
            Ok(()) => return,
            Err(error) => {
                tracing::error!(board.id = %board, error = %Chain(&error), "Closed board {board} after an error");
                error
            }
        },
        Err(error) => {
            tracing::error!(board.id = %board, error = %Chain(&error), "Could not open board {board}");
            error
        }
    };
    commands.close();
    let error = Arc::new(error);
    while let Some(command) = commands.recv().await {
        command.fail(board, &error);
    }
}

impl Room {
    async fn open(config: Arc<RoomsConfig>, history: History, moves: Moves) -> Result<Self, RoomError> {
        let (document, snapshot, tail) = history.latest().await?;
        let mut recent = Recent::default();
        for change in tail {
            recent.push(change);
        }
        Ok(Self {
            durable: document.seq(),
            subscribers: Subscribers::new(history.board),
            snapshots: Snapshots { last: snapshot, saved: snapshot, due: None },
            presence: Presence::default(),
            drafts: Drafts::default(),
            ahead: Ahead::default(),
            waiting: VecDeque::new(),
            view: None,
            conflicts: 0,
            moves,
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
            let is_still = self.ahead.is_empty() && self.waiting.is_empty();
            tokio::select! {
                biased;
                result = written(&mut self.ahead), if self.ahead.in_flight.is_some() => self.settle(result).await?,
                // Before the commands, so that a busy board still says who is where.
                () = tokio::time::sleep_until(presence_due.unwrap_or(idle_at)), if presence_due.is_some() => {
                    presence_due = None;
                    self.presence.pass_on(self.history.board, &self.subscribers);
                }
                () = tokio::time::sleep_until(self.drafts.due().unwrap_or(idle_at)), if self.drafts.due().is_some() => {
                    self.drafts.expire();
                }
                command = commands.recv(), if self.may_take() => {
                    idle_at = Instant::now() + IDLE_CLOSE;
                    let Some(command) = command else { break };
                    if !self.take_all(command, commands).await? {
                        break;
                    }
                }
                () = tokio::time::sleep_until(idle_at), if is_still => {
                    self.forget_gone();
                    if self.subscribers.is_empty() {
                        break;
                    }
                    idle_at = Instant::now() + IDLE_CLOSE;
                }
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
            } else {
                let Some(command) = commands.recv().await else { break };
                self.take_all(command, commands).await?;
            }
        }
        self.save_last_snapshot().await
    }

    /// Returns whether another command can be taken now: none while somebody waits for the disk to catch up.
    fn may_take(&self) -> bool {
        self.waiting.is_empty() && self.ahead.next.len() < MAX_BATCH
    }

    /// Takes a command and what has come with it. Returns whether the room stays open.
    async fn take_all(&mut self, first: Command, commands: &mut mpsc::Receiver<Command>) -> Result<bool, RoomError> {
        let mut stays = self.take(first).await?;
        while stays
            && self.may_take()
            && let Ok(command) = commands.try_recv()
        {
            stays = self.take(command).await?;
        }
        Ok(stays)
    }

    /// Returns whether the room stays open.
    async fn take(&mut self, command: Command) -> Result<bool, RoomError> {
        match command {
            Command::Work { work, reply } => {
                if let Task::Tool(call) = &work.task {
                    call.look(&self.presence, &self.drafts);
                }
                self.work(work, reply).await?;
            }
            Command::Unsubscribe { peer } => {
                self.subscribers.remove(peer);
                self.presence.leave(peer);
            }
            Command::Presence { peer, state } => {
                if let Some(peer) = self.subscribers.get(peer) {
                    self.presence.set(peer, state);
                }
            }
            Command::Draft(draft) => self.drafts.set(*draft, &self.presence),
            Command::EndDraft(id) => self.drafts.end(&id),
            Command::Close => return Ok(false),
            Command::Preview { .. } | Command::Read { .. } | Command::Describe { .. } | Command::Subscribe { .. } => {
                self.waiting.push_back(command);
            }
        }
        Ok(true)
    }

    pub(crate) async fn work(&mut self, work: Work, reply: Reply) -> Result<(), RoomError> {
        if let Some(logged) = self.ahead.find(work.id()) {
            let outcome = again(logged, &work.author).map_or_else(Outcome::Refused, Outcome::Again);
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
                let reply = noted(reply, Note::Tool(answer));
                self.ahead.push(Pending { work, reply, outcome: Outcome::Nothing });
                return Ok(());
            }
            Err(error) => error,
        };
        // A resend from before the room was opened is refused by its own effect: its node exists, its text has changed.
        match self.history.store.find_change(self.history.board, work.id()).await {
            Ok(Some(logged)) => self.answer_again(reply, &logged, &work.author),
            Ok(None) => self.ahead.push(Pending { work, reply, outcome: Outcome::Refused(refusal) }),
            Err(error) => self.ahead.push(Pending { work, reply, outcome: Outcome::Refused(error.into()) }),
        }
        Ok(())
    }

    pub(crate) fn answer_again(&self, reply: Reply, logged: &LoggedChange, author: &Author) {
        match again(logged, author) {
            Ok(accepted) => reply.accept(self.history.board, &accepted),
            Err(error) => reply.refuse(self.history.board, error),
        }
    }

    /// Hands the next batch to the store, or answers what waited for the disk.
    async fn go_on(&mut self) -> Result<(), RoomError> {
        self.clear_ghosts();
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
                Command::Describe { viewer, reply } => drop(reply.send(Ok(self.describe(viewer)))),
                Command::Preview { call, author, reply } => drop(reply.send(self.preview(&call, author).await)),
                Command::Subscribe { peer, after, outbox, reply } => {
                    drop(reply.send(self.subscribe(peer, after, outbox).await));
                }
                Command::Work { .. }
                | Command::Unsubscribe { .. }
                | Command::Presence { .. }
                | Command::Draft(_)
                | Command::EndDraft(_)
                | Command::Close => {}
            }
        }
        // Only now: where ghosts go depends on what is there, and that is on disk.
        self.drafts.pass_on(self.history.board, &self.document, &self.subscribers);
        Ok(())
    }

    fn dispatch(&mut self) {
        let rest = self.ahead.next.split_off(self.ahead.next.len().min(MAX_BATCH));
        let batch = std::mem::replace(&mut self.ahead.next, rest);
        let rows: Vec<LoggedChange> = batch
            .iter()
            .filter_map(|pending| match &pending.outcome {
                Outcome::Applied { logged, .. } => Some(logged.clone()),
                Outcome::Again(_) | Outcome::Nothing | Outcome::Refused(_) => None,
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
        // At once, so that nobody sees a thing and its ghost.
        batch.iter().filter_map(|pending| pending.work.draft()).for_each(|draft| self.drafts.end(draft));
        self.clear_ghosts();
        for Pending { reply, outcome, .. } in batch {
            match outcome {
                Outcome::Applied { logged, .. } => {
                    reply.accept(board, &Accepted { seq: logged.seq, body: logged.body });
                }
                Outcome::Again(accepted) => reply.accept(board, &accepted),
                Outcome::Nothing => reply.do_nothing(),
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
        self.moves.tell(self.history.board, &changes);
        metrics::counter!("tandem_changes_total").increment(changes.len() as u64);
        #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
        metrics::histogram!("tandem_batch_changes").record(changes.len() as f64);
        if !self.subscribers.is_empty() {
            let frame = Frame::changes(self.history.board, changes.iter().map(|change| &*change.body));
            let slow = self.subscribers.broadcast(&frame);
            self.cut_off(slow);
        }
        for change in changes {
            self.recent.push(change);
        }
    }

    fn clear_ghosts(&mut self) {
        let slow = self.drafts.clear(self.history.board, &mut self.subscribers);
        self.cut_off(slow);
    }

    fn cut_off(&mut self, slow: Vec<PeerId>) {
        for peer in slow {
            self.presence.leave(peer);
        }
    }

    /// Forgets watchers whose connection has ended without a word.
    fn forget_gone(&mut self) {
        for gone in self.subscribers.remove_closed() {
            self.presence.leave(gone);
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
fn again(logged: &LoggedChange, author: &Author) -> Result<Accepted, RoomError> {
    if *logged.author == *author.key() {
        Ok(Accepted { seq: logged.seq, body: Arc::clone(&logged.body) })
    } else {
        Err(RoomError::IdTaken(logged.id.clone()))
    }
}

fn noted(reply: Reply, note: Note) -> Reply {
    match (reply, note) {
        (Reply::Tool(reply, _), Note::Tool(answer)) => Reply::Tool(reply, Box::new(answer)),
        (Reply::Undo(reply, _), Note::LeftOut(left_out)) => Reply::Undo(reply, left_out),
        (reply, _) => reply,
    }
}
