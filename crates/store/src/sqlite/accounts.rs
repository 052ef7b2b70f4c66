//! Users, devices, tokens and invitations in SQLite.

mod steps;

use async_trait::async_trait;
use engine::{Timestamp, UserId};
use sqlx::sqlite::SqliteRow;

use super::SqliteStore;
use super::column::{Unavailable, decode, get, hash, id, limit, time};
use super::work::Work;
use crate::{
    Accounts, Device, DeviceId, Invite, InviteId, NewUser, PersonalToken, RefreshGrant, RefreshOutcome, SecretHash,
    StoreError, TokenId, User, UserRole,
};

const USER: &str = "SELECT id, email, name, role, password_hash, created_at FROM users WHERE id = $1 LIMIT 1";
const USER_BY_EMAIL: &str =
    "SELECT id, email, name, role, password_hash, created_at FROM users WHERE email = $1 LIMIT 1";
const USERS: &str = "SELECT id, email, name, role, password_hash, created_at FROM users ORDER BY id LIMIT $1";
const USERS_AFTER: &str =
    "SELECT id, email, name, role, password_hash, created_at FROM users WHERE id > $1 ORDER BY id LIMIT $2";
const DEVICE: &str = "SELECT id, user_id, name, created_at, seen_at FROM devices WHERE id = $1 LIMIT 1";
const DEVICES: &str = "SELECT id, user_id, name, created_at, seen_at FROM devices WHERE user_id = $1 \
     ORDER BY created_at DESC, id DESC LIMIT 500";
const DEVICE_BY_REFRESH: &str = "SELECT d.id, d.user_id, d.name, d.created_at, d.seen_at FROM refresh_tokens r \
     JOIN devices d ON d.id = r.device WHERE r.hash = $1 AND r.used_at IS NULL LIMIT 1";
const TOKEN_BY_HASH: &str =
    "SELECT id, user_id, name, created_at, expires_at FROM personal_tokens WHERE hash = $1 LIMIT 1";
const TOKENS: &str = "SELECT id, user_id, name, created_at, expires_at FROM personal_tokens WHERE user_id = $1 \
     ORDER BY created_at DESC, id DESC LIMIT 500";
const INVITES: &str =
    "SELECT id, created_by, created_at, expires_at FROM invites ORDER BY created_at DESC, id DESC LIMIT 500";

const READING: &str = "read accounts";

#[async_trait]
impl Accounts for SqliteStore {
    async fn create_user(&self, user: NewUser) -> Result<(), StoreError> {
        let work = Work::new("create an account", |connection| Box::pin(steps::create_user(connection, user)));
        self.writer().write(work).await
    }

