//! Fractional order keys: between any two there is always another, so inserting never renumbers.
//!
//! The keys are those of the npm package `fractional-indexing`, so that a browser and the server make the same ones;
//! `tests/golden/order_keys.json` holds vectors made by it. A key is an integer part, whose first letter tells its
//! length, and a fraction that never ends in `0`. Keys compare as plain text.

use std::fmt;
use std::sync::Arc;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FIRST: &str = "a0";
const SMALLEST_INTEGER: &str = "A00000000000000000000000000";
/// Longer than any key the server keeps, so that a key which is merely too long is ranked anew and not refused.
const MAX_PARSED_CHARS: usize = 512;
/// Room for 62^11 insertions at either end; what lies beyond was made to run out of keys.
const MAX_INTEGER_CHARS: usize = 12;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderKey(Arc<str>);

crate::text::text_serde!(OrderKey);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("an order key is a base-62 fractional index like \"a0\" or \"a0V\"")]
pub struct InvalidOrder;

impl OrderKey {
    pub fn parse(raw: &str) -> Result<Self, InvalidOrder> {
        let digits_only = raw.bytes().all(|byte| digit(byte).is_some());
        let sized = raw.len() <= MAX_PARSED_CHARS && raw != SMALLEST_INTEGER;
        let length = raw.bytes().next().and_then(integer_length).ok_or(InvalidOrder)?;
        if !digits_only || !sized || raw.len() < length || raw[length..].ends_with('0') {
            return Err(InvalidOrder);
        }
        Ok(Self(raw.into()))
    }

    /// Returns the key of a first child.
    pub fn first() -> Self {
        Self(FIRST.into())
    }

