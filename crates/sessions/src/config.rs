//! What sessions need from outside.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::{Agent, Failure};
use engine::Timestamp;
use futures_util::future::BoxFuture;
use rooms::Rooms;
use store::Store;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// Says what is wrong with a folder, for people.
pub type CheckFolder = Arc<dyn Fn(String) -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

pub struct SessionsConfig {
    pub store: Arc<dyn Store>,
    pub rooms: Rooms,
    pub agents: Agents,
    /// Checks that agents may work in a project's folder as it is now.
    pub check_folder: CheckFolder,
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// Makes ids that sort by the time they were made.
    pub new_id: Arc<dyn Fn() -> Uuid + Send + Sync>,
    /// How many sessions may work at the same time.
    pub max_running: usize,
    /// Marks the processes of this server's agents, and of no other server's.
    pub instance: String,
    pub tasks: TaskTracker,
    /// Cancelled when the server stops.
    pub stopping: CancellationToken,
}

/// The agents there are.
pub struct Agents {
    /// The one that is used when nobody chose.
    pub default: String,
    pub by_name: BTreeMap<String, AgentEntry>,
}

pub struct AgentEntry {
    pub label: String,
    /// Plays a script and is no model; said wherever it is shown.
    pub scripted: bool,
    pub agent: Arc<dyn Agent>,
    /// Says what keeps it from working, if that is known beforehand.
    pub check: Box<dyn Fn() -> Result<(), Failure> + Send + Sync>,
}
