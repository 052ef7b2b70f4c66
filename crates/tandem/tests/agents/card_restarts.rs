//! Killed at any moment, the server takes up the work on its cards where it was, once.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use testkit::is_running;
use testkit::model_api::{Gate, Script, Turn};

use crate::cards::{Kanban, rehearsing};
use crate::storm::{number, reply, seed};

const KILLS: u64 = 10;
const CARDS: usize = 5;
const COLUMNS: &[&str] = &["Pending", "Planning", "Coding", "Review", "Done"];
/// How often at most a card is looked at between an acknowledgement and the end of the server, times the round.
const LOOKS: u32 = 8;

#[tokio::test]
async fn a_move_that_was_acknowledged_starts_work_once() {
    let mut random = StdRng::seed_from_u64(seed());
    let mut kanban = Kanban::api(Script::new().otherwise(Turn::text("Done."))).await;
    for round in 0..4 {
        let card = kanban.card("Feed the zebra", "Twice a day.").await;
        kanban.drag(&card, "Coding").await;
        // Looked at for a while, so that the end comes upon it in different states.
        for _ in 0..round * random.random_range(0..LOOKS) {
            kanban.status(&card).await;
        }
        kanban.crash().await;
        kanban.arrives(&card, "Coding", "finished").await;
        let sessions = kanban.sessions(&card).await;
        assert_eq!((sessions.len(), &sessions[0]["status"]), (1, &json!("idle")), "{sessions:?}");
        let told = told(&kanban, &sessions[0]).await;
        let tasks = told.iter().filter(|text| text.contains("Do this task.")).count();
        assert_eq!(tasks, 1, "{told:?}");
    }
    kanban.end().await;
}

/// Returns what a session was told, in order.
async fn told(kanban: &Kanban, session: &Value) -> Vec<String> {
    let talk = kanban.stage.follow(session["id"].as_str().unwrap(), 0).await;
    let log = talk.log().await.into_iter().filter(|event| event["type"] == "user_message");
    log.map(|event| event["data"]["content"].as_str().unwrap().to_owned()).collect()
}

/// Waits until a card's agent has taken what it was told, and the log says so: from then on a kill cuts its turn off.
async fn until_told(kanban: &mut Kanban, card: &str) {
    let status = kanban.phase(card, "running").await;
    let mut talk = kanban.stage.follow(status["session_id"].as_str().unwrap(), 0).await;
    talk.follower.until_view("its turn", |view| view["queued_messages"] == json!([])).await.unwrap();
}

#[tokio::test]
async fn who_worked_goes_on_and_who_was_in_line_gets_a_place() {
    let gate = Gate::new();
    let mut kanban = Kanban::api(Script::new().otherwise(Turn::text("Done.").wait_for(&gate))).await;
    kanban.tool("update_column", json!({ "column": "Coding", "limit": 1 })).await;
    let mut cards = Vec::new();
    for title in ["Feed the zebra", "Brush the zebra"] {
        cards.push(kanban.card(title, "Twice a day.").await);
        kanban.put(&cards[cards.len() - 1], "Coding").await;
    }
    until_told(&mut kanban, &cards[0]).await;
    kanban.phase(&cards[1], "lined_up").await;
    kanban.crash().await;
    gate.open();
    for card in &cards {
        kanban.arrives(card, "Coding", "finished").await;
        assert_eq!(kanban.sessions(card).await.len(), 1);
    }
    let first = told(&kanban, &kanban.sessions(&cards[0]).await[0]).await;
    assert_eq!((first.len(), first[1].as_str()), (2, "Go on where you were interrupted."), "{first:?}");
    assert_eq!(told(&kanban, &kanban.sessions(&cards[1]).await[0]).await.len(), 1);
    kanban.end().await;
}

#[tokio::test]
async fn work_that_is_cut_off_again_and_again_is_left_to_a_person() {
    let gate = Gate::new();
    let mut kanban = Kanban::api(Script::new().otherwise(Turn::text("Done.").wait_for(&gate))).await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Coding").await;
    // Once for its task, and three times to go on.
    for _ in 0..4 {
        until_told(&mut kanban, &card).await;
        kanban.crash().await;
    }
    let failed = kanban.phase(&card, "failed").await;
    assert_eq!(failed["failure"]["code"], "interrupted", "{failed}");
    gate.open();
    kanban.tell(&card, "start", json!({})).await;
    kanban.phase(&card, "finished").await;
    kanban.end().await;
}

#[tokio::test]
async fn a_question_of_a_card_outlives_the_server() {
    let options = ["Yes", "No"].map(|label| json!({ "label": label, "description": label }));
    let question = json!({ "question": "Sure?", "header": "Sure", "multi_select": false, "options": options });
    let ask = Turn::tool("ask_user", json!({ "questions": [question] }));
    let script = Script::new().scene("ask", [ask]).otherwise(Turn::text("I was told: {{last_user_text}}"));
    let mut kanban = Kanban::api(script).await;
    let card = kanban.card("Feed the zebra", "[[ask]]").await;
    kanban.put(&card, "Planning").await;
    let (session, asked) = kanban.asked(&card, "question").await;
    for _ in 0..2 {
        kanban.crash().await;
        let status = kanban.status(&card).await;
        assert_eq!((&status["phase"], &status["waiting"][0]["request_id"]), (&json!("waiting"), &asked["request_id"]));
    }
    assert_eq!(kanban.stage.inbox().await.len(), 1);
    let (what, body) = reply("question", &asked).unwrap();
    let answer = kanban.stage.ada.post(&format!("/sessions/{session}{what}"), body).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    kanban.arrives(&card, "Planning", "finished").await;
    assert_eq!(kanban.sessions(&card).await.len(), 1);
    kanban.end().await;
}

