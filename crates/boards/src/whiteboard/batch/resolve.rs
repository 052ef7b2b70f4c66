//! From refs to objects. It forgives what can be forgiven, and says so.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::operations::{Operation, Ref, label_of};
use crate::whiteboard::nodes::{Geo, Label};
use crate::whiteboard::{Color, scene::BoxKind};

/// What a batch makes, parents before what lies in them.
#[derive(Debug, Default)]
pub struct Resolved {
    pub boxes: Vec<NewBox>,
    pub links: Vec<NewLink>,
    pub warnings: Vec<String>,
    /// What is left out, by the place of its operation, and why.
    pub skipped: BTreeMap<usize, String>,
}

#[derive(Debug)]
pub struct NewBox {
    pub reference: Ref,
    pub kind: BoxKind,
    pub text: String,
    pub color: Option<Color>,
    /// The frame it lies in, by its place among the boxes.
    pub parent: Option<usize>,
}

#[derive(Debug)]
pub struct NewLink {
    pub reference: Ref,
    pub from: usize,
    pub to: usize,
    pub label: Option<Label>,
    pub color: Option<Color>,
}

/// A box whose parent is still a ref.
struct Draft {
    made: NewBox,
    parent_ref: Option<Ref>,
}

pub fn resolve(operations: Vec<Operation>) -> Resolved {
    let mut resolved = Resolved::default();
    let mut seen: BTreeSet<Ref> = BTreeSet::new();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut connectors = Vec::new();
    for (index, operation) in operations.into_iter().enumerate() {
        let reference = operation.reference().clone();
        if seen.contains(&reference) {
            resolved.skip(index, format!("Duplicate ref '{reference}': the operation was skipped."));
            continue;
        }
        seen.insert(reference);
        match operation {
            Operation::Connector { .. } => connectors.push((index, operation)),
            Operation::Frame { .. } | Operation::Note { .. } | Operation::Shape { .. } | Operation::Text { .. } => {
                drafts.extend(draft(operation, &mut resolved.warnings));
            }
        }
    }
    let places: BTreeMap<Ref, usize> =
        drafts.iter().enumerate().map(|(place, draft)| (draft.made.reference.clone(), place)).collect();
    let parents = find_parents(&drafts, &places, &seen, &mut resolved.warnings);
    let moved = put_in_order(drafts, &parents, &mut resolved.boxes);
    // What is seen and is no box is a connector.
    let is_connector = |reference: &Ref| seen.contains(reference) && !places.contains_key(reference);
    for (index, connector) in connectors {
        let find = |reference: &Ref| places.get(reference).map(|place| moved[*place]);
        resolved.connect(index, connector, find, is_connector);
    }
    resolved
}

impl Resolved {
    fn skip(&mut self, index: usize, why: String) {
        self.warnings.push(why.clone());
        self.skipped.insert(index, why);
    }

    fn connect(
        &mut self,
        index: usize,
        connector: Operation,
        find: impl Fn(&Ref) -> Option<usize>,
        is_connector: impl Fn(&Ref) -> bool,
    ) {
        let Operation::Connector { reference, from_ref, to_ref, label, color } = connector else { return };
        let (from, to) = (find(&from_ref), find(&to_ref));
        if let (Some(from), Some(to)) = (from, to) {
            let label = label_of(label.as_ref());
            self.links.push(NewLink { reference, from, to, label, color });
            return;
        }
        let missing: Vec<String> = [("fromRef", from, &from_ref), ("toRef", to, &to_ref)]
            .iter()
            .filter(|(_, found, _)| found.is_none())
            .map(|(field, _, named)| {
                let what = if is_connector(named) { "a connector, not a box" } else { "no object of this batch" };
                format!("its {field} '{named}' is {what}")
            })
            .collect();
        let missing = missing.join(" and ");
        self.skip(index, format!("Connector '{reference}' was skipped: {missing}."));
    }
}

