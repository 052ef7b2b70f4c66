//! The boards of a project. What is on a board is the business of other operations.

use engine::{BoardId, Seq, Timestamp};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Board, NewBoard, ProjectId, Role};

use crate::access::{Call, InProject, OnBoard};
use crate::board_kinds::{BoardKind, starting_changes};
use crate::fields::Title;
use crate::ids;
use crate::limits::MAX_BOARDS_PER_PROJECT;
use crate::operation::{Body, Created, Nothing, Operation, Reply, delete, get, patch, post};
use crate::page::ListResponse;
use crate::problem::Problem;
use crate::revocations::Revocation;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/projects/{id}/boards", "list_boards", "Lists the boards of a project.")
            .tag("boards")
            .project(Role::Viewer, list_boards),
        post("/projects/{id}/boards", "create_board", "Makes a board.")
            .tag("boards")
            .problem(StatusCode::CONFLICT)
            .project(Role::Editor, create_board),
        patch("/boards/{id}", "update_board", "Changes a board's title.")
            .tag("boards")
            .board(Role::Editor, update_board),
        delete("/boards/{id}", "delete_board", "Deletes a board with its history.")
            .tag("boards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Owner, delete_board),
    ]
}

/// A board without what is on it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BoardResponse {
    pub id: BoardId,
    pub project_id: ProjectId,
    pub kind: String,
    pub title: String,
    pub seq: Seq,
    pub created_at: Timestamp,
}

impl From<Board> for BoardResponse {
    fn from(board: Board) -> Self {
        let Board { id, project, kind, title, seq, created_at } = board;
        Self { id, project_id: project, kind, title, seq, created_at }
    }
}

async fn list_boards(call: Call<InProject>) -> Result<Reply<ListResponse<BoardResponse>>, Problem> {
    let boards = call.app.store.boards(call.scope.project.id).await?;
    Ok(Reply(ListResponse::whole(boards.into_iter().map(Into::into).collect())))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateBoardParams {
    kind: BoardKind,
    title: Title,
}

pub async fn create_board(
    call: Call<InProject>,
    Body(params): Body<CreateBoardParams>,
) -> Result<Created<BoardResponse>, Problem> {
    let board = new_board(call.now, &params.kind, &params.title)?;
    Ok(Created(add_board(&call, board).await?))
}

/// Adds a board to a project, if it may have one more.
pub async fn add_board(call: &Call<InProject>, board: NewBoard) -> Result<BoardResponse, Problem> {
    let (project, id) = (call.scope.project.id, board.id);
    if call.app.store.boards(project).await?.len() >= MAX_BOARDS_PER_PROJECT {
        let detail = format!("A project has at most {MAX_BOARDS_PER_PROJECT} boards.");
        return Err(Problem::conflict("limit_reached", detail));
    }
    call.app.store.create_board(project, board).await?;
    let board = call.app.store.board(id).await?.ok_or_else(|| Problem::not_found("board"))?;
    Ok(board.into())
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UpdateBoardParams {
    title: Option<Title>,
}

async fn update_board(
    call: Call<OnBoard>,
    Body(params): Body<UpdateBoardParams>,
) -> Result<Reply<BoardResponse>, Problem> {
    let mut board = call.scope.board;
    if let Some(title) = params.title {
        call.app.store.rename_board(board.id, title.as_str()).await?;
        title.as_str().clone_into(&mut board.title);
    }
    Ok(Reply(board.into()))
}

async fn delete_board(call: Call<OnBoard>) -> Result<Nothing, Problem> {
    let board = call.scope.board;
    let project = call.app.store.project(board.project).await?;
    if project.is_some_and(|project| project.kanban_board == board.id) {
        let detail = "This is the project's own kanban board; it goes when the project goes.";
        return Err(Problem::conflict("kanban_board_needed", detail));
    }
    // First, so that no agent goes on working for cards that are gone.
    call.app.cards.release(board.id).await?;
    call.app.store.delete_board(board.id).await?;
    call.app.cards.close(&[board.id]);
    call.app.rooms.close(board.id).await;
    call.app.revocations.publish(Revocation::Board(board.id));
    Ok(Nothing)
}

/// Makes a board with what its kind starts with.
pub fn new_board(now: Timestamp, kind: &BoardKind, title: &Title) -> Result<NewBoard, Problem> {
    Ok(NewBoard {
        id: BoardId::from_uuid(ids::mint(now)),
        kind: kind.as_str().to_owned(),
        title: title.as_str().to_owned(),
        created_at: now,
        first_changes: starting_changes(kind, now)?,
    })
}
