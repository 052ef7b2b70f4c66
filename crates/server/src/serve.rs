//! Starting and stopping a server.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cards::CardError;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sessions::SessionError;
use store::{SqliteStore, Store, StoreError};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::task::TaskTracker;

use crate::app::{Accounts, App, AppParts};
use crate::auth::{KeyError, Secret, SigningKey};
use crate::clock::SystemClock;
use crate::config::Config;
use crate::data_lock::{DataLock, LockError};
use crate::limits::SHUTDOWN_DEADLINE;
use crate::ui::Ui;
use crate::{accounts, agents, health, listen, run_folder};

/// A server that is ready: its port is bound, its store open.
pub struct Server {
    app: Arc<App>,
    address: SocketAddr,
    listener: TcpListener,
    setup: Option<Secret>,
    signals: Signals,
    _lock: DataLock,
}

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(
        "refusing to listen on {0} while there is no account: anyone who can reach it could make the first one. \
         Create it on a loopback address, or with `tandem user add EMAIL --admin --password-stdin`"
    )]
    Unprotected(SocketAddr),
    #[error(transparent)]
    Lock(#[from] LockError),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error("opening the store failed")]
    Store(#[from] StoreError),
    #[error("cannot listen on {address}")]
    Bind {
        address: SocketAddr,
        #[source]
        source: io::Error,
    },
    #[error("bringing sessions into an honest state failed")]
    Sessions(#[from] SessionError),
    #[error("taking up the work on cards failed")]
    Cards(#[from] CardError),
    #[error("cannot make the folder for what lasts only as long as the server runs")]
    RunFolder(#[source] io::Error),
    #[error("cannot listen for signals")]
    Signals(#[source] io::Error),
}

/// Returns the database file of a data folder.
pub fn database(data: &Path) -> PathBuf {
    data.join("tandem.db")
}

impl Server {
    /// Takes the data folder, opens the store and binds the address.
    pub async fn start(config: Config, ui: Ui) -> Result<Self, StartError> {
        // Before the store opens, so that a limit on file sizes is an error like a full disk from the first write on.
        let signals = Signals::listen().map_err(StartError::Signals)?;
        raise_file_limit();
        let lock = DataLock::take(&config.data)?;
        let run_folder = run_folder::make(&config.data).map_err(StartError::RunFolder)?;
        let key = SigningKey::open(&config.data)?;
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&database(&config.data)).await?);
        let accounts = if accounts::none_exist(store.as_ref()).await? { Accounts::None } else { Accounts::Some };
        if accounts == Accounts::None && !config.listen.ip().is_loopback() {
            store.close().await;
            return Err(StartError::Unprotected(config.listen));
        }
        let failed = |source| StartError::Bind { address: config.listen, source };
        let listener = TcpListener::bind(config.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let clock = Arc::new(SystemClock::new());
        let session_tasks = TaskTracker::new();
        let agents = agents::agents(&config, &run_folder, &session_tasks);
        let git = git::Git::find(config.agents.environment.iter().cloned()).await;
        let git = git.inspect_err(|error| tracing::warn!(%error, "Cards work without branches of their own")).ok();
        let parts = AppParts { config, address, store, clock, key, accounts, ui, agents, git, session_tasks };
        let (app, setup) = App::new(parts);
        health::record(&app);
        app.sessions.recover().await?;
        app.cards.recover().await?;
        Ok(Self { app, address, listener, setup, signals, _lock: lock })
    }

    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the link with which the first account is made, while there is none.
    pub fn setup_link(&self) -> Option<String> {
        let secret = self.setup.as_ref()?;
        Some(format!("http://{}/setup#token={}", self.address, secret.reveal()))
    }

    /// Serves until the process is asked to end, then ends what is open and closes the store.
    pub async fn run(self) {
        let Self { app, listener, mut signals, .. } = self;
        app.tasks.spawn(listen::accept(Arc::clone(&app), listener));
        signals.wait().await;
        tracing::info!("Stopping");
        app.stopping.cancel();
        app.session_tasks.close();
        if tokio::time::timeout(SHUTDOWN_DEADLINE, app.session_tasks.wait()).await.is_err() {
            tracing::warn!("Stopping without waiting any longer for agents; the next start ends what they left");
        }
        app.tasks.close();
        if tokio::time::timeout(SHUTDOWN_DEADLINE, app.tasks.wait()).await.is_err() {
            let left = app.tasks.len();
            tracing::warn!(left, "Stopping without waiting any longer for {left} open connections");
        }
        app.rooms.close_all().await;
        app.room_tasks.close();
        if tokio::time::timeout(SHUTDOWN_DEADLINE, app.room_tasks.wait()).await.is_err() {
            tracing::warn!("Stopping without waiting any longer for open boards");
        }
        app.store.close().await;
        tracing::info!("Stopped");
    }
}

/// Lets the process hold as many connections as the system permits; a shell often lets it have a thousand files only.
fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::warn!(%error, "Cannot raise the limit on open files");
    }
}

struct Signals {
    terminate: Signal,
    interrupt: Signal,
    /// Never waited for: that it has a handler is what keeps it from ending the process.
    _file_size: Signal,
}

impl Signals {
    fn listen() -> io::Result<Self> {
        let file_size = SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw());
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            _file_size: signal(file_size)?,
        })
    }

    async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
