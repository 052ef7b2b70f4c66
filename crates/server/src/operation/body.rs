//! Reading JSON bodies within their limits, with errors that name the field.

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};

use crate::limits::{BODY_DEADLINE, MAX_JSON_DEPTH};
use crate::problem::Problem;

/// Reads a JSON body of so many bytes at most. Only `application/json` is taken, which a form of a foreign page cannot send.
///
/// No body at all is an empty object, so that a call whose fields are all optional needs none.
pub async fn read(headers: &HeaderMap, body: Body, most: usize) -> Result<Bytes, Problem> {
    if body.is_end_stream() && !headers.contains_key(header::CONTENT_TYPE) {
        return Ok(Bytes::from_static(b"{}"));
    }
    if !is_json(headers) {
        let detail = "The body must be JSON, sent as `Content-Type: application/json`.";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "json_needed", detail));
    }
    let collected = tokio::time::timeout(BODY_DEADLINE, Limited::new(body, most).collect()).await;
    match collected {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let detail = format!("The body has more than {most} bytes.");
            Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large", detail))
        }
        Ok(Err(_)) => Err(Problem::bad_request("body_cut", "The body ended before it was whole.")),
        Err(_) => {
            let detail = format!("The body did not arrive within {} s.", BODY_DEADLINE.as_secs());
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "body_too_slow", detail))
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = content_type.split(';').next().unwrap_or_default().trim();
    media_type.eq_ignore_ascii_case("application/json")
}

pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    if deeper_than(body, MAX_JSON_DEPTH) {
        return Err(Problem::invalid("", format!("The body nests deeper than {MAX_JSON_DEPTH} levels.")));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let parsed = serde_path_to_error::deserialize(&mut deserializer);
    let parsed = parsed.map_err(|error| (pointer(error.path()), error.into_inner()));
    match parsed.and_then(|value| deserializer.end().map(|()| value).map_err(|error| (String::new(), error))) {
        Ok(value) => Ok(value),
        Err((path, error)) => match error.classify() {
            Category::Data => Err(invalid(path, &without_content(&error))),
            Category::Syntax | Category::Eof | Category::Io => {
                Err(Problem::bad_request("bad_json", format!("The body is not valid JSON: {error}.")))
            }
        },
    }
}

fn invalid(path: String, message: &str) -> Problem {
    match message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        Some(missing) => Problem::invalid(format!("{path}/{missing}"), "this field is needed"),
        None => Problem::invalid(path, message),
    }
}

/// Writes a path as a JSON pointer.
pub fn pointer(path: &Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        let step = match segment {
            Segment::Seq { index } => index.to_string(),
            Segment::Map { key } => key.replace('~', "~0").replace('/', "~1"),
            Segment::Enum { .. } | Segment::Unknown => continue,
        };
        pointer.push('/');
        pointer.push_str(&step);
    }
    pointer
}

/// The position in the text means little to whoever built the body from objects, and a value in the wrong place may be
/// a secret: an answer never repeats it.
fn without_content(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    match message.rsplit_once(", expected ") {
        Some((found, expected)) if found.starts_with("invalid ") => {
            let found = found.split(['"', '`']).next().unwrap_or_default().trim_end();
            format!("{found}, expected {expected}")
        }
        Some(_) | None => message.to_owned(),
    }
}

/// Tells whether a JSON text opens more brackets within each other than `most`, without parsing it.
fn deeper_than(json: &[u8], most: usize) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in json {
        match (in_text, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_text = !in_text,
            (false, b'[' | b'{') => depth += 1,
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > most {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::fields::Name;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        #[expect(dead_code, reason = "only its errors are looked at")]
        people: Vec<Person>,
    }

    #[derive(Debug, Deserialize)]
    struct Person {
        #[serde(rename = "full/name")]
        #[expect(dead_code, reason = "only its errors are looked at")]
        name: Name,
    }

    #[track_caller]
    fn check(body: &str, status: u16, detail: &str) {
        let problem = parse::<Sample>(body.as_bytes()).unwrap_err();
        assert_eq!((problem.status().as_u16(), problem.detail()), (status, detail));
    }

    #[test]
    fn errors_name_the_field() {
        check(r#"{"people":3}"#, 422, "/people: invalid type: integer, expected a sequence");
        check(r#"{"people":"a \"secret\""}"#, 422, "/people: invalid type: string, expected a sequence");
        check(r#""secret""#, 422, "invalid type: string, expected struct Sample");
        check(r#"{"others":[]}"#, 422, "/others: unknown field `others`, expected `people`");
        check(
            r#"{"people":[{"full/name":" "}]}"#,
            422,
            "/people/0/full~1name: a name is 1 to 100 characters, not only spaces, without control characters",
        );
        check("{}", 422, "/people: this field is needed");
    }

    #[test]
    fn what_is_no_json_is_malformed() {
        check("", 400, "The body is not valid JSON: EOF while parsing a value at line 1 column 0.");
        check("{} x", 422, "/people: this field is needed");
        check(r#"{"people":[]} x"#, 400, "The body is not valid JSON: trailing characters at line 1 column 15.");
        assert_eq!(parse::<String>(b"\"\xff\"").unwrap_err().status(), 400);
        assert_eq!(parse::<String>(br#""\ud800""#).unwrap_err().status(), 400);
    }

    #[test]
    fn depth_is_counted_outside_texts() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(!deeper_than(nested(MAX_JSON_DEPTH).as_bytes(), MAX_JSON_DEPTH));
        assert!(deeper_than(nested(MAX_JSON_DEPTH + 1).as_bytes(), MAX_JSON_DEPTH));
        assert!(!deeper_than(br#"["[[[[", "\"[[[["]"#, 1));
    }
}
