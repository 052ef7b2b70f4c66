//! Personal tokens, for programs.

use engine::Timestamp;
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{PersonalToken, TokenId};

use super::invites::Days;
use crate::access::{Call, LoggedIn};
use crate::auth::Secret;
use crate::fields::Name;
use crate::ids;
use crate::limits::MAX_TOKENS_PER_USER;
use crate::operation::{Body, Created, Nothing, Operation, Path, Reply, delete, get, post};
use crate::page::ListResponse;
use crate::problem::Problem;
use crate::revocations::Revocation;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/me/tokens", "list_tokens", "Lists one's personal tokens, newest first.").tag("me").login(list_tokens),
        post("/me/tokens", "create_token", "Makes a personal token; it is shown this once.")
            .tag("me")
            .problem(StatusCode::CONFLICT)
            .login(create_token),
        delete("/me/tokens/{id}", "revoke_token", "Deletes a personal token.").tag("me").login(revoke_token),
    ]
}

#[derive(Debug, Serialize, JsonSchema)]
struct TokenResponse {
    id: TokenId,
    name: String,
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
}

impl From<PersonalToken> for TokenResponse {
    fn from(token: PersonalToken) -> Self {
        Self { id: token.id, name: token.name, created_at: token.created_at, expires_at: token.expires_at }
    }
}

async fn list_tokens(call: Call<LoggedIn>) -> Result<Reply<ListResponse<TokenResponse>>, Problem> {
    let tokens = call.app.store.tokens(call.scope.user.id).await?;
    Ok(Reply(ListResponse::whole(tokens.into_iter().map(Into::into).collect())))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CreateTokenParams {
    name: Name,
    /// Left out, the token does not expire.
    expires_in_days: Option<Days>,
}

/// A new personal token.
#[derive(Debug, Serialize, JsonSchema)]
struct NewTokenResponse {
    #[serde(flatten)]
    described: TokenResponse,
    /// For `Authorization: Bearer`; it cannot be shown again.
    token: String,
}

async fn create_token(
    call: Call<LoggedIn>,
    Body(params): Body<CreateTokenParams>,
) -> Result<Created<NewTokenResponse>, Problem> {
    let user = call.scope.user.id;
    if call.app.store.tokens(user).await?.len() >= MAX_TOKENS_PER_USER {
        let detail = format!("You have {MAX_TOKENS_PER_USER} tokens, which is the most. Delete one first.");
        return Err(Problem::conflict("limit_reached", detail));
    }
    let token = PersonalToken {
        id: TokenId::from_uuid(ids::mint(call.now)),
        user,
        name: params.name.as_str().to_owned(),
        created_at: call.now,
        expires_at: params.expires_in_days.map(|days| days.after(call.now)),
    };
    let secret = Secret::personal_token();
    call.app.store.create_token(token.clone(), secret.hash()).await?;
    Ok(Created(NewTokenResponse { described: token.into(), token: secret.into_text() }))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct TokenPath {
    id: TokenId,
}

async fn revoke_token(call: Call<LoggedIn>, Path(path): Path<TokenPath>) -> Result<Nothing, Problem> {
    call.app.store.revoke_token(call.scope.user.id, path.id).await?;
    call.app.revocations.publish(Revocation::Token(path.id));
    Ok(Nothing)
}
