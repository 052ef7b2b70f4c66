//! The way of every connector: the one that was laid, or one found now.

use std::collections::BTreeSet;

use layout::geo::touch;
use layout::route::{Obstacles, route};
use layout::{Point, Rect};

use super::scene::{Scene, SceneConnector};

/// On a board with more connectors than this, tools pass their ways over: to find them would take longer than anybody waits.
pub const MOST_WAYS: usize = 2_000;

/// So many ways are found for one call of a tool. Nobody has laid them, so they give way to what stands on them.
pub const MOST_FOUND: usize = 250;

/// Returns the way of each connector, from the outline of one end to the outline of the other. It goes around everything but
/// its ends, the frames around them, and what lies in them.
pub fn ways(scene: &Scene<'_>) -> Vec<Vec<Point>> {
    let finder = Finder::of(scene);
    scene.connectors.iter().map(|connector| finder.way(connector)).collect()
}

/// Returns the ways that are laid, and finds as many of the others as a tool has time for, first those of the connectors
/// that matter. What is not found is empty.
pub fn some_ways(scene: &Scene<'_>, matters: impl Fn(&SceneConnector<'_>) -> bool) -> Vec<Vec<Point>> {
    let finder = Finder::of(scene);
    let to_find = (0..scene.connectors.len()).filter(|index| scene.connectors[*index].laid.is_none());
    let (first, rest): (Vec<usize>, Vec<usize>) = to_find.partition(|index| matters(&scene.connectors[*index]));
    let found: BTreeSet<usize> = first.into_iter().chain(rest).take(MOST_FOUND).collect();
    let way = |(index, connector): (usize, &SceneConnector<'_>)| {
        let is_known = connector.laid.is_some() || found.contains(&index);
        if is_known { finder.way(connector) } else { Vec::new() }
    };
    scene.connectors.iter().enumerate().map(way).collect()
}

/// Finds ways on one board.
struct Finder<'a, 'd> {
    scene: &'a Scene<'d>,
    everything: Obstacles,
    /// What lies in a frame and yet not within its borders.
    sticking_out: Vec<usize>,
}

impl<'a, 'd> Finder<'a, 'd> {
    fn of(scene: &'a Scene<'d>) -> Self {
        let sticks_out = |place: &usize| {
            let boxed = &scene.boxes[*place];
            boxed.parent.is_some_and(|parent| !scene.boxes[parent].rect.contains(boxed.rect))
        };
        let everything = Obstacles::new(scene.boxes.iter().map(|boxed| boxed.rect));
        Self { scene, everything, sticking_out: (0..scene.boxes.len()).filter(sticks_out).collect() }
    }

    fn way(&self, connector: &SceneConnector<'_>) -> Vec<Point> {
        let laid = connector.laid.as_ref().map(|laid| laid.points.clone());
        laid.unwrap_or_else(|| {
            let mut way = self.find(connector);
            let [from, to] = [connector.from, connector.to].map(|end| &self.scene.boxes[end]);
            touch(&mut way, (from.kind.outline(), from.rect), (to.kind.outline(), to.rect));
            way
        })
    }

    fn find(&self, connector: &SceneConnector<'_>) -> Vec<Point> {
        let Self { scene, everything, sticking_out } = self;
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

    #[test]
    fn a_tool_finds_some_ways_and_first_those_that_matter() {
        let steps: Vec<(String, Value)> =
            (0..400).map(|index| (format!("b{index}"), at(index * 300, 0, 100, 100))).collect();
        let arrows: Vec<(String, Value)> = (0..399)
            .map(|index| (format!("c{index}"), json!({ "from": format!("b{index}"), "to": format!("b{}", index + 1) })))
            .collect();
        let shapes = steps.iter().map(|(id, props)| (id.as_str(), "shape", "root", props.clone()));
        let arrows = arrows.iter().map(|(id, props)| (id.as_str(), "connector", "root", props.clone()));
        let document = document(&shapes.chain(arrows).collect::<Vec<_>>());
        let scene = Scene::of(&document);
        let ways = some_ways(&scene, |connector| connector.id.as_str() == "c398");
        assert_eq!(ways.iter().filter(|way| !way.is_empty()).count(), MOST_FOUND);
        assert!(!ways[398].is_empty() && ways[397].is_empty());
        assert!(super::ways(&scene).iter().all(|way| !way.is_empty()));
    }
}
