//! What a foreign page, a rebound name or a form can send.

use http::Method;
use serde_json::json;
use server::limits::{MAX_BODY_BYTES, MAX_JSON_DEPTH};

use crate::support::{HOST, PASSWORD, TestApp};

#[tokio::test]
async fn a_foreign_page_cannot_write_even_with_a_valid_token() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let rename = |origin: &str| app.patch("/api/me", json!({ "name": "B" })).by(&bob).header("origin", origin).send();
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1:7421",
        "http://localhost:7420",
        "https://127.0.0.1.evil.example:7420",
        "http://evil.example@127.0.0.1:7420",
        "file://",
        "garbage",
    ] {
        rename(origin).await.refused(403, "foreign_origin");
    }
    rename(&format!("http://{HOST}")).await.expect(200);
    rename(&format!("https://{HOST}")).await.expect(200);
    app.call(Method::OPTIONS, "/api/me")
        .header("origin", "http://evil.example")
        .send()
        .await
        .refused(403, "foreign_origin");
    let read = app.get("/api/me").by(&bob).header("origin", "http://evil.example").send().await;
    assert_eq!(read.status, 200);
    assert_eq!(read.header("access-control-allow-origin"), "", "no browser lets the foreign page read it");
}

#[tokio::test]
async fn a_foreign_page_cannot_make_the_first_account() {
    let app = TestApp::new();
    let body = json!({ "email": "eve@example.org", "password": PASSWORD, "setup": app.setup });
    let register = || app.call(Method::POST, "/api/auth/register");
    let foreign = register().json(&body).header("origin", "http://evil.example").send().await;
    foreign.refused(403, "foreign_origin");
    for content_type in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp"]
    {
        register().raw(content_type, body.to_string()).send().await.refused(415, "json_needed");
    }
    register().raw("Application/JSON; charset=utf-8", body.to_string()).send().await.expect(201);
}

#[tokio::test]
async fn a_socket_from_a_foreign_page_is_refused_before_it_is_routed() {
    let app = TestApp::set_up();
    let open = |origin: &str| {
        app.get("/api/ws")
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
            .header("sec-websocket-version", "13")
            .header("origin", origin)
            .send()
    };
    open("http://evil.example").await.refused(403, "foreign_origin");
    assert_ne!(open(&format!("http://{HOST}")).await.status, 403);
}

#[tokio::test]
async fn a_name_that_was_made_to_point_here_is_refused() {
    let app = TestApp::with(|config| config.hosts = vec!["boards.example".to_owned()]);
    for path in ["/api/openapi.json", "/healthz", "/metrics", "/nothing"] {
        for host in ["evil.example:7420", "evil.example", "127.0.0.1:80", "localhost", "192.0.2.1:7420"] {
            app.get(path).header("host", host).send().await.refused(421, "unknown_host");
        }
    }
    for host in ["127.0.0.1:7420", "localhost:7420", "[::1]:7420", "boards.example", "boards.example:443"] {
        app.get("/api/openapi.json").header("host", host).send().await.expect(200);
    }
    let mut twice = app.get("/healthz");
    twice = twice.also_header("host", "evil.example");
    twice.send().await.refused(421, "unknown_host");
}

#[tokio::test]
async fn bodies_are_taken_up_to_their_limit() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let padded = |bytes: usize| format!(r#"{{"name":"bob"{}}}"#, " ".repeat(bytes - 14));
    let send = |bytes: usize| app.call(Method::PATCH, "/api/me").by(&bob).raw("application/json", padded(bytes)).send();
    send(MAX_BODY_BYTES).await.expect(200);
    send(MAX_BODY_BYTES + 1).await.refused(413, "body_too_large");
    for (levels, complaint) in [(MAX_JSON_DEPTH - 1, "/name: invalid type"), (MAX_JSON_DEPTH, "deeper than 64")] {
        let nested = format!(r#"{{"name":{}{}}}"#, "[".repeat(levels), "]".repeat(levels));
        let refused = app.call(Method::PATCH, "/api/me").by(&bob).raw("application/json", nested).send().await;
        let refused = refused.refused(422, "invalid");
        assert!(refused["detail"].as_str().unwrap().contains(complaint), "{levels} levels in an object: {refused}");
    }
    let brackets = "[".repeat(MAX_BODY_BYTES);
    let deep = app.call(Method::PATCH, "/api/me").by(&bob).raw("application/json", brackets).send().await;
    let deep = deep.refused(422, "invalid");
    assert!(deep["detail"].as_str().unwrap().contains("deeper than 64"), "{deep}");
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_browsers_careful() {
    let app = TestApp::set_up();
    for path in ["/api/openapi.json", "/api/me", "/api/nothing", "/healthz"] {
        let answer = app.get(path).send().await;
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"));
        assert_eq!(answer.header("cache-control") == "no-store", path.starts_with("/api/"));
        assert_eq!(answer.header("x-request-id").len(), 36);
    }
}

#[tokio::test]
async fn reading_changes_nothing() {
    for operation in server::operations::all() {
        let reads = operation.name.starts_with("get_") || operation.name.starts_with("list_");
        assert_eq!(operation.method == Method::GET, reads, "{}", operation.name);
    }
}
