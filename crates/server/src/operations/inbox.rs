//! Everything that waits for somebody.

use engine::{BoardId, SessionId, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;
use store::{OpenRequest, ProjectId, Session};

use crate::access::{Call, Signed};
use crate::limits::MAX_INBOX_ITEMS;
use crate::operation::{Operation, Reply, get};
use crate::page::ListResponse;
use crate::problem::Problem;
use crate::session_view::Json;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/inbox", "get_inbox", "Lists everything that waits for one, the oldest first.")
            .tag("sessions")
            .user(get_inbox),
    ]
}

/// Something that waits for an answer.
#[derive(Serialize, JsonSchema)]
struct InboxItem {
    session: InboxSession,
    request_id: String,
    /// `question`, `plan` or `permission`.
    kind: String,
    asked_at: Timestamp,
    /// The data of the event that asked.
    data: Json,
}

#[derive(Serialize, JsonSchema)]
struct InboxSession {
    id: SessionId,
    title: String,
    project_id: ProjectId,
    project_name: String,
    board_id: Option<BoardId>,
    card_id: Option<String>,
    agent: String,
    scripted: bool,
    mode: String,
}

async fn get_inbox(call: Call<Signed>) -> Result<Reply<ListResponse<InboxItem>>, Problem> {
    let app = &call.app;
    let waiting = app.store.inbox(call.scope.actor.user.id, MAX_INBOX_ITEMS).await?;
    let mut items: Vec<InboxItem> = Vec::with_capacity(waiting.len());
    for (session, request) in waiting {
        let known = items.iter().find(|item| item.session.project_id == session.project);
        let project_name = match known {
            Some(item) => item.session.project_name.clone(),
            None => app.store.project(session.project).await?.map(|project| project.name).unwrap_or_default(),
        };
        let scripted = app.sessions.agents().by_name.get(&session.agent).is_some_and(|entry| entry.scripted);
        items.push(item(session, &request, project_name, scripted));
    }
    Ok(Reply(ListResponse::whole(items)))
}

fn item(session: Session, request: &OpenRequest, project_name: String, scripted: bool) -> InboxItem {
    InboxItem {
        request_id: request.id.clone(),
        kind: request.kind.clone(),
        asked_at: request.asked_at,
        data: Json::stored(&request.data),
        session: InboxSession {
            id: session.id,
            title: session.title,
            project_id: session.project,
            project_name,
            board_id: session.board,
            card_id: session.card,
            agent: session.agent,
            scripted,
            mode: session.mode,
        },
    }
}
