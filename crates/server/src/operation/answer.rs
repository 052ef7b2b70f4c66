//! What a handler can answer, each with its status and schema.

use axum::body::Body;
use axum::response::Response;
use http::{HeaderValue, StatusCode, header};
use schemars::{JsonSchema, Schema, json_schema};
use serde::Serialize;

use super::{SchemaOf, schema_of};
use crate::problem::Problem;

pub trait Answer {
    fn shape() -> AnswerShape;
    fn into_response(self) -> Result<Response, Problem>;
}

const JSON: &str = "application/json";

#[derive(Debug, Clone, Copy)]
pub struct AnswerShape {
    pub status: StatusCode,
    /// None when there is no body.
    pub schema: Option<SchemaOf>,
    pub media_type: &'static str,
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
        AnswerShape { status: StatusCode::OK, schema: Some(schema_of::<T>), media_type: JSON }
    }

    fn into_response(self) -> Result<Response, Problem> {
        json(StatusCode::OK, &self.0)
    }
}

impl<T: Serialize + JsonSchema> Answer for Created<T> {
    fn shape() -> AnswerShape {
        AnswerShape { status: StatusCode::CREATED, schema: Some(schema_of::<T>), media_type: JSON }
    }

    fn into_response(self) -> Result<Response, Problem> {
        json(StatusCode::CREATED, &self.0)
    }
}

impl Answer for Nothing {
    fn shape() -> AnswerShape {
        AnswerShape { status: StatusCode::NO_CONTENT, schema: None, media_type: JSON }
    }

    fn into_response(self) -> Result<Response, Problem> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        Ok(response)
    }
}

/// 200 with a file that a browser keeps instead of showing.
#[derive(Debug)]
pub struct Download {
    pub media_type: &'static str,
    pub file_name: String,
    pub content: String,
}

/// What a file may do if it is opened all the same: show itself, and load or run nothing.
const FILE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

impl Answer for Download {
    fn shape() -> AnswerShape {
        AnswerShape { status: StatusCode::OK, schema: Some(|_| any_file()), media_type: "*/*" }
    }

    fn into_response(self) -> Result<Response, Problem> {
        let disposition = HeaderValue::from_str(&disposition(&self.file_name))
            .map_err(|error| Problem::internal("naming a file", &error))?;
        let mut response = Response::new(Body::from(self.content));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        headers.insert(header::CONTENT_DISPOSITION, disposition);
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(FILE_POLICY));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        Ok(response)
    }
}

/// A file may be JSON itself, so its schema cannot say that it is a string.
fn any_file() -> Schema {
    json_schema!({ "description": "The file, in the format that was asked for." })
}

/// Returns the header that names a file: plainly for old programs, and with every letter for the others.
fn disposition(file_name: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, ' ' | '.' | '_' | '-');
    let plain: String = file_name.chars().map(|each| if is_plain(each) { each } else { '_' }).collect();
    let encode = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    let whole: String = file_name.bytes().map(encode).collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{whole}")
}

fn json(status: StatusCode, value: &impl Serialize) -> Result<Response, Problem> {
    let bytes = serde_json::to_vec(value).map_err(|error| Problem::internal("writing an answer", &error))?;
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    Ok(response)
}
