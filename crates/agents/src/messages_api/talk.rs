//! The task that owns a conversation.

use std::sync::Arc;

use tokio::time::Instant;

use super::calls::{self, Results};
use super::errors::{Again, Trouble};
use super::history::History;
use super::inbox::{Halt, Inbox, ids};
use super::limits::MAX_ROUNDS;
use super::message::{Block, Message};
use super::price;
use super::reply::Reply;
use super::request::{self, Settings};
use super::service::Service;
use super::stream::Stop;
use crate::agent::ConversationId;
use crate::event::{Event, MessageId, Origin, Tokens, TurnOutcome};
use crate::failure::{Failure, FailureCode};
use crate::toolbox::Toolbox;

/// A conversation and everything it needs to go on.
pub struct Talk {
    pub id: ConversationId,
    pub service: Service,
    pub toolbox: Arc<dyn Toolbox>,
    pub instructions: Option<String>,
    pub history: History,
    pub inbox: Inbox,
    pub cost_usd: f64,
    /// Goes before the first message of a conversation that begins with what was said elsewhere.
    pub recap: Option<String>,
}

/// What is known of the turn that runs.
struct Turn {
    settings: Settings,
    /// How long the history was before it.
    begin: usize,
    tokens: Tokens,
    messages: Vec<MessageId>,
}

/// Why a turn ends before its time.
enum Cut {
    Halt(Halt),
    Trouble(Trouble),
}

impl From<Halt> for Cut {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<Trouble> for Cut {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl From<Failure> for Cut {
    fn from(failure: Failure) -> Self {
        Self::Trouble(Trouble { failure, again: Again::Never, poisoned: false })
    }
}

impl Talk {
    /// Answers messages until the run is over.
    pub async fn run(mut self) {
        self.inbox.tell(Event::Ready { conversation: self.id, version: None }).await;
        while self.inbox.wait_for_message().await {
            if self.turn().await == Some(Halt::Stop) {
                break;
            }
        }
        let Self { history, inbox, .. } = self;
        drop(history);
        inbox.tell(Event::Ended { failure: None }).await;
    }

    async fn turn(&mut self) -> Option<Halt> {
        let started = Instant::now();
        let tools = self.toolbox.tools();
        let settings = Settings::new(&self.inbox.model, self.inbox.mode, self.instructions.as_deref(), tools);
        self.inbox.tell(Event::TurnStarted { model: Some(settings.model.clone()) }).await;
        let begin = self.history.messages().len();
        let mut turn = Turn { settings, begin, tokens: Tokens::default(), messages: Vec::new() };
        let (outcome, halt) = match self.rounds(&mut turn).await {
            Ok(()) => (TurnOutcome::Completed, None),
            Err(Cut::Halt(halt)) => (TurnOutcome::Interrupted, Some(halt)),
            Err(Cut::Trouble(trouble)) => (TurnOutcome::Failed(self.fail(trouble, begin).await), None),
        };
        let Turn { tokens, messages, .. } = turn;
        let (run_cost_usd, took) = (self.cost_usd, started.elapsed());
        let origin = Origin::Person;
        let point = Some(self.history.point());
        self.inbox.tell(Event::TurnDone { outcome, tokens, run_cost_usd, took, origin, messages, point }).await;
        halt
    }

    async fn fail(&mut self, trouble: Trouble, begin: usize) -> Failure {
        if trouble.poisoned
            && let Err(failure) = self.history.rewind(begin).await
        {
            return failure;
        }
        trouble.failure
    }

