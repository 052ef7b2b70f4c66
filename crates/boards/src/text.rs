//! Texts that people type, checked when they come in.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of 1 to `MAX` characters, not blank, without control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Line<const MAX: usize>(String);

/// Up to `MAX` characters with line breaks and tabs, but no other control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Text<const MAX: usize>(String);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidText {
    #[error("it is blank")]
    Blank,
    #[error("it has more than {0} characters")]
    Long(usize),
    #[error("it has a control character")]
    Control,
}

impl<const MAX: usize> Line<MAX> {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> TryFrom<String> for Line<MAX> {
    type Error = InvalidText;

    fn try_from(raw: String) -> Result<Self, InvalidText> {
        if raw.trim().is_empty() {
            return Err(InvalidText::Blank);
        }
        check(&raw, MAX, char::is_control)?;
        Ok(Self(raw))
    }
}

impl<const MAX: usize> Text<MAX> {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> TryFrom<String> for Text<MAX> {
    type Error = InvalidText;

    fn try_from(raw: String) -> Result<Self, InvalidText> {
        check(&raw, MAX, |character| character.is_control() && !matches!(character, '\n' | '\r' | '\t'))?;
        Ok(Self(raw))
    }
}

fn check(raw: &str, max: usize, forbidden: fn(char) -> bool) -> Result<(), InvalidText> {
    if raw.chars().nth(max).is_some() {
        return Err(InvalidText::Long(max));
    }
    if raw.chars().any(forbidden) { Err(InvalidText::Control) } else { Ok(()) }
}

impl<const MAX: usize> From<Line<MAX>> for String {
    fn from(line: Line<MAX>) -> Self {
        line.0
    }
}

impl<const MAX: usize> From<Text<MAX>> for String {
    fn from(text: Text<MAX>) -> Self {
        text.0
    }
}

impl<const MAX: usize> JsonSchema for Line<MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Line{MAX}").into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "minLength": 1, "maxLength": MAX })
    }
}

impl<const MAX: usize> JsonSchema for Text<MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Text{MAX}").into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "maxLength": MAX })
    }
}
