//! Whatever a caller sends, a tool answers; and what it plans can be done.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::board::Board;

const FIELDS: &[&str] = &[
    "title",
    "description",
    "column",
    "card",
    "before",
    "after",
    "name",
    "mode",
    "prompt",
    "auto_start",
    "approve_to",
    "move_cards_to",
    "from_seq",
];

fn value() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "a", "b", "c", "todo", "doing", "done", "To do", "DONE", "root", "", "plan", "code", "x", "a\nb", "\u{0}", "ß",
    ]);
    prop_oneof![
        12 => word.prop_map(|word| json!(word)),
        2 => ".{0,20}".prop_map(|text| json!(text)),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(|value| json!(value)),
        1 => (0..3u64).prop_map(|number| json!(number)),
        1 => any::<i64>().prop_map(|number| json!(number)),
        1 => Just(json!([])),
        1 => Just(json!({ "a": ["b"] })),
    ]
}

/// Mostly objects with known fields; now and then anything.
fn input() -> impl Strategy<Value = Value> {
    let fields = prop::collection::btree_map(prop::sample::select(FIELDS), value(), 0..5);
    prop_oneof![
        20 => fields.prop_map(|fields| {
            Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
        }),
        1 => value(),
    ]
}

/// Returns the input with only the fields the tool knows, so that most inputs get past the first check.
fn fitting(tool: &boards::ToolEntry, input: Value) -> Value {
    let known = tool.input_schema.get("properties").and_then(Value::as_object).unwrap();
    match input {
        Value::Object(fields) => {
            Value::Object(fields.into_iter().filter(|(name, _)| known.contains_key(name)).collect())
        }
        other => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_tool_never_panics_and_what_it_plans_can_be_done(calls in prop::collection::vec((0..7usize, input(), any::<bool>()), 1..8)) {
        let mut board = Board::new();
        for (index, input, fits) in calls {
            let tool = &boards::kind("kanban").unwrap().tools[index];
            let input = if fits { fitting(tool, input) } else { input };
            let from = input.get("from_seq").and_then(Value::as_u64);
            match board.plan(tool.name, &input) {
                // Only the board knows how far it is: a `from_seq` of the future is its to refuse.
                Ok(outcome) if from.is_some_and(|from| from > board.document.seq()) => {
                    prop_assert!(board.apply(outcome.ops).is_err());
                }
                Ok(outcome) => {
                    prop_assert!(!outcome.observation.is_empty());
                    let done = board.apply(outcome.ops);
                    prop_assert!(done.is_ok(), "{} {input}: {done:?}", tool.name);
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}
