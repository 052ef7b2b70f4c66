//! Kinds of board. Each is one module: a schema, the tools that edit it, and what a new board starts with.
//!
//! A tool reads a document and says which ops it wants; it never writes. Whoever runs it applies the ops, and so
//! preview, undo, history and broadcast come for nothing.

mod ghosts;
pub mod kanban;
mod kind;
mod text;
mod tool;
mod view;
pub mod whiteboard;

pub use ghosts::{Ghost, ghosts};
pub use kind::{AgentGuide, BoardKind, kind, kinds};
pub use text::{InvalidText, Line, Text};
pub use tool::{Context, Effect, FieldFault, Outcome, Tool, ToolEntry, ToolError, input_schema, parse_input};
pub use view::View;
