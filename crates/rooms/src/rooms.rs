//! The rooms that are open, opened when first needed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use boards::{BoardKind, ToolEntry};
use engine::{Author, BoardId, ChangeId, ChangeRequest, NodeId, RevertKind, Seq, Timestamp, UserId};
use serde_json::Value;
use store::ChangeLog;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use crate::answer::{Accepted, Reply, SocketReply, ToolAnswer, Undone};
use crate::command::{BoardView, Command, Peer, PeerId};
use crate::drafts::{Draft, DraftId};
use crate::error::RoomError;
use crate::history::History;
use crate::limits::COMMAND_QUEUE;
use crate::moves::Moves;
use crate::outbox::{Outbox, Permit};
use crate::room;
use crate::undo::{self, UndoTarget};
use crate::work::{Task, ToolCall, Work};

pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;
pub type MintId = Arc<dyn Fn() -> String + Send + Sync>;

/// What rooms need from outside.
pub struct RoomsConfig {
    pub store: Arc<dyn ChangeLog>,
    pub now: Clock,
    /// Makes ids that are plain characters and never the same twice.
    pub new_id: MintId,
    /// Holds every room's task, so that shutdown waits for them.
    pub tasks: TaskTracker,
}

/// A board to work on. Whether the caller may is settled before.
#[derive(Clone, Copy)]
pub struct BoardRef {
    pub id: BoardId,
    pub kind: &'static BoardKind,
}

/// All open rooms.
#[derive(Clone)]
pub struct Rooms {
    config: Arc<RoomsConfig>,
    open: Arc<Mutex<Open>>,
    moves: Moves,
}

// In order, so that a simulation replays.
type Open = BTreeMap<BoardId, OpenRoom>;

/// How to reach a room, and how to hear of its end.
struct OpenRoom {
    commands: mpsc::Sender<Command>,
    ended: CancellationToken,
}

impl Rooms {
    pub fn new(config: RoomsConfig) -> Self {
        Self { config: Arc::new(config), open: Arc::default(), moves: Moves::new() }
    }

    /// Hears on which boards nodes have come, gone or moved, once that is on disk.
    pub fn moves(&self) -> broadcast::Receiver<BoardId> {
        self.moves.subscribe()
    }

    /// Makes a change and waits until it is on disk.
    pub async fn change(&self, board: BoardRef, author: Author, request: ChangeRequest) -> Result<Accepted, RoomError> {
        let (reply, answer) = oneshot::channel();
        let work = Work { author, task: Task::Change(Arc::new(request)) };
        self.send(board, Command::Work { work, reply: Reply::Change(reply) }).await?;
        answer.await.map_err(|_| RoomError::Closed)?
    }

    /// Hands over a socket's change; the answer goes to its outbox, also when it cannot be handed over.
    pub async fn change_from_socket(
        &self,
        board: BoardRef,
        author: Author,
        request: ChangeRequest,
        outbox: Outbox,
        permit: Permit,
    ) -> Result<(), RoomError> {
        let reply = Reply::Socket(SocketReply::new(outbox, board.id, request.id.clone(), permit));
        let work = Work { author, task: Task::Change(Arc::new(request)) };
        self.send(board, Command::Work { work, reply }).await
    }

    /// Runs a tool and waits until what it did is on disk.
    pub async fn run_tool(
        &self,
        board: BoardRef,
        author: Author,
        entry: &'static ToolEntry,
        input: Value,
    ) -> Result<ToolAnswer, RoomError> {
        let viewer = themselves(&author);
        self.run_tool_for(viewer, None, board, author, entry, input).await
    }

    /// Runs a tool for somebody else than its author: it sees what they look at. If its call was shown while it was being
    /// written, it is made where it was shown, and its ghosts go.
    pub async fn run_tool_for(
        &self,
        viewer: Option<UserId>,
        draft: Option<DraftId>,
        board: BoardRef,
        author: Author,
        entry: &'static ToolEntry,
        input: Value,
    ) -> Result<ToolAnswer, RoomError> {
        let (reply, answer) = oneshot::channel();
        let empty = ToolAnswer { accepted: None, result: Value::Null, warnings: Vec::new(), ops: None };
        let work = Work { author, task: Task::Tool(self.call(viewer, draft, entry, input)?) };
        self.send(board, Command::Work { work, reply: Reply::Tool(reply, Box::new(empty)) }).await?;
        answer.await.map_err(|_| RoomError::Closed)?
    }

