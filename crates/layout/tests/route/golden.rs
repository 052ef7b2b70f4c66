//! The golden vectors. The browser's router reads the same file and has to find the very same ways.
//!
//! `UPDATE_EXPECT=1` writes the file anew.

use std::fmt::Write as _;

use expect_test::expect_file;
use layout::{Obstacles, Point, Rect, route};
use serde_json::json;

struct Case {
    name: String,
    from: Rect,
    to: Rect,
    obstacles: Vec<Rect>,
}

#[test]
fn the_ways_are_those_of_the_file() {
    let mut text = "[\n".to_owned();
    let cases = cases();
    for (index, Case { name, from, to, obstacles }) in cases.iter().enumerate() {
        let way = route(*from, *to, &Obstacles::new(obstacles.iter().copied()));
        let obstacles: Vec<_> = obstacles.iter().map(numbers).collect();
        let way: Vec<[f64; 2]> = way.iter().map(|Point { x, y }| [*x, *y]).collect();
        let case =
            json!({ "name": name, "from": numbers(from), "to": numbers(to), "obstacles": obstacles, "route": way });
        let comma = if index + 1 < cases.len() { "," } else { "" };
        writeln!(text, "{case}{comma}").unwrap();
    }
    text.push_str("]\n");
    expect_file!["../golden/routes.json"].assert_eq(&text);
}

fn numbers(rect: &Rect) -> [f64; 4] {
    [rect.x, rect.y, rect.w, rect.h]
}

fn cases() -> Vec<Case> {
    let mut cases = named();
    for number in 0..36 {
        cases.push(scattered(number));
    }
    for number in 0..8 {
        cases.push(jumbled(number));
    }
    cases
}

fn named() -> Vec<Case> {
    let home = Rect::new(0.0, 0.0, 200.0, 100.0);
    let wall = |x: f64, y: f64, w: f64, h: f64| Rect::new(x, y, w, h);
    let case = |name: &str, to: Rect, obstacles: &[Rect]| Case {
        name: name.to_owned(),
        from: home,
        to,
        obstacles: obstacles.to_vec(),
    };
    let below = home.below(300.0);
    let right = home.beside(400.0);
    vec![
        case("straight down", below, &[]),
        case("straight to the right", right, &[]),
        case("straight up", home.below(-300.0), &[]),
        case("straight to the left", home.beside(-400.0), &[]),
        case("nearly in line", home.below(300.0).beside(15.0), &[]),
        case("nearly in line, smaller", wall(90.0, 300.0, 30.0, 40.0), &[]),
        case("one corner", home.below(300.0).beside(500.0), &[]),
        case("two corners", home.below(120.0).beside(150.0), &[]),
        case("one corner is in the way", home.below(300.0).beside(500.0), &[wall(540.0, 20.0, 100.0, 60.0)]),
        case("something between, below", below, &[wall(60.0, 160.0, 80.0, 60.0)]),
        case("something between, beside", right, &[wall(260.0, 20.0, 60.0, 60.0)]),
        case("a wall between", right, &[wall(280.0, -400.0, 20.0, 900.0)]),
        case("a wall too long to see whole", right, &[wall(280.0, -3_000.0, 20.0, 5_000.0)]),
        case("two walls with a gap", right, &[wall(280.0, -300.0, 20.0, 280.0), wall(280.0, 30.0, 20.0, 300.0)]),
        case(
            "two walls, one after the other",
            right,
            &[wall(240.0, -300.0, 20.0, 450.0), wall(310.0, -50.0, 20.0, 450.0)],
        ),
        case("a narrow gap", right, &[wall(280.0, -800.0, 20.0, 845.0), wall(280.0, 55.0, 20.0, 800.0)]),
        case(
            "touching boxes leave a crack",
            right,
            &[wall(260.0, -800.0, 40.0, 850.0), wall(260.0, 50.0, 40.0, 800.0)],
        ),
        case("nearly touching ends", wall(206.0, 40.0, 200.0, 100.0), &[]),
        case("touching ends", wall(200.0, 0.0, 200.0, 100.0), &[]),
        case("overlapping ends", wall(150.0, 60.0, 200.0, 100.0), &[]),
        case("one end inside the other", wall(20.0, 20.0, 40.0, 60.0), &[]),
        case("to itself", home, &[]),
        case("a frame around both", right, &[wall(-50.0, -50.0, 800.0, 300.0)]),
        case("a frame around one", right, &[wall(-50.0, -50.0, 300.0, 300.0), wall(380.0, -30.0, 250.0, 200.0)]),
        case("an end that is a frame with something in it", right, &[wall(20.0, 20.0, 30.0, 30.0)]),
        case(
            "shut in",
            right,
            &[
                wall(-40.0, -40.0, 30.0, 180.0),
                wall(210.0, -40.0, 30.0, 180.0),
                wall(-40.0, -40.0, 280.0, 30.0),
                wall(-40.0, 110.0, 280.0, 30.0),
            ],
        ),
        case("covered by something", right, &[wall(100.0, 50.0, 150.0, 150.0)]),
        case("a crowd in between", home.beside(4_000.0), &crowd()),
        case("a note over the middle of an end", right, &[wall(60.0, 20.0, 80.0, 60.0)]),
        case("a note over a side of an end", right, &[wall(150.0, 20.0, 100.0, 60.0)]),
        case("across a full board", wall(6_400.0, 2_830.0, 200.0, 100.0), &full_board(40.0)),
        case("across a full board where notes stand close", wall(5_500.0, 2_600.0, 200.0, 100.0), &full_board(6.0)),
        case(
            "room for the arrow, from below",
            wall(-1_200.0, 60.0, 200.0, 100.0),
            &[wall(-800.0, -60.0, 500.0, 200.0)],
        ),
        case("room for the arrow, from above", wall(-120.0, 300.0, 200.0, 100.0), &[wall(120.0, 300.0, 200.0, 100.0)]),
        case("room for the arrow, from the side", home.below(118.0), &[wall(60.0, 104.0, 80.0, 10.0)]),
        case("a spiral", wall(2_000.0, 2_000.0, 60.0, 60.0), &spiral()),
    ]
}

