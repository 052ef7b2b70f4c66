//! Where lines meet outlines. The browser reads the same file and has to come to the same places, but for rounding.
//!
//! `UPDATE_EXPECT=1` writes the file anew.

use std::fmt::Write as _;

use expect_test::expect_file;
use layout::geo::{Geo, touch};
use layout::{Obstacles, Rect, route};
use serde_json::json;

#[test]
fn the_touches_are_those_of_the_file() {
    let mut text = "[\n".to_owned();
    let from = Rect::new(0.0, 0.0, 200.0, 120.0);
    let others = [
        Rect::new(420.0, 20.0, 160.0, 200.0),
        Rect::new(30.0, 300.0, 180.0, 90.0),
        Rect::new(-50.0, -400.0, 120.0, 120.0),
    ];
    let rounded = |number: f64| (number * 100.0).round() / 100.0;
    for geo in Geo::ALL {
        for to in others.into_iter().chain([from]) {
            let mut way = route(from, to, &Obstacles::default());
            touch(&mut way, (geo, from), (geo, to));
            let way: Vec<[f64; 2]> = way.iter().map(|point| [rounded(point.x), rounded(point.y)]).collect();
            let numbers = |rect: Rect| [rect.x, rect.y, rect.w, rect.h];
            let case = json!({ "geo": geo.name(), "from": numbers(from), "to": numbers(to), "way": way });
            let comma = if text.len() > 2 { ",\n" } else { "" };
            write!(text, "{comma}{case}").unwrap();
        }
    }
    text.push_str("\n]\n");
    expect_file!["../golden/touches.json"].assert_eq(&text);
}
