//! A scripted agent that speaks like Claude Code on its standard input and output.
//!
//! With it Tandem can be tried when nothing else is installed: the driver for Claude Code drives it unchanged. It plays a
//! short story with what a person wrote: it looks at the project's folder, asks, plans, edits one file, makes cards. It
//! says that it is scripted wherever it speaks first, asks no service, runs no command and costs nothing.
//!
//! A `Story` decides what happens next and knows nothing of the protocol; a `Stage` plays it.

mod arguments;
mod conversation;
mod ids;
mod input;
mod permissions;
mod project;
mod servers;
mod stage;
mod story;
mod wire;

use std::env;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use uuid::Uuid;

use self::arguments::Call;
use self::conversation::Conversation;
use self::input::Input;
use self::stage::Stage;
use self::wire::Wire;

/// The name under which it gives its model and its version.
const NAME: &str = "rehearsal";
/// Time between two pieces of a text.
const PACE: Duration = Duration::from_millis(30);
/// Longest pace that can be asked for.
const MAX_PACE: Duration = Duration::from_secs(10);

/// Why a rehearsal ended with an error; its text is meant for standard error, the exit status is 1.
#[derive(Debug, thiserror::Error)]
pub enum RehearsalError {
    #[error("Error: {0}")]
    Arguments(String),
    #[error("Error: Session ID {0} is already in use.")]
    InUse(Uuid),
    #[error("No conversation found with session ID: {0}")]
    Missing(Uuid),
    #[error("No message found with message.uuid of: {0}")]
    NoPoint(Uuid),
    #[error("Error: the input has a line that cannot be understood: {0}")]
    Malformed(String),
    #[error("the last turn ended with an error")]
    LastTurnFailed,
    #[error("reading the environment: {0}")]
    Environment(String),
    #[error("keeping the conversation: {0}")]
    Conversation(#[source] io::Error),
    #[error("reading the input: {0}")]
    Read(#[source] io::Error),
    #[error("writing the output: {0}")]
    Write(#[source] io::Error),
}

/// What a rehearsal finds around it.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The project's folder.
    pub folder: PathBuf,
    /// Where conversations are kept.
    pub conversations: PathBuf,
    /// Time between two pieces of a text; zero for tests.
    pub pace: Duration,
    /// Whether to say when it is busy, waits or is idle.
    pub states: States,
}

/// Whether `session_state_changed` is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum States {
    Silent,
    Said,
}

impl Surroundings {
    /// Reads the current folder, `TANDEM_REHEARSAL_DIR`, `TANDEM_REHEARSAL_PACE` (milliseconds) and `HOME`.
    pub fn from_environment() -> Result<Self, RehearsalError> {
        let folder = env::current_dir().map_err(|error| RehearsalError::Environment(error.to_string()))?;
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let conversations = match (set("TANDEM_REHEARSAL_DIR"), set("HOME")) {
            (Some(folder), _) => PathBuf::from(folder),
            (None, Some(home)) => PathBuf::from(home).join(".local/state/tandem/rehearsal"),
            (None, None) => {
                let problem = "neither TANDEM_REHEARSAL_DIR nor HOME is set";
                return Err(RehearsalError::Environment(problem.to_owned()));
            }
        };
        let pace = match set("TANDEM_REHEARSAL_PACE") {
            None => PACE,
            Some(text) => {
                let millis = text.to_str().and_then(|text| text.parse().ok()).ok_or_else(|| {
                    RehearsalError::Environment("TANDEM_REHEARSAL_PACE is not a number of milliseconds".to_owned())
                })?;
                Duration::from_millis(millis).min(MAX_PACE)
            }
        };
        let wanted = set("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS").is_some_and(|value| value == "1");
        let states = if wanted { States::Said } else { States::Silent };
        Ok(Self { folder, conversations, pace, states })
    }
}

/// Plays until the input ends, in the surroundings the environment tells of.
pub async fn run(
    arguments: impl IntoIterator<Item = String>,
    stdin: impl AsyncRead + Send + Unpin + 'static,
    stdout: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), RehearsalError> {
    perform(arguments, Surroundings::from_environment()?, stdin, stdout).await
}

/// Plays until the input ends.
pub async fn perform(
    arguments: impl IntoIterator<Item = String>,
    surroundings: Surroundings,
    stdin: impl AsyncRead + Send + Unpin + 'static,
    mut stdout: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), RehearsalError> {
    let arguments = match arguments::parse(arguments)? {
        Call::Version => {
            let version = format!("{NAME} (Tandem, scripted)\n");
            stdout.write_all(version.as_bytes()).await.map_err(RehearsalError::Write)?;
            return stdout.flush().await.map_err(RehearsalError::Write);
        }
        Call::Play(arguments) => *arguments,
    };
    let opened = Conversation::open(arguments.begin, &surroundings.conversations, arguments.keeping);
    let conversation = match opened {
        Ok(conversation) => conversation,
        Err(error @ (RehearsalError::Missing(id) | RehearsalError::NoPoint(id))) => {
            Wire::new(Box::new(stdout), id, arguments.output).not_found(&error.to_string()).await?;
            return Err(error);
        }
        Err(error) => return Err(error),
    };
    let wire = Wire::new(Box::new(stdout), conversation.id(), arguments.output);
    Stage::new(Input::new(Box::new(stdin)), wire, conversation, arguments, surroundings).play().await
}
