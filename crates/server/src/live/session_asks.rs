//! What a client can say to a session over the socket: the same as over HTTP.

use engine::SessionId;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::app::App;
use crate::auth::Actor;
use crate::operations::session_commands::{AnswerParams, MessageParams, PermissionParams, PlanParams};
use crate::operations::sessions::who;
use crate::problem::Problem;

#[derive(Debug)]
pub(crate) enum SessionAsk {
    Message(MessageParams),
    Answer(AnswerParams),
    Plan(PlanParams),
    Permission(PermissionParams),
    Interrupt,
}

impl SessionAsk {
    /// Reads what is said beside the type and the session.
    pub(super) fn parse(kind: &str, text: &str) -> Result<Self, String> {
        Ok(match kind {
            "message" => Self::Message(fields(text)?),
            "answer" => Self::Answer(fields(text)?),
            "plan" => Self::Plan(fields(text)?),
            "permission" => Self::Permission(fields(text)?),
            _ => Self::Interrupt,
        })
    }

    /// Does it; the caller's right to is settled before.
    pub(super) async fn run(self, app: &App, actor: &Actor, session: SessionId) -> Result<(), Problem> {
        app.rates.user(actor.user.id)?;
        let (sessions, who) = (&app.sessions, who(actor));
        match self {
            Self::Message(params) => sessions.message(session, params.content, who).await?,
            Self::Answer(params) => {
                let (request, reply) = params.reply();
                sessions.answer(session, request, reply, who).await?
            }
            Self::Plan(params) => {
                let (request, sha256, reply) = params.reply();
                sessions.decide_plan(session, request, sha256, reply, who).await?
            }
            Self::Permission(params) => {
                let (request, reply) = params.reply();
                sessions.decide_permission(session, request, reply, who).await?
            }
            Self::Interrupt => sessions.interrupt(session).await?,
        };
        Ok(())
    }
}

fn fields<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let mut fields: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    fields.remove("type");
    fields.remove("session");
    serde_path_to_error::deserialize(Value::Object(fields))
        .map_err(|error| format!("{}: {}", error.path(), error.inner()))
}
