//! Ids that cannot be mixed up: minted ones are UUIDs, a document's own are opaque strings.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;

use crate::limits::MAX_ID_CHARS;

/// Defines a newtype over a UUID with the usual traits.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name($crate::__uuid::Uuid);

        impl $name {
            pub const fn from_uuid(uuid: $crate::__uuid::Uuid) -> Self {
                Self(uuid)
            }

            pub const fn from_bytes(bytes: [u8; 16]) -> Self {
                Self($crate::__uuid::Uuid::from_bytes(bytes))
            }

            pub const fn as_bytes(&self) -> &[u8; 16] {
                self.0.as_bytes()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "{}({})", stringify!($name), self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::InvalidId;

            fn from_str(raw: &str) -> Result<Self, Self::Err> {
                $crate::__uuid::Uuid::try_parse(raw).map(Self).map_err(|_| $crate::InvalidId::NotUuid)
            }
        }

        impl $crate::__schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut $crate::__schemars::SchemaGenerator) -> $crate::__schemars::Schema {
                $crate::__schemars::json_schema!({ "type": "string", "format": "uuid" })
            }
        }
    };
}

id!(
    /// A board, which is one document.
    BoardId
);
id!(
    /// A person with an account.
    UserId
);
id!(
    /// A session of an agent.
    SessionId
);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    #[error("an id is 1 to {MAX_ID_CHARS} characters of A-Z a-z 0-9 _ . : -")]
    NotOpaque,
    #[error("this id must be a UUID")]
    NotUuid,
}

macro_rules! opaque_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        $crate::text::text_serde!($name);

        impl $name {
            pub fn parse(raw: &str) -> Result<Self, InvalidId> {
                let fits = (1..=MAX_ID_CHARS).contains(&raw.len());
                let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'-');
                if fits && raw.bytes().all(plain) { Ok(Self(raw.into())) } else { Err(InvalidId::NotOpaque) }
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        /// Lets a map be asked with the plain text of an id.
        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidId;

            fn try_from(raw: String) -> Result<Self, InvalidId> {
                Self::parse(&raw)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.as_ref().to_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "{:?}", &*self.0)
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
                schemars::json_schema!({
                    "type": "string",
                    "minLength": 1,
                    "maxLength": MAX_ID_CHARS,
                    "pattern": "^[A-Za-z0-9_.:-]+$"
                })
            }
        }
    };
}

opaque_id!(
    /// A node of a document; `root` is the one every document starts with.
    NodeId
);
opaque_id!(
    /// A change, named by whoever asks for it, so that asking twice is harmless.
    ChangeId
);

impl NodeId {
    /// Returns the id of the node above all others.
    pub fn root() -> Self {
        Self("root".into())
    }

    pub fn is_root(&self) -> bool {
        &*self.0 == "root"
    }
}
