//! A server that runs, until it stops in order or its power fails.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use server::auth::SigningKey;
use server::limits::SHUTDOWN_DEADLINE;
use server::{Accounts, AgentChoice, AgentConfig, App, AppParts, Config, LocalServers, RateLimit, Registration, Ui};
use sessions::{Agents, Chosen};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::SimClock;
use crate::disk::{Access, Disk};
use crate::network::Wire;

pub struct Running {
    pub app: Arc<App>,
    power: CancellationToken,
    pumps: TaskTracker,
}

impl Running {
    pub fn start(disk: &Arc<Disk>, clock: &Arc<SimClock>) -> Self {
        let power = CancellationToken::new();
        let store = Arc::new(Access { disk: Arc::clone(disk), power: power.clone() });
        let config = Config {
            listen: "127.0.0.1:7420".parse().unwrap(),
            data: PathBuf::from("unused"),
            projects_roots: Vec::new(),
            registration: Registration::First,
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            rate_limit: RateLimit::Off,
            local_mcp: LocalServers::Refused,
            agents: AgentConfig {
                choice: AgentChoice::Rehearsal,
                max_running: 1,
                claude: PathBuf::from("claude"),
                own_program: PathBuf::from("tandem"),
                environment: Vec::new(),
            },
        };
        let parts = AppParts {
            git: None,
            address: config.listen,
            // None that could start: a thread of its own would look at the folder, and answer when it likes.
            agents: Agents { default: "none".to_owned(), chosen: Chosen::AsFound, by_name: BTreeMap::new() },
            session_tasks: TaskTracker::new(),
            config,
            store,
            clock: Arc::clone(clock) as _,
            key: SigningKey::from_bytes(b"a key of the tests that no real server has"),
            accounts: Accounts::Some,
            ui: Ui::none(),
        };
        let (app, _) = App::new(parts);
        Self { app, power, pumps: TaskTracker::new() }
    }

    pub fn connect(&self, latency: Duration) -> Wire {
        Wire::connect(&self.app, latency, &self.power, &self.pumps)
    }

    /// Ends as by a power cut: no byte goes to the disk or to the network after this.
    pub fn crash(self) {
        self.power.cancel();
    }

    /// Ends in order, as `Server::run` does.
    pub async fn stop(self) {
        let Self { app, power, .. } = self;
        app.stopping.cancel();
        app.tasks.close();
        // What is not done by then is lost with the process.
        timeout(SHUTDOWN_DEADLINE, app.tasks.wait()).await.ok();
        app.rooms.close_all().await;
        app.room_tasks.close();
        timeout(SHUTDOWN_DEADLINE, app.room_tasks.wait()).await.ok();
        power.cancel();
    }
}
