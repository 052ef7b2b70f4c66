//! Where on its way a label stands.

use crate::geometry::{Point, Rect, Size};

/// What is kept free between a label and a box, where there is room.
const CLEARANCES: [f64; 2] = [4.0, 0.0];
/// Where on a straight part a label is tried, as parts of its length.
const TRIALS: [f64; 7] = [0.5, 0.375, 0.625, 0.25, 0.75, 0.125, 0.875];

/// Returns where the middle of a label is: on the longest straight part of its way where it lies on no box, as near to the
/// middle of that part as can be. `is_taken` tells whether something lies in a place that a label must not cover. Where
/// every place is taken, the middle of the longest part that touches neither end is as good as any.
pub fn label_place(way: &[Point], size: Size, is_taken: impl Fn(Rect) -> bool) -> Option<Point> {
    let parts: Vec<(Point, Point)> = way.windows(2).map(|part| (part[0], part[1])).collect();
    let inner = if parts.len() > 2 { &parts[1..parts.len() - 1] } else { &parts[..] };
    let places = || longest_first(&parts).into_iter().flat_map(|part| TRIALS.map(|trial| at(part, trial)));
    let is_free = |place: &Point, clearance: f64| !is_taken(Rect::around(*place, size).grown(clearance));
    let free = CLEARANCES.into_iter().find_map(|clearance| places().find(|place| is_free(place, clearance)));
    let middle = || longest_first(inner).first().map(|part| at(*part, 0.5));
    free.or_else(middle).or_else(|| way.first().copied())
}

/// Sorts parts by their length. They run along the axes, or there is one alone.
fn longest_first(parts: &[(Point, Point)]) -> Vec<(Point, Point)> {
    let length = |(start, end): &(Point, Point)| (end.x - start.x).abs() + (end.y - start.y).abs();
    let mut sorted = parts.to_vec();
    sorted.sort_by(|a, b| length(b).total_cmp(&length(a)));
    sorted
}

fn at((start, end): (Point, Point), part: f64) -> Point {
    Point::new(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
}
