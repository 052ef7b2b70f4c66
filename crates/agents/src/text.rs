//! Keeping what agents say within bounds.

use serde_json::Value;

use crate::event::Hunk;
use crate::limits::{MAX_DIFF_LINES, MAX_TEXT_BYTES};

/// How deep a value of an agent is looked into; what lies deeper is dropped.
const MAX_DEPTH: usize = 32;

/// Cuts a text that is too long and says how much is missing.
pub(crate) fn bounded(text: String) -> String {
    cut(text, MAX_TEXT_BYTES)
}

fn cut(mut text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    let end = (0..=limit).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let missing = text.len() - end;
    text.truncate(end);
    format!("{text}\n[{missing} more bytes are not shown]")
}

/// Cuts the texts in a value so that all of them together keep the bound.
pub(crate) fn bounded_value(value: Value) -> Value {
    let mut left = MAX_TEXT_BYTES;
    shorten(value, &mut left, 0)
}

fn shorten(value: Value, left: &mut usize, depth: usize) -> Value {
    if depth > MAX_DEPTH {
        return Value::Null;
    }
    match value {
        Value::String(text) => {
            let text = cut(text, *left);
            *left = left.saturating_sub(text.len());
            Value::String(text)
        }
        Value::Array(items) => {
            *left = left.saturating_sub(2 * items.len());
            Value::Array(items.into_iter().map(|item| shorten(item, left, depth + 1)).collect())
        }
        Value::Object(fields) => {
            let shortened = fields.into_iter().map(|(key, value)| (cut(key, 256), shorten(value, left, depth + 1)));
            Value::Object(shortened.collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// Keeps the first lines of a diff.
pub(crate) fn bound_hunks(hunks: &mut Vec<Hunk>) {
    let (mut lines, mut bytes) = (MAX_DIFF_LINES, MAX_TEXT_BYTES);
    for hunk in hunks.iter_mut() {
        let keep = hunk.lines.iter().take(lines).take_while(|line| {
            let fits = line.len() <= bytes;
            bytes = bytes.saturating_sub(line.len());
            fits
        });
        let keep = keep.count();
        hunk.lines.truncate(keep);
        lines -= keep;
    }
    hunks.retain(|hunk| !hunk.lines.is_empty());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_is_cut_between_characters_and_says_so() {
        assert_eq!(cut("äöü".to_owned(), 6), "äöü");
        assert_eq!(cut("äöü".to_owned(), 5), "äö\n[2 more bytes are not shown]");
    }

    #[test]
    fn a_value_is_bounded_as_a_whole() {
        let long = "x".repeat(MAX_TEXT_BYTES);
        let value = bounded_value(json!({ "a": long, "b": [long, 1, null] }));
        assert_eq!(value["a"], json!(long));
        assert!(value["b"][0].as_str().unwrap().starts_with("\n["), "{}", value["b"]);
        assert!(value.to_string().len() < MAX_TEXT_BYTES + 1_000);
    }

    #[test]
    fn a_deep_value_ends() {
        let deep = (0..100).fold(json!(1), |value, _| json!([value]));
        assert!(bounded_value(deep).to_string().contains("null"));
    }
}
