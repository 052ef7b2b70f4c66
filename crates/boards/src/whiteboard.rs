//! Whiteboards: frames, notes, shapes and texts, and connectors between them.
//!
//! Where a thing is counts from its parent's top left corner, in pixels, so that moving a frame touches nothing in it.

mod batch;
mod color;
mod create;
pub mod describe;
pub mod draft;
pub mod formats;
mod geometry;
pub mod insert;
mod labels;
mod layout_elements;
pub mod lint;
mod nodes;
mod outline;
mod place;
mod prompt;
mod read;
mod reflow;
pub mod scene;
mod sizes;
mod update;
pub mod ways;

use std::sync::Arc;

use engine::{KindSchema, OpRequest, ROOT_KIND, Schema};

pub use batch::MAX_OPERATIONS;
pub use color::Color;
pub use geometry::{Coordinate, Extent, Route, Viewport};
pub use nodes::{Connector, Frame, Geo, Note, Shape, TextSize, WrittenText};

use crate::kind::{AgentGuide, BoardKind};
use crate::tool::{Context, ToolEntry};

/// The name of this kind.
pub const NAME: &str = "whiteboard";
pub const FRAME: &str = "frame";
pub const NOTE: &str = "note";
pub const SHAPE: &str = "shape";
pub const TEXT: &str = "text";
pub const CONNECTOR: &str = "connector";

pub(crate) fn kind() -> BoardKind {
    let agent = AgentGuide { prompt: prompt::prompt, describe: describe::describe };
    BoardKind { name: NAME, schema: Arc::new(schema()), tools: tools(), start, agent: Some(agent) }
}

fn schema() -> Schema {
    const HOLDERS: &[&str] = &[ROOT_KIND, FRAME];
    Schema::new([
        (FRAME, KindSchema::of::<Frame>().under(HOLDERS)),
        (NOTE, KindSchema::of::<Note>().under(HOLDERS)),
        (SHAPE, KindSchema::of::<Shape>().under(HOLDERS)),
        (TEXT, KindSchema::of::<WrittenText>().under(HOLDERS)),
        (CONNECTOR, KindSchema::of::<Connector>().under(&[ROOT_KIND])),
    ])
}

fn tools() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<batch::BatchOperations>(),
        ToolEntry::of::<update::UpdateElements>(),
        ToolEntry::of::<layout_elements::LayoutElements>(),
        ToolEntry::of::<read::OutlineBoard>(),
        ToolEntry::of::<read::FindElements>(),
        ToolEntry::of::<read::ReadView>(),
    ]
}

/// A new whiteboard is empty.
fn start(_: &mut Context<'_>) -> Vec<OpRequest> {
    Vec::new()
}
