//! What every request shares.

use std::net::SocketAddr;
use std::sync::Arc;

use cards::{Cards, CardsConfig, Reports, ReviewDesk};
use engine::Timestamp;
use rooms::{Rooms, RoomsConfig};
use sessions::{Agents, Sessions, SessionsConfig};
use store::Store;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::auth::{AccessTokens, Passwords, Secret, Setup, SigningKey};
use crate::clock::Clock;
use crate::config::{Config, Registration};
use crate::folders::Folders;
use crate::guard::{AllowedHosts, Proxies};
use crate::ids;
use crate::limits::GIT_AT_ONCE;
use crate::mcp_probe::{Surroundings, check_address};
use crate::rate::Rates;
use crate::revocations::Revocations;
use crate::ui::Ui;

/// Where in the data folder the folders of cards lie.
const WORKTREES: &str = "worktrees";

/// What every request shares.
pub struct App {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub revocations: Revocations,
    /// The boards that are open.
    pub rooms: Rooms,
    /// The tasks of those boards; they end after the connections that use them.
    pub room_tasks: TaskTracker,
    /// What agents do.
    pub sessions: Sessions,
    /// What a card's way over its board makes agents do.
    pub cards: Cards,
    /// Turns at running git for people, which is much work for a small request.
    pub git_turns: Arc<Semaphore>,
    /// The tasks of sessions and of their agents; they end before the boards they edit.
    pub session_tasks: TaskTracker,
    /// Every task that outlives its request runs here, so that shutdown waits for it.
    pub tasks: TaskTracker,
    /// Cancelled when the server stops; whatever waits for long must listen to it.
    pub stopping: CancellationToken,
    pub access_tokens: AccessTokens,
    pub passwords: Passwords,
    pub rates: Rates,
    pub folders: Folders,
    /// The git program, if there is one.
    pub git: Option<git::Git>,
    pub registration: Registration,
    /// What tool servers that are tried out get.
    pub probes: Surroundings,
    pub(crate) ui: Ui,
    pub(crate) setup: Setup,
    pub(crate) hosts: AllowedHosts,
    pub(crate) proxies: Proxies,
}

/// What an `App` is made of.
pub struct AppParts {
    pub config: Config,
    /// The address the server really listens on.
    pub address: SocketAddr,
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub key: SigningKey,
    pub accounts: Accounts,
    pub ui: Ui,
    pub agents: Agents,
    /// The git program, if there is one.
    pub git: Option<git::Git>,
    /// Runs the sessions of agents.
    pub session_tasks: TaskTracker,
}

/// Whether there is an account yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accounts {
    None,
    Some,
}

impl App {
    /// Puts the parts together. While there is no account it also returns the secret of the setup link.
    pub fn new(parts: AppParts) -> (Arc<Self>, Option<Secret>) {
        let (setup, secret) = match parts.accounts {
            Accounts::None => {
                let (setup, secret) = Setup::open();
                (setup, Some(secret))
            }
            Accounts::Some => (Setup::done(), None),
        };
        let room_tasks = TaskTracker::new();
        let (now, clock) = (Arc::clone(&parts.clock), Arc::clone(&parts.clock));
        let rooms = Rooms::new(RoomsConfig {
            store: Arc::<dyn Store>::clone(&parts.store),
            now: Arc::new(move || now.now()),
            new_id: Arc::new(move || ids::mint(clock.now()).to_string()),
            tasks: room_tasks.clone(),
        });
        let stopping = CancellationToken::new();
        let folders = Folders::new(&parts.config.projects_roots);
        let worktrees = parts.config.data.join(WORKTREES);
        let local_mcp = parts.config.local_mcp;
        let for_agents = folders.with_root(&worktrees);
        let (now, clock) = (Arc::clone(&parts.clock), Arc::clone(&parts.clock));
        let reports = Reports::default();
        let sessions = Sessions::new(SessionsConfig {
            store: Arc::<dyn Store>::clone(&parts.store),
            rooms: rooms.clone(),
            agents: parts.agents,
            check_folder: Arc::new(move |path| Box::pin(check_folder(for_agents.clone(), path))),
            check_address: Arc::new(move |url| Box::pin(check_address(url, local_mcp))),
            now: Arc::new(move || now.now()),
            new_id: Arc::new(move || ids::mint(clock.now())),
            max_running: parts.config.agents.max_running,
            more_tools: Arc::new(ReviewDesk {
                store: Arc::clone(&parts.store),
                now: clock_of(&parts.clock),
                reports: reports.clone(),
            }),
            instance: parts.key.instance(),
            tasks: parts.session_tasks.clone(),
            stopping: stopping.clone(),
        });
        let clock = Arc::clone(&parts.clock);
        let cards = Cards::new(CardsConfig {
            store: Arc::<dyn Store>::clone(&parts.store),
            rooms: rooms.clone(),
            sessions: sessions.clone(),
            reports,
            git: parts.git.clone(),
            worktrees,
            now: clock_of(&parts.clock),
            new_id: Arc::new(move || ids::mint(clock.now())),
            tasks: parts.session_tasks.clone(),
            stopping: stopping.clone(),
        });
        let app = Self {
            store: parts.store,
            rooms,
            room_tasks,
            sessions,
            cards,
            git_turns: Arc::new(Semaphore::new(GIT_AT_ONCE)),
            session_tasks: parts.session_tasks,
            revocations: Revocations::new(),
            tasks: TaskTracker::new(),
            stopping,
            access_tokens: AccessTokens::new(&parts.key),
            passwords: Passwords::new(),
            rates: Rates::new(parts.config.rate_limit, Arc::clone(&parts.clock)),
            folders,
            git: parts.git,
            registration: parts.config.registration,
            probes: Surroundings {
                environment: agents::allowed_environment(parts.config.agents.environment),
                instance: parts.key.instance(),
                local: local_mcp,
            },
            ui: parts.ui,
            setup,
            hosts: AllowedHosts::new(parts.address, &parts.config.hosts),
            proxies: Proxies::new(parts.config.trusted_proxies),
            clock: parts.clock,
        };
        (Arc::new(app), secret)
    }
}

fn clock_of(clock: &Arc<dyn Clock>) -> Arc<dyn Fn() -> Timestamp + Send + Sync> {
    let clock = Arc::clone(clock);
    Arc::new(move || clock.now())
}

/// Looks at a project's folder, away from the threads that answer requests.
async fn check_folder(folders: Folders, path: String) -> Result<(), String> {
    let looked = tokio::task::spawn_blocking(move || folders.unchanged(&path)).await;
    looked.map_err(|error| error.to_string())?.map_err(|error| error.to_string())
}
