//! Access tokens that are not ours, and personal tokens.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::Method;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use server::access::Access;
use server::operations;

use crate::support::{KEY, Person, TestApp, text};

/// Returns what an access token says.
fn claims(person: &Person) -> Value {
    let payload = person.access.split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}

fn signed(algorithm: Algorithm, claims: &Value, key: &[u8]) -> String {
    encode(&Header::new(algorithm), claims, &EncodingKey::from_secret(key)).unwrap()
}

fn with(claims: &Value, field: &str, value: impl Into<Value>) -> Value {
    let mut claims = claims.clone();
    claims[field] = value.into();
    claims
}

fn without(claims: &Value, field: &str) -> Value {
    let mut claims = claims.clone();
    claims.as_object_mut().unwrap().remove(field);
    claims
}

#[tokio::test]
async fn only_our_own_access_tokens_count() {
    let app = TestApp::set_up();
    let (bob, eve) = (app.member("bob").await, app.member("eve").await);
    let ours = claims(&bob);
    let as_we_sign = |claims: &Value| signed(Algorithm::HS256, claims, KEY);
    app.get("/api/me").token(&as_we_sign(&ours)).send().await.expect(200);

    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let unsigned = format!("{}.{}.", part(&json!({ "alg": "none", "typ": "JWT" })), part(&ours));
    let signature = |token: &str| token.rsplit('.').next().unwrap().to_owned();
    let header = part(&json!({ "alg": "HS256", "typ": "JWT" }));
    let tampered = format!("{header}.{}.{}", part(&with(&ours, "sub", eve.id.to_string())), signature(&bob.access));
    for (what, token) in [
        ("no signature", unsigned),
        ("changed after signing", tampered),
        ("another key", signed(Algorithm::HS256, &ours, b"another key")),
        ("an empty key", signed(Algorithm::HS256, &ours, b"")),
        ("another algorithm", signed(Algorithm::HS512, &ours, KEY)),
        ("another audience", as_we_sign(&with(&ours, "aud", "somebody-else"))),
        ("another issuer", as_we_sign(&with(&ours, "iss", "somebody-else"))),
        ("no audience", as_we_sign(&without(&ours, "aud"))),
        ("no issuer", as_we_sign(&without(&ours, "iss"))),
        ("no expiry", as_we_sign(&without(&ours, "exp"))),
        ("an expiry in the past", as_we_sign(&with(&ours, "exp", 1))),
        ("another user's device", as_we_sign(&with(&ours, "sub", eve.id.to_string()))),
        ("no device", as_we_sign(&with(&ours, "device", "00000000-0000-7000-8000-000000000000"))),
        ("a refresh token", bob.refresh.clone()),
        ("nonsense", "a.b.c".to_owned()),
        ("nothing", String::new()),
    ] {
        let answer = app.get("/api/me").token(&token).send().await;
        assert_eq!(answer.status, 401, "{what}");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
    app.get("/api/me").header("authorization", "Basic Ym9iOmJvYg==").send().await.refused(401, "unauthorized");
    app.get(&format!("/api/me?access_token={}", bob.access)).send().await.refused(401, "unauthorized");
    app.get("/api/me").header("cookie", &format!("token={}", bob.access)).send().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn personal_tokens_are_shown_once_and_can_be_deleted() {
    let app = TestApp::set_up();
    let (bob, eve) = (app.member("bob").await, app.member("eve").await);
    let made = app.personal_token(&bob).await;
    let token = text(&made, "token");
    assert!(token.starts_with("tnd_"));
    assert_eq!(app.get("/api/me").token(&token).send().await.expect(200)["id"], bob.id.to_string());
    let listed = app.get("/api/me/tokens").by(&bob).send().await.expect(200);
    assert_eq!(listed["items"][0]["id"], made["id"]);
    assert!(!listed.to_string().contains(&token));

    let path = format!("/api/me/tokens/{}", text(&made, "id"));
    app.delete(&path).by(&eve).send().await.refused(404, "not_found");
    app.delete(&path).by(&bob).send().await.expect(204);
    app.get("/api/me").token(&token).send().await.refused(401, "unauthorized");
    app.delete(&path).by(&bob).send().await.refused(404, "not_found");
    app.get("/api/me").token("tnd_made_up").send().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn personal_tokens_expire() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let body = json!({ "name": "script", "expires_in_days": 1 });
    let token = text(&app.post("/api/me/tokens", body).by(&bob).send().await.expect(201), "token");
    app.clock.advance(Duration::from_hours(24).saturating_sub(Duration::from_millis(1)));
    app.get("/api/me").token(&token).send().await.expect(200);
    app.clock.advance(Duration::from_millis(1));
    app.get("/api/me").token(&token).send().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn a_personal_token_cannot_do_what_needs_a_login() {
    let app = TestApp::set_up();
    let admin = app.admin("ann").await;
    let token = text(&app.personal_token(&admin).await, "token");
    let mut walked = 0;
    for operation in operations::all() {
        if matches!(operation.access, Access::Login | Access::Admin) {
            let path = format!("/api{}", operation.path.replace("{id}", "00000000-0000-7000-8000-000000000000"));
            let answer = app.call(operation.method.clone(), &path).token(&token).json(&json!({})).send().await;
            assert_eq!(answer.refused(403, "login_needed")["status"], 403, "{}", operation.name);
            walked += 1;
        }
    }
    assert!(walked >= 9, "only {walked} operations need a login");
    assert_eq!(app.get("/api/projects").token(&token).send().await.status, 200);
    assert_eq!(app.call(Method::GET, "/api/me").token(&token).send().await.status, 200);
}

#[tokio::test]
async fn the_number_of_tokens_is_bounded() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    for _ in 0..server::limits::MAX_TOKENS_PER_USER {
        app.personal_token(&bob).await;
    }
    app.post("/api/me/tokens", json!({ "name": "more" })).by(&bob).send().await.refused(409, "limit_reached");
}
