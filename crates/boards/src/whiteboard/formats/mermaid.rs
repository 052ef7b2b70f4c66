//! Flowcharts of Mermaid. Where things are is not said in them: they are laid out anew when they are read.

mod chart;
mod cursor;
mod label;
mod link;
mod parse;
mod place;
mod shape;
mod write;

pub use write::write;

use super::drawing::Drawing;
use super::error::FormatError;

pub fn read(content: &str) -> Result<Drawing, FormatError> {
    place::place(&parse::parse(content)?)
}
