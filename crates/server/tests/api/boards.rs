//! The boards of a project.

use serde_json::json;

use crate::support::{TestApp, text};

#[tokio::test]
async fn a_project_starts_with_its_kanban_board() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let project = app.project(&bob, "p").await;
    let boards = format!("/api/projects/{}/boards", text(&project, "id"));
    let listed = app.get(&boards).by(&bob).send().await.expect(200);
    assert_eq!(listed["items"][0]["id"], project["kanban_board_id"]);
    assert_eq!(listed["items"][0]["kind"], "kanban");
    let own = format!("/api/boards/{}", text(&project, "kanban_board_id"));
    app.delete(&own).by(&bob).send().await.refused(409, "kanban_board_needed");
}

#[tokio::test]
async fn boards_are_made_renamed_and_deleted() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let project = app.project(&bob, "p").await;
    let boards = format!("/api/projects/{}/boards", text(&project, "id"));
    let create = |body| app.post(&boards, body).by(&bob).send();
    let unknown = create(json!({ "kind": "sculpture", "title": "T" })).await.refused(422, "invalid");
    assert_eq!(unknown["errors"][0]["path"], "/kind");
    let empty = create(json!({ "kind": "kanban", "title": " " })).await.refused(422, "invalid");
    assert_eq!(empty["errors"][0]["path"], "/title");

    let made = create(json!({ "kind": "kanban", "title": " Plan " })).await.expect(201);
    assert_eq!(made["title"], "Plan");
    let path = format!("/api/boards/{}", text(&made, "id"));
    let renamed = app.patch(&path, json!({ "title": "Later" })).by(&bob).send().await.expect(200);
    assert_eq!(renamed["title"], "Later");
    app.delete(&path).by(&bob).send().await.expect(204);
    app.delete(&path).by(&bob).send().await.refused(404, "not_found");
    assert_eq!(app.get(&boards).by(&bob).send().await.expect(200)["items"].as_array().unwrap().len(), 1);
}
