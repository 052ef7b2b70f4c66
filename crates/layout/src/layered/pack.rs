//! Parts side by side in rows, and beneath them the nodes that nothing connects.

use super::draw::Drawing;
use crate::geometry::{Point, Size};

/// A row of parts may be this many times as wide as a square of the same area.
const WIDTH: f64 = 3.0;

pub struct Packed {
    pub corners: Vec<Point>,
    pub alone: Vec<Point>,
    pub size: Size,
}

pub fn pack(drawings: &[Drawing], alone: &[usize], sizes: &[Size], gap: f64) -> Packed {
    let parts: Vec<Size> = drawings.iter().map(|drawing| drawing.size).collect();
    let alone: Vec<Size> = alone.iter().map(|node| sizes[*node]).collect();
    let widest = parts.iter().map(|size| size.w).fold(0.0, f64::max);
    let (corners, above) = rows(&parts, (WIDTH * side(&parts, gap)).max(widest), usize::MAX, 2.0 * gap);
    let (row, columns) = if parts.is_empty() {
        (f64::INFINITY, grid_columns(alone.len()))
    } else {
        (above.w.max(side(&alone, gap)), usize::MAX)
    };
    let (mut singles, below) = rows(&alone, row, columns, gap);
    let top = if parts.is_empty() || alone.is_empty() { above.h } else { above.h + 2.0 * gap };
    for corner in &mut singles {
        corner.y += top;
    }
    let size = Size::new(above.w.max(below.w), top + below.h);
    Packed { corners, alone: singles, size }
}

/// Returns the side of a square with the area of all the things.
fn side(things: &[Size], gap: f64) -> f64 {
    things.iter().map(|size| (size.w + gap) * (size.h + gap)).sum::<f64>().sqrt()
}

/// Returns how many columns make a grid of `things` about as wide as it is high.
fn grid_columns(things: usize) -> usize {
    let root = things.isqrt();
    if root * root < things { root + 1 } else { root.max(1) }
}

/// Puts things into rows that are at most `width` wide, tops aligned, and returns their corners and the size of it all.
fn rows(things: &[Size], width: f64, columns: usize, gap: f64) -> (Vec<Point>, Size) {
    let mut corners = Vec::with_capacity(things.len());
    let (mut corner, mut height, mut placed, mut size) = (Point::default(), 0.0_f64, 0, Size::default());
    for thing in things {
        if placed > 0 && (corner.x + thing.w > width || placed == columns) {
            corner = Point::new(0.0, corner.y + height + gap);
            (height, placed) = (0.0, 0);
        }
        corners.push(corner);
        size = Size::new(size.w.max(corner.x + thing.w), size.h.max(corner.y + thing.h));
        corner.x += thing.w + gap;
        height = height.max(thing.h);
        placed += 1;
    }
    (corners, size)
}
