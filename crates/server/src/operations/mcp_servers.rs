//! The registry of tool servers. They are programs this machine runs, so only administrators fill it.

use std::collections::BTreeMap;

use engine::Timestamp;
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{McpServerId, McpServerRow, Role};

use crate::access::{Call, InProject, LoggedIn, Signed};
use crate::ids;
use crate::limits::{MAX_MCP_SERVERS, MAX_PATH_CHARS};
use crate::mcp_probe::{Target, Tried, probe};
use crate::operation::{Body, Created, Nothing, Operation, Path, Reply, delete, get, post, put};
use crate::page::ListResponse;
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/mcp-servers", "list_mcp_servers", "Lists the registered tool servers; their secrets are masked.")
            .tag("mcp")
            .user(list_servers),
        post("/mcp-servers", "create_mcp_server", "Registers a tool server.")
            .tag("mcp")
            .problem(StatusCode::CONFLICT)
            .admin(create_server),
        put("/mcp-servers/{server}", "update_mcp_server", "Changes a tool server; what is masked stays as it is.")
            .tag("mcp")
            .problem(StatusCode::NOT_FOUND)
            .problem(StatusCode::CONFLICT)
            .admin(update_server),
        delete("/mcp-servers/{server}", "delete_mcp_server", "Takes a tool server off the registry.")
            .tag("mcp")
            .problem(StatusCode::NOT_FOUND)
            .admin(delete_server),
        post(
            "/mcp-servers/{server}/test",
            "test_mcp_server",
            "Starts or calls a tool server, asks for its tools, and lets it go.",
        )
        .tag("mcp")
        .problem(StatusCode::NOT_FOUND)
        .admin(test_server),
        get("/projects/{id}/mcp-servers", "list_project_mcp_servers", "Lists the tool servers a project's agents use.")
            .tag("mcp")
            .project(Role::Viewer, list_project_servers),
        put("/projects/{id}/mcp-servers", "set_project_mcp_servers", "Chooses the tool servers of a project's agents.")
            .tag("mcp")
            .project(Role::Owner, set_project_servers),
    ]
}

/// How a tool server is reached.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum ServerConfig {
    /// A program, started without a shell.
    Stdio {
        command: String,
        #[serde(default)]
        args: Vec<String>,
        #[serde(default)]
        env: BTreeMap<String, String>,
    },
    Http {
        url: String,
        #[serde(default)]
        headers: BTreeMap<String, String>,
    },
}

#[derive(Debug, Serialize, JsonSchema)]
struct ServerResponse {
    id: McpServerId,
    name: String,
    /// Values of its environment and headers are masked.
    config: ServerConfig,
    created_at: Timestamp,
}

const MASK: &str = "••••";

impl ServerConfig {
    fn masked(self) -> Self {
        let mask =
            |secrets: BTreeMap<String, String>| secrets.into_keys().map(|name| (name, MASK.to_owned())).collect();
        match self {
            // An argument may be a secret as well.
            Self::Stdio { command, args, env } => {
                let args = args.iter().map(|_| MASK.to_owned()).collect();
                Self::Stdio { command, args, env: mask(env) }
            }
            Self::Http { url, headers } => {
                let url = url.split(['?', '#']).next().unwrap_or_default().to_owned();
                Self::Http { url, headers: mask(headers) }
            }
        }
    }

    /// Puts back what was masked when it was read; what cannot be known must be typed again.
    fn unmasked(self, before: Self) -> Result<Self, Problem> {
        let again = |path: String| Problem::invalid(path, "type this again: what it was is not known here");
        let secrets = |now: BTreeMap<String, String>, before: &BTreeMap<String, String>, at: &str| {
            let known = |(name, value): (String, String)| match value {
                masked if masked == MASK => {
                    let value = before.get(&name).cloned().ok_or_else(|| again(format!("/config/{at}/{name}")))?;
                    Ok((name, value))
                }
                value => Ok((name, value)),
            };
            now.into_iter().map(known).collect::<Result<BTreeMap<_, _>, Problem>>()
        };
        match (self, before) {
            (Self::Stdio { command, args, env }, Self::Stdio { args: args_before, env: env_before, .. }) => {
                let known = |(index, arg): (usize, String)| match arg {
                    masked if masked == MASK => {
                        args_before.get(index).cloned().ok_or_else(|| again(format!("/config/args/{index}")))
                    }
                    arg => Ok(arg),
                };
                let args = args.into_iter().enumerate().map(known).collect::<Result<_, Problem>>()?;
                Ok(Self::Stdio { command, args, env: secrets(env, &env_before, "env")? })
            }
            (Self::Http { url, headers }, Self::Http { url: url_before, headers: headers_before }) => {
                let is_shown = url_before.split(['?', '#']).next() == Some(&url);
                let url = if is_shown { url_before } else { url };
                Ok(Self::Http { url, headers: secrets(headers, &headers_before, "headers")? })
            }
            (Self::Stdio { command, args, env }, Self::Http { .. }) => {
                let args_known = !args.iter().any(|arg| arg == MASK);
                let env = secrets(env, &BTreeMap::new(), "env")?;
                if args_known { Ok(Self::Stdio { command, args, env }) } else { Err(again("/config/args".to_owned())) }
            }
            (Self::Http { url, headers }, Self::Stdio { .. }) => {
                Ok(Self::Http { url, headers: secrets(headers, &BTreeMap::new(), "headers")? })
            }
        }
    }

