//! What was received.

use std::collections::BTreeMap;
use std::fmt;

use axum::http::{HeaderMap, Method};
use serde_json::Value;

use super::conversation;

/// Characters of a text that are shown when a test fails.
const SHOWN: usize = 120;

/// A request as it came in.
#[derive(Clone)]
pub struct Request {
    pub method: String,
    /// Without what follows a question mark.
    pub path: String,
    /// Null when there is no body, and a text when it is not JSON.
    pub body: Value,
    /// What was answered: `greeting/0` is the first turn of that scene. Empty when it was no call of the model.
    pub scene: String,
    headers: BTreeMap<String, String>,
}

impl Request {
    pub(super) fn new(method: &Method, path: &str, headers: &HeaderMap, body: &[u8]) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let body = match body {
            [] => Value::Null,
            bytes => serde_json::from_slice(bytes).unwrap_or_else(|_| Value::String(text(bytes))),
        };
        let headers = headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes()))).collect();
        Self { method: method.to_string(), path: path.to_owned(), body, scene: String::new(), headers }
    }

    /// Returns a header by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    /// Returns the newest text of the role `user`.
    pub fn last_user_text(&self) -> Option<&str> {
        conversation::last_user_text(&self.body)
    }

    /// Returns the text of the newest result of a tool.
    pub fn last_tool_result(&self) -> Option<String> {
        conversation::last_tool_result(&self.body)
    }

    /// Returns the names of the tools that the model may call.
    pub fn tool_names(&self) -> Vec<&str> {
        self.body["tools"].as_array().into_iter().flatten().filter_map(|tool| tool["name"].as_str()).collect()
    }
}

/// One line that says enough to see why a test waits in vain; a whole request is too long to read.
impl fmt::Display for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, path, scene, .. } = self;
        let text: String = self.last_user_text().unwrap_or_default().chars().take(SHOWN).collect();
        write!(formatter, "{method} {path} [{scene}] {text:?}")
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
