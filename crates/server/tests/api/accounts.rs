//! Registering, logging in, refreshing, logging out, changing the password.

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use serde_json::json;
use server::fields::Password;
use server::limits::{ACCESS_TOKEN_LIFE, PASSWORD_QUEUE, PASSWORD_WORKERS, REFRESH_TOKEN_LIFE};
use server::{AgentChoice, Registration};

use crate::support::{PASSWORD, Person, TestApp, text};

fn account(email: &str) -> serde_json::Value {
    json!({ "email": email, "password": PASSWORD })
}

#[tokio::test]
async fn the_first_account_needs_the_setup_token_and_is_admin() {
    let app = TestApp::new();
    app.post("/api/auth/register", account("ann@example.org")).send().await.refused(403, "setup_needed");
    let mut guess = account("ann@example.org");
    guess["setup"] = "guess".into();
    app.post("/api/auth/register", guess).send().await.refused(403, "setup_needed");

    let mut body = account(" Ann@Example.org");
    body["setup"] = app.setup.clone().into();
    let answer = app.post("/api/auth/register", body.clone()).send().await.expect(201);
    assert_eq!(answer["user"]["role"], "admin");
    assert_eq!(answer["user"]["email"], "ann@example.org");
    assert_eq!(answer["user"]["name"], "ann");
    assert_eq!(answer["expires_in"], 900);
    let ann = Person::from(answer);
    assert_eq!(app.get("/api/me").by(&ann).send().await.expect(200)["id"], ann.id.to_string());

    body["email"] = "eve@example.org".into();
    let second = app.post("/api/auth/register", body).send().await.expect(201);
    assert_eq!(second["user"]["role"], "member", "the setup token counts once");
}

#[tokio::test]
async fn anyone_can_ask_whether_the_first_account_is_missing_and_who_may_register() {
    for (mode, name) in [(Registration::First, "first"), (Registration::Invite, "invite"), (Registration::Open, "open")]
    {
        let app = TestApp::with(|config| config.registration = mode);
        let asked = async || {
            let told = app.get("/api/setup").send().await.expect(200);
            (told["needed"].clone(), told["registration"].clone())
        };
        assert_eq!(asked().await, (json!(true), json!(name)));
        app.register_first().await;
        assert_eq!(asked().await, (json!(false), json!(name)));
    }
}

#[tokio::test]
async fn anyone_can_ask_which_agent_works_here_and_learns_nothing_else() {
    let app = TestApp::with(|config| config.agents.choice = AgentChoice::Auto);
    let told = app.get("/api/setup").send().await.expect(200);
    let rehearsal = json!({ "name": "rehearsal", "label": "Rehearsal", "scripted": true, "found": false });
    assert_eq!(told["agent"], rehearsal);

    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("claude");
    std::fs::write(&program, "").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let app = TestApp::with(|config| config.agents.claude = program);
    let told = app.get("/api/setup").send().await.expect(200);
    assert_eq!(told["agent"], json!({ "name": "claude", "label": "Claude Code", "scripted": false, "found": true }));
}

#[tokio::test]
async fn registration_modes_decide_who_may_come() {
    for (mode, without, with_bad_invite) in [
        (Registration::First, (403, "registration_closed"), (403, "registration_closed")),
        (Registration::Invite, (403, "invite_needed"), (403, "invite_invalid")),
    ] {
        let app = TestApp::with(|config| config.registration = mode);
        app.register_first().await;
        let mut body = account("bob@example.org");
        app.post("/api/auth/register", body.clone()).send().await.refused(without.0, without.1);
        body["setup"] = app.setup.clone().into();
        app.post("/api/auth/register", body.clone()).send().await.refused(without.0, without.1);
        body["invite"] = "made up".into();
        app.post("/api/auth/register", body).send().await.refused(with_bad_invite.0, with_bad_invite.1);
    }
    let app = TestApp::new();
    app.register_first().await;
    app.post("/api/auth/register", account("bob@example.org")).send().await.expect(201);
    app.post("/api/auth/register", account("BOB@example.org")).send().await.refused(409, "email_taken");
}

#[tokio::test]
async fn an_invitation_works_once_and_until_it_expires() {
    let app = TestApp::with(|config| config.registration = Registration::Invite);
    let ann = app.register_first().await;
    let invite = || app.post("/api/invites", json!({ "expires_in_days": 2 })).by(&ann).send();
    let register = |email: &str, invite: &serde_json::Value| {
        let mut body = account(email);
        body["invite"] = invite["invite"].clone();
        app.post("/api/auth/register", body).send()
    };
    let first = invite().await.expect(201);
    let bob = register("bob@example.org", &first).await.expect(201);
    assert_eq!(bob["user"]["role"], "member");
    register("cid@example.org", &first).await.refused(403, "invite_invalid");

    let second = invite().await.expect(201);
    let listed = app.get("/api/invites").by(&ann).send().await.expect(200);
    assert_eq!(listed["items"].as_array().unwrap().len(), 1, "{listed}");
    assert_eq!(listed["items"][0]["id"], second["id"]);
    assert!(!listed.to_string().contains(&text(&second, "invite")), "the secret is shown once");
    app.delete(&format!("/api/invites/{}", text(&second, "id"))).by(&ann).send().await.expect(204);
    register("cid@example.org", &second).await.refused(403, "invite_invalid");

    let third = invite().await.expect(201);
    app.clock.advance(Duration::from_hours(48));
    register("cid@example.org", &third).await.refused(403, "invite_invalid");
}

