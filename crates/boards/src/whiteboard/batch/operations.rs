//! What a batch may ask for, checked when it comes in.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::text::{Line, Text};
use crate::whiteboard::Color;
use crate::whiteboard::nodes::{FrameName, Label, Words};

/// Operations of one batch.
pub const MAX_OPERATIONS: usize = 50;

/// The name of an object within its batch: 2 to 40 of `a`–`z`, `0`–`9` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Ref(String);

/// One operation.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(tag = "op")]
pub enum Operation {
    /// A named box for other objects.
    #[schemars(rename = "createFrame", rename_all = "camelCase")]
    Frame {
        #[schemars(rename = "ref")]
        reference: Ref,
        name: FrameName,
        color: Option<Color>,
        /// The frame of this batch that it lies in.
        parent_ref: Option<Ref>,
    },
    /// A sticky note.
    #[schemars(rename = "createNote", rename_all = "camelCase")]
    Note {
        #[schemars(rename = "ref")]
        reference: Ref,
        text: Words,
        color: Option<Color>,
        /// The frame of this batch that it lies in.
        parent_ref: Option<Ref>,
    },
    /// A shape, as of a flowchart.
    #[schemars(rename = "createShape", rename_all = "camelCase")]
    Shape {
        #[schemars(rename = "ref")]
        reference: Ref,
        /// rectangle (the default), ellipse, diamond, triangle, hexagon, pentagon, octagon, oval, cloud, star, rhombus,
        /// trapezoid, parallelogram, cylinder or document.
        geo: Option<GeoName>,
        text: Option<Words>,
        color: Option<Color>,
        /// The frame of this batch that it lies in.
        parent_ref: Option<Ref>,
    },
    /// Words without a box.
    #[schemars(rename = "createText", rename_all = "camelCase")]
    Text {
        #[schemars(rename = "ref")]
        reference: Ref,
        text: Words,
        color: Option<Color>,
        /// The frame of this batch that it lies in.
        parent_ref: Option<Ref>,
    },
    /// An arrow from one object of this batch to another.
    #[schemars(rename = "createConnector", rename_all = "camelCase")]
    Connector {
        #[schemars(rename = "ref")]
        reference: Ref,
        from_ref: Ref,
        to_ref: Ref,
        label: Option<ConnectorLabel>,
        color: Option<Color>,
    },
}

pub type GeoName = Text<40>;
pub type ConnectorLabel = Text<200>;

impl Operation {
    pub fn reference(&self) -> &Ref {
        match self {
            Self::Frame { reference, .. }
            | Self::Note { reference, .. }
            | Self::Shape { reference, .. }
            | Self::Text { reference, .. }
            | Self::Connector { reference, .. } => reference,
        }
    }
}

/// Returns a label that a connector can have: one line that is not blank.
pub fn label_of(written: Option<&ConnectorLabel>) -> Option<Label> {
    let line = written?.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
    Line::try_from(line).ok()
}

impl Ref {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

const REF_LENGTH: std::ops::RangeInclusive<usize> = 2..=40;

impl TryFrom<String> for Ref {
    type Error = String;

    fn try_from(raw: String) -> Result<Self, String> {
        let is_ref_character = |character: u8| matches!(character, b'a'..=b'z' | b'0'..=b'9' | b'_');
        if REF_LENGTH.contains(&raw.len()) && raw.bytes().all(is_ref_character) {
            Ok(Self(raw))
        } else {
            let shown: String = raw.chars().take(60).collect();
            Err(format!("{shown:?} is not a ref; a ref is 2 to 40 characters of a-z, 0-9 and _, like note_brand_1"))
        }
    }
}

impl JsonSchema for Ref {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Ref".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[a-z0-9_]{2,40}$" })
    }
}
