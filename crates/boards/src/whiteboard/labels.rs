//! Where the labels of connectors stand: where the layout kept room for them, or somewhere on the way.

use layout::route::{Obstacles, label_place};
use layout::{Point, Rect};

use super::scene::{BoxKind, Scene, SceneConnector};

/// Returns the box of each connector's label, given their ways.
pub fn labels(scene: &Scene<'_>, ways: &[Vec<Point>]) -> Vec<Option<Rect>> {
    let boxes = covered(scene);
    let label = |(connector, way): (&SceneConnector<'_>, &Vec<Point>)| {
        let size = layout::text::label(connector.label?);
        let kept = connector.laid.as_ref().and_then(|laid| laid.label);
        let middle = kept.or_else(|| {
            let ends = [connector.from, connector.to].map(|end| scene.boxes[end].rect);
            // A label may stand in a frame, but not half in one to which its connector leads.
            let is_end = |place: Rect| {
                ends.iter().any(|end| end.overlaps(place) && !ends.iter().all(|each| end.contains(*each)))
            };
            label_place(way, size, |place| is_end(place) || boxes.near(place).next().is_some())
        });
        Some(Rect::around(middle?, size))
    };
    scene.connectors.iter().zip(ways).map(label).collect()
}

/// Returns the boxes that no label should lie on: all but frames.
fn covered(scene: &Scene<'_>) -> Obstacles {
    let boxes = scene.boxes.iter().filter(|boxed| boxed.kind != BoxKind::Frame);
    Obstacles::new(boxes.map(|boxed| boxed.rect))
}
