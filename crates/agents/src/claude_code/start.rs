//! Starting the CLI and the first words with it.

use std::io;
use std::path::Path;

use serde_json::Value;
use tokio::process::ChildStdout;
use tokio::time::timeout;

use super::reader::{Heard, Reader};
use super::{ClaudeCodeConfig, failures, flags, mcp, say};
use crate::agent::{Conversation, ConversationId, Launch};
use crate::failure::{Failure, FailureCode};
use crate::limits::START_DEADLINE;
use crate::process::{Line, Lines, Marked, Process, Spec, sweep};

/// A CLI that is up and waits to be told something.
pub(super) struct Started {
    pub(super) process: Process,
    pub(super) lines: Lines<ChildStdout>,
    pub(super) reader: Reader,
    pub(super) conversation: ConversationId,
    pub(super) version: Option<String>,
    /// Something a person should know about how it started.
    pub(super) notice: Option<&'static str>,
    pub(super) past: Past,
}

/// What it knows of what was said before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Past {
    Known,
    Unknown,
}

const INITIALIZE: &str = "initialize";
const FORGOTTEN: &str = "Claude Code no longer has its own record of this conversation. The agent is told what was said, as far as it fits.";
const UNCUT: &str = "Claude Code cannot go back to that turn in its own record of the conversation. The agent is told what was said until then, as far as it fits.";

/// Why a CLI did not come up.
enum Stillborn {
    InUse,
    NoConversation,
    /// It has the conversation, and not the place in it.
    NoPoint,
    Failed(Failure),
}

pub(super) async fn start(program: &Path, config: &ClaudeCodeConfig, launch: &Launch) -> Result<Started, Failure> {
    if !launch.folder.is_dir() {
        return Err(failures::folder_gone(&launch.folder));
    }
    // Whatever an earlier run of this conversation left, also one of a server that was killed, ends before this one begins.
    sweep(Marked::Run(launch.marker.clone())).await;
    let first = attempt(program, config, launch, launch.conversation).await;
    let (second, notice) = match (first, launch.conversation) {
        (Ok(started), _) => return Ok(started),
        (Err(Stillborn::Failed(failure)), _) => return Err(failure),
        // It was begun already: a server died between the first message and the note of it.
        (Err(Stillborn::InUse), Conversation::New(id) | Conversation::Fork { to: id, .. }) => {
            (Conversation::Resume(id), None)
        }
        (Err(Stillborn::NoConversation), Conversation::Resume(id) | Conversation::Fork { to: id, .. }) => {
            (Conversation::New(id), Some(FORGOTTEN))
        }
        (Err(Stillborn::NoPoint), Conversation::Fork { to: id, .. }) => (Conversation::New(id), Some(UNCUT)),
        (Err(Stillborn::InUse | Stillborn::NoConversation | Stillborn::NoPoint), _) => {
            return Err(failures::not_started("the conversation can be neither begun nor resumed"));
        }
    };
    match attempt(program, config, launch, second).await {
        Ok(started) => Ok(Started { notice, ..started }),
        Err(Stillborn::Failed(failure)) => Err(failure),
        Err(Stillborn::InUse | Stillborn::NoConversation | Stillborn::NoPoint) => Err(Failure::new(
            FailureCode::ConversationMissing,
            "Claude Code can neither begin nor resume this conversation.",
        )
        .remedy("Fork the session, or start a new one.")),
    }
}

async fn attempt(
    program: &Path,
    config: &ClaudeCodeConfig,
    launch: &Launch,
    conversation: Conversation,
) -> Result<Started, Stillborn> {
    let failed = |error: &io::Error| Stillborn::Failed(failures::not_started(&error.to_string()));
    let servers = mcp::config_file(&config.run_folder, &launch.servers).map_err(|error| failed(&error))?;
    let own = flags::arguments(launch, conversation, servers.path());
    let spec = Spec {
        program: program.to_owned(),
        arguments: config.first_arguments.iter().cloned().chain(own).collect(),
        folder: launch.folder.clone(),
        environment: config.environment.clone(),
        marker: launch.marker.clone(),
    };
    let (mut process, mut lines) = Process::start(spec).map_err(|error| failed(&error))?;
    let mut reader = Reader::new(launch.spent_usd);
    let greeting = greet(&mut process, &mut lines, &mut reader, launch);
    let outcome = match timeout(START_DEADLINE, greeting).await {
        Ok(outcome) => outcome,
        Err(_) => Err(vec!["it did not answer in time".to_owned()]),
    };
    // It holds secrets, and the CLI has read it by now.
    drop(servers);
    match outcome {
        Ok(version) => {
            let (id, past) = match conversation {
                Conversation::New(id) => (id, Past::Unknown),
                Conversation::Resume(id) | Conversation::Fork { to: id, .. } => (id, Past::Known),
            };
            Ok(Started { process, lines, reader, conversation: id, version, notice: None, past })
        }
        Err(errors) => {
            let said = format!("{}\n{}", errors.join("\n"), process.last_words().await);
            process.end().await;
            Err(stillborn(said.trim()))
        }
    }
}

fn stillborn(said: &str) -> Stillborn {
    if said.contains("is already in use") {
        Stillborn::InUse
    } else if said.contains("No conversation found") {
        Stillborn::NoConversation
    } else if said.contains("No message found") {
        Stillborn::NoPoint
    } else {
        Stillborn::Failed(failures::not_started(said))
    }
}

/// Says hello and serves our tools meanwhile, for the CLI asks for them before it answers.
async fn greet(
    process: &mut Process,
    lines: &mut Lines<ChildStdout>,
    reader: &mut Reader,
    launch: &Launch,
) -> Result<Option<String>, Vec<String>> {
    let broken = |error: io::Error| vec![error.to_string()];
    let hello = say::initialize(INITIALIZE, launch.instructions.as_deref());
    // A CLI that refuses its arguments is gone before it reads; what it printed says why.
    if let Err(error) = process.write_line(hello) {
        tracing::debug!(%error, "The agent does not read");
    }
    let mut errors = Vec::new();
    while let Some(line) = lines.next().await.map_err(broken)? {
        let Line::Text(line) = line else { continue };
        for heard in reader.read(&line) {
            match heard {
                Heard::Answered(answer) if answer.request_id == INITIALIZE => {
                    return match answer.error {
                        Some(error) => Err(vec![error]),
                        None => Ok(version(&answer.data)),
                    };
                }
                Heard::Mcp { request, message, .. } => {
                    let answer = mcp::serve(launch.toolbox.clone(), message).await;
                    process.write_line(say::answer(&request, &answer)).map_err(broken)?;
                }
                Heard::Stillborn { errors: said } => errors.extend(said),
                Heard::Unknown { request, subtype } => {
                    let refusal = say::refuse(&request, &format!("{subtype} is not supported"));
                    process.write_line(refusal).map_err(broken)?;
                }
                Heard::Event(_)
                | Heard::Asked { .. }
                | Heard::Answered(_)
                | Heard::Withdrawn { .. }
                | Heard::Hopeless
                | Heard::Renamed(_) => {}
            }
        }
    }
    Err(errors)
}

fn version(response: &Value) -> Option<String> {
    response["claude_code_version"].as_str().map(ToOwned::to_owned)
}