    /// Says what a tool would do.
    pub async fn preview_tool(
        &self,
        board: BoardRef,
        author: Author,
        entry: &'static ToolEntry,
        input: Value,
    ) -> Result<ToolAnswer, RoomError> {
        let (reply, answer) = oneshot::channel();
        let call = self.call(themselves(&author), None, entry, input)?;
        self.send(board, Command::Preview { call, author, reply }).await?;
        answer.await.map_err(|_| RoomError::Closed)?
    }

    /// Describes a board to an agent that works for somebody; of a kind at which no agent works, nothing.
    pub async fn describe(&self, board: BoardRef, viewer: Option<UserId>) -> Result<Option<String>, RoomError> {
        let (reply, answer) = oneshot::channel();
        self.send(board, Command::Describe { viewer, reply }).await?;
        answer.await.map_err(|_| RoomError::Closed)?
    }

    /// Takes changes back, or brings them back.
    pub async fn revert(
        &self,
        board: BoardRef,
        author: Author,
        kind: RevertKind,
        target: UndoTarget,
    ) -> Result<Undone, RoomError> {
        let history = self.history(board);
        let seqs = target.find(&history, &author, kind).await?;
        let settled = undo::settled_since(&history, &author, &seqs).await?;
        let both: Vec<Seq> = seqs.iter().chain(&settled).copied().collect();
        let (past, settled): (Vec<_>, Vec<_>) =
            history.journals(&both).await?.into_iter().partition(|(seq, _)| seqs.contains(seq));
        let (reply, answer) = oneshot::channel();
        let task = Task::Undo { id: self.change_id()?, kind, past: past.into(), settled: settled.into() };
        let work = Work { author, task };
        self.send(board, Command::Work { work, reply: Reply::Undo(reply, Vec::new()) }).await?;
        answer.await.map_err(|_| RoomError::Closed)?
    }

    /// Returns the board as it is on disk.
    pub async fn read(&self, board: BoardRef) -> Result<BoardView, RoomError> {
        let (reply, answer) = oneshot::channel();
        self.send(board, Command::Read { reply }).await?;
        answer.await.map_err(|_| RoomError::Closed)?
    }

    /// Returns the board as it was.
    pub async fn read_at(&self, board: BoardRef, seq: Seq) -> Result<BoardView, RoomError> {
        let document = self.history(board).at(seq).await?;
        let nodes = serde_json::value::RawValue::from_string(crate::frame::nodes_json(&document))?;
        Ok(BoardView { board: board.id, seq, nodes: nodes.into() })
    }

    /// Follows a board: first a snapshot or the changes after `after`, then every change as it is made.
    pub async fn subscribe(
        &self,
        board: BoardRef,
        peer: Peer,
        after: Option<Seq>,
        outbox: Outbox,
    ) -> Result<(), RoomError> {
        let (reply, answer) = oneshot::channel();
        self.send(board, Command::Subscribe { peer, after, outbox, reply }).await?;
        answer.await.map_err(|_| RoomError::Closed)?
    }

    pub async fn unsubscribe(&self, board: BoardId, peer: PeerId) {
        self.send_if_open(board, Command::Unsubscribe { peer }).await;
    }

    /// Passes on where somebody is. Lost when nobody has the board open.
    pub async fn presence(&self, board: BoardId, peer: PeerId, state: Value) {
        self.send_if_open(board, Command::Presence { peer, state }).await;
    }

    /// Shows to those who have a board open what a call that is being written is about to make. It may be lost: nobody
    /// waits for a room that is busy.
    pub fn draft(&self, viewer: Option<UserId>, board: BoardRef, id: DraftId, entry: &'static ToolEntry, input: Value) {
        let draft = Box::new(Draft { id, entry, input, viewer });
        // The next piece of the call says all of this again.
        drop(self.sender(board).try_send(Command::Draft(draft)));
    }

