//! Work that ends because what it was for is gone, or is not what it was.

use serde_json::{Value, json};
use testkit::Follower;
use testkit::model_api::{Gate, Script, Turn};

use crate::cards::{Kanban, git};

/// A board whose agents never come to an end by themselves.
async fn held() -> Kanban {
    Kanban::api(Script::new().otherwise(Turn::text("Done.").wait_for(&Gate::new()))).await
}

async fn until_ended(kanban: &Kanban, session: &str) {
    let mut follower = Follower::start(&kanban.stage.ada, session, 0).await.unwrap();
    follower.until_view("the end", |view| view["status"] == "ended").await.unwrap();
}

#[tokio::test]
async fn a_column_that_is_deleted_takes_the_work_on_its_cards_with_it() {
    let mut kanban = held().await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Coding").await;
    let status = kanban.phase(&card, "running").await;
    kanban.tool("delete_column", json!({ "column": "Coding" })).await;
    kanban.watch.until_gone(&card).await;
    until_ended(&kanban, status["session_id"].as_str().unwrap()).await;
    kanban.stage.api.wait_until_idle().await;
    kanban.end().await;
}

#[tokio::test]
async fn a_board_that_is_deleted_takes_the_work_on_its_cards_with_it() {
    let kanban = held().await;
    let ada = &kanban.stage.ada;
    let new = json!({ "kind": "kanban", "title": "Second" });
    let made = ada.post(&format!("/projects/{}/boards", kanban.stage.project), new).await.unwrap();
    let board = made.body["id"].as_str().unwrap().to_owned();
    let tool = async |name: &str, input: Value| {
        let answer = ada.post(&format!("/boards/{board}/tools/{name}"), input).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["result"].clone()
    };
    let card = tool("create_card", json!({ "title": "Feed the zebra" })).await["card"].clone();
    tool("move_card", json!({ "card": card, "column": "Coding" })).await;
    kanban.stage.api.wait_for_request(|_| true).await;
    let deleted = ada.delete(&format!("/boards/{board}")).await.unwrap();
    assert_eq!(deleted.status, 204, "{}", deleted.body);
    let sessions = ada.get(&format!("/projects/{}/sessions", kanban.stage.project)).await.unwrap().body;
    until_ended(&kanban, sessions["items"][0]["id"].as_str().unwrap()).await;
    kanban.stage.api.wait_until_idle().await;
    kanban.end().await;
}

#[tokio::test]
async fn a_folder_that_was_swapped_for_a_link_is_not_followed() {
    let mut kanban = Kanban::rehearsal().await;
    kanban.repository(&[("notes.md", "# Notes\n")]).await;
    let card = kanban.card("Add a line", "To the notes.").await;
    kanban.put(&card, "Coding").await;
    kanban.phase(&card, "finished").await;
    let tree = kanban.read(&card, "").await["worktree"].clone();
    let folder = tree["folder"].as_str().unwrap();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.txt"), "the combination").unwrap();
    git(outside.path(), &["init", "--quiet"]).await;
    std::fs::rename(folder, format!("{folder}.away")).unwrap();
    std::os::unix::fs::symlink(outside.path(), folder).unwrap();
    let answer = kanban.stage.ada.get(&kanban.board(&format!("/cards/{card}/diff"))).await.unwrap();
    assert_eq!((answer.status, &answer.body["code"]), (409, &json!("refused")), "{}", answer.body);
    for what in ["commit", "merge", "update"] {
        let answer = kanban.ask(&card, what, json!({})).await;
        assert_eq!(answer.status, 409, "{what}: {}", answer.body);
    }
    let left = git(outside.path(), &["status", "--porcelain"]).await;
    assert_eq!(left, "?? secret.txt", "nothing was committed there");
    kanban.end().await;
}
