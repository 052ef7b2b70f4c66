//! Making and mending accounts, for the doors and for the command line.

use engine::{Timestamp, UserId};
use store::{NewUser, Store, StoreError, User, UserRole};

use crate::auth::Passwords;
use crate::clock::Clock;
use crate::fields::{Email, Name, Password};
use crate::ids;
use crate::problem::Problem;

#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error("there is an account with this email already")]
    Taken,
    #[error("there is no account with this email")]
    Missing,
    #[error("hashing the password failed: {0}")]
    Hash(String),
    #[error(transparent)]
    Store(StoreError),
}

/// Adds an account from the command line, whoever else there is.
pub async fn add_user(
    store: &dyn Store,
    clock: &dyn Clock,
    email: &Email,
    name: Option<&Name>,
    role: UserRole,
    password: Password,
) -> Result<UserId, AccountError> {
    let user = new_user(clock.now(), email, name, role, hash(password).await?);
    let id = user.id;
    match store.create_user(NewUser::Any(user)).await {
        Ok(()) => Ok(id),
        Err(StoreError::Exists { .. }) => Err(AccountError::Taken),
        Err(error) => Err(AccountError::Store(error)),
    }
}

/// Sets a new password and logs out every device; returns how many there were.
pub async fn reset_password(store: &dyn Store, email: &Email, password: Password) -> Result<usize, AccountError> {
    let user = store.user_by_email(email.as_str()).await.map_err(AccountError::Store)?.ok_or(AccountError::Missing)?;
    let hash = hash(password).await?;
    store.set_password(user.id, &hash, None).await.map(|revoked| revoked.len()).map_err(AccountError::Store)
}

/// Tells whether the server has no account yet.
pub async fn none_exist(store: &dyn Store) -> Result<bool, StoreError> {
    Ok(store.users(None, 1).await?.is_empty())
}

pub(crate) fn new_user(
    now: Timestamp,
    email: &Email,
    name: Option<&Name>,
    role: UserRole,
    password_hash: String,
) -> User {
    let before_at = email.as_str().split('@').next().unwrap_or_default();
    let name = name.cloned().unwrap_or_else(|| Name::lossy(before_at, "unnamed"));
    User {
        id: UserId::from_uuid(ids::mint(now)),
        email: email.as_str().to_owned(),
        name: name.as_str().to_owned(),
        role,
        password_hash,
        created_at: now,
    }
}

async fn hash(password: Password) -> Result<String, AccountError> {
    Passwords::new().hash(password).await.map_err(|problem: Problem| AccountError::Hash(problem.detail().to_owned()))
}
