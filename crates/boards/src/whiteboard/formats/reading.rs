//! Reads what may be in a file of JSON, and may as well not be.

use layout::Rect;
use serde_json::{Value, json};

use super::error::FormatError;
use super::sheet::MAX_WORDS;
use crate::whiteboard::scene::BoxKind;
use crate::whiteboard::{FRAME, NOTE, SHAPE, TEXT};

/// Under this name a file says what its format has no word for.
pub const OWN: &str = "tandem";

pub fn parse(content: &str) -> Result<Value, FormatError> {
    serde_json::from_str(content).map_err(|error| FormatError::wrong(format!("the file is not JSON: {error}")))
}

pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

pub fn number(value: &Value, key: &str) -> Option<f64> {
    value.get(key).and_then(Value::as_f64)
}

pub fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Reads a box whose sizes have these names; what is no number makes it one that nobody takes.
pub fn rect(value: &Value, width: &str, height: &str) -> Rect {
    let number = |key: &str| number(value, key).unwrap_or(f64::NAN);
    Rect::new(number("x"), number("y"), number(width), number(height))
}

/// Says what a box is in our own words.
pub fn own(kind: BoxKind) -> Value {
    match kind {
        BoxKind::Frame | BoxKind::Note => json!({ "kind": kind.name() }),
        BoxKind::Shape(geo) => json!({ "kind": kind.name(), "geo": geo }),
        BoxKind::Text(size) => json!({ "kind": kind.name(), "size": size }),
    }
}

/// Reads what `own` wrote.
pub fn own_kind(value: Option<&Value>) -> Option<BoxKind> {
    value.and_then(|value| kind_of(text(value, "kind"), value))
}

/// Returns the kind of box with this name, and with the rest that is said of it.
pub fn kind_of(kind: &str, parts: &Value) -> Option<BoxKind> {
    fn part<T: serde::de::DeserializeOwned + Default>(value: &Value, key: &str) -> T {
        value.get(key).and_then(|part| serde_json::from_value(part.clone()).ok()).unwrap_or_default()
    }
    match kind {
        FRAME => Some(BoxKind::Frame),
        NOTE => Some(BoxKind::Note),
        SHAPE => Some(BoxKind::Shape(part(parts, "geo"))),
        TEXT => Some(BoxKind::Text(part(parts, "size"))),
        _ => None,
    }
}

/// Returns the box, larger if it is too small for its words.
pub fn holding(kind: BoxKind, text: &str, rect: Rect) -> Rect {
    let text = beginning(text, MAX_WORDS);
    if layout::text::fits(kind.holder(), text, rect) {
        return rect;
    }
    let needed = match kind {
        BoxKind::Frame => return rect,
        BoxKind::Note => layout::text::note(text),
        BoxKind::Shape(geo) => layout::text::shape(geo.into(), text),
        BoxKind::Text(size) => layout::text::text(size.into(), text),
    };
    Rect { w: rect.w.max(needed.w), h: rect.h.max(needed.h), ..rect }
}

/// Returns as many characters of a text.
pub fn beginning(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(end, _)| &text[..end])
}
