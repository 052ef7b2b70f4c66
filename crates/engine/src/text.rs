//! Reading and writing a checked text without a copy in between: ids and order keys are most of what the log holds.

/// Writes a newtype over text as that text, and reads it through its `parse`.
macro_rules! text_serde {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl serde::de::Visitor<'_> for Text {
                    type Value = $name;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        formatter.write_str("a string")
                    }

                    fn visit_str<E: serde::de::Error>(self, raw: &str) -> Result<$name, E> {
                        $name::parse(raw).map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}

pub(crate) use text_serde;
