//! Pictures: what is in them, and what can never be.

use boards::whiteboard::formats::{Format, export};
use proptest::prelude::*;

use crate::any_board::any_board;
use crate::board::{board, create, rich};
use crate::xml::{Element, elements};

const ELEMENTS: [&str; 9] = ["svg", "style", "defs", "marker", "g", "path", "rect", "text", "tspan"];
const ATTRIBUTES: [&str; 31] = [
    "xmlns",
    "xml:space",
    "viewBox",
    "width",
    "height",
    "class",
    "d",
    "x",
    "y",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-linejoin",
    "stroke-linecap",
    "marker-end",
    "id",
    "markerWidth",
    "markerHeight",
    "refX",
    "refY",
    "orient",
    "markerUnits",
    "font-size",
    "font-weight",
    "text-anchor",
    "rx",
    "ry",
    "cx",
    "cy",
];

#[track_caller]
fn picture(document: &engine::Document) -> Vec<Element> {
    elements(&export(document, Format::Svg)).unwrap()
}

#[test]
fn a_rich_board_is_drawn() {
    insta::assert_snapshot!(export(&rich(), Format::Svg));
}

#[test]
fn an_empty_board_is_a_picture_too() {
    let elements = picture(&board(&[]));
    assert_eq!(elements[0].name, "svg");
    assert!(elements[0].attributes.contains(&("viewBox".to_owned(), "-40 -40 80 80".to_owned())));
}

#[test]
fn words_stand_in_the_picture_line_by_line() {
    let text = "one two three four five six seven eight <nine>";
    let note = serde_json::json!({ "text": text, "x": 0, "y": 0, "w": 200, "h": 200 });
    let lines: Vec<String> = picture(&board(&[create("a", "note", "root", &note)]))
        .into_iter()
        .filter(|element| element.name == "tspan")
        .map(|element| element.text)
        .collect();
    assert_eq!(lines.join(" "), text);
    assert!(lines.len() > 1);
}

#[test]
fn a_connector_ends_in_an_arrow_of_its_colour() {
    let elements = picture(&rich());
    let connectors: Vec<&Element> = elements.iter().filter(|element| has_class(element, "connector")).collect();
    assert_eq!(connectors.len(), 5);
    for connector in connectors {
        let marker = value(connector, "marker-end").strip_prefix("url(#").unwrap().strip_suffix(')').unwrap();
        assert!(elements.iter().any(|element| element.name == "marker" && value(element, "id") == marker));
    }
}

fn has_class(element: &Element, class: &str) -> bool {
    value(element, "class").split(' ').any(|each| each == class)
}

fn value<'a>(element: &'a Element, attribute: &str) -> &'a str {
    element.attributes.iter().find(|(name, _)| name == attribute).map_or("", |(_, value)| value)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever is written on a board, a picture of it holds nothing but what we put there.
    #[test]
    fn nothing_but_our_own_elements_is_in_a_picture(document in any_board()) {
        let svg = export(&document, Format::Svg);
        let elements = elements(&svg).map_err(TestCaseError::fail)?;
        for element in &elements {
            prop_assert!(ELEMENTS.contains(&element.name.as_str()), "{}", element.name);
            for (attribute, value) in &element.attributes {
                prop_assert!(ATTRIBUTES.contains(&attribute.as_str()), "{attribute}");
                prop_assert!(!value.contains("javascript") && !value.contains("NaN") && !value.contains("inf"));
            }
        }
    }
}
