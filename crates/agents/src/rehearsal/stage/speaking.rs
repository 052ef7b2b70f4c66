//! Saying things piece by piece, and showing that a tool is used.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Doing, OVERLOADED, OVERLOADED_TEXT, Stage, Stop};
use crate::rehearsal::conversation::Speaker;
use crate::rehearsal::wire::{Block, ToolUse};

/// How many times slower a text is said that is there to be stopped.
pub(super) const SLOWLY: u32 = 4;
/// Words in one piece of a text.
const WORDS: usize = 3;
/// How many times the pace a tool takes, and a try of the service.
const TOOL_PAUSE: u32 = 8;
const RETRY_PAUSE: u32 = 30;
const RETRIES: u32 = 2;

impl Stage {
    pub(super) async fn speak(&mut self, block: Block, text: &str, slowness: u32) -> Result<(), Stop> {
        self.wire.open_message(&self.turn.messages).await?;
        self.wire.open_block(block).await?;
        self.turn.doing = Doing::Saying { block, said: String::new() };
        for piece in pieces(text) {
            self.wire.delta(block, piece).await?;
            if let Doing::Saying { said, .. } = &mut self.turn.doing {
                said.push_str(piece);
            }
            self.pause(slowness).await?;
        }
        self.turn.doing = Doing::Nothing;
        self.wire.close_block(block, text, &self.turn.messages).await?;
        if block == Block::Text {
            text.clone_into(&mut self.turn.said);
            self.conversation.add(Speaker::Agent, text)?;
        }
        Ok(())
    }

    /// Shows a use of a tool whose result is known already.
    pub(super) async fn look(&mut self, tool: &str, input: Value, content: &str, result: Value) -> Result<(), Stop> {
        let tool = self.begin_tool(tool, input).await?;
        self.pause(TOOL_PAUSE).await?;
        self.end_tool(&tool, content, result).await
    }

    /// Says that a tool is called, which ends the message.
    pub(super) async fn begin_tool(&mut self, name: &str, input: Value) -> Result<ToolUse, Stop> {
        self.wire.open_message(&self.turn.messages).await?;
        let tool = ToolUse { id: self.wire.ids.named("toolu"), name: name.to_owned(), input };
        self.turn.doing = Doing::Writing;
        self.wire.open_tool_use(&tool).await?;
        for piece in tool.pieces() {
            self.wire.tool_input(&piece).await?;
            self.pause(1).await?;
        }
        self.wire.close_tool_use(&tool).await?;
        self.wire.close_message(Some("tool_use")).await?;
        self.turn.doing = Doing::Using(tool.clone());
        Ok(tool)
    }

    pub(super) async fn end_tool(&mut self, tool: &ToolUse, content: &str, result: Value) -> Result<(), Stop> {
        self.wire.tool_result(&tool.id, content, result).await?;
        self.end_round().await
    }

    pub(super) async fn fail_tool(&mut self, tool: &ToolUse, content: &str) -> Result<(), Stop> {
        self.wire.tool_error(&tool.id, content).await?;
        self.end_round().await
    }

    /// After a tool the turn goes on, and takes in what came meanwhile.
    async fn end_round(&mut self) -> Result<(), Stop> {
        self.turn.doing = Doing::Nothing;
        self.turn.rounds += 1;
        while let Some(message) = self.queue.pop_front() {
            self.wire.replay(&message.content, message.id.as_ref()).await?;
            self.wire.lifecycle(message.id.as_ref(), "started").await?;
            self.conversation.add(Speaker::Person, &message.text)?;
            self.turn.messages.extend(message.id);
            self.turn.overheard.push(message.text);
        }
        Ok(())
    }

    /// Fails as if the service were overloaded, after trying again.
    pub(super) async fn break_down(&mut self) -> Result<(), Stop> {
        self.wire.close_message(Some("end_turn")).await?;
        self.wire.requesting(&self.turn.messages).await?;
        for attempt in 1..=RETRIES {
            let wait: Duration = self.surroundings.pace * RETRY_PAUSE * attempt;
            let retry = json!({
                "attempt": attempt, "max_retries": RETRIES, "retry_delay_ms": u64::try_from(wait.as_millis()).unwrap_or(0),
                "error_status": OVERLOADED, "error": "overloaded",
            });
            self.wire.system("api_retry", retry).await?;
            self.pause(RETRY_PAUSE * attempt).await?;
        }
        self.wire.synthetic(OVERLOADED_TEXT, "server_error").await?;
        Err(Stop::ServiceFailed)
    }

    /// Closes what a person interrupted and returns what that was.
    pub(super) async fn abort(&mut self) -> Result<&'static str, Stop> {
        let reason = match std::mem::replace(&mut self.turn.doing, Doing::Nothing) {
            Doing::Using(tool) => {
                self.wire.tool_error(&tool.id, "The turn was stopped before this was done.").await?;
                self.wire.stopped("[Stopped while a tool was used]").await?;
                "aborted_tools"
            }
            Doing::Saying { block, said } => {
                self.wire.abort_block(block, &said, &self.turn.messages).await?;
                self.wire.stopped("[Stopped]").await?;
                "aborted_streaming"
            }
            Doing::Writing => {
                self.wire.stop_block().await?;
                self.wire.stopped("[Stopped]").await?;
                "aborted_streaming"
            }
            Doing::Nothing => {
                self.wire.stopped("[Stopped]").await?;
                "aborted_streaming"
            }
        };
        self.wire.close_message(None).await?;
        Ok(reason)
    }
}

/// Cuts a text after every few words; together the pieces are the text.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut words = 0;
    text.split_inclusive(move |letter: char| {
        if letter == ' ' || letter == '\n' {
            words += 1;
        }
        let full = words == WORDS;
        if full {
            words = 0;
        }
        full
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_the_text_again() {
        let text = "One two three four.\n\nFive six, seven";
        let cut: Vec<&str> = pieces(text).collect();
        assert_eq!(cut, ["One two three ", "four.\n\nFive ", "six, seven"]);
        assert_eq!(cut.concat(), text);
    }
}
