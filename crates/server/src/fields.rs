//! What people type, parsed once at the door: whoever holds one of these types need not check again.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::limits::{MAX_EMAIL_CHARS, MAX_NAME_CHARS, MAX_PASSWORD_CHARS, MAX_TITLE_CHARS, MIN_PASSWORD_CHARS};

/// Why a text is not what its field needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidField {
    #[error("an email is 3 to {MAX_EMAIL_CHARS} characters with one @ between its parts and no spaces")]
    Email,
    #[error("a password needs at least {MIN_PASSWORD_CHARS} characters")]
    PasswordTooShort,
    #[error("a password has at most {MAX_PASSWORD_CHARS} characters")]
    PasswordTooLong,
    #[error("a name is 1 to {MAX_NAME_CHARS} characters, not only spaces, without control characters")]
    Name,
    #[error("a title is 1 to {MAX_TITLE_CHARS} characters, not only spaces, without control characters")]
    Title,
}

/// A text without control characters that is not only spaces, as a regular expression.
const LINE: &str = r"^[^\u0000-\u001f\u007f-\u009f]*[^\u0000-\u0020\u007f-\u00a0\s][^\u0000-\u001f\u007f-\u009f]*$";
const EMAIL: &str = r"^[^\u0000-\u0020\u007f-\u00a0\s@]+@[^\u0000-\u0020\u007f-\u00a0\s@]+$";

macro_rules! field {
    ($(#[$doc:meta])* $name:ident, $schema:tt) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidField;

            fn try_from(raw: String) -> Result<Self, InvalidField> {
                Self::parse(&raw)
            }
        }

        impl std::str::FromStr for $name {
            type Err = InvalidField;

            fn from_str(raw: &str) -> Result<Self, InvalidField> {
                Self::parse(raw)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($schema)
            }
        }
    };
}

field!(
    /// An address in the form by which it is unique: trimmed and lower-cased.
    #[derive(Debug)]
    Email,
    { "type": "string", "minLength": 3, "maxLength": MAX_EMAIL_CHARS, "pattern": EMAIL }
);
field!(
    /// A password as typed; never shown, also not by `Debug`.
    Password,
    { "type": "string", "minLength": MIN_PASSWORD_CHARS, "maxLength": MAX_PASSWORD_CHARS, "writeOnly": true }
);
field!(
    /// What a person, project, token or device is called.
    #[derive(Debug)]
    Name,
    { "type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARS, "pattern": LINE }
);
field!(
    /// What a board is called.
    #[derive(Debug)]
    Title,
    { "type": "string", "minLength": 1, "maxLength": MAX_TITLE_CHARS, "pattern": LINE }
);

impl Email {
    pub fn parse(raw: &str) -> Result<Self, InvalidField> {
        let email = raw.trim().to_lowercase();
        let fits = email.chars().count() <= MAX_EMAIL_CHARS;
        let plain = !email.chars().any(|c| c.is_control() || c.is_whitespace());
        let parted = email
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty() && !host.contains('@'));
        if fits && plain && parted { Ok(Self(email)) } else { Err(InvalidField::Email) }
    }
}

impl Password {
    pub fn parse(raw: &str) -> Result<Self, InvalidField> {
        match raw.chars().count() {
            ..MIN_PASSWORD_CHARS => Err(InvalidField::PasswordTooShort),
            MIN_PASSWORD_CHARS..=MAX_PASSWORD_CHARS => Ok(Self(raw.to_owned())),
            _ => Err(InvalidField::PasswordTooLong),
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password(..)")
    }
}

impl Name {
    pub fn parse(raw: &str) -> Result<Self, InvalidField> {
        line(raw, MAX_NAME_CHARS).map(Self).ok_or(InvalidField::Name)
    }

    /// Makes a name of whatever a client calls itself.
    pub fn lossy(raw: &str, otherwise: &str) -> Self {
        let kept: String = raw.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
        let kept = kept.trim();
        Self(if kept.is_empty() { otherwise } else { kept }.to_owned())
    }
}

impl Title {
    pub fn parse(raw: &str) -> Result<Self, InvalidField> {
        line(raw, MAX_TITLE_CHARS).map(Self).ok_or(InvalidField::Title)
    }
}

fn line(raw: &str, most: usize) -> Option<String> {
    let text = raw.trim();
    let fits = (1..=most).contains(&text.chars().count());
    (fits && !raw.chars().any(char::is_control)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_are_trimmed_and_lower_cased() {
        assert_eq!(Email::parse("  Ann@Example.ORG ").unwrap().as_str(), "ann@example.org");
        for bad in ["", "@", "a@", "@b", "a b@c", "a@b@c", "plain", "a@\u{0}b", &format!("{}@b", "a".repeat(253))] {
            assert_eq!(Email::parse(bad), Err(InvalidField::Email), "{bad:?}");
        }
        assert!(Email::parse(&format!("{}@b", "a".repeat(252))).is_ok());
    }

    #[test]
    fn passwords_have_bounds_and_no_debug() {
        assert_eq!(Password::parse("1234567"), Err(InvalidField::PasswordTooShort));
        assert!(Password::parse("12345678").is_ok());
        assert!(Password::parse(&"é".repeat(256)).is_ok());
        assert_eq!(Password::parse(&"x".repeat(257)), Err(InvalidField::PasswordTooLong));
        assert_eq!(format!("{:?}", Password::parse("12345678").unwrap()), "Password(..)");
    }

    #[test]
    fn names_and_titles_are_one_line() {
        assert_eq!(Name::parse(" Ann ").unwrap().as_str(), "Ann");
        for bad in ["", "   ", "a\nb", "a\u{7f}", &"x".repeat(101)] {
            assert_eq!(Name::parse(bad), Err(InvalidField::Name), "{bad:?}");
        }
        assert!(Name::parse(&"x".repeat(100)).is_ok());
        assert!(Title::parse(&"x".repeat(200)).is_ok());
        assert_eq!(Title::parse(&"x".repeat(201)), Err(InvalidField::Title));
        assert_eq!(Name::lossy("\u{1}\t ", "unnamed").as_str(), "unnamed");
    }
}
