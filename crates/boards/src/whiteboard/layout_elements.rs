//! Putting objects that are there in order.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Document, NodeId, OpRequest, Props};
use layout::facts::{FRAME_GAP, NOTE_GAP};
use layout::{Point, Rect};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::batch::counted;
use super::lint;
use super::place::pushed;
use super::reflow::{Reflow, update};
use super::update::{beyond, check_count, unknown};
use crate::tool::{Context, Outcome, Tool, ToolError};

/// Objects put in order in one call.
pub const MAX_ARRANGED: usize = engine::limits::MAX_OPS_PER_CHANGE;

pub struct LayoutElements;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LayoutInput {
    /// The objects' ids on the board, in the order in which they should come.
    #[schemars(length(min = 2, max = MAX_ARRANGED))]
    shape_ids: Vec<String>,
    layout_type: LayoutType,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum LayoutType {
    Grid,
    HorizontalRow,
    VerticalColumn,
    /// They stay in their order along the longer way, with the same distance between them.
    EvenSpacing,
}

impl Tool for LayoutElements {
    type Input = LayoutInput;
    const NAME: &'static str = "layoutElements";
    const DESCRIPTION: &'static str = "Puts two or more objects that are on the board in order, by their ids: in a grid, a row, a column, or evenly spaced.";

