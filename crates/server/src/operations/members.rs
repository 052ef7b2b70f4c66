//! Who belongs to a project.

use engine::UserId;
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Member, Role, StoreError};

use super::projects::RoleName;
use crate::access::{self, Call, InProject};
use crate::fields::Email;
use crate::limits::MAX_MEMBERS_PER_PROJECT;
use crate::operation::{Body, Created, Nothing, Operation, Path, Reply, delete, get, post};
use crate::page::ListResponse;
use crate::problem::Problem;
use crate::revocations::Revocation;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/projects/{id}/members", "list_members", "Lists the members of a project.")
            .tag("members")
            .project(Role::Viewer, list_members),
        post("/projects/{id}/members", "set_member", "Adds a member to a project or changes a member's role.")
            .tag("members")
            .problem(StatusCode::CONFLICT)
            .project(Role::Owner, set_member),
        delete("/projects/{id}/members/{user_id}", "remove_member", "Removes a member; everybody may leave.")
            .tag("members")
            .problem(StatusCode::CONFLICT)
            .project(Role::Viewer, remove_member),
    ]
}

#[derive(Debug, Serialize, JsonSchema)]
struct MemberResponse {
    user_id: UserId,
    email: String,
    name: String,
    role: RoleName,
}

impl From<Member> for MemberResponse {
    fn from(member: Member) -> Self {
        Self { user_id: member.user, email: member.email, name: member.name, role: member.role.into() }
    }
}

async fn list_members(call: Call<InProject>) -> Result<Reply<ListResponse<MemberResponse>>, Problem> {
    let members = call.app.store.members(call.scope.project.id).await?;
    Ok(Reply(ListResponse::whole(members.into_iter().map(Into::into).collect())))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SetMemberParams {
    /// Of an account that exists.
    email: Email,
    role: RoleName,
}

async fn set_member(
    call: Call<InProject>,
    Body(params): Body<SetMemberParams>,
) -> Result<Created<MemberResponse>, Problem> {
    let (app, project) = (&call.app, call.scope.project.id);
    let user = app.store.user_by_email(params.email.as_str()).await?;
    let user = user.ok_or_else(|| Problem::invalid("/email", "there is no account with this email"))?;
    let known = app.store.role(project, user.id).await?.is_some();
    if !known && app.store.members(project).await?.len() >= MAX_MEMBERS_PER_PROJECT {
        let detail = format!("A project has at most {MAX_MEMBERS_PER_PROJECT} members.");
        return Err(Problem::conflict("limit_reached", detail));
    }
    app.store.set_member(project, user.id, params.role.into()).await.map_err(refused)?;
    app.revocations.publish(Revocation::Membership { project, user: user.id });
    Ok(Created(MemberResponse { user_id: user.id, email: user.email, name: user.name, role: params.role }))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct MemberPath {
    user_id: UserId,
}

async fn remove_member(call: Call<InProject>, Path(path): Path<MemberPath>) -> Result<Nothing, Problem> {
    let InProject { actor, project, role } = &call.scope;
    let project = project.id;
    if path.user_id != actor.user.id {
        access::require(*role, Role::Owner)?;
    }
    call.app.store.remove_member(project, path.user_id).await.map_err(refused)?;
    call.app.revocations.publish(Revocation::Membership { project, user: path.user_id });
    Ok(Nothing)
}

fn refused(error: StoreError) -> Problem {
    match error {
        StoreError::Exists { what: "last owner" } => {
            Problem::conflict("last_owner", "A project needs an owner. Make somebody else an owner first.")
        }
        other => other.into(),
    }
}
