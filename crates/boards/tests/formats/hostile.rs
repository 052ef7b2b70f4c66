//! Files that nobody wrote in good faith.

use boards::whiteboard::formats::{Format, FormatError, MAX_OBJECTS, import};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::board::board_of;

const READ: [Format; 5] = [Format::Json, Format::JsonCanvas, Format::Excalidraw, Format::Tldr, Format::Mermaid];

/// Wraps objects the way a format has them.
fn file(format: Format, objects: &Value) -> String {
    let file = match format {
        Format::JsonCanvas => json!({ "nodes": objects, "edges": objects }),
        Format::Excalidraw => json!({ "type": "excalidraw", "version": 2, "elements": objects }),
        Format::Tldr => json!({ "tldrawFileFormatVersion": 1, "records": objects }),
        Format::Json | Format::Svg | Format::Mermaid => json!({ "kind": "whiteboard", "nodes": objects }),
    };
    file.to_string()
}

#[test]
fn what_is_no_such_file_says_so() {
    for format in READ {
        for content in ["", "{", "[]", "null", "\"text\"", "{}", "\u{feff}", "<svg/>"] {
            let error = import(content, format).unwrap_err().to_string();
            assert!(!error.is_empty() && error.len() < 200, "{format:?} {content:?}: {error}");
        }
    }
    assert_eq!(import("<svg/>", Format::Svg).unwrap_err(), FormatError::WriteOnly(Format::Svg));
    let kanban = json!({ "kind": "kanban", "nodes": [] }).to_string();
    let error = import(&kanban, Format::Json).unwrap_err().to_string();
    assert_eq!(error, "only whiteboards can be read, and this is a \"kanban\" board");
}

#[test]
fn deep_files_are_refused() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for format in READ {
        assert!(import(&deep, format).is_err());
    }
    let subgraphs = format!("graph TD\n{}", "subgraph a\n".repeat(100_000));
    assert!(import(&subgraphs, Format::Mermaid).unwrap_err().to_string().contains("more than 32 times"));
}

#[test]
fn files_with_too_much_in_them_are_refused() {
    let many = |object: fn(usize) -> Value| -> Value { (0..=MAX_OBJECTS).map(object).collect() };
    let canvas =
        many(|number| json!({ "id": number.to_string(), "type": "group", "x": 0, "y": 0, "width": 1, "height": 1 }));
    assert_eq!(import(&file(Format::JsonCanvas, &canvas), Format::JsonCanvas).unwrap_err(), FormatError::TooMany);
    let elements =
        many(|number| json!({ "id": number.to_string(), "type": "frame", "x": 0, "y": 0, "width": 1, "height": 1 }));
    assert_eq!(import(&file(Format::Excalidraw, &elements), Format::Excalidraw).unwrap_err(), FormatError::TooMany);
    let nodes = many(
        |number| json!({ "id": number.to_string(), "kind": "frame", "props": { "name": "a", "x": 0, "y": 0, "w": 1, "h": 1 } }),
    );
    assert_eq!(import(&file(Format::Json, &nodes), Format::Json).unwrap_err(), FormatError::TooMany);
    let joined = (0..90).map(|number| format!("n{number}")).collect::<Vec<_>>().join(" & ");
    let chart = format!("graph TD\n {joined} --> {joined}");
    assert!(import(&chart, Format::Mermaid).unwrap_err().to_string().contains("more than 5000 nodes"));
}

#[test]
fn what_lies_in_itself_lies_on_the_board() {
    let frame = |id: &str, parent: &str| json!({ "id": id, "kind": "frame", "parent": parent, "props": { "name": id, "x": 0, "y": 0, "w": 9, "h": 9 } });
    let nodes = json!([frame("a", "b"), frame("b", "a"), frame("c", "c"), frame("d", "nowhere")]);
    let drawing = import(&file(Format::Json, &nodes), Format::Json).unwrap();
    assert_eq!(board_of(&drawing).len(), 4);
}

#[test]
fn frames_deeper_than_a_board_has_them_are_read_beside_each_other() {
    let frame = |number: usize| {
        let parent = number.checked_sub(1).map_or("root".to_owned(), |parent| parent.to_string());
        json!({ "id": number.to_string(), "kind": "frame", "parent": parent, "props": { "name": "a", "x": 1, "y": 1, "w": 9, "h": 9 } })
    };
    let nodes: Value = (0..500).map(frame).collect();
    let drawing = import(&file(Format::Json, &nodes), Format::Json).unwrap();
    assert_eq!(board_of(&drawing).len(), 500);
}

