//! Trying a registered tool server out.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use axum::Router;
use axum::response::Redirect;
use axum::routing::any;
use http::HeaderMap;
use serde_json::{Value, json};
use server::LocalServers;
use tokio::task::JoinSet;

use crate::support::{TestApp, text};

const CANARY: &str = "canary-of-the-tests";

/// A server in a few lines of shell: it answers by the number of the request, as any does that knows only one client.
const SCRIPT: &str = r#"#!/bin/sh
read -r hello
echo 'a greeting for people'
echo '{"jsonrpc":"2.0","id":7,"method":"ping"}'
echo '{"jsonrpc":"2.0","id":1,"result":{"capabilities":{"tools":{}},"serverInfo":{"name":"shell","version":"1"}}}'
while read -r line; do
  case "$line" in
    *tools/list*cursor*) echo '{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"'"$LAST"'"}]}}' ;;
    *tools/list*) echo '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"first"}],"nextCursor":"more"}}' ;;
  esac
done
"#;

fn program(folder: &Path, text: &str) -> String {
    let path = folder.join("server");
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Registers a server and tries it out.
async fn tried(app: &TestApp, config: Value) -> Value {
    let admin = app.admin("root").await;
    let body = json!({ "name": "tried", "config": config });
    let made = app.post("/api/mcp-servers", body).by(&admin).send().await.expect(201);
    let path = format!("/api/mcp-servers/{}/test", text(&made, "id"));
    let answer = app.post(&path, json!({})).by(&admin).send().await;
    assert!(!String::from_utf8_lossy(&answer.bytes).contains(CANARY), "no secret is told");
    answer.expect(200)
}

#[track_caller]
fn failed(answer: &Value, words: &str) {
    assert_eq!((&answer["ok"], &answer["tools"]), (&json!(false), &json!([])), "{answer}");
    assert!(text(answer, "error").contains(words), "{answer}");
}

#[tokio::test]
async fn a_program_is_greeted_and_tells_its_tools() {
    let app = TestApp::set_up();
    let command = program(app.root.path(), SCRIPT);
    let config = json!({ "type": "stdio", "command": command, "env": { "LAST": "second" } });
    let answer = tried(&app, config).await;
    assert_eq!((&answer["ok"], &answer["error"]), (&json!(true), &Value::Null));
    assert_eq!(answer["server"], json!({ "name": "shell", "version": "1" }));
    assert_eq!(answer["tools"][0], "first");
    assert_eq!(answer["tools"][1], "••••", "what was registered in confidence is masked, also as the name of a tool");
}

#[tokio::test]
async fn a_program_gets_a_list_of_variables_and_leaves_nothing_behind() {
    let mut environment = vec![("TANDEM_CANARY".into(), CANARY.into())];
    environment.extend(std::env::var_os("PATH").map(|path| ("PATH".into(), path)));
    let app = TestApp::build(|config| config.agents.environment = environment, |_| {});
    let folder = app.root.path().to_owned();
    // A child in a session of its own that would outlive it.
    let script = format!(
        "#!/bin/sh\nenv > {0}/environment\nsetsid sleep 600 &\necho $! > {0}/child\nread -r hello\necho no >&2\nexit 3\n",
        folder.display()
    );
    let config = json!({ "type": "stdio", "command": program(&folder, &script) });
    failed(&tried(&app, config).await, "ended before it answered; it said: no");
    let environment = fs::read_to_string(folder.join("environment")).unwrap();
    assert!(!environment.contains(CANARY) && environment.contains("PATH="), "{environment}");
    let child = fs::read_to_string(folder.join("child")).unwrap();
    let command = fs::read_to_string(format!("/proc/{}/cmdline", child.trim())).unwrap_or_default();
    assert!(!command.contains("sleep"), "{command}");
}

#[tokio::test]
async fn what_goes_wrong_with_a_program_is_said_without_its_secrets() {
    let app = TestApp::set_up();
    failed(&tried(&app, json!({ "type": "stdio", "command": "/no/such/program" })).await, "was not found");

    let app = TestApp::set_up();
    let command = program(app.root.path(), "#!/bin/sh\nread -r hello\necho \"bad key $KEY and $1\" >&2\nexit 1\n");
    let config =
        json!({ "type": "stdio", "command": command, "args": [format!("--token={CANARY}")], "env": { "KEY": CANARY } });
    failed(&tried(&app, config).await, "bad key •••• and ••••");

    let app = TestApp::set_up();
    let error = format!("no {CANARY} here");
    let answer = json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": 1, "message": error } });
    let command = program(app.root.path(), &format!("#!/bin/sh\nread -r hello\necho '{answer}'\nread -r more\n"));
    let config = json!({ "type": "stdio", "command": command, "env": { "KEY": CANARY } });
    failed(&tried(&app, config).await, "answered with an error: no •••• here");
}

#[tokio::test(start_paused = true)]
async fn a_program_that_says_nothing_is_not_waited_for() {
    let app = TestApp::set_up();
    let config = json!({ "type": "stdio", "command": program(app.root.path(), "#!/bin/sh\nread -r a\nread -r b\n") });
    failed(&tried(&app, config).await, "did not answer within 15 seconds");
}

#[tokio::test]
async fn only_what_is_registered_can_be_tried() {
    let app = TestApp::set_up();
    let admin = app.admin("root").await;
    let path = "/api/mcp-servers/01890000-0000-7000-8000-000000000000/test";
    app.post(path, json!({})).by(&admin).send().await.refused(404, "not_found");
    let token = text(&app.personal_token(&admin).await, "token");
    app.post(path, json!({})).token(&token).send().await.refused(403, "login_needed");
}

/// Serves routes on a port of this machine for as long as the set lives.
async fn serve(routes: Router) -> (String, JoinSet<()>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut serving = JoinSet::new();
    serving.spawn(async move { axum::serve(listener, routes).await.unwrap() });
    (format!("http://{address}"), serving)
}

/// Answers the greeting as a message and the list as a stream, to whoever shows the secret.
async fn answer(headers: HeaderMap, body: String) -> (http::StatusCode, HeaderMap, String) {
    let mut told = HeaderMap::new();
    if headers.get("authorization").is_none_or(|value| value != &format!("Bearer {CANARY}")) {
        return (http::StatusCode::UNAUTHORIZED, told, format!("not {CANARY}"));
    }
    let asked: Value = serde_json::from_str(&body).unwrap_or_default();
    let in_session = headers.get("mcp-session-id").is_some_and(|session| session == "s1");
    match asked["method"].as_str() {
        Some("initialize") => {
            told.insert("mcp-session-id", "s1".parse().unwrap());
            told.insert("content-type", "application/json".parse().unwrap());
            let result = json!({ "capabilities": { "tools": {} }, "serverInfo": { "name": "web", "version": "2" } });
            (http::StatusCode::OK, told, json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result }).to_string())
        }
        Some("tools/list") if in_session => {
            told.insert("content-type", "text/event-stream".parse().unwrap());
            let notice = json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": {} });
            let result = json!({ "tools": [{ "name": "look" }] });
            let list = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result });
            (http::StatusCode::OK, told, format!(": hello\n\ndata: {notice}\n\nevent: message\r\ndata: {list}\r\n\r\n"))
        }
        _ => (http::StatusCode::ACCEPTED, told, String::new()),
    }
}

