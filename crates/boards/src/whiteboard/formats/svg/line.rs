//! Connectors: a way with round corners, and an arrow at its end.

use layout::Point;

use super::style;
use super::xml::{Path, Xml};
use crate::whiteboard::Color;
use crate::whiteboard::formats::palette;

/// How round the corners of a way are.
const CORNER: f64 = 10.0;
/// How long and wide the arrow is.
pub const ARROW: f64 = 9.0;

pub fn draw(xml: &mut Xml, color: Color, way: &[Point]) {
    let (path, class) = (path(way), format!("connector {}", style::class(Some(color))));
    let arrow = format!("url(#{})", style::marker(color));
    let line = palette::light(color).line;
    xml.empty(
        "path",
        &[
            ("class", &class),
            ("d", &path),
            ("fill", &"none"),
            ("stroke", &line),
            ("stroke-width", &2),
            ("stroke-linecap", &"round"),
            ("marker-end", &arrow),
        ],
    );
}

/// Returns the path along some points, round at its corners.
fn path(way: &[Point]) -> String {
    let mut path = Path::new();
    let Some((first, rest)) = way.split_first() else { return String::new() };
    path.step('M', &[first.x, first.y]);
    let mut before = *first;
    for (place, &corner) in rest.iter().enumerate() {
        let Some(&after) = rest.get(place + 1) else {
            path.step('L', &[corner.x, corner.y]);
            break;
        };
        let radius = CORNER.min(distance(before, corner) / 2.0).min(distance(corner, after) / 2.0);
        let (start, end) = (towards(corner, before, radius), towards(corner, after, radius));
        path.step('L', &[start.x, start.y]).step('Q', &[corner.x, corner.y, end.x, end.y]);
        before = corner;
    }
    path.finish()
}

fn distance(a: Point, b: Point) -> f64 {
    (b.x - a.x).hypot(b.y - a.y)
}

/// Returns the point that is `length` away from `start` in the direction of `end`.
fn towards(start: Point, end: Point, length: f64) -> Point {
    let all = distance(start, end);
    if all == 0.0 {
        return start;
    }
    Point::new(start.x + (end.x - start.x) * length / all, start.y + (end.y - start.y) * length / all)
}
