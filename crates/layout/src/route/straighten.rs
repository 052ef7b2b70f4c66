//! Cuts corners that nothing asks for.

use super::walk::Field;
use crate::geometry::{Point, Rect};

/// Leads a way straight on wherever one corner can stand for several.
pub fn straightened(field: &Field<'_>, way: &[Point]) -> Vec<Point> {
    let mut way = cleaned(way);
    let mut first = 0;
    while first + 3 < way.len() {
        let shortcut = (first + 3..way.len()).rev().find_map(|last| Some((last, shortcut(field, &way, first, last)?)));
        match shortcut {
            Some((last, corner)) => {
                way.splice(first + 1..last, [corner]);
                way = cleaned(&way);
            }
            None => first += 1,
        }
    }
    way
}

/// Returns the one corner over which a way can go from its place `first` to its place `last`, in the directions it has
/// there.
fn shortcut(field: &Field<'_>, way: &[Point], first: usize, last: usize) -> Option<Point> {
    let (start, end) = (way[first], way[last]);
    let is_level = same(start.y, way[first + 1].y);
    if is_level == same(way[last - 1].y, end.y) {
        return None;
    }
    let corner = if is_level { Point::new(end.x, start.y) } else { Point::new(start.x, end.y) };
    let (leaves, enters) = (first == 0, last + 1 == way.len());
    // An end keeps the side where the way comes out.
    let keeps_side =
        |end: Point, next: Point| (next.x - end.x) * (corner.x - end.x) + (next.y - end.y) * (corner.y - end.y) > 0.0;
    if (leaves && !keeps_side(start, way[1])) || (enters && !keeps_side(end, way[last - 1])) {
        return None;
    }
    let ends = [field.from, field.to];
    let is_outside = |end: Rect| !end.grown(field.margin).overlaps(corner.rect());
    let is_clear = ends.into_iter().all(is_outside)
        && is_free(field, start, corner, if leaves { &ends[1..] } else { &ends })
        && is_free(field, corner, end, if enters { &ends[..1] } else { &ends });
    is_clear.then_some(corner)
}

fn is_free(field: &Field<'_>, a: Point, b: Point, ends: &[Rect]) -> bool {
    let leg = a.rect().union(b.rect());
    !field.near(leg, ends).any(|rect| rect.overlaps(leg))
}

/// Drops points that are no corners.
fn cleaned(way: &[Point]) -> Vec<Point> {
    let mut clean: Vec<Point> = Vec::with_capacity(way.len());
    for &point in way {
        while let [.., a, b] = clean[..]
            && ((same(a.x, b.x) && same(b.x, point.x)) || (same(a.y, b.y) && same(b.y, point.y)))
        {
            clean.pop();
        }
        if clean.last() != Some(&point) {
            clean.push(point);
        }
    }
    clean
}

#[expect(clippy::float_cmp, reason = "a line is the same if it has the very same number")]
fn same(a: f64, b: f64) -> bool {
    a == b
}
