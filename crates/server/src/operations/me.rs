//! One's own account.

use engine::{Timestamp, UserId};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{User, UserRole};

use crate::access::{Call, LoggedIn, Signed};
use crate::fields::{Email, Name, Password};
use crate::operation::{Body, Nothing, Operation, Reply, get, patch, post};
use crate::problem::Problem;
use crate::revocations::Revocation;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/me", "get_me", "Returns the user whose token this is.").tag("me").user(get_me),
        patch("/me", "update_me", "Changes one's name.").tag("me").user(update_me),
        post("/me/password", "change_password", "Changes one's password and logs out all other devices.")
            .tag("me")
            .problem(StatusCode::UNPROCESSABLE_ENTITY)
            .login(change_password),
    ]
}

/// A person with an account.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UserResponse {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub role: UserRoleResponse,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "UserRole")]
pub enum UserRoleResponse {
    Admin,
    Member,
}

impl From<User> for UserResponse {
    fn from(user: User) -> Self {
        let role = match user.role {
            UserRole::Admin => UserRoleResponse::Admin,
            UserRole::Member => UserRoleResponse::Member,
        };
        Self { id: user.id, email: user.email, name: user.name, role, created_at: user.created_at }
    }
}

async fn get_me(call: Call<Signed>) -> Result<Reply<UserResponse>, Problem> {
    Ok(Reply(call.scope.actor.user.into()))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UpdateMeParams {
    name: Option<Name>,
}

async fn update_me(call: Call<Signed>, Body(params): Body<UpdateMeParams>) -> Result<Reply<UserResponse>, Problem> {
    let mut user = call.scope.actor.user;
    if let Some(name) = params.name {
        call.app.store.rename_user(user.id, name.as_str()).await?;
        name.as_str().clone_into(&mut user.name);
    }
    Ok(Reply(user.into()))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChangePasswordParams {
    current: Password,
    new: Password,
}

async fn change_password(call: Call<LoggedIn>, Body(params): Body<ChangePasswordParams>) -> Result<Nothing, Problem> {
    let (app, user) = (&call.app, &call.scope.user);
    // A stolen access token must not be a way to guess the password faster than the login.
    let email = Email::parse(&user.email).map_err(|error| Problem::internal("reading an account's email", &error))?;
    app.rates.guess(&email)?;
    if !app.passwords.verify(params.current, Some(user.password_hash.clone())).await? {
        return Err(Problem::invalid("/current", "this is not the current password"));
    }
    app.rates.right_guess(&email);
    let hash = app.passwords.hash(params.new).await?;
    for device in app.store.set_password(user.id, &hash, Some(call.scope.device)).await? {
        app.revocations.publish(Revocation::Device(device));
    }
    tracing::info!(user.id = %user.id, "Changed the password of user {}", user.id);
    Ok(Nothing)
}
