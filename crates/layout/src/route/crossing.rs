//! Counts where connectors cross.

use crate::geometry::Point;

/// Returns how often connectors cross each other. Ends that meet and corners that touch are no crossings, and neither is
/// what a connector does with itself.
pub fn crossings(routes: &[Vec<Point>]) -> usize {
    let mut segments: Vec<Segment> = Vec::new();
    for (route, points) in routes.iter().enumerate() {
        segments.extend(points.windows(2).map(|pair| Segment::new(route, pair[0], pair[1])));
    }
    segments.sort_by(|a, b| a.left.total_cmp(&b.left));
    let mut crossings = 0;
    for (index, segment) in segments.iter().enumerate() {
        let near = segments[index + 1..].iter().take_while(|other| other.left <= segment.right);
        crossings += near.filter(|other| segment.crosses(other)).count();
    }
    crossings
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
