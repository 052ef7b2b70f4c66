//! A moment, kept as milliseconds and written as RFC 3339.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Timestamp(i64);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a time is written as RFC 3339 in UTC, like 2026-01-31T09:30:00.000Z")]
pub struct InvalidTimestamp;

impl Timestamp {
    /// Makes a timestamp, moving what lies outside the years 1970 to 9999 to the nearest end.
    pub fn from_millis(millis: i64) -> Self {
        Self(millis.clamp(0, jiff::Timestamp::MAX.as_second() * 1_000))
    }

    pub const fn as_millis(self) -> i64 {
        self.0
    }

    pub fn plus_millis(self, millis: i64) -> Self {
        Self::from_millis(self.0.saturating_add(millis))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In range by construction, so the fallback is never taken.
        let moment = jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        write!(formatter, "{moment:.3}")
    }
}

impl From<Timestamp> for String {
    fn from(timestamp: Timestamp) -> Self {
        timestamp.to_string()
    }
}

impl TryFrom<String> for Timestamp {
    type Error = InvalidTimestamp;

    fn try_from(raw: String) -> Result<Self, InvalidTimestamp> {
        let moment: jiff::Timestamp = raw.parse().map_err(|_| InvalidTimestamp)?;
        Ok(Self::from_millis(moment.as_millisecond()))
    }
}

impl schemars::JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "date-time" })
    }
}
