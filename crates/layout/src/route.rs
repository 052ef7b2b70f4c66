//! The way of one connector around the boxes near it: along the axes, with as few corners as can be, and then short.
//!
//! The browser finds the same ways with the same arithmetic, in `web/src/features/whiteboard/route.ts`. Whoever changes one
//! changes both; the golden vectors of the tests tell them apart.

mod crossing;
mod grid;
mod label;
mod obstacles;
mod straighten;
mod walk;

pub use crossing::{crossing_pairs, crossings, passes_through};
pub use label::label_place;
pub use obstacles::Obstacles;

use crate::geometry::{Point, Rect};
use grid::{Grid, Room};
use walk::{Field, walk};

/// How far a way keeps from boxes: as far as it can.
const MARGINS: [f64; 3] = [12.0, 4.0, 0.0];
/// A last leg shorter than this is too short for its arrow.
const SHORT: f64 = 22.0;
/// So far from the side of a box, and from its top and bottom, a way comes in that leaves its arrow room: within the border
/// of a frame around the box at its sides, and outside of it below.
const ENTRY: (f64, f64) = (22.0, 32.0);
/// Such a way is taken if its last leg is longer by so much, and the whole not longer by more than this.
const GAIN: f64 = 8.0;
const DETOUR: f64 = 120.0;
/// With so many points a way has no more corners than anybody can follow.
const EASY: usize = 4;
/// The places on grids that are looked at for the best way, and the steps that are tried for any way after that.
const MOST_PLACES: usize = 20_000;
const MOST_STEPS: usize = 4_000;
/// A step takes as long as so many places.
const STEP: usize = 64;
/// How far a loop stands out, and half its height at most.
const LOOP_OUT: f64 = 24.0;
const LOOP_RISE: f64 = 20.0;

/// Returns the way from the border of one box to the border of the other. It begins and ends in the middle of a side, or
/// runs straight where the two lie nearly in line. Of `obstacles`, those that contain an end or lie within one do not count.
pub fn route(from: Rect, to: Rect, obstacles: &Obstacles) -> Vec<Point> {
    let mut effort = usize::MAX;
    route_within(from, to, obstacles, &mut effort).unwrap_or_else(|| straight(from, to))
}

/// Returns the same way as `route`, or nothing if it takes more than `effort` to find it. What it took, counted in places
/// that were looked at, is taken off.
pub fn route_within(from: Rect, to: Rect, obstacles: &Obstacles, effort: &mut usize) -> Option<Vec<Point>> {
    if from == to {
        return Some(around_itself(from));
    }
    if from.overlaps(to) {
        return Some(beside(from, to));
    }
    let mut left = MOST_PLACES.min(*effort);
    *effort -= left;
    let find = |margin: f64| {
        let best = around(from, to, obstacles, Room { margin, entry: to.grown(margin) }, &mut left);
        if best.is_some() || left > 0 {
            return best;
        }
        let most = MOST_STEPS.min(*effort / STEP);
        let (way, steps) = walk(&Field { from, to, margin, obstacles }, most);
        *effort -= steps * STEP;
        way
    };
    let way = MARGINS.into_iter().find_map(find);
    let way = way.map(|way| roomier(from, to, obstacles, &way, &mut left).unwrap_or(way));
    let is_spent = left == 0 && *effort < STEP;
    *effort += left;
    // What was looked for everywhere and not found will not be.
    way.or_else(|| (!is_spent).then(|| straight(from, to)))
}

/// Returns a way that leaves more room for the arrow, if this one leaves too little and the other is about as good.
fn roomier(from: Rect, to: Rect, obstacles: &Obstacles, way: &[Point], left: &mut usize) -> Option<Vec<Point>> {
    let last = |way: &[Point]| length(&way[way.len() - 2..]);
    if way.len() == 2 || last(way) >= SHORT {
        return None;
    }
    let (across, along) = ENTRY;
    let entry = Rect::new(to.x - across, to.y - along, to.w + 2.0 * across, to.h + 2.0 * along);
    let other = around(from, to, obstacles, Room { margin: MARGINS[0], entry }, left)?;
    let is_easy = other.len() <= way.len().max(EASY) && length(&other) <= length(way) + DETOUR;
    (is_easy && last(&other) >= last(way) + GAIN).then_some(other)
}

fn length(way: &[Point]) -> f64 {
    way.windows(2).map(|leg| (leg[0].x - leg[1].x).abs() + (leg[0].y - leg[1].y).abs()).sum()
}

/// Finds the way around those boxes alone that turn out to be in the way. Fewer boxes never make a way worse, so the best
/// way around some that meets none of the others is the best around all of them. Where it takes too long, nothing is `left`.
fn around(from: Rect, to: Rect, obstacles: &Obstacles, room: Room, left: &mut usize) -> Option<Vec<Point>> {
    let Room { margin, .. } = room;
    let mut met: Vec<Rect> = Vec::new();
    loop {
        let full = Grid::full(from, to, &met, room);
        *left = left.saturating_sub(full.places());
        if *left == 0 {
            return None;
        }
        let simple = Grid::simple(from, to).search(&met, room);
        let way = simple.or_else(|| full.search(&met, room))?;
        let before = met.len();
        for leg in way.windows(2).map(|leg| leg[0].rect().union(leg[1].rect())) {
            let is_met = |rect: &Rect| rect.grown(margin).overlaps(leg) && counts(*rect, from, to);
            for rect in obstacles.near(leg.grown(2.0 * margin + 1.0)).filter(is_met) {
                if !met.contains(&rect) {
                    met.push(rect);
                }
            }
        }
        if met.len() == before {
            return Some(way);
        }
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
