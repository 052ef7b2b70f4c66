//! Cards that are dragged about while agents work on them.

use serde_json::{Value, json};
use testkit::is_running;
use testkit::model_api::{Gate, Script, Turn};

use crate::cards::Kanban;

/// A board whose agents all wait at a gate before they say anything.
async fn held() -> (Kanban, Gate) {
    let gate = Gate::new();
    let kanban = Kanban::api(Script::new().otherwise(Turn::text("Done.").wait_for(&gate))).await;
    (kanban, gate)
}

/// Returns the sessions of a card that are at work.
async fn at_work(kanban: &Kanban, card: &str) -> Vec<Value> {
    let busy = |session: &Value| ["queued", "running", "waiting"].contains(&session["status"].as_str().unwrap());
    kanban.sessions(card).await.into_iter().filter(busy).collect()
}

#[tokio::test]
async fn a_card_that_is_dragged_away_rests_and_goes_on_when_it_comes_back() {
    let (mut kanban, gate) = held().await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Planning").await;
    let first = kanban.arrives(&card, "Planning", "running").await;
    assert_eq!((&first["mode"], &first["agent"], &first["scripted"]), (&json!("plan"), &json!("api"), &json!(false)));
    kanban.put(&card, "Pending").await;
    kanban.arrives(&card, "Pending", "resting").await;
    kanban.stage.api.wait_until_idle().await;
    assert_eq!(at_work(&kanban, &card).await, Vec::<Value>::new());

    kanban.put(&card, "Planning").await;
    let second = kanban.arrives(&card, "Planning", "running").await;
    assert_eq!(second["session_id"], first["session_id"]);
    // To where nothing is done, in one go past a column that would have started something.
    kanban.drag(&card, "Coding").await;
    kanban.put(&card, "Done").await;
    kanban.arrives(&card, "Done", "resting").await;
    kanban.stage.api.wait_until_idle().await;

    kanban.put(&card, "Planning").await;
    gate.open();
    kanban.arrives(&card, "Planning", "finished").await;
    assert_eq!(kanban.sessions(&card).await.len(), 1);
    kanban.end().await;
}

#[tokio::test]
async fn a_card_that_is_back_before_its_agent_has_stopped_goes_on() {
    let (mut kanban, gate) = held().await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Planning").await;
    kanban.phase(&card, "running").await;
    for is_heard in [false, true, true, false] {
        kanban.drag(&card, "Pending").await;
        if is_heard {
            kanban.settle().await;
        }
        kanban.put(&card, "Planning").await;
        kanban.arrives(&card, "Planning", "running").await;
        assert_eq!(at_work(&kanban, &card).await.len(), 1);
    }
    gate.open();
    kanban.arrives(&card, "Planning", "finished").await;
    assert_eq!(kanban.sessions(&card).await.len(), 1);
    kanban.end().await;
}

#[tokio::test]
async fn a_card_that_is_dragged_past_is_reviewed_by_another_session() {
    let (mut kanban, gate) = held().await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Planning").await;
    let planning = kanban.phase(&card, "running").await;
    kanban.put(&card, "Review").await;
    let review = kanban.arrives(&card, "Review", "running").await;
    assert_eq!(review["mode"], "review");
    assert_ne!(review["session_id"], planning["session_id"]);
    let working = at_work(&kanban, &card).await;
    assert_eq!((working.len(), &working[0]["id"], &working[0]["mode"]), (1, &review["session_id"], &json!("review")));
    gate.open();
    let done = kanban.arrives(&card, "Review", "finished").await;
    assert_eq!(done["review"]["reported"], false, "it has filed nothing");
    assert_eq!(kanban.stage.inbox().await[0]["kind"], "review");
    kanban.end().await;
}

#[tokio::test]
async fn within_its_column_a_card_is_only_somewhere_else() {
    let (mut kanban, gate) = held().await;
    let first = kanban.card("Feed the zebra", "Twice a day.").await;
    let second = kanban.card_in("Planning", "Brush the zebra", "Once a day.").await;
    kanban.put(&first, "Planning").await;
    kanban.phase(&first, "running").await;
    kanban.stage.api.wait_for_request(|_| true).await;
    let before = kanban.status(&first).await;
    for (card, next) in [(&first, &second), (&second, &first), (&first, &second)] {
        kanban.tool("move_card", json!({ "card": card, "column": "Planning", "before": next })).await;
    }
    kanban.settle().await;
    let after = kanban.status(&first).await;
    for field in ["phase", "since", "session_id"] {
        assert_eq!(after[field], before[field], "{after}");
    }
    assert_eq!(kanban.status(&second).await, Value::Null);
    assert_eq!(kanban.stage.api.requests().len(), 1);
    gate.open();
    kanban.phase(&first, "finished").await;
    kanban.end().await;
}

