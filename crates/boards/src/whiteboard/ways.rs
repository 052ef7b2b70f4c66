//! The way of every connector: the one that was laid, or one found now.

use layout::geo::touch;
use layout::route::{Obstacles, route};
use layout::{Point, Rect};

use super::scene::{Scene, SceneConnector};

/// On a board with more connectors than this, tools pass their ways over: to find them would take longer than anybody waits.
pub const MOST_WAYS: usize = 2_000;

/// Returns the way of each connector, from the outline of one end to the outline of the other. It goes around everything but
/// its ends, the frames around them, and what lies in them.
pub fn ways(scene: &Scene<'_>) -> Vec<Vec<Point>> {
    let everything = Obstacles::new(scene.boxes.iter().map(|boxed| boxed.rect));
    let sticks_out = |place: &usize| {
        let boxed = &scene.boxes[*place];
        boxed.parent.is_some_and(|parent| !scene.boxes[parent].rect.contains(boxed.rect))
    };
    let sticking_out: Vec<usize> = (0..scene.boxes.len()).filter(sticks_out).collect();
    let way = |connector: &SceneConnector<'_>| {
        let laid = connector.laid.as_ref().map(|laid| laid.points.clone());
        laid.unwrap_or_else(|| {
            let mut way = find(scene, connector, &everything, &sticking_out);
            let [from, to] = [connector.from, connector.to].map(|end| &scene.boxes[end]);
            touch(&mut way, (from.kind.outline(), from.rect), (to.kind.outline(), to.rect));
            way
        })
    };
    scene.connectors.iter().map(way).collect()
}

fn find(
    scene: &Scene<'_>,
    connector: &SceneConnector<'_>,
    everything: &Obstacles,
    sticking_out: &[usize],
) -> Vec<Point> {
    let ends = [connector.from, connector.to];
    let [from, to]: [Rect; 2] = ends.map(|end| scene.boxes[end].rect);
    // What contains an end or lies within one is passed over by the router itself. It does not know of what belongs
    // together and yet lies apart.
    let belongs = |place: usize| ends.iter().any(|end| scene.is_in(place, *end) || scene.is_in(*end, place));
    if !sticking_out.iter().any(|place| belongs(*place)) {
        return route(from, to, everything);
    }
    let others = (0..scene.boxes.len()).filter(|place| !belongs(*place));
    route(from, to, &Obstacles::new(others.map(|place| scene.boxes[place].rect)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{Author, Bases, ChangeId, ChangeRequest, Document, Timestamp};
    use serde_json::{Value, json};

    use super::*;

    fn document(nodes: &[(&str, &str, &str, Value)]) -> Document {
        let mut document = Document::new(Arc::clone(&crate::kind("whiteboard").unwrap().schema));
        let op = |(id, kind, parent, props): &(&str, &str, &str, Value)| json!({ "op": "create", "id": id, "kind": kind, "parent": parent, "props": props });
        let ops = serde_json::from_value(nodes.iter().map(op).collect()).unwrap();
        let request = ChangeRequest { id: ChangeId::parse("change").unwrap(), label: None, ops };
        document.resolve(request, Author::System, Timestamp::from_millis(0), &Bases::default()).unwrap();
        document
    }

    fn at(x: i32, y: i32, w: i32, h: i32) -> Value {
        json!({ "x": x, "y": y, "w": w, "h": h })
    }

    fn frame(x: i32, y: i32, w: i32, h: i32) -> Value {
        json!({ "name": "a", "x": x, "y": y, "w": w, "h": h })
    }

    #[test]
    fn a_way_goes_around_what_stands_between() {
        let arrow = json!({ "from": "a", "to": "b" });
        let straight = document(&[
            ("a", "shape", "root", at(0, 0, 100, 100)),
            ("b", "shape", "root", at(300, 0, 100, 100)),
            ("c", "connector", "root", arrow.clone()),
        ]);
        assert_eq!(ways(&Scene::of(&straight)), [[Point::new(100.0, 50.0), Point::new(300.0, 50.0)]]);
        let around = document(&[
            ("a", "shape", "root", at(0, 0, 100, 100)),
            ("b", "shape", "root", at(300, 0, 100, 100)),
            ("between", "shape", "root", at(180, 0, 40, 100)),
            ("c", "connector", "root", arrow),
        ]);
        assert!(ways(&Scene::of(&around))[0].len() > 2);
    }

    #[test]
    fn a_way_ends_on_the_outline() {
        let shape = |geo: &str, x: i32, y: i32| json!({ "geo": geo, "x": x, "y": y, "w": 200, "h": 100 });
        let document = document(&[
            ("a", "shape", "root", shape("parallelogram", 0, 0)),
            ("b", "shape", "root", shape("triangle", 400, 0)),
            ("c", "connector", "root", json!({ "from": "a", "to": "b" })),
        ]);
        assert_eq!(ways(&Scene::of(&document)), [[Point::new(180.0, 50.0), Point::new(450.0, 50.0)]]);
    }

    #[test]
    fn what_belongs_to_an_end_is_not_in_the_way() {
        // The frame's note hangs out of it, right between the two ends.
        let document = document(&[
            ("a", "frame", "root", frame(0, 0, 100, 100)),
            ("out", "shape", "a", at(180, 0, 40, 100)),
            ("b", "shape", "root", at(300, 0, 100, 100)),
            ("c", "connector", "root", json!({ "from": "a", "to": "b" })),
        ]);
        assert_eq!(ways(&Scene::of(&document)), [[Point::new(100.0, 50.0), Point::new(300.0, 50.0)]]);
    }
}
