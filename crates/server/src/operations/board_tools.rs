//! A board's tools: the same that agents use.

use boards::Effect;
use engine::{OpRequest, Seq};
use http::StatusCode;
use rooms::ToolAnswer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::Role;

use crate::access::{Call, OnBoard, require};
use crate::board_kinds::board_ref;
use crate::operation::{Body, Operation, Path, Query, Reply, get, post};
use crate::page::ListResponse;
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/boards/{id}/tools", "list_tools", "Lists the tools of a board.")
            .tag("tools")
            .problem(StatusCode::CONFLICT)
            .board(Role::Viewer, list_tools),
        post("/boards/{id}/tools/{name}", "run_tool", "Runs a tool. Its input is the body, as its schema says.")
            .tag("tools")
            .problem(StatusCode::CONFLICT)
            .board(Role::Viewer, run_tool),
    ]
}

#[derive(Serialize, JsonSchema)]
struct ToolResponse {
    name: &'static str,
    description: &'static str,
    /// A JSON Schema of the input.
    input_schema: Map<String, Value>,
}

async fn list_tools(call: Call<OnBoard>) -> Result<Reply<ListResponse<ToolResponse>>, Problem> {
    let tools = board_ref(&call.scope.board)?.kind.tools.iter().map(|tool| ToolResponse {
        name: tool.name,
        description: tool.description,
        input_schema: tool.input_schema.as_object().cloned().unwrap_or_default(),
    });
    Ok(Reply(ListResponse::whole(tools.collect())))
}

#[derive(Deserialize, JsonSchema)]
struct ToolPath {
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ToolParams {
    /// Only say what would be done.
    #[serde(default)]
    preview: bool,
}

/// What a tool did, or would do.
#[derive(Serialize, JsonSchema)]
pub struct ToolRunResponse {
    /// The change it made; a preview makes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<Seq>,
    /// The tool's own answer.
    result: Map<String, Value>,
    warnings: Vec<String>,
    /// What it would do, in a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    ops: Option<Vec<OpRequest>>,
}

async fn run_tool(
    call: Call<OnBoard>,
    Path(ToolPath { name }): Path<ToolPath>,
    Query(ToolParams { preview }): Query<ToolParams>,
    Body(input): Body<Map<String, Value>>,
) -> Result<Reply<ToolRunResponse>, Problem> {
    let run = if preview { Run::Preview } else { Run::ForReal };
    Ok(Reply(run_on(call, &name, input, run).await?))
}

/// Whether a tool does something or only says what it would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run {
    ForReal,
    Preview,
}

/// Runs a tool on a board, whichever door it was asked for at. Who may look at the board may use those that only read.
pub async fn run_on(
    call: Call<OnBoard>,
    name: &str,
    input: Map<String, Value>,
    run: Run,
) -> Result<ToolRunResponse, Problem> {
    let board = board_ref(&call.scope.board)?;
    let tool = board.kind.tool(name).ok_or_else(|| Problem::not_found("tool"))?;
    require(call.scope.role, if tool.effect == Effect::Reads { Role::Viewer } else { Role::Editor })?;
    let (author, input) = (call.scope.actor.author(), Value::Object(input));
    let answer = match run {
        Run::Preview => call.app.rooms.preview_tool(board, author, tool, input).await?,
        Run::ForReal => call.app.rooms.run_tool(board, author, tool, input).await?,
    };
    answered(answer)
}

/// Returns what a tool answered as every door that runs one does.
pub fn answered(answer: ToolAnswer) -> Result<ToolRunResponse, Problem> {
    let ToolAnswer { accepted, result, warnings, ops } = answer;
    let Value::Object(result) = result else { return Err(Problem::internal_logged()) };
    Ok(ToolRunResponse { seq: accepted.map(|accepted| accepted.seq), result, warnings, ops })
}
