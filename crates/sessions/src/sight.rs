//! What an agent at a board sees of it, and for whom it works there.

use std::sync::{Arc, Mutex, PoisonError};

use engine::UserId;
use rooms::BoardRef;
use store::{Session, StoreError, WaitingMessage};

use crate::config::SessionsConfig;

/// Who said what the agent is working on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asker(Arc<Mutex<Option<UserId>>>);

impl Asker {
    pub(crate) fn set(&self, user: Option<UserId>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = user;
    }

    pub(crate) fn get(&self) -> Option<UserId> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a message with the state of the session's board before it, as the one who wrote the message sees it. What is
/// kept of the message is what was written.
pub(crate) async fn with_board(config: &SessionsConfig, session: &Session, message: &WaitingMessage) -> String {
    let described = match board(config, session).await {
        Ok(Some(board)) if board.kind.agent.is_some() => config.rooms.describe(board, message.sent_by).await,
        Ok(_) => Ok(None),
        Err(error) => Err(error.into()),
    };
    match described {
        Ok(Some(state)) => format!("<board_state>\n{state}</board_state>\n\n{}", message.content),
        Ok(None) => message.content.clone(),
        Err(error) => {
            tracing::warn!(session.id = %session.id, %error, "The board of session {} cannot be described", session.id);
            message.content.clone()
        }
    }
}

/// Returns the board a session is held at.
pub(crate) async fn board(config: &SessionsConfig, session: &Session) -> Result<Option<BoardRef>, StoreError> {
    let Some(id) = session.board else { return Ok(None) };
    let row = config.store.board(id).await?;
    Ok(row.and_then(|row| Some(BoardRef { id, kind: boards::kind(&row.kind)? })))
}
