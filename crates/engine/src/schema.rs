//! What a kind of board may hold.
//!
//! A node kind is a Rust type: deserialising it is the check of its props, and its JSON Schema, made by the same
//! derive that makes tool schemas, marks which props are references (`x-ref`) and which are long texts (`x-text`).

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use crate::id::NodeId;
use crate::op::Props;
use crate::reject::pointer_token;

/// The kind of the node above all others, for `KindSchema::under`.
pub const ROOT_KIND: &str = "root";
/// Marks a prop as a long text whose concurrent edits are merged: `#[schemars(extend("x-text" = true))]`.
pub const TEXT_EXTENSION: &str = "x-text";
const REFERENCE_EXTENSION: &str = "x-ref";
const REFERENCE_KINDS_EXTENSION: &str = "x-ref-kinds";

/// The node kinds of one kind of board.
#[derive(Debug)]
pub struct Schema {
    kinds: BTreeMap<&'static str, KindSchema>,
}

/// One kind of node.
#[derive(Debug)]
pub struct KindSchema {
    parents: &'static [&'static str],
    check: fn(&Props) -> Result<(), PropFault>,
    references: Vec<Reference>,
    texts: Vec<String>,
    json: schemars::Schema,
}

/// A prop that names another node, or a list of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub prop: String,
    /// The kinds it may point at; empty for any.
    pub kinds: Vec<String>,
    pub on_delete: OnDelete,
}

/// What deleting a node does to those that refer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDelete {
    /// They go too.
    Cascade,
    /// They lose the reference.
    Clear,
    /// The node stays.
    Refuse,
}

/// A prop that does not fit its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropFault {
    pub field: String,
    pub message: String,
}

impl Schema {
    pub fn new(kinds: impl IntoIterator<Item = (&'static str, KindSchema)>) -> Self {
        Self { kinds: kinds.into_iter().collect() }
    }

    pub fn kind(&self, name: &str) -> Option<&KindSchema> {
        self.kinds.get(name)
    }

    pub fn kind_names(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.keys().copied()
    }

    pub(crate) fn references(&self, kind: &str) -> &[Reference] {
        self.kind(kind).map_or(&[], |kind| &kind.references)
    }
}

impl KindSchema {
    /// Makes a kind whose props are a `T`.
    pub fn of<T: JsonSchema + DeserializeOwned>() -> Self {
        let json = schemars::SchemaGenerator::default().into_root_schema_for::<T>();
        let properties = json.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let texts = properties
            .iter()
            .filter(|(_, schema)| schema.get(TEXT_EXTENSION) == Some(&Value::Bool(true)))
            .map(|(name, _)| name.clone())
            .collect();
        let references = properties.iter().filter_map(|(name, schema)| reference(name, schema)).collect();
        Self { parents: &[], check: check::<T>, references, texts, json }
    }

    /// Says which kinds of node may be its parent.
    pub fn under(mut self, parents: &'static [&'static str]) -> Self {
        self.parents = parents;
        self
    }

    pub fn parents(&self) -> &'static [&'static str] {
        self.parents
    }

    /// Returns the JSON Schema of the props.
    pub fn json(&self) -> &schemars::Schema {
        &self.json
    }

    pub fn references(&self) -> &[Reference] {
        &self.references
    }

    pub fn is_text(&self, prop: &str) -> bool {
        self.texts.iter().any(|text| text == prop)
    }

    pub(crate) fn check(&self, props: &Props) -> Result<(), PropFault> {
        (self.check)(props)
    }
}

impl Reference {
    /// Returns the nodes named by this prop's value.
    pub(crate) fn targets<'a>(&self, props: &'a Props) -> impl Iterator<Item = &'a str> + use<'a> {
        let values = match props.get(&self.prop) {
            Some(Value::Array(items)) => items.as_slice(),
            Some(value) => std::slice::from_ref(value),
            None => &[],
        };
        values.iter().filter_map(Value::as_str)
    }

    /// Returns a value of this prop without the targets that go; `null` for a prop that names one node.
    pub(crate) fn without(value: &Value, gone: &BTreeSet<NodeId>) -> Value {
        let stays = |item: &&Value| !item.as_str().is_some_and(|target| gone.contains(target));
        match value {
            Value::Array(items) => items.iter().filter(stays).cloned().collect(),
            _ => Value::Null,
        }
    }
}

fn reference(prop: &str, schema: &Value) -> Option<Reference> {
    let on_delete = match schema.get(REFERENCE_EXTENSION)?.as_str()? {
        "cascade" => OnDelete::Cascade,
        "clear" => OnDelete::Clear,
        _ => OnDelete::Refuse,
    };
    let kinds = schema.get(REFERENCE_KINDS_EXTENSION).and_then(Value::as_array);
    let kinds = kinds.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    Some(Reference { prop: prop.to_owned(), kinds, on_delete })
}

fn check<T: DeserializeOwned>(props: &Props) -> Result<(), PropFault> {
    serde_path_to_error::deserialize::<_, T>(props).map(drop).map_err(|error| {
        let field = format!("props{}", pointer(error.path()));
        PropFault { field, message: error.into_inner().to_string() }
    })
}

/// Writes the way to a field as a JSON pointer.
pub fn pointer(path: &serde_path_to_error::Path) -> String {
    let segments = path.iter().filter_map(|segment| match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } => Some(pointer_token(key)),
        Segment::Enum { .. } | Segment::Unknown => None,
    });
    segments.fold(String::new(), |pointer, segment| pointer + "/" + &segment)
}
