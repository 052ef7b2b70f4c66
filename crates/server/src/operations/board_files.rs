//! Boards as files: taken away in other programs' formats, and brought here.

use boards::whiteboard::formats::{Drawing, Format, FormatError, export, import};
use boards::whiteboard::insert::insert_file;
use boards::whiteboard::{self, Viewport};
use engine::{BoardId, NodeId};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{NewBoard, Role};

use super::board_contents::board_json;
use super::board_tools::{ToolRunResponse, answered};
use super::boards::{BoardResponse, add_board};
use crate::access::{Call, InProject, OnBoard};
use crate::board_kinds::{BoardKind, board_ref, changes_with};
use crate::fields::Title;
use crate::ids;
use crate::limits::MAX_FILE_BODY_BYTES;
use crate::operation::{Body, Created, Download, Operation, Query, Reply, get, post};
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/boards/{id}/export", "get_board_file", "Returns a board as a file.")
            .tag("boards")
            .problem(StatusCode::CONFLICT)
            .problem(StatusCode::UNPROCESSABLE_ENTITY)
            .board(Role::Viewer, get_board_file),
        post("/projects/{id}/import", "import_board", "Makes a board of a file.")
            .tag("boards")
            .problem(StatusCode::CONFLICT)
            .body_bytes(MAX_FILE_BODY_BYTES)
            .project(Role::Editor, import_board),
        post("/boards/{id}/insert", "insert_file", "Adds what is in a file to a whiteboard, clear of what is there.")
            .tag("boards")
            .problem(StatusCode::CONFLICT)
            .body_bytes(MAX_FILE_BODY_BYTES)
            .board(Role::Editor, insert),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FormatParams {
    format: Format,
}

async fn get_board_file(
    call: Call<OnBoard>,
    Query(FormatParams { format }): Query<FormatParams>,
) -> Result<Download, Problem> {
    let board = call.scope.board;
    let reference = board_ref(&board)?;
    let file_name = format!("{}.{}", board.title, format.extension());
    // The log is read, not the room: a large board takes a while to draw, and nobody else should wait for it.
    let content = if format == Format::Json {
        let view = call.app.rooms.read_at(reference, board.seq).await?;
        board_json(board, view)?
    } else if board.kind == whiteboard::NAME {
        let document = call.app.rooms.history(reference).at(board.seq).await?;
        let drawn = tokio::task::spawn_blocking(move || export(&document, format)).await;
        drawn.map_err(|error| Problem::internal("writing a file", &error))?
    } else {
        let message = format!("a {} board can be exported as json only", board.kind);
        return Err(Problem::invalid("/format", message));
    };
    Ok(Download { media_type: format.media_type(), file_name, content })
}

/// A file that becomes a board.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ImportParams {
    title: Option<Title>,
    content: String,
}

/// The new board, and what of the file is not on it.
#[derive(Serialize, JsonSchema)]
struct ImportResponse {
    #[serde(flatten)]
    board: BoardResponse,
    warnings: Vec<String>,
}

async fn import_board(
    call: Call<InProject>,
    Query(FormatParams { format }): Query<FormatParams>,
    Body(ImportParams { title, content }): Body<ImportParams>,
) -> Result<Created<ImportResponse>, Problem> {
    let now = call.now;
    let drawing = read(content, format).await?;
    // A minted id is always one; the root is only a fallback.
    let mut new_id = || NodeId::parse(&ids::mint(now).to_string()).unwrap_or_else(|_| NodeId::root());
    let ops = drawing.ops(&mut new_id);
    let kind = BoardKind::whiteboard();
    let label = format!("Imported a file ({})", format.name());
    let board = NewBoard {
        id: BoardId::from_uuid(ids::mint(now)),
        kind: kind.as_str().to_owned(),
        title: title.as_ref().map_or("Imported board", Title::as_str).to_owned(),
        created_at: now,
        first_changes: changes_with(&kind, &label, &ops, now)?,
    };
    Ok(Created(ImportResponse { board: add_board(&call, board).await?, warnings: drawing.warnings }))
}

/// Reads a file where it keeps nobody waiting.
async fn read(content: String, format: Format) -> Result<Drawing, Problem> {
    let read = tokio::task::spawn_blocking(move || import(&content, format)).await;
    let read = read.map_err(|error| Problem::internal("reading a file", &error))?;
    read.map_err(|error| unreadable(&error))
}

fn unreadable(error: &FormatError) -> Problem {
    match error {
        FormatError::TooLarge => Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large", format!("{error}.")),
        FormatError::WriteOnly(_) => Problem::invalid("/format", error.to_string()),
        FormatError::TooMany | FormatError::WrongFile { .. } | FormatError::Line { .. } => {
            Problem::invalid("/content", error.to_string())
        }
    }
}

/// A file to be added to a board.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct InsertParams {
    format: Format,
    content: String,
    /// The part of the board that is in view: it goes there if there is room, and beside it if not. Below everything
    /// if nothing is said.
    viewport: Option<Viewport>,
}

async fn insert(call: Call<OnBoard>, Body(params): Body<InsertParams>) -> Result<Reply<ToolRunResponse>, Problem> {
    let board = board_ref(&call.scope.board)?;
    if board.kind.name != whiteboard::NAME {
        return Err(Problem::conflict("not_a_whiteboard", "Files can be added to whiteboards only."));
    }
    // Reading may take a while, and laying out even more; the room only looks for a place.
    let drawing = read(params.content, params.format).await?;
    let input = json!({ "format": Format::Json, "content": drawing.file(), "viewport": params.viewport });
    let mut answer = call.app.rooms.run_tool(board, call.scope.actor.author(), insert_file(), input).await?;
    answer.warnings.splice(0..0, drawing.warnings);
    Ok(Reply(answered(answer)?))
}
