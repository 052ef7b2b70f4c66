//! Our tools as the CLI sees them.

use async_trait::async_trait;
use expect_test::{Expect, expect};

use super::*;
use crate::toolbox::ToolEffect;

struct Echo;

#[async_trait]
impl Toolbox for Echo {
    fn tools(&self) -> Vec<ToolSpec> {
        let input_schema = json!({ "type": "object" });
        let (name, description) = ("echo".to_owned(), "Says it again".to_owned());
        vec![ToolSpec { name, description, input_schema, effect: ToolEffect::Reads }]
    }

    async fn call(&self, id: Option<&ToolId>, name: &str, input: Value) -> ToolAnswer {
        assert_ne!(name, "broken", "a tool that breaks");
        let named = id.map(|id| format!(" as {id}")).unwrap_or_default();
        ToolAnswer { text: format!("{name} {input}{named}"), is_error: name != "echo" }
    }
}

async fn check(message: Value, expected: Expect) {
    expected.assert_eq(&serve(Arc::new(Echo), message).await.to_string());
}

#[tokio::test]
async fn it_says_hello_in_the_version_it_is_asked_for() {
    let hello =
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "protocolVersion": "2024-11-05" } });
    check(hello, expect![[r#"{"mcp_response":{"id":0,"jsonrpc":"2.0","result":{"capabilities":{"tools":{}},"protocolVersion":"2024-11-05","serverInfo":{"name":"tandem","version":"0.1.0"}}}}"#]]).await;
    check(json!({ "id": 1, "method": "initialize" }), expect![[r#"{"mcp_response":{"id":1,"jsonrpc":"2.0","result":{"capabilities":{"tools":{}},"protocolVersion":"2025-11-25","serverInfo":{"name":"tandem","version":"0.1.0"}}}}"#]]).await;
}

#[tokio::test]
async fn it_lists_its_tools() {
    check(json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list" }), expect![[r#"{"mcp_response":{"id":"a","jsonrpc":"2.0","result":{"tools":[{"description":"Says it again","inputSchema":{"type":"object"},"name":"echo"}]}}}"#]]).await;
}

#[tokio::test]
async fn it_calls_a_tool() {
    let call = |params: Value| json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params });
    check(call(json!({ "name": "echo", "arguments": { "text": "hi" }, "_meta": {} })), expect![[r#"{"mcp_response":{"id":2,"jsonrpc":"2.0","result":{"content":[{"text":"echo {\"text\":\"hi\"}","type":"text"}],"isError":false}}}"#]]).await;
    let named = json!({ "name": "echo", "_meta": { "claudecode/toolUseId": "toolu_1" } });
    check(call(named), expect![[r#"{"mcp_response":{"id":2,"jsonrpc":"2.0","result":{"content":[{"text":"echo {} as toolu_1","type":"text"}],"isError":false}}}"#]]).await;
    check(call(json!({ "name": "echo" })), expect![[r#"{"mcp_response":{"id":2,"jsonrpc":"2.0","result":{"content":[{"text":"echo {}","type":"text"}],"isError":false}}}"#]]).await;
    check(call(json!({ "name": "unknown", "arguments": {} })), expect![[r#"{"mcp_response":{"id":2,"jsonrpc":"2.0","result":{"content":[{"text":"unknown {}","type":"text"}],"isError":true}}}"#]]).await;
    check(
        call(json!({ "arguments": {} })),
        expect![[
            r#"{"mcp_response":{"error":{"code":-32602,"message":"a call needs a name"},"id":2,"jsonrpc":"2.0"}}"#
        ]],
    )
    .await;
}

#[tokio::test]
async fn a_tool_that_breaks_is_answered() {
    check(json!({ "id": 3, "method": "tools/call", "params": { "name": "broken" } }), expect![[r#"{"mcp_response":{"id":3,"jsonrpc":"2.0","result":{"content":[{"text":"The tool broke.","type":"text"}],"isError":true}}}"#]]).await;
}

#[tokio::test]
async fn notifications_get_something_to_be_passed_over() {
    check(
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        expect![[r#"{"mcp_response":{"id":0,"jsonrpc":"2.0","result":{}}}"#]],
    )
    .await;
}

#[tokio::test]
async fn what_it_does_not_know_is_an_error() {
    check(
        json!({ "id": 4, "method": "resources/list" }),
        expect![[
            r#"{"mcp_response":{"error":{"code":-32601,"message":"there is no such method"},"id":4,"jsonrpc":"2.0"}}"#
        ]],
    )
    .await;
    check(
        json!({ "id": 5 }),
        expect![[
            r#"{"mcp_response":{"error":{"code":-32601,"message":"there is no such method"},"id":5,"jsonrpc":"2.0"}}"#
        ]],
    )
    .await;
    check(
        json!("odd"),
        expect![[
            r#"{"mcp_response":{"error":{"code":-32601,"message":"there is no such method"},"id":0,"jsonrpc":"2.0"}}"#
        ]],
    )
    .await;
}

fn servers() -> Vec<McpServer> {
    let pairs = |pairs: &[(&str, &str)]| pairs.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
    let stdio = McpTransport::Stdio {
        command: "wiki".to_owned(),
        arguments: vec!["--quiet".to_owned()],
        environment: pairs(&[("TOKEN", "secret-1")]),
    };
    let http = McpTransport::Http {
        url: "http://127.0.0.1/mcp".to_owned(),
        headers: pairs(&[("Authorization", "Bearer secret-2")]),
    };
    let forged =
        McpTransport::Stdio { command: "evil".to_owned(), arguments: Vec::new(), environment: BTreeMap::new() };
    [("wiki", stdio), ("board", http), (OUR_SERVER, forged.clone()), ("tandem  x", forged)]
        .map(|(name, transport)| McpServer { name: name.to_owned(), transport })
        .into()
}

#[test]
fn servers_are_written_where_only_we_can_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = config_file(folder.path(), &servers()).unwrap();
    assert_eq!(file.path().parent(), Some(folder.path()));
    assert_eq!(file.as_file().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let written: Value = serde_json::from_str(&std::fs::read_to_string(file.path()).unwrap()).unwrap();
    expect![[r#"
        {
          "mcpServers": {
            "board": {
              "headers": {
                "Authorization": "Bearer secret-2"
              },
              "type": "http",
              "url": "http://127.0.0.1/mcp"
            },
            "tandem": {
              "alwaysLoad": true,
              "name": "tandem",
              "type": "sdk"
            },
            "wiki": {
              "args": [
                "--quiet"
              ],
              "command": "wiki",
              "env": {
                "TOKEN": "secret-1"
              },
              "type": "stdio"
            }
          }
        }"#]]
    .assert_eq(&format!("{written:#}"));
    let path = file.path().to_owned();
    drop(file);
    assert!(!path.exists());
}
