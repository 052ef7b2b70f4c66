//! What nobody means well by.

use http::Method;
use serde_json::{Value, json};
use server::limits::{CALLS_PER_USER, MAX_BODY_BYTES, MAX_JSON_DEPTH};

use super::{World, post};
use crate::support::{HOST, TestApp};

fn create_card(world: &World) -> Value {
    let input = json!({ "board_id": world.board, "title": "Planted" });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "create_card", "arguments": input } })
}

#[tokio::test]
async fn a_foreign_page_or_name_is_refused_also_with_a_token() {
    let world = World::new().await;
    let before = world.board().await;
    let message = create_card(&world);
    let call = || post(&world.app, &message).by(world.asker("owner"));
    for origin in ["http://evil.example", "null", "http://localhost:7420", "http://127.0.0.1:7421"] {
        call().header("origin", origin).send().await.refused(403, "foreign_origin");
    }
    for host in ["evil.example", "evil.example:7420", "127.0.0.1:80"] {
        call().header("host", host).send().await.refused(421, "unknown_host");
    }
    for content_type in ["text/plain", "application/x-www-form-urlencoded", "application/json-rpc", ""] {
        let posted = world.app.call(Method::POST, "/mcp").by(world.asker("owner"));
        posted.raw(content_type, message.to_string()).send().await.refused(415, "json_needed");
    }
    assert_eq!(world.board().await, before);
    call().header("origin", &format!("http://{HOST}")).send().await.expect(200);
    assert_ne!(world.board().await, before);
}

#[tokio::test]
async fn a_token_in_the_address_counts_for_nothing() {
    let world = World::new().await;
    let token = &world.asker("owner").access;
    for query in ["token", "access_token", "authorization"] {
        let path = format!("/mcp?{query}={token}");
        world.app.call(Method::POST, &path).json(&create_card(&world)).send().await.refused(401, "unauthorized");
    }
}

#[tokio::test]
async fn what_is_no_message_is_refused_before_it_is_looked_at() {
    let world = World::new().await;
    let before = world.board().await;
    let send = |body: String| {
        let call = world.app.call(Method::POST, "/mcp").by(world.asker("owner"));
        call.raw("application/json", body).send()
    };
    let message = create_card(&world);
    for (body, status, code) in [
        ("{", 400, "bad_json"),
        ("{}}", 400, "bad_json"),
        ("", 400, "bad_json"),
        ("\"text\"", 400, "not_a_message"),
        ("null", 400, "not_a_message"),
        ("{}", 400, "not_a_message"),
        ("[]", 400, "not_a_message"),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, 400, "not_a_message"),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, 400, "not_a_message"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, 400, "not_a_message"),
        (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, 400, "not_a_message"),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 400, "not_a_message"),
    ] {
        send(body.to_owned()).await.refused(status, code);
    }
    send(json!([message, message]).to_string()).await.refused(400, "not_a_message");
    send("[".repeat(MAX_BODY_BYTES)).await.refused(422, "invalid");
    assert_eq!(world.board().await, before);
}

#[tokio::test]
async fn messages_are_taken_up_to_their_limits() {
    let world = World::new().await;
    let message = create_card(&world).to_string();
    let send = |body: String| {
        let call = world.app.call(Method::POST, "/mcp").by(world.asker("owner"));
        call.raw("application/json", body).send()
    };
    let padded = |bytes: usize| format!("{message}{}", " ".repeat(bytes - message.len()));
    send(padded(MAX_BODY_BYTES)).await.expect(200);
    send(padded(MAX_BODY_BYTES + 1)).await.refused(413, "body_too_large");
    let nested = |levels: usize| {
        let title = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        message.replace("\"Planted\"", &title)
    };
    // The message, its params and the arguments are three levels already.
    let deep = send(nested(MAX_JSON_DEPTH - 3)).await.expect(200);
    assert_eq!(deep["result"]["isError"], true, "{deep}");
    send(nested(MAX_JSON_DEPTH - 2)).await.refused(422, "invalid");
}

#[tokio::test]
async fn odd_inputs_are_errors_of_the_tool_and_change_nothing() {
    let world = World::new().await;
    let before = world.board().await;
    let long = "x".repeat(30_000);
    for tool in server::mcp::offered() {
        for odd in [json!(null), json!(7), json!([]), json!({ "deep": [[[]]] }), json!(long), json!("\u{0}")] {
            let fields = tool.spec.input_schema["properties"].as_object().unwrap();
            let mut input: serde_json::Map<String, Value> =
                fields.keys().map(|field| (field.clone(), odd.clone())).collect();
            input.insert("board_id".to_owned(), json!(world.board));
            input.insert("project_id".to_owned(), json!(world.project));
            for field in ["board_id", "project_id"] {
                if !fields.contains_key(field) {
                    input.remove(field);
                }
            }
            let result = world.call("owner", &tool.spec.name, Value::Object(input)).await;
            let reads = result["isError"] == false && odd.is_null();
            assert!(reads || result["isError"] == true, "{} with {odd}: {result}", tool.spec.name);
        }
        let unknown = json!({ "board_id": world.board, "project_id": world.project, "surprise": 1 });
        let said = world.refuses("owner", &tool.spec.name, unknown).await;
        assert!(!said.is_empty());
    }
    assert_eq!(world.board().await, before);
}

#[tokio::test]
async fn calls_are_counted_like_all_others_of_the_user() {
    let app = TestApp::set_up();
    let ann = app.member("ann").await;
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    for _ in 0..CALLS_PER_USER.burst {
        app.app.rates.user(ann.id).unwrap();
    }
    let refused = post(&app, &ping).by(&ann).send().await;
    refused.refused(429, "too_many_requests");
    assert_ne!(refused.header("retry-after"), "");
}
