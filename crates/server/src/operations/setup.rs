//! How one gets an account here, for a page that has nobody's token yet.

use schemars::JsonSchema;
use serde::Serialize;
use sessions::Agents;

use super::projects::on_disk;
use crate::access::{Anyone, Call};
use crate::accounts;
use crate::agents::CLAUDE;
use crate::config::Registration;
use crate::operation::{Operation, Reply, get};
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/setup", "get_setup", "Tells whether there is an account yet, and who may make one.")
            .tag("auth")
            .public(get_setup),
    ]
}

/// What somebody without an account can do.
#[derive(Debug, Serialize, JsonSchema)]
struct SetupResponse {
    /// There is no account yet: the first one needs the setup link that the server printed at its start.
    needed: bool,
    /// Who may register once there is an account.
    registration: RegistrationResponse,
    /// What works here.
    agent: SetupAgent,
}

/// The agent of a session that names none.
#[derive(Debug, Serialize, JsonSchema)]
struct SetupAgent {
    name: String,
    label: String,
    /// Whether it plays a script and is no model.
    scripted: bool,
    /// Whether Claude Code was found on this machine.
    found: bool,
}

/// Who may register: nobody after the first account, whoever has an invitation, or anyone.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Registration")]
enum RegistrationResponse {
    First,
    Invite,
    Open,
}

impl From<Registration> for RegistrationResponse {
    fn from(registration: Registration) -> Self {
        match registration {
            Registration::First => Self::First,
            Registration::Invite => Self::Invite,
            Registration::Open => Self::Open,
        }
    }
}

async fn get_setup(call: Call<Anyone>) -> Result<Reply<SetupResponse>, Problem> {
    let needed = accounts::none_exist(call.app.store.as_ref()).await?;
    let registration = call.app.registration.into();
    let app = call.app;
    // Looking for a program may wait for a disk.
    let agent = on_disk(move || agent(app.sessions.agents())).await?;
    Ok(Reply(SetupResponse { needed, registration, agent }))
}

fn agent(agents: &Agents) -> SetupAgent {
    let default = agents.by_name.get(&agents.default);
    SetupAgent {
        name: agents.default.clone(),
        label: default.map_or_else(|| agents.default.clone(), |entry| entry.label.clone()),
        scripted: default.is_some_and(|entry| entry.scripted),
        found: agents.by_name.get(CLAUDE).is_some_and(|entry| (entry.check)().is_ok()),
    }
}
