use std::path::PathBuf;
use std::sync::Arc;

use engine::Timestamp;
use rooms::Rooms;
use sessions::Sessions;
use store::Store;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::review::Reports;

/// What cards need from outside.
pub struct CardsConfig {
    pub store: Arc<dyn Store>,
    pub rooms: Rooms,
    pub sessions: Sessions,
    /// Where reviews say that they were filed.
    pub reports: Reports,
    pub git: Option<git::Git>,
    /// Where the folders of cards lie.
    pub worktrees: PathBuf,
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub new_id: Arc<dyn Fn() -> Uuid + Send + Sync>,
    pub tasks: TaskTracker,
    /// Cancelled when the server stops.
    pub stopping: CancellationToken,
}
