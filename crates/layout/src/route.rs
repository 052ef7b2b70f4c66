//! The way of one connector around the boxes near it: along the axes, with as few corners as can be, and then short.
//!
//! The browser finds the same ways with the same arithmetic, in `web/src/features/whiteboard/route.ts`. Whoever changes one
//! changes both; the golden vectors of the tests tell them apart.

mod crossing;
mod grid;
mod obstacles;

pub use crossing::{crossing_pairs, crossings, passes_through};
pub use obstacles::Obstacles;

use crate::geometry::{Point, Rect};
use grid::{Found, Grid};

/// How far a way keeps from boxes, as far as it can, and how often an area is searched for that, a
/// larger one each time.
const TRIALS: [(f64, usize); 3] = [(12.0, 4), (4.0, 1), (0.0, 1)];
/// What is farther from the two ends than this is looked at only if there is no way without.
const REACH: f64 = 120.0;
/// With more boxes than this between its ends, a connector is a straight line.
const MOST_OBSTACLES: usize = 64;
/// How far a loop stands out, and half its height at most.
const LOOP_OUT: f64 = 24.0;
const LOOP_RISE: f64 = 20.0;

/// Returns the way from the border of one box to the border of the other. It begins and ends in the middle of a side, or
/// runs straight where the two lie nearly in line. Of `obstacles`, those that contain an end or lie within one do not count.
pub fn route(from: Rect, to: Rect, obstacles: &Obstacles) -> Vec<Point> {
    route_past(from, to, obstacles, |_| true)
}

/// Returns the way that `route` would find if there were only those boxes in its way that are so by their places in the
/// list they came in.
pub fn route_past(from: Rect, to: Rect, obstacles: &Obstacles, is_in_the_way: impl Fn(usize) -> bool) -> Vec<Point> {
    if from == to {
        return around_itself(from);
    }
    if from.overlaps(to) {
        return beside(from, to);
    }
    let mut area = from.union(to).grown(REACH);
    for (margin, areas) in TRIALS {
        for _ in 0..areas {
            let near = obstacles.near(area).filter(|(place, rect)| counts(*rect, from, to) && is_in_the_way(*place));
            let near: Vec<Rect> = near.map(|(_, rect)| rect).collect();
            if near.len() > MOST_OBSTACLES {
                return straight(from, to);
            }
            match search(from, to, &near, margin, area) {
                Found::Way(way) => return way,
                Found::ShutIn => break,
                Found::Nothing => {}
            }
            let wider = near.iter().fold(area, |area, rect| area.union(rect.grown(REACH)));
            if wider == area {
                break;
            }
            area = wider;
        }
    }
    straight(from, to)
}

fn search(from: Rect, to: Rect, near: &[Rect], margin: f64, area: Rect) -> Found {
    let simple = Grid::simple(from, to);
    if !simple.can_leave(near, margin) {
        return Found::ShutIn;
    }
    match simple.search(near, margin) {
        Found::Way(way) => Found::Way(way),
        Found::ShutIn | Found::Nothing => Grid::full(from, to, near, margin, area).search(near, margin),
    }
}

fn counts(obstacle: Rect, from: Rect, to: Rect) -> bool {
    let is_about = |end: Rect| obstacle.contains(end) || end.contains(obstacle);
    !is_about(from) && !is_about(to)
}

/// Returns the loop of a connector that ends where it began.
fn around_itself(rect: Rect) -> Vec<Point> {
    let (middle, rise) = (rect.centre().y, LOOP_RISE.min(rect.h / 4.0));
    let out = rect.right() + LOOP_OUT;
    let (upper, lower) = (middle - rise, middle + rise);
    vec![
        Point::new(rect.right(), upper),
        Point::new(out, upper),
        Point::new(out, lower),
        Point::new(rect.right(), lower),
    ]
}

/// Returns a way at the right side of two boxes that overlap.
fn beside(from: Rect, to: Rect) -> Vec<Point> {
    let out = from.right().max(to.right()) + LOOP_OUT;
    let (mut first, mut last) = (from.centre().y, to.centre().y);
    if (first - last).abs() < 1.0 {
        first -= LOOP_RISE.min(from.h / 4.0);
        last += LOOP_RISE.min(to.h / 4.0);
    }
    vec![Point::new(from.right(), first), Point::new(out, first), Point::new(out, last), Point::new(to.right(), last)]
}

/// Returns the straight line between two boxes.
fn straight(from: Rect, to: Rect) -> Vec<Point> {
    vec![border(from, to.centre()), border(to, from.centre())]
}

/// Returns where the line from the middle of a box to a point leaves the box.
fn border(rect: Rect, towards: Point) -> Point {
    let middle = rect.centre();
    let (dx, dy) = (towards.x - middle.x, towards.y - middle.y);
    let across = if dx == 0.0 { f64::INFINITY } else { rect.w / 2.0 / dx.abs() };
    let along = if dy == 0.0 { f64::INFINITY } else { rect.h / 2.0 / dy.abs() };
    let part = across.min(along).min(1.0);
    Point::new(middle.x + dx * part, middle.y + dy * part)
}
