//! Labels of connectors on boxes, and on each other.

use layout::route::Obstacles;
use layout::{Point, Rect};

use super::connectors::led;
use super::{Finding, Focus, MAX_FINDINGS, Rule, named};
use crate::whiteboard::labels::labels;
use crate::whiteboard::scene::{BoxKind, Scene, SceneConnector};

/// What is less than this nobody sees.
const TOLERANCE: f64 = 1.0;

pub fn overlaps(scene: &Scene<'_>, ways: &[Vec<Point>], focus: &Focus<'_>) -> Vec<Finding> {
    let labels = labels(scene, ways);
    let placed: Vec<(&SceneConnector<'_>, Rect)> =
        scene.connectors.iter().zip(labels).filter_map(|(connector, rect)| Some((connector, rect?))).collect();
    let mut findings: Vec<Finding> = on_boxes(scene, &placed, focus).take(MAX_FINDINGS).collect();
    findings.extend(on_each_other(scene, &placed, focus).take(MAX_FINDINGS));
    findings
}

fn on_boxes<'a>(
    scene: &'a Scene<'_>,
    placed: &'a [(&SceneConnector<'_>, Rect)],
    focus: &'a Focus<'_>,
) -> impl Iterator<Item = Finding> + 'a {
    let boxes = Obstacles::new(scene.boxes.iter().map(|boxed| boxed.rect));
    placed.iter().filter_map(move |(connector, rect)| {
        let mut near = boxes.places_near(rect.grown(-TOLERANCE)).map(|place| &scene.boxes[place]);
        // A label may stand in a frame.
        let under = near.find(|boxed| boxed.kind != BoxKind::Frame)?;
        focus.is_on(&[connector.id, under.id]).then(|| Finding {
            rule: Rule::LabelOverlap,
            nodes: vec![connector.id.clone(), under.id.clone()],
            message: format!("The label of the connector {} lies on the {}.", led(scene, connector), named(under)),
        })
    })
}

fn on_each_other<'a>(
    scene: &'a Scene<'_>,
    placed: &'a [(&SceneConnector<'_>, Rect)],
    focus: &'a Focus<'_>,
) -> impl Iterator<Item = Finding> + 'a {
    let rects = Obstacles::new(placed.iter().map(|(_, rect)| *rect));
    placed.iter().enumerate().filter_map(move |(index, (connector, rect))| {
        let other = rects.places_near(rect.grown(-TOLERANCE)).find(|place| *place > index)?;
        let (other, _) = placed[other];
        focus.is_on(&[connector.id, other.id]).then(|| Finding {
            rule: Rule::LabelOverlap,
            nodes: vec![connector.id.clone(), other.id.clone()],
            message: format!(
                "The labels of the connectors {} and {} lie on each other.",
                led(scene, connector),
                led(scene, other)
            ),
        })
    })
}
