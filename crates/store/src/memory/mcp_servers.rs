use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;

use super::MemoryStore;
use crate::{McpServerId, McpServerRow, McpServers, ProjectId, StoreError};

/// The bound of the lists.
const MAX_LISTED: usize = 1_000;

#[derive(Default)]
pub(super) struct State {
    by_name: BTreeMap<String, McpServerRow>,
    chosen: BTreeSet<(ProjectId, McpServerId)>,
}

impl State {
    fn has(&self, id: McpServerId) -> bool {
        self.by_name.values().any(|server| server.id == id)
    }

    pub(super) fn forget_project(&mut self, project: ProjectId) {
        self.chosen.retain(|(its, _)| *its != project);
    }
}

#[async_trait]
impl McpServers for MemoryStore {
    async fn create_mcp_server(&self, server: McpServerRow) -> Result<(), StoreError> {
        let servers = &mut self.write("register a server")?.mcp_servers;
        if servers.by_name.contains_key(&server.name) || servers.has(server.id) {
            return Err(StoreError::Exists { what: "server" });
        }
        servers.by_name.insert(server.name.clone(), server);
        Ok(())
    }

    async fn update_mcp_server(&self, server: McpServerRow) -> Result<(), StoreError> {
        let servers = &mut self.write("change a server")?.mcp_servers;
        let known = servers.by_name.values().find(|known| known.id == server.id).cloned();
        let known = known.ok_or(StoreError::Missing { what: "server" })?;
        if servers.by_name.get(&server.name).is_some_and(|other| other.id != server.id) {
            return Err(StoreError::Exists { what: "server" });
        }
        servers.by_name.remove(&known.name);
        servers.by_name.insert(server.name.clone(), McpServerRow { created_at: known.created_at, ..server });
        Ok(())
    }

    async fn mcp_servers(&self) -> Result<Vec<McpServerRow>, StoreError> {
        Ok(self.read().mcp_servers.by_name.values().take(MAX_LISTED).cloned().collect())
    }

    async fn delete_mcp_server(&self, id: McpServerId) -> Result<(), StoreError> {
        let servers = &mut self.write("delete a server")?.mcp_servers;
        if !servers.has(id) {
            return Err(StoreError::Missing { what: "server" });
        }
        servers.by_name.retain(|_, server| server.id != id);
        servers.chosen.retain(|(_, server)| *server != id);
        Ok(())
    }

    async fn project_mcp_servers(&self, project: ProjectId) -> Result<Vec<McpServerRow>, StoreError> {
        let servers = &self.read().mcp_servers;
        let chosen = servers.by_name.values().filter(|server| servers.chosen.contains(&(project, server.id)));
        Ok(chosen.take(MAX_LISTED).cloned().collect())
    }

    async fn set_project_mcp_servers(&self, project: ProjectId, chosen: &[McpServerId]) -> Result<(), StoreError> {
        let mut state = self.write("choose servers")?;
        state.projects.expect_project(project)?;
        let servers = &mut state.mcp_servers;
        if !chosen.iter().all(|id| servers.has(*id)) {
            return Err(StoreError::Missing { what: "server" });
        }
        servers.forget_project(project);
        servers.chosen.extend(chosen.iter().map(|id| (project, *id)));
        Ok(())
    }
}
