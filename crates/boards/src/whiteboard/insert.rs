//! Adds what is in a file to a board, clear of everything that is there.

use std::sync::LazyLock;

use engine::limits::MAX_OPS_PER_CHANGE;
use engine::{Document, OpRequest};
use layout::{Rect, Size};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::Viewport;
use super::formats::{Format, import};
use super::place::{place, taken};
use crate::tool::{Context, Outcome, Tool, ToolEntry, ToolError};

/// Returns the tool. People use it; it is not among those that agents are offered.
pub fn insert_file() -> &'static ToolEntry {
    static ENTRY: LazyLock<ToolEntry> = LazyLock::new(ToolEntry::of::<InsertFile>);
    &ENTRY
}

struct InsertFile;

/// A file to be added to a board.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct InsertFileInput {
    format: Format,
    content: String,
    /// The part of the board in which it should be; below everything if none is said.
    viewport: Option<Viewport>,
}

impl Tool for InsertFile {
    type Input = InsertFileInput;
    const NAME: &'static str = "insert_file";
    const DESCRIPTION: &'static str = "Adds what is in a file to the board, clear of everything that is there.";

    fn run(document: &Document, input: InsertFileInput, context: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let drawing =
            import(&input.content, input.format).map_err(|error| ToolError::input("content", error.to_string()))?;
        let Some(bounds) = drawing.bounds() else {
            return Err(ToolError::input("content", "nothing in it can be put on a whiteboard"));
        };
        if drawing.len() > MAX_OPS_PER_CHANGE {
            let message = format!("it has more than {MAX_OPS_PER_CHANGE} objects; import it as a board of its own");
            return Err(ToolError::input("content", message));
        }
        let viewport = input.viewport.map(Rect::from).or(context.view().viewport);
        let corner = place(Size::new(bounds.w, bounds.h), &taken(document), viewport)
            .ok_or_else(|| ToolError::input("content", "there is no room left on this board for so much"))?;
        let (warnings, drawing) = (drawing.warnings.clone(), drawing.at(corner));
        let ops = drawing.ops(&mut || context.new_id());
        let top = ops.iter().enumerate().filter_map(|(place, op)| match op {
            OpRequest::Create { id, parent, .. } if parent.is_root() => Some((place.to_string(), json!(id))),
            OpRequest::Create { .. } | OpRequest::Update { .. } | OpRequest::Move { .. } | OpRequest::Delete { .. } => {
                None
            }
        });
        let facts = [("created".to_owned(), json!(top.collect::<serde_json::Map<_, _>>()))].into_iter().collect();
        let observation = format!("Added {} objects from a file.", ops.len());
        Ok(Outcome { ops, facts, warnings, observation })
    }
}
