//! A way that is felt out: straight on until something is met, then along it to its corners, and on from there. Of all that
//! can be tried, what may become the shortest way comes first; a corner counts as a stretch of way.
//!
//! It is not always the best way, but it is found where boxes stand so close that a search for the best would take too long.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, BinaryHeap};

use super::counts;
use super::grid::{between, common};
use super::obstacles::Obstacles;
use super::straighten::straightened;
use crate::geometry::{Point, Rect};

/// So long a detour is worth a corner less.
const CORNER: f64 = 120.0;

/// Two ends, and what lies between them.
pub struct Field<'a> {
    pub from: Rect,
    pub to: Rect,
    pub margin: f64,
    pub obstacles: &'a Obstacles,
}

impl Field<'_> {
    /// Returns the boxes, with their margin, that a straight leg may run into; of the two ends, those that count.
    pub fn near(&self, leg: Rect, ends: &[Rect]) -> impl Iterator<Item = Rect> {
        let near = self.obstacles.near(leg.grown(self.margin + 1.0));
        let others = near.filter(|rect| counts(*rect, self.from, self.to));
        others.chain(ends.iter().copied()).map(|rect| rect.grown(self.margin))
    }
}

/// Returns a way, if one can be found in so many steps, and how many it took.
pub fn walk(field: &Field<'_>, most: usize) -> (Option<Vec<Point>>, usize) {
    let mut walk = Walk::new(field);
    walk.begin();
    for taken in 0..most {
        let Some((index, step)) = walk.next() else { return (None, taken) };
        if step.heading.is_none() {
            return (Some(straightened(field, &walk.trace(index))), taken + 1);
        }
        walk.go(index, step);
    }
    (None, most)
}

struct Walk<'a> {
    field: &'a Field<'a>,
    /// The lines, of each axis, on which ways come out of the first end and into the last: through the middle, or straight
    /// on if the two lie nearly in line.
    doors: [[Vec<f64>; 2]; 2],
    /// Where it is worth turning, from left to right and from top to bottom.
    turns: [Vec<f64>; 2],
    steps: Vec<Step>,
    open: BinaryHeap<Reverse<(Cost, usize)>>,
    seen: BTreeSet<[u64; 4]>,
}

/// A point, where one goes from there, and how one came there.
#[derive(Clone, Copy)]
struct Step {
    at: Point,
    /// Nothing at the end of the way.
    heading: Option<Heading>,
    /// What the way runs along from here.
    beside: Option<Rect>,
    cost: f64,
    before: Option<usize>,
}

/// Along which axis one goes, and whether to larger numbers (1) or to smaller ones (-1).
#[derive(Clone, Copy)]
struct Heading {
    axis: usize,
    sign: f64,
}

const HEADINGS: [Heading; 4] = [
    Heading { axis: 0, sign: 1.0 },
    Heading { axis: 0, sign: -1.0 },
    Heading { axis: 1, sign: 1.0 },
    Heading { axis: 1, sign: -1.0 },
];

#[derive(Clone, Copy, PartialEq)]
struct Cost(f64);

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Heading {
    /// Returns the side of a box that one comes to last.
    fn far_side(self, rect: Rect) -> f64 {
        let (low, high) = span(rect, self.axis);
        if self.sign > 0.0 { high } else { low }
    }

    fn near_side(self, rect: Rect) -> f64 {
        Self { sign: -self.sign, ..self }.far_side(rect)
    }

    /// Returns whether one comes to `later` after `earlier`.
    fn is_after(self, later: f64, earlier: f64) -> bool {
        (later - earlier) * self.sign > 0.0
    }
}

impl<'a> Walk<'a> {
    fn new(field: &'a Field<'a>) -> Self {
        let mut walk = Self {
            field,
            doors: Default::default(),
            turns: Default::default(),
            steps: Vec::new(),
            open: BinaryHeap::new(),
            seen: BTreeSet::new(),
        };
        for axis in [0, 1] {
            let (from, to) = (span(field.from, axis), span(field.to, axis));
            let common = common(from, to);
            let turns = &mut walk.turns[axis];
            turns.extend(between(from, to));
            turns.extend(common);
            turns.push(place(field.to.centre(), axis));
            for (low, high) in [from, to] {
                turns.extend([low - field.margin, high + field.margin]);
            }
            for (end, doors) in [field.from, field.to].into_iter().zip(&mut walk.doors) {
                // A line along one axis has its place on the other.
                doors[1 - axis].extend(common);
                doors[1 - axis].push(place(end.centre(), axis));
            }
        }
        walk
    }

    fn begin(&mut self) {
        for heading in HEADINGS {
            let border = heading.far_side(self.field.from);
            for line in self.doors[0][heading.axis].clone() {
                let at = point(heading.axis, border, line);
                self.push(Step { at, heading: Some(heading), beside: None, cost: 0.0, before: None });
            }
        }
    }

    /// Takes what may become the shortest way, and has not been tried.
    fn next(&mut self) -> Option<(usize, Step)> {
        loop {
            let Reverse((_, index)) = self.open.pop()?;
            let step = self.steps[index];
            if step.heading.is_none_or(|heading| self.seen.insert(step.key(heading))) {
                return Some((index, step));
            }
        }
    }

    fn push(&mut self, step: Step) {
        self.open.push(Reverse((Cost(step.cost + self.rest(step)), self.steps.len())));
        self.steps.push(step);
    }

