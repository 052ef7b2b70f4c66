//! The writes on accounts, each run inside one transaction.

use engine::{Timestamp, UserId};
use sqlx::{Row, SqliteConnection};

use super::read_device;
use crate::sqlite::column::{hash, id};
use crate::sqlite::work::{Constraint, WriteError, some_row};
use crate::{
    Device, DeviceId, Invite, InviteId, NewUser, PersonalToken, RefreshGrant, RefreshOutcome, SecretHash, StoreError,
    TokenId, User, UserRole,
};

const ANY_USER: &str = "SELECT 1 FROM users LIMIT 1";
const USE_INVITE: &str = "DELETE FROM invites WHERE hash = $1 AND expires_at > $2";
const INSERT_USER: &str =
    "INSERT INTO users (id, email, name, role, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
const RENAME_USER: &str = "UPDATE users SET name = $2 WHERE id = $1";
const SET_PASSWORD: &str = "UPDATE users SET password_hash = $2 WHERE id = $1";
const DELETE_DEVICES: &str = "DELETE FROM devices WHERE user_id = $1 RETURNING id";
const DELETE_OTHER_DEVICES: &str = "DELETE FROM devices WHERE user_id = $1 AND id <> $2 RETURNING id";
const INSERT_DEVICE: &str = "INSERT INTO devices (id, user_id, name, created_at, seen_at) VALUES ($1, $2, $3, $4, $5)";
const DELETE_DEVICE: &str = "DELETE FROM devices WHERE user_id = $1 AND id = $2";
const INSERT_REFRESH: &str = "INSERT INTO refresh_tokens (hash, device, expires_at) VALUES ($1, $2, $3)";
const REFRESH: &str = "SELECT d.id, d.user_id, d.name, d.created_at, d.seen_at, r.used_at FROM refresh_tokens r \
     JOIN devices d ON d.id = r.device WHERE r.hash = $1 AND r.expires_at > $2 LIMIT 1";
const USE_REFRESH: &str = "UPDATE refresh_tokens SET used_at = $2 WHERE hash = $1";
const FORGET_EXPIRED: &str = "DELETE FROM refresh_tokens WHERE device = $1 AND expires_at <= $2";
const SEE_DEVICE: &str = "UPDATE devices SET seen_at = $2 WHERE id = $1";
const INSERT_TOKEN: &str = "INSERT INTO personal_tokens (id, hash, user_id, name, created_at, expires_at) \
     VALUES ($1, $2, $3, $4, $5, $6)";
const DELETE_TOKEN: &str = "DELETE FROM personal_tokens WHERE user_id = $1 AND id = $2";
const INSERT_INVITE: &str =
    "INSERT INTO invites (id, hash, created_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)";
const DELETE_INVITE: &str = "DELETE FROM invites WHERE id = $1";

pub(super) async fn create_user(connection: &mut SqliteConnection, new: NewUser) -> Result<(), WriteError> {
    let user = match new {
        NewUser::Any(user) => user,
        NewUser::First(user) => {
            if sqlx::query(ANY_USER).fetch_optional(&mut *connection).await?.is_some() {
                return Err(StoreError::Exists { what: "first account" }.into());
            }
            user
        }
        NewUser::Invited(user, secret) => {
            let query = sqlx::query(USE_INVITE).bind(hash(&secret)).bind(user.created_at.as_millis());
            some_row(&query.execute(&mut *connection).await?, "invitation")?;
            user
        }
    };
    let User { id, email, name, role, password_hash, created_at } = user;
    let role = match role {
        UserRole::Admin => "admin",
        UserRole::Member => "member",
    };
    sqlx::query(INSERT_USER)
        .bind(&id.as_bytes()[..])
        .bind(email)
        .bind(name)
        .bind(role)
        .bind(password_hash)
        .bind(created_at.as_millis())
        .execute(connection)
        .await
        .or_exists("account")?;
    Ok(())
}

pub(super) async fn rename_user(connection: &mut SqliteConnection, id: UserId, name: String) -> Result<(), WriteError> {
    let query = sqlx::query(RENAME_USER).bind(&id.as_bytes()[..]).bind(name);
    some_row(&query.execute(connection).await?, "account")
}

pub(super) async fn set_password(
    connection: &mut SqliteConnection,
    user: UserId,
    password_hash: String,
    keep: Option<DeviceId>,
) -> Result<Vec<DeviceId>, WriteError> {
    let query = sqlx::query(SET_PASSWORD).bind(&user.as_bytes()[..]).bind(password_hash);
    some_row(&query.execute(&mut *connection).await?, "account")?;
    let query = match &keep {
        None => sqlx::query(DELETE_DEVICES).bind(&user.as_bytes()[..]),
        Some(keep) => sqlx::query(DELETE_OTHER_DEVICES).bind(&user.as_bytes()[..]).bind(&keep.as_bytes()[..]),
    };
    let rows = query.fetch_all(connection).await?;
    let revoked: Result<Vec<DeviceId>, sqlx::Error> = rows.iter().map(|row| id(row, 0, DeviceId::from_bytes)).collect();
    let mut revoked = revoked?;
    revoked.sort_unstable();
    Ok(revoked)
}

