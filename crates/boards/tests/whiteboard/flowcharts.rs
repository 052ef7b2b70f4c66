//! Flowcharts, through the tool.

use boards::whiteboard::scene::LaidWay;
use layout::{Point, Rect};
use serde_json::{Value, json};

use crate::board::Board;

/// Makes the shapes and connectors of lines like `a > b > c` and `b > d: label`.
fn chart(lines: &str) -> Value {
    let (mut shapes, mut connectors): (Vec<Value>, Vec<Value>) = Default::default();
    for line in lines.split(';').map(str::trim) {
        let (way, label) = line.split_once(':').map_or((line, None), |(way, label)| (way, Some(label.trim())));
        let names: Vec<String> = way.split('>').map(|name| format!("step_{}", name.trim())).collect();
        for name in &names {
            if !shapes.iter().any(|shape| shape["ref"] == name.as_str()) {
                shapes.push(json!({ "op": "createShape", "ref": name, "text": name }));
            }
        }
        for pair in names.windows(2) {
            let reference = format!("arrow_{}", connectors.len());
            connectors.push(json!({ "op": "createConnector", "ref": reference, "fromRef": pair[0], "toRef": pair[1], "label": label }));
        }
    }
    shapes.extend(connectors);
    json!(shapes)
}

/// Lays a chart out in both directions and hands over the boxes by their names, as if it ran down.
#[track_caller]
fn check(lines: &str, holds: impl Fn(&dyn Fn(&str) -> Rect)) {
    for directive in ["flowchart-top-down", "flowchart-left-right"] {
        let mut board = Board::empty();
        let result = board.batch(directive, &chart(lines));
        assert_eq!(board.faults(), [""; 0], "{directive}");
        let turned = |rect: Rect| {
            if directive.ends_with("down") { rect } else { Rect::new(rect.y, rect.x, rect.h, rect.w) }
        };
        holds(&|name| turned(board.made(&result, &format!("step_{name}"))));
    }
}

fn is_below(low: Rect, high: Rect) -> bool {
    low.y >= high.bottom() + 60.0
}

#[test]
fn everything_is_below_all_that_leads_to_it() {
    check("a > b > d; a > c > d; a > d", |at| {
        assert!(is_below(at("b"), at("a")) && is_below(at("c"), at("a")) && is_below(at("d"), at("b")));
        assert_eq!(at("b").y, at("c").y, "a tier is a line");
    });
}

#[test]
fn a_chain_is_straight() {
    check("a > b > c", |at| assert_eq!([at("a").x, at("b").x], [at("c").x; 2]));
}

#[test]
fn a_parent_stands_in_the_middle_above_its_children() {
    check("a > b; a > c", |at| {
        assert_eq!(at("a").centre().x * 2.0, at("b").centre().x + at("c").centre().x);
    });
}

#[test]
fn cycles_loops_and_what_nobody_connects_have_their_place() {
    for lines in
        ["a > b > c > a", "a > a", "a > b; b > b; b > a", "a > b; c > d; e; f", "a > b: one; a > b: two; b > a"]
    {
        check(lines, |at| assert!(at("a").y.is_finite()));
    }
    check("a > b > c > b", |at| assert!(is_below(at("b"), at("a")) && is_below(at("c"), at("b"))));
}

#[test]
fn the_ways_are_kept_with_the_connectors() {
    let mut board = Board::empty();
    board.batch("flowchart-top-down", &chart("a > b: yes; a > c: no; b > d; c > d; d > a; d > d"));
    let scene = board.scene();
    assert_eq!(scene.connectors.len(), 6);
    for connector in &scene.connectors {
        let way = &connector.laid.as_ref().expect("a way was laid").points;
        let (from, to) = (scene.boxes[connector.from].rect, scene.boxes[connector.to].rect);
        let touches = |rect: Rect, at: &layout::Point| {
            let around = Rect::new(at.x, at.y, 0.0, 0.0);
            rect.grown(0.01).contains(around) && !rect.grown(-0.01).contains(around)
        };
        assert!(touches(from, &way[0]) && touches(to, way.last().unwrap()), "{way:?}");
    }
}

