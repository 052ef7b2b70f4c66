//! Lines, queues, errors and limits: what keeps a card from being done, and what lets it go on.

use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};
use testkit::Options;
use testkit::model_api::{Gate, Script, Turn};

use crate::cards::Kanban;

const RULES: &str = "# Rules\n\n- Zebras are fed.\n- Names are words.\n";

/// Scenes that each wait at a gate of their own.
fn gated(names: &[&str]) -> (Script, Vec<Gate>) {
    let gates: Vec<Gate> = names.iter().map(|_| Gate::new()).collect();
    let scenes = names.iter().zip(&gates);
    let script =
        scenes.fold(Script::new(), |script, (name, gate)| script.scene(name, [Turn::text("Done.").wait_for(gate)]));
    (script, gates)
}

/// Makes three cards, moves them to Coding in order, and returns them.
async fn three(kanban: &Kanban) -> Vec<String> {
    let mut cards = Vec::new();
    for name in ["one", "two", "three"] {
        let card = kanban.card(name, &format!("[[{name}]]")).await;
        kanban.put(&card, "Coding").await;
        cards.push(card);
    }
    cards
}

fn says(phase: &str, place: impl Into<Value>) -> impl Fn(&Value) -> bool {
    let expected = (json!(phase), place.into());
    move |status| (&status["phase"], &status["place"]) == (&expected.0, &expected.1)
}

#[tokio::test]
async fn cards_line_up_before_a_column_with_a_limit_and_begin_in_order() {
    let (script, gates) = gated(&["one", "two", "three"]);
    let mut kanban = Kanban::api(script).await;
    kanban.tool("update_column", json!({ "column": "Coding", "limit": 1 })).await;
    let cards = three(&kanban).await;
    kanban.until(&cards[0], "work", says("running", Value::Null)).await;
    kanban.until(&cards[1], "the first place", says("lined_up", 1)).await;
    kanban.until(&cards[2], "the second place", says("lined_up", 2)).await;
    assert_eq!(kanban.status(&cards[1]).await["session_id"], Value::Null);
    // Who waits for its place can be stopped, and goes to the end of the line when it is started again.
    assert_eq!(kanban.tell(&cards[1], "stop", json!({})).await["phase"], "stopped");
    kanban.until(&cards[2], "the first place", says("lined_up", 1)).await;
    kanban.tell(&cards[1], "start", json!({})).await;
    kanban.until(&cards[1], "the second place", says("lined_up", 2)).await;

    gates[0].open();
    kanban.phase(&cards[0], "finished").await;
    kanban.phase(&cards[2], "running").await;
    kanban.until(&cards[1], "the first place", says("lined_up", 1)).await;
    gates[1].open();
    gates[2].open();
    kanban.phase(&cards[2], "finished").await;
    kanban.phase(&cards[1], "finished").await;
    let order: Vec<String> = kanban.stage.api.requests().into_iter().map(|request| request.scene).collect();
    assert_eq!(order, ["one/0", "three/0", "two/0"]);
    kanban.end().await;
}

#[tokio::test]
async fn a_column_that_changes_its_mode_changes_it_for_those_in_line_too() {
    let (script, gates) = gated(&["one", "two", "three"]);
    let mut kanban = Kanban::api(script).await;
    kanban.tool("update_column", json!({ "column": "Coding", "limit": 1 })).await;
    let cards = three(&kanban).await;
    kanban.until(&cards[1], "the first place", says("lined_up", 1)).await;
    kanban.tool("update_column", json!({ "column": "Coding", "mode": "plan" })).await;
    kanban.settle().await;
    for gate in &gates {
        gate.open();
    }
    kanban.phase(&cards[1], "finished").await;
    let modes =
        async |card| kanban.sessions(card).await.iter().map(|session| session["mode"].clone()).collect::<Vec<_>>();
    assert_eq!((modes(&cards[0]).await, modes(&cards[1]).await), (vec![json!("code")], vec![json!("plan")]));
    kanban.end().await;
}

#[tokio::test]
async fn a_plan_that_nobody_approved_leads_nowhere() {
    let mut kanban = Kanban::api(Script::new().scene("plan", [Turn::text("This is what I would do.")])).await;
    kanban.tool("update_column", json!({ "column": "Planning", "done_to": "Review" })).await;
    let card = kanban.card("A plan", "[[plan]]").await;
    kanban.put(&card, "Planning").await;
    kanban.phase(&card, "finished").await;
    kanban.settle().await;
    assert_eq!(kanban.lies_in(&card).await, "Planning");
    kanban.end().await;
}

