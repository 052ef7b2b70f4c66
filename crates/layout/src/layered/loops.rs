//! Edges from a node to itself: small loops at its right side, one round the other, each label on its loop.

use crate::geometry::{Point, Rect, Size, count};

/// How far the first loop stands out, and the next from the one before.
const FIRST: f64 = 24.0;
const NEXT: f64 = 16.0;
/// Between a label and what is beside it.
const MARGIN: f64 = 8.0;
/// Half the height of the first loop; the next ones are higher.
const RISE: f64 = 20.0;

/// How far each loop stands out from the right border, and how much room they take.
pub struct Loops {
    pub reach: Vec<f64>,
    pub room: Size,
}

pub fn measure(labels: &[Option<Size>]) -> Loops {
    let mut loops = Loops { reach: Vec::new(), room: Size::default() };
    let mut before: Option<(f64, f64)> = None;
    for label in labels {
        let label = label.unwrap_or_default();
        let half = label.w / 2.0;
        let clear = if half > 0.0 { half + MARGIN } else { 0.0 };
        let out = before.map_or(FIRST.max(clear), |(out, right)| (out + NEXT).max(right + clear));
        let right = out + half.max(MARGIN);
        before = Some((out, right));
        loops.reach.push(out);
        loops.room = Size::new(loops.room.w.max(right), loops.room.h.max(label.h));
    }
    loops
}

/// Returns the way of the loop `index` at a node.
pub fn way(node: Rect, loops: &Loops, index: usize) -> Vec<Point> {
    let (right, middle) = (node.right(), node.centre().y);
    let share = node.h / 2.0 / count(loops.reach.len() + 1);
    let rise = RISE.min(share) * count(index + 1);
    let out = right + loops.reach[index];
    vec![
        Point::new(right, middle - rise),
        Point::new(out, middle - rise),
        Point::new(out, middle + rise),
        Point::new(right, middle + rise),
    ]
}
