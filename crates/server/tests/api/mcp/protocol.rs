//! The protocol, in the version with a handshake and in the one without.

use http::Method;
use serde_json::{Value, json};

use super::{World, error_of, post, request};
use crate::support::TestApp;

fn meta(version: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
    })
}

#[tokio::test]
async fn a_client_says_hello_and_is_told_what_there_is() {
    let app = TestApp::set_up();
    let ann = app.member("ann").await;
    let client = json!({ "name": "test", "version": "1" });
    let hello = |version: &str| json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client.clone() });
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let answer = request(&app, &ann, "initialize", hello(version)).send().await;
        assert_eq!(answer.header("mcp-session-id"), "", "there are no sessions");
        let result = &answer.expect(200)["result"];
        assert_eq!((&result["protocolVersion"], &result["serverInfo"]["name"]), (&json!(version), &json!("tandem")));
        assert!(result["capabilities"]["tools"].is_object(), "{result}");
    }
    let newer = request(&app, &ann, "initialize", hello("2099-01-01")).send().await.expect(200);
    assert_eq!(newer["result"]["protocolVersion"], "2025-11-25", "{newer}");
    let initialized = post(&app, &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).by(&ann);
    let initialized = initialized.send().await;
    assert_eq!((initialized.status.as_u16(), initialized.bytes.len()), (202, 0));
    assert_eq!(request(&app, &ann, "ping", json!({})).send().await.expect(200)["result"], json!({}));
}

#[tokio::test]
async fn a_client_without_a_handshake_is_answered_too() {
    let world = World::new().await;
    let (app, owner) = (&world.app, world.asker("owner"));
    let modern = |method: &'static str, name: Option<&'static str>, mut params: Value| {
        params["_meta"] = meta("2026-07-28");
        let call = request(app, owner, method, params).header("mcp-protocol-version", "2026-07-28");
        let call = call.header("mcp-method", method);
        match name {
            Some(name) => call.header("mcp-name", name),
            None => call,
        }
    };
    let found = modern("server/discover", None, json!({})).send().await.expect(200);
    assert!(found["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")), "{found}");
    let listed = modern("tools/list", None, json!({})).send().await.expect(200)["result"].clone();
    assert_eq!((&listed["resultType"], &listed["cacheScope"]), (&json!("complete"), &json!("private")));
    let call = json!({ "name": "list_cards", "arguments": { "board_id": world.board } });
    let cards = modern("tools/call", Some("list_cards"), call.clone()).send().await.expect(200);
    assert_eq!(cards["result"]["structuredContent"]["items"][0]["title"], "First", "{cards}");
    let listening = json!({ "notifications": { "toolsListChanged": true } });
    let listening = modern("subscriptions/listen", None, listening).unchecked().await;
    assert_eq!(listening.json()["error"]["code"], -32601, "there is nothing to listen to: {listening:?}");

    let mismatched = modern("tools/call", Some("delete_card"), call).unchecked().await;
    assert_eq!(mismatched.status, 400, "{mismatched:?}");
    let unknown = json!({ "_meta": meta("2099-01-01") });
    let unknown = request(app, owner, "tools/list", unknown).header("mcp-protocol-version", "2099-01-01");
    let unknown = unknown.header("mcp-method", "tools/list").unchecked().await;
    assert_eq!(unknown.status, 400);
    assert!(unknown.json()["error"]["data"]["supported"].is_array(), "{unknown:?}");
}

#[tokio::test]
async fn what_is_no_tool_and_no_method_is_a_fault_of_the_protocol() {
    let world = World::new().await;
    let (app, owner) = (&world.app, world.asker("owner"));
    let call = |params: Value| request(app, owner, "tools/call", params).send();
    let unknown = error_of(&call(json!({ "name": "drop_table", "arguments": {} })).await);
    assert_eq!(unknown, (-32602, "There is no tool \"drop_table\".".to_owned()));
    assert_eq!(error_of(&request(app, owner, "tools/invent", json!({})).send().await).0, -32601);
    for params in [json!({}), json!({ "name": 7 }), json!({ "name": "list_projects", "arguments": [1] })] {
        let answer = call(params.clone()).await.expect(200);
        assert!(answer["error"]["code"].is_i64(), "{params}: {answer}");
    }
    let none = json!({ "name": "list_projects" });
    assert_eq!(call(none).await.expect(200)["result"]["isError"], false, "arguments may be left out");
}

#[tokio::test]
async fn nothing_happens_by_reading_the_address() {
    let world = World::new().await;
    let before = world.board().await;
    for method in [Method::GET, Method::HEAD, Method::DELETE, Method::PUT, Method::PATCH] {
        let asked = world.app.call(method.clone(), "/mcp").by(world.asker("owner"));
        let answer = asked.json(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })).send().await;
        assert_eq!((answer.status.as_u16(), answer.header("allow")), (405, "POST"), "{method}");
    }
    assert_eq!(world.app.get("/mcp/").send().await.status, 404);
    assert_eq!(world.board().await, before);
}
