//! Keeping what agents say within bounds.

use serde_json::Value;

use crate::event::Hunk;
use crate::limits::{MAX_DIFF_LINES, MAX_NAME_BYTES, MAX_TEXT_BYTES};

/// How deep a value of an agent is looked into; what lies deeper is dropped.
const MAX_DEPTH: usize = 32;
/// Characters of a title.
const MAX_TITLE_CHARS: usize = 200;
/// What an item of a value counts beside its text.
const ITEM_BYTES: usize = 8;

/// Cuts a text that is too long and says how much is missing.
pub(crate) fn bounded(text: String) -> String {
    cut(text, MAX_TEXT_BYTES)
}

fn cut(mut text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    let end = text.floor_char_boundary(limit);
    let missing = text.len() - end;
    text.truncate(end);
    format!("{text}\n[{missing} more bytes are not shown]")
}

/// Makes a title of the first line of a text that says something.
pub(crate) fn title(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line.chars().filter(|letter| !letter.is_control()).take(MAX_TITLE_CHARS).collect()
}

/// Cuts a name or an id that is too long.
pub(crate) fn name(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(MAX_NAME_BYTES));
    text
}

/// Keeps of a value what fits into the bound.
pub(crate) fn bounded_value(value: Value) -> Value {
    let mut left = MAX_TEXT_BYTES;
    shorten(value, &mut left, 0)
}

fn shorten(value: Value, left: &mut usize, depth: usize) -> Value {
    if depth > MAX_DEPTH {
        return Value::Null;
    }
    // Also what is empty takes room.
    *left = left.saturating_sub(ITEM_BYTES);
    match value {
        Value::String(text) => {
            let text = cut(text, *left);
            *left = left.saturating_sub(text.len());
            Value::String(text)
        }
        Value::Array(items) => {
            let mut kept = Vec::new();
            for item in items {
                if *left == 0 {
                    break;
                }
                kept.push(shorten(item, left, depth + 1));
            }
            Value::Array(kept)
        }
        Value::Object(fields) => {
            let mut kept = serde_json::Map::new();
            for (key, value) in fields {
                if *left == 0 {
                    break;
                }
                let key = name(key);
                *left = left.saturating_sub(key.len());
                kept.insert(key, shorten(value, left, depth + 1));
            }
            Value::Object(kept)
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
        let long = "x".repeat(MAX_TEXT_BYTES - 100);
        let value = bounded_value(json!({ "a": long, "b": [long, 1, null], "c": 1 }));
        assert_eq!(value["a"], json!(long));
        assert!(value["b"][0].as_str().is_some_and(|cut| cut.ends_with("bytes are not shown]")), "{}", value["b"]);
        assert_eq!((value["b"].as_array().unwrap().len(), value.get("c")), (1, None));
    }

    #[test]
    fn many_small_things_are_bounded_too() {
        let many = MAX_TEXT_BYTES / 2;
        let keys: serde_json::Map<String, Value> = (0..many).map(|key| (key.to_string(), json!(1))).collect();
        for value in [json!(vec!["x"; many]), json!(vec![1.25; many]), json!(vec![json!([]); many]), json!(keys)] {
            let bytes = bounded_value(value).to_string().len();
            assert!((MAX_TEXT_BYTES / 8..2 * MAX_TEXT_BYTES).contains(&bytes), "{bytes}");
        }
        let long_key = bounded_value(json!({ "x".repeat(MAX_TEXT_BYTES): 1 })).to_string();
        assert!(long_key.len() < 2 * MAX_NAME_BYTES, "{}", long_key.len());
    }

    #[test]
    fn a_diff_keeps_its_first_lines() {
        let hunk = |lines: Vec<String>| Hunk { old_start: 1, new_start: 1, lines };
        let mut many = vec![hunk(vec!["+a".to_owned(); MAX_DIFF_LINES - 1]), hunk(vec!["+b".to_owned(); 9])];
        many.push(hunk(vec!["+c".to_owned()]));
        bound_hunks(&mut many);
        assert_eq!(many.iter().map(|hunk| hunk.lines.len()).collect::<Vec<_>>(), [MAX_DIFF_LINES - 1, 1]);
        let mut long = vec![hunk(vec!["+".to_owned(), "x".repeat(MAX_TEXT_BYTES), "+".to_owned()])];
        bound_hunks(&mut long);
        assert_eq!(long, [hunk(vec!["+".to_owned()])]);
    }

    #[test]
    fn a_deep_value_ends() {
        let deep = (0..100).fold(json!(1), |value, _| json!([value]));
        assert!(bounded_value(deep).to_string().contains("null"));
    }
}
