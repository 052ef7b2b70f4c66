//! The agents a server has.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use agents::{
    Agent, ClaudeCode, ClaudeCodeConfig, Failure, Launch, MessagesApi, MessagesApiConfig, PastConversations, Run,
    allowed_environment,
};
use async_trait::async_trait;
use sessions::{AgentEntry, Agents, Chosen, Reach};
use tokio_util::task::TaskTracker;

use crate::clock::{Clock, SystemClock};
use crate::config::{AgentChoice, Config};

pub const CLAUDE: &str = "claude";
const API: &str = "api";
const REHEARSAL: &str = "rehearsal";

/// Makes the agents; their tasks run in `tasks`.
pub fn agents(config: &Config, run_folder: &Path, tasks: &TaskTracker) -> Agents {
    let environment = allowed_environment(config.agents.environment.iter().cloned());
    let claude = Arc::new(ClaudeCode::new(
        ClaudeCodeConfig {
            program: config.agents.claude.clone(),
            first_arguments: Vec::new(),
            run_folder: run_folder.to_owned(),
            environment: environment.clone(),
        },
        tasks.clone(),
    ));
    let rehearsal = ClaudeCode::new(
        ClaudeCodeConfig {
            program: config.agents.own_program.clone(),
            first_arguments: vec![OsString::from("rehearse")],
            run_folder: run_folder.to_owned(),
            environment,
        },
        tasks.clone(),
    );
    let get = |name: &str| {
        let (_, value) = config.agents.environment.iter().find(|(set, _)| set == name)?;
        value.to_str().map(ToOwned::to_owned)
    };
    let clock = SystemClock::new();
    let api =
        MessagesApiConfig::from_env(get, config.data.join("conversations"), Arc::new(move || clock.now().as_millis()))
            .and_then(|config| MessagesApi::new(config, tasks.clone()));
    let without_key = api.as_ref().err().cloned();
    let api: Arc<dyn Agent> = match api {
        Ok(api) => Arc::new(api),
        Err(failure) => Arc::new(Unavailable(failure)),
    };
    let (has_claude, has_key) = (claude.find().is_ok(), without_key.is_none());
    let default = match config.agents.choice {
        AgentChoice::Auto if has_claude => CLAUDE,
        AgentChoice::Auto if has_key => API,
        AgentChoice::Claude => CLAUDE,
        AgentChoice::Api => API,
        AgentChoice::Auto | AgentChoice::Rehearsal => REHEARSAL,
    };
    let look_for = Arc::clone(&claude);
    let past = PastConversations::of(&config.agents.environment);
    let entries = [
        (
            CLAUDE,
            AgentEntry {
                label: "Claude Code".to_owned(),
                reach: Reach::Files,
                scripted: false,
                agent: claude,
                past,
                check: Box::new(move || look_for.find().map(drop)),
            },
        ),
        (
            API,
            AgentEntry {
                label: "Model API".to_owned(),
                reach: Reach::Boards,
                scripted: false,
                agent: api,
                past: None,
                check: Box::new(move || without_key.clone().map_or(Ok(()), Err)),
            },
        ),
        (
            REHEARSAL,
            AgentEntry {
                label: "Rehearsal".to_owned(),
                reach: Reach::Files,
                scripted: true,
                agent: Arc::new(rehearsal),
                past: None,
                check: Box::new(|| Ok(())),
            },
        ),
    ];
    let by_name: BTreeMap<String, AgentEntry> =
        entries.into_iter().map(|(name, entry)| (name.to_owned(), entry)).collect();
    let chosen = match config.agents.choice {
        AgentChoice::Auto => Chosen::AsFound,
        AgentChoice::Claude | AgentChoice::Api | AgentChoice::Rehearsal => Chosen::ByName,
    };
    Agents { default: default.to_owned(), chosen, by_name }
}

/// An agent this server cannot have, which says why.
struct Unavailable(Failure);

#[async_trait]
impl Agent for Unavailable {
    async fn start(&self, _: Launch) -> Result<Run, Failure> {
        Err(self.0.clone())
    }
}
