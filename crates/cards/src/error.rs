use boards::kanban::automation::Trouble;
use rooms::RoomError;
use sessions::SessionError;
use store::StoreError;

/// Why something could not be done for a card.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// There is no such card on the board.
    #[error("there is no such card")]
    Missing,
    /// An agent is at work on it.
    #[error("an agent is at work on this card")]
    Busy,
    /// Its column asks for nothing.
    #[error("nothing is done in this column: give it a mode first")]
    NoWork,
    /// Its column asks for work in files, and the agent there is has none.
    #[error(
        "this column needs an agent that works in the project's files; the one there is, {0}, works on boards alone"
    )]
    NoFiles(String),
    #[error("{0}")]
    Refused(String),
    /// It has no branch and folder of its own.
    #[error("this card has no branch of its own")]
    NoWorktree,
    #[error("the desk of this board is too busy; try again")]
    Overloaded,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Git(#[from] git::GitError),
}

impl CardError {
    /// Says it as the reason why an agent could not be given its task.
    pub(crate) fn trouble(&self) -> Trouble {
        let (code, remedy) = match self {
            Self::Session(SessionError::NoAgent(_)) => ("agent_missing", Some("Choose another agent for this column.")),
            Self::NoFiles(_) => ("agent_missing", Some("Install Claude Code, or choose an agent for this column.")),
            Self::Git(_) => ("git", Some("Mend the repository, or switch branches per card off in the settings.")),
            Self::Store(_) => ("start_failed", Some("Try again.")),
            Self::Missing
            | Self::Busy
            | Self::NoWork
            | Self::Refused(_)
            | Self::NoWorktree
            | Self::Overloaded
            | Self::Session(_)
            | Self::Room(_) => ("start_failed", None),
        };
        Trouble { code: code.to_owned(), message: sentence(&self.to_string()), remedy: remedy.map(str::to_owned) }
    }
}

/// Makes a sentence of an error's words.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let text = format!("{first}{}", letters.as_str());
    if text.ends_with('.') { text } else { format!("{text}.") }
}
