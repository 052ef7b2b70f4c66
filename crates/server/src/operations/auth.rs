//! Making an account, logging in, staying logged in, logging out.

use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{NewUser, StoreError, User, UserRole};

use super::me::UserResponse;
use crate::access::{Anyone, Call};
use crate::accounts;
use crate::app::App;
use crate::auth::{Secret, SignedIn, refresh, sign_in};
use crate::config::Registration;
use crate::fields::{Email, Name, Password};
use crate::limits::{ACCESS_TOKEN_LIFE, MAX_SECRET_CHARS};
use crate::operation::{Body, Client, Created, Nothing, Operation, Reply, post};
use crate::problem::Problem;
use crate::revocations::Revocation;

pub fn operations() -> Vec<Operation> {
    vec![
        post("/auth/register", "register", "Makes an account and logs in.")
            .tag("auth")
            .problem(StatusCode::FORBIDDEN)
            .problem(StatusCode::CONFLICT)
            .credentials(register),
        post("/auth/login", "login", "Logs in on a new device.")
            .tag("auth")
            .problem(StatusCode::UNAUTHORIZED)
            .credentials(login),
        post("/auth/refresh", "refresh", "Exchanges a refresh token for new tokens; the old one is used up.")
            .tag("auth")
            .problem(StatusCode::UNAUTHORIZED)
            .credentials(refresh_tokens),
        post("/auth/logout", "logout", "Logs out the device of a refresh token.").tag("auth").credentials(logout),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RegisterParams {
    email: Email,
    password: Password,
    /// What to be called; the part of the email before the @ if left out.
    name: Option<Name>,
    /// The token of the setup link, for the first account.
    setup: Option<ShownSecret>,
    /// An invitation.
    invite: Option<ShownSecret>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LoginParams {
    email: Email,
    password: Password,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RefreshParams {
    refresh_token: ShownSecret,
}

/// Tokens for a device.
#[derive(Debug, Serialize, JsonSchema)]
struct SignedInResponse {
    user: UserResponse,
    /// For `Authorization: Bearer`.
    access_token: String,
    /// For the next refresh, once.
    refresh_token: String,
    /// Seconds until the access token expires.
    expires_in: u64,
}

impl From<SignedIn> for SignedInResponse {
    fn from(signed_in: SignedIn) -> Self {
        Self {
            user: signed_in.user.into(),
            access_token: signed_in.access_token,
            refresh_token: signed_in.refresh_token.into_text(),
            expires_in: ACCESS_TOKEN_LIFE.as_secs(),
        }
    }
}

async fn register(
    call: Call<Anyone>,
    client: Client,
    Body(params): Body<RegisterParams>,
) -> Result<Created<SignedInResponse>, Problem> {
    let app = &call.app;
    let right = right_to_register(app, &params).await?;
    let role = if matches!(right, Right::First) { UserRole::Admin } else { UserRole::Member };
    let password_hash = app.passwords.hash(params.password).await?;
    let user = accounts::new_user(call.now, &params.email, params.name.as_ref(), role, password_hash);
    let new_user = match right {
        Right::First => NewUser::First(user.clone()),
        Right::Invited(invite) => NewUser::Invited(user.clone(), Secret::hash_of(&invite.0)),
        Right::Anyone => NewUser::Any(user.clone()),
    };
    app.store.create_user(new_user).await.map_err(refused)?;
    tracing::info!(user.id = %user.id, "Registered user {}", user.id);
    Ok(Created(sign_in(app, user, client.name).await?.into()))
}

/// Why somebody may register.
enum Right {
    First,
    Invited(ShownSecret),
    Anyone,
}

async fn right_to_register(app: &App, params: &RegisterParams) -> Result<Right, Problem> {
    if accounts::none_exist(app.store.as_ref()).await? {
        let shown = params.setup.as_ref().is_some_and(|shown| app.setup.accepts(&shown.0));
        return if shown { Ok(Right::First) } else { Err(setup_needed()) };
    }
    match (app.registration, &params.invite) {
        (Registration::Invite | Registration::Open, Some(invite)) => Ok(Right::Invited(invite.clone())),
        (Registration::Open, None) => Ok(Right::Anyone),
        (Registration::Invite, None) => Err(Problem::forbidden("invite_needed", "Registering needs an invitation.")),
        (Registration::First, _) => Err(closed()),
    }
}

fn setup_needed() -> Problem {
    Problem::forbidden("setup_needed", "The first account needs the setup link that the server printed at its start.")
}

fn closed() -> Problem {
    Problem::forbidden("registration_closed", "This server takes no registrations.")
}

fn refused(error: StoreError) -> Problem {
    match error {
        StoreError::Exists { what: "first account" } => closed(),
        StoreError::Exists { .. } => Problem::conflict("email_taken", "There is an account with this email already."),
        StoreError::Missing { .. } => {
            Problem::forbidden("invite_invalid", "This invitation is used, expired or was never made.")
        }
        StoreError::Unavailable { .. } | StoreError::Damaged { .. } | StoreError::DamagedEvent { .. } => error.into(),
    }
}

async fn login(
    call: Call<Anyone>,
    client: Client,
    Body(params): Body<LoginParams>,
) -> Result<Reply<SignedInResponse>, Problem> {
    let app = &call.app;
    let user = app.store.user_by_email(params.email.as_str()).await?;
    let user = check_password(app, &params.email, params.password, user).await?;
    Ok(Reply(sign_in(app, user, client.name).await?.into()))
}

/// Counts the attempt against the account, known or not, and returns the user if the password is theirs.
async fn check_password(app: &App, email: &Email, password: Password, user: Option<User>) -> Result<User, Problem> {
    app.rates.guess(email)?;
    let stored = user.as_ref().map(|user| user.password_hash.clone());
    let right = app.passwords.verify(password, stored).await?;
    let user = user.filter(|_| right).ok_or_else(|| {
        Problem::new(StatusCode::UNAUTHORIZED, "wrong_login", "There is no account with this email and password.")
    })?;
    app.rates.right_guess(email);
    Ok(user)
}

async fn refresh_tokens(
    call: Call<Anyone>,
    Body(params): Body<RefreshParams>,
) -> Result<Reply<SignedInResponse>, Problem> {
    Ok(Reply(refresh(&call.app, &params.refresh_token.0).await?.into()))
}

/// Whoever shows an unknown token is logged out already.
async fn logout(call: Call<Anyone>, Body(params): Body<RefreshParams>) -> Result<Nothing, Problem> {
    let hash = Secret::hash_of(&params.refresh_token.0);
    if let Some(device) = call.app.store.device_by_refresh(hash).await? {
        match call.app.store.revoke_device(device.user, device.id).await {
            Ok(()) | Err(StoreError::Missing { .. }) => call.app.revocations.publish(Revocation::Device(device.id)),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Nothing)
}

/// A secret somebody shows; never logged.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(inline, extend("minLength" = 1, "maxLength" = MAX_SECRET_CHARS))]
struct ShownSecret(String);

impl TryFrom<String> for ShownSecret {
    type Error = &'static str;

    fn try_from(raw: String) -> Result<Self, Self::Error> {
        let fits = (1..=MAX_SECRET_CHARS).contains(&raw.chars().count());
        if fits { Ok(Self(raw)) } else { Err("this is no token of this server") }
    }
}

impl std::fmt::Debug for ShownSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ShownSecret(..)")
    }
}
