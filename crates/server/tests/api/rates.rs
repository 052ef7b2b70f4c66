//! How often somebody may ask.

use std::time::Duration;

use serde_json::json;
use server::RateLimit;
use server::limits::{ANONYMOUS_PER_ADDRESS, CALLS_PER_USER, CREDENTIALS_PER_ADDRESS, GUESSES_PER_ACCOUNT};

use crate::support::{PASSWORD, TestApp};

#[tokio::test]
async fn an_account_cannot_be_guessed_at() {
    let app = TestApp::set_up();
    app.member("bob").await;
    app.member("eve").await;
    for account in ["bob@example.org", "nobody@example.org"] {
        for _ in 0..GUESSES_PER_ACCOUNT.burst {
            app.login(account, "wrong password").await.refused(401, "wrong_login");
        }
        let refused = app.login(account, PASSWORD).await;
        refused.refused(429, "too_many_requests");
        assert_eq!(refused.header("retry-after"), "6", "the same for {account}, known or not");
    }
    app.login("eve@example.org", PASSWORD).await.expect(200);
    app.clock.advance(GUESSES_PER_ACCOUNT.one_per);
    app.login("bob@example.org", PASSWORD).await.expect(200);
    app.login("bob@example.org", PASSWORD).await.expect(200);
    app.login("bob@example.org", "wrong password").await.refused(401, "wrong_login");
    app.login("bob@example.org", PASSWORD).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn one_address_cannot_try_many_accounts() {
    let app = TestApp::with(|config| config.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()]);
    let attempt = |peer: &str, forwarded: &str| {
        app.post("/api/auth/refresh", json!({ "refresh_token": "made up" }))
            .peer(peer)
            .header("x-forwarded-for", forwarded)
            .send()
    };
    for n in 0..CREDENTIALS_PER_ADDRESS.burst {
        attempt("192.0.2.1", &format!("198.51.100.{n}")).await.refused(401, "unauthorized");
    }
    attempt("192.0.2.1", "198.51.100.200").await.refused(429, "too_many_requests");
    attempt("192.0.2.2", "192.0.2.1").await.refused(401, "unauthorized");
    attempt("10.0.0.1", "192.0.2.1").await.refused(429, "too_many_requests");
    attempt("10.0.0.1", "192.0.2.1, 192.0.2.3").await.refused(401, "unauthorized");
    app.clock.advance(CREDENTIALS_PER_ADDRESS.one_per);
    attempt("192.0.2.1", "").await.refused(401, "unauthorized");
}

#[tokio::test]
async fn callers_with_and_without_a_token_are_counted_apart() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    for _ in 0..ANONYMOUS_PER_ADDRESS.burst {
        app.get("/api/me").token("nonsense").send().await.refused(401, "unauthorized");
    }
    app.get("/api/me").token("nonsense").send().await.refused(429, "too_many_requests");
    app.get("/api/openapi.json").send().await.refused(429, "too_many_requests");
    for _ in 0..CALLS_PER_USER.burst {
        assert_eq!(app.get("/api/me").by(&bob).send().await.status, 200);
    }
    app.get("/api/me").by(&bob).send().await.refused(429, "too_many_requests");
    app.clock.advance(Duration::from_secs(1));
    app.get("/api/me").by(&bob).send().await.expect(200);
}

#[tokio::test]
async fn limits_can_be_switched_off_for_load_tests() {
    let app = TestApp::with(|config| config.rate_limit = RateLimit::Off);
    for _ in 0..=ANONYMOUS_PER_ADDRESS.burst {
        assert_eq!(app.get("/api/me").send().await.status, 401);
    }
}
