//! Who may call an operation. It is checked here, before the operation runs, and nowhere else.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use engine::{BoardId, SessionId, Timestamp};
use http::request::Parts;
use serde::Deserialize;
use store::{Board, DeviceId, Project, ProjectId, Role, Session, User, UserRole};

use crate::app::App;
use crate::auth::{Actor, Credential, authenticate};
use crate::guard::ClientAddress;
use crate::operation::path_problem;
use crate::problem::Problem;

/// Who may call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anyone.
    Public,
    /// Whoever shows a valid token.
    User,
    /// Whoever is logged in on a device; a personal token is not enough.
    Login,
    /// An administrator who is logged in on a device.
    Admin,
    /// A member of the project `{id}` with at least this role.
    Project(Role),
    /// A member of the project of the board `{id}` with at least this role.
    Board(Role),
    /// A member of the project of the session `{id}` with at least this role.
    Session(Role),
}

/// One call of an operation: who asks, about what, when.
pub struct Call<S> {
    pub app: Arc<App>,
    pub now: Timestamp,
    pub scope: S,
}

/// What is known of a call once its access has been checked.
pub trait Scope: Send + Sized + 'static {
    /// What the table says must hold.
    type Rule: Copy + Send + Sync + 'static;

    fn resolve(app: &App, rule: Self::Rule, parts: &mut Parts) -> impl Future<Output = Result<Self, Problem>> + Send;
}

/// Nobody in particular.
pub struct Anyone {
    pub address: IpAddr,
}

/// What a public operation may be used for, which decides how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Traffic {
    General,
    /// Takes passwords or secrets that could be guessed.
    Credentials,
}

/// Somebody with a valid token.
pub struct Signed {
    pub actor: Actor,
}

/// Somebody who is logged in on a device.
pub struct LoggedIn {
    pub user: User,
    pub device: DeviceId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoginRule {
    Everybody,
    Admins,
}

/// A member, and the project they asked about.
pub struct InProject {
    pub actor: Actor,
    pub project: Project,
    pub role: Role,
}

/// A member, and the board they asked about.
pub struct OnBoard {
    pub actor: Actor,
    pub board: Board,
    pub role: Role,
}

/// A member, and the session they asked about.
pub struct OnSession {
    pub actor: Actor,
    pub session: Session,
}

impl Scope for Anyone {
    type Rule = Traffic;

    async fn resolve(app: &App, rule: Traffic, parts: &mut Parts) -> Result<Self, Problem> {
        let address = ClientAddress::of(parts);
        match rule {
            Traffic::General => app.rates.anonymous(address)?,
            Traffic::Credentials => app.rates.credentials(address)?,
        }
        Ok(Self { address })
    }
}

impl Scope for Signed {
    type Rule = ();

    async fn resolve(app: &App, (): (), parts: &mut Parts) -> Result<Self, Problem> {
        Ok(Self { actor: actor(app, parts).await? })
    }
}

impl Scope for LoggedIn {
    type Rule = LoginRule;

    async fn resolve(app: &App, rule: LoginRule, parts: &mut Parts) -> Result<Self, Problem> {
        let actor = actor(app, parts).await?;
        if rule == LoginRule::Admins && actor.user.role != UserRole::Admin {
            return Err(Problem::forbidden("admin_needed", "Only an administrator may do this."));
        }
        match actor.credential {
            Credential::Device(device) => Ok(Self { user: actor.user, device }),
            Credential::Token(_) => {
                let detail = "A personal token may not do this. Log in and use an access token.";
                Err(Problem::forbidden("login_needed", detail))
            }
        }
    }
}

impl InProject {
    /// Checks what an actor may do in a project.
    pub async fn of(app: &App, actor: Actor, id: ProjectId, needed: Role) -> Result<Self, Problem> {
        let role = role(app, id, &actor, needed, "project").await?;
        let project = app.store.project(id).await?.ok_or_else(|| Problem::not_found("project"))?;
        Ok(Self { actor, project, role })
    }
}

impl Scope for InProject {
    type Rule = Role;

    async fn resolve(app: &App, needed: Role, parts: &mut Parts) -> Result<Self, Problem> {
        let actor = actor(app, parts).await?;
        Self::of(app, actor, id(parts, "project").await?, needed).await
    }
}

impl OnBoard {
    /// Checks what an actor may do on a board.
    pub async fn of(app: &App, actor: Actor, id: BoardId, needed: Role) -> Result<Self, Problem> {
        let board = app.store.board(id).await?.ok_or_else(|| Problem::not_found("board"))?;
        let role = role(app, board.project, &actor, needed, "board").await?;
        Ok(Self { actor, board, role })
    }
}

impl Scope for OnBoard {
    type Rule = Role;

    async fn resolve(app: &App, needed: Role, parts: &mut Parts) -> Result<Self, Problem> {
        let actor = actor(app, parts).await?;
        Self::of(app, actor, id(parts, "board").await?, needed).await
    }
}

impl Scope for OnSession {
    type Rule = Role;

    async fn resolve(app: &App, needed: Role, parts: &mut Parts) -> Result<Self, Problem> {
        let actor = actor(app, parts).await?;
        let id: SessionId = id(parts, "session").await?;
        let session = app.store.session(id).await?.ok_or_else(|| Problem::not_found("session"))?;
        role(app, session.project, &actor, needed, "session").await?;
        Ok(Self { actor, session })
    }
}

/// Finds out who is asking and counts the call: for a user against the user, for anybody else against the address.
async fn actor(app: &App, parts: &Parts) -> Result<Actor, Problem> {
    match authenticate(app, &parts.headers).await {
        Ok(actor) => {
            app.rates.user(actor.user.id)?;
            Ok(actor)
        }
        Err(problem) => {
            app.rates.anonymous(ClientAddress::of(parts))?;
            Err(problem)
        }
    }
}

/// Returns the actor's role if it is enough. Who is not a member learns nothing, also not that there is something.
async fn role(app: &App, project: ProjectId, actor: &Actor, needed: Role, what: &str) -> Result<Role, Problem> {
    let role = app.store.role(project, actor.user.id).await?.ok_or_else(|| Problem::not_found(what))?;
    require(role, needed)?;
    Ok(role)
}

/// Refuses a role that is not enough.
pub fn require(role: Role, needed: Role) -> Result<(), Problem> {
    if role < needed {
        let needed = match needed {
            Role::Viewer => "a viewer",
            Role::Editor => "an editor",
            Role::Owner => "an owner",
        };
        return Err(Problem::forbidden("role_needed", format!("Only {needed} of the project may do this.")));
    }
    Ok(())
}

#[derive(Deserialize)]
struct IdPath<T> {
    id: T,
}

async fn id<T: for<'de> Deserialize<'de> + Send>(parts: &mut Parts, what: &str) -> Result<T, Problem> {
    let Path(IdPath { id }) =
        Path::<IdPath<T>>::from_request_parts(parts, &()).await.map_err(|rejection| path_problem(&rejection, what))?;
    Ok(id)
}
