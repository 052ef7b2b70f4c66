//! Turns from their beginning to their end.

use expect_test::expect;

use super::*;

const START: &str = r#"{"type":"stream_event","event":{"type":"message_start","message":{"id":"msg_1","role":"assistant","model":"claude-opus-5-5","content":[],"usage":{"input_tokens":10,"output_tokens":1,"cache_read_input_tokens":100}}},"session_id":"s","parent_tool_use_id":null}"#;
const TEXT: &str = r#"{"type":"assistant","message":{"id":"msg_1","role":"assistant","model":"claude-opus-5-5","content":[{"type":"text","text":"Hello."}],"stop_reason":null,"usage":{"output_tokens":1}},"parent_tool_use_id":null}"#;
const END: &str = r#"{"type":"stream_event","event":{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":10,"output_tokens":22,"cache_read_input_tokens":100}},"parent_tool_use_id":null}"#;

fn delta(text: &str) -> String {
    format!(
        r#"{{"type":"stream_event","event":{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{text}"}}}},"parent_tool_use_id":null}}"#
    )
}

#[test]
fn a_text() {
    let (hel, lo) = (delta("Hel"), delta("lo."));
    let status = r#"{"type":"system","subtype":"status","status":"requesting","session_id":"s"}"#;
    let block = r#"{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}},"parent_tool_use_id":null}"#;
    let stop = r#"{"type":"stream_event","event":{"type":"message_stop"},"parent_tool_use_id":null}"#;
    check(
        &[INIT, status, START, block, &hel, &lo, TEXT, END, stop, RESULT],
        &expect![[r#"
            <Renamed(00000000-0000-4000-8000-000000000001)>
            TurnStarted { model: Some("claude-opus-5-5") }
            Delta { kind: Text, text: "Hel" }
            Delta { kind: Text, text: "lo." }
            Said { kind: Text, text: "Hello.", parent: None }
            Usage { tokens: Tokens { input: 10, output: 22, cache_read: 100, cache_write: 0 }, context_tokens: 132, context_window: None, model: Some("claude-opus-5-5") }
            Usage { tokens: Tokens { input: 10, output: 22, cache_read: 4, cache_write: 3 }, context_tokens: 132, context_window: Some(1000000), model: Some("claude-opus-5-5") }
            TurnDone { outcome: Completed, tokens: Tokens { input: 10, output: 22, cache_read: 4, cache_write: 3 }, run_cost_usd: 0.5, took: 1.5s, origin: Person, messages: [MessageId(00000000-0000-4000-8000-0000000000aa)], point: None }
        "#]],
    );
}

#[test]
fn the_second_turn_counts_anew_and_knows_how_full_the_context_is() {
    check(
        &[INIT, START, END, RESULT, INIT, START, END, RESULT],
        &expect![[r#"
            <Renamed(00000000-0000-4000-8000-000000000001)>
            TurnStarted { model: Some("claude-opus-5-5") }
            Usage { tokens: Tokens { input: 10, output: 22, cache_read: 100, cache_write: 0 }, context_tokens: 132, context_window: None, model: Some("claude-opus-5-5") }
            Usage { tokens: Tokens { input: 10, output: 22, cache_read: 4, cache_write: 3 }, context_tokens: 132, context_window: Some(1000000), model: Some("claude-opus-5-5") }
            TurnDone { outcome: Completed, tokens: Tokens { input: 10, output: 22, cache_read: 4, cache_write: 3 }, run_cost_usd: 0.5, took: 1.5s, origin: Person, messages: [MessageId(00000000-0000-4000-8000-0000000000aa)], point: None }
            <Renamed(00000000-0000-4000-8000-000000000001)>
            TurnStarted { model: Some("claude-opus-5-5") }
            Usage { tokens: Tokens { input: 10, output: 22, cache_read: 100, cache_write: 0 }, context_tokens: 132, context_window: Some(1000000), model: Some("claude-opus-5-5") }
            Usage { tokens: Tokens { input: 10, output: 22, cache_read: 4, cache_write: 3 }, context_tokens: 132, context_window: Some(1000000), model: Some("claude-opus-5-5") }
            TurnDone { outcome: Completed, tokens: Tokens { input: 10, output: 22, cache_read: 4, cache_write: 3 }, run_cost_usd: 0.5, took: 1.5s, origin: Person, messages: [MessageId(00000000-0000-4000-8000-0000000000aa)], point: None }
        "#]],
    );
}

#[test]
fn the_tokens_of_several_messages_are_added_up() {
    check_in_turn(
        &[START, END, START, END],
        &expect![[r#"
        Usage { tokens: Tokens { input: 10, output: 22, cache_read: 100, cache_write: 0 }, context_tokens: 132, context_window: None, model: Some("claude-opus-5-5") }
        Usage { tokens: Tokens { input: 20, output: 44, cache_read: 200, cache_write: 0 }, context_tokens: 132, context_window: None, model: Some("claude-opus-5-5") }
    "#]],
    );
}

#[test]
fn a_service_that_counts_only_what_is_new_at_the_end() {
    let end = r#"{"type":"stream_event","event":{"type":"message_delta","delta":{},"usage":{"output_tokens":22}},"parent_tool_use_id":null}"#;
    check_in_turn(
        &[START, end],
        &expect![[r#"
        Usage { tokens: Tokens { input: 10, output: 22, cache_read: 100, cache_write: 0 }, context_tokens: 132, context_window: None, model: Some("claude-opus-5-5") }
    "#]],
    );
}

#[test]
fn thinking_and_several_blocks_of_one_message() {
    let thinking = r#"{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}},"parent_tool_use_id":null}"#;
    let signature = r#"{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}},"parent_tool_use_id":null}"#;
    let estimate = r#"{"type":"system","subtype":"thinking_tokens","estimated_tokens":3,"estimated_tokens_delta":3}"#;
    let thought = r#"{"type":"assistant","message":{"id":"msg_1","model":"claude-opus-5-5","content":[{"type":"thinking","thinking":"Hm.","signature":"c2ln"}]},"parent_tool_use_id":null}"#;
    let both = r#"{"type":"assistant","message":{"id":"msg_1","model":"claude-opus-5-5","content":[{"type":"text","text":"One"},{"type":"redacted_thinking","data":"x"},{"type":"text","text":"Two"}]},"parent_tool_use_id":null}"#;
    check_in_turn(
        &[thinking, signature, estimate, thought, TEXT, both],
        &expect![[r#"
        Delta { kind: Thinking, text: "Hm." }
        Said { kind: Thinking, text: "Hm.", parent: None }
        Said { kind: Text, text: "Hello.", parent: None }
        Said { kind: Text, text: "One", parent: None }
        Said { kind: Text, text: "Two", parent: None }
    "#]],
    );
}

#[test]
fn an_interrupt_while_it_speaks() {
    let cut = r#"{"type":"assistant","message":{"id":"msg_1","model":"claude-opus-5-5","content":[{"type":"text","text":"Hel"}]},"aborted":true,"parent_tool_use_id":null}"#;
    let note = r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"interrupted"}]},"parent_tool_use_id":null}"#;
    let result = r#"{"stop_reason":null,"total_cost_usd":0.5,"usage":{"input_tokens":0,"output_tokens":0},"modelUsage":{},"terminal_reason":"aborted_streaming","is_error":true,"subtype":"error_during_execution","errors":["some diagnostic"],"type":"result","duration_ms":611}"#;
    check_in_turn(
        &[START, &delta("Hel"), cut, note, result],
        &expect![[r#"
            Delta { kind: Text, text: "Hel" }
            Said { kind: Text, text: "Hel", parent: None }
            TurnDone { outcome: Interrupted, tokens: Tokens { input: 10, output: 1, cache_read: 100, cache_write: 0 }, run_cost_usd: 0.5, took: 611ms, origin: Person, messages: [], point: None }
        "#]],
    );
}

#[test]
fn an_interrupt_while_a_tool_runs() {
    let ended = r#"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"stopped","is_error":true}]},"parent_tool_use_id":null}"#;
    let result = r#"{"type":"result","subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_tools","errors":[]}"#;
    check_in_turn(
        &[ended, result],
        &expect![[r#"
            ToolEnded { id: ToolId("toolu_1"), content: "stopped", is_error: true, diff: None, parent: None }
            TurnDone { outcome: Interrupted, tokens: Tokens { input: 0, output: 0, cache_read: 0, cache_write: 0 }, run_cost_usd: 0.0, took: 0ns, origin: Person, messages: [], point: None }
        "#]],
    );
}

#[test]
fn messages_are_delivered_when_they_are_taken_up() {
    let lifecycle = |state: &str| {
        format!(
            r#"{{"type":"command_lifecycle","command_uuid":"00000000-0000-4000-8000-0000000000aa","state":"{state}"}}"#
        )
    };
    let states = ["queued", "started", "completed", "cancelled"].map(lifecycle);
    check(
        &states.each_ref().map(String::as_str),
        &expect![[r"
        Delivered { messages: [MessageId(00000000-0000-4000-8000-0000000000aa)] }
        Delivered { messages: [MessageId(00000000-0000-4000-8000-0000000000aa)] }
    "]],
    );
}

#[test]
fn a_turn_that_dealt_with_two_messages_names_both() {
    let result = r#"{"type":"result","subtype":"success","is_error":false,"user_message_uuid":"00000000-0000-4000-8000-0000000000aa","user_message_uuids":["00000000-0000-4000-8000-0000000000aa","00000000-0000-4000-8000-0000000000bb","odd"]}"#;
    check_in_turn(
        &[result],
        &expect![[r"
            TurnDone { outcome: Completed, tokens: Tokens { input: 0, output: 0, cache_read: 0, cache_write: 0 }, run_cost_usd: 0.0, took: 0ns, origin: Person, messages: [MessageId(00000000-0000-4000-8000-0000000000aa), MessageId(00000000-0000-4000-8000-0000000000bb)], point: None }
        "]],
    );
}

#[test]
fn costs_are_those_of_the_run() {
    let result = |total: f64, since: f64| {
        let since = format!(r#"{{"a":{{"costUSD":{since}}},"b":{{"costUSD":0.25}}}}"#);
        format!(
            r#"{{"type":"result","is_error":false,"total_cost_usd":{total},"model_usage_since_last_result":{since}}}"#
        )
    };
    let costs = |reader: &mut Reader, line: &str| -> Vec<f64> {
        let heard = [INIT, line].into_iter().flat_map(|line| reader.read(line)).collect::<Vec<_>>();
        let cost = |heard| match heard {
            Heard::Event(Event::TurnDone { run_cost_usd, .. }) => Some(run_cost_usd),
            _ => None,
        };
        heard.into_iter().filter_map(cost).collect()
    };
    let mut reader = Reader::new(7.0);
    assert_eq!(costs(&mut reader, &result(10.0, 0.5)), [0.75]);
    assert_eq!(costs(&mut reader, &result(11.0, 0.5)), [1.5]);
    // Older versions do not say what is new.
    let mut reader = Reader::new(7.0);
    assert_eq!(costs(&mut reader, r#"{"type":"result","total_cost_usd":7.5}"#), [0.5]);
    assert_eq!(costs(&mut reader, r#"{"type":"result","total_cost_usd":8.5}"#), [1.5]);
    assert_eq!(costs(&mut Reader::new(7.0), r#"{"type":"result","total_cost_usd":0.5}"#), [0.0]);
}

#[test]
fn a_mode_is_news_when_it_changes() {
    let mode =
        |mode: &str| format!(r#"{{"type":"system","subtype":"status","status":null,"permissionMode":"{mode}"}}"#);
    let (plan, edits, other) = (mode("plan"), mode("acceptEdits"), mode("dontAsk"));
    check(
        &[INIT, INIT, &plan, &plan, &edits, &other],
        &expect![[r#"
        <Renamed(00000000-0000-4000-8000-000000000001)>
        TurnStarted { model: Some("claude-opus-5-5") }
        <Renamed(00000000-0000-4000-8000-000000000001)>
        TurnStarted { model: Some("claude-opus-5-5") }
        ModeChanged { mode: Plan }
        ModeChanged { mode: Code }
        ModeChanged { mode: Chat }
    "#]],
    );
}

#[test]
fn a_server_that_fails_is_told_once() {
    let init = r#"{"type":"system","subtype":"init","model":"m","mcp_servers":[{"name":"board","status":"connected"},{"name":"wiki","status":"failed"},{"name":"slow","status":"pending"},7]}"#;
    check(
        &[init, init],
        &expect![[r#"
        TurnStarted { model: Some("m") }
        Notice { text: "The tool server wiki could not be reached." }
        TurnStarted { model: Some("m") }
    "#]],
    );
}

#[test]
fn the_conversation_is_compacted() {
    let boundary = r#"{"type":"system","subtype":"compact_boundary","compact_metadata":{"trigger":"auto","pre_tokens":900000,"post_tokens":2588}}"#;
    let summary = r#"{"type":"user","message":{"role":"user","content":"a summary"},"parent_tool_use_id":null}"#;
    let result = r#"{"type":"result","subtype":"success","is_error":false,"result":"","modelUsage":{"claude-opus-5-5":{"contextWindow":1000000}}}"#;
    check_in_turn(
        &[START, END, boundary, summary, result],
        &expect![[r#"
            Usage { tokens: Tokens { input: 10, output: 22, cache_read: 100, cache_write: 0 }, context_tokens: 132, context_window: None, model: Some("claude-opus-5-5") }
            Notice { text: "The conversation was compacted to make room in the model's context." }
            Usage { tokens: Tokens { input: 10, output: 22, cache_read: 100, cache_write: 0 }, context_tokens: 2588, context_window: Some(1000000), model: Some("claude-opus-5-5") }
            TurnDone { outcome: Completed, tokens: Tokens { input: 10, output: 22, cache_read: 100, cache_write: 0 }, run_cost_usd: 0.0, took: 0ns, origin: Person, messages: [], point: None }
        "#]],
    );
}

#[test]
fn the_conversation_gets_another_name() {
    let reset = r#"{"type":"conversation_reset","new_conversation_id":"00000000-0000-4000-8000-000000000002","trigger":"clear"}"#;
    check(
        &[reset],
        &expect![[r"
        <Renamed(00000000-0000-4000-8000-000000000002)>
    "]],
    );
}

#[test]
fn whether_a_turn_goes_on() {
    let mut reader = Reader::new(0.0);
    assert!(!reader.in_turn());
    reader.read(INIT);
    assert!(reader.in_turn());
    reader.read(RESULT);
    assert!(!reader.in_turn());
}
