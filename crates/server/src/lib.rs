//! The doors: HTTP, authentication, limits, metrics.
//!
//! One table of typed operations (`operations`) feeds the routes, the OpenAPI document and the authorisation test.
//! Who may call what is decided in `access`, before an operation runs. Every error answer is a `Problem`.

pub mod access;
pub mod accounts;
mod agents;
mod app;
pub mod auth;
pub mod board_kinds;
mod card_problem;
mod card_review;
mod clock;
mod config;
mod data_lock;
pub mod fields;
pub mod folders;
mod guard;
mod health;
pub mod ids;
pub mod limits;
mod listen;
pub mod live;
pub mod mcp;
mod mcp_probe;
pub mod openapi;
pub mod operation;
pub mod operations;
mod page;
mod patch;
pub mod problem;
pub mod rate;
mod request_log;
pub mod revocations;
mod room_problem;
mod router;
mod run_folder;
mod sample;
mod serve;
mod session_problem;
pub mod session_view;
mod ui;

pub use ::sessions::{AgentEntry, Agents, Chosen, Reach};
pub use agents::agents as standard_agents;
pub use app::{Accounts, App, AppParts};
pub use clock::{Clock, FixedClock, SystemClock};
pub use config::{AgentChoice, AgentConfig, Config, InvalidConfig, LocalServers, Network, RateLimit, Registration};
pub use data_lock::{DataLock, LockError};
pub use serve::{Server, StartError, database};
pub use ui::Ui;
