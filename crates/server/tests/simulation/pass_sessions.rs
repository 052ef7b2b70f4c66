//! Sessions and the servers of other tools, handed on to the disk.

use async_trait::async_trait;
use engine::{BoardId, Seq, SessionId, Timestamp, UserId};
use store::{
    AppendError, CardRun, Cards, FoundSession, McpServerId, McpServerRow, McpServers, OpenRequest, ProjectId, Review,
    Session, SessionDetails, SessionEvent, SessionFilter, SessionSearch, SessionStep, Sessions, StoreError,
    WaitingMessage,
};

use crate::disk::Access;

#[async_trait]
impl Sessions for Access {
    async fn create_session(&self, session: Session, first: SessionStep) -> Result<(), StoreError> {
        self.disk.memory.create_session(session, first).await
    }
    async fn session(&self, id: SessionId) -> Result<Option<Session>, StoreError> {
        self.read().await?;
        self.disk.memory.session(id).await
    }
    async fn sessions_of(
        &self,
        project: ProjectId,
        filter: SessionFilter,
        limit: usize,
    ) -> Result<Vec<Session>, StoreError> {
        self.disk.memory.sessions_of(project, filter, limit).await
    }
    async fn unfinished_sessions(&self, after: Option<SessionId>, limit: usize) -> Result<Vec<Session>, StoreError> {
        self.disk.memory.unfinished_sessions(after, limit).await
    }
    async fn record(&self, session: SessionId, step: SessionStep) -> Result<(), AppendError> {
        self.disk.memory.record(session, step).await
    }
    async fn fold_events(
        &self,
        session: SessionId,
        from: u64,
        to: u64,
        kinds: &[&'static str],
    ) -> Result<u64, StoreError> {
        self.disk.memory.fold_events(session, from, to, kinds).await
    }
    async fn last_event(&self, session: SessionId) -> Result<u64, StoreError> {
        self.disk.memory.last_event(session).await
    }
    async fn events_before(
        &self,
        session: SessionId,
        before: u64,
        limit: usize,
    ) -> Result<Vec<SessionEvent>, StoreError> {
        self.disk.memory.events_before(session, before, limit).await
    }
    async fn open_requests(&self, session: SessionId) -> Result<Vec<OpenRequest>, StoreError> {
        self.disk.memory.open_requests(session).await
    }
    async fn open_request(&self, session: SessionId, id: &str) -> Result<Option<OpenRequest>, StoreError> {
        self.disk.memory.open_request(session, id).await
    }
    async fn waiting_messages(&self, session: SessionId) -> Result<Vec<WaitingMessage>, StoreError> {
        self.disk.memory.waiting_messages(session).await
    }
    async fn details_of(&self, sessions: &[SessionId]) -> Result<Vec<SessionDetails>, StoreError> {
        self.disk.memory.details_of(sessions).await
    }

    async fn sessions_holding(&self, conversations: &[[u8; 16]]) -> Result<Vec<Session>, StoreError> {
        self.disk.memory.sessions_holding(conversations).await
    }

    async fn inbox(&self, user: UserId, limit: usize) -> Result<Vec<(Session, OpenRequest)>, StoreError> {
        self.disk.memory.inbox(user, limit).await
    }
}

#[async_trait]
impl SessionSearch for Access {
    async fn search_sessions(
        &self,
        project: ProjectId,
        words: &str,
        before: Option<u64>,
        limit: usize,
    ) -> Result<Vec<FoundSession>, StoreError> {
        self.disk.memory.search_sessions(project, words, before, limit).await
    }
}

#[async_trait]
impl Cards for Access {
    async fn card_runs(&self, board: BoardId) -> Result<Vec<CardRun>, StoreError> {
        self.disk.memory.card_runs(board).await
    }
    async fn card_run(&self, board: BoardId, card: &str) -> Result<Option<CardRun>, StoreError> {
        self.disk.memory.card_run(board, card).await
    }
    async fn handled(&self, board: BoardId) -> Result<Seq, StoreError> {
        self.disk.memory.handled(board).await
    }
    async fn save_card_runs(&self, board: BoardId, runs: Vec<CardRun>, handled: Option<Seq>) -> Result<(), StoreError> {
        self.disk.memory.save_card_runs(board, runs, handled).await
    }
    async fn unsettled_boards(&self, after: Option<BoardId>, limit: usize) -> Result<Vec<BoardId>, StoreError> {
        self.disk.memory.unsettled_boards(after, limit).await
    }
    async fn cards_in_need(&self, user: UserId, limit: usize) -> Result<Vec<CardRun>, StoreError> {
        self.disk.memory.cards_in_need(user, limit).await
    }
    async fn open_review(&self, session: SessionId, rules: String) -> Result<(), StoreError> {
        self.disk.memory.open_review(session, rules).await
    }
    async fn file_review(&self, session: SessionId, report: String, at: Timestamp) -> Result<(), StoreError> {
        self.disk.memory.file_review(session, report, at).await
    }
    async fn review(&self, session: SessionId) -> Result<Option<Review>, StoreError> {
        self.disk.memory.review(session).await
    }
}

#[async_trait]
impl McpServers for Access {
    async fn create_mcp_server(&self, server: McpServerRow) -> Result<(), StoreError> {
        self.disk.memory.create_mcp_server(server).await
    }
    async fn update_mcp_server(&self, server: McpServerRow) -> Result<(), StoreError> {
        self.disk.memory.update_mcp_server(server).await
    }
    async fn mcp_servers(&self) -> Result<Vec<McpServerRow>, StoreError> {
        self.disk.memory.mcp_servers().await
    }
    async fn delete_mcp_server(&self, id: McpServerId) -> Result<(), StoreError> {
        self.disk.memory.delete_mcp_server(id).await
    }
    async fn project_mcp_servers(&self, project: ProjectId) -> Result<Vec<McpServerRow>, StoreError> {
        self.disk.memory.project_mcp_servers(project).await
    }
    async fn set_project_mcp_servers(&self, project: ProjectId, servers: &[McpServerId]) -> Result<(), StoreError> {
        self.disk.memory.set_project_mcp_servers(project, servers).await
    }
}
