//! What lasts. One trait in a few parts; SQLite is the default, memory is for tests that pause time.
//!
//! A method returns only when what it wrote is on disk. Nothing here knows of HTTP, and no SQL leaves this crate.

mod accounts;
mod cards;
mod changes;
mod checksum;
mod error;
mod events;
mod gaps;
mod mcp_servers;
mod memory;
mod projects;
mod search;
mod sessions;
mod sqlite;
mod thin;

pub use accounts::{
    Accounts, Device, Invite, NewUser, PersonalToken, RefreshGrant, RefreshOutcome, SecretHash, User, UserRole,
};
pub use cards::{CardRun, Cards, Review};
pub use changes::{ChangeLog, LoggedChange, StoredSnapshot};
pub use error::{AppendError, StoreError};
pub use events::{EventLog, SessionEvent};
pub use mcp_servers::{McpServerRow, McpServers};
pub use memory::MemoryStore;
pub use projects::{Board, Member, NewBoard, Project, ProjectPatch, Projects, Role};
pub use search::{FoundSession, Hit, SessionSearch};
pub use sessions::{
    Approval, OpenRequest, Session, SessionDetails, SessionFilter, SessionStatus, SessionStep, Sessions, Totals,
    TurnEnd, WaitingMessage,
};
pub use sqlite::{BackupError, BackupReport, Existing, RestoreError, SqliteStore, backup, restore};

#[doc(hidden)]
pub use sqlite::Fault;

engine::id!(
    /// A project: a name, a folder, its members and boards.
    ProjectId
);
engine::id!(
    /// A device somebody is logged in on; also the family of its refresh tokens.
    DeviceId
);
engine::id!(
    /// A personal access token.
    TokenId
);
engine::id!(
    /// An invitation to register.
    InviteId
);
engine::id!(
    /// A server of other tools that an administrator registered.
    McpServerId
);

/// Everything a server keeps.
pub trait Store:
    ChangeLog + EventLog + Accounts + Projects + Sessions + SessionSearch + Cards + McpServers + Upkeep
{
}
impl<T: ChangeLog + EventLog + Accounts + Projects + Sessions + SessionSearch + Cards + McpServers + Upkeep> Store
    for T
{
}

/// Looking after the store itself.
#[async_trait::async_trait]
pub trait Upkeep: Send + Sync + 'static {
    /// Fails when a write would fail now; used by readiness.
    async fn probe(&self) -> Result<(), StoreError>;
    /// Verifies everything that can be verified and returns what is wrong, one sentence each (bounded).
    async fn verify(&self) -> Result<Vec<String>, StoreError>;
    /// Finishes what is queued and closes.
    async fn close(&self);
}
