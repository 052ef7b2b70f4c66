//! The way of every connector: the one that was laid, or one found now.

use layout::{Point, Rect};

use super::scene::Scene;

/// Returns the way of each connector, from the border of one end to the border of the other.
pub fn ways(scene: &Scene<'_>) -> Vec<Vec<Point>> {
    let way = |from: usize, to: usize| straight(scene.boxes[from].rect, scene.boxes[to].rect);
    let connectors = scene.connectors.iter();
    connectors.map(|connector| connector.laid.clone().unwrap_or_else(|| way(connector.from, connector.to))).collect()
}

/// Returns the line between two middles, without what of it lies in the boxes.
fn straight(from: Rect, to: Rect) -> Vec<Point> {
    vec![leaving(from, to.centre()), leaving(to, from.centre())]
}

/// Returns where the line from the middle of a box to a point leaves the box.
fn leaving(rect: Rect, towards: Point) -> Point {
    let middle = rect.centre();
    let (across, down) = (towards.x - middle.x, towards.y - middle.y);
    let part = (rect.w / 2.0 / across.abs()).min(rect.h / 2.0 / down.abs());
    if part < 1.0 { Point::new(middle.x + across * part, middle.y + down * part) } else { middle }
}
