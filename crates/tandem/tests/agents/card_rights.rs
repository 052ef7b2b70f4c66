//! Who may do what with cards at work: people by their role, strangers nothing, agents nothing of it.

use serde_json::{Value, json};
use testkit::model_api::{Gate, Script, Turn};
use testkit::{Client, Socket};

use crate::cards::{Kanban, Watch};

const READS: &[&str] = &["", "/diff", "/diff/file?path=rehearsal-feed-the-zebra.md"];

/// What changes something, with a body that would be fine.
fn writes() -> Vec<(&'static str, Value)> {
    let comment = json!({ "path": "README.md", "line": 1, "text": "Why?" });
    vec![
        ("start", json!({})),
        ("stop", json!({})),
        ("send_back", json!({ "note": "Again." })),
        ("comments", json!({ "comments": [comment] })),
        ("commit", json!({})),
        ("merge", json!({})),
        ("update", json!({})),
        ("pull_request", json!({})),
        ("clean_up", json!({})),
    ]
}

async fn check_writes(client: &Client, cards: &str, status: u16) {
    for (what, body) in writes() {
        let answer = client.post(&format!("{cards}/{what}"), body).await.unwrap();
        assert_eq!(answer.status, status, "{what}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_viewer_looks_at_cards_and_a_stranger_sees_none() {
    let mut kanban = Kanban::rehearsal().await;
    kanban.repository(&[("README.md", "# Zebras\n")]).await;
    let (vic, eve) = (kanban.stage.member("vic", "viewer").await, kanban.stage.somebody("eve").await);
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Coding").await;
    let finished =
        kanban.until(&card, "its diff", |status| status["phase"] == "finished" && status["diff"]["files"] == 1).await;
    let cards = kanban.board(&format!("/cards/{card}"));
    let before = kanban.read(&card, "").await;

    let listed = vic.get(&kanban.board("/cards")).await.unwrap();
    assert_eq!((listed.status, &listed.body["items"][0]), (200, &finished));
    for what in READS {
        let seen = vic.get(&format!("{cards}{what}")).await.unwrap();
        assert_eq!(seen.status, 200, "{what}: {}", seen.body);
        let hidden = eve.get(&format!("{cards}{what}")).await.unwrap();
        assert_eq!(hidden.status, 404, "{what}: {}", hidden.body);
    }
    assert_eq!(eve.get(&kanban.board("/cards")).await.unwrap().status, 404);
    check_writes(&vic, &cards, 403).await;
    check_writes(&eve, &cards, 404).await;
    let moving = json!({ "card": card, "column": "Review" });
    for (client, status) in [(&vic, 403), (&eve, 404)] {
        let moved = client.post(&kanban.board("/tools/move_card"), moving.clone()).await.unwrap();
        assert_eq!(moved.status, status, "{}", moved.body);
    }
    assert_eq!(kanban.read(&card, "").await, before, "nothing that was refused has been done");

    let watch = Watch::open(&vic, &kanban.stage.board).await;
    assert_eq!(watch.seen, [finished]);
    let mut stranger = Socket::ready(eve.address(), &eve.token).await.unwrap();
    stranger.hear_cards();
    let refused = stranger.open(&kanban.stage.board, None).await.unwrap();
    assert_eq!((&refused["type"], &refused["status"]), (&json!("error"), &json!(404)));
    kanban.put(&card, "Pending").await;
    kanban.phase(&card, "resting").await;
    stranger.send(&json!({ "type": "ping" })).await.unwrap();
    assert_eq!(stranger.next().await.unwrap(), json!({ "type": "pong" }), "they were told something");
    kanban.end().await;
}

#[tokio::test]
async fn whoever_is_removed_hears_no_more_of_cards() {
    let gate = Gate::new();
    let mut kanban = Kanban::api(Script::new().otherwise(Turn::text("Done.").wait_for(&gate))).await;
    let vic = kanban.stage.member("vic", "viewer").await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Coding").await;
    kanban.phase(&card, "running").await;
    let mut watching = Socket::ready(vic.address(), &vic.token).await.unwrap();
    watching.hear_cards();
    watching.open(&kanban.stage.board, None).await.unwrap();
    watching.until(|message| message["type"] == "cards").await.unwrap();
    let member = format!("/projects/{}/members/{}", kanban.stage.project, vic.user["id"].as_str().unwrap());
    assert_eq!(kanban.stage.ada.delete(&member).await.unwrap().status, 204);
    gate.open();
    kanban.phase(&card, "finished").await;
    assert_eq!(watching.closing_code().await.unwrap(), 4403);
    let mut back = Socket::ready(vic.address(), &vic.token).await.unwrap();
    assert_eq!(back.open(&kanban.stage.board, None).await.unwrap()["status"], 404);
    assert_eq!(vic.get(&kanban.board("/cards")).await.unwrap().status, 404);
    kanban.end().await;
}

#[tokio::test]
async fn an_agent_has_no_tool_that_starts_approves_or_merges_anything() {
    let mut kanban = Kanban::api(Script::new()).await;
    let card = kanban.card("Feed the zebra", "[[try]]").await;
    let tools =
        ["start_card", "stop_card", "approve_plan", "merge_card", "send_card_back", "update_column", "report_review"];
    let input = json!({ "card": card, "column": "Coding", "limit": 1, "rules": [] });
    let turns = tools.map(|name| Turn::tool(name, input.clone())).into_iter().chain([Turn::text("Well.")]);
    kanban.stage.api.set_script(Script::new().scene("try", turns));
    let board = kanban.stage.ada.get(&kanban.board("")).await.unwrap().body;
    let columns = |board: &Value| -> Vec<Value> {
        board["nodes"].as_array().unwrap().iter().filter(|node| node["kind"] == "column").cloned().collect()
    };
    kanban.put(&card, "Coding").await;
    kanban.arrives(&card, "Coding", "finished").await;
    for step in 1..=tools.len() {
        let told = kanban.stage.told(&format!("try/{step}")).await;
        assert!(told.contains("There is no such tool."), "{}: {told}", tools[step - 1]);
    }
    let offered = kanban.stage.api.wait_for_request(|request| request.scene == "try/0").await;
    let names = offered.tool_names();
    assert!(names.contains(&"move_card") && !names.iter().any(|name| tools.contains(name)), "{names:?}");
    assert_eq!(columns(&kanban.stage.ada.get(&kanban.board("")).await.unwrap().body), columns(&board));
    assert_eq!(kanban.sessions(&card).await.len(), 1);

    // A review has a tool for its report, and only a review.
    let look = Turn::tool("report_review", json!({ "rules": [] }));
    kanban.stage.api.set_script(Script::new().scene("look", [look, Turn::text("Looked.")]));
    kanban.tool("update_column", json!({ "column": "Review", "prompt": "[[look]]" })).await;
    kanban.put(&card, "Review").await;
    assert_eq!(kanban.arrives(&card, "Review", "finished").await["review"]["reported"], true);
    kanban.end().await;
}