    async fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        let query = sqlx::query(USER).bind(&id.as_bytes()[..]);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_user(&row)).transpose().unavailable(READING)
    }

    async fn user_by_email(&self, email: &str) -> Result<Option<User>, StoreError> {
        let query = sqlx::query(USER_BY_EMAIL).bind(email);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_user(&row)).transpose().unavailable(READING)
    }

    async fn users(&self, after: Option<UserId>, max: usize) -> Result<Vec<User>, StoreError> {
        let rows = match &after {
            None => sqlx::query(USERS).bind(limit(max)).fetch_all(self.readers()).await,
            Some(after) => {
                let query = sqlx::query(USERS_AFTER).bind(&after.as_bytes()[..]).bind(limit(max));
                query.fetch_all(self.readers()).await
            }
        };
        rows.and_then(|rows| rows.iter().map(read_user).collect()).unavailable(READING)
    }

    async fn rename_user(&self, id: UserId, name: &str) -> Result<(), StoreError> {
        let name = name.to_owned();
        let work = Work::new("rename an account", move |connection| Box::pin(steps::rename_user(connection, id, name)));
        self.writer().write(work).await
    }

    async fn set_password(
        &self,
        id: UserId,
        password_hash: &str,
        keep: Option<DeviceId>,
    ) -> Result<Vec<DeviceId>, StoreError> {
        let password_hash = password_hash.to_owned();
        let work = Work::new("set a password", move |connection| {
            Box::pin(steps::set_password(connection, id, password_hash, keep))
        });
        self.writer().write(work).await
    }

    async fn create_device(&self, device: Device, refresh: RefreshGrant) -> Result<(), StoreError> {
        let work =
            Work::new("create a device", move |connection| Box::pin(steps::create_device(connection, device, refresh)));
        self.writer().write(work).await
    }

    async fn device(&self, id: DeviceId) -> Result<Option<Device>, StoreError> {
        let query = sqlx::query(DEVICE).bind(&id.as_bytes()[..]);
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_device(&row)).transpose().unavailable(READING)
    }

    async fn devices(&self, user: UserId) -> Result<Vec<Device>, StoreError> {
        let rows = sqlx::query(DEVICES).bind(&user.as_bytes()[..]).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_device).collect()).unavailable(READING)
    }

    async fn rotate_refresh(
        &self,
        used: SecretHash,
        next: RefreshGrant,
        now: Timestamp,
    ) -> Result<RefreshOutcome, StoreError> {
        let work = Work::new("rotate a refresh token", move |connection| {
            Box::pin(steps::rotate_refresh(connection, used, next, now))
        });
        self.writer().write(work).await
    }

    async fn device_by_refresh(&self, secret: SecretHash) -> Result<Option<Device>, StoreError> {
        let query = sqlx::query(DEVICE_BY_REFRESH).bind(hash(&secret));
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_device(&row)).transpose().unavailable(READING)
    }

    async fn revoke_device(&self, user: UserId, id: DeviceId) -> Result<(), StoreError> {
        let work = Work::new("revoke a device", move |connection| Box::pin(steps::revoke_device(connection, user, id)));
        self.writer().write(work).await
    }

    async fn create_token(&self, token: PersonalToken, hash: SecretHash) -> Result<(), StoreError> {
        let work =
            Work::new("create a token", move |connection| Box::pin(steps::create_token(connection, token, hash)));
        self.writer().write(work).await
    }

    async fn token_by_hash(&self, secret: SecretHash) -> Result<Option<PersonalToken>, StoreError> {
        let query = sqlx::query(TOKEN_BY_HASH).bind(hash(&secret));
        let row = query.fetch_optional(self.readers()).await.unavailable(READING)?;
        row.map(|row| read_token(&row)).transpose().unavailable(READING)
    }

    async fn tokens(&self, user: UserId) -> Result<Vec<PersonalToken>, StoreError> {
        let rows = sqlx::query(TOKENS).bind(&user.as_bytes()[..]).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_token).collect()).unavailable(READING)
    }

    async fn revoke_token(&self, user: UserId, id: TokenId) -> Result<(), StoreError> {
        let work = Work::new("revoke a token", move |connection| Box::pin(steps::revoke_token(connection, user, id)));
        self.writer().write(work).await
    }

    async fn create_invite(&self, invite: Invite, hash: SecretHash) -> Result<(), StoreError> {
        let work = Work::new("create an invitation", move |connection| {
            Box::pin(steps::create_invite(connection, invite, hash))
        });
        self.writer().write(work).await
    }

    async fn invites(&self) -> Result<Vec<Invite>, StoreError> {
        let rows = sqlx::query(INVITES).fetch_all(self.readers()).await;
        rows.and_then(|rows| rows.iter().map(read_invite).collect()).unavailable(READING)
    }

    async fn revoke_invite(&self, id: InviteId) -> Result<(), StoreError> {
        let work = Work::new("revoke an invitation", move |connection| Box::pin(steps::revoke_invite(connection, id)));
        self.writer().write(work).await
    }
}

fn read_user(row: &SqliteRow) -> Result<User, sqlx::Error> {
    let role = match get::<&str>(row, 3)? {
        "admin" => UserRole::Admin,
        "member" => UserRole::Member,
        other => return Err(decode(3, format!("no role is called {other:?}"))),
    };
    Ok(User {
        id: id(row, 0, UserId::from_bytes)?,
        email: get(row, 1)?,
        name: get(row, 2)?,
        role,
        password_hash: get(row, 4)?,
        created_at: time(row, 5)?,
    })
}

fn read_device(row: &SqliteRow) -> Result<Device, sqlx::Error> {
    Ok(Device {
        id: id(row, 0, DeviceId::from_bytes)?,
        user: id(row, 1, UserId::from_bytes)?,
        name: get(row, 2)?,
        created_at: time(row, 3)?,
        seen_at: time(row, 4)?,
    })
}

fn read_token(row: &SqliteRow) -> Result<PersonalToken, sqlx::Error> {
    let expires_at: Option<i64> = get(row, 4)?;
    Ok(PersonalToken {
        id: id(row, 0, TokenId::from_bytes)?,
        user: id(row, 1, UserId::from_bytes)?,
        name: get(row, 2)?,
        created_at: time(row, 3)?,
        expires_at: expires_at.map(Timestamp::from_millis),
    })
}

fn read_invite(row: &SqliteRow) -> Result<Invite, sqlx::Error> {
    Ok(Invite {
        id: id(row, 0, InviteId::from_bytes)?,
        created_by: id(row, 1, UserId::from_bytes)?,
        created_at: time(row, 2)?,
        expires_at: time(row, 3)?,
    })
}