pub(super) async fn create_device(
    connection: &mut SqliteConnection,
    device: Device,
    refresh: RefreshGrant,
) -> Result<(), WriteError> {
    sqlx::query(INSERT_DEVICE)
        .bind(&device.id.as_bytes()[..])
        .bind(&device.user.as_bytes()[..])
        .bind(device.name)
        .bind(device.created_at.as_millis())
        .bind(device.seen_at.as_millis())
        .execute(&mut *connection)
        .await
        .or_missing("account")
        .or_exists("device")?;
    grant(connection, device.id, refresh).await
}

async fn grant(connection: &mut SqliteConnection, device: DeviceId, refresh: RefreshGrant) -> Result<(), WriteError> {
    let query = sqlx::query(INSERT_REFRESH)
        .bind(hash(&refresh.hash))
        .bind(&device.as_bytes()[..])
        .bind(refresh.expires_at.as_millis());
    query.execute(connection).await.or_exists("refresh token")?;
    Ok(())
}

pub(super) async fn rotate_refresh(
    connection: &mut SqliteConnection,
    used: SecretHash,
    next: RefreshGrant,
    now: Timestamp,
) -> Result<RefreshOutcome, WriteError> {
    let query = sqlx::query(REFRESH).bind(hash(&used)).bind(now.as_millis());
    let Some(row) = query.fetch_optional(&mut *connection).await? else { return Ok(RefreshOutcome::Unknown) };
    let device = read_device(&row)?;
    let used_at: Option<i64> = row.try_get(5)?;
    if used_at.is_some() {
        revoke_device(connection, device.user, device.id).await?;
        return Ok(RefreshOutcome::Reused(device));
    }
    grant(connection, device.id, next).await?;
    let (id, now_millis) = (&device.id.as_bytes()[..], now.as_millis());
    sqlx::query(USE_REFRESH).bind(hash(&used)).bind(now_millis).execute(&mut *connection).await?;
    sqlx::query(FORGET_EXPIRED).bind(id).bind(now_millis).execute(&mut *connection).await?;
    sqlx::query(SEE_DEVICE).bind(id).bind(now_millis).execute(&mut *connection).await?;
    Ok(RefreshOutcome::Rotated(Device { seen_at: now, ..device }))
}

pub(super) async fn revoke_device(
    connection: &mut SqliteConnection,
    user: UserId,
    id: DeviceId,
) -> Result<(), WriteError> {
    let query = sqlx::query(DELETE_DEVICE).bind(&user.as_bytes()[..]).bind(&id.as_bytes()[..]);
    some_row(&query.execute(connection).await?, "device")
}

pub(super) async fn create_token(
    connection: &mut SqliteConnection,
    token: PersonalToken,
    secret: SecretHash,
) -> Result<(), WriteError> {
    sqlx::query(INSERT_TOKEN)
        .bind(&token.id.as_bytes()[..])
        .bind(hash(&secret))
        .bind(&token.user.as_bytes()[..])
        .bind(token.name)
        .bind(token.created_at.as_millis())
        .bind(token.expires_at.map(Timestamp::as_millis))
        .execute(connection)
        .await
        .or_missing("account")
        .or_exists("token")?;
    Ok(())
}

pub(super) async fn revoke_token(
    connection: &mut SqliteConnection,
    user: UserId,
    id: TokenId,
) -> Result<(), WriteError> {
    let query = sqlx::query(DELETE_TOKEN).bind(&user.as_bytes()[..]).bind(&id.as_bytes()[..]);
    some_row(&query.execute(connection).await?, "token")
}

pub(super) async fn create_invite(
    connection: &mut SqliteConnection,
    invite: Invite,
    secret: SecretHash,
) -> Result<(), WriteError> {
    sqlx::query(INSERT_INVITE)
        .bind(&invite.id.as_bytes()[..])
        .bind(hash(&secret))
        .bind(&invite.created_by.as_bytes()[..])
        .bind(invite.created_at.as_millis())
        .bind(invite.expires_at.as_millis())
        .execute(connection)
        .await
        .or_missing("account")
        .or_exists("invitation")?;
    Ok(())
}

pub(super) async fn revoke_invite(connection: &mut SqliteConnection, id: InviteId) -> Result<(), WriteError> {
    let query = sqlx::query(DELETE_INVITE).bind(&id.as_bytes()[..]);
    some_row(&query.execute(connection).await?, "invitation")
}