#[tokio::test]
async fn the_scripted_agent_goes_on_with_what_is_answered_after_a_restart() {
    let mut kanban = Kanban::rehearsal().await;
    kanban.repository(&[("README.md", "# Zebras\n")]).await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Planning").await;
    kanban.asked(&card, "question").await;
    kanban.crash().await;
    kanban.say_yes(&card, "question").await;
    let (_, asked) = kanban.asked(&card, "plan").await;
    let plan = asked["plan"].as_str().unwrap();
    assert!(plan.starts_with("# Plan: Feed the zebra\n") && plan.contains("**Small**"), "{plan}");
    kanban.crash().await;
    kanban.say_yes(&card, "plan").await;
    kanban.arrives(&card, "Coding", "finished").await;
    let folder = kanban.read(&card, "").await["worktree"]["folder"].as_str().unwrap().to_owned();
    let written = std::fs::read_to_string(format!("{folder}/rehearsal-feed-the-zebra.md")).unwrap();
    assert!(written.ends_with("\n- Feed the zebra\n"), "{written}");
    kanban.end().await;
}

#[tokio::test]
async fn an_approved_card_is_moved_and_worked_on_whenever_the_server_dies() {
    let mut random = StdRng::seed_from_u64(seed());
    let mut kanban = Kanban::rehearsal().await;
    kanban.repository(&[("README.md", "# Zebras\n")]).await;
    for round in 0..4 {
        let card = kanban.card("Feed the zebra", "Twice a day.").await;
        kanban.put(&card, "Planning").await;
        kanban.say_yes(&card, "question").await;
        kanban.say_yes(&card, "plan").await;
        // Looked at for a while, so that the end comes upon it in different states.
        for _ in 0..round * random.random_range(0..LOOKS) {
            kanban.status(&card).await;
        }
        kanban.crash().await;
        kanban.arrives(&card, "Coding", "finished").await;
        assert_eq!(kanban.lies_in(&card).await, "Coding");
        let sessions = kanban.sessions(&card).await;
        assert_eq!((sessions.len(), &sessions[0]["mode"]), (1, &json!("code")), "{sessions:?}");
        assert!(kanban.read(&card, "").await["plan"]["text"].as_str().unwrap().contains("Feed the zebra"));
    }
    kanban.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cards_survive_a_storm_of_kills_and_drags() {
    let mut random = StdRng::seed_from_u64(seed());
    let mut kanban = Kanban::with(Script::new(), |options| rehearsing(options).with(&["--max-running=3"])).await;
    kanban.repository(&[("README.md", "# Zebras\n")]).await;
    let mut cards = BTreeMap::new();
    for number in 0..CARDS {
        cards.insert(kanban.card(&format!("Zebra {number}"), "Feed it.").await, "Pending");
    }
    for round in 1..=number("TANDEM_CRASH_ROUNDS").unwrap_or(KILLS) {
        for _ in 0..random.random_range(1..=6) {
            let card = cards.keys().nth(random.random_range(0..CARDS)).unwrap().clone();
            let column = COLUMNS[random.random_range(0..COLUMNS.len())];
            kanban.drag(&card, column).await;
            cards.insert(card, column);
            if random.random_bool(0.3) {
                kanban.settle().await;
            }
        }
        for _ in 0..random.random_range(0..20) {
            kanban.settle().await;
        }
        let agents = kanban.stage.agents();
        kanban.stage.kill().await;
        kanban.stage.check_sound().await;
        kanban.start().await;
        let left: Vec<u32> = agents.into_iter().filter(|id| is_running(*id)).collect();
        assert_eq!(left, [0; 0], "processes are left");
        println!("round {round} is over");
    }
    for (card, column) in &cards {
        check_at_rest(&mut kanban, card, column).await;
    }
    kanban.end().await;
}

/// Waits until all is done for a card that can be done without a person, and checks that it is where it was put.
async fn check_at_rest(kanban: &mut Kanban, card: &str, column: &str) {
    assert_eq!(kanban.lies_in(card).await, column);
    let rests = |status: &Value| {
        let phase = status["phase"].as_str().unwrap_or("resting");
        // What was cut off more often than it is taken up again is left to a person.
        let was_cut = phase == "failed" && status["failure"]["code"] == "interrupted";
        match column {
            "Planning" => phase == "waiting" || was_cut,
            "Coding" | "Review" => phase == "finished" || was_cut,
            _ => phase == "resting",
        }
    };
    let status = kanban.until(card, &format!("the end of it in {column}"), rests).await;
    assert!(status.is_null() || status["column_id"] == kanban.columns[column].as_str(), "{status}");
    let busy = |session: &&Value| ["queued", "running", "waiting"].contains(&session["status"].as_str().unwrap());
    let sessions = kanban.sessions(card).await;
    assert!(sessions.iter().filter(busy).count() <= 1, "{sessions:?}");
    let work = sessions.iter().filter(|session| session["mode"] != "review").count();
    assert!(work <= 1, "a card has one conversation that plans and codes: {sessions:?}");
}
