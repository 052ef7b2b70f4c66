//! Where things go on a canvas: graphs in layers, connectors around boxes, texts in boxes, templates.
//!
//! Lengths are CSS pixels and `y` points down. Everything here is a plain function of its arguments: the same input gives
//! the same picture on every machine.

pub mod arrange;
pub mod facts;
pub mod geo;
pub mod geometry;
pub mod layered;
pub mod route;
pub mod text;

pub use geometry::{Point, Rect, Size};
pub use layered::{Direction, Edge, Layered, Options, layered};
pub use route::{Obstacles, crossings, route};
