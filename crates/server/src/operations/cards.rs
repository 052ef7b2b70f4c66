//! Cards at work: how they are doing, and what a person can do about it.

use boards::Text;
use cards::{CardRecord, CardStatus, Departures, LineComment, SendBack, Side, departures};
use engine::{NodeId, SessionId, UserId};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sessions::{View, Who};
use store::{Project, Role};

use super::card_git::{TreeResponse, git_turn};
use crate::access::{Call, OnBoard};
use crate::app::App;
use crate::card_review::ReviewResponse;
use crate::limits::{MAX_CARD_SESSIONS, MAX_COMMENTS};
use crate::operation::{Body, Operation, Path, Reply, get, post};
use crate::page::ListResponse;
use crate::problem::Problem;
use crate::session_view::SessionResponse;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/boards/{id}/cards", "list_card_statuses", "Says how the cards are doing that agents work or worked on.")
            .tag("cards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Viewer, list),
        get("/boards/{id}/cards/{card}", "get_card", "Returns a card's plan, review, branch and sessions.")
            .tag("cards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Viewer, get_card),
        post(
            "/boards/{id}/cards/{card}/start",
            "start_card",
            "Starts the work of the card's column, or goes on with it.",
        )
        .tag("cards")
        .problem(StatusCode::CONFLICT)
        .board(Role::Editor, start),
        post("/boards/{id}/cards/{card}/stop", "stop_card", "Stops the agent that works on the card.")
            .tag("cards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Editor, stop),
        post("/boards/{id}/cards/{card}/send_back", "send_card_back", "Sends failing rules back to be mended.")
            .tag("cards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Editor, send_back),
        post(
            "/boards/{id}/cards/{card}/comments",
            "comment_on_card",
            "Sends comments on lines of the diff to the agent.",
        )
        .tag("cards")
        .problem(StatusCode::CONFLICT)
        .board(Role::Editor, comment),
    ]
}

/// The card of a call.
#[derive(Deserialize, JsonSchema)]
pub struct CardPath {
    pub card: NodeId,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoParams {}

async fn list(call: Call<OnBoard>) -> Result<Reply<ListResponse<CardStatus>>, Problem> {
    let statuses = call.app.cards.statuses(call.scope.board.id).await?;
    let items = statuses.iter().map(|status| CardStatus::clone(status)).collect();
    Ok(Reply(ListResponse::whole(items)))
}

/// Everything about a card at work.
#[derive(Serialize, JsonSchema)]
struct CardResponse {
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<CardStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<PlanResponse>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewResponse>,
    #[serde(skip_serializing_if = "Option::is_none")]
    departures: Option<Departures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worktree: Option<TreeResponse>,
    /// The newest first.
    sessions: Vec<SessionResponse>,
}

/// The plan that a person approved.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ApprovedPlan")]
struct PlanResponse {
    text: String,
    approved_by: UserId,
    session_id: SessionId,
}

async fn get_card(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
) -> Result<Reply<CardResponse>, Problem> {
    let (app, board) = (&call.app, call.scope.board.id);
    let project = project_of(&call).await?;
    let status = app.cards.status(board, &card).await?.map(|status| CardStatus::clone(&status));
    let record = app.cards.record(board, &card).await?;
    let plan = plan(app, record.as_ref()).await?;
    let review = match record.as_ref().and_then(|record| Some((record, record.review?))) {
        Some((record, session)) => app.store.review(session).await?.map(|review| ReviewResponse::new(&review, record)),
        None => None,
    };
    let turn = git_turn(app).await?;
    let worktree = TreeResponse::of(app, &project, record.as_ref()).await;
    drop(turn);
    let changed = worktree.as_ref().map(|tree| tree.changed_files.clone());
    let departures = plan.as_ref().zip(changed).map(|(plan, changed)| departures(&plan.text, &changed));
    let mut sessions = Vec::new();
    for session in app.cards.sessions(&project, &card, MAX_CARD_SESSIONS).await? {
        let place = app.sessions.place(session.id);
        let view = View { place, last_event: 0, requests: Vec::new(), messages: Vec::new(), doing: None, session };
        sessions.push(SessionResponse::new(view, app.sessions.agents()));
    }
    Ok(Reply(CardResponse { status, plan, review, departures, worktree, sessions }))
}

async fn plan(app: &App, record: Option<&CardRecord>) -> Result<Option<PlanResponse>, Problem> {
    let Some(id) = record.and_then(|record| record.work) else { return Ok(None) };
    let approval = app.store.session(id).await?.and_then(|session| session.approval);
    Ok(approval.map(|approval| PlanResponse {
        text: approval.plan.to_string(),
        approved_by: approval.by,
        session_id: id,
    }))
}

async fn start(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Body(NoParams {}): Body<NoParams>,
) -> Result<Reply<CardStatus>, Problem> {
    let (board, by) = (call.scope.board.id, call.scope.actor.user.id);
    answer(call.app.cards.start(board, card, None, by).await)
}

async fn stop(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Body(NoParams {}): Body<NoParams>,
) -> Result<Reply<CardStatus>, Problem> {
    answer(call.app.cards.stop(call.scope.board.id, card).await)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SendBackParams {
    /// Which failing rules, by number; all of them if left out.
    #[serde(default)]
    #[schemars(length(max = 100))]
    rules: Vec<usize>,
    note: Option<Text<10_000>>,
    /// Where to; the first column that codes if left out.
    column_id: Option<NodeId>,
}

async fn send_back(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Body(params): Body<SendBackParams>,
) -> Result<Reply<CardStatus>, Problem> {
    let (board, by) = (call.scope.board.id, call.scope.actor.user.id);
    let note = params.note.map(|note| note.as_str().to_owned());
    let back = SendBack { rules: params.rules, note, column: params.column_id };
    answer(call.app.cards.send_back(board, card, back, by).await)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CommentsParams {
    #[schemars(length(min = 1, max = MAX_COMMENTS))]
    comments: Vec<CommentParams>,
}

/// A comment on a line.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CommentParams {
    path: Text<4_096>,
    line: u32,
    /// The file after the change if left out.
    side: Option<Side>,
    /// The line as it was seen.
    quote: Option<Text<2_000>>,
    text: Text<10_000>,
}

async fn comment(
    call: Call<OnBoard>,
    Path(CardPath { card }): Path<CardPath>,
    Body(params): Body<CommentsParams>,
) -> Result<Reply<CardStatus>, Problem> {
    if !(1..=MAX_COMMENTS).contains(&params.comments.len()) {
        return Err(Problem::invalid("/comments", format!("give 1 to {MAX_COMMENTS} comments")));
    }
    let comments: Vec<LineComment> = params
        .comments
        .into_iter()
        .map(|comment| LineComment {
            path: comment.path.as_str().to_owned(),
            line: comment.line,
            side: comment.side.unwrap_or(Side::New),
            quote: comment.quote.map(|quote| quote.as_str().to_owned()),
            text: comment.text.as_str().to_owned(),
        })
        .collect();
    let user = &call.scope.actor.user;
    let who = Who { id: user.id, name: user.name.clone() };
    let text = cards::comments_in_words(&comments);
    answer(call.app.cards.tell(call.scope.board.id, card, text, who).await)
}

/// Returns the project of a board.
pub async fn project_of(call: &Call<OnBoard>) -> Result<Project, Problem> {
    let project = call.app.store.project(call.scope.board.project).await?;
    project.ok_or_else(|| Problem::not_found("board"))
}

fn answer(answer: cards::Answer) -> Result<Reply<CardStatus>, Problem> {
    let status = answer?.ok_or_else(|| Problem::not_found("card"))?;
    Ok(Reply(CardStatus::clone(&status)))
}