#[test]
fn a_way_ends_on_the_outline_of_its_shape() {
    let mut operations = chart("a > b; a > c; a > d");
    operations[0]["geo"] = json!("diamond");
    let mut board = Board::empty();
    board.batch("flowchart-top-down", &operations);
    let scene = board.scene();
    let diamond = scene.boxes[0].rect;
    for connector in &scene.connectors {
        let begin = connector.laid.as_ref().unwrap().points[0];
        let (across, down) = ((begin.x - diamond.centre().x).abs(), (begin.y - diamond.centre().y).abs());
        assert!((across / diamond.w + down / diamond.h - 0.5).abs() < 0.001, "{begin:?} is not on {diamond:?}");
    }
}

#[test]
fn a_way_goes_along_when_both_its_ends_move_and_not_when_one_does() {
    let mut board = Board::empty();
    let result = board.batch("flowchart-top-down", &chart("a > b"));
    let before = board.scene().connectors[0].laid.clone().unwrap().points;
    let right = |name: &str| json!({ "shapeId": result["created"][name], "moveInstruction": "right" });
    board.run("updateElements", &json!({ "updates": [right("step_a"), right("step_b")] }));
    let after = board.scene().connectors[0].laid.clone().unwrap().points;
    assert!(before.iter().zip(&after).all(|(before, after)| (before.x + 150.0, before.y) == (after.x, after.y)));
    let one = json!({ "updates": [{ "shapeId": result["created"]["step_a"], "moveInstruction": "left" }] });
    board.run("updateElements", &one);
    assert_eq!(board.scene().connectors[0].laid, None);
}

#[test]
fn a_flowchart_runs_in_frames_and_between_them() {
    let operations = json!([
        { "op": "createFrame", "ref": "first", "name": "First" },
        { "op": "createFrame", "ref": "second", "name": "Second" },
        { "op": "createShape", "ref": "aa", "text": "a", "parentRef": "first" },
        { "op": "createShape", "ref": "bb", "text": "b", "parentRef": "first" },
        { "op": "createShape", "ref": "cc", "text": "c", "parentRef": "second" },
        { "op": "createConnector", "ref": "ab", "fromRef": "aa", "toRef": "bb" },
        { "op": "createConnector", "ref": "bc", "fromRef": "bb", "toRef": "cc" },
    ]);
    let mut board = Board::empty();
    let result = board.batch("flowchart-top-down", &operations);
    let [first, second, above, beneath] = ["first", "second", "aa", "bb"].map(|name| board.made(&result, name));
    assert!(is_below(beneath, above) && is_below(second, first));
    assert_eq!(board.faults(), [""; 0]);
}

#[test]
fn a_whole_batch_of_fifty_is_a_flowchart() {
    let mut lines: Vec<String> = (0..24).map(|step| format!("{step} > {}", step + 1)).collect();
    lines.push("3 > 20".to_owned());
    check(&lines.join("; "), |at| assert!(is_below(at("24"), at("23"))));
}

#[test]
fn a_label_stands_where_room_was_kept_for_it() {
    let mut board = Board::empty();
    board.batch("flowchart-top-down", &chart("a > b: first; a > c: second; b > a: back; c > c: again"));
    let scene = board.scene();
    for connector in &scene.connectors {
        let LaidWay { points, label } = connector.laid.clone().unwrap();
        let label = label.expect("room was kept");
        let is_on = |leg: &[Point]| leg[0].rect().union(leg[1].rect()).grown(0.01).contains(label.rect());
        assert!(points.windows(2).any(is_on), "{label:?} is not on {points:?}");
    }
    assert_eq!(board.faults(), Vec::<String>::new());
}

#[test]
fn the_place_of_a_label_goes_with_its_way_and_lapses_with_it() {
    let mut board = Board::empty();
    let result = board.batch("flowchart-top-down", &chart("a > b: first"));
    let before = board.scene().connectors[0].laid.clone().unwrap().label.unwrap();
    let ids = ["step_a", "step_b"].map(|name| result["created"][name].clone());
    let right = |id: &Value| json!({ "shapeId": id, "moveInstruction": "right" });
    board.run("updateElements", &json!({ "updates": [right(&ids[0]), right(&ids[1])] }));
    let after = board.scene().connectors[0].laid.clone().unwrap().label.unwrap();
    assert_eq!((before.x + 150.0, before.y), (after.x, after.y));
    board.run("updateElements", &json!({ "updates": [right(&ids[0])] }));
    assert_eq!(board.scene().connectors[0].laid, None);
    assert_eq!(board.faults(), Vec::<String>::new());
}
