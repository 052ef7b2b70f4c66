//! The devices one is logged in on.

use serde_json::Value;
use server::limits::MAX_DEVICES_PER_USER;

use crate::support::{PASSWORD, Person, TestApp, text};

#[tokio::test]
async fn devices_are_listed_and_can_be_logged_out() {
    let app = TestApp::set_up();
    let phone = app.member("bob").await;
    let body = serde_json::json!({ "email": phone.email, "password": PASSWORD });
    let laptop = app.post("/api/auth/login", body).header("user-agent", "Laptop/1.0").send().await;
    let laptop = Person::from(laptop.expect(200));
    let listed = app.get("/api/me/devices").by(&laptop).send().await.expect(200);
    let items = listed["items"].as_array().unwrap();
    let find = |current: bool| items.iter().find(|device| device["current"] == current).unwrap();
    assert_eq!((items.len(), &find(true)["name"]), (2, &Value::from("Laptop/1.0")));

    let eve = app.member("eve").await;
    let path = format!("/api/me/devices/{}", text(find(false), "id"));
    app.delete(&path).by(&eve).send().await.refused(404, "not_found");
    app.delete(&path).by(&laptop).send().await.expect(204);
    app.get("/api/me").by(&phone).send().await.refused(401, "unauthorized");
    app.get("/api/me").by(&laptop).send().await.expect(200);
    app.delete(&path).by(&laptop).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn a_login_too_many_logs_out_the_oldest_device() {
    let app = TestApp::set_up();
    let oldest = app.member("bob").await;
    let user = || async { store::Accounts::user(app.store.as_ref(), oldest.id).await.unwrap().unwrap() };
    let name = || server::fields::Name::parse("test").unwrap();
    for _ in 1..MAX_DEVICES_PER_USER {
        app.clock.advance(std::time::Duration::from_millis(1));
        server::auth::sign_in(&app.app, user().await, name()).await.unwrap();
    }
    app.get("/api/me").by(&oldest).send().await.expect(200);
    server::auth::sign_in(&app.app, user().await, name()).await.unwrap();
    app.get("/api/me").by(&oldest).send().await.refused(401, "unauthorized");
}
