//! The desks of boards, opened when first needed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::{BoardId, NodeId, SessionId, UserId};
use sessions::{Pulse, SessionError, Who};
use store::{Project, Session, SessionFilter};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, oneshot};

use crate::config::CardsConfig;
use crate::desk::{Ask, Desk, Reply};
use crate::error::CardError;
use crate::feed::{Feed, Shown};
use crate::limits::{ASK_DEADLINE, ASK_QUEUE, RECOVER_PAGE};
use crate::record::{CardRecord, CardTree};
use crate::review::Filed;
use crate::status::CardStatus;
use crate::worktree::Worktrees;

/// All cards at work on a server.
#[derive(Clone)]
pub struct Cards {
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) config: CardsConfig,
    pub(crate) worktrees: Worktrees,
    desks: Mutex<BTreeMap<BoardId, OpenDesk>>,
    /// Held while a desk is opened, so that there is one.
    opening: tokio::sync::Mutex<()>,
}

/// What happens elsewhere that desks act upon.
struct Heard {
    moves: broadcast::Receiver<BoardId>,
    pulses: broadcast::Receiver<Arc<Pulse>>,
    reports: broadcast::Receiver<Filed>,
}

#[derive(Clone)]
struct OpenDesk {
    asks: mpsc::Sender<Ask>,
    shown: Arc<Shown>,
    /// Set when it could not be told something, so that it looks itself.
    missed: Arc<AtomicBool>,
}

impl Cards {
    pub fn new(config: CardsConfig) -> Self {
        let worktrees = Worktrees::new(config.git.clone(), config.worktrees.clone());
        let shared = Shared { config, worktrees, desks: Mutex::default(), opening: tokio::sync::Mutex::new(()) };
        Self { shared: Arc::new(shared) }
    }

    pub fn worktrees(&self) -> &Worktrees {
        &self.shared.worktrees
    }

    /// Takes up what an earlier server left, and from then on acts upon what happens. Sessions must be recovered before.
    pub async fn recover(&self) -> Result<(), CardError> {
        let config = &self.shared.config;
        // Before the boards are looked at, so that nothing falls between.
        let heard =
            Heard { moves: config.rooms.moves(), pulses: config.sessions.pulses(), reports: config.reports.listen() };
        self.open_unsettled().await?;
        let listener = Self { shared: Arc::clone(&self.shared) };
        config.tasks.spawn(listener.listen(heard));
        Ok(())
    }

    async fn open_unsettled(&self) -> Result<(), CardError> {
        let mut after = None;
        loop {
            let boards = self.shared.config.store.unsettled_boards(after, RECOVER_PAGE).await?;
            let Some(last) = boards.last().copied() else { return Ok(()) };
            after = Some(last);
            for board in boards {
                self.nudge(board).await;
            }
        }
    }

    async fn listen(self, mut heard: Heard) {
        let stopping = self.shared.config.stopping.clone();
        loop {
            tokio::select! {
                biased;
                () = stopping.cancelled() => return,
                place = heard.moves.recv() => match place {
                    Ok(board) => self.nudge(board).await,
                    Err(RecvError::Lagged(_)) => self.look_everywhere().await,
                    Err(RecvError::Closed) => return,
                },
                pulse = heard.pulses.recv() => match pulse {
                    Ok(pulse) => self.pulse(pulse).await,
                    Err(RecvError::Lagged(_)) => self.look_everywhere().await,
                    Err(RecvError::Closed) => return,
                },
                report = heard.reports.recv() => match report {
                    Ok(filed) => self.pass_on(filed.board, Ask::Report(filed)).await,
                    Err(RecvError::Lagged(_)) => self.look_everywhere().await,
                    Err(RecvError::Closed) => return,
                },
            }
        }
    }

    async fn nudge(&self, board: BoardId) {
        self.pass_on(board, Ask::Nudge).await;
    }

    async fn pulse(&self, pulse: Arc<Pulse>) {
        let Some(board) = pulse.board else { return };
        self.pass_on(board, Ask::Pulse(pulse)).await;
    }