    /// Ends a draft whose call has been made, or will not be.
    pub fn end_draft(&self, board: BoardId, id: DraftId) {
        let sender = self.lock().get(&board).map(|room| room.commands.clone());
        if let Some(sender) = sender {
            // Where this is lost the ghosts go by themselves, a little later.
            drop(sender.try_send(Command::EndDraft(id)));
        }
    }

    /// Closes a room, as when its board was deleted.
    pub async fn close(&self, board: BoardId) {
        self.send_if_open(board, Command::Close).await;
    }

    /// Closes every room once it has answered what it was asked.
    pub async fn close_all(&self) {
        let senders: Vec<_> = self.lock().values().map(|room| room.commands.clone()).collect();
        for sender in senders {
            // A room that has gone by itself needs no closing.
            drop(sender.send(Command::Close).await);
        }
    }

    pub fn history(&self, board: BoardRef) -> History {
        History::new(Arc::clone(&self.config.store), board.id, board.kind)
    }

    fn call(
        &self,
        viewer: Option<UserId>,
        draft: Option<DraftId>,
        entry: &'static ToolEntry,
        input: Value,
    ) -> Result<Arc<ToolCall>, RoomError> {
        let mint = Arc::clone(&self.config.new_id);
        // The minting function promises plain characters; the root is only a fallback for a broken promise.
        let new_id = Arc::new(move || NodeId::parse(&mint()).unwrap_or_else(|_| NodeId::root()));
        let (id, view) = (self.change_id()?, OnceLock::new());
        Ok(Arc::new(ToolCall { id, entry, input, new_id, draft, viewer, view }))
    }

    fn change_id(&self) -> Result<ChangeId, RoomError> {
        ChangeId::parse(&(self.config.new_id)()).map_err(|_| RoomError::Closed)
    }

    /// Sends a command, opening the room if it is not open or has just closed.
    async fn send(&self, board: BoardRef, mut command: Command) -> Result<(), RoomError> {
        for _ in 0..2 {
            match self.sender(board).send(command).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(unsent)) => command = unsent,
            }
        }
        Err(RoomError::Closed)
    }

    async fn send_if_open(&self, board: BoardId, command: Command) {
        let sender = self.lock().get(&board).map(|room| room.commands.clone());
        if let Some(sender) = sender {
            // A room that is closing has nobody left to tell.
            drop(sender.send(command).await);
        }
    }

    fn sender(&self, board: BoardRef) -> mpsc::Sender<Command> {
        let mut open = self.lock();
        let last = open.get(&board.id);
        if let Some(room) = last.filter(|room| !room.commands.is_closed()) {
            return room.commands.clone();
        }
        // A room that is closing may still write: who read the board before would miss what it acknowledges.
        let last = last.map(|room| room.ended.clone());
        let (commands, receiver) = mpsc::channel(COMMAND_QUEUE);
        let ended = CancellationToken::new();
        let forget = Forget { board: board.id, rooms: Arc::clone(&self.open), _ended: ended.clone().drop_guard() };
        let (config, history, moves) = (Arc::clone(&self.config), self.history(board), self.moves.clone());
        metrics::gauge!("tandem_rooms").increment(1.0);
        self.config.tasks.spawn(async move {
            let _forget = forget;
            if let Some(last) = last {
                last.cancelled().await;
            }
            room::run(config, history, moves, receiver).await;
        });
        open.insert(board.id, OpenRoom { commands: commands.clone(), ended });
        commands
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Open> {
        // The map is whole at every step, so a panic elsewhere leaves nothing half done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a room out of the list when it ends, also by a panic, unless a new one has taken its place.
struct Forget {
    board: BoardId,
    rooms: Arc<Mutex<Open>>,
    /// Dropped last: tells the next room that nothing more is written.
    _ended: DropGuard,
}

impl Drop for Forget {
    fn drop(&mut self) {
        metrics::gauge!("tandem_rooms").decrement(1.0);
        let mut open = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if open.get(&self.board).is_some_and(|room| room.commands.is_closed()) {
            open.remove(&self.board);
        }
    }
}

/// A person who runs a tool is the one who looks.
fn themselves(author: &Author) -> Option<UserId> {
    match author {
        Author::User { id } => Some(*id),
        Author::Agent { .. } | Author::System => None,
    }
}
