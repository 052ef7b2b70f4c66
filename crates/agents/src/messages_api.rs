//! The model API itself, without a program between: our tools, our history, no files.
//!
//! One task owns each conversation. It keeps the whole of it in a file, since the service remembers nothing, and sends all
//! of it with each request.

mod ask;
mod calls;
mod config;
mod errors;
mod history;
mod inbox;
mod limits;
mod message;
mod price;
mod reply;
mod request;
mod service;
mod sse;
mod stream;
mod talk;

use std::path::PathBuf;

use async_trait::async_trait;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

pub use self::config::{Clock, Key, MessagesApiConfig, RetryPolicy, Secret};
use self::history::History;
use self::inbox::Inbox;
use self::service::Service;
use self::talk::Talk;
use crate::agent::{Agent, Conversation, Launch, Run};
use crate::failure::{Failure, FailureCode};
use crate::limits::{COMMAND_QUEUE, EVENT_QUEUE};

/// An agent that talks to the Messages API.
pub struct MessagesApi {
    service: Service,
    model: String,
    folder: PathBuf,
    tasks: TaskTracker,
}

impl MessagesApi {
    /// Makes one whose conversations run in `tasks`; nothing is sent before the first message.
    pub fn new(config: MessagesApiConfig, tasks: TaskTracker) -> Result<Self, Failure> {
        let service = Service::new(&config)?;
        Ok(Self { service, model: config.model, folder: config.folder, tasks })
    }

    /// Opens what was said, and returns what has to be told of it beside that.
    async fn history(
        &self,
        conversation: Conversation,
        recap: Option<String>,
    ) -> Result<(History, Option<String>), Failure> {
        match (History::open(self.folder.clone(), conversation).await, conversation, recap) {
            // It cannot go back to that point, so it is told what was said until then.
            (Err(failure), Conversation::Fork { to, at: Some(_), .. }, Some(recap))
                if failure.code == FailureCode::ConversationMissing =>
            {
                Ok((History::open(self.folder.clone(), Conversation::New(to)).await?, Some(recap)))
            }
            (opened, Conversation::New(_), recap) => Ok((opened?, recap)),
            (opened, _, _) => Ok((opened?, None)),
        }
    }
}

#[async_trait]
impl Agent for MessagesApi {
    async fn start(&self, launch: Launch) -> Result<Run, Failure> {
        let (history, recap) = self.history(launch.conversation, launch.recap).await?;
        let (commands, received) = mpsc::channel(COMMAND_QUEUE);
        let (told, events) = mpsc::channel(EVENT_QUEUE);
        let model = launch.model.unwrap_or_else(|| self.model.clone());
        let talk = Talk {
            id: match launch.conversation {
                Conversation::New(id) | Conversation::Resume(id) | Conversation::Fork { to: id, .. } => id,
            },
            service: self.service.clone(),
            toolbox: launch.toolbox,
            instructions: launch.instructions,
            history,
            inbox: Inbox::new(received, told, launch.mode, model),
            cost_usd: 0.0,
            recap,
        };
        self.tasks.spawn(talk.run());
        Ok(Run { commands, events })
    }
}
