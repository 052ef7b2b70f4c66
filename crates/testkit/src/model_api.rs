//! A model that says what a test has written down, behind the Messages API: enough of it to drive an agent's program, or a
//! client of our own, without a key and without a network.
//!
//! The newest text with a marker `[[name]]` picks the scene; the assistant's messages after it are counted, and their
//! number is the step. Nothing else is remembered, so a request that is sent again, a conversation that is resumed or
//! forked, and a subagent whose prompt has a marker of its own all get the turn that is theirs.

mod answer;
mod conversation;
mod gate;
mod request;
mod script;
mod serve;
mod turn;
mod words;

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};

pub use self::gate::Gate;
pub use self::request::Request;
pub use self::script::Script;
use self::serve::{Ids, Log, Served};
pub use self::turn::{Tokens, Turn};
use crate::PATIENCE;

/// A server that listens on a free port of this machine. Dropping it cuts every connection.
pub struct ModelApi {
    url: String,
    served: Arc<Served>,
    _stop: DropGuard,
    _tasks: JoinSet<()>,
}

impl ModelApi {
    pub async fn start(script: Script) -> Self {
        let listener = match TcpListener::bind("127.0.0.1:0").await {
            Ok(listener) => listener,
            Err(error) => panic!("the scripted model cannot listen: {error}"),
        };
        let port = match listener.local_addr() {
            Ok(address) => address.port(),
            Err(error) => panic!("the scripted model does not know its port: {error}"),
        };
        let stop = CancellationToken::new();
        let served = Arc::new(Served {
            script: watch::Sender::new(Arc::new(script)),
            log: watch::Sender::new(Log::default()),
            ids: Ids::of(port),
            stop: stop.clone(),
        });
        let mut tasks = JoinSet::new();
        tasks.spawn(serve::serve(listener, served.clone()));
        Self { url: format!("http://127.0.0.1:{port}"), served, _stop: stop.drop_guard(), _tasks: tasks }
    }

    /// Returns what goes into `ANTHROPIC_BASE_URL`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Replaces the script for the requests to come.
    pub fn set_script(&self, script: Script) {
        self.served.script.send_replace(Arc::new(script));
    }

    /// Returns everything that was received, in order.
    pub fn requests(&self) -> Vec<Request> {
        self.served.log.borrow().requests.clone()
    }

    /// Returns the first request that fits, of those received and those to come.
    pub async fn wait_for_request(&self, fits: impl Fn(&Request) -> bool) -> Request {
        self.wait(PATIENCE, "a request that fits", |log| log.requests.iter().find(|request| fits(request)).cloned())
            .await
    }

    /// Waits until no answer is on its way: each was sent to its end, or whoever asked has hung up.
    pub async fn wait_until_idle(&self) {
        self.wait(PATIENCE, "the end of every answer", |log| (log.answering == 0).then_some(())).await;
    }

    async fn wait<T>(&self, patience: Duration, what: &str, look: impl Fn(&Log) -> Option<T>) -> T {
        let mut log = self.served.log.subscribe();
        let mut found = None;
        let waiting = log.wait_for(|log| {
            found = look(log);
            found.is_some()
        });
        let in_time = timeout(patience, waiting).await.is_ok();
        match found {
            Some(found) if in_time => found,
            _ => panic!("waited {patience:?} for {what}; the scripted model received {}", self.received()),
        }
    }

    fn received(&self) -> String {
        let lines: Vec<String> = self.requests().iter().map(|request| format!("\n  {request}")).collect();
        if lines.is_empty() { "nothing".to_owned() } else { lines.concat() }
    }
}

#[cfg(test)]
mod tests;
