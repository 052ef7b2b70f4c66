//! How much room a text takes, measured with the font the UI ships.
//!
//! Lines end where a browser ends them under `white-space: pre-wrap; overflow-wrap: anywhere`. A test in a browser holds
//! the two together, by the table in `tests/golden/text.json`.

mod boxes;
mod breaks;
mod fallback;
mod font;
mod pairs;
mod styles;
mod wrap;

pub use boxes::{Holder, fits, frame_min_width, label, note, shape, text};
pub use styles::{Style, TextSize, Weight};
pub use wrap::{Line, Wrapped, wrap};
