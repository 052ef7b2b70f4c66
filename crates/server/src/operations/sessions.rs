//! Sessions of agents: making, listing and looking at them.

use engine::{BoardId, NodeId, SessionId};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sessions::{ForkPlace, NewSession, View, Who};
use store::{Role, Session, SessionDetails, SessionFilter};

use crate::access::{Call, InProject, OnSession};
use crate::app::App;
use crate::auth::Actor;
use crate::board_kinds::board_ref;
use crate::fields::Title;
use crate::ids;
use crate::limits::{MAX_CARD_ID_CHARS, MAX_MODEL_CHARS, MAX_PAGE_ITEMS, MAX_TITLE_CHARS, PAGE_ITEMS};
use crate::operation::{Body, Created, Operation, Query, Reply, get, post};
use crate::problem::Problem;
use crate::session_view::SessionResponse;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/projects/{id}/sessions", "list_sessions", "Lists the sessions of a project, the newest first.")
            .tag("sessions")
            .problem(StatusCode::UNPROCESSABLE_ENTITY)
            .project(Role::Viewer, list_sessions),
        post("/projects/{id}/sessions", "create_session", "Makes a session; with a message its agent starts.")
            .tag("sessions")
            .project(Role::Editor, create_session),
        get("/sessions/{id}", "get_session", "Returns a session.").tag("sessions").session(Role::Viewer, get_session),
        post("/sessions/{id}/fork", "fork_session", "Makes a session that begins with what was said in this one.")
            .tag("sessions")
            .problem(StatusCode::CONFLICT)
            .session(Role::Editor, fork_session),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListSessionsParams {
    /// Only those held at this board.
    board_id: Option<BoardId>,
    /// Only those of this card.
    card_id: Option<String>,
    /// Only those made before this one.
    before: Option<SessionId>,
    #[schemars(range(min = 1, max = MAX_PAGE_ITEMS))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct SessionsResponse {
    items: Vec<SessionResponse>,
    /// Given as `before` it continues after these; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<SessionId>,
}

async fn list_sessions(
    call: Call<InProject>,
    Query(params): Query<ListSessionsParams>,
) -> Result<Reply<SessionsResponse>, Problem> {
    let limit = page_size(params.limit, PAGE_ITEMS, MAX_PAGE_ITEMS)?;
    let filter = SessionFilter { board: params.board_id, card: params.card_id, before: params.before };
    let app = &call.app;
    let mut found = app.store.sessions_of(call.scope.project.id, filter, limit + 1).await?;
    let more = found.len() > limit;
    found.truncate(limit);
    let next = found.last().filter(|_| more).map(|session| session.id);
    let ids: Vec<SessionId> = found.iter().map(|session| session.id).collect();
    let details = app.store.details_of(&ids).await?;
    let view = |(session, details): (Session, SessionDetails)| {
        let SessionDetails { last_event, requests, messages } = details;
        View { place: app.sessions.place(session.id), last_event, requests, messages, session, doing: None }
    };
    let items = found.into_iter().zip(details).map(|both| response(app, view(both))).collect();
    Ok(Reply(SessionsResponse { items, next }))
}

