//! Who may ask: users, the devices they are logged in on, personal tokens, invitations.

use async_trait::async_trait;
use engine::{Timestamp, UserId};

use crate::{DeviceId, InviteId, StoreError, TokenId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    /// Trimmed and lower-cased: the form by which it is unique.
    pub email: String,
    pub name: String,
    pub role: UserRole,
    /// An argon2id hash in PHC form.
    pub password_hash: String,
    pub created_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserRole {
    Admin,
    Member,
}

/// An account to be made, and what must hold for it.
#[derive(Clone, Debug)]
pub enum NewUser {
    /// Only if there is no account yet; otherwise `StoreError::Exists { what: "first account" }`.
    First(User),
    /// Only if this invitation is unused and not expired at `user.created_at`; it is used up in the same step.
    /// Otherwise `StoreError::Missing { what: "invitation" }`.
    Invited(User, SecretHash),
    /// Whatever else there is.
    Any(User),
}

/// The SHA-256 of a secret that only its owner knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SecretHash(pub [u8; 32]);

impl std::fmt::Debug for SecretHash {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("SecretHash(..)")
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    pub id: DeviceId,
    pub user: UserId,
    /// What the client called itself.
    pub name: String,
    pub created_at: Timestamp,
    pub seen_at: Timestamp,
}

/// A refresh token to be stored.
#[derive(Clone, Copy, Debug)]
pub struct RefreshGrant {
    pub hash: SecretHash,
    pub expires_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefreshOutcome {
    /// The old token is used up and the new one stands.
    Rotated(Device),
    /// The old token had been used before: the device and all its tokens are revoked.
    Reused(Device),
    /// No such token, or expired, or its device is gone.
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalToken {
    pub id: TokenId,
    pub user: UserId,
    pub name: String,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    pub id: InviteId,
    pub created_by: UserId,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

#[async_trait]
pub trait Accounts: Send + Sync + 'static {
    /// Makes an account; `Exists { what: "account" }` when the email is taken.
    async fn create_user(&self, user: NewUser) -> Result<(), StoreError>;
    async fn user(&self, id: UserId) -> Result<Option<User>, StoreError>;
    async fn user_by_email(&self, email: &str) -> Result<Option<User>, StoreError>;
    /// Returns up to `limit` users after `after`, by id.
    async fn users(&self, after: Option<UserId>, limit: usize) -> Result<Vec<User>, StoreError>;
    async fn rename_user(&self, id: UserId, name: &str) -> Result<(), StoreError>;
    /// Sets the password and revokes every device but `keep`; returns the revoked ones.
    async fn set_password(
        &self,
        id: UserId,
        password_hash: &str,
        keep: Option<DeviceId>,
    ) -> Result<Vec<DeviceId>, StoreError>;

    async fn create_device(&self, device: Device, refresh: RefreshGrant) -> Result<(), StoreError>;
    async fn device(&self, id: DeviceId) -> Result<Option<Device>, StoreError>;
    /// Returns the user's devices, newest first, at most 500.
    async fn devices(&self, user: UserId) -> Result<Vec<Device>, StoreError>;
    /// Uses up one refresh token and stores the next in one step.
    async fn rotate_refresh(
        &self,
        used: SecretHash,
        next: RefreshGrant,
        now: Timestamp,
    ) -> Result<RefreshOutcome, StoreError>;
    /// Returns the device a live refresh token belongs to.
    async fn device_by_refresh(&self, hash: SecretHash) -> Result<Option<Device>, StoreError>;
    /// Revokes a device of this user with all its refresh tokens; `Missing { what: "device" }` if there is none.
    async fn revoke_device(&self, user: UserId, id: DeviceId) -> Result<(), StoreError>;

    async fn create_token(&self, token: PersonalToken, hash: SecretHash) -> Result<(), StoreError>;
    async fn token_by_hash(&self, hash: SecretHash) -> Result<Option<PersonalToken>, StoreError>;
    /// Returns the user's tokens, newest first, at most 500.
    async fn tokens(&self, user: UserId) -> Result<Vec<PersonalToken>, StoreError>;
    /// Deletes a token of this user; `Missing { what: "token" }` if there is none.
    async fn revoke_token(&self, user: UserId, id: TokenId) -> Result<(), StoreError>;

    async fn create_invite(&self, invite: Invite, hash: SecretHash) -> Result<(), StoreError>;
    /// Returns the unused invitations, newest first, at most 500.
    async fn invites(&self) -> Result<Vec<Invite>, StoreError>;
    /// Deletes an unused invitation; `Missing { what: "invitation" }` if there is none.
    async fn revoke_invite(&self, id: InviteId) -> Result<(), StoreError>;
}
