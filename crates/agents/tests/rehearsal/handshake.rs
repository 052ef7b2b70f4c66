use agents::rehearsal::{RehearsalError, States};
use serde_json::json;

use crate::support::{FLAGS, Theatre, kinds};

#[tokio::test]
async fn it_says_that_it_is_up_and_what_it_is() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&["--permission-mode", "plan"]);
    let answer = host.command(json!({ "subtype": "initialize" })).await;
    assert_eq!(answer["subtype"], "success");
    let response = &answer["response"];
    assert_eq!(response["claude_code_version"], "rehearsal");
    assert_eq!(response["current_permission_mode"], "plan");
    assert_eq!(response["models"][0]["resolvedModel"], "rehearsal");
    let (rest, ended) = host.close().await;
    assert!(rest.is_empty(), "{rest:?}");
    ended.unwrap();
}

#[tokio::test]
async fn servers_of_the_host_are_greeted_and_listed() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    let id = host.ask(json!({ "subtype": "initialize", "sdkMcpServers": ["board", "broken"] })).await;
    let greetings = host.until(|line| line["response"]["request_id"] == id.as_str()).await;
    assert_eq!(kinds(&greetings), ["control_request", "control_request", "control_response"]);
    assert_eq!(greetings[0]["request"]["subtype"], "mcp_message");
    assert_eq!(greetings[0]["request"]["server_name"], "board");
    assert_eq!(greetings[0]["request"]["message"]["method"], "initialize");
    // The turn waits for the servers.
    host.say("Hello").await;
    host.answer(&greetings[0], json!({ "mcp_response": { "jsonrpc": "2.0", "id": 0, "result": {} } })).await;
    let failed = json!({ "jsonrpc": "2.0", "id": 0, "error": { "code": -32000, "message": "down" } });
    host.answer(&greetings[1], json!({ "mcp_response": failed })).await;
    let list = host.until(|line| line["request"]["message"]["method"] == "tools/list").await;
    assert_eq!(list[0]["request"]["message"]["method"], "notifications/initialized");
    host.answer(&list[0], json!({ "mcp_response": { "jsonrpc": "2.0", "id": 0, "result": {} } })).await;
    let tools = json!({ "tools": [{ "name": "create_card" }] });
    host.answer(&list[1], json!({ "mcp_response": { "jsonrpc": "2.0", "id": 1, "result": tools } })).await;
    let turn = host.turn().await;
    let init = turn.iter().find(|line| line["subtype"] == "init").unwrap();
    assert_eq!(init["mcp_servers"][0], json!({ "name": "board", "status": "connected" }));
    assert_eq!(init["mcp_servers"][1]["status"], "failed");
    assert!(init["tools"].as_array().unwrap().contains(&json!("mcp__board__create_card")));
    let status = host.command(json!({ "subtype": "mcp_status" })).await;
    assert_eq!(status["response"]["mcpServers"][1]["error"], "down");
}

#[tokio::test]
async fn a_host_that_goes_during_the_handshake_ends_it() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.ask(json!({ "subtype": "initialize", "sdkMcpServers": ["board"] })).await;
    host.say("Hello").await;
    let (lines, ended) = host.close().await;
    assert_eq!(lines.last().unwrap()["subtype"], "success");
    ended.unwrap();
}

#[tokio::test]
async fn control_requests_are_answered_or_refused() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    let cases = [
        (json!({ "subtype": "set_model", "model": "large" }), json!({ "model": "rehearsal" })),
        (json!({ "subtype": "set_permission_mode", "mode": "acceptEdits" }), json!({ "mode": "acceptEdits" })),
        (json!({ "subtype": "interrupt" }), json!({ "still_queued": [] })),
        (json!({ "subtype": "rename_session", "title": "x" }), json!({})),
    ];
    for (request, expected) in cases {
        let answer = host.command(request).await;
        assert_eq!((&answer["subtype"], &answer["response"]), (&json!("success"), &expected));
    }
    let refused = [
        (json!({ "subtype": "make_coffee" }), "unsupported_request"),
        (json!({ "subtype": "set_permission_mode", "mode": "yolo" }), "invalid_mode"),
        (json!({ "subtype": "set_permission_mode", "mode": "bypassPermissions" }), "bypass_not_launched"),
    ];
    for (request, code) in refused {
        let answer = host.command(request).await;
        assert_eq!((&answer["subtype"], &answer["error_code"]), (&json!("error"), &json!(code)));
    }
    assert_eq!(host.hear("Hello").await.last().unwrap()["subtype"], "success");
}

