//! The palette. A name is stored; what it looks like is the view's business, in light and in dark.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A colour of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", try_from = "String")]
pub enum Color {
    Black,
    Grey,
    LightViolet,
    Violet,
    Blue,
    LightBlue,
    Yellow,
    Orange,
    Green,
    LightGreen,
    LightRed,
    Red,
    White,
}

const NAMES: [(&str, Color); 13] = [
    ("black", Color::Black),
    ("grey", Color::Grey),
    ("light-violet", Color::LightViolet),
    ("violet", Color::Violet),
    ("blue", Color::Blue),
    ("light-blue", Color::LightBlue),
    ("yellow", Color::Yellow),
    ("orange", Color::Orange),
    ("green", Color::Green),
    ("light-green", Color::LightGreen),
    ("light-red", Color::LightRed),
    ("red", Color::Red),
    ("white", Color::White),
];

/// What else people and models call a colour.
const ALIASES: [(&str, Color); 5] = [
    ("purple", Color::Violet),
    ("pink", Color::LightRed),
    ("cyan", Color::LightBlue),
    ("lime", Color::LightGreen),
    ("gray", Color::Grey),
];

impl Color {
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, color)| *color == self).map_or("black", |(name, _)| name)
    }

    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }
}

/// Reads a name of the palette or an alias, in capitals or not.
impl TryFrom<String> for Color {
    type Error = String;

    fn try_from(raw: String) -> Result<Self, String> {
        let lower = raw.trim().to_ascii_lowercase();
        let found = NAMES.iter().chain(&ALIASES).find(|(name, _)| *name == lower);
        found.map(|(_, color)| *color).ok_or_else(|| {
            format!("{raw:?} is not a colour; a colour is one of: {}", Self::names().collect::<Vec<_>>().join(", "))
        })
    }
}

impl JsonSchema for Color {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Self::names().collect::<Vec<_>>() })
    }
}
