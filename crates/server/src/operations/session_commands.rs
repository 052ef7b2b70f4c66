//! What a session is told by people: messages, answers, decisions.

use std::collections::BTreeMap;

use http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sessions::{PermissionReply, PlanReply, QuestionReply, Settings};
use store::Role;

use super::sessions::{check_model, response, who};
use crate::access::{Call, OnSession};
use crate::operation::{Body, Operation, Path, Reply, delete, post};
use crate::problem::Problem;
use crate::session_view::{MessageId, SessionResponse};

pub fn operations() -> Vec<Operation> {
    vec![
        post("/sessions/{id}/message", "send_message", "Says something to the agent, starting it if need be.")
            .tag("sessions")
            .problem(StatusCode::CONFLICT)
            .session(Role::Editor, send_message),
        delete(
            "/sessions/{id}/messages/{message}",
            "take_back_message",
            "Takes back a message the agent has not got yet.",
        )
        .tag("sessions")
        .problem(StatusCode::CONFLICT)
        .session(Role::Editor, take_back_message),
        post("/sessions/{id}/answer", "answer_question", "Answers what the agent asked, or declines.")
            .tag("sessions")
            .problem(StatusCode::CONFLICT)
            .session(Role::Editor, answer_question),
        post("/sessions/{id}/plan", "decide_plan", "Approves a plan, also an edited one, or asks for changes.")
            .tag("sessions")
            .problem(StatusCode::CONFLICT)
            .session(Role::Editor, decide_plan),
        post("/sessions/{id}/permission", "decide_permission", "Allows or denies what the agent wants to run.")
            .tag("sessions")
            .problem(StatusCode::CONFLICT)
            .session(Role::Editor, decide_permission),
        post("/sessions/{id}/interrupt", "interrupt_session", "Ends the agent's turn; the conversation can go on.")
            .tag("sessions")
            .session(Role::Editor, interrupt_session),
        post("/sessions/{id}/stop", "stop_session", "Ends the agent and all it started; a message takes it up again.")
            .tag("sessions")
            .session(Role::Editor, stop_session),
        post("/sessions/{id}/settings", "change_session", "Changes the mode or the model.")
            .tag("sessions")
            .session(Role::Editor, change_session),
    ]
}

type Answer = Result<Reply<SessionResponse>, Problem>;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MessageParams {
    pub content: String,
}

async fn send_message(call: Call<OnSession>, Body(params): Body<MessageParams>) -> Answer {
    let who = who(&call.scope.actor);
    let view = call.app.sessions.message(call.scope.session.id, params.content, who).await?;
    Ok(Reply(response(&call.app, view)))
}

#[derive(Deserialize, JsonSchema)]
struct MessagePath {
    message: MessageId,
}

async fn take_back_message(call: Call<OnSession>, Path(path): Path<MessagePath>) -> Answer {
    let view = call.app.sessions.take_back(call.scope.session.id, *path.message.as_bytes()).await?;
    Ok(Reply(response(&call.app, view)))
}

/// An answer: a label or a text of one's own, or several labels.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Chosen {
    One(String),
    Several(Vec<String>),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerParams {
    pub request_id: String,
    /// By the text of the question.
    #[serde(default)]
    pub answers: BTreeMap<String, Chosen>,
    /// Answers nothing; the agent decides itself.
    #[serde(default)]
    pub decline: bool,
    /// Said to the agent when declining.
    pub message: Option<String>,
}

impl AnswerParams {
    pub fn reply(self) -> (String, QuestionReply) {
        let reply = if self.decline {
            QuestionReply::Decline { message: self.message }
        } else {
            let several = |chosen| match chosen {
                Chosen::One(one) => vec![one],
                Chosen::Several(several) => several,
            };
            QuestionReply::Answers(
                self.answers.into_iter().map(|(question, chosen)| (question, several(chosen))).collect(),
            )
        };
        (self.request_id, reply)
    }
}

async fn answer_question(call: Call<OnSession>, Body(params): Body<AnswerParams>) -> Answer {
    let (request, reply) = params.reply();
    let who = who(&call.scope.actor);
    let view = call.app.sessions.answer(call.scope.session.id, request, reply, who).await?;
    Ok(Reply(response(&call.app, view)))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanParams {
    pub request_id: String,
    pub approve: bool,
    /// The hash of the plan as it was shown, so that nobody approves another one.
    pub plan_sha256: String,
    /// The whole plan, if it was edited.
    pub plan: Option<String>,
    /// What should be different, when it is not approved.
    pub feedback: Option<String>,
}

impl PlanParams {
    pub fn reply(self) -> (String, String, PlanReply) {
        let reply = if self.approve {
            PlanReply::Approve { edited: self.plan }
        } else {
            PlanReply::Reject { feedback: self.feedback.unwrap_or_default() }
        };
        (self.request_id, self.plan_sha256, reply)
    }
}

async fn decide_plan(call: Call<OnSession>, Body(params): Body<PlanParams>) -> Answer {
    let (request, sha256, reply) = params.reply();
    let who = who(&call.scope.actor);
    let view = call.app.sessions.decide_plan(call.scope.session.id, request, sha256, reply, who).await?;
    Ok(Reply(response(&call.app, view)))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PermissionParams {
    pub request_id: String,
    pub allow: bool,
    /// Allows the like of it for the rest of the conversation.
    #[serde(default)]
    pub always: bool,
    /// Said to the agent when it is not allowed.
    pub message: Option<String>,
}

impl PermissionParams {
    pub fn reply(self) -> (String, PermissionReply) {
        let reply = match (self.allow, self.always) {
            (true, true) => PermissionReply::Always,
            (true, false) => PermissionReply::Once,
            (false, _) => PermissionReply::Deny { message: self.message },
        };
        (self.request_id, reply)
    }
}

async fn decide_permission(call: Call<OnSession>, Body(params): Body<PermissionParams>) -> Answer {
    let (request, reply) = params.reply();
    let who = who(&call.scope.actor);
    let view = call.app.sessions.decide_permission(call.scope.session.id, request, reply, who).await?;
    Ok(Reply(response(&call.app, view)))
}

async fn interrupt_session(call: Call<OnSession>) -> Answer {
    let view = call.app.sessions.interrupt(call.scope.session.id).await?;
    Ok(Reply(response(&call.app, view)))
}

async fn stop_session(call: Call<OnSession>) -> Answer {
    let view = call.app.sessions.stop(call.scope.session.id).await?;
    Ok(Reply(response(&call.app, view)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SettingsParams {
    /// `plan`, `code`, `review` or `chat`.
    mode: Option<String>,
    model: Option<String>,
}

async fn change_session(call: Call<OnSession>, Body(params): Body<SettingsParams>) -> Answer {
    let model = params.model.map(|model| check_model(&model)).transpose()?;
    let settings = Settings { mode: params.mode, model };
    let view = call.app.sessions.change_settings(call.scope.session.id, settings).await?;
    Ok(Reply(response(&call.app, view)))
}
