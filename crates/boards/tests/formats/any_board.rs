//! Boards of all kinds, for properties.

use engine::{Document, OpRequest};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::board::{board, create};

/// The palette, after no colour at all.
pub const COLORS: [&str; 14] = [
    "",
    "black",
    "grey",
    "light-violet",
    "violet",
    "blue",
    "light-blue",
    "yellow",
    "orange",
    "green",
    "light-green",
    "light-red",
    "red",
    "white",
];
pub const GEOS: [&str; 15] = [
    "rectangle",
    "ellipse",
    "diamond",
    "triangle",
    "hexagon",
    "pentagon",
    "octagon",
    "oval",
    "cloud",
    "star",
    "rhombus",
    "trapezoid",
    "parallelogram",
    "cylinder",
    "document",
];
const SIZES: [&str; 4] = ["s", "m", "l", "xl"];

/// Words with everything that means something in one of the formats.
pub fn words() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[ -~]{0,12}",
        "\\PC{0,4}",
        Just("\n".to_owned()),
        Just("<script>alert(1)</script>".to_owned()),
        Just("\" onload=\"x".to_owned()),
        Just("]]>&amp;".to_owned()),
        Just("%%{init: {}}%%".to_owned()),
        Just("#35; #quot; end".to_owned()),
        Just("--> B\nsubgraph x".to_owned()),
        Just("`**bold**`".to_owned()),
        Just("\u{ffff}\u{2028}\u{202e}".to_owned()),
    ];
    proptest::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

/// One line that is not blank.
pub fn line() -> impl Strategy<Value = String> {
    words().prop_map(|words| {
        let line: String = words.chars().filter(|character| !character.is_control()).take(200).collect();
        if line.trim().is_empty() { "a".to_owned() } else { line }
    })
}

#[derive(Debug, Clone)]
struct AnyBox {
    kind: usize,
    parent: prop::sample::Index,
    at: (u16, u16),
    more: (u16, u16),
    words: String,
    line: String,
    color: usize,
    variant: usize,
}

fn any_box() -> impl Strategy<Value = AnyBox> {
    let numbers = ((0..600_u16, 0..600_u16), (0..300_u16, 0..300_u16));
    (0..4_usize, any::<prop::sample::Index>(), numbers, words(), line(), 0..14_usize, 0..60_usize).prop_map(
        |(kind, parent, (at, more), words, line, color, variant)| AnyBox {
            kind,
            parent,
            at,
            more,
            words,
            line,
            color,
            variant,
        },
    )
}

/// Boards whose boxes have room for their words. What lies in a frame lies inside of it, and nothing else does.
pub fn any_board() -> impl Strategy<Value = Document> {
    let ends = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), proptest::option::of(line()), 0..14_usize);
    (proptest::collection::vec(any_box(), 1..12), proptest::collection::vec(ends, 0..8)).prop_map(
        |(boxes, connectors)| {
            let mut ops = boxes_of(&boxes);
            for (number, (from, to, label, color)) in connectors.into_iter().enumerate() {
                let end = |index: prop::sample::Index| format!("b{}", index.index(boxes.len()));
                let mut props = json!({ "from": end(from), "to": end(to) });
                set(&mut props, "label", label.map(Value::from));
                set(&mut props, "color", color_of(color));
                ops.push(create(&format!("c{number}"), "connector", "root", &props));
            }
            board(&ops)
        },
    )
}

fn boxes_of(boxes: &[AnyBox]) -> Vec<OpRequest> {
    // What is in a frame of one level stands in a row of cells, and a frame fills most of its cell.
    const CELLS: [f64; 3] = [700_000.0, 45_000.0, 3_000.0];
    let mut frames: Vec<(String, usize)> = Vec::new();
    let mut ops = Vec::new();
    for (number, any) in boxes.iter().enumerate() {
        let id = format!("b{number}");
        let chosen = frames.get(any.parent.index(frames.len() + 1)).filter(|(_, level)| level + 1 < CELLS.len());
        let (parent, level) = chosen.cloned().map_or_else(|| ("root".to_owned(), 0), |(id, level)| (id, level + 1));
        let cell = CELLS[level];
        #[expect(clippy::cast_precision_loss, reason = "a board of a test is small")]
        let (x, y) = (cell * number as f64 + f64::from(any.at.0) / 100.0, f64::from(any.at.1) / 100.0);
        if any.kind == 0 {
            let mut props = json!({ "name": any.line, "x": x, "y": y, "w": cell * 0.9, "h": cell * 0.9 });
            set(&mut props, "color", color_of(any.color));
            ops.push(create(&id, "frame", &parent, &props));
            frames.push((id, level));
        } else {
            ops.push(boxed(&id, any.kind, &parent, any, x, y));
        }
    }
    ops
}

fn boxed(id: &str, kind: usize, parent: &str, any: &AnyBox, x: f64, y: f64) -> OpRequest {
    use layout::text;
    let (kind, needed, name, value) = match kind {
        1 => ("note", text::note(&any.words), "", ""),
        2 => {
            let geo = GEOS[any.variant % 15];
            ("shape", text::shape(layout::geo::Geo::parse(geo).unwrap(), &any.words), "geo", geo)
        }
        _ => {
            let sizes =
                [text::TextSize::Small, text::TextSize::Medium, text::TextSize::Large, text::TextSize::ExtraLarge];
            ("text", text::text(sizes[any.variant % 4], &any.words), "size", SIZES[any.variant % 4])
        }
    };
    let (w, h) = (needed.w + f64::from(any.more.0), needed.h + f64::from(any.more.1));
    let mut props = json!({ "text": any.words, "x": x, "y": y, "w": w, "h": h });
    set(&mut props, "color", color_of(any.color));
    set(&mut props, name, Some(value).filter(|value| !value.is_empty()).map(Value::from));
    create(id, kind, parent, &props)
}

fn color_of(number: usize) -> Option<Value> {
    Some(COLORS[number]).filter(|color| !color.is_empty()).map(Value::from)
}

fn set(props: &mut Value, name: &str, value: Option<Value>) {
    if let Some(value) = value {
        props[name] = value;
    }
}
