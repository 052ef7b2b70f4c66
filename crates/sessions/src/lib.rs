//! Runs of agents: queued, supervised, recorded, and resumable.
//!
//! One task owns each session that has something to do. Whatever its agent says is in the log before anybody sees it, and
//! whatever waits for a person is a row, so that it survives everything.

mod actor;
mod answers;
pub mod board_tools;
mod config;
mod entry;
mod error;
mod import;
mod journal;
mod launch;
pub mod limits;
mod pulse;
mod recap;
mod recover;
mod seats;
mod sessions;
mod sight;
mod slots;
mod tail;
mod toolbox;
mod turns;
mod view;

pub use answers::{PermissionReply, PlanReply, QuestionReply};
pub use config::{AgentEntry, Agents, Chosen, MoreTools, Reach, SessionsConfig};
pub use error::SessionError;
pub use pulse::{Doing, Pulse};
pub use sessions::{ForkPlace, NewSession, Sessions, Settings, Who};
pub use tail::{Followed, Follower, Form};
pub use view::View;
