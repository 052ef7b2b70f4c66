//! What a review says, as long as it is about the work as it is.

use serde_json::{Value, json};
use testkit::model_api::{Gate, Script, Turn};

use crate::cards::Kanban;

/// Says something to a session.
async fn say(kanban: &Kanban, session: &str, words: &str) {
    let path = format!("/sessions/{session}/message");
    let answer = kanban.stage.ada.post(&path, json!({ "content": words })).await.unwrap();
    assert!(answer.status < 300, "{}", answer.body);
}

/// A card whose work has been reviewed, with a rule that failed; returns it and the session that worked.
async fn reviewed() -> (Kanban, String, String) {
    let mut kanban = Kanban::rehearsal().await;
    kanban.repository(&[("README.md", "# Zebras\n"), ("rules.md", "- Be kind.\n- Be brief.\n")]).await;
    kanban.change_project(json!({ "best_practices_path": "rules.md" })).await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Coding").await;
    let status = kanban.arrives(&card, "Coding", "finished").await;
    let work = status["session_id"].as_str().unwrap().to_owned();
    kanban.put(&card, "Review").await;
    kanban.arrives(&card, "Review", "finished").await;
    (kanban, card, work)
}

#[tokio::test]
async fn a_review_counts_until_there_is_later_work() {
    let (mut kanban, card, work) = reviewed().await;
    let status = kanban.read(&card, "").await["status"].clone();
    assert_eq!(status["review"], json!({ "reported": true, "passed": 1, "failed": 1, "not_applicable": 0 }));
    assert_eq!(kanban.read(&card, "").await["review"]["outdated"], Value::Null);

    kanban.put(&card, "Done").await;
    say(&kanban, &work, "Add another line.").await;
    kanban.until(&card, "later work", |status| status["review"] == Value::Null).await;
    kanban.crash().await;
    let detail = kanban.read(&card, "").await;
    assert_eq!((&detail["status"]["review"], &detail["review"]["outdated"]), (&Value::Null, &json!(true)), "{detail}");

    kanban.put(&card, "Review").await;
    kanban.arrives(&card, "Review", "finished").await;
    let detail = kanban.read(&card, "").await;
    let counted = (&detail["status"]["review"]["failed"], &detail["review"]["outdated"]);
    assert_eq!(counted, (&json!(1), &Value::Null), "{detail}");
    kanban.end().await;
}

#[tokio::test]
async fn a_review_that_is_sent_back_counts_no_more_at_once() {
    let rules = "- Be kind.\n";
    let verdict = json!({ "rule": 1, "verdict": "fail", "note": "It is not." });
    let report = Turn::tool("report_review", json!({ "rules": [verdict] }));
    let gate = Gate::new();
    let held = Turn::text("Kind now.").wait_for(&gate);
    let script = Script::new().scene("review", [report, Turn::text("Filed.")]).scene("mend", [held]);
    let mut kanban = Kanban::api(script).await;
    kanban.repository(&[("rules.md", rules)]).await;
    kanban.change_project(json!({ "best_practices_path": "rules.md" })).await;
    let card = kanban.card("Feed the zebra", "Kindly. [[review]]").await;
    kanban.put(&card, "Review").await;
    let status = kanban.arrives(&card, "Review", "finished").await;
    assert_eq!(status["review"]["failed"], 1, "{status}");

    let sent = kanban.tell(&card, "send_back", json!({ "note": "[[mend]]" })).await;
    assert_eq!(sent["review"], Value::Null, "{sent}");
    assert_eq!(kanban.read(&card, "").await["review"]["outdated"], true);
    let running = kanban.arrives(&card, "Coding", "running").await;
    assert_eq!(running["review"], Value::Null, "{running}");
    gate.open();
    let done = kanban.arrives(&card, "Coding", "finished").await;
    assert_eq!(done["review"], Value::Null, "{done}");
    kanban.end().await;
}

#[tokio::test]
async fn a_review_of_work_that_is_merged_waits_for_nobody() {
    let (mut kanban, card, _) = reviewed().await;
    let inbox = async |kanban: &Kanban| kanban.stage.ada.get("/inbox").await.unwrap().body["items"].clone();
    assert_eq!(inbox(&kanban).await[0]["kind"], "review");
    assert_eq!(kanban.tell(&card, "merge", json!({})).await["outcome"], "merged");
    kanban.until(&card, "its merge", |status| status["merged"] == true).await;
    assert_eq!(inbox(&kanban).await, json!([]));
    kanban.end().await;
}

#[tokio::test]
async fn a_report_that_comes_late_is_counted() {
    let report = Turn::tool("report_review", json!({ "rules": [] }));
    let script = Script::new().scene("late", [report, Turn::text("Filed.")]).otherwise(Turn::text("I looked."));
    let mut kanban = Kanban::api(script).await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Review").await;
    let status = kanban.arrives(&card, "Review", "finished").await;
    assert_eq!(status["review"]["reported"], false, "{status}");
    kanban.put(&card, "Done").await;
    kanban.arrives(&card, "Done", "resting").await;

    say(&kanban, status["session_id"].as_str().unwrap(), "[[late]] File it.").await;
    kanban.until(&card, "the report", |status| status["review"]["reported"] == true).await;
    let detail = kanban.read(&card, "").await;
    assert_eq!(detail["review"]["reported"], true, "{detail}");
    kanban.end().await;
}
