//! Claude Code: the real CLI, driven over its standard input and output.

mod conversations;
mod driver;
mod environment;
mod failures;
mod flags;
mod mcp;
mod policy;
mod reader;
mod say;
mod start;
mod wire;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

pub use self::conversations::{PastConversation, PastConversations, PastEvent, PastSummary, PastTurn};
pub use self::environment::allowed as allowed_environment;
pub use self::failures::INSTALL;
use crate::agent::{Agent, Launch, Run};
use crate::failure::Failure;
use crate::limits::{COMMAND_QUEUE, EVENT_QUEUE};

/// Drives a program that speaks like the CLI.
pub struct ClaudeCode {
    config: ClaudeCodeConfig,
    tasks: TaskTracker,
}

#[derive(Debug, Clone)]
pub struct ClaudeCodeConfig {
    /// A path, or a name to look for in `PATH`.
    pub program: PathBuf,
    /// Come before all others: a subcommand that speaks like the CLI.
    pub first_arguments: Vec<OsString>,
    /// Where what the program reads when it starts lies until it has read it. It may hold secrets.
    pub run_folder: PathBuf,
    /// What the program gets; see [`allowed_environment`].
    pub environment: Vec<(OsString, OsString)>,
}

impl ClaudeCode {
    pub fn new(config: ClaudeCodeConfig, tasks: TaskTracker) -> Self {
        Self { config, tasks }
    }

    /// Returns where the program is, or what to do if it is nowhere.
    pub fn find(&self) -> Result<PathBuf, Failure> {
        let name = &self.config.program;
        let found =
            if name.components().count() > 1 { is_program(name).then(|| name.clone()) } else { self.in_path(name) };
        found.ok_or_else(|| failures::missing(&name.display().to_string()))
    }

    fn in_path(&self, name: &Path) -> Option<PathBuf> {
        let (_, path) = self.config.environment.iter().find(|(key, _)| key == "PATH")?;
        std::env::split_paths(path).map(|folder| folder.join(name)).find(|candidate| is_program(candidate))
    }
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[async_trait]
impl Agent for ClaudeCode {
    async fn start(&self, launch: Launch) -> Result<Run, Failure> {
        let program = self.find()?;
        let started = start::start(&program, &self.config, &launch).await?;
        let (commands, told) = mpsc::channel(COMMAND_QUEUE);
        let (says, events) = mpsc::channel(EVENT_QUEUE);
        self.tasks.spawn(driver::drive(started, launch, told, says));
        Ok(Run { commands, events })
    }
}
