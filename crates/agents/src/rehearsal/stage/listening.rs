//! Hearing the host: at rest, in a pause, and while an answer is waited for.

use serde_json::Value;
use tokio::time::{Instant, sleep_until};

use super::{Stage, Stop};
use crate::rehearsal::input::{Incoming, Message};
use crate::rehearsal::servers::State;

/// Messages that may wait for their turn.
const MAX_QUEUED: usize = 64;

/// What was heard that concerns whoever listens.
pub(super) enum Heard {
    Nothing,
    Answer { id: String, answer: Result<Value, String> },
    Closed,
}

/// What came of a question to the host.
pub(super) enum Reply {
    Given(Value),
    /// The host could not ask.
    Failed(String),
    /// The host is gone.
    Closed,
}

impl Stage {
    /// Waits for the host and deals with what it says.
    pub(super) async fn hear(&mut self) -> Result<Heard, Stop> {
        let incoming = self.input.next().await?;
        self.heed(incoming).await
    }

    /// Waits as many times the pace, listening all the while.
    pub(super) async fn pause(&mut self, times: u32) -> Result<(), Stop> {
        let until = Instant::now() + self.surroundings.pace * times;
        while !self.closed {
            // Reading is safe to cancel; what was read is dealt with outside.
            let incoming = tokio::select! {
                biased;
                incoming = self.input.next() => incoming?,
                () = rest(until) => return Ok(()),
            };
            self.heed(incoming).await?;
        }
        rest(until).await;
        Ok(())
    }

    /// Waits for the answer to a request. Nothing but the host limits how long a person may take.
    pub(super) async fn reply_to(&mut self, request: &str) -> Result<Reply, Stop> {
        while !self.closed {
            match self.hear().await? {
                Heard::Answer { id, answer } if id == request => {
                    return Ok(answer.map_or_else(Reply::Failed, Reply::Given));
                }
                // An answer to what was withdrawn, or to nothing.
                Heard::Answer { .. } | Heard::Nothing | Heard::Closed => {}
            }
        }
        Ok(Reply::Closed)
    }

    async fn heed(&mut self, incoming: Option<Incoming>) -> Result<Heard, Stop> {
        match incoming {
            None => {
                self.closed = true;
                for server in self.servers.iter_mut().filter(|server| server.awaits().is_some()) {
                    server.state = State::Failed { reason: "the host is gone".to_owned() };
                }
                Ok(Heard::Closed)
            }
            Some(Incoming::Message(message)) => self.queue_message(message).await.map(|()| Heard::Nothing),
            Some(Incoming::Request { id, request }) => self.obey(&id, request).await.map(|()| Heard::Nothing),
            Some(Incoming::Answer { id, answer }) => {
                match self.servers.iter().position(|server| server.awaits() == Some(&id)) {
                    Some(index) => self.advance_server(index, answer).await.map(|()| Heard::Nothing),
                    None => Ok(Heard::Answer { id, answer }),
                }
            }
            Some(Incoming::Unknown) => Ok(Heard::Nothing),
        }
    }

    async fn queue_message(&mut self, message: Message) -> Result<(), Stop> {
        if self.queue.len() == MAX_QUEUED {
            self.wire.lifecycle(message.id.as_ref(), "cancelled").await?;
            return Ok(());
        }
        self.wire.lifecycle(message.id.as_ref(), "queued").await?;
        self.queue.push_back(message);
        Ok(())
    }
}

async fn rest(until: Instant) {
    if Instant::now() < until {
        sleep_until(until).await;
    } else {
        // Also without pauses the host gets a word in.
        tokio::task::yield_now().await;
    }
}