    /// Tells the desk of a board something, opening it if need be.
    async fn pass_on(&self, board: BoardId, ask: Ask) {
        match self.shared.desk(board).await {
            Ok(desk) => desk.tell(ask),
            // A board of another kind, or one that has just gone.
            Err(CardError::Missing) => {}
            Err(error) => {
                tracing::error!(board.id = %board, %error, "The cards of board {board} cannot be looked after");
            }
        }
    }

    /// Something was missed: every desk looks for itself.
    async fn look_everywhere(&self) {
        let open: Vec<OpenDesk> = self.shared.lock().values().cloned().collect();
        for desk in open {
            desk.missed.store(true, Ordering::Relaxed);
            desk.tell(Ask::Nudge);
        }
        if let Err(error) = self.open_unsettled().await {
            tracing::error!(%error, "Boards with something to do could not be found");
        }
    }

    /// Follows the cards of a board. Whether the caller may is settled before.
    pub async fn watch(&self, board: BoardId) -> Result<Feed, CardError> {
        Ok(self.shared.desk(board).await?.shown.watch())
    }

    pub async fn statuses(&self, board: BoardId) -> Result<Vec<Arc<CardStatus>>, CardError> {
        Ok(self.shared.desk(board).await?.shown.all())
    }

    pub async fn status(&self, board: BoardId, card: &NodeId) -> Result<Option<Arc<CardStatus>>, CardError> {
        Ok(self.shared.desk(board).await?.shown.get(card))
    }

    pub async fn record(&self, board: BoardId, card: &NodeId) -> Result<Option<CardRecord>, CardError> {
        let run = self.shared.config.store.card_run(board, card.as_str()).await?;
        Ok(run.as_ref().and_then(CardRecord::read))
    }

    /// Returns the sessions of a card, the newest first.
    pub async fn sessions(&self, project: &Project, card: &NodeId, limit: usize) -> Result<Vec<Session>, CardError> {
        let filter = SessionFilter { card: Some(card.as_str().to_owned()), ..SessionFilter::default() };
        Ok(self.shared.config.store.sessions_of(project.id, filter, limit).await?)
    }

    /// Starts the work of a card's column, or goes on with it.
    pub async fn start(&self, board: BoardId, card: NodeId, note: Option<String>, by: UserId) -> Answer {
        self.ask(board, |reply| Ask::Start { card, note, by, reply }).await
    }

    pub async fn stop(&self, board: BoardId, card: NodeId) -> Answer {
        self.ask(board, |reply| Ask::Stop { card, reply }).await
    }

    /// Sends a card with failing rules to a column, by default to the one that codes.
    pub async fn send_back(&self, board: BoardId, card: NodeId, back: SendBack, by: UserId) -> Answer {
        self.ask(board, |reply| Ask::SendBack { card, back, by, reply }).await
    }

    /// Says something to the conversation that does the work, beginning one if there is none.
    pub async fn tell(&self, board: BoardId, card: NodeId, text: String, who: Who) -> Answer {
        let work = self.record(board, &card).await?.and_then(|record| record.work);
        match work {
            Some(session) => {
                self.shared.config.sessions.message(session, text, who).await?;
                self.ask(board, |reply| Ask::Look { card, reply }).await
            }
            None => self.start(board, card, Some(text), who.id).await,
        }
    }

    /// Writes down what became of a card's branch: what of it is new, or that it is gone.
    pub async fn set_tree(&self, board: BoardId, card: NodeId, tree: Option<CardTree>) -> Answer {
        self.ask(board, |reply| Ask::Tree { card, tree, reply }).await
    }

    /// Lets a new card go on with a conversation and its files.
    pub async fn adopt(&self, board: BoardId, card: NodeId, session: SessionId, tree: CardTree, by: UserId) -> Answer {
        self.ask(board, |reply| Ask::Adopt { card, session, tree, by, reply }).await
    }

