//! Changing objects that are there.

use std::collections::{BTreeMap, BTreeSet};

use engine::limits::{MAX_ID_CHARS, MAX_OPS_PER_CHANGE};
use engine::{Document, NodeId, OpRequest, Props};
use layout::facts::{MOVE_STEP, SMALLEST_FRAME_HEIGHT};
use layout::{Point, Size};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::batch::counted;
use super::lint;
use super::nodes::{FrameName, Words};
use super::reflow::{Reflow, update};
use super::scene::BoxKind;
use super::{Color, sizes};
use crate::text::Line;
use crate::tool::{Context, Outcome, Tool, ToolError};

/// Objects changed in one call.
pub const MAX_UPDATES: usize = 500;
/// How far things go when they are to be closer together.
const CLOSER: f64 = 0.4;

pub struct UpdateElements;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateInput {
    #[schemars(length(min = 1, max = MAX_UPDATES))]
    updates: Vec<ElementUpdate>,
}

/// What to change of one object; what is left out stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ElementUpdate {
    /// The object's id on the board.
    shape_id: String,
    /// The words of a note, shape or text, or the label of a connector.
    new_text: Option<Words>,
    /// The name of a frame.
    new_name: Option<FrameName>,
    new_color: Option<Color>,
    resize_instruction: Option<Resize>,
    move_instruction: Option<Move>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Resize {
    Double,
    Half,
    FitToContent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Move {
    Left,
    Right,
    Up,
    Down,
    /// Towards the middle of all that are to be closer together.
    CloserTogether,
}

impl Tool for UpdateElements {
    type Input = UpdateInput;
    const NAME: &'static str = "updateElements";
    const DESCRIPTION: &'static str = "Changes objects that are on the board, by their ids: their words, names and colours, and by instruction their size and place. Boxes grow to hold their words.";

    fn run(document: &Document, input: UpdateInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let count = input.updates.len();
        if !(1..=MAX_UPDATES).contains(&count) {
            return Err(ToolError::input("updates", format!("there are 1 to {MAX_UPDATES} updates, not {count}")));
        }
        let mut editing = Editing::new(document);
        for element in input.updates {
            editing.apply(document, element);
        }
        editing.apply_moves();
        editing.outcome(document)
    }
}

/// The changes so far.
struct Editing<'a> {
    reflow: Reflow<'a>,
    patches: BTreeMap<NodeId, Props>,
    /// What was asked to change.
    asked: BTreeSet<NodeId>,
    /// They come last, when everything has its size.
    moves: Vec<(usize, Move)>,
    warnings: Vec<String>,
}

