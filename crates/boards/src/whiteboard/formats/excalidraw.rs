//! Files of Excalidraw, version 2.
//!
//! Notes and shapes are rectangles, ellipses and diamonds with a text bound to them. Frames lie side by side there, so
//! that a frame in a frame is known to us alone.

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::whiteboard::nodes::{Geo, TextSize};
use crate::whiteboard::scene::BoxKind;

/// Returns the element that stands for a box.
fn element_type(kind: BoxKind) -> &'static str {
    match kind {
        BoxKind::Frame => "frame",
        BoxKind::Text(_) => "text",
        BoxKind::Shape(Geo::Ellipse | Geo::Oval | Geo::Cloud) => "ellipse",
        BoxKind::Shape(Geo::Diamond | Geo::Rhombus | Geo::Star) => "diamond",
        BoxKind::Note
        | BoxKind::Shape(
            Geo::Rectangle
            | Geo::Triangle
            | Geo::Hexagon
            | Geo::Pentagon
            | Geo::Octagon
            | Geo::Trapezoid
            | Geo::Parallelogram
            | Geo::Cylinder
            | Geo::Document,
        ) => "rectangle",
    }
}

/// Returns the size of ours that is nearest to a font size of theirs.
fn text_size(font_size: f64) -> TextSize {
    match font_size {
        size if size < 15.0 => TextSize::S,
        size if size < 21.0 => TextSize::M,
        size if size < 31.0 => TextSize::L,
        _ => TextSize::Xl,
    }
}
