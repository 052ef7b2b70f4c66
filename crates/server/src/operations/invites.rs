//! Invitations to register, made by administrators.

use engine::{Timestamp, UserId};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Invite, InviteId};

use crate::access::{Call, LoggedIn};
use crate::auth::Secret;
use crate::config::Registration;
use crate::ids;
use crate::limits::{INVITE_DAYS, MAX_INVITES, MAX_LIFE_DAYS};
use crate::operation::{Body, Created, Nothing, Operation, Path, Reply, delete, get, post};
use crate::page::ListResponse;
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/invites", "list_invites", "Lists the unused invitations, newest first.")
            .tag("invites")
            .admin(list_invites),
        post("/invites", "create_invite", "Makes an invitation; its secret is shown this once.")
            .tag("invites")
            .problem(StatusCode::CONFLICT)
            .admin(create_invite),
        delete("/invites/{id}", "revoke_invite", "Takes an unused invitation back.")
            .tag("invites")
            .admin(revoke_invite),
    ]
}

#[derive(Debug, Serialize, JsonSchema)]
struct InviteResponse {
    id: InviteId,
    created_by: UserId,
    created_at: Timestamp,
    expires_at: Timestamp,
}

impl From<Invite> for InviteResponse {
    fn from(invite: Invite) -> Self {
        let Invite { id, created_by, created_at, expires_at } = invite;
        Self { id, created_by, created_at, expires_at }
    }
}

async fn list_invites(call: Call<LoggedIn>) -> Result<Reply<ListResponse<InviteResponse>>, Problem> {
    let invites = call.app.store.invites().await?;
    Ok(Reply(ListResponse::whole(invites.into_iter().map(Into::into).collect())))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CreateInviteParams {
    #[serde(default)]
    expires_in_days: Days,
}

/// A new invitation.
#[derive(Debug, Serialize, JsonSchema)]
struct NewInviteResponse {
    #[serde(flatten)]
    described: InviteResponse,
    /// What the invited person gives as `invite` when registering; it cannot be shown again.
    invite: String,
}

async fn create_invite(
    call: Call<LoggedIn>,
    Body(params): Body<CreateInviteParams>,
) -> Result<Created<NewInviteResponse>, Problem> {
    if call.app.registration == Registration::First {
        let detail = "This server takes no registrations. Start it with --registration invite to use invitations.";
        return Err(Problem::conflict("registration_closed", detail));
    }
    if call.app.store.invites().await?.len() >= MAX_INVITES {
        let detail = format!("There are {MAX_INVITES} unused invitations, which is the most. Take one back first.");
        return Err(Problem::conflict("limit_reached", detail));
    }
    let invite = Invite {
        id: InviteId::from_uuid(ids::mint(call.now)),
        created_by: call.scope.user.id,
        created_at: call.now,
        expires_at: params.expires_in_days.after(call.now),
    };
    let secret = Secret::generate();
    call.app.store.create_invite(invite.clone(), secret.hash()).await?;
    Ok(Created(NewInviteResponse { described: invite.into(), invite: secret.into_text() }))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct InvitePath {
    id: InviteId,
}

async fn revoke_invite(call: Call<LoggedIn>, Path(path): Path<InvitePath>) -> Result<Nothing, Problem> {
    call.app.store.revoke_invite(path.id).await?;
    Ok(Nothing)
}

/// How long something lives.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(try_from = "u32")]
#[schemars(inline, extend("minimum" = 1, "maximum" = MAX_LIFE_DAYS))]
pub struct Days(u32);

impl Days {
    pub fn after(self, now: Timestamp) -> Timestamp {
        now.plus_millis(i64::from(self.0) * 24 * 60 * 60 * 1_000)
    }
}

impl Default for Days {
    fn default() -> Self {
        Self(INVITE_DAYS)
    }
}

impl TryFrom<u32> for Days {
    type Error = String;

    fn try_from(days: u32) -> Result<Self, String> {
        let fits = (1..=MAX_LIFE_DAYS).contains(&days);
        if fits { Ok(Self(days)) } else { Err(format!("this is a number of days from 1 to {MAX_LIFE_DAYS}")) }
    }
}
