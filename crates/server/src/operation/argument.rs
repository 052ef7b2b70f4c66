//! What a handler can take, each with its schema: a path, a query, a body.

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, path::ErrorKind};
use http::header;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{Input, Shape, body, schema_of};
use crate::fields::Name;
use crate::problem::{FieldError, Problem};

pub trait Argument: Send + Sized {
    fn describe(shape: &mut Shape);
    fn extract(input: &mut Input) -> impl Future<Output = Result<Self, Problem>> + Send;
}

/// The parts of the path, by name.
pub struct Path<T>(pub T);

/// The parameters after the question mark.
pub struct Query<T>(pub T);

/// A JSON body.
pub struct Body<T>(pub T);

/// What the client calls itself.
pub struct Client {
    pub name: Name,
}

impl Argument for Client {
    fn describe(_: &mut Shape) {}

    async fn extract(input: &mut Input) -> Result<Self, Problem> {
        let agent = input.parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self { name: Name::lossy(agent.unwrap_or_default(), "unnamed device") })
    }
}

impl<T: DeserializeOwned + JsonSchema + Send> Argument for Path<T> {
    fn describe(shape: &mut Shape) {
        shape.path = Some(schema_of::<T>);
    }

    async fn extract(input: &mut Input) -> Result<Self, Problem> {
        axum::extract::Path::from_request_parts(&mut input.parts, &())
            .await
            .map(|axum::extract::Path(path)| Self(path))
            .map_err(|rejection| path_problem(&rejection, "thing"))
    }
}

impl<T: DeserializeOwned + JsonSchema + Send> Argument for Query<T> {
    fn describe(shape: &mut Shape) {
        shape.query = Some(schema_of::<T>);
    }

    async fn extract(input: &mut Input) -> Result<Self, Problem> {
        let query = input.parts.uri.query().unwrap_or_default();
        let deserializer = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(deserializer).map(Self).map_err(|error| {
            let path = body::pointer(error.path());
            let message = error.into_inner().to_string();
            Problem::bad_request("bad_query", format!("The query is not valid: {message}."))
                .with_error(FieldError { path, message })
        })
    }
}

impl<T: DeserializeOwned + JsonSchema + Send> Argument for Body<T> {
    fn describe(shape: &mut Shape) {
        shape.body = Some(schema_of::<T>);
    }

    async fn extract(input: &mut Input) -> Result<Self, Problem> {
        let parsed = body::parse(&input.body)?;
        // The parser would also take a struct's fields as a list, in order; the schema does not.
        if input.body.trim_ascii_start().first() != Some(&b'{') {
            return Err(Problem::invalid("", "The body must be a JSON object."));
        }
        Ok(Self(parsed))
    }
}

/// Ids are opaque: one that cannot be an id is one that does not exist. Only what is no text at all is malformed.
pub fn path_problem(rejection: &PathRejection, what: &str) -> Problem {
    if let PathRejection::FailedToDeserializePathParams(failed) = rejection {
        if matches!(failed.kind(), ErrorKind::InvalidUtf8InPathParam { .. }) {
            return Problem::bad_request("bad_path", "The path is not valid UTF-8.");
        }
        return Problem::not_found(what);
    }
    Problem::internal("reading the path", rejection)
}