#[tokio::test]
async fn a_new_card_waits_for_a_person_who_can_start_and_stop_it() {
    let (mut kanban, gate) = held().await;
    let card = kanban.card_in("Planning", "Feed the zebra", "Twice a day.").await;
    kanban.settle().await;
    assert_eq!(kanban.status(&card).await, Value::Null);
    kanban.tell(&card, "start", json!({})).await;
    let running = kanban.phase(&card, "running").await;
    let refused = kanban.ask(&card, "start", json!({})).await;
    assert_eq!((refused.status, &refused.body["code"]), (409, &json!("busy")));
    kanban.tell(&card, "stop", json!({})).await;
    kanban.phase(&card, "stopped").await;
    kanban.stage.api.wait_until_idle().await;
    assert_eq!(kanban.tell(&card, "stop", json!({})).await["phase"], "stopped", "it is stopped already");

    kanban.tell(&card, "start", json!({})).await;
    assert_eq!(kanban.phase(&card, "running").await["session_id"], running["session_id"]);
    gate.open();
    kanban.phase(&card, "finished").await;
    kanban.stage.told_in_words("Go on where you were interrupted.").await;

    let other = kanban.card("Brush the zebra", "Once a day.").await;
    let refused = kanban.ask(&other, "start", json!({})).await;
    assert_eq!((refused.status, &refused.body["code"]), (409, &json!("no_mode")));
    assert_eq!(kanban.ask("nobody", "start", json!({})).await.status, 404);
    kanban.end().await;
}

#[tokio::test]
async fn a_card_that_is_new_and_moved_at_once_is_a_card_that_was_moved() {
    let (mut kanban, gate) = held().await;
    let (pending, planning) = (&kanban.columns["Pending"], &kanban.columns["Planning"]);
    let make = |id: &str| json!({ "op": "create", "id": id, "kind": "card", "parent": pending, "props": { "title": "Zebra" } });
    let put = |id: &str| json!({ "op": "move", "id": id, "parent": planning });
    // In one change, so that nobody sees it where it was made.
    let change = json!({ "id": "at-once", "ops": [make("one"), make("two"), put("one")] });
    let answer = kanban.stage.ada.post(&kanban.board("/changes"), change).await.unwrap();
    assert!(answer.status < 300, "{}", answer.body);
    kanban.settle().await;
    kanban.arrives("one", "Planning", "running").await;
    assert_eq!(kanban.status("two").await, Value::Null);
    gate.open();
    kanban.phase("one", "finished").await;
    kanban.end().await;
}

#[tokio::test]
async fn of_two_people_who_drag_a_card_the_last_one_wins() {
    let (mut kanban, gate) = held().await;
    let bob = kanban.stage.member("bob", "editor").await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    let path = kanban.board("/tools/move_card");
    let rounds =
        [("Planning", "Coding"), ("Review", "Pending"), ("Coding", "Review"), ("Done", "Planning"), ("Coding", "Done")];
    for (mine, yours) in rounds {
        let body = |column: &str| json!({ "card": card, "column": column });
        let (one, two) = tokio::join!(kanban.stage.ada.post(&path, body(mine)), bob.post(&path, body(yours)));
        assert_eq!((one.unwrap().status, two.unwrap().status), (200, 200));
        kanban.settle().await;
        let column = kanban.lies_in(&card).await;
        assert!([mine, yours].contains(&column.as_str()), "{column}");
        let expected = match column.as_str() {
            "Planning" => Some("plan"),
            "Coding" => Some("code"),
            "Review" => Some("review"),
            _ => None,
        };
        match expected {
            Some(mode) => {
                let status = kanban.arrives(&card, &column, "running").await;
                assert_eq!(status["mode"], mode, "{status}");
                let working = at_work(&kanban, &card).await;
                assert_eq!((working.len(), &working[0]["id"]), (1, &status["session_id"]), "{working:?}");
            }
            None => drop(kanban.arrives(&card, &column, "resting").await),
        }
    }
    gate.open();
    kanban.put(&card, "Coding").await;
    kanban.arrives(&card, "Coding", "finished").await;
    kanban.end().await;
}

