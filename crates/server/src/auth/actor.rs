//! From a bearer token to who is asking.

use engine::Author;
use http::{HeaderMap, header};
use store::{DeviceId, TokenId, User};

use super::{PERSONAL_TOKEN_PREFIX, Secret};
use crate::app::App;
use crate::problem::Problem;

/// Somebody who showed a valid token.
#[derive(Debug, Clone)]
pub struct Actor {
    pub user: User,
    pub credential: Credential,
}

/// What the actor showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// An access token of a device somebody logged in on.
    Device(DeviceId),
    /// A personal token, for programs.
    Token(TokenId),
}

impl Actor {
    /// Returns the author of what this actor changes.
    pub fn author(&self) -> Author {
        Author::User { id: self.user.id }
    }
}

/// Finds out who is asking from the `Authorization` header.
pub async fn authenticate(app: &App, headers: &HeaderMap) -> Result<Actor, Problem> {
    let token = bearer(headers).ok_or_else(Problem::unauthorized)?;
    authenticate_token(app, token).await
}

/// Finds out whose token this is. Everything is looked up anew, so a revocation counts from the next call on.
pub async fn authenticate_token(app: &App, token: &str) -> Result<Actor, Problem> {
    let now = app.clock.now();
    let (user, credential) = if token.starts_with(PERSONAL_TOKEN_PREFIX) {
        let found = app.store.token_by_hash(Secret::hash_of(token)).await?.ok_or_else(Problem::unauthorized)?;
        if found.expires_at.is_some_and(|expires_at| expires_at <= now) {
            return Err(Problem::unauthorized());
        }
        (found.user, Credential::Token(found.id))
    } else {
        let claims = app.access_tokens.check(token, now).ok_or_else(Problem::unauthorized)?;
        let device = app.store.device(claims.device).await?.ok_or_else(Problem::unauthorized)?;
        if device.user != claims.sub {
            return Err(Problem::unauthorized());
        }
        (device.user, Credential::Device(device.id))
    };
    let user = app.store.user(user).await?.ok_or_else(Problem::unauthorized)?;
    Ok(Actor { user, credential })
}

/// Tells whether what an actor showed earlier still counts, for whoever stays connected.
pub async fn still_valid(app: &App, actor: &Actor) -> Result<bool, Problem> {
    match actor.credential {
        Credential::Device(device) => Ok(app.store.device(device).await?.is_some()),
        Credential::Token(token) => {
            let now = app.clock.now();
            let tokens = app.store.tokens(actor.user.id).await?;
            let found = tokens.into_iter().find(|found| found.id == token);
            Ok(found.is_some_and(|found| found.expires_at.is_none_or(|expires_at| expires_at > now)))
        }
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
