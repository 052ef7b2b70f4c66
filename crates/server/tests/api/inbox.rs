//! What waits for somebody, in which order.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

use agents::{
    Agent, Command, Conversation, Event, Failure, FailureCode, Launch, Origin, Question, QuestionOption, RequestId,
    Run, Tokens, ToolId, TurnOutcome,
};
use async_trait::async_trait;
use cards::PhaseName;
use engine::BoardId;
use serde_json::{Value, json};
use sessions::{AgentEntry, Agents, Chosen, Reach};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use crate::support::{Person, TestApp, text};

/// An agent that does once what the title of its card says, and then waits.
struct Obedient(TaskTracker);

#[async_trait]
impl Agent for Obedient {
    async fn start(&self, launch: Launch) -> Result<Run, Failure> {
        let (commands, told) = mpsc::channel(16);
        let (says, events) = mpsc::channel(16);
        self.0.spawn(obey(launch, told, says));
        Ok(Run { commands, events })
    }
}

async fn obey(launch: Launch, mut told: mpsc::Receiver<Command>, says: mpsc::Sender<Event>) {
    let Conversation::New(conversation) = launch.conversation else { panic!("it is started once") };
    drop(says.send(Event::Ready { conversation, version: None }).await);
    while let Some(command) = told.recv().await {
        match command {
            Command::Send(prompt) => {
                drop(says.send(Event::TurnStarted { model: None }).await);
                drop(says.send(Event::Delivered { messages: vec![prompt.id] }).await);
                drop(says.send(done_for(&launch, &prompt.content).await).await);
            }
            Command::Stop => {
                drop(says.send(Event::Ended { failure: None }).await);
                return;
            }
            _ => {}
        }
    }
}

async fn done_for(launch: &Launch, task: &str) -> Event {
    let (request, tool) = (RequestId("r".to_owned()), ToolId("t".to_owned()));
    let option = |label: &str| QuestionOption { label: label.to_owned(), description: String::new(), preview: None };
    if task.starts_with("# Ask") {
        let question = Question {
            question: "Which?".to_owned(),
            header: "Which".to_owned(),
            multi_select: false,
            options: vec![option("this"), option("that")],
        };
        Event::Question { request, tool, questions: vec![question], parent: None }
    } else if task.starts_with("# Propose") {
        Event::Plan { request, tool, plan: "# Plan".to_owned(), path: None }
    } else if task.starts_with("# Break") {
        Event::Ended { failure: Some(Failure::new(FailureCode::NotLoggedIn, "Nobody is logged in.").remedy("Log in.")) }
    } else {
        let fail = json!({ "rule": 1, "verdict": "fail", "note": "It is not." });
        let report = json!({ "rules": [fail, { "rule": 2, "verdict": "pass" }] });
        let answer = launch.toolbox.call(None, "report_review", report).await;
        assert!(!answer.is_error, "{}", answer.text);
        Event::TurnDone {
            outcome: TurnOutcome::Completed,
            tokens: Tokens::default(),
            run_cost_usd: 0.0,
            took: Duration::ZERO,
            origin: Origin::Person,
            messages: Vec::new(),
            point: None,
        }
    }
}

fn server() -> TestApp {
    TestApp::build(
        |config| config.agents.max_running = 8,
        |parts| {
            let agent = Arc::new(Obedient(parts.session_tasks.clone()));
            let check: Box<dyn Fn() -> Result<(), Failure> + Send + Sync> = Box::new(|| Ok(()));
            let (label, reach) = ("Obedient".to_owned(), Reach::Files);
            let entry = AgentEntry { label, reach, scripted: true, agent, past: None, check };
            let by_name = BTreeMap::from([("obedient".to_owned(), entry)]);
            parts.agents = Agents { default: "obedient".to_owned(), chosen: Chosen::ByName, by_name };
        },
    )
}

