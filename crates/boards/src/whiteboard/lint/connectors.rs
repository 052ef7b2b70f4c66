//! Connectors without ends, and twice the same.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Document, NodeId};

use super::{Finding, Focus, MAX_FINDINGS, Rule, named};
use crate::whiteboard::CONNECTOR;
use crate::whiteboard::scene::{Scene, SceneConnector};

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

fn led(scene: &Scene<'_>, connector: &SceneConnector<'_>) -> String {
    format!("from the {} to the {}", named(&scene.boxes[connector.from]), named(&scene.boxes[connector.to]))
}
