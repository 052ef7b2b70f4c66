//! The way of every connector: the one that was laid, or one found now.

use layout::geo::touch;
use layout::route::{Obstacles, route, route_within};
use layout::{Point, Rect};

use super::scene::{Scene, SceneConnector};

/// On a board with more connectors than this, tools pass their ways over: to find them would take longer than anybody waits.
pub const MOST_WAYS: usize = 2_000;

/// So many ways are found for one call of a tool. Nobody has laid them, so they give way to what stands on them.
pub const MOST_FOUND: usize = 250;

/// The places the router looks at for one picture of a board: a few seconds of work. It is counted and not timed, so that
/// the same board always gives the same picture.
const MOST_EFFORT: usize = 100_000_000;

/// The places it looks at for one call of a tool, for which everybody on the board waits.
const TOOL_EFFORT: usize = 4_000_000;

/// Returns the way of each connector, from the outline of one end to the outline of the other. It goes around everything but
/// its ends, the frames around them, and what lies in them. Where that would take too long it heeds nothing in between.
pub fn ways(scene: &Scene<'_>) -> Vec<Vec<Point>> {
    ways_within(scene, MOST_EFFORT)
}

fn ways_within(scene: &Scene<'_>, effort: usize) -> Vec<Vec<Point>> {
    let finder = Finder::of(scene);
    let to_find: Vec<usize> = to_find(scene).collect();
    let found = finder.find_all(&to_find, effort);
    let way = |(way, connector): (Option<Vec<Point>>, &SceneConnector<'_>)| {
        way.unwrap_or_else(|| finder.touching(connector, finder.across(connector)))
    };
    found.into_iter().zip(&scene.connectors).map(way).collect()
}

/// Returns the ways that are laid, and finds as many of the others as a tool has time for, first those of the connectors
/// that matter. What is not found is empty.
pub fn some_ways(scene: &Scene<'_>, matters: impl Fn(&SceneConnector<'_>) -> bool) -> Vec<Vec<Point>> {
    let (first, rest): (Vec<usize>, Vec<usize>) = to_find(scene).partition(|index| matters(&scene.connectors[*index]));
    let some: Vec<usize> = first.into_iter().chain(rest).take(MOST_FOUND).collect();
    Finder::of(scene).find_all(&some, TOOL_EFFORT).into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns the places of the connectors for which no way is laid.
fn to_find(scene: &Scene<'_>) -> impl Iterator<Item = usize> {
    (0..scene.connectors.len()).filter(|index| scene.connectors[*index].laid.is_none())
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

    /// Returns the ways that are laid, and those of `to_find` that can be found with so much effort.
    fn find_all(&self, to_find: &[usize], effort: usize) -> Vec<Option<Vec<Point>>> {
        let connectors = &self.scene.connectors;
        let laid = connectors.iter().map(|connector| connector.laid.as_ref().map(|laid| laid.points.clone()));
        let mut ways: Vec<Option<Vec<Point>>> = laid.collect();
        // Each gets the same share of one half, so that those that are hard to find do not cost those that are easy. The
        // rest goes to the hard ones, one after the other, as far as it lasts.
        let share = effort / 2 / to_find.len().max(1);
        let mut rest = effort - share * to_find.len();
        for &index in to_find {
            let mut left = share;
            ways[index] = self.find(&connectors[index], &mut left);
            rest += left;
        }
        for &index in to_find {
            if ways[index].is_none() && rest > 0 {
                ways[index] = self.find(&connectors[index], &mut rest);
            }
        }
        ways
    }

    /// Leads a way to the outlines of its ends.
    fn touching(&self, connector: &SceneConnector<'_>, mut way: Vec<Point>) -> Vec<Point> {
        let [from, to] = [connector.from, connector.to].map(|end| &self.scene.boxes[end]);
        touch(&mut way, (from.kind.outline(), from.rect), (to.kind.outline(), to.rect));
        way
    }

    /// Returns the way there would be if there were nothing else.
    fn across(&self, connector: &SceneConnector<'_>) -> Vec<Point> {
        let [from, to] = [connector.from, connector.to].map(|end| self.scene.boxes[end].rect);
        route(from, to, &Obstacles::default())
    }

    fn find(&self, connector: &SceneConnector<'_>, effort: &mut usize) -> Option<Vec<Point>> {
        Some(self.touching(connector, self.around(connector, effort)?))
    }

    fn around(&self, connector: &SceneConnector<'_>, effort: &mut usize) -> Option<Vec<Point>> {
        let Self { scene, everything, sticking_out } = self;
        let ends = [connector.from, connector.to];
        let [from, to]: [Rect; 2] = ends.map(|end| scene.boxes[end].rect);
        // What contains an end or lies within one is passed over by the router itself. It does not know of what belongs
        // together and yet lies apart.
        let belongs = |place: usize| ends.iter().any(|end| scene.is_in(place, *end) || scene.is_in(*end, place));
        if !sticking_out.iter().any(|place| belongs(*place)) {
            return route_within(from, to, everything, effort);
        }
        let others = (0..scene.boxes.len()).filter(|place| !belongs(*place));
        route_within(from, to, &Obstacles::new(others.map(|place| scene.boxes[place].rect)), effort)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{Author, Bases, ChangeId, ChangeRequest, Document, Timestamp};
    use layout::route::passes_through;
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

    /// Puts boxes in rows that are not quite in line, with connectors across all of them and one between two neighbours.
    fn crowd(far: i32) -> Document {
        let place = |index: i32| {
            let (column, row) = (index % 20, index / 20);
            at(column * 240 + row * 7 % 30, row * 160 + column * 11 % 30, 200, 120)
        };
        let arrow = |from: i32, to: i32| json!({ "from": format!("b{from}"), "to": format!("b{to}") });
        let boxes = (0..400).map(|index| (format!("b{index}"), "shape", place(index)));
        let arrows = (0..far).map(|index| (format!("far{index}"), "connector", arrow(index, 399 - index)));
        let near = ("near".to_owned(), "connector", arrow(25, 47));
        let nodes: Vec<(String, &str, Value)> = boxes.chain(arrows).chain([near]).collect();
        let nodes = nodes.iter().map(|(id, kind, props)| (id.as_str(), *kind, "root", props.clone()));
        document(&nodes.collect::<Vec<_>>())
    }

    #[test]
    fn what_is_hard_to_find_does_not_cost_what_is_easy() {
        let document = crowd(1);
        let scene = Scene::of(&document);
        let (whole, bounded) = (ways(&scene), ways_within(&scene, 10_000));
        assert!(whole[0].len() > 4, "{:?}", whole[0]);
        let meets = |way: &[Point], rect: Rect| way.windows(2).any(|leg| passes_through(leg[0], leg[1], rect));
        let through = |way: &[Point]| scene.boxes.iter().filter(|boxed| meets(way, boxed.rect)).count();
        assert_eq!(bounded[1], whole[1]);
        assert_eq!((through(&whole[0]), bounded[0].len() < whole[0].len(), through(&bounded[0]) > 5), (0, true, true));
        assert_eq!(bounded, ways_within(&scene, 10_000), "the same board gives the same picture");
    }

    #[test]
    fn a_tool_leaves_out_what_is_hard_to_find() {
        let document = crowd(150);
        let ways = some_ways(&Scene::of(&document), |_| true);
        let missing = ways.iter().filter(|way| way.is_empty()).count();
        assert!((1..150).contains(&missing) && !ways[150].is_empty(), "{missing}");
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
