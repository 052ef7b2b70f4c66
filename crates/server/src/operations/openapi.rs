//! The description of the API.

use std::sync::OnceLock;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::access::{Anyone, Call};
use crate::openapi;
use crate::operation::{Operation, Reply, get};
use crate::problem::Problem;

pub fn operations() -> Vec<Operation> {
    vec![get("/openapi.json", "get_openapi", "Returns this description.").tag("openapi").public(get_openapi)]
}

/// An OpenAPI 3.1 document.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
struct OpenApiResponse(&'static Map<String, Value>);

async fn get_openapi(_call: Call<Anyone>) -> Result<Reply<OpenApiResponse>, Problem> {
    static DOCUMENT: OnceLock<Map<String, Value>> = OnceLock::new();
    Ok(Reply(OpenApiResponse(DOCUMENT.get_or_init(|| openapi::document(&super::all())))))
}
