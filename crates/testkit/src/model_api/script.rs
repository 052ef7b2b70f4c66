//! Which turn answers which request.

use std::collections::BTreeMap;

use serde_json::Value;

use super::conversation;
use super::turn::Turn;

/// Scenes by name, and what is said outside them.
#[derive(Debug)]
pub struct Script {
    scenes: BTreeMap<String, Vec<Turn>>,
    otherwise: Turn,
    side: Turn,
}

impl Script {
    #[expect(clippy::new_without_default, reason = "a script starts empty and is then written")]
    pub fn new() -> Self {
        Self {
            scenes: BTreeMap::new(),
            otherwise: Turn::text("There is no scene for this."),
            side: Turn::text("{\"title\": \"A title\"}"),
        }
    }

    /// Adds what is said, step by step, after a text with the marker `[[name]]`.
    pub fn scene(mut self, name: &str, turns: impl IntoIterator<Item = Turn>) -> Self {
        self.scenes.insert(name.to_owned(), turns.into_iter().collect());
        self
    }

    /// Says what is answered without a marker, and after the last turn of a scene.
    pub fn otherwise(mut self, turn: Turn) -> Self {
        self.otherwise = turn;
        self
    }

    /// Says what is answered to requests without tools: an agent's program asks them on the side, for a title or so.
    pub fn side(mut self, turn: Turn) -> Self {
        self.side = turn;
        self
    }

    /// Returns the turn that answers a request, and what it is called: `greeting/0`, `otherwise` or `side`.
    pub(super) fn pick(&self, body: &Value) -> (String, &Turn) {
        if !conversation::has_tools(body) {
            return ("side".to_owned(), &self.side);
        }
        let marked = conversation::newest_first(body).find_map(|text| Some((self.marked(text.text)?, text.step)));
        let Some(((name, turns), step)) = marked else { return ("otherwise".to_owned(), &self.otherwise) };
        (format!("{name}/{step}"), turns.get(step).unwrap_or(&self.otherwise))
    }

    /// Returns the scene of the last marker that names one.
    fn marked(&self, text: &str) -> Option<(&String, &Vec<Turn>)> {
        text.rsplit("[[").find_map(|rest| self.scenes.get_key_value(rest.split_once("]]")?.0))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::turn::Block;
    use super::*;

    #[track_caller]
    fn check(messages: &Value, expected: &str) {
        let script = Script::new()
            .scene("ask", [Turn::text("a question"), Turn::text("thanks")])
            .scene("plan", [Turn::text("a plan")]);
        let body = json!({ "tools": [{ "name": "Read" }], "messages": messages });
        let (name, turn) = script.pick(&body);
        let [Block::Text(text)] = &turn.blocks[..] else { panic!("{:?}", turn.blocks) };
        assert_eq!(format!("{name}: {text}"), expected);
    }

    fn user(text: &str) -> Value {
        json!({ "role": "user", "content": text })
    }

    fn assistant() -> Value {
        json!({ "role": "assistant", "content": [{ "type": "text", "text": "I say [[plan]]" }] })
    }

    #[test]
    fn a_marker_picks_the_scene_and_the_answers_after_it_the_step() {
        check(&json!([user("[[ask]] me")]), "ask/0: a question");
        let result = json!({ "role": "user", "content": [{ "type": "tool_result", "content": "[[plan]]" }] });
        check(&json!([user("[[ask]] me"), assistant(), result]), "ask/1: thanks");
        check(&json!([user("[[plan]]"), assistant(), user("[[ask]]")]), "ask/0: a question");
        check(&json!([user("[[ask]]"), assistant(), user("no marker")]), "ask/1: thanks");
        let blocks = json!([{ "type": "text", "text": "[[plan]]" }, { "type": "text", "text": "a reminder" }]);
        check(&json!([{ "role": "user", "content": blocks }]), "plan/0: a plan");
    }

    #[test]
    fn the_last_marker_with_a_scene_wins() {
        check(&json!([user("[[plan]] or [[ask]] or [[nothing]] [[")]), "ask/0: a question");
        check(&json!([user("[[[ask]]]")]), "ask/0: a question");
    }

    #[test]
    fn a_message_of_the_system_among_the_others_has_markers_too() {
        let system = json!({ "role": "system", "content": "The user adds: [[plan]]" });
        check(&json!([user("[[ask]]"), assistant(), user("x"), system]), "plan/0: a plan");
    }

    #[test]
    fn without_a_turn_the_answer_is_the_other_one() {
        for messages in [json!([user("hello")]), json!([user("[[gone]]")]), json!([]), json!("odd"), json!([1, null])] {
            check(&messages, "otherwise: There is no scene for this.");
        }
        check(&json!([user("[[plan]]"), assistant()]), "plan/1: There is no scene for this.");
    }

    #[test]
    fn a_request_without_tools_is_on_the_side() {
        let script = Script::new().scene("ask", [Turn::text("a question")]);
        for tools in [Value::Null, json!([])] {
            let body = json!({ "tools": tools, "messages": [user("[[ask]]")] });
            assert_eq!(script.pick(&body).0, "side");
        }
    }
}
