//! Lines that are not what they should be.

use expect_test::expect;
use proptest::prelude::*;

use super::*;
use crate::limits::MAX_TEXT_BYTES;

#[test]
fn what_is_no_json_comes_to_nothing() {
    let deep = "[".repeat(100_000);
    for line in
        ["", "  ", "\u{feff}", "{", "null", "7", "[]", "\"type\"", "{\"type\":7}", "{}", "\0", "Error: x", &deep]
    {
        check(&[line], &expect![""]);
    }
}

#[test]
fn what_is_unknown_comes_to_nothing() {
    let lines = [
        r#"{"type":"new_type","subtype":"init"}"#,
        r#"{"type":"system"}"#,
        r#"{"type":"system","subtype":"ui_invalidate"}"#,
        r#"{"type":"system","subtype":["init"]}"#,
        r#"{"type":"stream_event","event":{"type":"new_event"},"parent_tool_use_id":null}"#,
        r#"{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"new_delta"}}}"#,
        r#"{"type":"assistant","message":{"model":"m","content":[{"type":"new_block"}]}}"#,
        r#"{"type":"command_lifecycle","command_uuid":"odd","state":"started"}"#,
        r#"{"type":"conversation_reset","new_conversation_id":null}"#,
        r#"{"type":"system","subtype":"task_started","task_id":"t"}"#,
        r#"{"type":"rate_limit_event"}"#,
    ];
    check(&lines, &expect![""]);
}

