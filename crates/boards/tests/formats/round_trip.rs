//! What is written and read again is what it was, as far as the format has words for it.

use boards::whiteboard::formats::{Format, export, import};
use boards::whiteboard::scene::{BoxKind, Scene, SceneBox};
use engine::Document;
use proptest::prelude::*;

use crate::any_board::any_board;
use crate::board::{board_of, rich};

/// How much of a board a format keeps.
#[derive(Clone, Copy)]
struct Kept {
    /// How far a box may have moved.
    within: f64,
    kinds: Kinds,
    ways: Ways,
}

#[derive(Clone, Copy, PartialEq)]
enum Kinds {
    All,
    /// Everything that is no frame becomes a shape, and some outlines become others. Nothing has a colour.
    Shapes,
}

#[derive(Clone, Copy, PartialEq)]
enum Ways {
    Kept,
    Lost,
}

const JSON: Kept = Kept { within: 0.03, kinds: Kinds::All, ways: Ways::Kept };
const CANVAS: Kept = Kept { within: 1.1, kinds: Kinds::All, ways: Ways::Lost };
const PROGRAMS: Kept = Kept { within: 0.03, kinds: Kinds::All, ways: Ways::Lost };
const MERMAID: Kept = Kept { within: f64::INFINITY, kinds: Kinds::Shapes, ways: Ways::Lost };

#[test]
fn a_rich_board_comes_back() {
    for (format, kept) in [
        (Format::Json, JSON),
        (Format::JsonCanvas, CANVAS),
        (Format::Excalidraw, PROGRAMS),
        (Format::Tldr, PROGRAMS),
        (Format::Mermaid, MERMAID),
    ] {
        let document = rich();
        let read = import(&export(&document, format), format).unwrap();
        assert_eq!(read.warnings, [""; 0], "{format:?}");
        assert_eq!(differences(&document, &board_of(&read), kept), [""; 0], "{format:?}");
    }
}

#[test]
fn each_format_is_written_as_it_was() {
    let document = rich();
    for format in [Format::Json, Format::JsonCanvas, Format::Excalidraw, Format::Tldr, Format::Mermaid] {
        insta::assert_snapshot!(format.name(), export(&document, format));
    }
}

fn check(document: &Document, format: Format, kept: Kept) -> Result<(), TestCaseError> {
    let file = export(document, format);
    let read = import(&file, format).map_err(|error| TestCaseError::fail(format!("{error}\n{file}")))?;
    let found = differences(document, &board_of(&read), kept);
    prop_assert!(found.is_empty(), "{found:#?}\n{file}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn json_comes_back(document in any_board()) { check(&document, Format::Json, JSON)?; }

    #[test]
    fn a_json_canvas_comes_back(document in any_board()) { check(&document, Format::JsonCanvas, CANVAS)?; }

    #[test]
    fn an_excalidraw_file_comes_back(document in any_board()) { check(&document, Format::Excalidraw, PROGRAMS)?; }

    #[test]
    fn a_tldraw_file_comes_back(document in any_board()) { check(&document, Format::Tldr, PROGRAMS)?; }

    #[test]
    fn a_flowchart_comes_back(document in any_board()) { check(&document, Format::Mermaid, MERMAID)?; }
}

/// Returns what two boards do not have in common. Boxes are paired by their order.
fn differences(before: &Document, after: &Document, kept: Kept) -> Vec<String> {
    let (before, after) = (Scene::of(before), Scene::of(after));
    let mut found = Vec::new();
    let mut compare = |what: &str, old: String, new: String| {
        if old != new {
            found.push(format!("{what}: {old} became {new}"));
        }
    };
    compare("boxes", before.boxes.len().to_string(), after.boxes.len().to_string());
    for (old, new) in before.boxes.iter().zip(&after.boxes) {
        compare("a box", described(old, kept), described(new, kept));
        let (a, b) = (old.rect, new.rect);
        let away = [a.x - b.x, a.y - b.y, a.w - b.w, a.h - b.h].into_iter().map(f64::abs).fold(0.0, f64::max);
        if away > kept.within {
            compare("the place of a box", format!("{a:?}"), format!("{b:?}"));
        }
    }
    let connectors = |scene: &Scene<'_>| -> Vec<String> {
        let is_kept = |from: usize, to: usize| {
            kept.kinds == Kinds::All || from == to || !(scene.is_in(from, to) || scene.is_in(to, from))
        };
        let listed = scene.connectors.iter().filter(|connector| is_kept(connector.from, connector.to));
        let described = listed.map(|connector| {
            let color = (kept.kinds == Kinds::All).then(|| connector.color.map_or("black", |color| color.name()));
            let laid = (kept.ways == Ways::Kept).then(|| connector.laid.clone());
            format!("{} {} {:?} {color:?} {laid:?}", connector.from, connector.to, connector.label)
        });
        described.collect()
    };
    compare("the connectors", connectors(&before).join("\n"), connectors(&after).join("\n"));
    found
}

/// Says of a box what the format keeps. A colour that is the usual one of its kind says nothing.
fn described(boxed: &SceneBox<'_>, kept: Kept) -> String {
    let usual = match boxed.kind {
        BoxKind::Frame => "none",
        BoxKind::Note => "yellow",
        BoxKind::Shape(_) | BoxKind::Text(_) => "black",
    };
    let color = boxed.color.map_or(usual, |color| color.name());
    match kept.kinds {
        Kinds::All => format!("{:?} {:?} {color} {:?}", boxed.kind, boxed.text, boxed.parent),
        Kinds::Shapes => {
            format!("{} {:?} {:?}", boxed.kind == BoxKind::Frame, boxed.text.trim(), boxed.parent)
        }
    }
}

#[test]
fn a_format_has_the_names_that_people_call_it_by() {
    let named = |name: &str| serde_json::from_value::<Format>(serde_json::json!(name)).ok();
    for format in Format::ALL {
        assert_eq!(named(format.name()), Some(format));
        assert_eq!(named(format.extension()), Some(format), "what its files end with");
    }
    assert_eq!(named("tldraw"), Some(Format::Tldr));
    assert_eq!(named("pdf"), None);
}
