//! Runs a plan, lets everything heal, and checks what is left.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use engine::{Author, BoardId, Seq};
use rooms::{Accepted, BoardRef, UndoTarget};
use serde_json::json;
use store::{ChangeLog as _, Role};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::check;
use crate::client::Client;
use crate::clock::SimClock;
use crate::dice::Dice;
use crate::disk::{Disk, Mode, PANIC};
use crate::people::settle_in;
use crate::plan::{Ending, Plan, Step, Target};
use crate::running::Running;
use crate::trace::Trace;

/// How often everybody is looked after until all is at rest, and the time in between.
const PATIENCE: usize = 1_500;
const BREATH: Duration = Duration::from_millis(100);

/// Runs a plan in a runtime of its own; returns its trace, or what went wrong.
pub fn run(plan: &Plan) -> Result<String, String> {
    listen_for_panics();
    PANICS.set(Some(Vec::new()));
    let threads = Arc::new(AtomicUsize::new(0));
    let started = Arc::clone(&threads);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .on_thread_start(move || _ = started.fetch_add(1, Ordering::SeqCst))
        .build()
        .unwrap();
    let outcome = catch_unwind(AssertUnwindSafe(|| runtime.block_on(simulate(plan))));
    let panics = PANICS.take().unwrap_or_default();
    match (outcome, panics.first()) {
        (_, Some(panic)) => Err(format!("a panic: {panic}")),
        (Err(_), None) => Err("a panic without words".to_owned()),
        // It answers when it likes, so that the seed no longer says what happens.
        (Ok(_), None) if threads.load(Ordering::SeqCst) > 0 => Err("something was given to another thread".to_owned()),
        (Ok(outcome), None) => outcome,
    }
}

async fn simulate(plan: &Plan) -> Result<String, String> {
    let mut world = World::new(plan).await;
    for (step, pause) in &plan.steps {
        world.trace.note(format_args!("{step:?}"));
        world.take(*step).await;
        world.pass(*pause).await?;
    }
    world.heal().await?;
    world.check().await?;
    Ok(world.trace.into_text())
}

pub struct World {
    pub disk: Arc<Disk>,
    clock: Arc<SimClock>,
    server: Option<Running>,
    up_at: Instant,
    pub clients: Vec<Client>,
    pub boards: Vec<BoardId>,
    /// Calls that are no part of the live protocol, and what came of them.
    calls: JoinSet<(BoardId, Result<Accepted, String>)>,
    pub accepted: Vec<(BoardId, Accepted)>,
    trace: Trace,
    dice: Dice,
}

impl World {
    async fn new(plan: &Plan) -> Self {
        let disk = Arc::new(Disk::new(plan.seed));
        let boards = settle_in(&disk.memory, plan.boards).await;
        for board in &boards {
            disk.note_written(*board, disk.memory.changes(*board, 0, 10).await.unwrap());
        }
        let clock = Arc::new(SimClock::new());
        let client = |(number, latency): (usize, &Duration)| Client::new(number, *latency, &boards);
        Self {
            server: Some(Running::start(&disk, &clock)),
            up_at: Instant::now(),
            clients: plan.latencies.iter().enumerate().map(client).collect(),
            boards,
            calls: JoinSet::new(),
            accepted: Vec::new(),
            trace: Trace::new(),
            dice: Dice::new(plan.seed ^ 0xABCD),
            disk,
            clock,
        }
    }

    async fn take(&mut self, step: Step) {
        let clients = self.clients.len();
        match step {
            Step::Edit { client, board, edit } => self.clients[client % clients].edit(board, edit),
            Step::Presence { client, board, at } => self.clients[client % clients].presence(board, at),
            Step::Drop { client, how, pause } => self.clients[client % clients].drop_connection(how, pause),
            Step::Stall { client, pings } => self.clients[client % clients].stall(pings),
            Step::Resume => self.clients.iter_mut().for_each(Client::resume),
            Step::Disk(mode) => self.disk.set(mode),
            Step::Restart { how, pause } => self.restart(how, pause).await,
            Step::Close { board } => {
                if let Some(server) = &self.server {
                    server.app.rooms.close(self.boards[board]).await;
                }
            }
            Step::Revert { client, board, kind, target } => {
                let board = self.board(board);
                let head = self.disk.memory.head(board.id).await.unwrap();
                let target = match target {
                    Target::Last => UndoTarget::Last,
                    Target::Back(back) => UndoTarget::Change(head.saturating_sub(back)),
                };
                self.call(client, board, move |rooms, author| async move {
                    rooms.revert(board, author, kind, target).await.map(|undone| Some(undone.accepted))
                });
            }
            Step::Tool { client, board, pick } => {
                let board = self.board(board);
                let entry = board.kind.tool("create_card").unwrap();
                self.call(client, board, move |rooms, author| async move {
                    let input = json!({ "title": format!("by a tool {pick}") });
                    rooms.run_tool(board, author, entry, input).await.map(|answer| answer.accepted)
                });
            }
            Step::Nothing => {}
        }
    }