#[test]
fn fields_of_other_types_are_passed_over() {
    let lines = [
        r#"{"type":"system","subtype":"init","model":7,"permissionMode":[],"mcp_servers":{},"session_id":"odd"}"#,
        r#"{"type":"assistant","message":{"model":[],"content":[{"type":"text","text":null},{"type":"tool_use","id":"toolu_1"},{"type":"text","text":"kept"},"odd"]},"parent_tool_use_id":7}"#,
        r#"{"type":"assistant","message":{"content":"odd"}}"#,
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"kept","is_error":"odd"}]},"tool_use_result":{"filePath":7}}"#,
        r#"{"type":"system","subtype":"api_retry","attempt":-1,"max_retries":"x","retry_delay_ms":"soon","error_status":99999,"error":{}}"#,
        r#"{"type":"stream_event","event":{"type":"message_delta","usage":{"input_tokens":-1,"output_tokens":1.5,"cache_read_input_tokens":7}}}"#,
    ];
    check(
        &lines,
        &expect![[r#"
        TurnStarted { model: None }
        Said { kind: Text, text: "kept", parent: None }
        ToolEnded { id: ToolId("toolu_1"), content: "kept", is_error: false, diff: None, parent: None }
        Retrying { attempt: 0, attempts: 0, wait: 0ns, failure: Failure { code: Network, message: "The model service cannot be reached.", remedy: Some("Check the server's network, then continue."), resets_at_ms: None } }
        Usage { tokens: Tokens { input: 0, output: 0, cache_read: 7, cache_write: 0 }, context_tokens: 7, context_window: None, model: None }
    "#]],
    );
}

#[test]
fn a_turn_ends_whatever_its_end_holds() {
    let result = r#"{"type":"result","subtype":7,"is_error":"x","result":{},"errors":[1,"y"],"api_error_status":"500","terminal_reason":[],"duration_ms":"x","total_cost_usd":null,"usage":[],"modelUsage":7,"origin":"x","user_message_uuids":"x","model_usage_since_last_result":[]}"#;
    check_in_turn(
        &[result],
        &expect![[r"
            TurnDone { outcome: Completed, tokens: Tokens { input: 0, output: 0, cache_read: 0, cache_write: 0 }, run_cost_usd: 0.0, took: 0ns, origin: Person, messages: [], point: None }
        "]],
    );
    check_in_turn(
        &[r#"{"type":"result"}"#],
        &expect![[r"
            TurnDone { outcome: Completed, tokens: Tokens { input: 0, output: 0, cache_read: 0, cache_write: 0 }, run_cost_usd: 0.0, took: 0ns, origin: Person, messages: [], point: None }
        "]],
    );
}

#[test]
fn numbers_without_measure() {
    let max = u64::MAX;
    let usage = format!(
        r#"{{"input_tokens":{max},"output_tokens":{max},"cache_read_input_tokens":{max},"cache_creation_input_tokens":{max}}}"#
    );
    let end = format!(r#"{{"type":"stream_event","event":{{"type":"message_delta","usage":{usage}}}}}"#);
    let start =
        format!(r#"{{"type":"stream_event","event":{{"type":"message_start","message":{{"usage":{usage}}}}}}}"#);
    let result = format!(r#"{{"type":"result","duration_ms":1e300,"total_cost_usd":1e300,"usage":{usage}}}"#);
    let retry = r#"{"type":"system","subtype":"api_retry","retry_delay_ms":1e308}"#;
    check_in_turn(
        &[&start, &end, &start, &end, retry, &result],
        &expect![[r#"
            Usage { tokens: Tokens { input: 18446744073709551615, output: 18446744073709551615, cache_read: 18446744073709551615, cache_write: 18446744073709551615 }, context_tokens: 18446744073709551615, context_window: None, model: Some("claude-opus-5-5") }
            Usage { tokens: Tokens { input: 18446744073709551615, output: 18446744073709551615, cache_read: 18446744073709551615, cache_write: 18446744073709551615 }, context_tokens: 18446744073709551615, context_window: None, model: Some("claude-opus-5-5") }
            Retrying { attempt: 0, attempts: 0, wait: 0ns, failure: Failure { code: Network, message: "The model service cannot be reached.", remedy: Some("Check the server's network, then continue."), resets_at_ms: None } }
            Usage { tokens: Tokens { input: 18446744073709551615, output: 18446744073709551615, cache_read: 18446744073709551615, cache_write: 18446744073709551615 }, context_tokens: 18446744073709551615, context_window: None, model: Some("claude-opus-5-5") }
            TurnDone { outcome: Completed, tokens: Tokens { input: 18446744073709551615, output: 18446744073709551615, cache_read: 18446744073709551615, cache_write: 18446744073709551615 }, run_cost_usd: 1e300, took: 0ns, origin: Person, messages: [], point: None }
        "#]],
    );
}

/// Returns lines that are as long as they may be, each in another place.
fn long_lines() -> Vec<String> {
    let long = "x".repeat(1024 * 1024);
    let many = vec!["x"; 200_000];
    let value = serde_json::json!({ "text": long, "many": many });
    [
        serde_json::json!({ "type": "system", "subtype": "init", "model": long, "permissionMode": long,
            "mcp_servers": vec![serde_json::json!({ "name": long, "status": "failed" }); 3] }),
        serde_json::json!({ "type": "system", "subtype": "status", "permissionMode": "plan" }),
        serde_json::json!({ "type": "stream_event", "event": { "type": "content_block_delta", "delta": { "type": "text_delta", "text": long } } }),
        serde_json::json!({ "type": "stream_event", "event": { "type": "message_start", "message": { "model": long } } }),
        serde_json::json!({ "type": "stream_event", "event": { "type": "message_delta", "usage": {} } }),
        serde_json::json!({ "type": "assistant", "parent_tool_use_id": long, "message": { "content": [{ "type": "text", "text": long }] } }),
        serde_json::json!({ "type": "assistant", "parent_tool_use_id": long, "message": { "content": [{ "type": "thinking", "thinking": long }] } }),
        serde_json::json!({ "type": "assistant", "message": { "content": [{ "type": "tool_use", "id": long, "name": long, "input": value }] } }),
        serde_json::json!({ "type": "user", "message": { "content": [{ "type": "tool_result", "tool_use_id": long, "content": many }] },
            "tool_use_result": { "filePath": long, "type": "create", "content": long, "structuredPatch": [] } }),
        serde_json::json!({ "type": "user", "message": { "content": [{ "type": "tool_result", "tool_use_id": long, "content": value }] },
            "tool_use_result": { "filePath": long, "structuredPatch": [{ "oldStart": 1, "newStart": 1, "lines": many }] } }),
        serde_json::json!({ "type": "system", "subtype": "task_started", "task_id": long, "tool_use_id": long, "description": long }),
        serde_json::json!({ "type": "system", "subtype": "permission_denied", "tool_name": long }),
        serde_json::json!({ "type": "system", "subtype": "api_retry", "error": long, "error_status": 500 }),
        serde_json::json!({ "type": "result", "is_error": true, "result": long, "errors": many, "subtype": long }),
    ]
    .map(|line| line.to_string())
    .into()
}

#[test]
fn what_is_too_long_is_cut() {
    let mut reader = Reader::new(0.0);
    for line in long_lines() {
        for heard in reader.read(&line) {
            assert_bounded(&heard);
        }
    }
}

/// Asserts that an event takes no more room than a few texts.
#[track_caller]
fn assert_bounded(heard: &Heard) {
    let Heard::Event(event) = heard else { return };
    let bytes = format!("{event:?}").len();
    assert!(bytes < 6 * MAX_TEXT_BYTES, "{bytes} bytes: {}", &format!("{event:?}")[..200]);
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::hash_map(key(), inner, 0..6).prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

/// Names that are looked for, so that odd values come where they hurt.
fn key() -> impl Strategy<Value = String> {
    const KEYS: &[&str] = &[
        "type",
        "subtype",
        "message",
        "content",
        "event",
        "delta",
        "usage",
        "request",
        "request_id",
        "response",
        "text",
        "input",
        "id",
        "name",
        "model",
        "tool_use_id",
        "tool_use_result",
        "structuredPatch",
        "lines",
        "errors",
        "is_error",
        "modelUsage",
        "origin",
        "input_tokens",
        "rate_limit_info",
        "resetsAt",
        "mcp_servers",
        "tool_name",
    ];
    prop_oneof![9 => prop::sample::select(KEYS).prop_map(str::to_owned), 1 => ".{0,4}"]
}

fn kind() -> impl Strategy<Value = (&'static str, &'static str)> {
    const KINDS: &[(&str, &str)] = &[
        ("system", "init"),
        ("system", "status"),
        ("system", "api_retry"),
        ("system", "task_started"),
        ("system", "task_notification"),
        ("system", "permission_denied"),
        ("system", "compact_boundary"),
        ("stream_event", ""),
        ("assistant", ""),
        ("user", ""),
        ("result", "success"),
        ("control_request", ""),
        ("control_response", ""),
        ("control_cancel_request", ""),
        ("command_lifecycle", ""),
        ("rate_limit_event", ""),
        ("conversation_reset", ""),
    ];
    prop::sample::select(KINDS)
}

proptest! {
    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for heard in Reader::new(0.0).read(&String::from_utf8_lossy(&bytes)) {
            assert_bounded(&heard);
        }
    }

    #[test]
    fn any_fields_of_any_line_do_no_harm(lines in prop::collection::vec((kind(), json_value()), 1..6)) {
        let mut reader = Reader::new(0.0);
        for ((kind, subtype), value) in lines {
            let mut line = value.as_object().cloned().unwrap_or_default();
            line.insert("type".to_owned(), kind.into());
            line.insert("subtype".to_owned(), subtype.into());
            let line = Value::Object(line).to_string();
            let heard = reader.read(&line);
            if kind == "result" {
                prop_assert!(matches!(heard.last(), Some(Heard::Event(Event::TurnDone { .. }))), "{line}");
                prop_assert!(!reader.in_turn());
            }
            heard.iter().for_each(assert_bounded);
        }
    }

    #[test]
    fn any_part_of_a_real_line_does_no_harm(cut in 0..RESULT.len(), end in 0..RESULT.len()) {
        let mut reader = Reader::new(0.0);
        for line in [INIT, RESULT] {
            let (start, end) = (cut.min(line.len()), end.min(line.len()));
            reader.read(&line[..end]);
            reader.read(&format!("{}{}", &line[..start.min(end)], &line[end..]));
        }
    }
}
