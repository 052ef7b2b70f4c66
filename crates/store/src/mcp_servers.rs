//! The servers of other tools that an administrator registered, and which projects use them.

use async_trait::async_trait;
use engine::Timestamp;

use crate::{McpServerId, ProjectId, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpServerRow {
    pub id: McpServerId,
    pub name: String,
    /// JSON; may hold secrets, so it never leaves the server as it is.
    pub config: String,
    pub created_at: Timestamp,
}

#[async_trait]
pub trait McpServers: Send + Sync + 'static {
    /// `Exists { what: "server" }` if the name is taken.
    async fn create_mcp_server(&self, server: McpServerRow) -> Result<(), StoreError>;
    /// Gives a server another name or configuration; `Missing { what: "server" }` if there is none, `Exists` if another has
    /// the name.
    async fn update_mcp_server(&self, server: McpServerRow) -> Result<(), StoreError>;
    /// Returns all servers by name, at most 1,000.
    async fn mcp_servers(&self) -> Result<Vec<McpServerRow>, StoreError>;
    /// Deletes a server, also from the projects that use it; `Missing { what: "server" }` if there is none.
    async fn delete_mcp_server(&self, id: McpServerId) -> Result<(), StoreError>;
    /// Returns the servers a project uses, by name, at most 1,000.
    async fn project_mcp_servers(&self, project: ProjectId) -> Result<Vec<McpServerRow>, StoreError>;
    /// Sets which servers a project uses; `Missing { what: "server" }` if one is not registered, or `"project"`.
    async fn set_project_mcp_servers(&self, project: ProjectId, servers: &[McpServerId]) -> Result<(), StoreError>;
}
