//! What a session's agent is started with.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use agents::{Conversation, ConversationId, Failure, FailureCode, Launch, McpServer, McpTransport, Mode, Run, Trust};
use engine::SessionId;
use rooms::BoardRef;
use serde::Deserialize;
use store::{McpServerRow, Session, StoreError};
use uuid::Uuid;

use crate::config::SessionsConfig;
use crate::limits::MAX_FORKS;
use crate::recap::recap;
use crate::sight::{self, Asker};
use crate::toolbox::BoardTools;
use crate::turns;

/// Starts a session's agent.
pub(crate) async fn start(
    config: Arc<SessionsConfig>,
    session: Session,
    turn: Arc<AtomicU32>,
    asker: Asker,
) -> Result<Run, Failure> {
    let entry = config.agents.by_name.get(&session.agent);
    let agent = entry.map(|entry| Arc::clone(&entry.agent)).ok_or_else(|| {
        Failure::new(FailureCode::AgentMissing, format!("This server has no agent called {}.", session.agent))
    })?;
    let launch = prepare(&config, session, turn, asker).await?;
    agent.start(launch).await
}

async fn prepare(
    config: &SessionsConfig,
    session: Session,
    turn: Arc<AtomicU32>,
    asker: Asker,
) -> Result<Launch, Failure> {
    let store = &config.store;
    let project = store.project(session.project).await.map_err(|error| unreadable(&error))?;
    let project = project.ok_or_else(|| Failure::new(FailureCode::FolderGone, "The project is gone."))?;
    let folder = session.folder.as_deref().unwrap_or(&project.folder_path).to_owned();
    check_folder(config, &folder).await?;
    let servers = store.project_mcp_servers(session.project).await.map_err(|error| unreadable(&error))?;
    let servers: Vec<McpServer> = servers.iter().filter_map(server).collect();
    check_servers(config, &servers).await?;
    let toolbox = BoardTools {
        store: Arc::clone(store),
        rooms: config.rooms.clone(),
        project: project.id,
        board: session.board.unwrap_or(project.kanban_board),
        session: session.clone(),
        more: Arc::clone(&config.more_tools),
        turn,
        asker,
    };
    let board = sight::board(config, &session).await.map_err(|error| unreadable(&error))?;
    let Said { conversation, log } = said(config, &session).await.map_err(|error| unreadable(&error))?;
    let recap = match log {
        Some((log, up_to)) => recap(&**store, log, up_to).await.map_err(|error| unreadable(&error))?,
        None => None,
    };
    Ok(Launch {
        marker: marker(&config.instance, &session),
        folder: PathBuf::from(folder),
        conversation,
        mode: mode(&session.mode),
        instructions: Some(instructions(mode(&session.mode), board)),
        model: session.model,
        trust: if project.trusted { Trust::Trusted } else { Trust::Untrusted },
        servers,
        recap,
        spent_usd: session.totals.cost_usd,
        toolbox: Arc::new(toolbox),
    })
}

/// Looks at the folder again: what was checked when the project was made may lead elsewhere by now.
async fn check_folder(config: &SessionsConfig, path: &str) -> Result<(), Failure> {
    (config.check_folder)(path.to_owned()).await.map_err(|wrong| {
        Failure::new(FailureCode::FolderGone, format!("The folder {path} cannot be used: {wrong}."))
            .remedy("Put it back, or choose another folder in the project's settings.")
    })
}

/// Looks where tool servers are. An agent that has fewer tools than people think would mislead them, so it is not started.
async fn check_servers(config: &SessionsConfig, servers: &[McpServer]) -> Result<(), Failure> {
    for McpServer { name, transport } in servers {
        let McpTransport::Http { url, .. } = transport else { continue };
        (config.check_address)(url.clone()).await.map_err(|wrong| {
            Failure::new(FailureCode::StartFailed, format!("The tool server {name} cannot be used: {wrong}."))
                .remedy("Otherwise take it out of the tools of this project.")
        })?;
    }
    Ok(())
}

