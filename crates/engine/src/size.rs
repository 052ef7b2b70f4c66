//! What the props of one op may weigh.

use serde_json::Value;

use crate::limits::{MAX_PROP_BYTES, MAX_PROP_DEPTH};
use crate::op::Props;
use crate::reject::{Rejection, RejectionCode as Code};

/// Checks what a props object may weigh, before anything is copied.
pub(crate) fn check_sizes(props: &Props) -> Result<(), Rejection> {
    for (prop, value) in props {
        let limit = |message: String| Err(Rejection::new(Code::Limit, message).prop(prop));
        if depth(value) > MAX_PROP_DEPTH {
            return limit(format!("a prop nests at most {MAX_PROP_DEPTH} levels"));
        }
        let may_pass = prop.len() + most_bytes(value) > MAX_PROP_BYTES;
        if may_pass && prop.len().saturating_add(json_bytes(value)) > MAX_PROP_BYTES {
            return limit(format!("a prop has at most {MAX_PROP_BYTES} bytes"));
        }
    }
    Ok(())
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 1,
    }
}

/// Returns a cheap upper bound of the bytes a value takes as JSON: an escaped byte takes six.
fn most_bytes(value: &Value) -> usize {
    let text = |text: &str| text.len() * 6 + 2;
    match value {
        Value::String(value) => text(value),
        Value::Array(items) => 2 + items.iter().map(|item| most_bytes(item) + 1).sum::<usize>(),
        Value::Object(fields) => {
            2 + fields.iter().map(|(name, value)| text(name) + 2 + most_bytes(value)).sum::<usize>()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 32,
    }
}

/// Returns how many bytes a value takes as JSON.
fn json_bytes(value: &Value) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting cannot fail; a value that could not be written would be too much in any case.
    serde_json::to_writer(&mut count, value).map_or(usize::MAX, |()| count.0)
}
