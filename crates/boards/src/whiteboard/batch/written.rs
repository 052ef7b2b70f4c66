//! An operation as it is written: every field that any of them has, so that a wrong one is named exactly.

use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::operations::{ConnectorLabel, GeoName, Operation, Ref};
use crate::tool::ToolError;
use crate::whiteboard::Color;
use crate::whiteboard::nodes::{FrameName, Words};

/// Operations whose unknown fields are told of in one call, fields that are told of each, and characters of a field.
const SHOWN_OPERATIONS: usize = 10;
const SHOWN_FIELDS: usize = 6;
const SHOWN_CHARACTERS: usize = 40;

/// Places and sizes, which models add by habit though they are told that these are worked out for them.
const WORKED_OUT: &[&str] = &["x", "y", "w", "h", "width", "height", "position", "size"];

#[derive(Debug)]
pub struct WrittenOperation {
    op: OpName,
    reference: Ref,
    name: Option<FrameName>,
    text: Option<Words>,
    geo: Option<GeoName>,
    label: Option<ConnectorLabel>,
    color: Option<Color>,
    parent_ref: Option<Ref>,
    from_ref: Option<Ref>,
    to_ref: Option<Ref>,
    /// Fields that no operation has, as many as are told of and one more.
    unknown: Vec<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
enum OpName {
    #[serde(rename = "createFrame")]
    Frame,
    #[serde(rename = "createNote")]
    Note,
    #[serde(rename = "createShape")]
    Shape,
    #[serde(rename = "createText")]
    Text,
    #[serde(rename = "createConnector")]
    Connector,
}

impl WrittenOperation {
    /// Takes what its operation needs; what belongs to another is passed over.
    pub fn checked(self, index: usize) -> Result<Operation, ToolError> {
        let Self { op, reference, name, text, geo, label, color, parent_ref, from_ref, to_ref, unknown: _ } = self;
        let missing = |field: &str| ToolError::input(&format!("operations/{index}/{field}"), format!("{op} needs it"));
        Ok(match op {
            OpName::Frame => {
                let name = name.ok_or_else(|| missing("name"))?;
                Operation::Frame { reference, name, color, parent_ref }
            }
            OpName::Note => {
                let text = text.ok_or_else(|| missing("text"))?;
                Operation::Note { reference, text, color, parent_ref }
            }
            OpName::Shape => Operation::Shape { reference, geo, text, color, parent_ref },
            OpName::Text => {
                let text = text.ok_or_else(|| missing("text"))?;
                Operation::Text { reference, text, color, parent_ref }
            }
            OpName::Connector => {
                let from_ref = from_ref.ok_or_else(|| missing("fromRef"))?;
                let to_ref = to_ref.ok_or_else(|| missing("toRef"))?;
                Operation::Connector { reference, from_ref, to_ref, label, color }
            }
        })
    }
}

/// Says of each operation which of its fields came to nothing, because there are none of that name.
pub fn unknown_fields(operations: &[WrittenOperation]) -> Vec<String> {
    let odd: Vec<&WrittenOperation> = operations.iter().filter(|operation| !operation.unknown.is_empty()).collect();
    let said = odd.iter().take(SHOWN_OPERATIONS).map(|WrittenOperation { reference, unknown, .. }| {
        let shown: Vec<String> = unknown.iter().take(SHOWN_FIELDS).map(|field| shown(field)).collect();
        let more = if unknown.len() > SHOWN_FIELDS { " and more" } else { "" };
        format!("'{reference}' has fields that do not exist and were passed over: {}{more}.", shown.join(", "))
    });
    let mut warnings: Vec<String> = said.collect();
    if odd.len() > SHOWN_OPERATIONS {
        warnings.push(format!("So it is with {} more operations.", odd.len() - SHOWN_OPERATIONS));
    }
    warnings
}

fn shown(field: &str) -> String {
    let short: String = field.chars().take(SHOWN_CHARACTERS).collect();
    format!("{short:?}{}", if short.len() < field.len() { "…" } else { "" })
}

impl<'de> Deserialize<'de> for WrittenOperation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = WrittenOperation;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an operation")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<WrittenOperation, M::Error> {
        let (mut op, mut reference) = (None, None);
        let (mut name, mut text, mut geo, mut label, mut color) = (None, None, None, None, None);
        let (mut parent_ref, mut from_ref, mut to_ref) = (None, None, None);
        let mut unknown = Vec::new();
        while let Some(field) = map.next_key::<String>()? {
            match field.as_str() {
                "op" => op = Some(map.next_value()?),
                "ref" => reference = Some(map.next_value()?),
                "name" => name = map.next_value()?,
                "text" => text = map.next_value()?,
                "geo" => geo = map.next_value()?,
                "label" => label = map.next_value()?,
                "color" => color = map.next_value()?,
                "parentRef" => parent_ref = map.next_value()?,
                "fromRef" => from_ref = map.next_value()?,
                "toRef" => to_ref = map.next_value()?,
                other => {
                    // What is nothing is not missed.
                    let is_set = map.next_value::<Option<IgnoredAny>>()?.is_some();
                    if is_set && !WORKED_OUT.contains(&other) && unknown.len() <= SHOWN_FIELDS {
                        unknown.push(field);
                    }
                }
            }
        }
        let op = op.ok_or_else(|| M::Error::missing_field("op"))?;
        let reference = reference.ok_or_else(|| M::Error::missing_field("ref"))?;
        Ok(WrittenOperation { op, reference, name, text, geo, label, color, parent_ref, from_ref, to_ref, unknown })
    }
}

impl fmt::Display for OpName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Frame => "createFrame",
            Self::Note => "createNote",
            Self::Shape => "createShape",
            Self::Text => "createText",
            Self::Connector => "createConnector",
        })
    }
}
