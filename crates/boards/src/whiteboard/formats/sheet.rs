//! Where readers of files put what they find, in any order and by the file's own names for it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use layout::Rect;

use super::drawing::{Arrow, Drawing, DrawnBox, Laid};
use super::error::FormatError;
use super::palette::usual;
use super::{MAX_FRAMES_DEEP, MAX_OBJECTS};
use crate::whiteboard::Color;
use crate::whiteboard::geometry::{MAX_COORDINATE, MAX_EXTENT, MAX_ROUTE_POINTS};
use crate::whiteboard::nodes::Label;
use crate::whiteboard::scene::BoxKind;

pub const MAX_WORDS: usize = 5_000;
pub const MAX_LINE: usize = 200;
/// Bytes of a file's own name for something; a name is looked up by all that refer to it.
const MAX_KEY: usize = 1_000;
/// So much of a file's own name for something is repeated to people.
const MAX_NAME_SHOWN: usize = 40;
/// So many kinds of things that were left out are named.
const MAX_LEFT_OUT: usize = 20;
const OTHERS: &str = "something else";
const UNNAMED_FRAME: &str = "Frame";

/// What a file holds, as far as it has been read.
#[derive(Default)]
pub struct Sheet<'a> {
    boxes: Vec<FoundBox<'a>>,
    arrows: Vec<FoundArrow<'a>>,
    by_key: HashMap<&'a str, usize>,
    /// How many boxes and arrows the file has said, those that cannot be taken among them.
    found: usize,
    left_out: BTreeMap<String, usize>,
    warnings: Vec<String>,
    cut: usize,
}

/// A box by the name that the file has for it. Names and words may be said once and meant often, so they stay where they
/// are.
pub struct FoundBox<'a> {
    pub key: &'a str,
    /// The frame it lies in.
    pub parent: Option<&'a str>,
    pub kind: BoxKind,
    pub rect: Rect,
    pub text: Cow<'a, str>,
    pub color: Option<Color>,
}

pub struct FoundArrow<'a> {
    pub from: &'a str,
    pub to: &'a str,
    pub label: Cow<'a, str>,
    pub color: Option<Color>,
    pub laid: Option<Laid>,
}

/// From where the places of boxes in frames count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Board,
    Parent,
}

impl<'a> Sheet<'a> {
    pub fn add(&mut self, found: FoundBox<'a>) -> Result<(), FormatError> {
        self.take_room()?;
        let numbers = [found.rect.x, found.rect.y, found.rect.w, found.rect.h];
        let is_placed = numbers.iter().all(|number| number.is_finite());
        if !is_placed || found.key.len() > MAX_KEY || self.by_key.contains_key(found.key) {
            self.left_out("object without a place or a name of its own".to_owned());
            return Ok(());
        }
        self.by_key.insert(found.key, self.boxes.len());
        self.boxes.push(found);
        Ok(())
    }

    pub fn connect(&mut self, found: FoundArrow<'a>) -> Result<(), FormatError> {
        self.take_room()?;
        self.arrows.push(found);
        Ok(())
    }

    /// Notes that something is not taken over that the file calls so.
    pub fn leave_out(&mut self, kind: &str) {
        self.left_out(shown(kind));
    }

    fn left_out(&mut self, what: String) {
        let is_named = self.left_out.len() < MAX_LEFT_OUT || self.left_out.contains_key(&what);
        *self.left_out.entry(if is_named { what } else { OTHERS.to_owned() }).or_default() += 1;
    }

    pub fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    pub fn finish(mut self, origin: Origin) -> Drawing {
        let order = self.order();
        let mut drawing = Drawing::default();
        let mut places: HashMap<usize, usize> = HashMap::new();
        let mut boxes: Vec<Option<FoundBox<'_>>> = std::mem::take(&mut self.boxes).into_iter().map(Some).collect();
        for (index, parent) in order {
            let Some(found) = boxes[index].take() else { continue };
            let parent = parent.and_then(|parent| places.get(&parent).copied());
            let corner = parent.map_or_else(Rect::default, |parent| drawing.boxes[parent].rect);
            let local = in_bounds(match origin {
                Origin::Parent => found.rect,
                Origin::Board => Rect { x: found.rect.x - corner.x, y: found.rect.y - corner.y, ..found.rect },
            });
            let rect = Rect { x: corner.x + local.x, y: corner.y + local.y, ..local };
            let color = found.color.filter(|color| usual(found.kind) != Some(*color));
            let text = self.words(found.kind, &found.text);
            places.insert(index, drawing.boxes.len());
            drawing.boxes.push(DrawnBox { kind: found.kind, rect, parent, text, color });
        }
        for found in std::mem::take(&mut self.arrows) {
            let end = |key: &str| self.named(key).and_then(|index| places.get(&index)).copied();
            let Some((from, to)) = end(found.from).zip(end(found.to)) else {
                self.left_out("arrow that is not bound at both ends".to_owned());
                continue;
            };
            let label = Label::try_from(self.line(&found.label)).ok();
            let color = found.color.filter(|color| *color != Color::Black);
            let laid = found.laid.filter(is_sound);
            drawing.arrows.push(Arrow { from, to, label, color, laid });
        }
        drawing.warnings = self.all_warnings();
        drawing
    }