fn local() -> TestApp {
    TestApp::build(|config| config.local_mcp = LocalServers::Allowed, |_| {})
}

fn http_config(url: &str, secret: &str) -> Value {
    json!({ "type": "http", "url": url, "headers": { "Authorization": format!("Bearer {secret}") } })
}

#[tokio::test]
async fn a_server_on_the_web_is_greeted_and_tells_its_tools() {
    let (url, _serving) = serve(Router::new().route("/mcp", any(answer))).await;
    let told = tried(&local(), http_config(&format!("{url}/mcp"), CANARY)).await;
    assert_eq!((&told["ok"], &told["tools"]), (&json!(true), &json!(["look"])), "{told}");
    assert_eq!(told["server"], json!({ "name": "web", "version": "2" }));
    failed(&tried(&local(), http_config(&format!("{url}/mcp"), "wrong")).await, "the status 401");
    failed(&tried(&local(), http_config(&format!("{url}/elsewhere"), CANARY)).await, "the status 404");
}

#[tokio::test]
async fn a_server_on_this_machine_is_called_only_if_that_is_allowed() {
    let (url, mut serving) = serve(Router::new().route("/mcp", any(answer))).await;
    let port = url.rsplit(':').next().unwrap();
    for address in [url.clone(), format!("http://localhost:{port}"), format!("http://[::ffff:127.0.0.1]:{port}")] {
        failed(&tried(&TestApp::set_up(), http_config(&format!("{address}/mcp"), CANARY)).await, "--allow-local-mcp");
    }
    failed(&tried(&TestApp::set_up(), http_config("http://169.254.169.254/latest", CANARY)).await, "--allow-local-mcp");
    serving.shutdown().await;
    failed(&tried(&local(), http_config(&url, CANARY)).await, "cannot be reached");
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let (url, _serving) = serve(Router::new().route("/mcp", any(answer))).await;
    let to = format!("{url}/mcp");
    let (from, _leading) = serve(Router::new().route("/mcp", any(async move || Redirect::temporary(&to)))).await;
    failed(&tried(&local(), http_config(&format!("{from}/mcp"), CANARY)).await, "leads elsewhere (status 307)");
}

#[tokio::test]
async fn an_endless_answer_is_not_read_to_the_end() {
    let long = || async { ([("content-type", "application/json")], "x".repeat(3 * 1024 * 1024)) };
    let (url, _serving) = serve(Router::new().route("/mcp", any(long))).await;
    failed(&tried(&local(), http_config(&format!("{url}/mcp"), CANARY)).await, "more than is read");
}

#[tokio::test]
async fn what_is_masked_stays_when_a_server_is_changed() {
    let app = TestApp::set_up();
    let admin = app.admin("root").await;
    let command = program(app.root.path(), SCRIPT);
    let config = json!({ "type": "stdio", "command": command, "args": ["--key", CANARY], "env": { "LAST": "second" } });
    let made = app.post("/api/mcp-servers", json!({ "name": "old", "config": config })).by(&admin).send().await;
    let made = made.expect(201);
    let path = format!("/api/mcp-servers/{}", text(&made, "id"));
    let put = async |name: &str, config: Value| {
        app.put(&path, json!({ "name": name, "config": config })).by(&admin).send().await
    };
    let changed = put("new", made["config"].clone()).await.expect(200);
    assert_eq!((&changed["name"], &changed["config"]), (&json!("new"), &made["config"]), "what is told is masked");
    let answer = app.post(&format!("{path}/test"), json!({})).by(&admin).send().await.expect(200);
    assert_eq!(answer["ok"], json!(true), "it is reached as before: {answer}");
    let mut more = made["config"].clone();
    more["env"]["OTHER"] = json!("••••");
    let refused = put("new", more).await.expect(422);
    assert_eq!(refused["errors"][0]["path"], "/config/env/OTHER");
    let other = json!({ "type": "http", "url": "https://example.org/mcp", "headers": { "X": "••••" } });
    assert_eq!(put("new", other).await.expect(422)["errors"][0]["path"], "/config/headers/X");
}
