//! What is on a board: reading it now and as it was, changing it, taking changes back.

use std::marker::PhantomData;
use std::sync::Arc;

use engine::{Author, BoardId, Change, ChangeRequest, LeftOut, NodeId, OrderKey, Props, RevertKind, Seq, SessionId};
use http::StatusCode;
use rooms::{Accepted, BoardView, UndoTarget};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::{Board, ProjectId, Role};

use crate::access::{Call, OnBoard};
use crate::board_kinds::board_ref;
use crate::limits::{CHANGES_PER_PAGE, MAX_CHANGES_PER_PAGE};
use crate::operation::{Body, Operation, Path, Query, Reply, get, post};
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/boards/{id}", "get_board", "Returns a board with its nodes, parents before their children.")
            .tag("boards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Viewer, get_board),
        get("/boards/{id}/at/{seq}", "get_board_at", "Returns a board as it was after a change.")
            .tag("history")
            .problem(StatusCode::CONFLICT)
            .board(Role::Viewer, get_board_at),
        get("/boards/{id}/changes", "list_changes", "Lists the changes of a board, oldest first.")
            .tag("history")
            .board(Role::Viewer, list_changes),
        post("/boards/{id}/changes", "change_board", "Makes a change. Sending the same `id` again answers the same.")
            .tag("boards")
            .problem(StatusCode::CONFLICT)
            .board(Role::Editor, change_board),
        post("/boards/{id}/undo", "undo", "Takes back a change, or all an agent did in a turn.")
            .tag("history")
            .problem(StatusCode::CONFLICT)
            .board(Role::Editor, undo),
        post("/boards/{id}/redo", "redo", "Brings back what an undo took.")
            .tag("history")
            .problem(StatusCode::CONFLICT)
            .board(Role::Editor, redo),
    ]
}

/// A board with what is on it.
#[derive(Serialize, JsonSchema)]
struct BoardContentsResponse {
    id: BoardId,
    project_id: ProjectId,
    kind: String,
    title: String,
    seq: Seq,
    nodes: Written<Vec<NodeResponse>>,
}

/// The shape of a node; rooms write it.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct NodeResponse {
    id: NodeId,
    kind: String,
    /// The node it is under; `root` at the top.
    parent: NodeId,
    order: OrderKey,
    props: Props,
    touched: TouchedResponse,
}

/// Who last touched a node.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct TouchedResponse {
    seq: Seq,
    by: Author,
}

/// A `T` that is JSON already.
#[derive(Serialize)]
#[serde(transparent)]
struct Written<T> {
    json: Arc<RawValue>,
    #[serde(skip)]
    what: PhantomData<fn() -> T>,
}

impl<T> Written<T> {
    fn new(json: Arc<RawValue>) -> Self {
        Self { json, what: PhantomData }
    }

    /// Passes on a record of the log as it is.
    fn record(body: &str) -> Result<Self, Problem> {
        let json = RawValue::from_string(body.to_owned());
        Ok(Self::new(json.map_err(|error| Problem::internal("reading a change", &error))?.into()))
    }
}

impl<T: JsonSchema> JsonSchema for Written<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

fn contents(board: Board, view: BoardView) -> Reply<BoardContentsResponse> {
    let Board { id, project, kind, title, .. } = board;
    Reply(BoardContentsResponse {
        id,
        project_id: project,
        kind,
        title,
        seq: view.seq,
        nodes: Written::new(view.nodes),
    })
}

/// Writes a board as a file, the way `get_board` answers it.
pub fn board_json(board: Board, view: BoardView) -> Result<String, Problem> {
    let Reply(contents) = contents(board, view);
    serde_json::to_string_pretty(&contents).map_err(|error| Problem::internal("writing a board", &error))
}

async fn get_board(call: Call<OnBoard>) -> Result<Reply<BoardContentsResponse>, Problem> {
    let board = call.scope.board;
    let view = call.app.rooms.read(board_ref(&board)?).await?;
    Ok(contents(board, view))
}

