//! Whoever may no longer do something is named to open sockets, after the store has it.

use futures_util::FutureExt;
use serde_json::json;
use server::revocations::{Revocation, RevocationListener};

use crate::support::{PASSWORD, Person, TestApp, text};

/// Returns what was published before the answer came; a test that waited for more could wait for ever.
async fn next(listener: &mut RevocationListener) -> Revocation {
    let published = tokio::task::unconstrained(async { listener.next().now_or_never().flatten() });
    published.await.expect("something was published")
}

async fn device(app: &TestApp, person: &Person) -> store::DeviceId {
    let listed = app.get("/api/me/devices").by(person).send().await.expect(200);
    let current = listed["items"].as_array().unwrap().iter().find(|device| device["current"] == true).unwrap().clone();
    text(&current, "id").parse().unwrap()
}

#[tokio::test]
async fn devices_and_tokens_that_end_are_named() {
    let app = TestApp::set_up();
    let mut listener = app.app.revocations.subscribe();
    let bob = app.member("bob").await;
    let phone = Person::from(app.login(&bob.email, PASSWORD).await.expect(200));
    let phone_device = device(&app, &phone).await;
    app.post("/api/auth/logout", json!({ "refresh_token": phone.refresh })).send().await.expect(204);
    assert_eq!(next(&mut listener).await, Revocation::Device(phone_device));

    let tablet = Person::from(app.login(&bob.email, PASSWORD).await.expect(200));
    let tablet_device = device(&app, &tablet).await;
    app.delete(&format!("/api/me/devices/{tablet_device}")).by(&bob).send().await.expect(204);
    assert_eq!(next(&mut listener).await, Revocation::Device(tablet_device));

    let laptop = Person::from(app.login(&bob.email, PASSWORD).await.expect(200));
    let laptop_device = device(&app, &laptop).await;
    let refresh = || app.post("/api/auth/refresh", json!({ "refresh_token": laptop.refresh })).send();
    refresh().await.expect(200);
    refresh().await.refused(401, "unauthorized");
    assert_eq!(next(&mut listener).await, Revocation::Device(laptop_device));

    let desk = Person::from(app.login(&bob.email, PASSWORD).await.expect(200));
    let desk_device = device(&app, &desk).await;
    let body = json!({ "current": PASSWORD, "new": "another good one" });
    app.post("/api/me/password", body).by(&bob).send().await.expect(204);
    assert_eq!(next(&mut listener).await, Revocation::Device(desk_device));

    let token = app.personal_token(&bob).await;
    app.delete(&format!("/api/me/tokens/{}", text(&token, "id"))).by(&bob).send().await.expect(204);
    assert_eq!(next(&mut listener).await, Revocation::Token(text(&token, "id").parse().unwrap()));
}

#[tokio::test]
async fn memberships_boards_and_projects_that_end_are_named() {
    let app = TestApp::set_up();
    let (bob, eve) = (app.member("bob").await, app.member("eve").await);
    let project = app.project(&bob, "p").await;
    let id: store::ProjectId = text(&project, "id").parse().unwrap();
    let mut listener = app.app.revocations.subscribe();
    let membership = Revocation::Membership { project: id, user: eve.id };
    app.join(&project, &bob, &eve, "editor").await;
    assert_eq!(next(&mut listener).await, membership);
    app.join(&project, &bob, &eve, "viewer").await;
    assert_eq!(next(&mut listener).await, membership);
    app.delete(&format!("/api/projects/{id}/members/{}", eve.id)).by(&bob).send().await.expect(204);
    assert_eq!(next(&mut listener).await, membership);

    let body = json!({ "kind": "kanban", "title": "B" });
    let board = app.post(&format!("/api/projects/{id}/boards"), body).by(&bob).send().await.expect(201);
    app.delete(&format!("/api/boards/{}", text(&board, "id"))).by(&bob).send().await.expect(204);
    assert_eq!(next(&mut listener).await, Revocation::Board(text(&board, "id").parse().unwrap()));
    app.delete(&format!("/api/projects/{id}")).by(&bob).send().await.expect(204);
    assert_eq!(next(&mut listener).await, Revocation::Project(id));
}
