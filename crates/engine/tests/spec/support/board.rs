//! A kind of board with every sort of prop the engine knows.

use std::sync::{Arc, LazyLock};

use engine::{Author, KindSchema, NodeId, Schema, SessionId, UserId};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the types are the schema; nobody reads the fields")]
pub struct Folder {
    name: Option<String>,
    /// What the folder is about; the folder goes with it.
    #[schemars(extend("x-ref" = "cascade"))]
    about: Option<NodeId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the types are the schema; nobody reads the fields")]
pub struct Item {
    title: String,
    #[schemars(extend("x-text" = true))]
    note: Option<String>,
    count: Option<f64>,
    size: Option<Size>,
    #[schemars(extend("x-ref" = "cascade"))]
    link: Option<NodeId>,
    #[schemars(extend("x-ref" = "clear", "x-ref-kinds" = ["item"]))]
    friend: Option<NodeId>,
    #[schemars(extend("x-ref" = "refuse"))]
    anchor: Option<NodeId>,
    #[schemars(extend("x-ref" = "clear"))]
    list: Option<Vec<NodeId>>,
    /// A reference that was typed carelessly.
    #[schemars(extend("x-ref" = "clear"))]
    loose: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "the types are the schema; nobody reads the fields")]
pub struct Size {
    width: u32,
    height: u32,
}

/// A bag of whatever props, for the limits.
#[derive(Deserialize, JsonSchema)]
pub struct Bag {}

pub fn schema() -> Arc<Schema> {
    static SCHEMA: LazyLock<Arc<Schema>> = LazyLock::new(|| {
        Arc::new(Schema::new([
            ("folder", KindSchema::of::<Folder>().under(&["root", "folder"])),
            ("item", KindSchema::of::<Item>().under(&["root", "folder"])),
            ("bag", KindSchema::of::<Bag>().under(&["root"])),
        ]))
    });
    Arc::clone(&SCHEMA)
}

pub fn node_id(raw: &str) -> NodeId {
    NodeId::parse(raw).unwrap()
}

/// Returns an author by a one-letter name: a capital is a person, a small letter an agent, `-` Tandem itself.
pub fn author(name: &str) -> Author {
    let letter = name.bytes().next().unwrap();
    match letter {
        b'-' => Author::System,
        b'a'..=b'z' => Author::Agent { session: SessionId::from_bytes([letter; 16]), turn: 1 },
        _ => Author::User { id: UserId::from_bytes([letter; 16]) },
    }
}
