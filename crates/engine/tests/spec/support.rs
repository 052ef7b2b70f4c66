//! A board to test on, a small language for what happens to it, and a drawing of the outcome.

pub mod board;
pub mod model;
pub mod random;
pub mod script;
pub mod world;

use engine::Document;
use expect_test::Expect;
use proptest::test_runner::Config;
use serde_json::Value;

pub use board::{author, node_id, schema};
pub use world::World;

/// Plays a script and compares the tree it leaves, and every refusal on the way.
#[track_caller]
pub fn check(script: &str, expected: Expect) {
    let world = World::play(script);
    expected.assert_eq(&format!("{}{}", render(&world.document), world.notes));
}

/// Like `check`, with the order keys.
#[track_caller]
pub fn check_keys(script: &str, expected: Expect) {
    let world = World::play(script);
    expected.assert_eq(&format!("{}{}", render_keys(&world.document), world.notes));
}

/// Plays a script and compares the last change as the log holds it.
#[track_caller]
pub fn check_log(script: &str, expected: Expect) {
    let world = World::play(script);
    let last = world.log.last().unwrap();
    let mut lines = format!("{}\n", serde_json::to_string(&last.reverts).unwrap());
    for op in &last.ops {
        lines.push_str(&format!("{}\n", serde_json::to_string(op).unwrap()));
    }
    expected.assert_eq(&format!("{lines}{}", world.notes));
}

/// Draws the tree: a folder ends in `/`, a title equal to the id is not shown.
pub fn render(document: &Document) -> String {
    draw(document, |_| String::new())
}

pub fn render_keys(document: &Document) -> String {
    draw(document, |node| format!(" @{}", node.order))
}

fn draw(document: &Document, place: impl Fn(&engine::Node) -> String) -> String {
    let mut drawing = String::new();
    for node in document.nodes() {
        let indent = "  ".repeat(document.depth(&node.id) - 1);
        let mark = if &*node.kind == "folder" { "/" } else { "" };
        drawing.push_str(&format!("{indent}{}{mark}{}", node.id, place(node)));
        for (prop, value) in &node.props {
            if prop != "title" || value.as_str() != Some(node.id.as_str()) {
                drawing.push_str(&format!(" {prop}={}", plain(value)));
            }
        }
        drawing.push('\n');
    }
    drawing
}

/// Returns how often a property is tried; `PROPTEST_CASES` overrides it for a longer search.
pub fn tried(cases: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    Config { cases: asked.unwrap_or(cases), failure_persistence: None, ..Config::default() }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) if !text.contains([' ', '\n']) && !text.is_empty() => text.clone(),
        other => other.to_string(),
    }
}
