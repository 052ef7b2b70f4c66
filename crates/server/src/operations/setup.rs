//! How one gets an account here, for a page that has nobody's token yet.

use schemars::JsonSchema;
use serde::Serialize;

use crate::access::{Anyone, Call};
use crate::accounts;
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
    Ok(Reply(SetupResponse { needed, registration: call.app.registration.into() }))
}