#[tokio::test]
async fn cards_queue_when_the_server_has_no_place() {
    let (script, gates) = gated(&["one", "two", "three"]);
    let mut kanban = Kanban::with(script, |options| options.with(&["--agent=api", "--max-running=1"])).await;
    let cards = three(&kanban).await;
    kanban.until(&cards[0], "work", says("running", Value::Null)).await;
    kanban.until(&cards[1], "the first place", says("queued", 1)).await;
    kanban.until(&cards[2], "the second place", says("queued", 2)).await;
    kanban.put(&cards[1], "Pending").await;
    kanban.arrives(&cards[1], "Pending", "resting").await;
    kanban.until(&cards[2], "the first place", says("queued", 1)).await;
    gates[0].open();
    kanban.phase(&cards[0], "finished").await;
    kanban.phase(&cards[2], "running").await;
    gates[2].open();
    kanban.phase(&cards[2], "finished").await;
    assert!(!kanban.stage.api.requests().iter().any(|request| request.scene.starts_with("two")));
    kanban.end().await;
}

#[tokio::test]
async fn a_failed_card_stays_where_it_is_until_it_is_tried_again() {
    let refused = Turn::error(401, "authentication_error", "invalid x-api-key").times(1).and_text("Done.");
    let mut kanban = Kanban::api(Script::new().scene("work", [refused]).scene("look", [Turn::text("Fine.")])).await;
    kanban.tool("update_column", json!({ "column": "Coding", "done_to": "Review" })).await;
    kanban.tool("update_column", json!({ "column": "Review", "prompt": "[[look]]" })).await;
    let card = kanban.card("Feed the zebra", "[[work]]").await;
    kanban.put(&card, "Coding").await;
    let failed = kanban.arrives(&card, "Coding", "failed").await;
    assert_eq!(failed["failure"]["code"], "unauthorized", "{failed}");
    assert!(failed["failure"]["remedy"].is_string(), "{failed}");
    assert_eq!(kanban.lies_in(&card).await, "Coding");
    let inbox = kanban.stage.inbox().await;
    assert_eq!((inbox.len(), &inbox[0]["kind"]), (1, &json!("failure")), "{inbox:?}");

    kanban.tell(&card, "start", json!({})).await;
    let reviewed = kanban.arrives(&card, "Review", "finished").await;
    assert_eq!((&reviewed["mode"], &reviewed["failure"]), (&json!("review"), &Value::Null));
    assert_eq!(kanban.lies_in(&card).await, "Review");
    let moved = kanban.last_change().await;
    assert_eq!(moved["author"], json!({ "type": "system" }), "{moved}");
    let sessions = kanban.sessions(&card).await;
    let turns: Vec<(&Value, &Value)> = sessions.iter().map(|session| (&session["mode"], &session["turns"])).collect();
    assert_eq!(turns, [(&json!("review"), &json!(1)), (&json!("code"), &json!(2))]);
    kanban.end().await;
}

#[tokio::test]
async fn a_used_up_account_parks_a_card_which_goes_on_by_itself() {
    let now = UNIX_EPOCH.elapsed().unwrap();
    let resets = (now + Duration::from_secs(9)).as_secs().to_string();
    let limit = Turn::error(429, "rate_limit_error", "Limit")
        .header("retry-after", "3600")
        .header("anthropic-ratelimit-unified-reset", &resets)
        .times(1)
        .and_text("Done.");
    let mut kanban = Kanban::api(Script::new().scene("work", [limit])).await;
    kanban.tool("update_column", json!({ "column": "Coding", "done_to": "Done" })).await;
    let card = kanban.card("Feed the zebra", "[[work]]").await;
    kanban.put(&card, "Coding").await;
    let parked = kanban.arrives(&card, "Coding", "parked").await;
    assert!(parked["until"].as_str() > parked["since"].as_str(), "{parked}");
    assert_eq!((kanban.lies_in(&card).await.as_str(), &parked["failure"]), ("Coding", &Value::Null));
    // It is neither done nor failed, whoever asks meanwhile, and outlives the server.
    kanban.crash().await;
    let still = kanban.status(&card).await;
    assert_eq!((&still["phase"], &still["until"]), (&parked["phase"], &parked["until"]), "{still}");

    kanban.arrives(&card, "Done", "resting").await;
    let went_on = UNIX_EPOCH.elapsed().unwrap().as_secs();
    assert!(went_on >= resets.parse().unwrap(), "it did not wait until {resets}");
    let phases = kanban.watch.phases(&card);
    let first = phases.iter().position(|phase| *phase != "parked").unwrap();
    assert!(!phases[..first].contains(&"finished") && !phases.contains(&"failed"), "{phases:?}");
    let sessions = kanban.sessions(&card).await;
    assert_eq!((sessions.len(), &sessions[0]["turns"]), (1, &json!(2)));
    kanban.stage.told_in_words("Go on where you were interrupted.").await;
    kanban.end().await;
}

