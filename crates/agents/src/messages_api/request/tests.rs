use expect_test::{Expect, expect};
use serde_json::json;

use super::*;
use crate::toolbox::{REPORT_REVIEW, ToolEffect};

fn tool(name: &str) -> ToolSpec {
    let effect = match name {
        "list_cards" | "outlineBoard" => ToolEffect::Reads,
        REPORT_REVIEW => ToolEffect::Reports,
        _ => ToolEffect::Changes,
    };
    let input_schema = json!({ "type": "object" });
    ToolSpec { name: name.to_owned(), description: format!("Does {name}."), input_schema, effect }
}

fn settings(model: &str, mode: Mode) -> Settings {
    let tools = ["add_card", "list_cards", "outlineBoard", REPORT_REVIEW, "readme_edit", "ask_user"].map(tool);
    Settings::new(model, mode, Some("Be kind."), tools.to_vec())
}

fn sent(settings: &Settings, messages: &[Message], turn: usize) -> Value {
    serde_json::from_slice(&body(settings, messages, turn).unwrap()).unwrap()
}

fn texts(role: Role, texts: &[&str]) -> Message {
    Message { role, content: texts.iter().copied().map(Block::text).collect() }
}

/// A turn that used a tool, and the beginning of another.
fn conversation() -> Vec<Message> {
    let thought = Block::Thinking { thinking: "Hm.".to_owned(), signature: "signed".to_owned() };
    let call = Block::ToolUse { id: "t1".to_owned(), name: "list_cards".to_owned(), input: serde_json::Map::new() };
    let result = Block::ToolResult { tool_use_id: "t1".to_owned(), content: "none".to_owned(), is_error: false };
    vec![
        texts(Role::User, &["Hello", "again"]),
        Message::assistant(vec![thought.clone(), call]),
        Message::user(vec![result]),
        Message::assistant(vec![thought.clone()]),
        texts(Role::User, &["More"]),
        Message::assistant(vec![thought, Block::text("Yes")]),
    ]
}

#[track_caller]
fn check(value: &Value, expected: &Expect) {
    expected.assert_eq(&serde_json::to_string_pretty(value).unwrap());
}

#[test]
fn a_request_is_marked_where_its_prefixes_end() {
    let settings = Settings {
        model: "a-model".to_owned(),
        system: vec!["Role.".to_owned(), "Rules.".to_owned()],
        tools: vec![tool("one"), tool("two")],
    };
    check(
        &sent(&settings, &[texts(Role::User, &["Hello", "again"])], 0),
        &expect![[r#"
            {
              "max_tokens": 32000,
              "messages": [
                {
                  "content": [
                    {
                      "text": "Hello",
                      "type": "text"
                    },
                    {
                      "cache_control": {
                        "type": "ephemeral"
                      },
                      "text": "again",
                      "type": "text"
                    }
                  ],
                  "role": "user"
                }
              ],
              "model": "a-model",
              "stream": true,
              "system": [
                {
                  "text": "Role.",
                  "type": "text"
                },
                {
                  "cache_control": {
                    "type": "ephemeral"
                  },
                  "text": "Rules.",
                  "type": "text"
                }
              ],
              "tools": [
                {
                  "description": "Does one.",
                  "input_schema": {
                    "type": "object"
                  },
                  "name": "one"
                },
                {
                  "cache_control": {
                    "type": "ephemeral"
                  },
                  "description": "Does two.",
                  "input_schema": {
                    "type": "object"
                  },
                  "name": "two"
                }
              ]
            }"#]],
    );
}

#[test]
fn the_last_two_messages_of_the_person_are_marked_and_old_thoughts_left_out() {
    let body = sent(&settings("a-model", Mode::Code), &conversation(), 4);
    check(
        &body["messages"],
        &expect![[r#"
        [
          {
            "content": [
              {
                "text": "Hello",
                "type": "text"
              },
              {
                "text": "again",
                "type": "text"
              }
            ],
            "role": "user"
          },
          {
            "content": [
              {
                "id": "t1",
                "input": {},
                "name": "list_cards",
                "type": "tool_use"
              }
            ],
            "role": "assistant"
          },
          {
            "content": [
              {
                "cache_control": {
                  "type": "ephemeral"
                },
                "content": "none",
                "tool_use_id": "t1",
                "type": "tool_result"
              }
            ],
            "role": "user"
          },
          {
            "content": [
              {
                "cache_control": {
                  "type": "ephemeral"
                },
                "text": "More",
                "type": "text"
              }
            ],
            "role": "user"
          },
          {
            "content": [
              {
                "signature": "signed",
                "thinking": "Hm.",
                "type": "thinking"
              },
              {
                "text": "Yes",
                "type": "text"
              }
            ],
            "role": "assistant"
          }
        ]"#]],
    );
}

#[test]
fn at_most_four_places_are_marked() {
    let body = sent(&settings("a-model", Mode::Plan), &conversation(), 4).to_string();
    assert_eq!(body.matches("cache_control").count(), 4);
}

#[test]
fn thoughts_of_the_running_turn_are_sent_back() {
    let body = sent(&settings("a-model", Mode::Code), &conversation(), 0).to_string();
    assert_eq!(body.matches("signature").count(), 3);
}

#[test]
fn a_model_that_thinks_by_itself_is_asked_to_show_it() {
    let thinking = |model| sent(&settings(model, Mode::Code), &conversation(), 0)["thinking"].clone();
    assert_eq!(thinking("claude-sonnet-5-5"), json!({ "type": "adaptive", "display": "summarized" }));
    assert_eq!(thinking("claude-haiku-4-5"), Value::Null);
}

#[test]
fn while_planning_only_what_reads_is_offered() {
    let names = |mode| settings("a-model", mode).tools.iter().map(|tool| tool.name.clone()).collect::<Vec<_>>();
    let all = ["add_card", "list_cards", "outlineBoard", REPORT_REVIEW, "readme_edit", "ask_user"];
    assert_eq!(names(Mode::Code), all);
    assert_eq!(names(Mode::Chat), all);
    assert_eq!(names(Mode::Plan), ["list_cards", "outlineBoard", "ask_user"]);
    assert_eq!(names(Mode::Review), ["list_cards", "outlineBoard", REPORT_REVIEW, "ask_user"]);
}

#[test]
fn planning_is_said_last() {
    let system = |mode| settings("a-model", mode).system;
    assert_eq!(system(Mode::Chat), [ROLE, "Be kind."]);
    assert_eq!(system(Mode::Plan), [ROLE, "Be kind.", PLANNING]);
    assert_eq!(Settings::new("a-model", Mode::Chat, Some(" "), vec![]).system, [ROLE]);
}
