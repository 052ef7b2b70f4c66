//! A server that is a program: lines over its standard input and output.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use agents::process::{Line, Lines, Process, Spec};
use serde_json::Value;
use tokio::process::ChildStdout;
use tokio::time::timeout;
use uuid::Uuid;

use super::messages::{self, Heard, plain};
use super::{Channel, Surroundings, Told, Trouble, converse, within};
use crate::limits::MCP_PROBE_LINES;

/// Characters of a program's last words that are told.
const MAX_WORDS: usize = 500;
/// How long what a program has printed at its end may take to arrive.
const LAST_LINES: Duration = Duration::from_millis(500);

/// Starts the program, talks to it, and ends it with everything it started.
pub async fn probe(
    command: String,
    arguments: Vec<String>,
    environment: BTreeMap<String, String>,
    surroundings: Surroundings,
    run: Uuid,
) -> Result<Told, Trouble> {
    let own = environment.into_iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    let spec = Spec {
        program: PathBuf::from(command),
        arguments: arguments.into_iter().map(OsString::from).collect(),
        folder: PathBuf::from("/"),
        environment: surroundings.environment.into_iter().chain(own).collect(),
        // As those of sessions, so that what a killed server leaves is ended by the next one.
        marker: format!("{}.{run}", surroundings.instance),
    };
    let (process, lines) = Process::start(spec).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Trouble::NoProgram,
        kind => Trouble::NotStarted(kind),
    })?;
    let mut pipes = Pipes { process, lines, has_ended: false, left: MCP_PROBE_LINES };
    let mut told = within(converse(&mut pipes)).await;
    if let Err(Trouble::Ended(words)) = &mut told {
        *words = plain(&pipes.process.last_words().await, MAX_WORDS);
    }
    pipes.process.end().await;
    told
}

struct Pipes {
    process: Process,
    lines: Lines<ChildStdout>,
    has_ended: bool,
    /// Lines that are still read.
    left: usize,
}

impl Pipes {
    /// Returns the next line; none when the program has ended, also if a child of it still holds the pipe.
    async fn next(&mut self) -> Option<Line> {
        if !self.has_ended {
            tokio::select! {
                biased;
                line = self.lines.next() => return line.ok().flatten(),
                () = self.process.exited() => self.has_ended = true,
            }
        }
        timeout(LAST_LINES, self.lines.next()).await.ok()?.ok().flatten()
    }
}

impl Channel for Pipes {
    async fn ask(&mut self, id: u64, request: &Value) -> Result<Value, Trouble> {
        self.tell(request).await?;
        while let Some(line) = self.next().await {
            self.left = self.left.checked_sub(1).ok_or(Trouble::TooLong)?;
            let Line::Text(line) = line else { return Err(Trouble::TooLong) };
            // Some print a greeting for people first.
            let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
            match messages::hear(message, id) {
                Heard::Answer(answer) => return answer,
                Heard::Request(answer) => self.tell(&answer).await?,
                Heard::Other => {}
            }
        }
        Err(Trouble::Ended(String::new()))
    }

    async fn tell(&mut self, notice: &Value) -> Result<(), Trouble> {
        self.process.write_line(notice.to_string()).map_err(|_| Trouble::Ended(String::new()))
    }
}
