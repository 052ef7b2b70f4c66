//! What holds for the way between any two boxes.

use std::collections::BTreeSet;

use layout::route::route_within;
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

/// Makes a board of boxes in rows that are not quite in line, with gaps of every width, and chooses two of them.
fn close_together() -> impl Strategy<Value = (Vec<Rect>, usize, usize)> {
    const SIDE: i32 = 16;
    let aside = vec((0..30_i32, 0..30_i32), 256);
    (aside, 0..256_usize, 0..256_usize).prop_map(|(aside, from, to)| {
        let places = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (column, row)));
        let rect = |((column, row), (x, y)): ((i32, i32), (i32, i32))| {
            Rect::new(f64::from(column * 240 + x), f64::from(row * 160 + y), 200.0, 120.0)
        };
        (places.zip(aside).map(rect).collect(), from, to)
    })
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

/// Returns whether one can walk from the middle of a side of one box to the middle of a side of the other, along the
/// borders and the middles of boxes and through none.
fn is_there_a_way(from: Rect, to: Rect, others: &[Rect]) -> bool {
    let boxes: Vec<Rect> = others.iter().copied().chain([from, to]).collect();
    let lines = |of: fn(&Rect) -> [f64; 3]| {
        let mut lines: Vec<f64> = boxes.iter().flat_map(of).collect();
        lines.sort_by(f64::total_cmp);
        lines.dedup();
        lines
    };
    let xs = lines(|rect| [rect.x, rect.centre().x, rect.right()]);
    let ys = lines(|rect| [rect.y, rect.centre().y, rect.bottom()]);
    let is_free = |a: Point, b: Point| boxes.iter().all(|rect| !rect.overlaps(a.rect().union(b.rect())));
    let at = |(column, row): (usize, usize)| Point::new(xs[column], ys[row]);
    let sides = |rect: Rect| {
        let middle = rect.centre();
        let upright = [rect.y, rect.bottom()].map(|y| Point::new(middle.x, y));
        [rect.x, rect.right()].map(|x| Point::new(x, middle.y)).into_iter().chain(upright).collect::<Vec<_>>()
    };
    let (starts, goals) = (sides(from), sides(to));
    let all = (0..xs.len()).flat_map(|column| (0..ys.len()).map(move |row| (column, row)));
    let mut open: Vec<(usize, usize)> = all.filter(|place| starts.contains(&at(*place))).collect();
    let mut seen: BTreeSet<(usize, usize)> = open.iter().copied().collect();
    while let Some((column, row)) = open.pop() {
        if goals.contains(&at((column, row))) {
            return true;
        }
        let next = [(column + 1, row), (column.wrapping_sub(1), row), (column, row + 1), (column, row.wrapping_sub(1))];
        for place in next.into_iter().filter(|(column, row)| *column < xs.len() && *row < ys.len()) {
            if is_free(at((column, row)), at(place)) && seen.insert(place) {
                open.push(place);
            }
        }
    }
    false
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

/// Returns the last leg of a way.
fn last_leg(way: &[Point]) -> f64 {
    let [.., corner, tip] = way else { return 0.0 };
    (corner.x - tip.x).abs() + (corner.y - tip.y).abs()
}

#[test]
fn an_arrow_has_room_where_there_is_some() {
    let from = Rect::new(0.0, 0.0, 200.0, 100.0);
    let beside = [Rect::new(-800.0, -60.0, 500.0, 200.0)];
    let below = route(from, Rect::new(-1_200.0, 60.0, 200.0, 100.0), &Obstacles::new(beside));
    assert_eq!((below.len(), last_leg(&below)), (4, 32.0), "{below:?}");
    // Of two boxes side by side each is come to from above, and not both through the gap between them.
    let [left, right] = [Rect::new(-120.0, 300.0, 200.0, 100.0), Rect::new(120.0, 300.0, 200.0, 100.0)];
    for (to, other) in [(left, right), (right, left)] {
        let way = route(from, to, &Obstacles::new([other]));
        assert_eq!(way.last(), Some(&Point::new(to.centre().x, to.y)), "{way:?}");
    }
}

#[test]
fn a_long_detour_is_not_worth_the_room() {
    let wall = |x: f64, y: f64, w: f64, h: f64| Rect::new(x, y, w, h);
    let (from, to) = (wall(0.0, 0.0, 200.0, 100.0), wall(600.0, 0.0, 100.0, 100.0));
    // A pocket, open to the left and no wider than a way needs.
    let pocket = [wall(560.0, -46.0, 700.0, 30.0), wall(560.0, 116.0, 700.0, 30.0), wall(716.0, -16.0, 30.0, 132.0)];
    let before = wall(570.0, 30.0, 14.0, 40.0);
    let way = route(from, to, &Obstacles::new(pocket.into_iter().chain([before])));
    assert!(last_leg(&way) < 22.0, "{way:?}");
}

#[test]
fn a_way_that_takes_too_long_is_given_up() {
    let place = |index: i32| f64::from(index % 20) * 240.0 + f64::from(index / 20 * 7 % 30);
    let boxes: Vec<Rect> = (0..400)
        .map(|index| Rect::new(place(index), f64::from(index / 20 * 160 + index % 20 * 11 % 30), 200.0, 120.0))
        .collect();
    let obstacles = Obstacles::new(boxes[1..399].iter().copied());
    let find = |effort: usize| {
        let mut left = effort;
        (route_within(boxes[0], boxes[399], &obstacles, &mut left), effort - left)
    };
    let (way, taken) = find(1_000_000);
    assert_eq!(way, Some(route(boxes[0], boxes[399], &obstacles)));
    assert_eq!(find(taken), (way, taken), "it takes the same again");
    for less in [0, 1_000, taken / 2] {
        let (way, taken) = find(less);
        assert!(way.is_none() && taken <= less, "{taken} of {less}");
    }
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
    fn where_there_is_a_way_at_all_it_touches_nothing(rects in vec(rects(), 2..14)) {
        let (from, to) = (rects[0], rects[1]);
        let is_about = |rect: &Rect, end: Rect| rect.contains(end) || end.contains(*rect);
        let others: Vec<Rect> =
            rects[2..].iter().copied().filter(|rect| !is_about(rect, from) && !is_about(rect, to)).collect();
        prop_assume!(!from.overlaps(to) && is_there_a_way(from, to, &others));
        let way = route(from, to, &Obstacles::new(rects[2..].iter().copied()));
        for segment in segments(&way) {
            for rect in others.iter().chain([&from, &to]) {
                prop_assert!(!segment.overlaps(*rect), "{way:?} runs through {rect:?}");
            }
        }
    }

    #[test]
    fn a_way_finds_through_where_many_stand_close((rects, from, to) in close_together()) {
        prop_assume!(from != to);
        let way = route(rects[from], rects[to], &Obstacles::new(rects.iter().copied()));
        for segment in segments(&way) {
            prop_assert!(segment.w == 0.0 || segment.h == 0.0, "{way:?} leaves the axes");
            for rect in &rects {
                prop_assert!(!segment.overlaps(*rect), "{way:?} runs through {rect:?}");
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
