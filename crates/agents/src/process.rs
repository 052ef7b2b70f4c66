//! A program an agent runs in, and everything it ever started.
//!
//! Each run gets a marker in its environment, which its children inherit. Whoever carries it belongs to the run, also a
//! child that made its own session, also after this server was killed: it is found again by its marker.

mod lines;
mod sweep;
mod tail;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::task::JoinSet;
use tokio::time::timeout;

pub use self::lines::{Line, Lines};
use self::sweep::Kin;
pub use self::sweep::{MARKER, Marked, sweep};
use self::tail::Tail;
use crate::limits::{LINES_TO_WRITE, TERMINATE_DEADLINE};

/// What to run, where, and with which environment; nothing else is inherited.
#[derive(Debug, Clone)]
pub struct Spec {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    pub folder: PathBuf,
    pub environment: Vec<(OsString, OsString)>,
    pub marker: String,
}

/// A running program.
pub struct Process {
    child: tokio::process::Child,
    kin: Kin,
    /// Lines on their way to it; without it the program's input ends.
    stdin: Option<mpsc::Sender<String>>,
    stderr: Tail,
    /// Writes those lines, so that a program that prints before it reads does not hold us up. Ends with us.
    _writing: JoinSet<()>,
}

impl Process {
    /// Starts the program in a process group of its own.
    pub fn start(spec: Spec) -> io::Result<(Self, Lines<ChildStdout>)> {
        let mut command = tokio::process::Command::new(&spec.program);
        command
            .args(&spec.arguments)
            .current_dir(&spec.folder)
            .env_clear()
            .envs(spec.environment)
            .env(MARKER, &spec.marker)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        let mut child = command.spawn()?;
        let piped = || io::Error::other("the program has no pipes");
        let stdin = child.stdin.take().ok_or_else(piped)?;
        let stdout = child.stdout.take().ok_or_else(piped)?;
        let stderr = Tail::of(child.stderr.take().ok_or_else(piped)?);
        let kin = Kin::led_by(spec.marker, child.id());
        let (lines, queued) = mpsc::channel(LINES_TO_WRITE);
        let mut writing = JoinSet::new();
        writing.spawn(write(stdin, queued));
        let process = Self { child, kin, stdin: Some(lines), stderr, _writing: writing };
        Ok((process, Lines::new(stdout)))
    }

    /// Sends a line on its way; fails once the program has stopped reading, or has not read for long.
    pub fn write_line(&self, line: String) -> io::Result<()> {
        let stdin = self.stdin.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.try_send(line).map_err(|error| match error {
            TrySendError::Full(_) => io::ErrorKind::WouldBlock.into(),
            TrySendError::Closed(_) => io::ErrorKind::BrokenPipe.into(),
        })
    }

    /// Waits for the end of what it prints as diagnostics, which is complete only then.
    pub async fn last_words(&mut self) -> String {
        // A child that holds the pipe open must not hold us.
        if timeout(TERMINATE_DEADLINE, self.stderr.closed()).await.is_err() {
            tracing::debug!("A child still holds the pipe of diagnostics");
        }
        self.stderr.text()
    }

    /// Waits for the leader to end by itself, however long that takes. Safe to cancel.
    pub async fn exited(&mut self) {
        match self.child.wait().await {
            Ok(status) => tracing::debug!(%status, "An agent's process ended"),
            Err(error) => tracing::warn!(%error, "An agent's process cannot be waited for"),
        }
    }

    /// Looks who belongs to the run now. To be called before anything that may end some of them: who dropped the marker
    /// is found only as long as its parent is there.
    pub async fn look(&mut self) {
        self.kin.look().await;
    }

    /// Ends the leader and everything it started: asks, then kills, and returns when nothing is left.
    pub async fn end(mut self) {
        self.stdin = None;
        self.look().await;
        if timeout(Duration::ZERO, self.exited()).await.is_err() {
            self.terminate();
            timeout(TERMINATE_DEADLINE, self.exited()).await.ok();
        }
        if let Err(error) = self.child.kill().await {
            tracing::debug!(%error, "The agent's process had ended already");
        }
        let left = self.kin.end().await;
        if left > 0 {
            tracing::error!(left, "{left} processes of an agent could not be ended");
        }
    }

    /// Asks the leader's group to end. The leader must not have been waited for, or the id may be another's.
    fn terminate(&self) {
        let group = self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw);
        if let Some(group) = group
            && let Err(error) = rustix::process::kill_process_group(group, Signal::TERM)
        {
            tracing::debug!(%error, "The agent's process group is gone");
        }
    }
}

async fn write(mut stdin: ChildStdin, mut lines: mpsc::Receiver<String>) {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        let written = async {
            stdin.write_all(line.as_bytes()).await?;
            stdin.flush().await
        };
        if let Err(error) = written.await {
            tracing::debug!(%error, "The agent does not read any more");
            return;
        }
    }
}