/// Says to an agent where it is, beside what it knows of itself.
fn instructions(mode: Mode, board: Option<BoardRef>) -> String {
    let own = match mode {
        Mode::Plan => "You are in plan mode: read, ask what you need to know, and submit a plan for approval.",
        Mode::Code => "You are in code mode: carry out what was agreed, in the project's folder.",
        Mode::Review => {
            "You are in review mode: check the work against the project's rules and report a verdict for each, with file \
             and line; change nothing unasked."
        }
        Mode::Chat => "You are in chat mode: answer, and ask before you change anything.",
    };
    let board = board.and_then(|board| board.kind.agent).map(|guide| format!("\n\n{}", (guide.prompt)()));
    let board = board.unwrap_or_default();
    format!(
        "You work in Tandem, where people and agents share live boards. People read what you say in a chat beside the \
         board and answer questions by choosing from options. The tools of the server `tandem` read and edit the boards \
         of this project. {own}{board}"
    )
}

pub(crate) fn marker(instance: &str, session: &Session) -> String {
    format!("{instance}.{}", session.id)
}

/// A conversation to be held, and the log that says what was said in it so far.
struct Said {
    conversation: Conversation,
    log: Option<(SessionId, Option<u64>)>,
}

/// Finds what a session goes on with: its own conversation, or that of what it was made from.
async fn said(config: &SessionsConfig, session: &Session) -> Result<Said, StoreError> {
    let id = |bytes: [u8; 16]| ConversationId(Uuid::from_bytes(bytes));
    let to = id(session.conversation);
    if session.begun {
        return Ok(Said { conversation: Conversation::Resume(to), log: Some((session.id, None)) });
    }
    let mut origin = session.clone();
    let mut turn = None;
    for _ in 0..MAX_FORKS {
        let from = if origin.begun { Some(origin.conversation) } else { origin.imported };
        if let Some(from) = from {
            let ending = match turn {
                Some(turn) => turns::end(&*config.store, origin.id, turn).await?,
                None => None,
            };
            let (at, up_to) = (ending.and_then(|ending| ending.point), ending.map(|ending| ending.n));
            let from = id(from);
            // Where its agent cannot go back to, one that knows nothing is told what was said.
            let is_told = turn.is_some() && at.is_none();
            let conversation = if is_told { Conversation::New(to) } else { Conversation::Fork { from, to, at } };
            return Ok(Said { conversation, log: Some((origin.id, up_to)) });
        }
        // Nothing was said in it, so it is what it was forked from.
        turn = origin.forked_at;
        let Some(parent) = origin.parent else { break };
        let Some(found) = config.store.session(parent).await? else { break };
        origin = found;
    }
    Ok(Said { conversation: Conversation::New(to), log: None })
}

pub(crate) fn mode(name: &str) -> Mode {
    match name {
        "plan" => Mode::Plan,
        "code" => Mode::Code,
        "review" => Mode::Review,
        _ => Mode::Chat,
    }
}

pub(crate) fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Plan => "plan",
        Mode::Code => "code",
        Mode::Review => "review",
        Mode::Chat => "chat",
    }
}

/// How a registered server is kept.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Kept {
    Stdio {
        command: String,
        #[serde(default)]
        args: Vec<String>,
        #[serde(default)]
        env: BTreeMap<String, String>,
    },
    Http {
        url: String,
        #[serde(default)]
        headers: BTreeMap<String, String>,
    },
}

fn server(row: &McpServerRow) -> Option<McpServer> {
    let transport = match serde_json::from_str(&row.config) {
        Ok(Kept::Stdio { command, args, env }) => McpTransport::Stdio { command, arguments: args, environment: env },
        Ok(Kept::Http { url, headers }) => McpTransport::Http { url, headers },
        Err(error) => {
            tracing::error!(server.id = %row.id, %error, "The tool server {} cannot be read", row.id);
            return None;
        }
    };
    Some(McpServer { name: row.name.clone(), transport })
}

fn unreadable(error: &StoreError) -> Failure {
    tracing::warn!(error = error as &dyn std::error::Error, "Could not read what a session needs to start");
    Failure::new(FailureCode::StartFailed, "The session could not be read. Try again.")
}