    async fn rounds(&mut self, turn: &mut Turn) -> Result<(), Cut> {
        self.say(turn, self.history.unanswered()).await?;
        for _ in 0..MAX_ROUNDS {
            let reply = self.ask(turn).await?;
            if let Stop::Refusal { explanation } = reply.stop() {
                let explanation = explanation.as_deref().map(|text| self.service.strike(text));
                return Err(Trouble::declined(explanation.as_deref()).into());
            }
            self.history.append(Message::assistant(reply.content())).await?;
            let calls = reply.calls();
            if !calls.is_empty() {
                let Results { blocks, halt } = calls::run(calls, &turn.settings, &self.toolbox, &mut self.inbox).await;
                if let Some(halt) = halt {
                    self.history.append(Message::user(blocks)).await?;
                    return Err(halt.into());
                }
                self.say(turn, blocks).await?;
                continue;
            }
            match reply.stop() {
                Stop::Pause => {}
                Stop::Length => {
                    let text = "The answer was as long as it may be and was cut off. Send a message to go on.";
                    self.inbox.tell(Event::Notice { text: text.to_owned() }).await;
                    return Ok(());
                }
                Stop::ContextFull => {
                    let failure =
                        Failure::new(FailureCode::ContextFull, "The conversation fills all the model can read");
                    return Err(failure.remedy("Begin a new conversation.").into());
                }
                Stop::Done | Stop::Refusal { .. } => return Ok(()),
            }
        }
        let failure = Failure::new(FailureCode::Budget, format!("The turn did not end after {MAX_ROUNDS} requests"));
        Err(failure.remedy("Send a message to go on.").into())
    }

    /// Adds results, and whatever the person has said meanwhile, to the conversation.
    async fn say(&mut self, turn: &mut Turn, mut content: Vec<Block>) -> Result<(), Failure> {
        let prompts = self.inbox.messages();
        let messages = ids(&prompts);
        if !prompts.is_empty() {
            content.extend(self.recap.take().map(Block::text));
        }
        content.extend(prompts.into_iter().map(|prompt| Block::text(prompt.content)));
        self.history.append(Message::user(content)).await?;
        if !messages.is_empty() {
            turn.messages.extend(&messages);
            self.inbox.tell(Event::Delivered { messages }).await;
        }
        Ok(())
    }

    /// Gets one whole answer, trying again as long as that may help.
    async fn ask(&mut self, turn: &mut Turn) -> Result<Reply, Cut> {
        let body = request::body(&turn.settings, self.history.messages(), turn.begin)?;
        let mut retry = 0;
        loop {
            let mut reply = Reply::default();
            let outcome = self.read(body.clone(), &mut reply).await;
            self.count(turn, &reply).await;
            let Err(cut) = outcome else { return Ok(reply) };
            for event in reply.cut() {
                self.inbox.tell(event).await;
            }
            self.history.append(Message::assistant(reply.words())).await?;
            retry += 1;
            let trouble = match cut {
                Cut::Trouble(trouble) if !reply.has_spoken() => trouble,
                cut => return Err(cut),
            };
            self.wait(retry, trouble).await?;
        }
    }

    async fn wait(&mut self, retry: u32, trouble: Trouble) -> Result<(), Cut> {
        let policy = self.service.retry;
        let wait = match trouble.again {
            Again::Never => None,
            Again::After(asked) => policy.wait(retry, asked),
        };
        let Some(wait) = wait else { return Err(trouble.into()) };
        let failure = trouble.failure;
        self.inbox.tell(Event::Retrying { attempt: retry, attempts: policy.retries, wait, failure }).await;
        Ok(self.inbox.attend(tokio::time::sleep(wait)).await?)
    }

    async fn read(&mut self, body: Vec<u8>, reply: &mut Reply) -> Result<(), Cut> {
        let mut exchange = self.inbox.attend(self.service.open(body)).await??;
        while !reply.is_finished() {
            // Only reading may be interrupted: what has been read is always told.
            let mut events = Vec::new();
            let outcome = self.inbox.attend(exchange.read(reply, &mut events)).await;
            for event in events {
                self.inbox.tell(event).await;
            }
            outcome??;
        }
        Ok(())
    }

    async fn count(&mut self, turn: &mut Turn, reply: &Reply) {
        let tokens = reply.tokens();
        if tokens == Tokens::default() {
            return;
        }
        let model = &turn.settings.model;
        self.cost_usd += price::cost_usd(model, tokens);
        turn.tokens.input += tokens.input;
        turn.tokens.output += tokens.output;
        turn.tokens.cache_read += tokens.cache_read;
        turn.tokens.cache_write += tokens.cache_write;
        self.inbox
            .tell(Event::Usage {
                tokens: turn.tokens,
                context_tokens: tokens.input + tokens.output + tokens.cache_read + tokens.cache_write,
                context_window: price::context_window(model),
                model: Some(model.clone()),
            })
            .await;
    }
}
