//! Connectors without ends, twice the same, through boxes and over each other.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Document, NodeId};
use layout::route::{Obstacles, crossing_pairs, passes_through};
use layout::{Point, Rect};

use super::{Finding, Focus, MAX_FINDINGS, Rule, named};
use crate::whiteboard::CONNECTOR;
use crate::whiteboard::scene::{Scene, SceneConnector};

/// A way may come so near to a box.
const TOUCH: f64 = 1.0;
/// Pairs that are looked at; most of them are not about what is asked for.
const MOST_CROSSINGS: usize = 20_000;

/// Finds connectors of which an end is no box on the board.
pub fn unbound(document: &Document, scene: &Scene<'_>) -> Vec<Finding> {
    let bound: BTreeSet<&NodeId> = scene.connectors.iter().map(|connector| connector.id).collect();
    let root = NodeId::root();
    let connectors = document.children(&root).filter(|node| &*node.kind == CONNECTOR);
    let finding = |id: &NodeId| Finding {
        rule: Rule::UnboundConnector,
        nodes: vec![id.clone()],
        message: "A connector is bound to nothing at one of its ends.".to_owned(),
    };
    connectors.filter(|node| !bound.contains(&node.id)).map(|node| finding(&node.id)).take(MAX_FINDINGS).collect()
}

/// Finds connectors that say the same as another.
pub fn duplicates(scene: &Scene<'_>, focus: &Focus<'_>) -> Vec<Finding> {
    let mut first: BTreeMap<(usize, usize, Option<&str>), &NodeId> = BTreeMap::new();
    let mut findings = Vec::new();
    for connector in &scene.connectors {
        let key = (connector.from, connector.to, connector.label);
        let Some(other) = first.get(&key) else {
            first.insert(key, connector.id);
            continue;
        };
        if findings.len() >= MAX_FINDINGS {
            break;
        }
        if focus.is_on(&[connector.id, other]) {
            findings.push(Finding {
                rule: Rule::DuplicateConnector,
                nodes: vec![connector.id.clone(), (*other).clone()],
                message: format!("Two connectors lead {}.", led(scene, connector)),
            });
        }
    }
    findings
}

/// Finds connectors that run through boxes, and those that cross.
pub fn through_boxes_and_crossings(scene: &Scene<'_>, ways: &[Vec<Point>], focus: &Focus<'_>) -> Vec<Finding> {
    let boxes = Obstacles::new(scene.boxes.iter().map(|boxed| boxed.rect));
    let through = scene.connectors.iter().zip(ways).filter_map(|(connector, way)| {
        let hit = hit_box(scene, connector, way, &boxes)?;
        let [from, to, between] = [connector.from, connector.to, hit].map(|place| &scene.boxes[place]);
        focus.is_on(&[connector.id, from.id, to.id, between.id]).then(|| Finding {
            rule: Rule::ThroughBox,
            nodes: vec![connector.id.clone(), between.id.clone()],
            message: format!("The connector {} runs through the {}.", led(scene, connector), named(between)),
        })
    });
    let crossing = crossing_pairs(ways, MOST_CROSSINGS).into_iter().filter_map(|(a, b)| {
        let (a, b) = (&scene.connectors[a], &scene.connectors[b]);
        let ends = [a.from, a.to, b.from, b.to].map(|place| scene.boxes[place].id);
        (focus.is_on(&[a.id, b.id]) || focus.is_on(&ends)).then(|| Finding {
            rule: Rule::Crossing,
            nodes: vec![a.id.clone(), b.id.clone()],
            message: format!("The connectors {} and {} cross.", led(scene, a), led(scene, b)),
        })
    });
    let mut findings: Vec<Finding> = through.take(MAX_FINDINGS).collect();
    findings.extend(crossing.take(MAX_FINDINGS));
    findings
}

/// Returns a box on the way that has nothing to do with its ends.
fn hit_box(scene: &Scene<'_>, connector: &SceneConnector<'_>, way: &[Point], boxes: &Obstacles) -> Option<usize> {
    let is_foreign = |place: &usize| {
        let ends = [connector.from, connector.to];
        !ends.iter().any(|end| scene.is_in(*end, *place) || scene.is_in(*place, *end))
    };
    way.windows(2).find_map(|leg| {
        let (a, b) = (leg[0], leg[1]);
        let around = Rect::new(a.x.min(b.x), a.y.min(b.y), (a.x - b.x).abs(), (a.y - b.y).abs()).grown(TOUCH);
        let mut near = boxes.places_near(around).filter(is_foreign);
        near.find(|place| passes_through(a, b, scene.boxes[*place].rect.grown(-TOUCH)))
    })
}

pub fn led(scene: &Scene<'_>, connector: &SceneConnector<'_>) -> String {
    format!("from the {} to the {}", named(&scene.boxes[connector.from]), named(&scene.boxes[connector.to]))
}
