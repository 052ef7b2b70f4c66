//! What sessions need from outside.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::{Agent, Failure, PastConversations, ToolAnswer, ToolSpec};
use async_trait::async_trait;
use engine::Timestamp;
use futures_util::future::BoxFuture;
use rooms::Rooms;
use serde_json::Value;
use store::{Session, Store};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// Says what is wrong with a folder, for people.
pub type CheckFolder = Arc<dyn Fn(String) -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

/// Says what is wrong with the address of a tool server, for people.
pub type CheckAddress = Arc<dyn Fn(String) -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

pub struct SessionsConfig {
    pub store: Arc<dyn Store>,
    pub rooms: Rooms,
    pub agents: Agents,
    /// Checks that agents may work in this folder as it is now.
    pub check_folder: CheckFolder,
    /// Checks that agents may call a tool server there.
    pub check_address: CheckAddress,
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// Makes ids that sort by the time they were made.
    pub new_id: Arc<dyn Fn() -> Uuid + Send + Sync>,
    /// How many sessions may work at the same time.
    pub max_running: usize,
    /// Marks the processes of this server's agents, and of no other server's.
    pub instance: String,
    /// What agents have beside the tools of boards.
    pub more_tools: Arc<dyn MoreTools>,
    pub tasks: TaskTracker,
    /// Cancelled when the server stops.
    pub stopping: CancellationToken,
}

/// Tools that some sessions have beside those of boards.
#[async_trait]
pub trait MoreTools: Send + Sync + 'static {
    fn of(&self, session: &Session) -> Vec<ToolSpec>;
    /// Answers a call of one of the tools that `of` names for this session.
    async fn call(&self, session: &Session, name: &str, input: Value) -> ToolAnswer;
}

/// Nothing more.
#[async_trait]
impl MoreTools for () {
    fn of(&self, _: &Session) -> Vec<ToolSpec> {
        Vec::new()
    }

    async fn call(&self, _: &Session, name: &str, _: Value) -> ToolAnswer {
        ToolAnswer { text: format!("there is no tool {name:?}"), is_error: true }
    }
}

/// The agents there are.
pub struct Agents {
    /// The one that is used when nobody chose.
    pub default: String,
    pub chosen: Chosen,
    pub by_name: BTreeMap<String, AgentEntry>,
}

/// Who decided which agent is used when nobody says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// Whoever runs the server named it.
    ByName,
    /// It is the best there is.
    AsFound,
}

/// What an agent can work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The project's folder, and boards.
    Files,
    /// Boards alone: it has no files, and submits no plans.
    Boards,
}

impl Agents {
    /// Tells whether an agent cannot work in files, and nobody who knows that has asked for it.
    pub fn lacks_files(&self, agent: &str) -> bool {
        let reach = self.by_name.get(agent).map(|entry| entry.reach);
        let is_named = self.chosen == Chosen::ByName && agent == self.default;
        reach == Some(Reach::Boards) && !is_named
    }
}

pub struct AgentEntry {
    pub label: String,
    pub reach: Reach,
    /// Plays a script and is no model; said wherever it is shown.
    pub scripted: bool,
    pub agent: Arc<dyn Agent>,
    /// The conversations that were had with it elsewhere, if they can be taken over.
    pub past: Option<PastConversations>,
    /// Says what keeps it from working, if that is known beforehand.
    pub check: Box<dyn Fn() -> Result<(), Failure> + Send + Sync>,
}