    fn named(&self, key: &str) -> Option<usize> {
        if key.len() > MAX_KEY { None } else { self.by_key.get(key).copied() }
    }

    fn take_room(&mut self) -> Result<(), FormatError> {
        self.found += 1;
        if self.found <= MAX_OBJECTS { Ok(()) } else { Err(FormatError::TooMany) }
    }

    /// Returns the boxes with their frames, frames first and otherwise in the order of the file. A parent that is no
    /// frame or is not there counts as none, and so does one that lies in the box itself.
    fn order(&self) -> Vec<(usize, Option<usize>)> {
        let frame = |index: usize| {
            let parent = self.named(self.boxes[index].parent?)?;
            (self.boxes[parent].kind == BoxKind::Frame && parent != index).then_some(parent)
        };
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.boxes.len()];
        let mut open = Vec::new();
        for index in 0..self.boxes.len() {
            match frame(index) {
                Some(parent) => children[parent].push(index),
                None => open.push((index, None, 0)),
            }
        }
        let mut seen = vec![false; self.boxes.len()];
        let mut order = Vec::with_capacity(self.boxes.len());
        let mut rest = 0..self.boxes.len();
        open.reverse();
        loop {
            while let Some((index, parent, depth)) = open.pop() {
                if std::mem::replace(&mut seen[index], true) {
                    continue;
                }
                order.push((index, parent));
                // What lies too deep lies beside its frame.
                let inside = if depth < MAX_FRAMES_DEEP { (Some(index), depth + 1) } else { (parent, depth) };
                open.extend(children[index].iter().rev().map(|child| (*child, inside.0, inside.1)));
            }
            // What is left lies in itself, by way of others.
            match rest.find(|index| !seen[*index]) {
                Some(index) => open.push((index, None, 0)),
                None => return order,
            }
        }
    }

    fn words(&mut self, kind: BoxKind, text: &str) -> String {
        match kind {
            BoxKind::Frame => {
                let name = self.line(text);
                if name.is_empty() { UNNAMED_FRAME.to_owned() } else { name }
            }
            BoxKind::Note | BoxKind::Shape(_) | BoxKind::Text(_) => {
                let plain = |character: &char| !character.is_control() || matches!(character, '\n' | '\r' | '\t');
                self.cut(text.chars().filter(plain), MAX_WORDS)
            }
        }
    }

    /// Makes one line of a text; one that is blank becomes nothing.
    fn line(&mut self, text: &str) -> String {
        let spaced = text.chars().map(|character| if character.is_control() { ' ' } else { character });
        let line = self.cut(spaced, MAX_LINE);
        if line.trim().is_empty() { String::new() } else { line }
    }

    fn cut(&mut self, mut characters: impl Iterator<Item = char>, most: usize) -> String {
        let text = characters.by_ref().take(most).collect();
        self.cut += usize::from(characters.next().is_some());
        text
    }

    fn all_warnings(self) -> Vec<String> {
        let left_out = self.left_out.into_iter().map(|(what, count)| format!("{count} × {what}: left out"));
        let cut = (self.cut > 0).then(|| format!("{} × text that is too long: cut", self.cut));
        self.warnings.into_iter().chain(left_out).chain(cut).collect()
    }
}

/// Returns a box where a board can have it.
fn in_bounds(rect: Rect) -> Rect {
    let place = |number: f64| number.clamp(-MAX_COORDINATE, MAX_COORDINATE);
    let size = |number: f64| number.clamp(1.0, MAX_EXTENT);
    Rect::new(place(rect.x), place(rect.y), size(rect.w), size(rect.h))
}

fn is_sound(laid: &Laid) -> bool {
    let numbers = laid.points.iter().chain(&laid.label).flat_map(|point| [point.x, point.y]);
    let ends = laid.ends.iter().flat_map(|rect| [rect.x, rect.y, rect.w, rect.h]);
    let within = numbers.chain(ends).all(|number| number.abs() <= MAX_COORDINATE);
    within && (2..=MAX_ROUTE_POINTS).contains(&laid.points.len())
}

/// Returns a word of the file in a form that can be shown: short, in one line.
fn shown(word: &str) -> String {
    word.chars().filter(|character| !character.is_control()).take(MAX_NAME_SHOWN).collect()
}
