//! A linter for boards: what a careful person would put right.

mod alignment;
mod boxes;
mod connectors;
mod labels;

use std::collections::BTreeSet;
use std::fmt;

use engine::{Document, NodeId, OpRequest};
use serde::Serialize;
use serde_json::{Value, json};

use super::scene::{Scene, SceneBox, SceneConnector};
use super::ways::{MOST_WAYS, some_ways};

/// So many findings are reported of one board.
pub const MAX_FINDINGS: usize = 200;
/// So many are shown in the result of a tool.
const SHOWN: usize = 20;

/// Something to put right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    pub rule: Rule,
    /// The nodes it is about.
    pub nodes: Vec<NodeId>,
    /// One sentence for people and models.
    pub message: String,
}

/// What can be wrong with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Two boxes of the same frame, or of the board itself, lie on each other.
    Overlap,
    OutsideFrame,
    TextOverflow,
    /// A connector that is bound to nothing at one of its ends.
    UnboundConnector,
    DuplicateConnector,
    ThroughBox,
    Crossing,
    /// The label of a connector lies on a box, or on another label.
    LabelOverlap,
    /// Nearly in line with its neighbour, and not quite.
    Misaligned,
    /// Something was moved that nobody asked to move.
    Moved,
}

/// Looks at a whole board.
pub fn lint(document: &Document) -> Vec<Finding> {
    let scene = Scene::of(document);
    let mut findings = connectors::unbound(document, &scene);
    findings.extend(of_scene(&scene, &Focus(None)));
    findings.truncate(MAX_FINDINGS);
    findings
}

/// Looks at what some ops would make of a board, as far as it is about what they touch.
pub fn of_changes(document: &Document, ops: &[OpRequest]) -> Vec<Finding> {
    touched(&Scene::after(document, ops), ops)
}

/// Looks at what some ops would make of a board, as `of_changes` does, and then for what they move to another place in its
/// frame although nobody asked for that.
pub fn of_moves(document: &Document, before: &Scene<'_>, ops: &[OpRequest], asked: &BTreeSet<NodeId>) -> Vec<Finding> {
    let after = Scene::after(document, ops);
    let mut findings = touched(&after, ops);
    findings.extend(moved(before, &after, asked));
    findings
}

fn touched(after: &Scene<'_>, ops: &[OpRequest]) -> Vec<Finding> {
    let focus = Focus(Some(ops.iter().map(OpRequest::node).collect()));
    let mut findings = of_scene(after, &focus);
    findings.truncate(MAX_FINDINGS);
    findings
}

/// The nodes that findings are asked about; all of them, or those that changed. What is found is bounded, so on a board
/// with many old faults the new ones would otherwise be missed.
struct Focus<'a>(Option<BTreeSet<&'a NodeId>>);

impl Focus<'_> {
    fn is_on(&self, nodes: &[&NodeId]) -> bool {
        self.0.as_ref().is_none_or(|focused| nodes.iter().any(|node| focused.contains(node)))
    }
}

fn moved(before: &Scene<'_>, after: &Scene<'_>, asked: &BTreeSet<NodeId>) -> Vec<Finding> {
    let pairs = before.boxes.iter().zip(&after.boxes);
    let moved = pairs.filter(|(before, after)| {
        (before.local.x, before.local.y) != (after.local.x, after.local.y) && !asked.contains(after.id)
    });
    let finding = |boxed: &SceneBox<'_>| Finding {
        rule: Rule::Moved,
        nodes: vec![boxed.id.clone()],
        message: format!("The {} was moved to make room.", named(boxed)),
    };
    moved.map(|(_, after)| finding(after)).take(MAX_FINDINGS).collect()
}

/// Writes findings for the result of a tool.
pub fn shown(findings: &[Finding]) -> Value {
    json!(findings.iter().take(SHOWN).collect::<Vec<_>>())
}

/// Says in a sentence what was found, for a model; nothing if nothing was.
pub fn observed(findings: &[Finding]) -> String {
    let rules: BTreeSet<Rule> = findings.iter().map(|finding| finding.rule).collect();
    if rules.is_empty() {
        return String::new();
    }
    let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
    format!(" The linter found {} to look at ({}).", findings.len(), rules.join(", "))
}

fn of_scene(scene: &Scene<'_>, focus: &Focus<'_>) -> Vec<Finding> {
    let mut findings = boxes::overlaps(scene, focus);
    findings.extend(boxes::outside_frames(scene, focus));
    findings.extend(boxes::overflows(scene, focus));
    findings.extend(connectors::duplicates(scene, focus));
    // To find the ways of very many connectors would take longer than anybody waits.
    if (1..=MOST_WAYS).contains(&scene.connectors.len()) {
        let ends = |connector: &SceneConnector<'_>| [connector.from, connector.to].map(|end| scene.boxes[end].id);
        let ways = some_ways(scene, |connector| focus.is_on(&[connector.id]) || focus.is_on(&ends(connector)));
        findings.extend(connectors::through_boxes_and_crossings(scene, &ways, focus));
        findings.extend(labels::overlaps(scene, &ways, focus));
    }
    findings.extend(alignment::misaligned(scene, focus));
    findings
}

/// Names a box for people.
fn named(boxed: &SceneBox<'_>) -> String {
    let text: String = boxed.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let kind = boxed.kind.name();
    if text.is_empty() {
        return format!("{kind} without words");
    }
    let mut short: String = text.chars().take(NAME_CHARACTERS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{kind} “{short}”")
}

const NAME_CHARACTERS: usize = 40;

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Overlap => "overlap",
            Self::OutsideFrame => "outside-frame",
            Self::TextOverflow => "text-overflow",
            Self::UnboundConnector => "unbound-connector",
            Self::DuplicateConnector => "duplicate-connector",
            Self::ThroughBox => "through-box",
            Self::Crossing => "crossing",
            Self::LabelOverlap => "label-overlap",
            Self::Misaligned => "misaligned",
            Self::Moved => "moved",
        })
    }
}