impl<'a> Editing<'a> {
    fn new(document: &'a Document) -> Self {
        Self {
            reflow: Reflow::of(document),
            patches: BTreeMap::new(),
            asked: BTreeSet::new(),
            moves: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn apply(&mut self, document: &Document, element: ElementUpdate) {
        let node = NodeId::parse(&element.shape_id).ok().and_then(|id| document.node(&id));
        let Some(node) = node else {
            self.warnings.push(unknown(&element.shape_id));
            return;
        };
        self.asked.insert(node.id.clone());
        if let Some(color) = element.new_color {
            self.set(&node.id, "color", json!(color.name()));
        }
        match self.reflow.scene.place(&node.id) {
            Some(place) => self.change_box(place, &node.id, element),
            None => self.change_connector(&node.id, &element),
        }
    }

    fn change_box(&mut self, place: usize, id: &NodeId, element: ElementUpdate) {
        let kind = self.reflow.scene.boxes[place].kind;
        if let Some(words) = self.new_words(kind, id, element.new_text, element.new_name) {
            let prop = if kind == BoxKind::Frame { "name" } else { "text" };
            let grown = sizes::grown(kind, &words, self.reflow.rect(place));
            self.set(id, prop, json!(words));
            self.reflow.resize(place, Size::new(grown.w, grown.h));
        }
        if let Some(resize) = element.resize_instruction {
            let size = self.resized(place, resize);
            self.reflow.resize(place, size);
        }
        self.moves.extend(element.move_instruction.map(|instruction| (place, instruction)));
    }

    /// Returns the words an update gives a box, whichever of the two fields has them.
    fn new_words(
        &mut self,
        kind: BoxKind,
        id: &NodeId,
        text: Option<Words>,
        name: Option<FrameName>,
    ) -> Option<String> {
        if kind != BoxKind::Frame {
            return text.map(String::from).or(name.map(String::from));
        }
        let name = name.or_else(|| {
            let line = text?.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
            let name = Line::try_from(line).ok();
            if name.is_none() {
                self.warnings.push(format!("Frame '{id}' keeps its name: a name is one line of 1 to 200 characters."));
            }
            name
        });
        name.map(String::from)
    }

    fn change_connector(&mut self, id: &NodeId, element: &ElementUpdate) {
        if let Some(text) = &element.new_text {
            let line = text.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
            match super::nodes::Label::try_from(line) {
                Ok(label) => self.set(id, "label", json!(label.as_str())),
                Err(_) if text.as_str().trim().is_empty() => self.set(id, "label", Value::Null),
                Err(why) => self.warnings.push(format!("Connector '{id}' keeps its label: {why}.")),
            }
        }
        if element.new_name.is_some() || element.resize_instruction.is_some() || element.move_instruction.is_some() {
            self.warnings
                .push(format!("'{id}' is a connector: it goes where its ends go, and has a colour and a label."));
        }
    }

    fn resized(&self, place: usize, resize: Resize) -> Size {
        let (rect, boxed) = (self.reflow.rect(place), &self.reflow.scene.boxes[place]);
        let words = self.patches.get(boxed.id).and_then(|patch| patch.get("text").or(patch.get("name")));
        let words = words.and_then(Value::as_str).unwrap_or(boxed.text);
        let is_frame = boxed.kind == BoxKind::Frame;
        let content = if is_frame { self.reflow.fitted(place, words) } else { None };
        match resize {
            Resize::Double => Size::new(rect.w * 2.0, rect.h * 2.0),
            Resize::Half => {
                let half = layout::Rect { w: (rect.w / 2.0).max(1.0), h: (rect.h / 2.0).max(1.0), ..rect };
                let held = sizes::grown(boxed.kind, words, half);
                // A frame shows all that lies in it, and is never lower than the smallest.
                let lowest = if is_frame { rect.h.min(SMALLEST_FRAME_HEIGHT) } else { 0.0 };
                let content = content.unwrap_or_default();
                Size::new(held.w.max(content.w), held.h.max(content.h).max(lowest))
            }
            Resize::FitToContent => content.unwrap_or_else(|| sizes::of(boxed.kind, words)),
        }
    }

    fn apply_moves(&mut self) {
        let moves = std::mem::take(&mut self.moves);
        let mut closer = BTreeSet::new();
        for (place, instruction) in &moves {
            let goes_along = |frame| moves.contains(&(frame, *instruction));
            if self.reflow.scene.frames_around(*place).any(goes_along) {
                let id = self.reflow.scene.boxes[*place].id;
                self.warnings.push(format!("'{id}' goes with the frame it lies in."));
                continue;
            }
            let by = match instruction {
                Move::Left => Point::new(-MOVE_STEP, 0.0),
                Move::Right => Point::new(MOVE_STEP, 0.0),
                Move::Up => Point::new(0.0, -MOVE_STEP),
                Move::Down => Point::new(0.0, MOVE_STEP),
                Move::CloserTogether => {
                    closer.insert(*place);
                    continue;
                }
            };
            self.shift(*place, by);
        }
        self.bring_closer(&closer);
    }

    fn shift(&mut self, place: usize, by: Point) {
        if self.reflow.shift_in_frame(place, by) {
            let id = self.reflow.scene.boxes[place].id;
            self.warnings.push(format!("'{id}' went only as far as its frame lets it."));
        }
    }

    /// Brings those that are to be closer together some of the way to their common middle.
    fn bring_closer(&mut self, closer: &BTreeSet<usize>) {
        let count = closer.len();
        if count == 0 {
            return;
        }
        if count == 1 {
            self.warnings.push("One object alone cannot be closer together with others.".to_owned());
        }
        let centres: Vec<(usize, Point)> =
            closer.iter().map(|place| (*place, self.reflow.absolute(*place).centre())).collect();
        #[expect(clippy::cast_precision_loss, reason = "there are a few hundred at most")]
        let share = 1.0 / count as f64;
        let middle = centres
            .iter()
            .fold(Point::default(), |sum, (_, centre)| Point::new(sum.x + centre.x * share, sum.y + centre.y * share));
        for (place, centre) in centres {
            self.shift(place, Point::new((middle.x - centre.x) * CLOSER, (middle.y - centre.y) * CLOSER));
        }
    }

    fn set(&mut self, id: &NodeId, prop: &str, value: Value) {
        self.patches.entry(id.clone()).or_default().insert(prop.to_owned(), value);
    }

    fn outcome(mut self, document: &Document) -> Result<Outcome, ToolError> {
        let kept = self.reflow.keep_on_board();
        self.warnings.extend(kept.into_iter().map(beyond));
        for (id, props) in self.reflow.patches() {
            self.patches.entry(id.clone()).or_default().extend(props);
        }
        let changed = self.asked.iter().filter(|id| self.patches.contains_key(*id)).count();
        let ops: Vec<OpRequest> = self.patches.iter().map(|(id, props)| update(id, props.clone())).collect();
        check_count("updates", ops.len())?;
        let findings = lint::of_moves(document, &self.reflow.scene, &ops, &self.asked);
        let mut facts = Props::new();
        facts.insert("updated".to_owned(), json!(self.asked));
        facts.insert("lint".to_owned(), lint::shown(&findings));
        let mut observation = format!("Changed {}.", counted(changed, "object"));
        observation.push_str(&lint::observed(&findings));
        Ok(Outcome { ops, facts, warnings: self.warnings, observation })
    }
}

/// Says that there is no such object.
pub(super) fn unknown(id: &str) -> String {
    let shown: String = id.chars().take(MAX_ID_CHARS).collect();
    format!("No object has the id '{shown}'; it was skipped.")
}

/// Says that something stopped at the end of the board.
pub(super) fn beyond(id: &NodeId) -> String {
    format!("'{id}' went and grew only as far as a board reaches.")
}

/// Checks that so many ops are one change.
pub(super) fn check_count(field: &str, ops: usize) -> Result<(), ToolError> {
    if ops <= MAX_OPS_PER_CHANGE {
        return Ok(());
    }
    let message = format!("{ops} objects would have to change, and one change has room for {MAX_OPS_PER_CHANGE}");
    Err(ToolError::input(field, message))
}
