//! The task that looks after the cards of one board.

mod asks;
mod begin;
mod hears;
mod jobs;
mod log;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use boards::kanban::automation::{self, Effect, Event, Phase, Rules, Work};
use boards::kanban::{CARD, COLUMN, Column, Limit};
use engine::{BoardId, Document, NodeId, Seq, Timestamp};
use rooms::BoardRef;
use serde_json::Value;
use sessions::Pulse;
use store::{CardRun, ProjectId, StoreError};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Duration, Instant, sleep_until};

pub(crate) use self::asks::{Ask, Reply};
use self::jobs::JobDone;
use crate::cards::Shared;
use crate::error::CardError;
use crate::feed::Shown;
use crate::limits::{IDLE_CLOSE, WRITE_AGAIN};
use crate::record::CardRecord;
use crate::status::CardStatus;

pub(crate) struct Desk {
    shared: Arc<Shared>,
    board: BoardRef,
    project: ProjectId,
    /// The board as the log says it is, up to what was handled.
    document: Document,
    /// What of the log is handled on disk.
    handled: Seq,
    records: BTreeMap<NodeId, CardRecord>,
    /// How the sessions of cards were doing when last heard of.
    pulses: BTreeMap<NodeId, Arc<Pulse>>,
    /// Cards whose record has to be written, and then shown.
    changed: BTreeSet<NodeId>,
    /// Cards that look different although their record is as it was.
    fresh: BTreeSet<NodeId>,
    /// What has to be done once the records are written, in order for each card.
    to_do: BTreeMap<NodeId, VecDeque<Effect>>,
    /// Cards whose task may have been given before the server went away.
    again: BTreeSet<NodeId>,
    /// Cards something is being done for.
    doing: BTreeSet<NodeId>,
    jobs: JoinSet<JobDone>,
    /// Those who wait until what they asked for is written.
    replies: Vec<(NodeId, Reply)>,
    write_again: Option<Instant>,
    /// The board was deleted.
    is_gone: bool,
    /// Cards a person should look at.
    needy: BTreeSet<NodeId>,
    shown: Arc<Shown>,
    missed: Arc<AtomicBool>,
}

enum Wake {
    Ask(Option<Ask>),
    Done(JobDone),
    TimeCame,
    Idle,
    ServerStops,
}

impl Desk {
    /// Reads what is known of a board's cards, and takes up what was under way.
    pub(crate) async fn open(
        shared: Arc<Shared>,
        board: BoardId,
        shown: Arc<Shown>,
        missed: Arc<AtomicBool>,
    ) -> Result<Self, CardError> {
        let store = &shared.config.store;
        let row = store.board(board).await?.filter(|row| row.kind == "kanban").ok_or(CardError::Missing)?;
        let kind = boards::kind(&row.kind).ok_or(CardError::Missing)?;
        let board = BoardRef { id: board, kind };
        let handled = store.handled(board.id).await?;
        let document = shared.config.rooms.history(board).at(handled).await?;
        let runs = store.card_runs(board.id).await?;
        let record = |run: &CardRun| Some((NodeId::parse(&run.card).ok()?, CardRecord::read(run)?));
        let mut desk = Self {
            board,
            project: row.project,
            document,
            handled,
            records: runs.iter().filter_map(record).collect(),
            pulses: BTreeMap::new(),
            changed: BTreeSet::new(),
            fresh: BTreeSet::new(),
            to_do: BTreeMap::new(),
            again: BTreeSet::new(),
            doing: BTreeSet::new(),
            jobs: JoinSet::new(),
            replies: Vec::new(),
            write_again: None,
            is_gone: false,
            needy: BTreeSet::new(),
            shown,
            missed,
            shared,
        };
        let active = desk.records.iter().filter(|(_, record)| record.is_under_way());
        let active: Vec<NodeId> = active.map(|(card, _)| card.clone()).collect();
        desk.again = active.iter().cloned().collect();
        for card in &active {
            desk.happen(card, Event::Restarted);
        }
        desk.catch_up().await?;
        for card in active {
            desk.look(&card).await;
        }
        desk.look_for_reports().await;
        // Whoever opened it wants to see something.
        desk.publish(&desk.records.keys().cloned().collect(), &desk.lines());
        Ok(desk)
    }