    /// Ends the agents that work on the cards of a board.
    pub async fn release(&self, board: BoardId) -> Result<(), CardError> {
        for run in self.shared.config.store.card_runs(board).await?.iter().filter(|run| run.active) {
            let Some(session) = CardRecord::read(run).and_then(|record| record.current) else { continue };
            match self.shared.config.sessions.stop(session).await {
                Ok(_) | Err(SessionError::Missing) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Lets go of the boards of a project that is going away.
    pub fn close(&self, boards: &[BoardId]) {
        let mut desks = self.shared.lock();
        for board in boards {
            desks.remove(board);
        }
    }

    /// Returns the branches and folders that the cards of some boards have.
    pub async fn trees(&self, boards: &[BoardId]) -> Result<Vec<(NodeId, CardTree)>, CardError> {
        let mut trees = Vec::new();
        for board in boards {
            let runs = self.shared.config.store.card_runs(*board).await?;
            trees.extend(
                runs.iter().filter_map(|run| Some((NodeId::parse(&run.card).ok()?, CardRecord::read(run)?.tree?))),
            );
        }
        Ok(trees)
    }

    /// Removes what a project that is gone has left of its cards, and returns when that is done. A folder that holds what
    /// is not committed stays, and so does a branch with commits that are nowhere else.
    pub async fn clear_away(&self, project: Project, trees: Vec<(NodeId, CardTree)>) {
        let worktrees = self.shared.worktrees.clone();
        // Goes on when whoever asked does not wait for it.
        let clearing = self.shared.config.tasks.spawn(async move { worktrees.clear_away(&project, &trees).await });
        if let Err(error) = clearing.await {
            tracing::error!(%error, "Clearing away the folders of cards broke off");
        }
    }

    async fn ask(&self, board: BoardId, ask: impl FnOnce(Reply) -> Ask) -> Answer {
        let (reply, answer) = oneshot::channel();
        let desk = self.shared.desk(board).await?;
        desk.asks.send_timeout(ask(reply), ASK_DEADLINE).await.map_err(|_| CardError::Overloaded)?;
        let answer = tokio::time::timeout(ASK_DEADLINE, answer).await.map_err(|_| CardError::Overloaded)?;
        answer.map_err(|_| CardError::Overloaded)?
    }
}

/// What a person gets: the card as it is then.
pub type Answer = Result<Option<Arc<CardStatus>>, CardError>;

/// What is sent back with a card.
#[derive(Debug, Clone, Default)]
pub struct SendBack {
    /// Which failing rules; all if none are named.
    pub rules: Vec<usize>,
    pub note: Option<String>,
    pub column: Option<NodeId>,
}

impl OpenDesk {
    fn tell(&self, ask: Ask) {
        // One that is busy looks itself when it has time; one that has gone is opened again by what comes next.
        if self.asks.try_send(ask).is_err() {
            self.missed.store(true, Ordering::Relaxed);
        }
    }
}

impl Shared {
    async fn desk(self: &Arc<Self>, board: BoardId) -> Result<OpenDesk, CardError> {
        if let Some(desk) = self.open_desk(board) {
            return Ok(desk);
        }
        let _opening = self.opening.lock().await;
        if let Some(desk) = self.open_desk(board) {
            return Ok(desk);
        }
        let (asks, received) = mpsc::channel(ASK_QUEUE);
        let (shown, missed) = (Shown::new(), Arc::new(AtomicBool::new(false)));
        let desk = Desk::open(Arc::clone(self), board, Arc::clone(&shown), Arc::clone(&missed)).await?;
        let open = OpenDesk { asks, shown, missed };
        self.lock().insert(board, open.clone());
        self.config.tasks.spawn(desk.run(received));
        Ok(open)
    }

    fn open_desk(&self, board: BoardId) -> Option<OpenDesk> {
        self.lock().get(&board).filter(|desk| !desk.asks.is_closed()).cloned()
    }

    /// Takes a desk out of the list unless somebody is about to ask it something.
    pub(crate) fn leave(&self, board: BoardId, asks: &mpsc::Receiver<Ask>) -> bool {
        let mut desks = self.lock();
        let Some(desk) = desks.get(&board) else { return true };
        let alone = asks.is_empty() && desk.asks.strong_count() == 1 && !desk.shown.has_watchers();
        if alone {
            desks.remove(&board);
        }
        alone
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<BoardId, OpenDesk>> {
        // The map is whole at every step.
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
