//! Calls of our tools that are being written.

use expect_test::expect;
use serde_json::json;

use super::*;
use crate::limits::MAX_DRAFT_BYTES;

fn stream(event: &Value) -> String {
    json!({ "type": "stream_event", "event": event, "parent_tool_use_id": null }).to_string()
}

fn start(index: u64, tool: &str) -> String {
    let block = json!({ "type": "tool_use", "id": format!("toolu_{index}"), "name": tool, "input": {} });
    stream(&json!({ "type": "content_block_start", "index": index, "content_block": block }))
}

fn piece(index: u64, piece: &str) -> String {
    let delta = json!({ "type": "input_json_delta", "partial_json": piece });
    stream(&json!({ "type": "content_block_delta", "index": index, "delta": delta }))
}

fn stop(index: u64) -> String {
    stream(&json!({ "type": "content_block_stop", "index": index }))
}

#[track_caller]
fn check_lines(lines: &[String], expected: &Expect) {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    check_in_turn(&lines, expected);
}

#[test]
fn the_input_of_our_tools_is_told_as_it_is_written() {
    let first = [start(1, "mcp__tandem__draw"), piece(1, ""), piece(1, "{\"a\""), piece(1, ":1}"), stop(1)];
    let second = [start(2, "mcp__tandem__draw"), piece(2, "{}"), stop(2)];
    check_lines(
        &[first.as_slice(), &second].concat(),
        &expect![[r#"
            ToolDraft { id: ToolId("toolu_1"), name: "draw", piece: "{\"a\"" }
            ToolDraft { id: ToolId("toolu_1"), name: "draw", piece: ":1}" }
            ToolDraft { id: ToolId("toolu_2"), name: "draw", piece: "{}" }
        "#]],
    );
}

#[test]
fn nobody_hears_what_other_tools_are_about_to_get() {
    let others = ["Write", "tandem__draw", "mcp__tandem", "mcp__tandemonium__draw", "mcp__other__tandem__draw"];
    let lines = others.iter().flat_map(|tool| [start(0, tool), piece(0, "{\"secret\":1}"), stop(0)]);
    check_lines(&lines.collect::<Vec<_>>(), &expect![""]);
}

#[test]
fn a_piece_belongs_to_the_block_that_is_open() {
    let ours = || start(1, "mcp__tandem__draw");
    let message = stream(&json!({ "type": "message_start", "message": { "model": "m" } }));
    let text = stream(&json!({ "type": "content_block_start", "index": 2, "content_block": { "type": "text" } }));
    let odd = stream(&json!({ "type": "content_block_start", "index": "x", "content_block": 7 }));
    let late = |between: String| [ours(), between, piece(1, "{}")];
    let lines = [late(stop(1)), late(message), late(text), late(odd), late(INIT.to_owned())].concat();
    let mut reader = Reader::new(0.0);
    let heard: Vec<Heard> = lines.iter().flat_map(|line| reader.read(line)).collect();
    let drafts = heard.iter().filter(|heard| matches!(heard, Heard::Event(Event::ToolDraft { .. }))).count();
    assert_eq!(drafts, 0, "{heard:?}");
    check_lines(&[ours(), piece(7, "{}")], &expect![""]);
}

#[test]
fn what_a_subagent_writes_is_not_told() {
    let of_subagent = |line: String| line.replace("\"parent_tool_use_id\":null", "\"parent_tool_use_id\":\"toolu_9\"");
    let lines = [start(0, "mcp__tandem__draw"), piece(0, "{}")].map(of_subagent);
    check_lines(&lines, &expect![""]);
}

#[test]
fn a_long_input_is_told_up_to_a_bound() {
    let half = "x".repeat(MAX_DRAFT_BYTES / 2);
    let mut reader = Reader::new(0.0);
    reader.read(&start(0, "mcp__tandem__draw"));
    let told: Vec<usize> = (0..4).map(|_| reader.read(&piece(0, &half)).len()).collect();
    assert_eq!(told, [1, 1, 0, 0]);
}