#[tokio::test]
async fn invitations_are_refused_where_they_would_not_work() {
    let app = TestApp::with(|config| config.registration = Registration::First);
    let ann = app.register_first().await;
    app.post("/api/invites", json!({})).by(&ann).send().await.refused(409, "registration_closed");
}

#[tokio::test]
async fn an_unknown_account_and_a_wrong_password_look_the_same() {
    let app = TestApp::set_up();
    app.member("bob").await;
    let wrong = app.login("bob@example.org", "wrong password").await;
    let unknown = app.login("nobody@example.org", PASSWORD).await;
    wrong.refused(401, "wrong_login");
    assert_eq!(wrong.bytes, unknown.bytes);
    let names = |answer: &crate::support::Answer| answer.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&wrong), names(&unknown));
    app.login("Bob@Example.org", PASSWORD).await.expect(200);
}

/// An answer that came without the work of hashing would come sooner, and so tell who has an account.
#[tokio::test]
async fn an_unknown_account_costs_the_same_work_as_a_known_one() {
    let app = TestApp::set_up();
    app.member("bob").await;
    let password = || Password::parse(PASSWORD).unwrap();
    let mut others: FuturesUnordered<_> =
        (0..PASSWORD_WORKERS + PASSWORD_QUEUE).map(|_| app.app.passwords.hash(password())).collect();
    // Polled once, each of them has taken its place, and keeps it while nobody looks.
    assert!(others.next().now_or_never().is_none());
    app.login("bob@example.org", PASSWORD).await.refused(503, "busy");
    app.login("nobody@example.org", PASSWORD).await.refused(503, "busy");
}

#[tokio::test]
async fn refresh_tokens_rotate_and_reuse_revokes_the_family() {
    let app = TestApp::set_up();
    let bob = Person::from(app.login(&app.member("bob").await.email, PASSWORD).await.expect(200));
    let refresh = |token: &str| app.post("/api/auth/refresh", json!({ "refresh_token": token })).send();
    let second = Person::from(refresh(&bob.refresh).await.expect(200));
    assert_ne!(second.refresh, bob.refresh);
    app.get("/api/me").by(&second).send().await.expect(200);

    refresh(&bob.refresh).await.refused(401, "unauthorized");
    refresh(&second.refresh).await.refused(401, "unauthorized");
    app.get("/api/me").by(&second).send().await.refused(401, "unauthorized");
    app.get("/api/me").by(&bob).send().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn tokens_expire() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    app.clock.advance(ACCESS_TOKEN_LIFE.saturating_sub(Duration::from_secs(1)));
    app.get("/api/me").by(&bob).send().await.expect(200);
    app.clock.advance(Duration::from_secs(1));
    app.get("/api/me").by(&bob).send().await.refused(401, "unauthorized");
    let refreshed = app.post("/api/auth/refresh", json!({ "refresh_token": bob.refresh })).send().await.expect(200);
    let bob = Person::from(refreshed);
    app.get("/api/me").by(&bob).send().await.expect(200);
    app.clock.advance(REFRESH_TOKEN_LIFE);
    app.post("/api/auth/refresh", json!({ "refresh_token": bob.refresh })).send().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn logging_out_ends_the_device_at_once() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let logout = || app.post("/api/auth/logout", json!({ "refresh_token": bob.refresh })).send();
    logout().await.expect(204);
    app.get("/api/me").by(&bob).send().await.refused(401, "unauthorized");
    app.post("/api/auth/refresh", json!({ "refresh_token": bob.refresh })).send().await.refused(401, "unauthorized");
    logout().await.expect(204);
}

#[tokio::test]
async fn a_new_password_logs_out_all_other_devices() {
    let app = TestApp::set_up();
    let phone = app.member("bob").await;
    let laptop = Person::from(app.login(&phone.email, PASSWORD).await.expect(200));
    let change = |current: &str| {
        app.post("/api/me/password", json!({ "current": current, "new": "another good one" })).by(&laptop).send()
    };
    let refused = change("wrong password").await.refused(422, "invalid");
    assert_eq!(refused["errors"][0]["path"], "/current");
    change(PASSWORD).await.expect(204);
    app.get("/api/me").by(&laptop).send().await.expect(200);
    app.get("/api/me").by(&phone).send().await.refused(401, "unauthorized");
    app.post("/api/auth/refresh", json!({ "refresh_token": phone.refresh })).send().await.refused(401, "unauthorized");
    app.login(&phone.email, PASSWORD).await.refused(401, "wrong_login");
    app.login(&phone.email, "another good one").await.expect(200);
}

#[tokio::test]
async fn one_can_change_ones_name() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let renamed = app.patch("/api/me", json!({ "name": " Robert " })).by(&bob).send().await.expect(200);
    assert_eq!(renamed["name"], "Robert");
    assert_eq!(app.patch("/api/me", json!({})).by(&bob).send().await.expect(200)["name"], "Robert");
    assert_eq!(app.get("/api/me").by(&bob).send().await.expect(200)["name"], "Robert");
}

#[tokio::test]
async fn fields_that_are_not_valid_are_named() {
    let app = TestApp::set_up();
    for (body, path) in [
        (json!({ "email": "nonsense", "password": PASSWORD }), "/email"),
        (json!({ "email": "a@b", "password": "short" }), "/password"),
        (json!({ "email": "a@b", "password": PASSWORD, "name": "" }), "/name"),
        (json!({ "email": "a@b", "password": PASSWORD, "role": "admin" }), "/role"),
        (json!({ "email": "a@b" }), "/password"),
    ] {
        let refused = app.post("/api/auth/register", body).send().await.refused(422, "invalid");
        assert_eq!(refused["errors"][0]["path"], path, "{refused}");
    }
}
