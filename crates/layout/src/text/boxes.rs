//! How large a thing must be for its text.

use super::wrap::{ROUNDING, widest_word, wrap};
use super::{Style, TextSize};
use crate::facts::{NOTE, SHAPE};
use crate::geo::{Geo, text_rect};
use crate::geometry::{Rect, Size};

const NOTE_PADDING: f64 = 16.0;
const TEXT_PADDING: f64 = 4.0;
/// How wide a text becomes before it is broken.
const WIDEST_TEXT: f64 = 480.0;
const FRAME_NAME_PADDING: Size = Size::new(12.0, 5.0);
/// Around a frame's name: the padding of its header and the border.
const FRAME_NAME_MARGIN: f64 = 32.0;
/// How wide a name makes its frame; a longer one is cut.
const WIDEST_NAMED_FRAME: f64 = 560.0;
const LABEL_PADDING: Size = Size::new(6.0, 2.0);
const WIDEST_LABEL: f64 = 160.0;
/// How wide a text makes its shape; a longer word is broken.
const WIDEST_SHAPE: f64 = 560.0;
/// A shape that would be taller than this many times its width becomes wider instead: a box can be tall, a star that is
/// drawn out looks broken.
const TALLEST_BOX: f64 = 2.0;
const TALLEST_OUTLINE: f64 = 1.2;
const SHAPE_STEP: f64 = 40.0;
/// What a box has more than its lines need, so that a browser that rounds differently breaks them at the same places.
const SLACK: f64 = 0.5;

/// What holds a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Note,
    Shape(Geo),
    Text(TextSize),
    /// A frame, which shows its name in one line.
    Frame,
    Label,
}

/// Returns the size of a note: as wide as every note, and as tall as its text needs.
pub fn note(text: &str) -> Size {
    let lines = wrap(text, Style::NOTE, NOTE.w - 2.0 * NOTE_PADDING - SLACK);
    Size::new(NOTE.w, NOTE.h.max(lines.size.h + 2.0 * NOTE_PADDING))
}

/// Returns the size of a shape. It grows in height; in width for a word that is too wide, and before it becomes a tower.
pub fn shape(geo: Geo, text: &str) -> Size {
    let room = geo.room();
    let widest = (widest_word(text, Style::SHAPE) + 2.0 * SLACK + 2.0 * room.padding) / room.across();
    let tallest = match geo {
        Geo::Rectangle | Geo::Cylinder | Geo::Document => TALLEST_BOX,
        Geo::Ellipse
        | Geo::Diamond
        | Geo::Triangle
        | Geo::Hexagon
        | Geo::Pentagon
        | Geo::Octagon
        | Geo::Oval
        | Geo::Cloud
        | Geo::Star
        | Geo::Rhombus
        | Geo::Trapezoid
        | Geo::Parallelogram => TALLEST_OUTLINE,
    };
    let mut width = SHAPE.w.max(widest.ceil().min(WIDEST_SHAPE));
    loop {
        let lines = wrap(text, Style::SHAPE, width * room.across() - 2.0 * room.padding - SLACK);
        let height = SHAPE.h.max(((lines.size.h + 2.0 * room.padding) / room.down()).ceil());
        if height <= tallest * width || width >= WIDEST_SHAPE {
            return Size::new(width, height);
        }
        width = WIDEST_SHAPE.min(width + SHAPE_STEP);
    }
}

/// Returns the size of a text that stands alone.
pub fn text(size: TextSize, text: &str) -> Size {
    let style = Style::text(size);
    let lines = wrap(text, style, WIDEST_TEXT - 2.0 * TEXT_PADDING - SLACK);
    around(lines.size, style, Size::new(TEXT_PADDING, TEXT_PADDING))
}

/// Returns how wide a frame must be to show its name.
pub fn frame_min_width(name: &str) -> f64 {
    let name = wrap(name, Style::FRAME_NAME, f64::INFINITY).size.w;
    (name + SLACK + FRAME_NAME_MARGIN).ceil().min(WIDEST_NAMED_FRAME)
}

/// Returns the size of a connector's label.
pub fn label(text: &str) -> Size {
    let lines = wrap(text, Style::LABEL, WIDEST_LABEL - 2.0 * LABEL_PADDING.w - SLACK);
    around(lines.size, Style::LABEL, LABEL_PADDING)
}

/// Returns whether the box shows the whole text.
pub fn fits(holder: Holder, text: &str, rect: Rect) -> bool {
    if holder == Holder::Frame {
        return frame_min_width(text) <= rect.w;
    }
    let (style, room) = holder.room(rect);
    let needed = wrap(text, style, room.w).size;
    needed.w <= room.w + ROUNDING && needed.h <= room.h
}

impl Holder {
    /// Returns how words are set in a box, and where in it they have room.
    pub fn room(self, rect: Rect) -> (Style, Rect) {
        let inside = |padding: Size| {
            let (w, h) = ((rect.w - 2.0 * padding.w).max(0.0), (rect.h - 2.0 * padding.h).max(0.0));
            Rect::new(rect.x + padding.w, rect.y + padding.h, w, h)
        };
        match self {
            Self::Note => (Style::NOTE, inside(Size::new(NOTE_PADDING, NOTE_PADDING))),
            Self::Shape(geo) => (Style::SHAPE, text_rect(geo, rect)),
            Self::Text(size) => (Style::text(size), inside(Size::new(TEXT_PADDING, TEXT_PADDING))),
            Self::Frame => (Style::FRAME_NAME, inside(FRAME_NAME_PADDING)),
            Self::Label => (Style::LABEL, inside(LABEL_PADDING)),
        }
    }
}

/// Returns the box around a text, which has room for one line at least.
fn around(lines: Size, style: Style, padding: Size) -> Size {
    let width = if lines.w > 0.0 { (lines.w + SLACK).ceil() } else { style.size };
    Size::new(width + 2.0 * padding.w, lines.h.max(style.line) + 2.0 * padding.h)
}