    fn run(document: &Document, input: LayoutInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let count = input.shape_ids.len();
        if !(2..=MAX_ARRANGED).contains(&count) {
            return Err(ToolError::input("shapeIds", format!("there are 2 to {MAX_ARRANGED} ids, not {count}")));
        }
        let mut reflow = Reflow::of(document);
        let mut warnings = Vec::new();
        let chosen = choose(document, &reflow, &input.shape_ids, &mut warnings);
        let groups = groups(&reflow, &chosen, &mut warnings);
        for group in &groups {
            arrange(&mut reflow, group, input.layout_type);
        }
        warnings.extend(reflow.keep_on_board().into_iter().map(beyond));
        let asked: BTreeSet<NodeId> =
            groups.iter().flatten().map(|place| reflow.scene.boxes[*place].id.clone()).collect();
        let ops: Vec<OpRequest> = reflow.patches().map(|(id, props)| update(id, props)).collect();
        check_count("shapeIds", ops.len())?;
        let findings = lint::of_moves(document, &reflow.scene, &ops, &asked);
        let mut observation = format!("Arranged {}.", counted(asked.len(), "object"));
        observation.push_str(&lint::observed(&findings));
        let mut facts = Props::new();
        facts.insert("arranged".to_owned(), json!(asked));
        facts.insert("lint".to_owned(), lint::shown(&findings));
        Ok(Outcome { ops, facts, warnings, observation })
    }
}

/// Returns the boxes that are to be arranged: each once, and none that lies in another of them.
fn choose(document: &Document, reflow: &Reflow<'_>, ids: &[String], warnings: &mut Vec<String>) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    let mut seen = BTreeSet::new();
    for id in ids {
        let node = NodeId::parse(id).ok().and_then(|id| document.node(&id));
        match node.map(|node| reflow.scene.place(&node.id)) {
            None => warnings.push(unknown(id)),
            Some(None) => {
                warnings.push(format!("'{id}' is a connector, which goes where its ends go; it was skipped."));
            }
            Some(Some(place)) if seen.insert(place) => chosen.push(place),
            Some(Some(_)) => {}
        }
    }
    chosen.retain(|place| {
        let inside = reflow.scene.frames_around(*place).any(|frame| seen.contains(&frame));
        if inside {
            let id = reflow.scene.boxes[*place].id;
            warnings.push(format!("'{id}' goes with the frame it lies in; it was skipped."));
        }
        !inside
    });
    chosen
}

/// Returns what is arranged together: what lies in one frame stays in it.
fn groups(reflow: &Reflow<'_>, chosen: &[usize], warnings: &mut Vec<String>) -> Vec<Vec<usize>> {
    let mut by_parent: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for place in chosen {
        by_parent.entry(reflow.scene.boxes[*place].parent).or_default().push(*place);
    }
    if by_parent.len() > 1 {
        let message = "The objects lie in different frames: those of one frame were arranged among themselves.";
        warnings.push(message.to_owned());
    }
    // From the inside out, so that frames have their size when they are arranged themselves.
    let (groups, alone): (Vec<Vec<usize>>, Vec<Vec<usize>>) =
        by_parent.into_values().rev().partition(|group| group.len() > 1);
    if groups.is_empty() {
        warnings.push("Nothing was arranged: it takes two objects at least.".to_owned());
    } else {
        let stays =
            |place: &usize| format!("'{}' stays: it is the only one of its frame.", reflow.scene.boxes[*place].id);
        warnings.extend(alone.iter().flatten().map(stays));
    }
    groups
}

fn arrange(reflow: &mut Reflow<'_>, chosen: &[usize], layout: LayoutType) {
    let rects: Vec<Rect> = chosen.iter().map(|place| reflow.rect(*place)).collect();
    let in_frame = chosen.iter().any(|place| reflow.scene.boxes[*place].parent.is_some());
    let gap = if in_frame { NOTE_GAP } else { FRAME_GAP };
    let targets = match layout {
        LayoutType::Grid => grid(&rects, square(rects.len()), gap),
        LayoutType::HorizontalRow => row(&rects, gap),
        LayoutType::VerticalColumn => transposed(&rects, |rects| row(rects, gap)),
        LayoutType::EvenSpacing => evenly(&rects),
    };
    let others = others(reflow, chosen, &rects);
    let aside = aside(&targets, &others, gap);
    for ((place, from), to) in chosen.iter().zip(&rects).zip(&targets) {
        reflow.shift(*place, Point::new(to.x + aside.x - from.x, to.y + aside.y - from.y));
    }
    for place in chosen {
        reflow.grow_frame_of(*place);
    }
}

/// Returns what else lies in the same frame and may not be covered. What already lay under one of those that are arranged
/// is meant to, like a large shape that serves as a background.
fn others(reflow: &Reflow<'_>, chosen: &[usize], rects: &[Rect]) -> Vec<Rect> {
    let Some(first) = chosen.first() else { return Vec::new() };
    let chosen: BTreeSet<usize> = chosen.iter().copied().collect();
    let others = reflow.siblings(*first).into_iter().filter(|place| !chosen.contains(place));
    let others = others.map(|place| reflow.rect(place));
    others.filter(|other| !rects.iter().any(|rect| rect.overlaps(*other))).collect()
}

/// Returns how far the whole goes to the right or down so that it covers nothing.
fn aside(targets: &[Rect], others: &[Rect], gap: f64) -> Point {
    let Some(around) = targets.iter().copied().reduce(Rect::union) else { return Point::default() };
    if !targets.iter().any(|target| others.iter().any(|other| other.overlaps(*target))) {
        return Point::default();
    }
    let right = pushed(around, others, 0.0, |corner, hit| Point::new(hit.right() + gap, corner.y)).x - around.x;
    let down = pushed(around, others, 0.0, |corner, hit| Point::new(corner.x, hit.bottom() + gap)).y - around.y;
    if right < down { Point::new(right, 0.0) } else { Point::new(0.0, down) }
}

/// Returns ⌈√n⌉.
fn square(count: usize) -> usize {
    (1..=count).find(|columns| columns * columns >= count).unwrap_or(1)
}

fn corner(rects: &[Rect]) -> (f64, f64) {
    let around = rects.iter().copied().reduce(Rect::union).unwrap_or_default();
    (around.x, around.y)
}

/// Every cell is as large as the largest.
fn grid(rects: &[Rect], columns: usize, gap: f64) -> Vec<Rect> {
    let (left, top) = corner(rects);
    let cell = |side: fn(&Rect) -> f64| rects.iter().map(side).fold(0.0, f64::max) + gap;
    let (wide, high) = (cell(|rect| rect.w), cell(|rect| rect.h));
    let (mut x, mut y) = (left, top);
    let mut placed = Vec::with_capacity(rects.len());
    for (index, rect) in rects.iter().enumerate() {
        if index > 0 && index % columns == 0 {
            (x, y) = (left, y + high);
        }
        placed.push(Rect { x, y, ..*rect });
        x += wide;
    }
    placed
}

/// One after the other from left to right, tops in line.
fn row(rects: &[Rect], gap: f64) -> Vec<Rect> {
    let (mut x, y) = corner(rects);
    let mut place = |rect: &Rect| {
        let placed = Rect { x, y, ..*rect };
        x += rect.w + gap;
        placed
    };
    rects.iter().map(&mut place).collect()
}

/// Does along the other axis what is done along this one.
fn transposed(rects: &[Rect], arrange: impl Fn(&[Rect]) -> Vec<Rect>) -> Vec<Rect> {
    let flip = |rect: &Rect| Rect::new(rect.y, rect.x, rect.h, rect.w);
    arrange(&rects.iter().map(flip).collect::<Vec<_>>()).iter().map(flip).collect()
}

fn evenly(rects: &[Rect]) -> Vec<Rect> {
    let around = rects.iter().copied().reduce(Rect::union).unwrap_or_default();
    if around.h > around.w { transposed(rects, spread) } else { spread(rects) }
}

/// Leaves the first and the last where they are, and gives all the same distance; where there is no room for that, they
/// need more of it. Across, each stays where it is.
fn spread(rects: &[Rect]) -> Vec<Rect> {
    let mut order: Vec<usize> = (0..rects.len()).collect();
    order.sort_by(|a, b| rects[*a].x.total_cmp(&rects[*b].x).then(a.cmp(b)));
    let begin = rects[order[0]].x;
    let end = order.iter().map(|index| rects[*index].right()).fold(f64::MIN, f64::max);
    let taken: f64 = rects.iter().map(|rect| rect.w).sum();
    #[expect(clippy::cast_precision_loss, reason = "there are a few thousand at most")]
    let gaps = (rects.len() - 1) as f64;
    let gap = ((end - begin - taken) / gaps).max(SMALLEST_GAP);
    let mut placed = rects.to_vec();
    let mut x = begin;
    for index in order {
        placed[index].x = x;
        x += rects[index].w + gap;
    }
    placed
}

/// Evenly spaced things do not touch.
const SMALLEST_GAP: f64 = 20.0;
