//! Things that are nearly in line.

use std::collections::BTreeMap;

use super::{Finding, Focus, MAX_FINDINGS, Rule, named};
use crate::whiteboard::scene::{BoxKind, Scene, SceneBox};

/// Less than this nobody sees, and it comes from rounding.
const SEEN: f64 = 1.0;
/// More than this looks meant.
const MEANT: f64 = 8.0;
/// Things further apart than this are not compared by the eye.
const NEIGHBOURS: f64 = 120.0;

/// Finds neighbours whose tops or left sides are a few pixels apart.
pub fn misaligned(scene: &Scene<'_>, focus: &Focus<'_>) -> Vec<Finding> {
    let mut by_parent: BTreeMap<Option<usize>, Vec<&SceneBox<'_>>> = BTreeMap::new();
    // Words stand where they fit.
    for boxed in scene.boxes.iter().filter(|boxed| !matches!(boxed.kind, BoxKind::Text(_))) {
        by_parent.entry(boxed.parent).or_default().push(boxed);
    }
    let mut findings = Vec::new();
    for siblings in by_parent.values_mut() {
        siblings.sort_by(|a, b| a.rect.x.total_cmp(&b.rect.x));
        for (index, a) in siblings.iter().enumerate() {
            let reach = a.rect.right() + NEIGHBOURS;
            for b in siblings[index + 1..].iter().take_while(|b| b.rect.x <= reach) {
                // What lies in line is told by its numbers, much faster than what is asked for by its name.
                let Some((what, apart)) = compare(a, b).filter(|_| focus.is_on(&[a.id, b.id])) else { continue };
                if findings.len() >= MAX_FINDINGS {
                    return findings;
                }
                findings.push(Finding {
                    rule: Rule::Misaligned,
                    nodes: vec![a.id.clone(), b.id.clone()],
                    message: format!("The {what} of the {} and the {} are {apart:.0} px apart.", named(a), named(b)),
                });
            }
        }
    }
    findings
}

/// Compares two boxes of the same size, where an eye expects them to be in line: says what is not, and by how much.
fn compare(a: &SceneBox<'_>, b: &SceneBox<'_>) -> Option<(&'static str, f64)> {
    let is_near_miss = |apart: f64| (SEEN..=MEANT).contains(&apart.abs());
    let same_size = (a.rect.w - b.rect.w).abs() < SEEN && (a.rect.h - b.rect.h).abs() < SEEN;
    let beside = b.rect.x >= a.rect.right();
    let gap_below = b.rect.y.max(a.rect.y) - a.rect.bottom().min(b.rect.bottom());
    let below = (0.0..=NEIGHBOURS).contains(&gap_below);
    let (what, apart) = if beside && is_near_miss(b.rect.y - a.rect.y) {
        ("tops", b.rect.y - a.rect.y)
    } else if below && is_near_miss(b.rect.x - a.rect.x) {
        ("left sides", b.rect.x - a.rect.x)
    } else {
        return None;
    };
    same_size.then_some((what, apart.abs()))
}
