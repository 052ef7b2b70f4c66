//! Boxes on each other, out of their frames, and too small for their words.

use std::collections::BTreeMap;

use layout::Rect;

use super::{Finding, Focus, MAX_FINDINGS, Rule, named};
use crate::whiteboard::scene::{BoxKind, Scene, SceneBox};

/// What is less than this is a matter of rounding.
const TOLERANCE: f64 = 0.5;

/// Finds boxes with the same parent that lie on each other.
pub fn overlaps(scene: &Scene<'_>, focus: &Focus<'_>) -> Vec<Finding> {
    let mut by_parent: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for (place, boxed) in scene.boxes.iter().enumerate() {
        by_parent.entry(boxed.parent).or_default().push(place);
    }
    let mut findings = Vec::new();
    for siblings in by_parent.values_mut() {
        let left = |place: &usize| scene.boxes[*place].rect.x;
        siblings.sort_by(|a, b| left(a).total_cmp(&left(b)));
        for (index, a) in siblings.iter().enumerate() {
            let rect = scene.boxes[*a].rect.grown(-TOLERANCE);
            // Sorted by their left sides: what begins to the right of this one is clear of it, and so is the rest.
            let near = siblings[index + 1..].iter().take_while(|b| left(b) < rect.right());
            for b in near.filter(|b| rect.overlaps(scene.boxes[**b].rect)) {
                let (a, b) = (&scene.boxes[*a.min(b)], &scene.boxes[*a.max(b)]);
                if is_background(a, b) || !focus.is_on(&[a.id, b.id]) {
                    continue;
                }
                if findings.len() >= MAX_FINDINGS {
                    return findings;
                }
                let message = format!("The {} and the {} lie on each other.", named(a), named(b));
                findings.push(Finding { rule: Rule::Overlap, nodes: vec![a.id.clone(), b.id.clone()], message });
            }
        }
    }
    findings
}

/// Tells whether one box serves another as a background: a shape without words, all around it and drawn before it.
fn is_background(beneath: &SceneBox<'_>, on_it: &SceneBox<'_>) -> bool {
    let is_plain = matches!(beneath.kind, BoxKind::Shape(_)) && beneath.text.trim().is_empty();
    is_plain && beneath.rect.grown(TOLERANCE).contains(on_it.rect)
}

/// Finds boxes that stick out of their frame.
pub fn outside_frames(scene: &Scene<'_>, focus: &Focus<'_>) -> Vec<Finding> {
    let outside = scene.boxes.iter().filter_map(|boxed| {
        let frame = &scene.boxes[boxed.parent?];
        let is_inside = frame.rect.grown(TOLERANCE).contains(boxed.rect);
        (!is_inside && focus.is_on(&[boxed.id, frame.id])).then(|| Finding {
            rule: Rule::OutsideFrame,
            nodes: vec![boxed.id.clone(), frame.id.clone()],
            message: format!("The {} sticks out of the {}.", named(boxed), named(frame)),
        })
    });
    outside.take(MAX_FINDINGS).collect()
}

/// Finds boxes that are too small for their words. The name of a frame is cut with an ellipsis by design.
pub fn overflows(scene: &Scene<'_>, focus: &Focus<'_>) -> Vec<Finding> {
    let too_small = scene.boxes.iter().filter(|boxed| {
        let Rect { w, h, .. } = boxed.rect;
        boxed.kind != BoxKind::Frame
            && focus.is_on(&[boxed.id])
            && !layout::text::fits(boxed.kind.holder(), boxed.text, Rect::new(0.0, 0.0, w, h))
    });
    let finding = |boxed: &SceneBox<'_>| Finding {
        rule: Rule::TextOverflow,
        nodes: vec![boxed.id.clone()],
        message: format!("The {} is too small for its words.", named(boxed)),
    };
    too_small.map(finding).take(MAX_FINDINGS).collect()
}