/// Checks how many items a page shall have.
pub fn page_size(asked: Option<usize>, usual: usize, most: usize) -> Result<usize, Problem> {
    let size = asked.unwrap_or(usual);
    if (1..=most).contains(&size) {
        Ok(size)
    } else {
        Err(Problem::invalid("/limit", format!("a page has 1 to {most} items")))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CreateSessionParams {
    board_id: Option<BoardId>,
    /// A card of that board.
    #[schemars(length(max = MAX_CARD_ID_CHARS))]
    card_id: Option<String>,
    /// What is made of the first message if none is given.
    title: Option<Title>,
    /// The server's default agent if none is given.
    agent: Option<String>,
    /// `plan`, `code`, `review` or `chat`.
    mode: Option<String>,
    #[schemars(length(max = MAX_MODEL_CHARS))]
    model: Option<String>,
    /// What the agent is told; without it, it waits for the first message.
    message: Option<String>,
}

async fn create_session(
    call: Call<InProject>,
    Body(params): Body<CreateSessionParams>,
) -> Result<Created<SessionResponse>, Problem> {
    let (app, project) = (&call.app, call.scope.project.id);
    if let Some(board) = params.board_id {
        let found = app.store.board(board).await?;
        if found.is_none_or(|board| board.project != project) {
            return Err(Problem::invalid("/board_id", "there is no such board in this project"));
        }
    }
    let too_long = |text: &Option<String>, most: usize| text.as_ref().is_some_and(|text| text.chars().count() > most);
    if too_long(&params.card_id, MAX_CARD_ID_CHARS) {
        return Err(Problem::invalid("/card_id", format!("an id has at most {MAX_CARD_ID_CHARS} characters")));
    }
    let new = NewSession {
        id: None,
        folder: None,
        project,
        board: params.board_id,
        card: params.card_id,
        title: params.title.map(|title| title.as_str().to_owned()),
        agent: params.agent,
        mode: params.mode,
        model: params.model.map(|model| check_model(&model)).transpose()?,
        message: params.message,
    };
    let view = app.sessions.create(new, &who(&call.scope.actor)).await?;
    Ok(Created(response(app, view)))
}

/// Checks the name of a model: it becomes an argument of a program.
pub fn check_model(model: &str) -> Result<String, Problem> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.:/[]@".contains(letter);
    let begins = model.chars().next().is_some_and(|letter| letter.is_ascii_alphanumeric());
    if begins && model.chars().count() <= MAX_MODEL_CHARS && model.chars().all(plain) {
        Ok(model.to_owned())
    } else {
        let message =
            format!("a model's name has 1 to {MAX_MODEL_CHARS} plain characters and begins with a letter or digit");
        Err(Problem::invalid("/model", message))
    }
}

async fn get_session(call: Call<OnSession>) -> Result<Reply<SessionResponse>, Problem> {
    let view = call.app.sessions.view(call.scope.session.id).await?;
    Ok(Reply(response(&call.app, view)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ForkSessionParams {
    /// Begins with what was said until the end of this turn; with all that was said if none is given.
    #[schemars(range(min = 1))]
    turn: Option<u32>,
    /// Also takes the files as they were, in a worktree of its own.
    #[serde(default)]
    code: bool,
}

async fn fork_session(
    call: Call<OnSession>,
    Body(params): Body<ForkSessionParams>,
) -> Result<Created<SessionResponse>, Problem> {
    if params.code {
        return fork_with_files(&call, params.turn).await;
    }
    let who = who(&call.scope.actor);
    let view = call.app.sessions.fork(call.scope.session.id, params.turn, &who).await?;
    Ok(Created(response(&call.app, view)))
}

/// Makes a card beside the session's own that goes on from there, on a branch with the files as they were.
async fn fork_with_files(call: &Call<OnSession>, turn: Option<u32>) -> Result<Created<SessionResponse>, Problem> {
    let (app, session) = (&call.app, &call.scope.session);
    let needed = || Problem::invalid("/code", "this needs a card with a branch of its own");
    let (board, card) = session.board.zip(session.card.as_deref()).ok_or_else(needed)?;
    let card = NodeId::parse(card).map_err(|_| needed())?;
    let tree = app.cards.record(board, &card).await?.and_then(|record| record.tree).ok_or_else(needed)?;
    let project = app.store.project(session.project).await?.ok_or_else(|| Problem::not_found("session"))?;
    let row = app.store.board(board).await?.ok_or_else(needed)?;
    let place = board_ref(&row)?;
    let status = app.cards.status(board, &card).await?.ok_or_else(needed)?;
    let title = shorten(&format!("{} (fork)", session.title));
    let fork = NodeId::parse(&ids::mint(call.now).to_string()).map_err(|_| needed())?;
    // First, because it can fail: then nothing has happened.
    let tree = app.cards.worktrees().fork(&project, &tree, session.id, turn, &fork, &title).await?;
    let create = json!({ "op": "create", "id": fork, "kind": "card", "parent": status.column_id, "after": card,
        "props": { "title": title } });
    let change = json!({ "id": ids::mint(call.now).to_string(), "label": "Forked", "ops": [create] });
    let change = serde_json::from_value(change).map_err(|error| Problem::internal("forking a card", &error))?;
    app.rooms.change(place, call.scope.actor.author(), change).await?;
    let who = who(&call.scope.actor);
    let at = ForkPlace { card: fork.as_str().to_owned(), folder: tree.folder.clone() };
    let view = app.sessions.fork_to(session.id, turn, Some(at), &who).await?;
    app.cards.adopt(board, fork, view.session.id, tree, who.id).await?;
    Ok(Created(response(app, view)))
}

/// Keeps a title within what a card takes.
fn shorten(title: &str) -> String {
    title.chars().take(MAX_TITLE_CHARS).collect()
}

pub fn who(actor: &Actor) -> Who {
    Who { id: actor.user.id, name: actor.user.name.clone() }
}

pub fn response(app: &App, view: View) -> SessionResponse {
    SessionResponse::new(view, app.sessions.agents())
}
