//! Small files that would be much work, or much memory, for a reader who takes them at their word.

use std::fmt::Write;

use boards::whiteboard::formats::{Format, FormatError, import};
use serde_json::{Value, json};

use crate::board::board_of;

const MANY: usize = 50_000;

#[test]
fn groups_are_not_held_against_what_is_left_out() {
    let group = json!({ "id": "a", "type": "group", "x": 0, "y": 0, "width": 9, "height": 9 });
    let nodes: Vec<Value> =
        std::iter::repeat_n(json!({}), MANY).chain(std::iter::repeat_n(group.clone(), 4_000)).collect();
    let drawing = import(&json!({ "nodes": nodes }).to_string(), Format::JsonCanvas).unwrap();
    assert_eq!(board_of(&drawing).len(), 1);
    let nodes: Vec<Value> = std::iter::repeat_n(json!({}), MANY).chain(std::iter::repeat_n(group, MANY)).collect();
    let error = import(&json!({ "nodes": nodes }).to_string(), Format::JsonCanvas).unwrap_err();
    assert_eq!(error, FormatError::TooMany);
}

#[test]
fn a_long_name_is_not_copied_for_all_that_refer_to_it() {
    let name = "n".repeat(1_000_000);
    let mut nodes = vec![json!({ "id": name, "type": "group", "x": 0, "y": 0, "width": 9_000, "height": 9_000 })];
    nodes.extend((0..4_900).map(
        |place| json!({ "id": place.to_string(), "type": "text", "text": "", "x": 9, "y": 9, "width": 9, "height": 9 }),
    ));
    let drawing = import(&json!({ "nodes": nodes }).to_string(), Format::JsonCanvas).unwrap();
    assert_eq!(drawing.len(), 4_900);
    assert_eq!(drawing.warnings, ["1 × object without a place or a name of its own: left out"]);

    let inside = (0..4_900).map(|place| format!("n{place}")).collect::<Vec<_>>().join("\n");
    let drawing = import(&format!("graph TD\nsubgraph {name}\n{inside}\nend"), Format::Mermaid).unwrap();
    assert_eq!(drawing.len(), 4_900);
}

#[test]
fn a_long_label_is_not_copied_for_every_link_that_has_it() {
    let joined = |letter: char| (0..69).map(|place| format!("{letter}{place}")).collect::<Vec<_>>().join(" & ");
    let label = "word ".repeat(200_000);
    let chart = format!("graph TD\n{} -->|{label}| {}", joined('a'), joined('b'));
    let drawing = import(&chart, Format::Mermaid).unwrap();
    assert_eq!(drawing.len(), 69 * 69 + 138);
    assert_eq!(drawing.warnings, ["4761 × text that is too long: cut"]);
}

#[test]
fn words_are_not_measured_again_for_each_that_claims_them() {
    let words = json!({ "id": "t", "type": "text", "containerId": "a", "text": "word ".repeat(200_000) });
    let claims = |kind: &str| {
        let element = json!({ "id": "a", "type": kind, "x": 0, "y": 0, "width": 9, "height": 9 });
        let elements: Vec<Value> = [words.clone()].into_iter().chain(std::iter::repeat_n(element, 300)).collect();
        import(&json!({ "type": "excalidraw", "elements": elements }).to_string(), Format::Excalidraw)
    };
    assert_eq!(claims("rectangle").unwrap().len(), 1);
    assert_eq!(claims("arrow").unwrap().len(), 0);
}

#[test]
fn what_cannot_be_taken_counts_among_what_a_file_holds() {
    let twice = json!({ "id": "a", "type": "rectangle", "x": 0, "y": 0, "width": 9, "height": 9 });
    let elements = vec![twice; MANY / 8];
    let file = json!({ "type": "excalidraw", "elements": elements }).to_string();
    assert_eq!(import(&file, Format::Excalidraw).unwrap_err(), FormatError::TooMany);
}

#[test]
fn only_some_of_what_was_left_out_is_named() {
    let elements: Vec<Value> = (0..MANY).map(|place| json!({ "type": format!("odd{place}") })).collect();
    let file = json!({ "type": "excalidraw", "elements": elements }).to_string();
    let warnings = import(&file, Format::Excalidraw).unwrap().warnings;
    assert_eq!(warnings.len(), 21);
    assert!(warnings.contains(&format!("{} × something else: left out", MANY - 20)));
}

#[test]
fn a_long_line_of_a_flowchart_is_gone_over_once() {
    let line = "a[b] ~~~ ".repeat(MANY);
    assert_eq!(import(&format!("graph TD\n{line}c"), Format::Mermaid).unwrap().len(), 2);
    let signs = "&".repeat(MANY * 5);
    assert_eq!(import(&format!("graph TD\na[\"{signs}\"]"), Format::Mermaid).unwrap().len(), 1);
}

#[test]
fn subgraphs_that_are_opened_again_lie_as_deep_as_they_like() {
    let mut chart = "graph TD\n".to_owned();
    for place in 0..4_900 {
        writeln!(chart, "subgraph s{place}\nsubgraph s{}\nend\nend", place + 1).unwrap();
    }
    let drawing = import(&chart, Format::Mermaid).unwrap();
    assert_eq!(board_of(&drawing).len(), 4_901);
    chart.push_str("subgraph s4899\n");
    chart.push_str(&"s0\n".repeat(MANY));
    chart.push_str("end\n");
    assert_eq!(import(&chart, Format::Mermaid).unwrap().len(), 4_901);
}

#[test]
fn subgraphs_that_are_put_into_others_afterwards_lie_as_deep_as_they_like() {
    let mut chart = "graph TD\n".to_owned();
    for place in (0..4_900).rev() {
        writeln!(chart, "subgraph s{place}\nsubgraph s{}\nend\nend", place + 1).unwrap();
    }
    assert_eq!(board_of(&import(&chart, Format::Mermaid).unwrap()).len(), 4_901);
}
