//! What of an event can be found.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// Bytes of an event that can be found.
const MAX_TEXT_BYTES: usize = 256 * 1024;
/// Bytes of what a tool was given that can be found.
const MAX_INPUT_BYTES: usize = 500;
/// How deep a tool's input is looked into.
const MAX_DEPTH: usize = 4;

/// Returns what was said in an event; none if it says nothing, or says it in drops that another says whole.
pub(crate) fn said(kind: &str, data: &str) -> Option<String> {
    let mut text = match kind {
        "user_message" => read::<Message>(data)?.content.into_owned(),
        "assistant_message" => read::<Answer>(data).filter(|answer| answer.kind == "text")?.text.into_owned(),
        "plan" => read::<Plan>(data)?.plan.into_owned(),
        "question" => read::<Questions>(data)?.text(),
        "settled" => read::<Settled>(data)?.text(),
        "tool_start" => read::<ToolStart>(data)?.text(),
        _ => return None,
    };
    text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES));
    (!text.trim().is_empty()).then_some(text)
}

fn read<'a, T: Deserialize<'a>>(data: &'a str) -> Option<T> {
    serde_json::from_str(data).ok()
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    content: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Plan<'a> {
    #[serde(borrow)]
    plan: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Questions {
    questions: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    question: String,
}

impl Questions {
    fn text(self) -> String {
        let questions: Vec<String> = self.questions.into_iter().map(|question| question.question).collect();
        questions.join("\n")
    }
}

/// What a person said to something they were asked.
#[derive(Deserialize)]
struct Settled {
    /// If it was edited.
    plan: Option<String>,
    feedback: Option<String>,
    message: Option<String>,
    #[serde(default)]
    answers: BTreeMap<String, Value>,
}

impl Settled {
    fn text(self) -> String {
        let mut texts: Vec<String> = [self.plan, self.feedback, self.message].into_iter().flatten().collect();
        for answer in self.answers.values() {
            strings(answer, MAX_DEPTH, &mut |text| texts.push(text.to_owned()));
        }
        texts.join("\n")
    }
}

#[derive(Deserialize)]
struct ToolStart {
    name: String,
    #[serde(default)]
    input: Value,
}

impl ToolStart {
    fn text(self) -> String {
        let mut text = self.name;
        strings(&self.input, MAX_DEPTH, &mut |part| {
            let left = MAX_INPUT_BYTES.saturating_sub(text.len());
            if left > 0 {
                text.push(' ');
                text.push_str(&part[..part.floor_char_boundary(left)]);
            }
        });
        text
    }
}

/// Goes through the texts in a value.
fn strings(value: &Value, depth: usize, found: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => found(text),
        Value::Array(items) if depth > 0 => items.iter().for_each(|item| strings(item, depth - 1, found)),
        Value::Object(fields) if depth > 0 => fields.values().for_each(|field| strings(field, depth - 1, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(kind: &str, data: &Value, expected: Option<&str>) {
        assert_eq!(said(kind, &data.to_string()).as_deref(), expected);
    }

    #[test]
    fn people_and_agents_are_found_and_drops_and_thoughts_are_not() {
        check("user_message", &json!({ "id": "1", "content": "Fix \"it\"" }), Some("Fix \"it\""));
        check("assistant_message", &json!({ "kind": "text", "text": "Fixed." }), Some("Fixed."));
        check("assistant_message", &json!({ "kind": "thinking", "text": "Hm." }), None);
        check("text_delta", &json!({ "text": "Fix" }), None);
        check("status", &json!({ "status": "idle" }), None);
        check("user_message", &json!({ "content": 7 }), None);
        assert_eq!(said("user_message", "no JSON"), None);
    }

    #[test]
    fn plans_questions_and_answers_are_found() {
        check("plan", &json!({ "plan": "1. Do it", "plan_sha256": "ab" }), Some("1. Do it"));
        let question = json!({ "questions": [{ "question": "Which?", "options": [] }, { "question": "How?" }] });
        check("question", &question, Some("Which?\nHow?"));
        let settled = json!({ "outcome": "answered", "answers": { "Which?": "red", "How?": ["slow", "fast"] } });
        check("settled", &settled, Some("slow\nfast\nred"));
        check("settled", &json!({ "outcome": "rejected", "feedback": "Smaller" }), Some("Smaller"));
        check("settled", &json!({ "outcome": "withdrawn" }), None);
    }

    #[test]
    fn of_a_tool_the_beginning_of_its_input_is_found() {
        let input = json!({ "command": "cargo test", "timeout": 5, "more": { "path": ["src/lib.rs"] } });
        check("tool_start", &json!({ "name": "Bash", "input": input }), Some("Bash cargo test src/lib.rs"));
        let long = json!({ "name": "Write", "input": { "content": "é".repeat(1_000) } });
        assert!(said("tool_start", &long.to_string()).unwrap().len() <= MAX_INPUT_BYTES + 1);
    }
}