#[test]
fn long_words_are_cut_and_odd_places_brought_in() {
    let note = |id: &str, text: &str, x: f64| json!({ "id": id, "type": "text", "text": text, "x": x, "y": -1e300, "width": 1e300, "height": -4 });
    let nodes = json!([note("a", &"word ".repeat(3_000), 1e300), note("b", "control \u{1} \u{7}", 0.0)]);
    let content = json!({ "nodes": nodes }).to_string();
    let drawing = import(&content, Format::JsonCanvas).unwrap();
    assert_eq!(drawing.warnings, ["1 × text that is too long: cut"]);
    let document = board_of(&drawing);
    assert!(format!("{document:?}").contains("\"control  \""));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Whatever the text, reading it ends, and with something a board can take or with an error.
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        for format in READ {
            if let Ok(drawing) = import(&text, format) {
                board_of(&drawing);
            }
        }
    }

    #[test]
    fn any_pieces_of_a_flowchart_are_read_or_refused(pieces in proptest::collection::vec(piece(), 0..30)) {
        if let Ok(drawing) = import(&format!("graph TD\n{}", pieces.concat()), Format::Mermaid) {
            board_of(&drawing);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_objects_are_read_or_refused(objects in proptest::collection::vec(object(), 0..12)) {
        let objects = Value::Array(objects);
        for format in READ {
            if let Ok(drawing) = import(&file(format, &objects), format) {
                board_of(&drawing);
            }
        }
    }
}

fn piece() -> impl Strategy<Value = String> {
    let signs = [
        "a",
        "b",
        "c",
        " ",
        "\n",
        ";",
        "&",
        "-->",
        "---",
        "--",
        "-.->",
        "-.",
        ".-",
        "==>",
        "==",
        "~~~",
        "|",
        "|x|",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "((",
        "))",
        "[/",
        "/]",
        "\\]",
        "[(",
        ")]",
        "\"",
        "\"x\"",
        "`",
        "subgraph ",
        "end",
        "end\n",
        "direction LR",
        "style a fill:#fff",
        "%%",
        ":::",
        "@{",
        "@",
        "shape: x",
        "label: y",
        "#35;",
        "<br>",
        "<",
        ">",
        "x",
        "o",
        "é",
        "漢",
        "#",
        ".",
        "-",
        "=",
    ];
    proptest::sample::select(signs.to_vec()).prop_map(str::to_owned)
}

/// An object with the keys that readers look at, and anything under them.
fn object() -> impl Strategy<Value = Value> {
    let keys = [
        "id",
        "type",
        "kind",
        "parent",
        "parentId",
        "frameId",
        "x",
        "y",
        "width",
        "height",
        "w",
        "h",
        "text",
        "label",
        "name",
        "color",
        "typeName",
        "props",
        "fromNode",
        "toNode",
        "from",
        "to",
        "startBinding",
        "endBinding",
        "elementId",
        "containerId",
        "fromId",
        "toId",
        "terminal",
        "richText",
        "content",
        "points",
        "route",
        "ends",
        "meta",
        "customData",
        "tandem",
        "index",
        "rotation",
        "angle",
        "scale",
        "growY",
        "geo",
        "size",
        "fontSize",
        "strokeColor",
        "backgroundColor",
        "isDeleted",
        "originalText",
    ];
    let words = [
        "a",
        "b",
        "root",
        "frame",
        "note",
        "shape",
        "text",
        "connector",
        "group",
        "geo",
        "arrow",
        "rectangle",
        "page",
        "binding",
        "start",
        "end",
        "red",
        "#ff0000",
        "#é",
        "5",
        "page:page",
        "hardBreak",
    ];
    let leaf = prop_oneof![
        proptest::sample::select(words.to_vec()).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-1_000..1_000_i32).prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
        ".{0,6}".prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            proptest::collection::vec((proptest::sample::select(keys.to_vec()), inner), 0..6).prop_map(as_object),
        ]
    });
    proptest::collection::vec((proptest::sample::select(keys.to_vec()), value), 3..14).prop_map(as_object)
}

fn as_object(entries: Vec<(&str, Value)>) -> Value {
    Value::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