fn report(second: &str) -> Turn {
    let rules = json!([
        { "rule": 1, "verdict": "pass" },
        { "rule": 2, "verdict": second, "note": "A name is `x1`.", "places": [{ "file": "a.txt", "line": 1 }] },
    ]);
    Turn::tool("report_review", json!({ "rules": rules, "summary": "Looked at everything." }))
}

#[tokio::test]
async fn a_review_moves_a_card_on_only_when_no_rule_failed() {
    let script = |verdict: &str| Script::new().scene("look", [report(verdict), Turn::text("Looked.")]);
    let mut kanban = Kanban::api(script("fail")).await;
    std::fs::write(kanban.stage.file("rules.md"), RULES).unwrap();
    kanban.change_project(json!({ "best_practices_path": "rules.md" })).await;
    kanban.tool("update_column", json!({ "column": "Review", "done_to": "Done", "prompt": "[[look]]" })).await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Review").await;
    let failed = kanban.arrives(&card, "Review", "finished").await;
    assert_eq!(failed["review"], json!({ "reported": true, "passed": 1, "failed": 1, "not_applicable": 0 }));
    kanban.settle().await;
    assert_eq!(kanban.lies_in(&card).await, "Review");
    let inbox = kanban.stage.inbox().await;
    assert_eq!((inbox.len(), &inbox[0]["kind"]), (1, &json!("review")), "{inbox:?}");
    assert_eq!(inbox[0]["data"]["failed"][0]["number"], 2, "{inbox:?}");

    kanban.stage.api.set_script(script("not_applicable"));
    kanban.tell(&card, "start", json!({})).await;
    let passed = kanban.arrives(&card, "Done", "resting").await;
    assert_eq!(passed["review"], json!({ "reported": true, "passed": 1, "failed": 0, "not_applicable": 1 }));
    assert_eq!(kanban.stage.inbox().await, Vec::<Value>::new());
    assert_eq!(kanban.sessions(&card).await.len(), 2, "each review is a session of its own");
    kanban.end().await;
}

#[tokio::test]
async fn what_is_not_there_fails_a_card_with_a_remedy() {
    let without = |options: Options| Options {
        arguments: vec!["--agent=claude".into(), "--claude=/nowhere/claude".into()],
        ..options
    };
    let mut kanban = Kanban::with(Script::new(), without).await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Coding").await;
    let failed = kanban.arrives(&card, "Coding", "failed").await;
    assert_eq!(failed["failure"]["code"], "agent_missing", "{failed}");
    assert!(failed["failure"]["remedy"].as_str().unwrap().contains("npm install"), "{failed}");

    std::fs::remove_dir_all(kanban.stage.file("")).unwrap();
    let other = kanban.card("Brush the zebra", "Once a day.").await;
    kanban.put(&other, "Planning").await;
    let failed = kanban.arrives(&other, "Planning", "failed").await;
    assert_eq!(failed["failure"]["code"], "folder_gone", "{failed}");
    assert!(failed["failure"]["remedy"].is_string(), "{failed}");
    // When it is back, the card can be tried again: what was said to its agent is kept.
    kanban.stage.server().project_folder("stage").unwrap();
    kanban.tell(&other, "start", json!({})).await;
    kanban.until(&other, "the next reason", |status| status["failure"]["code"] == "agent_missing").await;
    kanban.end().await;
}

#[tokio::test]
async fn work_in_files_waits_for_an_agent_that_has_them() {
    // There is a key for the model API, and no Claude Code.
    let found = |options: Options| Options { arguments: vec!["--claude=/nowhere/claude".into()], ..options };
    let script = Script::new().scene("zebra", [Turn::text("I have read the card.")]);
    let mut kanban = Kanban::with(script, found).await;
    assert_eq!(kanban.stage.ada.get("/agents").await.unwrap().body["default"], "api");
    for column in ["Planning", "Coding", "Review"] {
        let card = kanban.card("Feed the zebra", "Twice a day.").await;
        kanban.put(&card, column).await;
        let failed = kanban.arrives(&card, column, "failed").await;
        assert_eq!(failed["failure"]["code"], "agent_missing", "{failed}");
        assert!(
            failed["failure"]["message"].as_str().unwrap().contains("Model API, works on boards alone"),
            "{failed}"
        );
        let remedy = "Install Claude Code, or choose an agent for this column.";
        assert_eq!(failed["failure"]["remedy"], remedy, "{failed}");
    }
    assert!(kanban.stage.api.requests().is_empty(), "nobody was asked");

    // Whoever chooses it for a column knows what it can do.
    kanban.tool("update_column", json!({ "column": "Coding", "agent": "api" })).await;
    let card = kanban.card("Feed the zebra", "[[zebra]]").await;
    kanban.put(&card, "Coding").await;
    kanban.phase(&card, "finished").await;
    kanban.end().await;
}
