//! One answer of the model, as a test writes it down.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::{HeaderName, HeaderValue, StatusCode};
use serde_json::Value;

use super::gate::Gate;

/// Characters of a piece, unless the turn says otherwise.
const CHUNK: usize = 12;

/// One answer of the model.
///
/// In every text of it `{{last_tool_result}}`, `{{last_user_text}}`, `{{messages}}` (how many there are) and
/// `{{plan_file}}` become what the request says, so that a test can read in the answer what the model was told.
#[derive(Debug)]
pub struct Turn {
    pub(super) blocks: Vec<Block>,
    pub(super) failure: Option<Failure>,
    pub(super) chunk: usize,
    pub(super) stop_reason: Option<String>,
    pub(super) tokens: Tokens,
    /// Passed before anything is sent.
    pub(super) entrance: Option<Gate>,
    /// Passed after so many pieces.
    pub(super) gates: Vec<(usize, Gate)>,
    pub(super) hang_after: Option<usize>,
}

#[derive(Debug)]
pub(super) enum Block {
    Text(String),
    Thinking(String),
    Tool { name: String, input: Value },
}

/// What an answer is said to have cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tokens {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_written: u64,
}

/// An answer that is an error.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) status: StatusCode,
    pub(super) kind: String,
    pub(super) message: String,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    times: Option<usize>,
    raised: AtomicUsize,
}

impl Turn {
    pub fn text(text: &str) -> Self {
        Self::empty().and_text(text)
    }

    pub fn thinking(text: &str) -> Self {
        Self::empty().and_thinking(text)
    }

    /// Calls a tool.
    pub fn tool(name: &str, input: Value) -> Self {
        Self::empty().and_tool(name, input)
    }

    /// Answers with an error: every time, or [`Turn::times`], and after that with what is added to the turn.
    pub fn error(status: u16, kind: &str, message: &str) -> Self {
        let Ok(status) = StatusCode::from_u16(status) else { panic!("{status} is no status of HTTP") };
        let (kind, message) = (kind.to_owned(), message.to_owned());
        let failure =
            Failure { status, kind, message, headers: Vec::new(), times: None, raised: AtomicUsize::default() };
        Self { failure: Some(failure), ..Self::empty() }
    }

    fn empty() -> Self {
        Self {
            blocks: Vec::new(),
            failure: None,
            chunk: CHUNK,
            stop_reason: None,
            tokens: Tokens::default(),
            entrance: None,
            gates: Vec::new(),
            hang_after: None,
        }
    }

    pub fn and_text(mut self, text: &str) -> Self {
        self.blocks.push(Block::Text(text.to_owned()));
        self
    }

    pub fn and_thinking(mut self, text: &str) -> Self {
        self.blocks.push(Block::Thinking(text.to_owned()));
        self
    }

    /// Calls one more tool, at the same time as those before it.
    pub fn and_tool(mut self, name: &str, input: Value) -> Self {
        self.blocks.push(Block::Tool { name: name.to_owned(), input });
        self
    }

    /// Streams so many characters in a piece.
    pub fn chunk(mut self, characters: usize) -> Self {
        self.chunk = characters.max(1);
        self
    }

    /// Says why the model stopped; without it that follows from the blocks.
    pub fn stop_reason(mut self, reason: &str) -> Self {
        self.stop_reason = Some(reason.to_owned());
        self
    }

    pub fn tokens(mut self, tokens: Tokens) -> Self {
        self.tokens = tokens;
        self
    }

    /// Sends nothing, not even a status, before the gate is open.
    pub fn wait_for(mut self, gate: &Gate) -> Self {
        self.entrance = Some(gate.clone());
        self
    }

    /// Goes on after so many pieces, or after the last if there are fewer, when the gate is open.
    pub fn wait_after(mut self, pieces: usize, gate: &Gate) -> Self {
        self.gates.push((pieces, gate.clone()));
        self
    }

    /// Sends nothing after so many pieces, or after the last if there are fewer, and keeps the connection until the other
    /// side ends it.
    pub fn hang_after(mut self, pieces: usize) -> Self {
        self.hang_after = Some(pieces);
        self
    }

    /// Lets the error be the answer so many times only.
    pub fn times(mut self, times: usize) -> Self {
        self.failure_mut().times = Some(times);
        self
    }

    /// Sends a header with the error.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let (Ok(header), Ok(content)) = (name.parse(), value.parse()) else { panic!("`{name}: {value}` is no header") };
        self.failure_mut().headers.push((header, content));
        self
    }

    fn failure_mut(&mut self) -> &mut Failure {
        match &mut self.failure {
            Some(failure) => failure,
            None => panic!("only a turn that is made with `Turn::error` fails"),
        }
    }
}

impl Failure {
    /// Counts an attempt, and returns whether this one fails.
    pub(super) fn strikes(&self) -> bool {
        let raised = self.raised.fetch_add(1, Ordering::Relaxed);
        self.times.is_none_or(|times| raised < times)
    }
}

impl Default for Tokens {
    fn default() -> Self {
        Self { input: 10, output: 5, cache_read: 0, cache_written: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_strikes_as_often_as_it_says() {
        let strikes = |turn: Turn| -> Vec<bool> { (0..3).map(|_| turn.failure.as_ref().unwrap().strikes()).collect() };
        assert_eq!(strikes(Turn::error(529, "overloaded_error", "Overloaded").times(2)), [true, true, false]);
        assert_eq!(strikes(Turn::error(401, "authentication_error", "No")), [true, true, true]);
    }

    #[test]
    #[should_panic(expected = "only a turn that is made with `Turn::error` fails")]
    fn what_does_not_fail_does_not_fail_some_times() {
        Turn::text("fine").times(1);
    }
}
