//! Where labels stand. The browser reads the same file and has to find the very same places.
//!
//! `UPDATE_EXPECT=1` writes the file anew.

use std::fmt::Write as _;

use expect_test::expect_file;
use layout::route::label_place;
use layout::{Obstacles, Point, Rect, Size, route};
use proptest::prelude::*;
use serde_json::json;

const LABEL: Size = Size::new(60.0, 22.0);

fn place(way: &[Point], size: Size, boxes: &[Rect]) -> Option<Point> {
    let boxes = Obstacles::new(boxes.iter().copied());
    label_place(way, size, |rect| boxes.near(rect).next().is_some())
}

fn way(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

#[track_caller]
fn check(points: &[(f64, f64)], boxes: &[Rect], expected: (f64, f64)) {
    assert_eq!(place(&way(points), LABEL, boxes), Some(Point::new(expected.0, expected.1)));
}

#[test]
fn a_label_stands_in_the_middle_of_the_longest_part() {
    check(&[(0.0, 0.0), (200.0, 0.0)], &[], (100.0, 0.0));
    check(&[(0.0, 0.0), (50.0, 0.0), (50.0, 300.0), (90.0, 300.0)], &[], (50.0, 150.0));
    check(&[(0.0, 0.0), (100.0, 0.0), (100.0, 100.0)], &[], (50.0, 0.0));
    check(&[(0.0, 0.0), (300.0, 200.0)], &[], (150.0, 100.0));
    check(&[(7.0, 7.0)], &[], (7.0, 7.0));
    assert_eq!(place(&[], LABEL, &[]), None);
}

#[test]
fn a_label_keeps_off_boxes() {
    let between = Rect::new(180.0, 8.0, 40.0, 40.0);
    check(&[(0.0, 0.0), (400.0, 0.0)], &[between], (100.0, 0.0));
    let along = Rect::new(-10.0, 1.0, 500.0, 40.0);
    check(&[(0.0, 0.0), (400.0, 0.0), (400.0, -200.0)], &[along], (400.0, -100.0));
    check(&[(0.0, 0.0), (400.0, 0.0), (400.0, -10.0)], &[along], (200.0, 0.0));
}

#[test]
fn the_places_are_those_of_the_file() {
    let mut text = "[\n".to_owned();
    let mut state = 7_u32;
    let mut next = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from((state >> 8) % bound)
    };
    for case in 0..40 {
        let mut rect =
            || Rect::new(next(9_000) / 10.0, next(6_000) / 10.0, 20.0 + next(400) / 3.0, 20.0 + next(300) / 3.0);
        let boxes: Vec<Rect> = (0..case % 10 + 2).map(|_| rect()).collect();
        let size = Size::new(16.0 + next(150) / 7.0, if case % 3 == 0 { 40.0 } else { 22.0 });
        let way = route(boxes[0], boxes[1], &Obstacles::new(boxes.iter().copied()));
        let found = place(&way, size, &boxes).unwrap();
        let numbers = |rect: &Rect| [rect.x, rect.y, rect.w, rect.h];
        let boxes: Vec<_> = boxes.iter().map(numbers).collect();
        let way: Vec<[f64; 2]> = way.iter().map(|Point { x, y }| [*x, *y]).collect();
        let case = json!({ "way": way, "size": [size.w, size.h], "boxes": boxes, "place": [found.x, found.y] });
        let comma = if text.len() > 2 { ",\n" } else { "" };
        write!(text, "{comma}{case}").unwrap();
    }
    text.push_str("\n]\n");
    expect_file!["../golden/labels.json"].assert_eq(&text);
}

proptest! {
    #[test]
    fn a_label_lies_on_its_way(
        points in proptest::collection::vec((-500..500_i32, -500..500_i32), 2..8),
        boxes in proptest::collection::vec((-500..500_i32, -500..500_i32, 1..300_i32, 1..300_i32), 0..12),
    ) {
        // Every other step is level, every other upright.
        let mut way = vec![Point::new(0.0, 0.0)];
        for (index, (x, y)) in points.iter().enumerate() {
            let last = way[index];
            way.push(if index % 2 == 0 { Point::new(f64::from(*x), last.y) } else { Point::new(last.x, f64::from(*y)) });
        }
        let rect = |(x, y, w, h): &(i32, i32, i32, i32)| Rect::new(f64::from(*x), f64::from(*y), f64::from(*w), f64::from(*h));
        let boxes: Vec<Rect> = boxes.iter().map(rect).collect();
        let found = place(&way, LABEL, &boxes).unwrap();
        let is_on = |part: &[Point]| {
            let part = part[0].rect().union(part[1].rect());
            part.contains(found.rect())
        };
        prop_assert!(way.windows(2).any(is_on), "{found:?} is not on {way:?}");
    }
}
