//! A whiteboard in lines, for a model: what there is, what lies in what, and the ids to name it by.

use std::fmt::Write;

use super::Color;
use super::scene::{BoxKind, Scene, SceneBox, SceneConnector};

/// Characters of an object's words that a line shows.
const SHOWN_CHARACTERS: usize = 100;

/// Writes the line of a box.
pub fn box_line(boxed: &SceneBox<'_>, inside: usize) -> String {
    let mut line = format!("{} {} [{}]", boxed.kind.name(), quoted(boxed.text), boxed.id);
    let usual = match boxed.kind {
        BoxKind::Note => Some(Color::Yellow),
        BoxKind::Shape(_) | BoxKind::Text(_) => Some(Color::Black),
        BoxKind::Frame => None,
    };
    if let Some(color) = boxed.color.filter(|color| Some(*color) != usual) {
        line.push(' ');
        line.push_str(color.name());
    }
    if boxed.kind == BoxKind::Frame {
        let written = write!(line, " · {inside} inside");
        debug_assert!(written.is_ok(), "a string takes everything");
    }
    line
}

/// Writes the line of a connector.
pub fn connector_line(scene: &Scene<'_>, connector: &SceneConnector<'_>) -> String {
    let end = |place: usize| scene.boxes[place].id;
    let label = connector.label.map(|label| format!(" {}", quoted(label))).unwrap_or_default();
    format!("connector{label} [{}] from [{}] to [{}]", connector.id, end(connector.from), end(connector.to))
}

/// Counts what lies in each box.
pub fn insides(scene: &Scene<'_>) -> Vec<usize> {
    let mut counts = vec![0; scene.boxes.len()];
    for parent in scene.boxes.iter().filter_map(|boxed| boxed.parent) {
        counts[parent] += 1;
    }
    counts
}

/// Returns how deep a box lies in frames.
pub fn depth(scene: &Scene<'_>, place: usize) -> usize {
    scene.frames_around(place).count()
}

/// Writes a text in one line, in quotes, cut if it is long. Words are people's and agents': whatever they are, the line
/// stays one line and the quotes stay closed.
pub fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = line.chars().take(SHOWN_CHARACTERS).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    format!("{short:?}")
}