    /// Returns how long the rest of the way is at least.
    fn rest(&self, step: Step) -> f64 {
        if step.heading.is_none() {
            return 0.0;
        }
        let mut least = f64::INFINITY;
        for axis in [0, 1] {
            let (low, high) = span(self.field.to, axis);
            let along = place(step.at, axis);
            for line in &self.doors[1][axis] {
                let across = (place(step.at, 1 - axis) - line).abs();
                least = least.min(across + (along - low).abs().min((along - high).abs()));
            }
        }
        least
    }

    /// Goes straight on, and turns wherever that may lead somewhere.
    fn go(&mut self, index: usize, step: Step) {
        let Some(heading) = step.heading else { return };
        self.arrive(index, step, heading);
        let leaves = step.before.is_none();
        let here = place(step.at, heading.axis);
        // A way turns outside of the margin of the end it leaves, and so does not turn back into it.
        let free = if leaves { heading.far_side(self.field.from.grown(self.field.margin)) } else { here };
        let is_ahead = |turn: &f64| heading.is_after(*turn, here) && !heading.is_after(free, *turn);
        let corner = step.beside.map(|rect| heading.far_side(rect)).filter(is_ahead);
        let mut turns: Vec<f64> = self.turns[heading.axis].iter().copied().filter(is_ahead).chain(corner).collect();
        if leaves && self.field.margin == 0.0 {
            turns.push(here);
        }
        let Some(last) = turns.iter().copied().reduce(|a, b| if heading.is_after(b, a) { b } else { a }) else {
            return;
        };
        let ends = [self.field.to, self.field.from];
        let ends = if leaves { &ends[..1] } else { &ends[..] };
        if let Some((met, rect)) = self.first(step, heading, last, ends) {
            turns.retain(|turn| heading.is_after(met, *turn));
            if !heading.is_after(free, met) {
                self.turn(index, step, heading, met, Some(rect));
            }
        }
        for turn in turns {
            let beside = step.beside.filter(|_| Some(turn) == corner);
            self.turn(index, step, heading, turn, beside);
        }
    }

    fn turn(&mut self, index: usize, step: Step, heading: Heading, turn: f64, beside: Option<Rect>) {
        let at = point(heading.axis, turn, place(step.at, 1 - heading.axis));
        let cost = step.cost + (turn - place(step.at, heading.axis)).abs() + CORNER;
        for sign in [1.0, -1.0] {
            let heading = Some(Heading { axis: 1 - heading.axis, sign });
            self.push(Step { at, heading, beside, cost, before: Some(index) });
        }
    }

    /// Ends the way if nothing is between a step and a door of the last end.
    fn arrive(&mut self, index: usize, step: Step, heading: Heading) {
        let (here, line) = (place(step.at, heading.axis), place(step.at, 1 - heading.axis));
        let door = heading.near_side(self.field.to);
        if !self.doors[1][heading.axis].contains(&line) || heading.is_after(here, door) {
            return;
        }
        let ends = [self.field.from];
        let ends = if step.before.is_none() { &ends[..0] } else { &ends[..] };
        if self.first(step, heading, door, ends).is_none() {
            let (at, cost) = (point(heading.axis, door, line), step.cost + (door - here).abs());
            self.push(Step { at, heading: None, beside: None, cost, before: Some(index) });
        }
    }

    /// Returns the first box that one meets on the way to `last`, with its margin, and where.
    fn first(&self, step: Step, heading: Heading, last: f64, ends: &[Rect]) -> Option<(f64, Rect)> {
        let (here, line) = (place(step.at, heading.axis), place(step.at, 1 - heading.axis));
        let leg = step.at.rect().union(point(heading.axis, last, line).rect());
        let mut first: Option<(f64, Rect)> = None;
        for rect in self.field.near(leg, ends) {
            let (low, high) = span(rect, 1 - heading.axis);
            let (near, far) = (heading.near_side(rect), heading.far_side(rect));
            let is_met = low < line && line < high && heading.is_after(far, here) && heading.is_after(last, near);
            let met = if heading.is_after(near, here) { near } else { here };
            // Of two that are met at once one is taken, whatever order they came in.
            let is_first = |(best, other): (f64, Rect)| {
                heading.is_after(best, met) || (!heading.is_after(met, best) && numbers(rect) < numbers(other))
            };
            if is_met && first.is_none_or(is_first) {
                first = Some((met, rect));
            }
        }
        first
    }

    /// Returns the corners of the way to a step, and its two ends.
    fn trace(&self, index: usize) -> Vec<Point> {
        let steps = std::iter::successors(Some(index), |index| self.steps[*index].before);
        let mut way: Vec<Point> = steps.map(|index| self.steps[index].at).collect();
        way.reverse();
        way
    }
}

impl Step {
    /// Returns what tells it from others.
    fn key(self, heading: Heading) -> [u64; 4] {
        let corner = self.beside.map_or(f64::NAN, |rect| heading.far_side(rect));
        let direction = (2.0 * place(Point::new(0.0, 1.0), heading.axis) + heading.sign).to_bits();
        [self.at.x.to_bits(), self.at.y.to_bits(), direction, corner.to_bits()]
    }
}

fn numbers(rect: Rect) -> [f64; 4] {
    [rect.x, rect.y, rect.w, rect.h]
}

/// Returns where a box begins and ends, from left to right or from top to bottom.
fn span(rect: Rect, axis: usize) -> (f64, f64) {
    if axis == 0 { (rect.x, rect.right()) } else { (rect.y, rect.bottom()) }
}

fn place(point: Point, axis: usize) -> f64 {
    if axis == 0 { point.x } else { point.y }
}

fn point(axis: usize, along: f64, across: f64) -> Point {
    if axis == 0 { Point::new(along, across) } else { Point::new(across, along) }
}
