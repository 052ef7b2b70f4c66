//! What holds for the way between any two boxes.

use layout::{Obstacles, Point, Rect, route};
use proptest::collection::vec;
use proptest::prelude::*;

/// The least distance of boxes between which there is always a way.
const APART: f64 = 30.0;
/// How far a way keeps from boxes if it can.
const MARGIN: f64 = 12.0;

fn rects() -> impl Strategy<Value = Rect> {
    let numbers = (-600..600_i32, -600..600_i32, 2..500_i32, 2..500_i32);
    numbers.prop_map(|(x, y, w, h)| Rect::new(half(x), half(y), half(w), half(h)))
}

fn half(number: i32) -> f64 {
    f64::from(number) / 2.0
}

/// Keeps the boxes that are far enough from all before them; there are two at least.
fn apart(rects: Vec<Rect>) -> Option<Vec<Rect>> {
    let mut kept: Vec<Rect> = Vec::new();
    for rect in rects {
        if kept.iter().all(|other| !other.grown(APART).overlaps(rect)) {
            kept.push(rect);
        }
    }
    (kept.len() > 1).then_some(kept)
}

fn segments(way: &[Point]) -> impl Iterator<Item = Rect> {
    way.windows(2).map(|pair| {
        let (from, to) = (pair[0], pair[1]);
        Rect::new(from.x.min(to.x), from.y.min(to.y), (to.x - from.x).abs(), (to.y - from.y).abs())
    })
}

fn is_on_border(point: Point, rect: Rect) -> bool {
    let on_side = (point.x == rect.x || point.x == rect.right()) && rect.y <= point.y && point.y <= rect.bottom();
    on_side || ((point.y == rect.y || point.y == rect.bottom()) && rect.x <= point.x && point.x <= rect.right())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn between_boxes_that_are_apart_there_is_a_way_that_touches_nothing(
        rects in vec(rects(), 2..40).prop_filter_map("too few", apart)
    ) {
        let (from, to) = (rects[0], rects[1]);
        let way = route(from, to, &Obstacles::new(rects.iter().copied()));
        prop_assert!(is_on_border(way[0], from) && is_on_border(way[way.len() - 1], to), "{way:?} is not between its ends");
        for segment in segments(&way) {
            prop_assert!(segment.w == 0.0 || segment.h == 0.0, "{way:?} leaves the axes");
            for (index, rect) in rects.iter().enumerate() {
                let margin = if index < 2 { 0.0 } else { MARGIN };
                prop_assert!(!segment.grown(1e-9).overlaps(rect.grown(margin - 2e-9)), "{way:?} runs through {rect:?}");
            }
        }
    }

    #[test]
    fn a_way_turns_at_every_corner(rects in vec(rects(), 2..12)) {
        let way = route(rects[0], rects[1], &Obstacles::new(rects[2..].iter().copied()));
        prop_assert!(way.len() >= 2 && way.iter().all(|point| point.x.is_finite() && point.y.is_finite()));
        for corner in way.windows(3) {
            let turns = (corner[0].x == corner[1].x) != (corner[1].x == corner[2].x);
            prop_assert!(turns, "{way:?} has a corner that is none");
        }
    }

    #[test]
    fn the_order_of_the_obstacles_does_not_matter(rects in vec(rects(), 2..12)) {
        let way = route(rects[0], rects[1], &Obstacles::new(rects.iter().copied()));
        prop_assert_eq!(way, route(rects[0], rects[1], &Obstacles::new(rects.iter().rev().copied())));
    }
}
