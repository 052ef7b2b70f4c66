//! What a model is told of a board before it acts. It stays short however large the board is.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Document, NodeId};

use super::outline::{box_line, connector_line, depth, insides};
use super::scene::{BoxKind, Scene, SceneConnector};
use crate::view::View;

/// What is told in all: about fifteen hundred tokens.
pub const MAX_BYTES: usize = 6_000;
/// A board of so many objects is told whole.
const SMALL: usize = 60;
const SHOWN_SELECTED: usize = 30;
const SHOWN_IN_VIEW: usize = 30;
const SHOWN_FRAMES: usize = 20;

/// Describes a board to a model: how much there is, what is selected, what is in view, and the rest as far as it fits.
pub fn describe(document: &Document, view: &View) -> String {
    let scene = Scene::of(document);
    let mut told = Told { text: counts(&scene), is_full: false };
    let insides = insides(&scene);
    let line = |place: usize| box_line(&scene.boxes[place], insides[place]);
    let selected: Vec<usize> = view.selection.iter().filter_map(|id| scene.place(id)).collect();
    let ways = selected_connectors(&scene, view);
    let boxes = selected.iter().map(|place| line(*place));
    let chosen = boxes.chain(ways.iter().map(|connector| connector_line(&scene, connector)));
    told.list("Selected by the person", chosen, selected.len() + ways.len(), SHOWN_SELECTED);
    if scene.boxes.len() + scene.connectors.len() <= SMALL {
        let boxes = (0..scene.boxes.len()).map(|place| format!("{}{}", "  ".repeat(depth(&scene, place)), line(place)));
        let connectors = scene.connectors.iter().map(|connector| connector_line(&scene, connector));
        told.list("On the board", boxes.chain(connectors), SMALL, SMALL);
        return told.text;
    }
    if let Some(viewport) = view.viewport {
        let seen: Vec<usize> =
            (0..scene.boxes.len()).filter(|place| scene.boxes[*place].rect.overlaps(viewport)).collect();
        told.list("In the person's view", seen.iter().map(|place| line(*place)), seen.len(), SHOWN_IN_VIEW);
    }
    let chosen: BTreeSet<usize> = selected.into_iter().collect();
    let frames: Vec<usize> = (0..scene.boxes.len())
        .filter(|place| scene.boxes[*place].kind == BoxKind::Frame && !chosen.contains(place))
        .collect();
    told.list("Frames", frames.iter().map(|place| line(*place)), frames.len(), SHOWN_FRAMES);
    told.text.push_str("Use outlineBoard and findElements to see the rest.\n");
    told.text
}

/// Returns the selected connectors, in the order in which they were selected.
fn selected_connectors<'a, 'd>(scene: &'a Scene<'d>, view: &View) -> Vec<&'a SceneConnector<'d>> {
    let by_id: BTreeMap<&NodeId, &SceneConnector<'d>> =
        scene.connectors.iter().map(|connector| (connector.id, connector)).collect();
    view.selection.iter().filter_map(|id| by_id.get(id).copied()).collect()
}

fn counts(scene: &Scene<'_>) -> String {
    if scene.boxes.is_empty() {
        return "The board is empty.\n".to_owned();
    }
    let count = |name: &str| scene.boxes.iter().filter(|boxed| boxed.kind.name() == name).count();
    let counted = ["frame", "note", "shape", "text"].map(|name| (count(name), name));
    let mut parts: Vec<String> = counted
        .iter()
        .chain([&(scene.connectors.len(), "connector")])
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| super::batch::counted(*count, name))
        .collect();
    let last = parts.pop().unwrap_or_default();
    let all = if parts.is_empty() { last } else { format!("{} and {last}", parts.join(", ")) };
    format!("The board has {all}.\n")
}

/// A text that takes lines until it is full.
struct Told {
    text: String,
    is_full: bool,
}

impl Told {
    /// Adds a heading and as many of its lines as there is room for.
    fn list(&mut self, heading: &str, lines: impl Iterator<Item = String>, all: usize, at_most: usize) {
        let mut shown = 0;
        let mut part = format!("{heading}:\n");
        for line in lines.take(at_most) {
            if self.text.len() + part.len() + line.len() + ROOM_FOR_END > MAX_BYTES {
                self.is_full = true;
                break;
            }
            part.push_str(&line);
            part.push('\n');
            shown += 1;
        }
        if shown == 0 {
            return;
        }
        self.text.push_str(&part);
        if self.is_full || all > at_most {
            self.text.push_str("… and more\n");
        }
    }
}

const ROOM_FOR_END: usize = 100;
