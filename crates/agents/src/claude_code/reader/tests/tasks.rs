//! What runs beside the conversation: subagents and commands in the background.

use expect_test::expect;

use super::*;

const STARTED: &str = r#"{"type":"system","subtype":"task_started","task_id":"a1","run_id":"r","tool_use_id":"toolu_9","description":"Count files","subagent_type":"general-purpose","is_backgrounded":false,"task_type":"local_agent","prompt":"Count"}"#;
const NOTIFIED: &str = r#"{"type":"system","subtype":"task_notification","task_id":"a1","tool_use_id":"toolu_9","status":"completed","output_file":"/tmp/x","summary":"There are 3","usage":{}}"#;
const ASKS: &str = r#"{"type":"control_request","request_id":"r-1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"make"},"tool_use_id":"toolu_2","agent_id":"a1"}}"#;

#[test]
fn a_subagent_is_under_the_call_that_started_it() {
    let prompt = r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"Count"}]},"parent_tool_use_id":"toolu_9","agent_id":"a1"}"#;
    let progress = r#"{"type":"system","subtype":"task_progress","task_id":"a1","tool_use_id":"toolu_9","description":"Running list","usage":{"total_tokens":15},"last_tool_name":"Bash"}"#;
    let calls = r#"{"type":"assistant","message":{"id":"msg_2","model":"m","content":[{"type":"tool_use","id":"toolu_2","name":"Bash","input":{"command":"ls"}}]},"parent_tool_use_id":"toolu_9","agent_id":"a1"}"#;
    let delta = r#"{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"not ours"}},"parent_tool_use_id":"toolu_9"}"#;
    let ended = r#"{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_2","type":"tool_result","content":"a b c"}]},"parent_tool_use_id":"toolu_9","agent_id":"a1"}"#;
    let says = r#"{"type":"assistant","message":{"id":"msg_3","model":"m","content":[{"type":"text","text":"There are 3"}]},"parent_tool_use_id":"toolu_9","agent_id":"a1"}"#;
    let updated = r#"{"type":"system","subtype":"task_updated","task_id":"a1","patch":{"status":"completed"}}"#;
    check_in_turn(
        &[STARTED, prompt, progress, calls, ASKS, delta, ended, says, updated, NOTIFIED],
        &expect![[r#"
            Task { tool: ToolId("toolu_9"), state: Running, note: "Count files" }
            Task { tool: ToolId("toolu_9"), state: Running, note: "Running list" }
            ToolStarted { id: ToolId("toolu_2"), name: "Bash", input: Object {"command": String("ls")}, parent: Some(ToolId("toolu_9")) }
            <Asked { request: "r-1", tool: CanUseTool { tool_name: "Bash", input: Object {"command": String("make")}, tool_use_id: "toolu_2", decision_reason: None, permission_suggestions: [], agent_id: Some("a1"), mcp_server: None }, parent: Some(ToolId("toolu_9")) }>
            ToolEnded { id: ToolId("toolu_2"), content: "a b c", is_error: false, diff: None, parent: Some(ToolId("toolu_9")) }
            Said { kind: Text, text: "There are 3", parent: Some(ToolId("toolu_9")) }
            Task { tool: ToolId("toolu_9"), state: Completed, note: "There are 3" }
        "#]],
    );
}

#[test]
fn a_subagent_nobody_knows_asks_in_its_own_name() {
    check_in_turn(
        &[ASKS],
        &expect![[r#"
            <Asked { request: "r-1", tool: CanUseTool { tool_name: "Bash", input: Object {"command": String("make")}, tool_use_id: "toolu_2", decision_reason: None, permission_suggestions: [], agent_id: Some("a1"), mcp_server: None }, parent: None }>
        "#]],
    );
}

#[test]
fn a_task_that_is_over_is_forgotten() {
    check_in_turn(
        &[STARTED, NOTIFIED, ASKS],
        &expect![[r#"
            Task { tool: ToolId("toolu_9"), state: Running, note: "Count files" }
            Task { tool: ToolId("toolu_9"), state: Completed, note: "There are 3" }
            <Asked { request: "r-1", tool: CanUseTool { tool_name: "Bash", input: Object {"command": String("make")}, tool_use_id: "toolu_2", decision_reason: None, permission_suggestions: [], agent_id: Some("a1"), mcp_server: None }, parent: None }>
        "#]],
    );
}

#[test]
fn tasks_that_never_end_are_not_kept_for_ever() {
    let mut reader = Reader::new(0.0);
    for task in 0..2 * MAX_TASKS {
        reader.read(&STARTED.replace("a1", &format!("a{task}")));
    }
    assert_eq!(reader.subagents.len(), MAX_TASKS);
}

#[test]
fn a_task_that_was_stopped_has_failed() {
    check_in_turn(
        &[&NOTIFIED.replace("completed", "stopped")],
        &expect![[r#"
        Task { tool: ToolId("toolu_9"), state: Failed, note: "There are 3" }
    "#]],
    );
}

#[test]
fn a_turn_nobody_asked_for_comes_from_the_background() {
    let snapshot = r#"{"type":"system","subtype":"background_tasks_changed","tasks":[]}"#;
    let result = r#"{"type":"result","subtype":"success","is_error":false,"duration_ms":20,"origin":{"kind":"task-notification","producer":"session-task"}}"#;
    check(
        &[INIT, RESULT, NOTIFIED, snapshot, INIT, result],
        &expect![[r#"
            <Renamed(00000000-0000-4000-8000-000000000001)>
            TurnStarted { model: Some("claude-opus-5-5") }
            TurnDone { outcome: Completed, tokens: Tokens { input: 10, output: 22, cache_read: 4, cache_write: 3 }, run_cost_usd: 0.5, took: 1.5s, origin: Person, messages: [MessageId(00000000-0000-4000-8000-0000000000aa)], point: None }
            Task { tool: ToolId("toolu_9"), state: Completed, note: "There are 3" }
            <Renamed(00000000-0000-4000-8000-000000000001)>
            TurnStarted { model: Some("claude-opus-5-5") }
            TurnDone { outcome: Completed, tokens: Tokens { input: 0, output: 0, cache_read: 0, cache_write: 0 }, run_cost_usd: 0.5, took: 20ms, origin: Background, messages: [], point: None }
        "#]],
    );
}
