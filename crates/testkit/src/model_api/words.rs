//! The words in a turn that stand for something in the request.

use std::path::Path;

use serde_json::Value;

use super::conversation;

/// What the words stand for.
pub(super) struct Words {
    last_tool_result: String,
    last_user_text: String,
    messages: String,
    plan_file: String,
}

impl Words {
    pub(super) fn of(body: &Value) -> Self {
        Self {
            last_tool_result: conversation::last_tool_result(body).unwrap_or_default(),
            last_user_text: conversation::last_user_text(body).unwrap_or_default().to_owned(),
            messages: conversation::messages(body).len().to_string(),
            plan_file: plan_file(&body["messages"]).unwrap_or_default().to_owned(),
        }
    }

    /// Puts in what the words stand for. That may hold words itself, which are left as they are, as unknown ones are.
    pub(super) fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            filled.push_str(before);
            let word = after.split_once("}}").and_then(|(name, after)| Some((self.meaning(name)?, after)));
            let (piece, after) = word.unwrap_or(("{{", after));
            filled.push_str(piece);
            rest = after;
        }
        filled + rest
    }

    /// Fills in every text of a value.
    pub(super) fn fill_value(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.fill(text)),
            Value::Array(items) => items.iter().map(|item| self.fill_value(item)).collect(),
            Value::Object(fields) => {
                fields.iter().map(|(name, field)| (name.clone(), self.fill_value(field))).collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }

    fn meaning(&self, name: &str) -> Option<&str> {
        match name {
            "last_tool_result" => Some(&self.last_tool_result),
            "last_user_text" => Some(&self.last_user_text),
            "messages" => Some(&self.messages),
            "plan_file" => Some(&self.plan_file),
            _ => None,
        }
    }
}

/// Returns the newest path of a plan: Claude Code tells the model in plan mode which file in a folder `plans` to write.
fn plan_file(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => text
            .split(|character: char| character.is_whitespace() || "\"'`()<>,;".contains(character))
            .map(|word| word.trim_end_matches(['.', ':']))
            .rfind(|word| {
                let folder = word.rsplit_once('/').map_or("", |(folder, _)| folder);
                folder.starts_with('/')
                    && folder.ends_with("/plans")
                    && Path::new(word).extension() == Some("md".as_ref())
            }),
        Value::Array(items) => items.iter().rev().find_map(plan_file),
        Value::Object(fields) => fields.values().rev().find_map(plan_file),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn body() -> Value {
        json!({ "messages": [
            { "role": "user", "content": "write to `/home/ada/plans/old.md`, please" },
            { "role": "assistant", "content": [{ "type": "tool_use", "id": "toolu_1", "name": "Read", "input": {} }] },
            { "role": "user", "content": [
                { "type": "tool_result", "content": "one" },
                { "type": "tool_result", "content": [{ "type": "text", "text": "two" }, { "type": "text", "text": "{{messages}}" }] },
                { "type": "text", "text": "Your file is /home/ada/.claude/plans/new-plan.md." },
            ] },
            { "role": "system", "content": "not of the user, see /plans/readme.txt" },
        ] })
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(Words::of(&body()).fill(text), expected);
    }

    #[test]
    fn words_become_what_the_request_says() {
        check("{{messages}} messages", "4 messages");
        check("<{{last_user_text}}>", "<Your file is /home/ada/.claude/plans/new-plan.md.>");
        check("{{plan_file}}", "/home/ada/.claude/plans/new-plan.md");
    }

    #[test]
    fn what_is_put_in_is_not_filled_again() {
        check("{{last_tool_result}}", "two\n{{messages}}");
    }

    #[test]
    fn other_braces_stay() {
        check("{{unknown}} {{ {{messages}} }} {{", "{{unknown}} {{ 4 }} {{");
    }

    #[test]
    fn every_text_of_an_input_is_filled() {
        let input = json!({ "path": "{{plan_file}}", "list": ["{{messages}}", 1, null] });
        let expected = json!({ "path": "/home/ada/.claude/plans/new-plan.md", "list": ["4", 1, null] });
        assert_eq!(Words::of(&body()).fill_value(&input), expected);
    }

    #[test]
    fn a_request_that_says_nothing_leaves_nothing() {
        for body in [Value::Null, json!("odd"), json!({ "messages": { "role": "user" } }), json!({ "messages": [3] })] {
            let filled = Words::of(&body).fill("{{last_tool_result}}{{last_user_text}}{{plan_file}}");
            assert_eq!(filled, "", "{body}");
        }
    }
}