    fn check(&self) -> Result<(), Problem> {
        match self {
            Self::Stdio { command, .. } if command.trim().is_empty() || command.chars().count() > MAX_PATH_CHARS => {
                Err(Problem::invalid("/config/command", format!("a program is 1 to {MAX_PATH_CHARS} characters")))
            }
            Self::Http { url, .. } if !(url.starts_with("https://") || url.starts_with("http://")) => {
                Err(Problem::invalid("/config/url", "an address begins with https:// or http://"))
            }
            Self::Http { url, .. } if url.contains('@') => {
                Err(Problem::invalid("/config/url", "put secrets into headers, not into the address"))
            }
            Self::Stdio { .. } | Self::Http { .. } => Ok(()),
        }
    }
}

fn read(row: &McpServerRow) -> Result<ServerConfig, Problem> {
    serde_json::from_str(&row.config).map_err(|error| Problem::internal("reading a tool server", &error))
}

fn describe(row: McpServerRow) -> Result<ServerResponse, Problem> {
    let config = read(&row)?;
    Ok(ServerResponse { id: row.id, name: row.name, config: config.masked(), created_at: row.created_at })
}

fn describe_all(rows: Vec<McpServerRow>) -> Result<Reply<ListResponse<ServerResponse>>, Problem> {
    let items: Result<Vec<ServerResponse>, Problem> = rows.into_iter().map(describe).collect();
    Ok(Reply(ListResponse::whole(items?)))
}

async fn list_servers(call: Call<Signed>) -> Result<Reply<ListResponse<ServerResponse>>, Problem> {
    describe_all(call.app.store.mcp_servers().await?)
}

/// The name of a tool server, which becomes part of the names of its tools.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(inline, extend("minLength" = 1, "maxLength" = 40, "pattern" = "^[A-Za-z0-9_-]+$"))]
struct ServerName(String);

impl TryFrom<String> for ServerName {
    type Error = &'static str;

    fn try_from(raw: String) -> Result<Self, Self::Error> {
        let plain = raw.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter));
        // Ours is called like the product, and nobody may take its place.
        if plain && (1..=40).contains(&raw.len()) && raw != "tandem" {
            Ok(Self(raw))
        } else {
            Err("a name has 1 to 40 letters, digits, - and _, and is not \"tandem\"")
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CreateServerParams {
    name: ServerName,
    config: ServerConfig,
}

async fn create_server(
    call: Call<LoggedIn>,
    Body(params): Body<CreateServerParams>,
) -> Result<Created<ServerResponse>, Problem> {
    params.config.check()?;
    let store = &call.app.store;
    if store.mcp_servers().await?.len() >= MAX_MCP_SERVERS {
        return Err(Problem::conflict(
            "limit_reached",
            format!("A server has at most {MAX_MCP_SERVERS} tool servers."),
        ));
    }
    let config =
        serde_json::to_string(&params.config).map_err(|error| Problem::internal("writing a tool server", &error))?;
    let id = McpServerId::from_uuid(ids::mint(call.now));
    let row = McpServerRow { id, name: params.name.0, config, created_at: call.now };
    store.create_mcp_server(row.clone()).await?;
    Ok(Created(describe(row)?))
}

#[derive(Deserialize, JsonSchema)]
struct ServerPath {
    server: McpServerId,
}

async fn update_server(
    call: Call<LoggedIn>,
    Path(path): Path<ServerPath>,
    Body(params): Body<CreateServerParams>,
) -> Result<Reply<ServerResponse>, Problem> {
    let store = &call.app.store;
    let rows = store.mcp_servers().await?;
    let row = rows.into_iter().find(|row| row.id == path.server).ok_or_else(|| Problem::not_found("mcp_server"))?;
    let config = params.config.unmasked(read(&row)?)?;
    config.check()?;
    let config = serde_json::to_string(&config).map_err(|error| Problem::internal("writing a tool server", &error))?;
    let row = McpServerRow { name: params.name.0, config, ..row };
    store.update_mcp_server(row.clone()).await?;
    Ok(Reply(describe(row)?))
}

async fn delete_server(call: Call<LoggedIn>, Path(path): Path<ServerPath>) -> Result<Nothing, Problem> {
    call.app.store.delete_mcp_server(path.server).await?;
    Ok(Nothing)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoParams {}

async fn test_server(
    call: Call<LoggedIn>,
    Path(path): Path<ServerPath>,
    Body(NoParams {}): Body<NoParams>,
) -> Result<Reply<Tried>, Problem> {
    let rows = call.app.store.mcp_servers().await?;
    let row = rows.into_iter().find(|row| row.id == path.server).ok_or_else(|| Problem::not_found("mcp_server"))?;
    let target = match read(&row)? {
        ServerConfig::Stdio { command, args, env } => Target::Stdio { command, arguments: args, environment: env },
        ServerConfig::Http { url, headers } => Target::Http { url, headers },
    };
    // On its own, so that what it starts is ended also when nobody waits for the answer any more.
    let probe = probe(target, call.app.probes.clone(), ids::mint(call.now));
    let tried = call.app.tasks.spawn(probe).await;
    tried.map(Reply).map_err(|error| Problem::internal("trying a tool server out", &error))
}

async fn list_project_servers(call: Call<InProject>) -> Result<Reply<ListResponse<ServerResponse>>, Problem> {
    describe_all(call.app.store.project_mcp_servers(call.scope.project.id).await?)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChosenServersParams {
    ids: Vec<McpServerId>,
}

async fn set_project_servers(
    call: Call<InProject>,
    Body(params): Body<ChosenServersParams>,
) -> Result<Reply<ListResponse<ServerResponse>>, Problem> {
    let (store, project) = (&call.app.store, call.scope.project.id);
    let known = store.mcp_servers().await?;
    for (index, id) in params.ids.iter().enumerate() {
        if !known.iter().any(|row| row.id == *id) {
            return Err(Problem::invalid(format!("/ids/{index}"), "there is no such tool server"));
        }
    }
    store.set_project_mcp_servers(project, &params.ids).await?;
    describe_all(store.project_mcp_servers(project).await?)
}
