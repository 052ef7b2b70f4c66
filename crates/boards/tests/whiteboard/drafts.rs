//! Batches that are still being written, and the ghosts of what they are about to make.

use boards::whiteboard::draft::{Draft, TOOL};
use boards::{Ghost, View, ghosts};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::board::Board;

/// Returns what can be read of an input, given its beginning.
fn readable(prefix: &str) -> Option<Value> {
    let mut draft = Draft::default();
    draft.push(prefix);
    draft.input()
}

#[track_caller]
fn check(prefix: &str, expected: &Value) {
    assert_eq!(readable(prefix).unwrap_or_default(), *expected, "{prefix}");
}

#[test]
fn an_operation_is_read_when_it_is_whole() {
    check(r#"{"operations":[{"op":"createNote","ref":"aa""#, &json!(null));
    check(r#"{"operations":[{"op":"createNote"}"#, &json!({ "operations": [{ "op": "createNote" }] }));
    check(r#" { "operations" : [ {"a":1} , {"b":2"#, &json!({ "operations": [{ "a": 1 }] }));
    check(
        r#"{"operations":[{"a":{"b":[1,{}]}},{"c":[]}]"#,
        &json!({ "operations": [{ "a": { "b": [1, {}] } }, { "c": [] }] }),
    );
    check(r#"{"operations":[{"a":1}]}"#, &json!({ "operations": [{ "a": 1 }] }));
}

#[test]
fn brackets_and_quotes_in_a_text_are_letters() {
    check(r#"{"operations":[{"text":"}],{\"x\\"},{"text":"\\\""#, &json!({ "operations": [{ "text": "}],{\"x\\" }] }));
    check(
        r#"{"title":"\"operations\":[{}","operations":[{"a":1}"#,
        &json!({ "title": "\"operations\":[{}", "operations": [{ "a": 1 }] }),
    );
}

#[test]
fn other_fields_count_when_they_are_whole_wherever_they_stand() {
    let item = json!({ "a": 1 });
    check(
        r#"{"title":"T","viewport":{"x":1},"operations":[{"a":1},"#,
        &json!({ "title": "T", "viewport": { "x": 1 }, "operations": [item] }),
    );
    check(r#"{"operations":[{"a":1}],"title":"T"#, &json!({ "operations": [item] }));
    check(r#"{"operations":[{"a":1}],"title":"T","n":1"#, &json!({ "operations": [item], "title": "T" }));
    check(
        r#"{"deep":{"operations":[{"b":2}]},"operations":[{"a":1}"#,
        &json!({ "deep": { "operations": [{ "b": 2 }] }, "operations": [item] }),
    );
    check(r#"{"title":"T","#, &json!(null));
}

#[test]
fn what_is_no_input_is_nothing() {
    let hostile = [
        "",
        " ",
        "[]",
        "7",
        "\"x\"",
        "null",
        "}",
        "]",
        "{}",
        "{}}",
        "{:",
        "{\"a\"",
        "x{\"operations\":[{}]}",
        "{\"operations\":[]}",
        "{\"operations\":{\"a\":{}}",
        "{\"operations\":\"[{}]\"}",
        "[{\"operations\":[{}]}]",
        "{\"operations\":[{]",
        "{\"operations\":[{\"a\"}",
        "{} {\"operations\":[{}]}",
        "{\"operations\":[{}]}}",
        "{\"a\",\"operations\":[{}]",
        "{\"operations\"::[{}]",
    ];
    for text in hostile {
        assert_eq!(readable(text), None, "{text}");
    }
    assert_eq!(readable(&format!("{{\"operations\":[{}", "[".repeat(100_000))), None);
    let deep = format!("{{\"operations\":[{}{}", "[".repeat(1000), "]".repeat(1000));
    assert_eq!(readable(&deep), None);
}

#[test]
fn each_letter_is_gone_over_once() {
    const MANY: usize = 256 * 1024;
    assert_eq!(readable(&format!("{{\"operations\":[{}", ",".repeat(MANY))), None);
    let long = "a".repeat(MANY / 2);
    assert_eq!(readable(&format!("{{\"{long}\":{}", "[]".repeat(MANY / 4))), None);
}

/// Any JSON, small.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        r#"[\[\]{}",:\\]{0,8}"#.prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let fields = prop::collection::btree_map(r#"[a-z"\\{]{0,3}"#, inner.clone(), 0..4);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            fields.prop_map(|fields| Value::Object(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// An input with its fields in any order, written close or wide.
fn input() -> impl Strategy<Value = (Vec<Value>, String)> {
    let others = prop::collection::btree_map("[a-n]{1,4}", value(), 0..3);
    (prop::collection::vec(value(), 0..5), others, any::<prop::sample::Index>(), any::<bool>()).prop_map(
        |(operations, others, place, is_wide)| {
            let mut fields: Vec<(String, Value)> = others.into_iter().collect();
            fields.insert(place.index(fields.len() + 1), ("operations".to_owned(), json!(operations)));
            let write = |value: &Value| if is_wide { format!("{value:#}") } else { value.to_string() };
            let fields = fields.iter().map(|(name, value)| format!("{}:{}", json!(name), write(value)));
            let between = if is_wide { " ,\n" } else { "," };
            (operations, format!("{{{}}}", fields.collect::<Vec<_>>().join(between)))
        },
    )
}

proptest! {
    #[test]
    fn every_beginning_gives_a_beginning((operations, text) in input()) {
        let whole: Value = serde_json::from_str(&text).unwrap();
        let mut draft = Draft::default();
        let (mut most, mut progress) = (0, 0);
        for (at, letter) in text.char_indices() {
            let prefix = &text[..at + letter.len_utf8()];
            draft.push(letter.encode_utf8(&mut [0; 4]));
            let input = draft.input();
            prop_assert_eq!(&input, &readable(prefix), "in pieces or at once");
            prop_assert!(draft.progress() >= progress);
            progress = draft.progress();
            let Some(input) = input else {
                prop_assert_eq!(most, 0, "what was read stays read");
                continue;
            };
            let read = input["operations"].as_array().unwrap();
            prop_assert!(read.len() >= most && operations.starts_with(read), "{}", prefix);
            most = read.len();
            for (name, value) in input.as_object().unwrap().iter().filter(|(name, _)| *name != "operations") {
                prop_assert_eq!(&whole[name], value);
            }
        }
        prop_assert_eq!(most, operations.len());
        prop_assert_eq!(draft.input(), (!operations.is_empty()).then_some(whole));
    }

    #[test]
    fn anything_at_all_is_read_without_harm(text in r#"([\[\]{}",:\\ a1]|"operations":\[|\{"operations":\[\{|ß){0,40}"#) {
        if let Some(input) = readable(&text) {
            prop_assert!(!input["operations"].as_array().unwrap().is_empty());
        }
    }
}

fn show(board: &Board, call: &str, input: &Value) -> Vec<Ghost> {
    let entry = boards::kind("whiteboard").unwrap().tool(TOOL).unwrap();
    ghosts(entry, &board.document, input, call, View::default()).unwrap()
}

fn journey() -> Value {
    json!({ "layoutDirective": "journey-stages", "title": "A way", "operations": [
        { "op": "createNote", "ref": "title", "text": "ghost.1" },
        { "op": "createFrame", "ref": "stage_1", "name": "One" },
        { "op": "createFrame", "ref": "stage_2", "name": "Two" },
        { "op": "createNote", "ref": "step_1", "text": "Step", "parentRef": "stage_1" },
        { "op": "createShape", "ref": "box_1", "text": "Box", "parentRef": "stage_2" },
        { "op": "createConnector", "ref": "arrow_1", "fromRef": "step_1", "toRef": "box_1" },
    ] })
}

#[test]
fn ghosts_are_what_the_call_will_make_where_it_will_make_it() {
    let mut board = Board::empty();
    board.batch("rows", &json!([{ "op": "createNote", "ref": "old_1", "text": "Old" }]));
    let before = board.document.snapshot().unwrap().bytes;
    let shown = show(&board, "call", &journey());
    assert_eq!(board.document.snapshot().unwrap().bytes, before, "nothing is written");
    assert!(shown.iter().any(|ghost| ghost.props.get("text") == Some(&json!("ghost.1"))), "a text is no name");
    let outcome = board.plan(TOOL, &journey()).unwrap();
    let made: Vec<(String, Value)> = outcome
        .ops
        .iter()
        .map(|op| serde_json::to_value(op).unwrap())
        .map(|op| (op["kind"].as_str().unwrap().to_owned(), op["props"]["x"].clone()))
        .collect();
    let seen: Vec<(String, Value)> =
        shown.iter().map(|ghost| (ghost.kind.clone(), ghost.props.get("x").cloned().unwrap_or_default())).collect();
    assert_eq!(seen, made);
}

#[test]
fn a_ghost_keeps_its_name_while_more_is_written() {
    let (board, input) = (Board::empty(), journey());
    let whole = show(&board, "call", &input);
    let mut earlier: Vec<String> = Vec::new();
    for count in 1..=input["operations"].as_array().unwrap().len() {
        let mut part = input.clone();
        part["operations"].as_array_mut().unwrap().truncate(count);
        let names: Vec<String> = show(&board, "call", &part).into_iter().map(|ghost| ghost.id).collect();
        assert!(earlier.iter().all(|name| names.contains(name)), "{earlier:?} {names:?}");
        for name in &names {
            let ghost = whole.iter().find(|ghost| ghost.id == *name).unwrap();
            assert!(ghost.parent == "root" || whole.iter().any(|other| other.id == ghost.parent));
        }
        earlier = names;
    }
    let unique: std::collections::BTreeSet<&String> = earlier.iter().collect();
    assert_eq!((unique.len(), earlier.len()), (whole.len(), whole.len()), "{earlier:?}");
    assert!(earlier.iter().all(|name| name.len() <= engine::limits::MAX_ID_CHARS));
    assert!(show(&board, "other", &input).iter().all(|ghost| !earlier.contains(&ghost.id)));
}

#[test]
fn connectors_hold_on_to_ghosts() {
    let shown = show(&Board::empty(), "call", &journey());
    let ids: Vec<&str> = shown.iter().map(|ghost| ghost.id.as_str()).collect();
    let connectors: Vec<&Ghost> = shown.iter().filter(|ghost| ghost.kind == "connector").collect();
    assert_eq!(connectors.len(), 2);
    for connector in connectors {
        for end in ["from", "to"] {
            assert!(ids.contains(&connector.props[end].as_str().unwrap()), "{connector:?}");
        }
    }
}
