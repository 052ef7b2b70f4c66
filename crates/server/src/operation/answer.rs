//! What a handler can answer, each with its status and schema.

use axum::body::Body;
use axum::response::Response;
use http::{HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::Serialize;

use super::{SchemaOf, schema_of};
use crate::problem::Problem;

pub trait Answer {
    fn shape() -> AnswerShape;
    fn into_response(self) -> Result<Response, Problem>;
}

#[derive(Debug, Clone, Copy)]
pub struct AnswerShape {
    pub status: StatusCode,
    /// None when there is no body.
    pub schema: Option<SchemaOf>,
}

/// 200 with a body.
#[derive(Debug)]
pub struct Reply<T>(pub T);

/// 201 with what was made.
#[derive(Debug)]
pub struct Created<T>(pub T);

/// 204.
#[derive(Debug)]
pub struct Nothing;

impl<T: Serialize + JsonSchema> Answer for Reply<T> {
    fn shape() -> AnswerShape {
        AnswerShape { status: StatusCode::OK, schema: Some(schema_of::<T>) }
    }

    fn into_response(self) -> Result<Response, Problem> {
        json(StatusCode::OK, &self.0)
    }
}

impl<T: Serialize + JsonSchema> Answer for Created<T> {
    fn shape() -> AnswerShape {
        AnswerShape { status: StatusCode::CREATED, schema: Some(schema_of::<T>) }
    }

    fn into_response(self) -> Result<Response, Problem> {
        json(StatusCode::CREATED, &self.0)
    }
}

impl Answer for Nothing {
    fn shape() -> AnswerShape {
        AnswerShape { status: StatusCode::NO_CONTENT, schema: None }
    }

    fn into_response(self) -> Result<Response, Problem> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        Ok(response)
    }
}

fn json(status: StatusCode, value: &impl Serialize) -> Result<Response, Problem> {
    let bytes = serde_json::to_vec(value).map_err(|error| Problem::internal("writing an answer", &error))?;
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}