    /// Returns a key between two neighbours; a missing neighbour is the end of the list.
    ///
    /// Fails when `low` is not below `high`, or when the integers are used up at that end.
    pub fn between(low: Option<&Self>, high: Option<&Self>) -> Result<Self, InvalidOrder> {
        let key = match (low.map(Self::as_str), high.map(Self::as_str)) {
            (None, None) => FIRST.to_owned(),
            (None, Some(high)) => below(high)?,
            (Some(low), None) => above(low)?,
            (Some(low), Some(high)) if low < high => inside(low, high)?,
            (Some(_), Some(_)) => return Err(InvalidOrder),
        };
        Ok(Self(key.into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the integer part is longer than any list of ours could make it.
    pub(crate) fn is_far_out(&self) -> bool {
        split(&self.0).is_ok_and(|(integer, _)| integer.len() > MAX_INTEGER_CHARS)
    }

    /// Returns the key without its fraction.
    pub(crate) fn integer_part(&self) -> Self {
        split(&self.0).map_or_else(|_| self.clone(), |(integer, _)| Self(integer.into()))
    }
}

fn below(high: &str) -> Result<String, InvalidOrder> {
    let (integer, fraction) = split(high)?;
    if integer == SMALLEST_INTEGER {
        return Ok(format!("{integer}{}", midpoint("", Some(fraction))));
    }
    if !fraction.is_empty() {
        return Ok(integer.to_owned());
    }
    decrement(integer).filter(|integer| integer != SMALLEST_INTEGER).ok_or(InvalidOrder)
}

fn above(low: &str) -> Result<String, InvalidOrder> {
    let (integer, fraction) = split(low)?;
    Ok(increment(integer).unwrap_or_else(|| format!("{integer}{}", midpoint(fraction, None))))
}

fn inside(low: &str, high: &str) -> Result<String, InvalidOrder> {
    let (low_integer, low_fraction) = split(low)?;
    let (high_integer, high_fraction) = split(high)?;
    if low_integer == high_integer {
        return Ok(format!("{low_integer}{}", midpoint(low_fraction, Some(high_fraction))));
    }
    let next = increment(low_integer).ok_or(InvalidOrder)?;
    if next.as_str() < high {
        return Ok(next);
    }
    Ok(format!("{low_integer}{}", midpoint(low_fraction, None)))
}

fn split(key: &str) -> Result<(&str, &str), InvalidOrder> {
    let length = key.bytes().next().and_then(integer_length).ok_or(InvalidOrder)?;
    key.split_at_checked(length).ok_or(InvalidOrder)
}

/// Returns the length of the integer part that starts with `head`: `a` is 2, `z` 27, `Z` 2, `A` 27.
fn integer_length(head: u8) -> Option<usize> {
    match head {
        b'a'..=b'z' => Some(usize::from(head - b'a') + 2),
        b'A'..=b'Z' => Some(usize::from(b'Z' - head) + 2),
        _ => None,
    }
}

fn digit(byte: u8) -> Option<usize> {
    DIGITS.binary_search(&byte).ok()
}

/// Returns the shortest fraction between two fractions; `low` may be empty, a missing `high` is 1.
fn midpoint(low: &str, high: Option<&str>) -> String {
    let (low, high) = (low.as_bytes(), high.map(str::as_bytes));
    let mut result = String::new();
    let shared = high.map_or(0, |high| {
        (0..high.len()).take_while(|&index| low.get(index).copied().unwrap_or(b'0') == high[index]).count()
    });
    let high = high.map(|high| {
        result.extend(high[..shared].iter().map(|&byte| char::from(byte)));
        &high[shared..]
    });
    let mut low = low.get(shared..).unwrap_or_default();
    let value = |bytes: &[u8]| bytes.first().and_then(|&byte| digit(byte));
    let mut ceiling = high.and_then(value).unwrap_or(DIGITS.len());
    let mut longer_high = high.is_some_and(|high| high.len() > 1);
    loop {
        let floor = value(low).unwrap_or(0);
        if ceiling - floor > 1 {
            result.push(char::from(DIGITS[(floor + ceiling).div_ceil(2)]));
            return result;
        }
        if longer_high {
            result.push(char::from(DIGITS[ceiling]));
            return result;
        }
        result.push(char::from(DIGITS[floor]));
        low = low.get(1..).unwrap_or_default();
        ceiling = DIGITS.len();
        longer_high = false;
    }
}

/// Returns the next integer, or `None` after the largest.
fn increment(integer: &str) -> Option<String> {
    let mut bytes = integer.as_bytes().to_vec();
    for index in (1..bytes.len()).rev() {
        match digit(bytes[index])? + 1 {
            62 => bytes[index] = b'0',
            next => {
                bytes[index] = DIGITS[next];
                return String::from_utf8(bytes).ok();
            }
        }
    }
    match bytes[0] {
        b'Z' => Some(FIRST.to_owned()),
        b'z' => None,
        head => Some(with_head(head + 1, '0')),
    }
}

/// Returns the integer before, or `None` before the smallest.
fn decrement(integer: &str) -> Option<String> {
    let mut bytes = integer.as_bytes().to_vec();
    for index in (1..bytes.len()).rev() {
        match digit(bytes[index])? {
            0 => bytes[index] = b'z',
            value => {
                bytes[index] = DIGITS[value - 1];
                return String::from_utf8(bytes).ok();
            }
        }
    }
    match bytes[0] {
        b'a' => Some("Zz".to_owned()),
        b'A' => None,
        head => Some(with_head(head - 1, 'z')),
    }
}

fn with_head(head: u8, fill: char) -> String {
    let digits = integer_length(head).map_or(0, |length| length - 1);
    std::iter::once(char::from(head)).chain(std::iter::repeat_n(fill, digits)).collect()
}

impl TryFrom<String> for OrderKey {
    type Error = InvalidOrder;

    fn try_from(raw: String) -> Result<Self, InvalidOrder> {
        Self::parse(&raw)
    }
}

impl From<OrderKey> for String {
    fn from(key: OrderKey) -> Self {
        key.0.as_ref().to_owned()
    }
}

impl fmt::Display for OrderKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for OrderKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", &*self.0)
    }
}

impl schemars::JsonSchema for OrderKey {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "OrderKey".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[A-Za-z][0-9A-Za-z]+$", "maxLength": MAX_PARSED_CHARS })
    }
}
