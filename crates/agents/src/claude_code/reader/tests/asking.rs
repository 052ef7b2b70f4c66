//! What the CLI asks of us.

use expect_test::expect;

use super::*;

const QUESTION: &str = r#"{"type":"control_request","request_id":"r-1","request":{"subtype":"can_use_tool","tool_name":"AskUserQuestion","display_name":"AskUserQuestion","input":{"questions":[{"question":"Which?","header":"Database","options":[{"label":"SQLite","description":"One file"}],"multiSelect":false}]},"tool_use_id":"toolu_1","requires_user_interaction":true}}"#;

#[test]
fn a_question() {
    check_in_turn(
        &[QUESTION],
        &expect![[r#"
            <Asked { request: "r-1", tool: CanUseTool { tool_name: "AskUserQuestion", input: Object {"questions": Array [Object {"header": String("Database"), "multiSelect": Bool(false), "options": Array [Object {"description": String("One file"), "label": String("SQLite")}], "question": String("Which?")}]}, tool_use_id: "toolu_1", decision_reason: None, permission_suggestions: [], agent_id: None, mcp_server: None }, parent: None }>
        "#]],
    );
}

#[test]
fn a_permission_with_suggestions() {
    let asks = r#"{"type":"control_request","request_id":"r-2","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"make"},"description":"build","permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"make *"}],"behavior":"allow","destination":"localSettings"}],"decision_reason":"It needs approval","tool_use_id":"toolu_2"}}"#;
    check_in_turn(
        &[asks],
        &expect![[r#"
            <Asked { request: "r-2", tool: CanUseTool { tool_name: "Bash", input: Object {"command": String("make")}, tool_use_id: "toolu_2", decision_reason: Some("It needs approval"), permission_suggestions: [Object {"behavior": String("allow"), "destination": String("localSettings"), "rules": Array [Object {"ruleContent": String("make *"), "toolName": String("Bash")}], "type": String("addRules")}], agent_id: None, mcp_server: None }, parent: None }>
        "#]],
    );
}

#[test]
fn several_at_once_and_one_is_withdrawn() {
    let second = QUESTION.replace("r-1", "r-2").replace("toolu_1", "toolu_2");
    let withdrawn = r#"{"type":"control_cancel_request","request_id":"r-1"}"#;
    check_in_turn(
        &[QUESTION, &second, withdrawn],
        &expect![[r#"
            <Asked { request: "r-1", tool: CanUseTool { tool_name: "AskUserQuestion", input: Object {"questions": Array [Object {"header": String("Database"), "multiSelect": Bool(false), "options": Array [Object {"description": String("One file"), "label": String("SQLite")}], "question": String("Which?")}]}, tool_use_id: "toolu_1", decision_reason: None, permission_suggestions: [], agent_id: None, mcp_server: None }, parent: None }>
            <Asked { request: "r-2", tool: CanUseTool { tool_name: "AskUserQuestion", input: Object {"questions": Array [Object {"header": String("Database"), "multiSelect": Bool(false), "options": Array [Object {"description": String("One file"), "label": String("SQLite")}], "question": String("Which?")}]}, tool_use_id: "toolu_2", decision_reason: None, permission_suggestions: [], agent_id: None, mcp_server: None }, parent: None }>
            <Withdrawn { request: "r-1" }>
        "#]],
    );
}

#[test]
fn a_plan_with_and_without_text() {
    let plan = |input: &str| {
        format!(
            r#"{{"type":"control_request","request_id":"r-1","request":{{"subtype":"can_use_tool","tool_name":"ExitPlanMode","input":{input},"tool_use_id":"toolu_1"}}}}"#
        )
    };
    let (with, without) = (plan(r##"{"plan":"# Plan","planFilePath":"/home/p.md"}"##), plan("{}"));
    check_in_turn(
        &[&with, &without],
        &expect![[r##"
            <Asked { request: "r-1", tool: CanUseTool { tool_name: "ExitPlanMode", input: Object {"plan": String("# Plan"), "planFilePath": String("/home/p.md")}, tool_use_id: "toolu_1", decision_reason: None, permission_suggestions: [], agent_id: None, mcp_server: None }, parent: None }>
            <Asked { request: "r-1", tool: CanUseTool { tool_name: "ExitPlanMode", input: Object {}, tool_use_id: "toolu_1", decision_reason: None, permission_suggestions: [], agent_id: None, mcp_server: None }, parent: None }>
        "##]],
    );
}

#[test]
fn a_message_for_our_tools() {
    let asks = r#"{"type":"control_request","request_id":"r-1","request":{"subtype":"mcp_message","server_name":"tandem","message":{"jsonrpc":"2.0","id":3,"method":"tools/list"}}}"#;
    check(
        &[asks],
        &expect![[r#"
        <Mcp { request: "r-1", server: "tandem", message: Object {"id": Number(3), "jsonrpc": String("2.0"), "method": String("tools/list")} }>
    "#]],
    );
}

#[test]
fn what_we_do_not_know_or_cannot_read_is_answered_too() {
    let request = |request: &str| format!(r#"{{"type":"control_request","request_id":"r-1","request":{request}}}"#);
    let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
    let requests = [
        request(r#"{"subtype":"hook_callback","callback_id":"h1","input":{}}"#),
        request(r#"{"subtype":"can_use_tool"}"#),
        request(r#"{"subtype":"can_use_tool","tool_name":7,"input":{}}"#),
        request(&format!(r#"{{"subtype":"can_use_tool","tool_name":"Bash","input":{deep}}}"#)),
        request(r#"{"subtype":"mcp_message","message":{}}"#),
        request(r#"{"subtype":["odd"]}"#),
        request("{}"),
        request("null"),
        request("7"),
    ];
    check(
        &requests.each_ref().map(String::as_str),
        &expect![[r#"
        <Unknown { request: "r-1", subtype: "hook_callback" }>
        <Unknown { request: "r-1", subtype: "what cannot be read" }>
        <Unknown { request: "r-1", subtype: "what cannot be read" }>
        <Unknown { request: "r-1", subtype: "what cannot be read" }>
        <Unknown { request: "r-1", subtype: "what cannot be read" }>
        <Unknown { request: "r-1", subtype: "what cannot be read" }>
        <Unknown { request: "r-1", subtype: "" }>
        <Unknown { request: "r-1", subtype: "what cannot be read" }>
        <Unknown { request: "r-1", subtype: "what cannot be read" }>
    "#]],
    );
}

#[test]
fn odd_fields_beside_what_matters_do_no_harm() {
    let asks = r#"{"type":"control_request","request_id":"r-1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":null,"tool_use_id":7,"decision_reason":{},"permission_suggestions":null,"agent_id":[]}}"#;
    check_in_turn(
        &[asks],
        &expect![[r#"
            <Asked { request: "r-1", tool: CanUseTool { tool_name: "Bash", input: Null, tool_use_id: "", decision_reason: None, permission_suggestions: [], agent_id: None, mcp_server: None }, parent: None }>
        "#]],
    );
}

#[test]
fn answers_to_what_we_asked() {
    let success = r#"{"type":"control_response","response":{"subtype":"success","request_id":"tandem-1","response":{"mode":"plan"}},"pending_permission_requests":[]}"#;
    let error = r#"{"type":"control_response","response":{"subtype":"error","request_id":"tandem-2","error":"no such mode","error_code":"invalid_mode"}}"#;
    check(
        &[success, error],
        &expect![[r#"
        <Answered(Response { subtype: "success", request_id: "tandem-1", data: Object {"mode": String("plan")}, error: None })>
        <Answered(Response { subtype: "error", request_id: "tandem-2", data: Null, error: Some("no such mode") })>
    "#]],
    );
}