#[derive(Deserialize, JsonSchema)]
struct AtPath {
    seq: Seq,
}

async fn get_board_at(
    call: Call<OnBoard>,
    Path(AtPath { seq }): Path<AtPath>,
) -> Result<Reply<BoardContentsResponse>, Problem> {
    let board = call.scope.board;
    let view = call.app.rooms.read_at(board_ref(&board)?, seq).await?;
    Ok(contents(board, view))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChangesParams {
    /// The `seq` after which to start.
    #[serde(default)]
    after: Seq,
    /// How many at most.
    limit: Option<u16>,
}

/// A page of the log.
#[derive(Serialize, JsonSchema)]
struct ChangesResponse {
    items: Vec<Written<Change>>,
    /// The `after` of the next page, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

async fn list_changes(
    call: Call<OnBoard>,
    Query(ChangesParams { after, limit }): Query<ChangesParams>,
) -> Result<Reply<ChangesResponse>, Problem> {
    let limit = limit.map_or(CHANGES_PER_PAGE, usize::from).clamp(1, MAX_CHANGES_PER_PAGE);
    let mut changes = call.app.store.changes(call.scope.board.id, after, limit + 1).await?;
    let more = changes.len() > limit;
    changes.truncate(limit);
    let next = changes.last().filter(|_| more).map(|change| change.seq.to_string());
    let items: Result<Vec<_>, Problem> = changes.iter().map(|change| Written::record(&change.body)).collect();
    Ok(Reply(ChangesResponse { items: items?, next }))
}

async fn change_board(
    call: Call<OnBoard>,
    Body(request): Body<ChangeRequest>,
) -> Result<Reply<Written<Change>>, Problem> {
    let board = board_ref(&call.scope.board)?;
    let accepted = call.app.rooms.change(board, call.scope.actor.author(), request).await?;
    Ok(Reply(Written::record(&accepted.body)?))
}

/// What to take back or bring back; empty for one's own last change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RevertParams {
    /// One change: one's own, or an agent's.
    seq: Option<Seq>,
    /// With `turn`: all that an agent did in that turn.
    session_id: Option<SessionId>,
    turn: Option<u32>,
}

/// The change made, and what was left out because others have changed it since.
#[derive(Serialize, JsonSchema)]
struct RevertResponse {
    seq: Seq,
    change: Written<Change>,
    left_out: Vec<LeftOut>,
}

async fn undo(call: Call<OnBoard>, Body(params): Body<RevertParams>) -> Result<Reply<RevertResponse>, Problem> {
    revert(call, params, RevertKind::Undo).await
}

async fn redo(call: Call<OnBoard>, Body(params): Body<RevertParams>) -> Result<Reply<RevertResponse>, Problem> {
    revert(call, params, RevertKind::Redo).await
}

async fn revert(call: Call<OnBoard>, params: RevertParams, kind: RevertKind) -> Result<Reply<RevertResponse>, Problem> {
    let target = match (params.seq, params.session_id, params.turn) {
        (None, None, None) => UndoTarget::Last,
        (Some(seq), None, None) => UndoTarget::Change(seq),
        (None, Some(session), Some(turn)) => UndoTarget::Turn { session, turn },
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) => {
            return Err(Problem::invalid("/seq", "give seq, or session_id with turn, not both"));
        }
        (None, Some(_), None) => return Err(Problem::invalid("/turn", "this field is needed with session_id")),
        (None, None, Some(_)) => return Err(Problem::invalid("/session_id", "this field is needed with turn")),
    };
    let author = call.scope.actor.author();
    let undone = call.app.rooms.revert(board_ref(&call.scope.board)?, author, kind, target).await?;
    let Accepted { seq, body } = undone.accepted;
    Ok(Reply(RevertResponse { seq, change: Written::record(&body)?, left_out: undone.left_out }))
}
