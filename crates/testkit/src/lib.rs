//! Drives the real program through its public doors: starts it, talks HTTP and WebSocket to it, kills it. For the agents
//! it runs there is a model that says what a test has written down.

pub mod claude;
mod client;
mod follower;
pub mod model_api;
mod process;
mod server;
mod socket;

pub use client::{Answer, Client};
pub use follower::Follower;
pub use process::{Usage, is_running, kill, processes_with, usage};
pub use server::{Inherited, Options, Server};
pub use socket::Socket;

use std::time::Duration;

/// How long anything may take before a test gives up: generous, because the machine may be busy.
pub const PATIENCE: Duration = Duration::from_mins(1);
