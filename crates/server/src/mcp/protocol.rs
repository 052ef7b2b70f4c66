//! The protocol itself, which `rmcp` speaks in all its versions. Nothing else here knows that crate.

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use boards::Effect;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Collected, Full};
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler};
use sessions::board_tools::Offered;

use super::tools;
use crate::app::App;
use crate::auth::Actor;
use crate::limits::{MAX_BODY_BYTES, TOOL_LIST_LIFE};
use crate::problem::{Problem, ProblemResponse};

/// What a client must accept. There is one kind of answer, so those that name less are not turned away.
const ACCEPT: &str = "application/json, text/event-stream";
/// What begins the name of every header of the protocol.
const HEADER_PREFIX: &str = "mcp-";

const INSTRUCTIONS: &str = "Tandem keeps boards that people and agents edit together. Begin with list_projects, then \
    list_boards or the project's kanban_board_id. What you change is seen at once by everybody who has the board open.";

/// Answers a message whose sender is known and whose size and depth have been checked.
pub async fn answer(app: Arc<App>, actor: Actor, headers: &HeaderMap, message: Bytes) -> Response {
    // Who may ask has been decided: by the host, the origin and the token, which goes no further than here.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_BODY_BYTES)
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let caller = Caller { app, actor };
    let service =
        StreamableHttpService::new(move || Ok(caller.clone()), Arc::new(NeverSessionManager::default()), config);
    let mut request = Request::new(Full::new(message));
    *request.method_mut() = Method::POST;
    let passed_on = headers.iter().filter(|(name, _)| name.as_str().starts_with(HEADER_PREFIX));
    request.headers_mut().extend(passed_on.map(|(name, value)| (name.clone(), value.clone())));
    request.headers_mut().insert(header::HOST, HeaderValue::from_static("localhost"));
    request.headers_mut().insert(header::ACCEPT, HeaderValue::from_static(ACCEPT));
    request.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let response = service.handle(request).await;
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if response.status().is_success() || is_json {
        return response.map(Body::new);
    }
    let status = response.status();
    let words = response.into_body().collect().await.map(Collected::to_bytes).unwrap_or_default();
    refused(status, &words)
}

/// What was refused in plain words becomes a problem, like everything that the server refuses.
fn refused(status: StatusCode, words: &[u8]) -> Response {
    if status.is_server_error() {
        tracing::error!(status = status.as_u16(), "A message of the MCP door was not answered");
        return Problem::internal_logged().into_response();
    }
    Problem::new(status, "mcp_refused", String::from_utf8_lossy(words)).into_response()
}

/// The person whose token a program shows.
#[derive(Clone)]
struct Caller {
    app: Arc<App>,
    actor: Actor,
}

impl ServerHandler for Caller {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("tandem", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let life_ms = u64::try_from(TOOL_LIST_LIFE.as_millis()).unwrap_or_default();
        let listed = ListToolsResult::with_all_items(TOOLS.clone());
        Ok(listed.with_ttl_ms(life_ms).with_cache_scope(CacheScope::Private))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (app, actor) = (Arc::clone(&self.app), self.actor.clone());
        let input = request.arguments.unwrap_or_default();
        let Some(answered) = tools::call(app, actor, &request.name, input).await else {
            return Err(ErrorData::invalid_params(format!("There is no tool {:?}.", request.name), None));
        };
        Ok(answered.map_or_else(failed, CallToolResult::structured).into())
    }
}

fn failed(problem: Problem) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(problem.detail())]);
    // Plain strings and numbers always become JSON.
    result.structured_content = serde_json::to_value(ProblemResponse::from(problem)).ok();
    result
}

static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| tools::offered().into_iter().map(described).collect());

fn described(tool: Offered) -> Tool {
    let annotations = ToolAnnotations::new().read_only(tool.effect == Effect::Reads).open_world(false);
    let annotations = match tool.effect {
        Effect::Reads => annotations,
        // Every change stays in the board's history and can be taken back.
        Effect::Changes => annotations.destructive(false),
        Effect::Deletes => annotations.destructive(true),
    };
    let schema = tool.spec.input_schema.as_object().cloned().unwrap_or_default();
    Tool::new(tool.spec.name, tool.spec.description, schema).with_annotations(annotations)
}
