//! Words in boxes, one line at a time.

use layout::Rect;
use layout::text::{Holder, Style, wrap};

use super::xml::{Number, Xml};

/// How far the letters of the font rise above the line they stand on, and how far they hang below, in ems.
const ASCENT: f64 = 1.005;
const DESCENT: f64 = 0.295;

const ELLIPSIS: &str = "…";

/// Where lines begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Align {
    Left,
    /// In the middle, across and down.
    Centre,
}

pub fn words(xml: &mut Xml, holder: Holder, text: &str, rect: Rect, ink: &str) {
    let (style, room) = holder.room(rect);
    match holder {
        Holder::Note | Holder::Text(_) => write(xml, text, style, room, Align::Left, ink),
        Holder::Frame => write(xml, &cut(text, room.w), style, room, Align::Left, ink),
        Holder::Shape(_) | Holder::Label => write(xml, text, style, room, Align::Centre, ink),
    }
}

fn write(xml: &mut Xml, text: &str, style: Style, room: Rect, align: Align, ink: &str) {
    let wrapped = wrap(text, style, room.w);
    let has_words = |range: &std::ops::Range<usize>| !text[range.clone()].trim().is_empty();
    if !wrapped.lines.iter().any(|line| has_words(&line.range)) {
        return;
    }
    let (anchor, x, top) = match align {
        Align::Left => ("start", room.x, room.y),
        Align::Centre => ("middle", room.x + room.w / 2.0, room.y + (room.h - wrapped.size.h) / 2.0),
    };
    let half_leading = (style.line - (ASCENT + DESCENT) * style.size) / 2.0;
    let mut y = top + half_leading + ASCENT * style.size;
    xml.open(
        "text",
        &[("font-size", &Number(style.size)), ("font-weight", &style.weight), ("text-anchor", &anchor), ("fill", &ink)],
    );
    for line in wrapped.lines {
        if has_words(&line.range) {
            xml.open("tspan", &[("x", &Number(x)), ("y", &Number(y))]);
            xml.text(text[line.range].trim_end());
            xml.close("tspan");
        }
        y += style.line;
    }
    xml.close("text");
}

/// Returns as much of a name as fits one line.
fn cut(name: &str, width: f64) -> String {
    let fits = |text: &str| wrap(text, Style::FRAME_NAME, f64::INFINITY).size.w <= width;
    if fits(name) {
        return name.to_owned();
    }
    let ends: Vec<usize> = name.char_indices().map(|(at, _)| at).collect();
    let kept = ends.partition_point(|&end| fits(&format!("{}{ELLIPSIS}", &name[..end])));
    let end = kept.checked_sub(1).map_or(0, |last| ends[last]);
    format!("{}{ELLIPSIS}", name[..end].trim_end())
}
