//! The sizes and distances of a whiteboard, in CSS pixels.

use crate::geometry::Size;

pub const NOTE: Size = Size::new(200.0, 200.0);
pub const SHAPE: Size = Size::new(200.0, 200.0);
/// A frame with nothing in it.
pub const FRAME: Size = Size::new(300.0, 300.0);
pub const SMALLEST_FRAME_HEIGHT: f64 = 280.0;

/// Between two things in a frame.
pub const NOTE_GAP: f64 = 20.0;
/// Between two things that lie side by side on the board.
pub const FRAME_GAP: f64 = 40.0;
/// Between two tiers of a flowchart.
pub const TIER_GAP: f64 = 60.0;

/// At the left, at the right, and beneath the header of a frame.
pub const FRAME_PADDING: f64 = 30.0;
/// Where a frame's name is.
pub const FRAME_HEADER: f64 = 30.0;
pub const FRAME_BOTTOM_PADDING: f64 = 20.0;

/// How far something goes that is told to move left, right, up or down.
pub const MOVE_STEP: f64 = 150.0;