fn draft(operation: Operation, warnings: &mut Vec<String>) -> Option<Draft> {
    let (reference, kind, text, color, parent_ref) = match operation {
        Operation::Frame { reference, name, color, parent_ref } => {
            (reference, BoxKind::Frame, name.into(), color, parent_ref)
        }
        Operation::Note { reference, text, color, parent_ref } => {
            (reference, BoxKind::Note, text.into(), color, parent_ref)
        }
        Operation::Shape { reference, geo, text, color, parent_ref } => {
            let geo = geo.map_or_else(Geo::default, |named| {
                geo_named(named.as_str()).unwrap_or_else(|| {
                    warnings.push(format!("Shape '{reference}' is a rectangle: there is no geo {:?}.", named.as_str()));
                    Geo::default()
                })
            });
            let text = text.map(String::from).unwrap_or_default();
            (reference, BoxKind::Shape(geo), text, color, parent_ref)
        }
        Operation::Text { reference, text, color, parent_ref } => {
            (reference, BoxKind::Text(crate::whiteboard::TextSize::default()), text.into(), color, parent_ref)
        }
        Operation::Connector { .. } => return None,
    };
    Some(Draft { made: NewBox { reference, kind, text, color, parent: None }, parent_ref })
}

/// Reads the name of an outline, in capitals or not.
pub fn geo_named(name: &str) -> Option<Geo> {
    let name = name.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    serde_json::from_value(Value::String(name)).ok()
}

/// Returns the place of each draft's parent; what has none, or none that can be one, lies on the board itself.
fn find_parents(
    drafts: &[Draft],
    places: &BTreeMap<Ref, usize>,
    seen: &BTreeSet<Ref>,
    warnings: &mut Vec<String>,
) -> Vec<Option<usize>> {
    let mut parents: Vec<Option<usize>> = vec![None; drafts.len()];
    for (place, Draft { made: NewBox { reference, .. }, parent_ref }) in drafts.iter().enumerate() {
        let Some(named) = parent_ref else { continue };
        let found = places.get(named).copied();
        let mut say = |why: &str| {
            warnings.push(format!("'{reference}' lies on the board itself: its parentRef '{named}' {why}."));
        };
        match found {
            None if seen.contains(named) => say("is not a frame"),
            None => say("is no object of this batch"),
            Some(parent) if drafts[parent].made.kind != BoxKind::Frame => say("is not a frame"),
            Some(parent) => {
                let mut above = std::iter::successors(Some(parent), |above| parents[*above]);
                if parent == place {
                    say("is its own");
                } else if above.any(|above| above == place) {
                    say("lies in it");
                } else {
                    parents[place] = Some(parent);
                }
            }
        }
    }
    parents
}

/// Puts parents before what lies in them, and otherwise keeps the order. Returns where each draft went.
fn put_in_order(drafts: Vec<Draft>, parents: &[Option<usize>], boxes: &mut Vec<NewBox>) -> Vec<usize> {
    let depth = |place: usize| std::iter::successors(parents[place], |parent| parents[*parent]).count();
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_key(|place| depth(*place));
    let mut moved = vec![0; drafts.len()];
    for (to, from) in order.iter().enumerate() {
        moved[*from] = to;
    }
    let mut taken: Vec<Option<Draft>> = drafts.into_iter().map(Some).collect();
    for from in order {
        if let Some(Draft { made, .. }) = taken[from].take() {
            boxes.push(NewBox { parent: parents[from].map(|parent| moved[parent]), ..made });
        }
    }
    moved
}

/// Says of each operation what came of it.
pub fn account(references: &[Ref], skipped: &BTreeMap<usize, String>, id: impl Fn(&Ref) -> Option<Value>) -> Value {
    let said = references.iter().enumerate().map(|(index, reference)| match skipped.get(&index) {
        Some(why) => json!({ "ref": reference.as_str(), "status": "skipped", "reason": why }),
        None => json!({ "ref": reference.as_str(), "status": "created", "id": id(reference) }),
    });
    Value::Array(said.collect())
}