/// Makes a project with rules and its columns and cards, and returns its board.
async fn board(app: &TestApp, owner: &Person) -> (Value, BoardId) {
    let folder = app.folder("site");
    fs::write(format!("{folder}/RULES.md"), "- Be kind.\n- Be brief.\n").unwrap();
    let body = json!({ "name": "Site", "folder_path": folder, "best_practices_path": "RULES.md" });
    let project = app.post("/api/projects", body).by(owner).send().await.expect(201);
    let board = text(&project, "kanban_board_id");
    let column = |id: &str, props: Value| json!({ "op": "create", "id": id, "kind": "column", "props": props });
    let card = |id: &str, column: &str, title: &str| json!({ "op": "create", "id": id, "kind": "card", "parent": column, "props": { "title": title } });
    let ops = [
        column("narrow", json!({ "name": "Narrow", "mode": "plan", "limit": 1 })),
        column("wide", json!({ "name": "Wide", "mode": "code" })),
        column("judged", json!({ "name": "Judged", "mode": "review" })),
        card("broken", "wide", "Break"),
        card("reviewed", "judged", "Judge"),
        card("asking", "wide", "Ask"),
        card("proposing", "narrow", "Propose"),
        card("second", "narrow", "Propose too"),
        card("third", "narrow", "Propose as well"),
    ];
    let change = app.post(&format!("/api/boards/{board}/changes"), json!({ "id": "c0", "ops": ops }));
    change.by(owner).send().await.expect(200);
    (project, board.parse().unwrap())
}

/// Waits until cards are in these phases.
async fn until(app: &TestApp, board: BoardId, expected: &[(&str, PhaseName)]) {
    let mut feed = app.app.cards.watch(board).await.unwrap();
    let reached = async {
        loop {
            let statuses = app.app.cards.statuses(board).await.unwrap();
            let is_there = |(card, phase): &(&str, PhaseName)| {
                statuses.iter().any(|status| status.card_id.as_str() == *card && status.phase == *phase)
            };
            if expected.iter().all(is_there) {
                return;
            }
            feed.next().await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(30), reached).await.expect("the cards get there");
}

#[tokio::test]
async fn what_unblocks_most_comes_first_then_what_is_asked_failed_or_was_found() {
    let app = server();
    app.app.cards.recover().await.unwrap();
    let (bob, eve) = (app.member("bob").await, app.member("eve").await);
    let (project, board) = board(&app, &bob).await;
    app.join(&project, &bob, &eve, "viewer").await;
    let start = async |card: &str| {
        app.post(&format!("/api/boards/{board}/cards/{card}/start"), json!({})).by(&bob).send().await.expect(200);
        app.clock.advance(Duration::from_secs(1));
    };
    start("broken").await;
    start("reviewed").await;
    start("asking").await;
    start("proposing").await;
    until(&app, board, &[("proposing", PhaseName::Waiting)]).await;
    start("second").await;
    start("third").await;
    let phases = [
        ("broken", PhaseName::Failed),
        ("reviewed", PhaseName::Finished),
        ("asking", PhaseName::Waiting),
        ("second", PhaseName::LinedUp),
        ("third", PhaseName::LinedUp),
    ];
    until(&app, board, &phases).await;

    let inbox = app.get("/api/inbox").by(&bob).send().await.expect(200);
    let items = inbox["items"].as_array().unwrap();
    let told: Vec<String> = items
        .iter()
        .map(|item| format!("{} {} {} {}", item["kind"], item["card_title"], item["unblocks"], item["request_id"]))
        .collect();
    let expected = [
        r#""plan" "Propose" 2 "r""#,
        r#""question" "Ask" 0 "r""#,
        r#""failure" "Break" 0 null"#,
        r#""review" "Judge" 0 null"#,
    ];
    assert_eq!(told, expected, "{inbox:#}");
    assert_eq!(
        items[2]["data"],
        json!({ "code": "not_logged_in", "message": "Nobody is logged in.", "remedy": "Log in." })
    );
    let failed = json!([{ "number": 1, "text": "Be kind.", "note": "It is not." }]);
    assert_eq!(items[3]["data"], json!({ "failed": failed, "reported": true }));
    for item in items {
        let session = &item["session"];
        assert_eq!((&session["project_name"], &session["scripted"]), (&json!("Site"), &json!(true)));
        assert_eq!(session["board_id"], board.to_string());
    }
    assert_eq!(app.get("/api/inbox").by(&eve).send().await.expect(200)["items"], json!([]), "a viewer settles nothing");
}