#[tokio::test]
async fn the_session_can_be_ended() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    let answer = host.command(json!({ "subtype": "end_session" })).await;
    assert_eq!(answer["subtype"], "success");
    let (rest, ended) = host.end().await;
    assert!(rest.is_empty());
    ended.unwrap();
}

#[tokio::test]
async fn a_malformed_line_ends_it_at_once() {
    let lines = ["this is not json", "[1]", r#"{"type":"user","message":{"role":"assistant","content":"x"}}"#];
    for line in lines {
        let theatre = Theatre::new();
        let mut host = theatre.start(&[]);
        host.write(line).await;
        let (written, ended) = host.end().await;
        assert!(written.is_empty());
        assert!(matches!(ended, Err(RehearsalError::Malformed(_))), "{line}: {ended:?}");
    }
}

#[tokio::test]
async fn blank_lines_and_unknown_types_are_passed_over() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.write("").await;
    host.write(r#"{"type":"from_the_future","x":1}"#).await;
    host.answer(&json!({ "request_id": "nobody asked" }), json!({})).await;
    assert_eq!(host.hear("Hello").await.last().unwrap()["subtype"], "success");
}

#[tokio::test]
async fn wrong_flags_are_said_to_be_wrong() {
    let theatre = Theatre::new();
    let cases: &[(&[&str], &str)] = &[
        (&[FLAGS, &["--make-coffee"]].concat(), "--make-coffee"),
        (&[FLAGS, &["--permission-mode", "yolo"]].concat(), "yolo"),
        (&[FLAGS, &["--session-id", "seven"]].concat(), "seven"),
        (&[FLAGS, &["--fork-session"]].concat(), "--resume"),
        (&[FLAGS, &["--model"]].concat(), "needs a value"),
        (&["-p", "--verbose"], "stream-json"),
        (&["--input-format", "stream-json", "--output-format=stream-json"], "--verbose"),
    ];
    for (flags, problem) in cases {
        let (lines, ended) = theatre.start_exactly(flags).end().await;
        let message = ended.unwrap_err().to_string();
        assert!(lines.is_empty() && message.contains(problem), "{flags:?}: {message}");
    }
}

#[tokio::test]
async fn flags_of_the_real_program_are_taken() {
    let theatre = Theatre::new();
    let flags = "--permission-mode=acceptEdits --model sonnet --append-system-prompt x --add-dir a --allowedTools Read \
                 --disallowedTools Bash --tools Read --mcp-config {} --strict-mcp-config --settings {} \
                 --setting-sources user --max-turns 3 --max-budget-usd 1 --replay-user-messages --thinking=adaptive \
                 --allow-dangerously-skip-permissions --no-session-persistence";
    let mut host = theatre.start(&flags.split_whitespace().collect::<Vec<_>>());
    let answer = host.command(json!({ "subtype": "initialize" })).await;
    assert_eq!(answer["response"]["current_permission_mode"], "acceptEdits");
    let switched = host.command(json!({ "subtype": "set_permission_mode", "mode": "bypassPermissions" })).await;
    assert_eq!(switched["response"]["mode"], "bypassPermissions");
}

#[tokio::test]
async fn states_are_said_if_they_are_wanted() {
    let mut theatre = Theatre::new();
    theatre.states = States::Said;
    let mut host = theatre.start(&["--permission-mode", "default"]);
    host.say("Write it down").await;
    let before = host.until(|line| line["request"]["tool_name"] == "Write").await;
    host.answer(before.last().unwrap(), json!({ "behavior": "deny", "message": "no" })).await;
    let after = host.until(|line| line["state"] == "idle").await;
    let states: Vec<_> = before.iter().chain(&after).filter_map(|line| line["state"].as_str()).collect();
    assert_eq!(states, ["running", "requires_action", "running", "idle"]);
}
