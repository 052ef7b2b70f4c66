//! Where lines meet outlines.

use super::Geo;
use crate::geometry::{Point, Rect, count};

/// A round outline is taken for one of so many straight pieces, which is exact to a fraction of a pixel.
const PIECES: usize = 64;
/// How far a line goes into a box to meet its outline, as a part of the way across.
const DEEPEST: f64 = 0.6;

/// Leads the ends of a way, which lie on the borders of two boxes, on to the outlines within.
pub fn touch(way: &mut [Point], from: (Geo, Rect), to: (Geo, Rect)) {
    if let [first, second, ..] = way {
        *first = met(from, *second, *first);
    }
    if let [.., second, last] = way {
        *last = met(to, *second, *last);
    }
}

/// Returns where the line from `before` to `end` and on meets the outline; `end` itself if it does not.
fn met((geo, rect): (Geo, Rect), before: Point, end: Point) -> Point {
    let (dx, dy) = (end.x - before.x, end.y - before.y);
    let length = dx.hypot(dy);
    if geo == Geo::Rectangle || length == 0.0 {
        return end;
    }
    let (dx, dy) = (dx / length, dy / length);
    let deepest = DEEPEST * (rect.w * dx.abs() + rect.h * dy.abs());
    let corners = outline(geo, rect);
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let distances = sides.filter_map(|(a, b)| distance(end, (dx, dy), *a, *b)).filter(|far| *far <= deepest);
    let nearest = distances.fold(f64::INFINITY, f64::min);
    if nearest.is_finite() { Point::new(end.x + dx * nearest, end.y + dy * nearest) } else { end }
}

/// Returns how far away in a direction the line between two points is.
fn distance(start: Point, (dx, dy): (f64, f64), a: Point, b: Point) -> Option<f64> {
    let (sx, sy) = (b.x - a.x, b.y - a.y);
    let turn = dx * sy - dy * sx;
    let far = ((a.x - start.x) * sy - (a.y - start.y) * sx) / turn;
    let along = ((a.x - start.x) * dy - (a.y - start.y) * dx) / turn;
    (turn != 0.0 && far >= 0.0 && (0.0..=1.0).contains(&along)).then_some(far)
}

/// Returns the corners of an outline, round ones in small pieces.
fn outline(geo: Geo, rect: Rect) -> Vec<Point> {
    let at = |x: f64, y: f64| Point::new(rect.x + x * rect.w, rect.y + y * rect.h);
    match geo {
        Geo::Ellipse | Geo::Cloud => ring(|cos, sin| at(0.5 + cos / 2.0, 0.5 + sin / 2.0)),
        Geo::Oval => {
            // Two half circles, as far apart as the box is longer than wide.
            let radius = rect.w.min(rect.h) / 2.0;
            let (across, down) = (rect.w / 2.0 - radius, rect.h / 2.0 - radius);
            let side = |turn: f64, rest: f64| turn * radius + rest.copysign(turn);
            ring(|cos, sin| Point::new(rect.centre().x + side(cos, across), rect.centre().y + side(sin, down)))
        }
        Geo::Cylinder => ring(|cos, sin| at(0.5 + cos / 2.0, 0.5 + sin * 0.1 + 0.4_f64.copysign(sin))),
        // The wave swings about this line.
        Geo::Document => vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 0.915), at(0.0, 0.915)],
        Geo::Rectangle
        | Geo::Diamond
        | Geo::Triangle
        | Geo::Hexagon
        | Geo::Pentagon
        | Geo::Octagon
        | Geo::Star
        | Geo::Rhombus
        | Geo::Trapezoid
        | Geo::Parallelogram => geo.corners().iter().map(|(x, y)| at(*x, *y)).collect(),
    }
}

fn ring(at: impl Fn(f64, f64) -> Point) -> Vec<Point> {
    // Half a piece aside, so that no corner lies just where its sign is a matter of rounding.
    let angle = |piece: usize| (count(piece) + 0.5) / count(PIECES) * std::f64::consts::TAU;
    (0..PIECES).map(|piece| at(angle(piece).cos(), angle(piece).sin())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Rect = Rect::new(0.0, 0.0, 200.0, 100.0);

    /// Leads a line from far away on to the outline and returns where it ends.
    #[track_caller]
    fn check(geo: Geo, before: (f64, f64), end: (f64, f64), expected: (f64, f64)) {
        let mut way = [Point::new(before.0, before.1), Point::new(end.0, end.1)];
        touch(&mut way, (Geo::Rectangle, Rect::default()), (geo, BOX));
        let is_near = (way[1].x - expected.0).abs() < 0.5 && (way[1].y - expected.1).abs() < 0.5;
        assert!(is_near, "{geo:?}: {:?}, not {expected:?}", way[1]);
    }

    #[test]
    fn a_line_ends_on_the_outline() {
        check(Geo::Rectangle, (50.0, -50.0), (50.0, 0.0), (50.0, 0.0));
        check(Geo::Diamond, (100.0, -50.0), (100.0, 0.0), (100.0, 0.0));
        check(Geo::Diamond, (50.0, -50.0), (50.0, 0.0), (50.0, 25.0));
        check(Geo::Diamond, (250.0, 75.0), (200.0, 75.0), (150.0, 75.0));
        check(Geo::Triangle, (-50.0, 50.0), (0.0, 50.0), (50.0, 50.0));
        check(Geo::Parallelogram, (-50.0, 50.0), (0.0, 50.0), (20.0, 50.0));
        check(Geo::Ellipse, (100.0, 150.0), (100.0, 100.0), (100.0, 100.0));
        check(Geo::Ellipse, (40.0, -9.0), (40.0, 0.0), (40.0, 10.0));
        check(Geo::Oval, (100.0, -9.0), (100.0, 0.0), (100.0, 0.0));
        check(Geo::Oval, (10.0, -9.0), (10.0, 0.0), (10.0, 20.0));
        check(Geo::Cylinder, (-9.0, 50.0), (0.0, 50.0), (0.0, 50.0));
        check(Geo::Cylinder, (20.0, -9.0), (20.0, 0.0), (20.0, 4.0));
        check(Geo::Star, (10.0, -9.0), (10.0, 0.0), (10.0, 38.2));
        check(Geo::Document, (20.0, 150.0), (20.0, 100.0), (20.0, 91.5));
    }

    #[test]
    fn a_line_that_would_pass_stays_where_it_is() {
        // Beside its tip a triangle is too far down.
        check(Geo::Triangle, (2.0, -9.0), (2.0, 0.0), (2.0, 0.0));
        check(Geo::Diamond, (50.0, 0.0), (50.0, 0.0), (50.0, 0.0));
    }

    #[test]
    fn both_ends_are_led_on() {
        let mut way = [Point::new(50.0, 100.0), Point::new(50.0, 300.0)];
        touch(&mut way, (Geo::Diamond, BOX), (Geo::Diamond, Rect::new(0.0, 300.0, 100.0, 100.0)));
        assert_eq!(way, [Point::new(50.0, 75.0), Point::new(50.0, 300.0)]);
    }
}
