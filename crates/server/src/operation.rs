//! One operation of the API: its names, who may call it, what it takes and answers, and the function that does it.
//!
//! The routes, the OpenAPI document and the authorisation test are all made from the table of these, so none of them
//! can forget one.

mod answer;
mod argument;
pub mod body;
mod handler;

use std::sync::Arc;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use http::{Method, StatusCode};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use store::Role;

pub use self::answer::{Answer, AnswerShape, Created, Download, Nothing, Reply};
pub use self::argument::{Argument, Body, Client, Path, Query, path_problem};
pub use self::handler::{Handler, Input};
use crate::access::{Access, Anyone, Call, InProject, LoggedIn, LoginRule, OnBoard, OnSession, Scope, Signed, Traffic};
use crate::app::App;
use crate::limits::MAX_BODY_BYTES;
use crate::problem::Problem;

pub struct Operation {
    pub name: &'static str,
    pub method: Method,
    /// Relative to `/api`.
    pub path: &'static str,
    pub summary: &'static str,
    pub tag: &'static str,
    pub access: Access,
    pub shape: Shape,
    /// The statuses beyond those that follow from the access and the shape.
    pub problems: Vec<StatusCode>,
    run: Run,
}

type Run = Arc<dyn Fn(Arc<App>, Request) -> BoxFuture<'static, Result<Response, Problem>> + Send + Sync>;

/// Makes the schema of a type.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// What an operation takes and answers, known from the types of its function.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    pub path: Option<SchemaOf>,
    pub query: Option<SchemaOf>,
    pub body: Option<SchemaOf>,
    pub answer: AnswerShape,
}

impl Shape {
    fn answering<A: Answer>() -> Self {
        Self { path: None, query: None, body: None, answer: A::shape() }
    }
}

/// The name of the operation that answered, left in the response for logs and metrics.
#[derive(Debug, Clone, Copy)]
pub struct Answered(pub &'static str);

impl Operation {
    /// Answers a request that was routed here.
    pub async fn answer(&self, app: Arc<App>, request: Request) -> Response {
        let mut response = (self.run)(app, request).await.unwrap_or_else(IntoResponse::into_response);
        response.extensions_mut().insert(Answered(self.name));
        response
    }
}

/// An operation that lacks its function yet.
pub struct Draft {
    method: Method,
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    tag: &'static str,
    problems: Vec<StatusCode>,
    body_bytes: usize,
}

pub fn get(path: &'static str, name: &'static str, summary: &'static str) -> Draft {
    Draft::new(Method::GET, path, name, summary)
}

pub fn post(path: &'static str, name: &'static str, summary: &'static str) -> Draft {
    Draft::new(Method::POST, path, name, summary)
}

pub fn patch(path: &'static str, name: &'static str, summary: &'static str) -> Draft {
    Draft::new(Method::PATCH, path, name, summary)
}

pub fn put(path: &'static str, name: &'static str, summary: &'static str) -> Draft {
    Draft::new(Method::PUT, path, name, summary)
}

pub fn delete(path: &'static str, name: &'static str, summary: &'static str) -> Draft {
    Draft::new(Method::DELETE, path, name, summary)
}

impl Draft {
    fn new(method: Method, path: &'static str, name: &'static str, summary: &'static str) -> Self {
        Self { method, path, name, summary, tag: "", problems: Vec::new(), body_bytes: MAX_BODY_BYTES }
    }

    pub fn tag(self, tag: &'static str) -> Self {
        Self { tag, ..self }
    }

    /// Adds a status this operation can answer that does not follow from its access and types.
    pub fn problem(mut self, status: StatusCode) -> Self {
        self.problems.push(status);
        self
    }

    /// Lets a body be larger than others are.
    pub fn body_bytes(self, body_bytes: usize) -> Self {
        Self { body_bytes, ..self }
    }

    pub fn public<A>(self, handler: impl Handler<Anyone, A>) -> Operation {
        self.build(Access::Public, Traffic::General, handler)
    }

    /// Like `public`, for what takes passwords or secrets.
    pub fn credentials<A>(self, handler: impl Handler<Anyone, A>) -> Operation {
        self.build(Access::Public, Traffic::Credentials, handler)
    }

    pub fn user<A>(self, handler: impl Handler<Signed, A>) -> Operation {
        self.build(Access::User, (), handler)
    }

    pub fn login<A>(self, handler: impl Handler<LoggedIn, A>) -> Operation {
        self.build(Access::Login, LoginRule::Everybody, handler)
    }

    pub fn admin<A>(self, handler: impl Handler<LoggedIn, A>) -> Operation {
        self.build(Access::Admin, LoginRule::Admins, handler)
    }

    pub fn project<A>(self, role: Role, handler: impl Handler<InProject, A>) -> Operation {
        self.build(Access::Project(role), role, handler)
    }

    pub fn board<A>(self, role: Role, handler: impl Handler<OnBoard, A>) -> Operation {
        self.build(Access::Board(role), role, handler)
    }

    pub fn session<A>(self, role: Role, handler: impl Handler<OnSession, A>) -> Operation {
        self.build(Access::Session(role), role, handler)
    }

    fn build<S: Scope, A, H: Handler<S, A>>(self, access: Access, rule: S::Rule, handler: H) -> Operation {
        let shape = H::shape();
        let body_bytes = self.body_bytes;
        let run: Run = Arc::new(move |app, request| {
            let handler = handler.clone();
            Box::pin(async move {
                let (mut parts, body) = request.into_parts();
                let scope = S::resolve(&app, rule, &mut parts).await?;
                let body = match shape.body {
                    Some(_) => body::read(&parts.headers, body, body_bytes).await?,
                    None => bytes::Bytes::new(),
                };
                let now = app.clock.now();
                handler.run(Call { app, now, scope }, Input { parts, body }).await
            })
        });
        let Self { method, path, name, summary, tag, problems, body_bytes: _ } = self;
        Operation { name, method, path, summary, tag, access, shape, problems, run }
    }
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