    /// Makes a call the way an HTTP request does, for somebody who may.
    fn call<F>(&mut self, client: usize, board: BoardRef, act: impl FnOnce(rooms::Rooms, Author) -> F)
    where
        F: Future<Output = Result<Option<Accepted>, rooms::RoomError>> + Send + 'static,
    {
        let person = self.clients[client % self.clients.len()].person;
        let Some(server) = self.server.as_ref().filter(|_| person.role > Role::Viewer) else { return };
        let acting = act(server.app.rooms.clone(), Author::User { id: person.id() });
        let calling = async move {
            let outcome = acting.await.map_err(|error| error.code().to_owned());
            (board.id, outcome.and_then(|accepted| accepted.ok_or_else(|| "nothing".to_owned())))
        };
        self.calls.spawn(server.app.tasks.track_future(calling));
    }

    fn board(&self, number: usize) -> BoardRef {
        BoardRef { id: self.boards[number], kind: boards::kind("kanban").unwrap() }
    }

    async fn restart(&mut self, how: Ending, pause: Duration) {
        let Some(server) = self.server.take() else { return };
        match how {
            Ending::Crash => server.crash(),
            Ending::Graceful => server.stop().await,
        }
        self.calls.shutdown().await;
        self.up_at = Instant::now() + pause;
    }

    /// Lets time pass while everybody goes on with what they do.
    async fn pass(&mut self, time: Duration) -> Result<(), String> {
        let end = Instant::now() + time;
        let slice = (time / 8).clamp(Duration::from_millis(5), Duration::from_secs(5));
        while Instant::now() < end {
            sleep_until((Instant::now() + slice).min(end)).await;
            self.attend()?;
        }
        Ok(())
    }

    /// Lets everybody do what is due.
    fn attend(&mut self) -> Result<(), String> {
        if self.server.is_none() && self.up_at <= Instant::now() {
            self.server = Some(Running::start(&self.disk, &self.clock));
        }
        while let Some(call) = self.calls.try_join_next() {
            match call {
                Ok((board, Ok(accepted))) => {
                    self.trace.note(format_args!("a call made change {}", accepted.seq));
                    if self.disk.written(board, accepted.seq).is_none_or(|logged| logged.body != accepted.body) {
                        return Err(format!("a call was told of change {} and it is not on disk", accepted.seq));
                    }
                    self.accepted.push((board, accepted));
                }
                Ok((_, Err(code))) => self.trace.note(format_args!("a call was refused: {code}")),
                Err(error) => return Err(format!("a call ended badly: {error}")),
            }
        }
        for client in &mut self.clients {
            client.tick(self.server.as_ref());
            let most = self.dice.weighted(&[(1, 1), (1, 3), (6, usize::MAX)]);
            client.read(most, &self.disk, &mut self.trace)?;
        }
        Ok(())
    }

    /// Mends everything and waits until all clients have all there is.
    async fn heal(&mut self) -> Result<(), String> {
        self.trace.note(format_args!("healing"));
        self.disk.set(Mode::Sound);
        self.clients.iter_mut().for_each(Client::resume);
        self.up_at = Instant::now();
        let mut unrest = String::new();
        for _ in 0..PATIENCE {
            sleep_until(Instant::now() + BREATH).await;
            self.attend()?;
            let mut heads: Vec<Seq> = Vec::new();
            for board in &self.boards {
                heads.push(self.disk.memory.head(*board).await.unwrap());
            }
            match self.clients.iter().find_map(|client| client.unrest(&heads)) {
                Some(found) => unrest = found,
                None if !self.calls.is_empty() => "a call has no answer".clone_into(&mut unrest),
                None => return Ok(()),
            }
        }
        Err(format!("no rest: {unrest}"))
    }

    async fn check(&mut self) -> Result<(), String> {
        let server = self.server.take().ok_or("no server to check")?;
        for number in 0..self.boards.len() {
            let view = server.app.rooms.read(self.board(number)).await.map_err(|error| error.to_string())?;
            check::view(self, number, &view)?;
        }
        server.stop().await;
        for number in 0..self.boards.len() {
            let log = check::log(self, number).await?;
            self.trace.note(format_args!("board {number} has {} changes", log.len()));
            check::answers(self, number, &log)?;
            check::replay(self, self.board(number), &log).await?;
        }
        Ok(())
    }
}

thread_local! {
    /// What panicked, while a simulation runs on this thread.
    static PANICS: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Notes every panic on its thread but those asked for, and keeps it from the screen: the seed says more.
fn listen_for_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let is_on_demand = info.payload_as_str() == Some(PANIC);
            PANICS.with_borrow_mut(|panics| match panics {
                None => usual(info),
                Some(panics) if !is_on_demand => panics.push(info.to_string()),
                Some(_) => {}
            });
        }));
    });
}
