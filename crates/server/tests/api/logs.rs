//! No secret reaches the log or the metrics.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;

use crate::support::{PASSWORD, TestApp, text};

const CANARY: &str = "canary-7f3a9";

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Captured {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[tokio::test]
async fn logs_and_metrics_carry_no_secret() {
    let captured = Captured::default();
    let writer = captured.clone();
    let logs =
        tracing_subscriber::fmt().json().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    // For the whole process: what other tests log is looked through as well.
    tracing::subscriber::set_global_default(logs.finish()).unwrap();

    let app = TestApp::new();
    let ann = app.register_first().await;
    let password = format!("{CANARY} password");
    app.login(&ann.email, &password).await.expect(401);
    app.login(&format!("{CANARY}@example.org"), &password).await.expect(401);
    let body = json!({ "current": PASSWORD, "new": password });
    app.post("/api/me/password", body).by(&ann).send().await.expect(204);
    app.login(&ann.email, &password).await.expect(200);
    app.get("/api/me").token(CANARY).send().await.expect(401);
    app.get(&format!("/api/me?token={CANARY}")).by(&ann).send().await.expect(200);
    app.get(&format!("/api/{CANARY}")).send().await.expect(404);
    app.get(&format!("/api/projects/{CANARY}")).by(&ann).send().await.expect(404);
    app.get("/api/me").header("user-agent", CANARY).header("cookie", CANARY).send().await.expect(401);
    app.post("/api/auth/refresh", json!({ "refresh_token": CANARY })).send().await.expect(401);
    app.patch("/api/me", json!({ "name": CANARY, "more": CANARY })).by(&ann).send().await.expect(422);
    app.store.refuse_writes();
    app.patch("/api/me", json!({ "name": CANARY })).by(&ann).send().await.expect(503);
    app.store.accept_writes();
    let token = text(&app.personal_token(&ann).await, "token");
    app.get("/api/me").token(&token).send().await.expect(200);
    let metrics = String::from_utf8(app.get("/metrics").send().await.bytes).unwrap();

    let log = captured.text();
    assert!(log.contains(r#""operation":"login""#), "there is a log: {log}");
    assert!(log.contains("The store is not available"));
    let setup = app.setup.clone().unwrap();
    for secret in [CANARY, PASSWORD, &ann.email, &ann.access, &ann.refresh, &token, &setup, "argon2"] {
        assert!(!log.contains(secret), "{secret} is in the log: {log}");
        assert!(!metrics.contains(secret), "{secret} is in the metrics: {metrics}");
    }
}
