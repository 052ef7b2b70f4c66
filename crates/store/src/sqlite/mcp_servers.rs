//! The registered servers of other tools in SQLite.

use std::collections::BTreeSet;

use async_trait::async_trait;
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;

use super::SqliteStore;
use super::column::{Unavailable, get, id, time};
use super::work::{Constraint, Work, WriteError, some_row};
use crate::{McpServerId, McpServerRow, McpServers, ProjectId, StoreError};

const SERVERS: &str = "SELECT id, name, config, created_at FROM mcp_servers ORDER BY name LIMIT 1000";
const SERVERS_OF: &str = "SELECT m.id, m.name, m.config, m.created_at FROM project_mcp_servers p \
     JOIN mcp_servers m ON m.id = p.server WHERE p.project = $1 ORDER BY m.name LIMIT 1000";
const INSERT_SERVER: &str = "INSERT INTO mcp_servers (id, name, config, created_at) VALUES ($1, $2, $3, $4)";
const UPDATE_SERVER: &str = "UPDATE mcp_servers SET name = $2, config = $3 WHERE id = $1";
const DELETE_SERVER: &str = "DELETE FROM mcp_servers WHERE id = $1";
const SERVER_EXISTS: &str = "SELECT 1 FROM mcp_servers WHERE id = $1 LIMIT 1";
const FORGET_CHOICE: &str = "DELETE FROM project_mcp_servers WHERE project = $1";
const INSERT_CHOICE: &str = "INSERT INTO project_mcp_servers (project, server) VALUES ($1, $2)";
const PROJECT_EXISTS: &str = "SELECT 1 FROM projects WHERE id = $1 LIMIT 1";

const READING: &str = "read servers";

#[async_trait]
impl McpServers for SqliteStore {
    async fn create_mcp_server(&self, server: McpServerRow) -> Result<(), StoreError> {
        let work = Work::new("register a server", move |connection| Box::pin(create(connection, server)));
        self.writer().write(work).await
    }

    async fn update_mcp_server(&self, server: McpServerRow) -> Result<(), StoreError> {
        let work = Work::new("change a server", move |connection| Box::pin(update(connection, server)));
        self.writer().write(work).await
    }

    async fn mcp_servers(&self) -> Result<Vec<McpServerRow>, StoreError> {
        let rows = sqlx::query(SERVERS).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_server).collect()).unavailable(READING)
    }

    async fn delete_mcp_server(&self, id: McpServerId) -> Result<(), StoreError> {
        let work = Work::new("delete a server", move |connection| Box::pin(delete(connection, id)));
        self.writer().write(work).await
    }

    async fn project_mcp_servers(&self, project: ProjectId) -> Result<Vec<McpServerRow>, StoreError> {
        let rows = sqlx::query(SERVERS_OF).bind(&project.as_bytes()[..]).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_server).collect()).unavailable(READING)
    }

    async fn set_project_mcp_servers(&self, project: ProjectId, servers: &[McpServerId]) -> Result<(), StoreError> {
        let servers: BTreeSet<McpServerId> = servers.iter().copied().collect();
        let work = Work::new("choose servers", move |connection| Box::pin(choose(connection, project, servers)));
        self.writer().write(work).await
    }
}

async fn create(connection: &mut SqliteConnection, server: McpServerRow) -> Result<(), WriteError> {
    sqlx::query(INSERT_SERVER)
        .bind(&server.id.as_bytes()[..])
        .bind(server.name)
        .bind(server.config)
        .bind(server.created_at.as_millis())
        .execute(connection)
        .await
        .or_exists("server")?;
    Ok(())
}

async fn update(connection: &mut SqliteConnection, server: McpServerRow) -> Result<(), WriteError> {
    let query = sqlx::query(UPDATE_SERVER).bind(&server.id.as_bytes()[..]).bind(server.name).bind(server.config);
    some_row(&query.execute(connection).await.or_exists("server")?, "server")
}

async fn delete(connection: &mut SqliteConnection, id: McpServerId) -> Result<(), WriteError> {
    some_row(&sqlx::query(DELETE_SERVER).bind(&id.as_bytes()[..]).execute(connection).await?, "server")
}

async fn choose(
    connection: &mut SqliteConnection,
    project: ProjectId,
    servers: BTreeSet<McpServerId>,
) -> Result<(), WriteError> {
    let project = &project.as_bytes()[..];
    let known = sqlx::query(PROJECT_EXISTS).bind(project).fetch_optional(&mut *connection).await?;
    known.ok_or(StoreError::Missing { what: "project" })?;
    sqlx::query(FORGET_CHOICE).bind(project).execute(&mut *connection).await?;
    for server in &servers {
        let server = &server.as_bytes()[..];
        let known = sqlx::query(SERVER_EXISTS).bind(server).fetch_optional(&mut *connection).await?;
        known.ok_or(StoreError::Missing { what: "server" })?;
        sqlx::query(INSERT_CHOICE).bind(project).bind(server).execute(&mut *connection).await?;
    }
    Ok(())
}

fn read_server(row: &SqliteRow) -> Result<McpServerRow, sqlx::Error> {
    Ok(McpServerRow {
        id: id(row, 0, McpServerId::from_bytes)?,
        name: get(row, 1)?,
        config: get(row, 2)?,
        created_at: time(row, 3)?,
    })
}
