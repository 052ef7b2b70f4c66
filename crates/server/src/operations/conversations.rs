//! Conversations that were had with Claude Code in a project's folder, outside Tandem.

use std::path::PathBuf;

use agents::{ConversationId, PastConversations, PastSummary};
use engine::{SessionId, Timestamp};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Role, Session};

use super::sessions::{response, who};
use crate::access::{Call, InProject};
use crate::app::App;
use crate::operation::{Operation, Path, Reply, get, post};
use crate::page::ListResponse;
use crate::problem::Problem;
use crate::session_view::SessionResponse;

engine::id!(
    /// A conversation, as the agent calls it.
    PastId
);

// They belong to whoever runs the server and were not said to the project's members, so that only its owners see them:
// those who chose the folder.
pub fn operations() -> Vec<Operation> {
    vec![
        get(
            "/projects/{id}/conversations",
            "list_conversations",
            "Lists conversations that were had with Claude Code in the project's folder outside Tandem, the newest first.",
        )
        .tag("sessions")
        .project(Role::Owner, list_conversations),
        post(
            "/projects/{id}/conversations/{conversation}/import",
            "import_conversation",
            "Makes a session of such a conversation, which can be continued; returns the one there is if it was made before.",
        )
        .tag("sessions")
        .project(Role::Owner, import_conversation),
    ]
}

#[derive(Serialize, JsonSchema)]
struct ConversationResponse {
    id: PastId,
    title: String,
    started_at: Timestamp,
    updated_at: Timestamp,
    /// What people and the agent said.
    messages: usize,
    branch: Option<String>,
    /// The session that was made of it.
    imported_session_id: Option<SessionId>,
}

async fn list_conversations(call: Call<InProject>) -> Result<Reply<ListResponse<ConversationResponse>>, Problem> {
    let Some((_, past)) = past(&call.app) else { return Ok(Reply(ListResponse::whole(Vec::new()))) };
    let found = past.list(&folder(&call)).await.map_err(|error| unreadable(&error))?;
    let ids: Vec<[u8; 16]> = found.iter().map(|summary| summary.id.0.into_bytes()).collect();
    let known = call.app.store.sessions_holding(&ids).await?;
    let project = call.scope.project.id;
    let items = found.into_iter().filter(|summary| !is_own(&known, summary.id)).map(|summary| {
        let PastSummary { id, title, started_at_ms, updated_at_ms, messages, branch } = summary;
        let holds = |session: &&Session| session.project == project && session.imported == Some(id.0.into_bytes());
        ConversationResponse {
            id: PastId::from_uuid(id.0),
            title,
            started_at: Timestamp::from_millis(started_at_ms),
            updated_at: Timestamp::from_millis(updated_at_ms),
            messages,
            branch,
            imported_session_id: known.iter().find(holds).map(|session| session.id),
        }
    });
    Ok(Reply(ListResponse::whole(items.collect())))
}

#[derive(Deserialize, JsonSchema)]
struct ConversationPath {
    conversation: PastId,
}

async fn import_conversation(
    call: Call<InProject>,
    Path(path): Path<ConversationPath>,
) -> Result<Reply<SessionResponse>, Problem> {
    let id = ConversationId(uuid::Uuid::from_bytes(*path.conversation.as_bytes()));
    let (agent, past) = past(&call.app).ok_or_else(missing)?;
    let known = call.app.store.sessions_holding(&[id.0.into_bytes()]).await?;
    if is_own(&known, id) {
        return Err(missing());
    }
    let conversation = past.read(&folder(&call), id).await.map_err(|error| unreadable(&error))?.ok_or_else(missing)?;
    let who = who(&call.scope.actor);
    let view = call.app.sessions.import(call.scope.project.id, agent, conversation, &who).await?;
    Ok(Reply(response(&call.app, view)))
}

/// Returns the agent whose conversations can be taken over, and where they are.
fn past(app: &App) -> Option<(&str, &PastConversations)> {
    let agents = &app.sessions.agents().by_name;
    agents.iter().find_map(|(name, entry)| Some((name.as_str(), entry.past.as_ref()?)))
}

/// Tells whether it is the conversation of a session.
fn is_own(known: &[Session], id: ConversationId) -> bool {
    known.iter().any(|session| session.conversation == id.0.into_bytes())
}

fn folder(call: &Call<InProject>) -> PathBuf {
    PathBuf::from(&call.scope.project.folder_path)
}

fn missing() -> Problem {
    Problem::not_found("conversation")
}

fn unreadable(error: &std::io::Error) -> Problem {
    tracing::warn!(%error, "Conversations of Claude Code could not be read: {error}");
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unreadable", "The conversations could not be read.")
}
