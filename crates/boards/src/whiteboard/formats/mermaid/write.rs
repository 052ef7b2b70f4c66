//! Writes a board as a flowchart.

use super::label::quoted;
use super::shape::brackets;
use crate::whiteboard::scene::{BoxKind, Scene, SceneBox};

pub fn write(scene: &Scene<'_>) -> String {
    let mut lines = vec![format!("flowchart {}", direction(scene))];
    // The frames that are open, the innermost last.
    let mut open: Vec<usize> = Vec::new();
    for (place, boxed) in scene.boxes.iter().enumerate() {
        while open.last().copied() != boxed.parent {
            open.pop();
            lines.push(format!("{}end", indent(open.len())));
        }
        lines.push(format!("{}{}", indent(open.len()), node(place, boxed)));
        if boxed.kind == BoxKind::Frame {
            open.push(place);
        }
    }
    while open.pop().is_some() {
        lines.push(format!("{}end", indent(open.len())));
    }
    for connector in &scene.connectors {
        let (from, to) = (connector.from, connector.to);
        // A link between a subgraph and what is in it is an error there.
        if from != to && (scene.is_in(from, to) || scene.is_in(to, from)) {
            continue;
        }
        let label = connector.label.map(|label| format!("|{}|", quoted(label))).unwrap_or_default();
        lines.push(format!("  n{from} -->{label} n{to}"));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn node(place: usize, boxed: &SceneBox<'_>) -> String {
    let label = quoted(boxed.text);
    match boxed.kind {
        BoxKind::Frame => format!("subgraph n{place}[{label}]"),
        BoxKind::Note | BoxKind::Text(_) => format!("n{place}[{label}]"),
        BoxKind::Shape(geo) => {
            let (open, close) = brackets(geo);
            format!("n{place}{open}{label}{close}")
        }
    }
}

/// Returns the way in which the connectors lead, taken together.
fn direction(scene: &Scene<'_>) -> &'static str {
    let (mut across, mut down) = (0.0, 0.0);
    for connector in &scene.connectors {
        let (from, to) = (scene.boxes[connector.from].rect.centre(), scene.boxes[connector.to].rect.centre());
        across += (to.x - from.x).abs();
        down += (to.y - from.y).abs();
    }
    if across > down { "LR" } else { "TD" }
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth + 1)
}
