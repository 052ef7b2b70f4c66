//! Finds where connectors cross, and boxes they run through.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::geometry::{Point, Rect};

/// Returns how often connectors cross each other. Ends that meet and corners that touch are no crossings, and neither is
/// what a connector does with itself.
pub fn crossings(routes: &[Vec<Point>]) -> usize {
    let mut count = 0;
    each_crossing(routes, |_, _| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

/// Returns which connectors cross each other, each pair once, and no more than `most` pairs.
pub fn crossing_pairs(routes: &[Vec<Point>], most: usize) -> BTreeSet<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    each_crossing(routes, |a, b| {
        if pairs.len() >= most {
            return ControlFlow::Break(());
        }
        pairs.insert((a.min(b), a.max(b)));
        ControlFlow::Continue(())
    });
    pairs
}

/// Returns whether the straight line between two points has a stretch inside of a box.
pub fn passes_through(from: Point, to: Point, rect: Rect) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // How far along the line it enters and leaves what lies between the box's sides.
    let between = |start: f64, step: f64, low: f64, high: f64| {
        if step == 0.0 {
            return if low < start && start < high { (0.0, 1.0) } else { (1.0, 0.0) };
        }
        let (a, b) = ((low - start) / step, (high - start) / step);
        (a.min(b), a.max(b))
    };
    let (across, down) = (between(from.x, dx, rect.x, rect.right()), between(from.y, dy, rect.y, rect.bottom()));
    across.0.max(down.0).max(0.0) < across.1.min(down.1).min(1.0)
}

fn each_crossing(routes: &[Vec<Point>], mut found: impl FnMut(usize, usize) -> ControlFlow<()>) {
    let mut segments: Vec<Segment> = Vec::new();
    for (route, points) in routes.iter().enumerate() {
        segments.extend(points.windows(2).map(|pair| Segment::new(route, pair[0], pair[1])));
    }
    segments.sort_by(|a, b| a.left.total_cmp(&b.left));
    for (index, segment) in segments.iter().enumerate() {
        let near = segments[index + 1..].iter().take_while(|other| other.left <= segment.right);
        for other in near.filter(|other| segment.crosses(other)) {
            if found(segment.route, other.route).is_break() {
                return;
            }
        }
    }
}

struct Segment {
    route: usize,
    from: Point,
    to: Point,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Segment {
    fn new(route: usize, from: Point, to: Point) -> Self {
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
        Self { route, from, to, left, right, top, bottom }
    }

    /// Returns whether each of the two has the ends of the other on both sides.
    fn crosses(&self, other: &Self) -> bool {
        self.route != other.route
            && self.top <= other.bottom
            && other.top <= self.bottom
            && self.side(other.from) * self.side(other.to) < 0.0
            && other.side(self.from) * other.side(self.to) < 0.0
    }

    /// Returns -1, 0 or 1 for a point on the one side, on the line, and on the other side.
    fn side(&self, point: Point) -> f64 {
        let (dx, dy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let cross = dx * (point.y - self.from.y) - dy * (point.x - self.from.x);
        if cross == 0.0 { 0.0 } else { cross.signum() }
    }
}
