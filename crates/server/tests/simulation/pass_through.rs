//! The parts of a store that a live board does not write, handed on to the disk.

use async_trait::async_trait;
use engine::{BoardId, SessionId, Timestamp, UserId};
use store::{
    Accounts, AppendError, Board, Device, DeviceId, EventLog, Invite, InviteId, Member, NewBoard, NewUser,
    PersonalToken, Project, ProjectId, ProjectPatch, Projects, RefreshGrant, RefreshOutcome, Role, SecretHash,
    SessionEvent, StoreError, TokenId, Upkeep, User,
};

use crate::disk::Access;

#[async_trait]
impl Accounts for Access {
    async fn create_user(&self, user: NewUser) -> Result<(), StoreError> {
        self.disk.memory.create_user(user).await
    }
    async fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        self.read().await?;
        self.disk.memory.user(id).await
    }
    async fn user_by_email(&self, email: &str) -> Result<Option<User>, StoreError> {
        self.disk.memory.user_by_email(email).await
    }
    async fn users(&self, after: Option<UserId>, limit: usize) -> Result<Vec<User>, StoreError> {
        self.disk.memory.users(after, limit).await
    }
    async fn rename_user(&self, id: UserId, name: &str) -> Result<(), StoreError> {
        self.disk.memory.rename_user(id, name).await
    }
    async fn set_password(
        &self,
        id: UserId,
        password_hash: &str,
        keep: Option<DeviceId>,
    ) -> Result<Vec<DeviceId>, StoreError> {
        self.disk.memory.set_password(id, password_hash, keep).await
    }
    async fn create_device(&self, device: Device, refresh: RefreshGrant) -> Result<(), StoreError> {
        self.disk.memory.create_device(device, refresh).await
    }
    async fn device(&self, id: DeviceId) -> Result<Option<Device>, StoreError> {
        self.read().await?;
        self.disk.memory.device(id).await
    }
    async fn devices(&self, user: UserId) -> Result<Vec<Device>, StoreError> {
        self.disk.memory.devices(user).await
    }
    async fn rotate_refresh(
        &self,
        used: SecretHash,
        next: RefreshGrant,
        now: Timestamp,
    ) -> Result<RefreshOutcome, StoreError> {
        self.disk.memory.rotate_refresh(used, next, now).await
    }
    async fn device_by_refresh(&self, hash: SecretHash) -> Result<Option<Device>, StoreError> {
        self.disk.memory.device_by_refresh(hash).await
    }
    async fn revoke_device(&self, user: UserId, id: DeviceId) -> Result<(), StoreError> {
        self.disk.memory.revoke_device(user, id).await
    }
    async fn create_token(&self, token: PersonalToken, hash: SecretHash) -> Result<(), StoreError> {
        self.disk.memory.create_token(token, hash).await
    }
    async fn token_by_hash(&self, hash: SecretHash) -> Result<Option<PersonalToken>, StoreError> {
        self.read().await?;
        self.disk.memory.token_by_hash(hash).await
    }
    async fn tokens(&self, user: UserId) -> Result<Vec<PersonalToken>, StoreError> {
        self.read().await?;
        self.disk.memory.tokens(user).await
    }
    async fn revoke_token(&self, user: UserId, id: TokenId) -> Result<(), StoreError> {
        self.disk.memory.revoke_token(user, id).await
    }
    async fn create_invite(&self, invite: Invite, hash: SecretHash) -> Result<(), StoreError> {
        self.disk.memory.create_invite(invite, hash).await
    }
    async fn invites(&self) -> Result<Vec<Invite>, StoreError> {
        self.disk.memory.invites().await
    }
    async fn revoke_invite(&self, id: InviteId) -> Result<(), StoreError> {
        self.disk.memory.revoke_invite(id).await
    }
}

#[async_trait]
impl Projects for Access {
    async fn create_project(&self, project: Project, owner: UserId, board: NewBoard) -> Result<(), StoreError> {
        self.disk.memory.create_project(project, owner, board).await
    }
    async fn project(&self, id: ProjectId) -> Result<Option<Project>, StoreError> {
        self.disk.memory.project(id).await
    }
    async fn projects_of(
        &self,
        user: UserId,
        after: Option<ProjectId>,
        limit: usize,
    ) -> Result<Vec<(Project, Role)>, StoreError> {
        self.disk.memory.projects_of(user, after, limit).await
    }
    async fn update_project(&self, id: ProjectId, patch: ProjectPatch) -> Result<Project, StoreError> {
        self.disk.memory.update_project(id, patch).await
    }
    async fn delete_project(&self, id: ProjectId) -> Result<(), StoreError> {
        self.disk.memory.delete_project(id).await
    }
    async fn role(&self, project: ProjectId, user: UserId) -> Result<Option<Role>, StoreError> {
        self.read().await?;
        self.disk.memory.role(project, user).await
    }
    async fn members(&self, project: ProjectId) -> Result<Vec<Member>, StoreError> {
        self.disk.memory.members(project).await
    }
    async fn set_member(&self, project: ProjectId, user: UserId, role: Role) -> Result<(), StoreError> {
        self.disk.memory.set_member(project, user, role).await
    }
    async fn remove_member(&self, project: ProjectId, user: UserId) -> Result<(), StoreError> {
        self.disk.memory.remove_member(project, user).await
    }
    async fn create_board(&self, project: ProjectId, board: NewBoard) -> Result<(), StoreError> {
        self.disk.memory.create_board(project, board).await
    }
    async fn board(&self, id: BoardId) -> Result<Option<Board>, StoreError> {
        self.read().await?;
        self.disk.memory.board(id).await
    }
    async fn boards(&self, project: ProjectId) -> Result<Vec<Board>, StoreError> {
        self.disk.memory.boards(project).await
    }
    async fn rename_board(&self, id: BoardId, title: &str) -> Result<(), StoreError> {
        self.disk.memory.rename_board(id, title).await
    }
    async fn delete_board(&self, id: BoardId) -> Result<(), StoreError> {
        self.disk.memory.delete_board(id).await
    }
}

#[async_trait]
impl EventLog for Access {
    async fn append_events(&self, session: SessionId, events: Vec<SessionEvent>) -> Result<(), AppendError> {
        self.disk.memory.append_events(session, events).await
    }
    async fn events(&self, session: SessionId, after: u64, limit: usize) -> Result<Vec<SessionEvent>, StoreError> {
        self.disk.memory.events(session, after, limit).await
    }
    async fn events_of(
        &self,
        session: SessionId,
        kind: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<SessionEvent>, StoreError> {
        self.disk.memory.events_of(session, kind, after, limit).await
    }
}

#[async_trait]
impl Upkeep for Access {
    async fn probe(&self) -> Result<(), StoreError> {
        self.disk.memory.probe().await
    }
    async fn verify(&self) -> Result<Vec<String>, StoreError> {
        self.disk.memory.verify().await
    }
    async fn close(&self) {
        self.disk.memory.close().await;
    }
}