trait Moved {
    fn below(self, distance: f64) -> Self;
    fn beside(self, distance: f64) -> Self;
}

impl Moved for Rect {
    fn below(self, distance: f64) -> Self {
        Self { y: self.y + distance, ..self }
    }

    fn beside(self, distance: f64) -> Self {
        Self { x: self.x + distance, ..self }
    }
}

fn crowd() -> Vec<Rect> {
    (0..70).map(|index| Rect::new(300.0 + 50.0 * f64::from(index), f64::from(index % 5) * 30.0, 20.0, 20.0)).collect()
}

/// Twenty rows of 25 notes, each row a little farther to the right.
fn full_board(gap: f64) -> Vec<Rect> {
    let place = |index: i32| {
        let (column, row) = (f64::from(index % 25), f64::from(index / 25));
        Rect::new(260.0 + column * (200.0 + gap) + row * 3.0, row * (120.0 + gap) - 60.0, 200.0, 120.0)
    };
    (0..500).map(place).collect()
}

/// Walls around walls, each open at the other side.
fn spiral() -> Vec<Rect> {
    let walls = |ring: i32| {
        let (out, thick) = (100.0 + 60.0 * f64::from(ring), 20.0);
        let (left, right) = (2_030.0 - out, 2_030.0 + out);
        let upright = if ring % 2 == 0 { left } else { right - thick };
        [
            Rect::new(left, left, 2.0 * out, thick),
            Rect::new(left, right - thick, 2.0 * out, thick),
            Rect::new(upright, left, thick, 2.0 * out),
        ]
    };
    (0..8).flat_map(walls).collect()
}

/// A board of boxes that are not quite in line, and two of them.
fn jumbled(number: u32) -> Case {
    let mut state = number + 1;
    let mut next = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % bound
    };
    let places = (0..12).flat_map(|row| (0..12).map(move |column| (column, row)));
    let mut rects: Vec<Rect> = places
        .map(|(column, row)| {
            Rect::new(f64::from(column * 240 + next(30)), f64::from(row * 160 + next(30)), 200.0, 120.0)
        })
        .collect();
    let (from, to) = (rects.remove(next(60) as usize), rects.remove(80 + next(60) as usize));
    Case { name: format!("jumbled {number}"), from, to, obstacles: rects }
}

/// Boxes that lie about as if at random, some of them over each other, with thirds and tenths in their numbers.
fn scattered(number: u32) -> Case {
    let mut state = number + 1;
    let mut next = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from((state >> 8) % bound)
    };
    let count = 4 + number;
    let mut rects: Vec<Rect> = (0..count)
        .map(|_| Rect::new(next(9_000) / 10.0, next(6_000) / 10.0, 20.0 + next(400) / 3.0, 20.0 + next(300) / 3.0))
        .collect();
    let (from, to) = (rects.remove(0), rects.remove(0));
    Case { name: format!("scattered {number}"), from, to, obstacles: rects }
}