#[tokio::test]
async fn a_deleted_card_has_no_agent_and_comes_back_at_rest() {
    let mut kanban = Kanban::rehearsal().await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Planning").await;
    let (session, _) = kanban.asked(&card, "question").await;
    let mut talk = kanban.stage.follow(&session, 0).await;
    let processes = kanban.stage.agents();
    assert_eq!(processes.len(), 1);
    kanban.tool("delete_card", json!({ "card": card })).await;
    kanban.watch.until_gone(&card).await;
    assert_eq!(kanban.status(&card).await, Value::Null);
    talk.follower.until_view("its end", |view| view["status"] == "ended").await.unwrap();
    assert!(!processes.iter().any(|id| is_running(*id)), "{processes:?}");
    assert_eq!(kanban.stage.inbox().await, Vec::<Value>::new());

    let undone = kanban.stage.ada.post(&kanban.board("/undo"), json!({})).await.unwrap();
    assert_eq!(undone.status, 200, "{}", undone.body);
    kanban.settle().await;
    kanban.arrives(&card, "Planning", "resting").await;
    assert_eq!(kanban.stage.agents(), [0; 0]);
    kanban.tell(&card, "start", json!({})).await;
    kanban.asked(&card, "question").await;
    kanban.end().await;
}

#[tokio::test]
async fn a_drag_that_is_taken_back_stops_work_and_starts_none() {
    let (mut kanban, gate) = held().await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Planning").await;
    kanban.phase(&card, "running").await;
    for (what, column) in [("undo", "Pending"), ("redo", "Planning"), ("undo", "Pending")] {
        take_back(&kanban, what).await;
        kanban.arrives(&card, column, "resting").await;
        assert_eq!(at_work(&kanban, &card).await, Vec::<Value>::new(), "after the {what}");
    }
    // Work that is under way stops as well when an undo takes the card to where other work would start.
    for column in ["Review", "Coding"] {
        kanban.put(&card, column).await;
        kanban.arrives(&card, column, "running").await;
    }
    take_back(&kanban, "undo").await;
    kanban.arrives(&card, "Review", "resting").await;
    assert_eq!(at_work(&kanban, &card).await, Vec::<Value>::new());
    gate.open();
    kanban.tell(&card, "start", json!({})).await;
    assert_eq!(kanban.arrives(&card, "Review", "finished").await["mode"], "review");
    kanban.end().await;
}

#[tokio::test]
async fn a_new_card_that_an_undo_puts_back_rests() {
    let (mut kanban, _gate) = held().await;
    let card = kanban.card_in("Coding", "Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Done").await;
    take_back(&kanban, "undo").await;
    assert_eq!((kanban.lies_in(&card).await.as_str(), kanban.status(&card).await), ("Coding", Value::Null));
    kanban.tell(&card, "start", json!({})).await;
    kanban.arrives(&card, "Coding", "running").await;
    kanban.end().await;
}

/// Takes the last change of the board back, or brings it back, and lets it be heard of.
async fn take_back(kanban: &Kanban, what: &str) {
    let answer = kanban.stage.ada.post(&kanban.board(&format!("/{what}")), json!({})).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    kanban.settle().await;
}

#[tokio::test]
async fn an_agent_that_moves_its_own_card_starts_nothing() {
    let mut kanban = Kanban::api(Script::new()).await;
    let card = kanban.card("Feed the zebra", "[[sneak]]").await;
    let sneak = |column: &str| {
        let step = Turn::tool("move_card", json!({ "card": card, "column": column }));
        Script::new().scene("sneak", [step, Turn::text("Moved.")]).scene("again", [Turn::text("Again.")])
    };
    kanban.stage.api.set_script(sneak("Coding"));
    kanban.put(&card, "Planning").await;
    let planned = kanban.arrives(&card, "Planning", "finished").await;
    assert_eq!(planned["mode"], "plan");
    assert!(kanban.stage.told("sneak/1").await.contains("no such tool"), "while planning nothing is moved");
    assert_eq!((kanban.lies_in(&card).await.as_str(), kanban.sessions(&card).await.len()), ("Planning", 1));

    let other = kanban.card("Brush the zebra", "[[brush]]").await;
    let steps =
        ["Review", "Planning"].map(|column| Turn::tool("move_card", json!({ "card": other, "column": column })));
    kanban.stage.api.set_script(Script::new().scene("brush", steps.into_iter().chain([Turn::text("Moved.")])));
    kanban.put(&other, "Coding").await;
    kanban.arrives(&other, "Planning", "finished").await;
    kanban.settle().await;
    let sessions = kanban.sessions(&other).await;
    assert_eq!((sessions.len(), &sessions[0]["mode"], &sessions[0]["turns"]), (1, &json!("code"), &json!(1)));
    kanban.end().await;
}
