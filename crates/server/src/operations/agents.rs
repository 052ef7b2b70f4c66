//! The agents this server has.

use schemars::JsonSchema;
use serde::Serialize;

use crate::access::{Call, Signed};
use crate::operation::{Operation, Reply, get};
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/agents", "list_agents", "Lists the agents and says which of them work.")
            .tag("sessions")
            .user(list_agents),
    ]
}

#[derive(Serialize, JsonSchema)]
struct AgentsResponse {
    /// The agent of a session that names none.
    default: String,
    items: Vec<AgentResponse>,
}

#[derive(Serialize, JsonSchema)]
struct AgentResponse {
    name: String,
    label: String,
    available: bool,
    /// Whether it plays a script and is no model.
    scripted: bool,
    /// What keeps it from working.
    problem: Option<AgentProblem>,
}

#[derive(Serialize, JsonSchema)]
struct AgentProblem {
    message: String,
    /// What to do about it.
    remedy: Option<String>,
}

async fn list_agents(call: Call<Signed>) -> Result<Reply<AgentsResponse>, Problem> {
    let app = call.app;
    // Looking for programs may wait for a disk.
    super::projects::on_disk(move || {
        let agents = app.sessions.agents();
        let items = agents.by_name.iter().map(|(name, entry)| {
            let problem = (entry.check)().err();
            AgentResponse {
                name: name.clone(),
                label: entry.label.clone(),
                available: problem.is_none(),
                scripted: entry.scripted,
                problem: problem.map(|failure| AgentProblem { message: failure.message, remedy: failure.remedy }),
            }
        });
        Reply(AgentsResponse { default: agents.default.clone(), items: items.collect() })
    })
    .await
}
