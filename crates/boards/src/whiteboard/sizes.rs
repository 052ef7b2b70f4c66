//! How large things are for their words.

use layout::{Rect, Size, facts, text};

use super::scene::BoxKind;

/// Returns the size of a new box. A frame grows further around what lies in it.
pub fn of(kind: BoxKind, words: &str) -> Size {
    match kind {
        BoxKind::Frame => Size::new(text::frame_min_width(words).max(facts::FRAME.w), facts::FRAME.h),
        BoxKind::Note => text::note(words),
        BoxKind::Shape(geo) => text::shape(geo.into(), words),
        BoxKind::Text(size) => text::text(size.into(), words),
    }
}

/// Returns a box that holds these words: the one it has, if they fit, otherwise one that is large enough and no smaller.
pub fn grown(kind: BoxKind, words: &str, rect: Rect) -> Rect {
    if text::fits(kind.holder(), words, rect) {
        return rect;
    }
    let needed = of(kind, words);
    let size = match kind {
        // A name makes its frame wider and nothing else.
        BoxKind::Frame => Size::new(rect.w.max(text::frame_min_width(words)), rect.h),
        BoxKind::Text(_) => needed,
        BoxKind::Note | BoxKind::Shape(_) => Size::new(rect.w.max(needed.w), rect.h.max(needed.h)),
    };
    Rect { w: size.w, h: size.h, ..rect }
}