    pub(crate) async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        loop {
            if self.missed.swap(false, Ordering::Relaxed) {
                self.look_at_all().await;
            }
            self.act().await;
            match self.wake(&mut asks).await {
                Wake::Ask(Some(ask)) => self.ask(ask).await,
                Wake::Done(done) => self.done(done).await,
                Wake::TimeCame => self.time_came(),
                Wake::Idle if self.shared.leave(self.board.id, &asks) => return,
                Wake::Idle => {}
                // What is under way is taken up again by the next server.
                Wake::Ask(None) | Wake::ServerStops => return self.jobs.shutdown().await,
            }
            if self.is_gone {
                return;
            }
        }
    }

    async fn wake(&mut self, asks: &mut mpsc::Receiver<Ask>) -> Wake {
        let stopping = self.shared.config.stopping.clone();
        let due = self.due();
        let idle_at = Instant::now() + IDLE_CLOSE;
        let idle = due.is_none() && self.jobs.is_empty() && !self.records.values().any(CardRecord::is_under_way);
        tokio::select! {
            biased;
            () = stopping.cancelled() => Wake::ServerStops,
            Some(done) = self.jobs.join_next(), if !self.jobs.is_empty() => match done {
                Ok(done) => Wake::Done(done),
                Err(error) => {
                    tracing::error!(board.id = %self.board.id, %error, "A task for a card of board {} broke off", self.board.id);
                    Wake::Done(JobDone::Nothing)
                }
            },
            ask = asks.recv() => Wake::Ask(ask),
            () = sleep_until(due.unwrap_or(idle_at)), if due.is_some() => Wake::TimeCame,
            () = sleep_until(idle_at), if idle => Wake::Idle,
        }
    }

    /// When something is to be done without anybody asking: for a card that is parked or does not stop, or because the disk
    /// refused something.
    fn due(&self) -> Option<Instant> {
        let now = self.now();
        let parked = self.records.values().filter_map(CardRecord::due);
        let wait = |until: Timestamp| u64::try_from(until.as_millis() - now.as_millis()).unwrap_or(0);
        let parked = parked.min().map(|until| Instant::now() + Duration::from_millis(wait(until)));
        [parked, self.write_again].into_iter().flatten().min()
    }

    fn time_came(&mut self) {
        let now = self.now();
        let due = |record: &CardRecord| record.due().is_some_and(|due| due <= now);
        let cards: Vec<NodeId> =
            self.records.iter().filter(|(_, record)| due(record)).map(|(card, _)| card.clone()).collect();
        for card in cards {
            let Some(record) = self.records.get_mut(&card) else { continue };
            if matches!(record.state.phase, Phase::Stopping { .. }) {
                // It does not listen: it is ended with all it has started.
                record.since = now;
                self.to_do.entry(card).or_default().push_back(Effect::Release);
            } else {
                self.happen(&card, Event::TimeCame);
            }
        }
    }

    /// Changes a card's state by what happened, and remembers what is to be done.
    fn happen(&mut self, card: &NodeId, event: Event) {
        let now = self.now();
        let Some(record) = self.records.get_mut(card) else { return };
        let before = record.state.clone();
        let (state, effects) = automation::next(before.clone(), event);
        if state.phase != before.phase {
            record.since = now;
        }
        if state != before {
            record.state = state;
            self.changed.insert(card.clone());
        }
        if !effects.is_empty() {
            self.to_do.entry(card.clone()).or_default().extend(effects);
        }
    }

    /// Returns a card's record, making one if there is none.
    fn record(&mut self, card: &NodeId, column: &NodeId) -> &mut CardRecord {
        let now = self.now();
        self.records.entry(card.clone()).or_insert_with(|| CardRecord::new(column.clone(), now))
    }

    /// Gives places, writes what changed, shows it, and does what is to be done: in this order.
    async fn act(&mut self) {
        if self.write_again.is_some_and(|due| due > Instant::now()) {
            return;
        }
        self.give_places().await;
        if !self.save().await {
            self.write_again = Some(Instant::now() + WRITE_AGAIN);
            return;
        }
        self.write_again = None;
        self.show();
        self.start_jobs();
    }

    async fn save(&mut self) -> bool {
        let handled = Some(self.document.seq()).filter(|seq| *seq != self.handled);
        if self.changed.is_empty() && handled.is_none() {
            return true;
        }
        let (board, project) = (self.board.id, self.project);
        let run = |card: &NodeId| self.records.get(card).map(|record| record.run(board, project, card));
        let runs: Vec<CardRun> = self.changed.iter().filter_map(run).collect();
        match self.shared.config.store.save_card_runs(board, runs, handled).await {
            Ok(()) => {
                self.handled = self.document.seq();
                self.tell_inboxes();
                true
            }
            Err(StoreError::Missing { .. }) => {
                self.is_gone = true;
                false
            }
            Err(error) => {
                tracing::warn!(board.id = %board, %error, "The cards of board {board} could not be written");
                false
            }
        }
    }

    /// Tells inboxes when other cards than before need a look.
    fn tell_inboxes(&mut self) {
        let mut news = false;
        for card in &self.changed {
            let needy = self.records.get(card).is_some_and(|record| record.attention().is_some());
            news |= if needy { self.needy.insert(card.clone()) } else { self.needy.remove(card) };
        }
        if news {
            self.shared.config.sessions.nudge(self.project);
        }
    }

    fn show(&mut self) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.append(&mut self.fresh);
        let lined = self.lines();
        // When a line moves, all in it have another place.
        changed.extend(lined.keys().cloned());
        self.publish(&changed, &lined);
        for (card, reply) in std::mem::take(&mut self.replies) {
            // Whoever asked may have gone; what was done is done.
            drop(reply.send(Ok(self.shown.get(&card))));
        }
    }

    fn publish(&self, cards: &BTreeSet<NodeId>, lined: &BTreeMap<NodeId, usize>) {
        let agents = self.shared.config.sessions.agents();
        let status = |card: &NodeId| {
            let record = self.records.get(card).filter(|record| record.state.phase != Phase::Gone)?;
            let pulse = self.pulses.get(card).map(Arc::as_ref);
            let place = lined.get(card).copied();
            Some(CardStatus::new(self.board.id, card.clone(), record, pulse, place, agents))
        };
        self.shown.show(cards.iter().map(|card| (card.clone(), status(card))).collect());
    }

    /// Returns the cards that wait for a place in their column, with their place, counted from 1.
    fn lines(&self) -> BTreeMap<NodeId, usize> {
        let mut by_column: BTreeMap<&NodeId, Vec<(Timestamp, &NodeId)>> = BTreeMap::new();
        for (card, record) in &self.records {
            if matches!(record.state.phase, Phase::LinedUp { .. }) {
                by_column.entry(&record.state.column).or_default().push((record.since, card));
            }
        }
        let mut places = BTreeMap::new();
        for line in by_column.values_mut() {
            line.sort();
            places.extend(line.iter().zip(1..).map(|((_, card), place)| ((*card).clone(), place)));
        }
        places
    }

    /// Lets those begin that have waited longest, as many as their column takes.
    async fn give_places(&mut self) {
        let mut lined: Vec<(Timestamp, NodeId)> = self
            .records
            .iter()
            .filter(|(_, record)| matches!(record.state.phase, Phase::LinedUp { .. }))
            .map(|(card, record)| (record.since, card.clone()))
            .collect();
        lined.sort();
        let mut room = self.room();
        for (_, card) in lined {
            let Some(column) = self.records.get(&card).map(|record| record.state.column.clone()) else { continue };
            let rules = self.rules(&column);
            let left = room.entry(column).or_insert(None);
            if *left == Some(0) {
                continue;
            }
            match self.choose_session(&card, &rules).await {
                Ok(()) => {
                    *left = left.map(|left| left - 1);
                    self.happen(&card, Event::PlaceFree { rules });
                }
                Err(error) => tracing::warn!(%error, "A card has to wait because its session cannot be read"),
            }
        }
    }

    /// Says for each column that has a limit how many cards may begin there.
    fn room(&self) -> BTreeMap<NodeId, Option<usize>> {
        let mut room: BTreeMap<NodeId, Option<usize>> = BTreeMap::new();
        for node in self.document.children(&NodeId::root()) {
            let limit = self.column(&node.id).and_then(|column| column.limit);
            room.insert(node.id.clone(), limit.map(Limit::get));
        }
        for record in self.records.values() {
            let at_work = matches!(record.state.phase, Phase::Starting { .. } | Phase::Working { .. });
            if let Some(Some(left)) = room.get_mut(&record.state.column).filter(|_| at_work) {
                *left = left.saturating_sub(1);
            }
        }
        room
    }

    fn column(&self, id: &NodeId) -> Option<Column> {
        let node = self.document.node(id).filter(|node| &*node.kind == COLUMN)?;
        serde_json::from_value(Value::Object(node.props.clone())).ok()
    }

    fn rules(&self, column: &NodeId) -> Rules {
        let found = self.column(column);
        let is_column = |id: &NodeId| self.document.node(id).is_some_and(|node| &*node.kind == COLUMN);
        Rules {
            work: found.as_ref().and_then(|column| column.mode).map(Work::from),
            auto_start: found.as_ref().is_some_and(|column| column.auto_start == Some(true)),
            done_to: found.and_then(|column| column.done_to).filter(is_column),
        }
    }

    /// Tells where a card lies, if it is on the board.
    fn column_of(&self, card: &NodeId) -> Option<NodeId> {
        self.document.node(card).filter(|node| &*node.kind == CARD).map(|node| node.parent.clone())
    }

    fn now(&self) -> Timestamp {
        (self.shared.config.now)()
    }
}
