//! Health, readiness and metrics.

use crate::support::{TestApp, text};

#[tokio::test]
async fn readiness_follows_the_store() {
    let app = TestApp::set_up();
    assert_eq!(app.get("/healthz").send().await.bytes, b"ok\n");
    assert_eq!(app.get("/readyz").send().await.bytes, b"ok\n");
    app.store.refuse_writes();
    assert_eq!(app.get("/healthz").send().await.status, 200);
    app.get("/readyz").send().await.refused(503, "store_unavailable");
    app.store.accept_writes();
    assert_eq!(app.get("/readyz").send().await.status, 200);
}

#[tokio::test]
async fn metrics_are_for_this_machine_and_for_administrators() {
    let app = TestApp::set_up();
    let (ann, bob) = (app.admin("ann").await, app.member("bob").await);
    assert_eq!(app.get("/metrics").send().await.status, 200);
    for passed_on in ["x-forwarded-for", "forwarded", "via"] {
        app.get("/metrics").header(passed_on, "192.0.2.1").send().await.refused(401, "unauthorized");
    }
    let outside = || app.get("/metrics").peer("192.0.2.1");
    outside().send().await.refused(401, "unauthorized");
    outside().by(&bob).send().await.refused(403, "admin_needed");
    let token = text(&app.personal_token(&ann).await, "token");
    let answer = outside().token(&token).send().await;
    assert_eq!(answer.status, 200);
    let metrics = String::from_utf8(answer.bytes).unwrap();
    assert!(metrics.contains(r#"tandem_requests_total{operation="create_token",status="2xx"}"#), "{metrics}");
}
