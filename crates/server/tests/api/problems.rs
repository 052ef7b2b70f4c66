//! Whatever goes wrong, the answer is problem details. `TestCall::send` checks the form of each; these check that
//! every way to go wrong ends there.

use http::Method;
use serde_json::json;

use crate::support::{TestApp, text};

#[tokio::test]
async fn unknown_paths_and_methods() {
    let app = TestApp::set_up();
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/me/",
        "/api//me",
        "/api/%2e%2e/me",
        "/mcp/nothing",
        "/healthz/",
        "/gone.js",
    ] {
        app.get(path).send().await.refused(404, "no_route");
    }
    let answer = app.call(Method::PUT, "/api/me").send().await;
    answer.refused(405, "no_method");
    let mut allowed: Vec<&str> = answer.header("allow").split(',').collect();
    allowed.sort_unstable();
    assert_eq!(allowed, ["GET", "HEAD", "PATCH"]);
    for method in [Method::OPTIONS, Method::TRACE, Method::from_bytes(b"MADEUP").unwrap()] {
        app.call(method, "/api/me").send().await.refused(405, "no_method");
    }
    assert_eq!(app.call(Method::HEAD, "/api/openapi.json").send().await.bytes, b"");
    app.call(Method::POST, "/healthz").send().await.refused(405, "no_method");
}

#[tokio::test]
async fn bodies_that_cannot_be_read() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let send = |body: &'static [u8]| app.call(Method::PATCH, "/api/me").by(&bob).raw("application/json", body).send();
    for body in [b"".as_slice(), b"{", b"{} {}", b"{'name':1}", b"{\"name\":\"\xff\"}", b"\xef\xbb\xbf{}", b"NaN"] {
        send(body).await.refused(400, "bad_json");
    }
    for body in [b"[]".as_slice(), b"[\"a\"]", b" [null]", b"null", b"3", b"{\"name\":3}", b"{\"name\":\"a\",\"x\":1}"]
    {
        send(body).await.refused(422, "invalid");
    }
    send(b"{\"name\":\"a\",\"name\":\"b\"}").await.refused(422, "invalid");
}

#[tokio::test]
async fn ids_and_queries_that_cannot_be_read() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let get = |path: &str| app.get(path).by(&bob).send();
    for id in ["nonsense", "0", "%20", "..", "00000000-0000-7000-8000-000000000000", "%F0%9F%92%A5"] {
        get(&format!("/api/projects/{id}")).await.refused(404, "not_found");
    }
    get("/api/projects/%ff").await.refused(400, "bad_path");
    let project = text(&app.project(&bob, "p").await, "id");
    let member = |id: &str| app.delete(&format!("/api/projects/{project}/members/{id}")).by(&bob).send();
    member("nonsense").await.refused(404, "not_found");
    member("%ff").await.refused(400, "bad_path");
    for query in
        ["limit=0", "limit=201", "limit=x", "limit=", "limit=-1", "cursor=x", "cursor=", "other=1", "limit=1&limit=2"]
    {
        let refused = get(&format!("/api/projects?{query}")).await.refused(400, "bad_query");
        assert!(refused["errors"][0]["message"].is_string(), "{refused}");
    }
    get("/api/projects?limit=1").await.expect(200);
    get("/api/folders?path=%ff").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_store_that_refuses_is_unavailable_and_recovers() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    app.store.refuse_writes();
    let rename = || app.patch("/api/me", json!({ "name": "B" })).by(&bob).send();
    let refused = rename().await;
    refused.refused(503, "store_unavailable");
    assert_eq!(refused.header("retry-after"), "5");
    app.get("/api/me").by(&bob).send().await.expect(200);
    app.store.accept_writes();
    rename().await.expect(200);
}
