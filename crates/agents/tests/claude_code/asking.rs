//! What a person is asked, and what comes of the answer.

use agents::{Answers, Command, Event, Mode, PermissionDecision, QuestionDecision, TurnOutcome};
use serde_json::{Value, json};
use testkit::model_api::{Script, Turn};

use crate::stage::{Live, Stage, is_permission, outcome, request, said};

fn question(text: &str, multi: bool) -> Value {
    let options = [("SQLite", "One file"), ("Postgres", "A server"), ("None", "Nothing")]
        .map(|(label, description)| json!({ "label": label, "description": description }));
    json!({ "question": text, "header": "Database", "multiSelect": multi, "options": options })
}

fn asking(questions: &[Value]) -> Script {
    Script::new()
        .scene("ask", [Turn::tool("AskUserQuestion", json!({ "questions": questions })), Turn::text("Thanks.")])
}

fn answers(answers: &[(&str, &[&str])]) -> Answers {
    let owned = |labels: &[&str]| labels.iter().map(|&label| label.to_owned()).collect();
    answers.iter().map(|(question, labels)| ((*question).to_owned(), owned(labels))).collect()
}

async fn asked(live: &mut Live) -> Vec<Event> {
    live.say("[[ask]] me").await;
    live.until(|event| matches!(event, Event::Question { .. })).await
}

#[tokio::test]
async fn several_questions_are_answered_at_once() {
    let questions = [question("Which?", false), question("Which ones?", true), question("What else?", false)];
    let stage = Stage::new(asking(&questions)).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    let events = asked(&mut live).await;
    let Some(Event::Question { questions, tool, parent: None, .. }) = events.last() else { panic!("{events:#?}") };
    let shape: Vec<_> = questions.iter().map(|question| (question.multi_select, question.options.len())).collect();
    assert_eq!(shape, [(false, 3), (true, 3), (false, 3)]);
    assert!(events.iter().any(|event| matches!(event, Event::ToolStarted { id, .. } if id == tool)), "{events:#?}");

    let given = [
        ("Which?", &["SQLite"][..]),
        ("Which ones?", &["SQLite", "Postgres"]),
        ("What else?", &["DuckDB, it is quick"]),
    ];
    let decision = QuestionDecision::Answered(answers(&given));
    live.tell(Command::Answer { request: request(&events), decision }).await;
    assert_eq!(said(&live.turn().await), "Thanks.");
    let told = stage.told("ask/1").await;
    for said in [r#""Which?"="SQLite""#, r#""Which ones?"="SQLite, Postgres""#, r#""What else?"="DuckDB, it is quick""#]
    {
        assert!(told.contains(said), "{told}");
    }
    live.stop().await;
}

#[tokio::test]
async fn some_questions_stay_without_an_answer() {
    let stage = Stage::new(asking(&[question("Which?", false), question("Which ones?", true)])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    let events = asked(&mut live).await;
    let decision = QuestionDecision::Answered(answers(&[("Which?", &["Postgres"]), ("Which ones?", &[])]));
    live.tell(Command::Answer { request: request(&events), decision }).await;
    live.turn().await;
    let told = stage.told("ask/1").await;
    assert!(told.contains(r#""Which?"="Postgres""#) && !told.contains("Which ones?"), "{told}");
    live.stop().await;
}

#[tokio::test]
async fn a_question_is_declined() {
    for (message, expected) in [(Some("Not today."), "Not today."), (None, "decide yourself")] {
        let stage = Stage::new(asking(&[question("Which?", false)])).await;
        let mut live = stage.start(stage.launch(Mode::Chat)).await;
        let events = asked(&mut live).await;
        let decision = QuestionDecision::Declined { message: message.map(str::to_owned) };
        live.tell(Command::Answer { request: request(&events), decision }).await;
        assert_eq!(said(&live.turn().await), "Thanks.");
        let told = stage.told("ask/1").await;
        assert!(told.contains(expected), "{told}");
        live.stop().await;
    }
}

#[tokio::test]
async fn an_interrupt_withdraws_the_question() {
    let stage = Stage::new(asking(&[question("Which?", false)])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    let events = asked(&mut live).await;
    let request = request(&events);
    live.tell(Command::Interrupt).await;
    let turn = live.turn().await;
    assert!(turn.contains(&Event::Withdrawn { request: request.clone() }), "{turn:#?}");
    assert_eq!(outcome(&turn), &TurnOutcome::Interrupted);
    // An answer that comes too late is nothing.
    let decision = QuestionDecision::Answered(answers(&[("Which?", &["SQLite"])]));
    live.tell(Command::Answer { request, decision }).await;
    stage.api.set_script(Script::new().otherwise(Turn::text("Fine.")));
    assert_eq!(live.ask("go on").await, "Fine.");
    live.stop().await;
}

fn running(command: &str) -> Turn {
    Turn::tool("Bash", json!({ "command": command, "description": "Touch a file" }))
}

#[tokio::test]
async fn a_command_is_allowed_once() {
    let stage =
        Stage::new(Script::new().scene("run", [running("touch a"), running("touch b"), Turn::text("Done.")])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[run]]").await;
    let events = live.until(is_permission).await;
    let Some(Event::Permission { name, input, .. }) = events.last() else { panic!("{events:#?}") };
    assert_eq!((name.as_str(), &input["command"]), ("Bash", &json!("touch a")));
    assert!(!stage.file("a").exists());
    live.tell(Command::DecidePermission { request: request(&events), decision: PermissionDecision::Once }).await;
    let events = live.until(is_permission).await;
    assert!(stage.file("a").exists());
    let decision = PermissionDecision::Denied { message: Some("Leave b alone.".to_owned()) };
    live.tell(Command::DecidePermission { request: request(&events), decision }).await;
    assert_eq!(said(&live.turn().await), "Done.");
    assert!(!stage.file("b").exists());
    assert!(stage.told("run/2").await.contains("Leave b alone."));
    live.stop().await;
}

#[tokio::test]
async fn a_command_is_allowed_always_and_nothing_is_written_into_the_project() {
    let commands = ["npm run build", "npm run test"].map(running);
    let [build, test] = commands;
    let stage = Stage::new(Script::new().scene("run", [build, test, Turn::text("Done.")])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[run]]").await;
    let events = live.until(is_permission).await;
    let Some(Event::Permission { always: Some(always), .. }) = events.last() else { panic!("{events:#?}") };
    assert!(always.starts_with("Bash(npm run"), "{always}");
    live.tell(Command::DecidePermission { request: request(&events), decision: PermissionDecision::Always }).await;
    let turn = live.turn().await;
    assert!(!turn.iter().any(is_permission), "{turn:#?}");
    assert_eq!(said(&turn), "Done.");
    assert!(!stage.file(".claude").exists());
    live.stop().await;
}

#[tokio::test]
async fn an_answer_to_a_question_allows_no_command() {
    let stage = Stage::new(Script::new().scene("run", [running("touch a"), Turn::text("Done.")])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[run]]").await;
    let events = live.until(is_permission).await;
    let request = request(&events);
    let wrong = QuestionDecision::Answered(answers(&[("Which?", &["SQLite"])]));
    live.tell(Command::Answer { request: request.clone(), decision: wrong }).await;
    let approved = agents::PlanDecision::Approved { edited: None, then: Mode::Code };
    live.tell(Command::DecidePlan { request: request.clone(), decision: approved }).await;
    live.tell(Command::DecidePermission { request, decision: PermissionDecision::Denied { message: None } }).await;
    assert_eq!(said(&live.turn().await), "Done.");
    assert!(!stage.file("a").exists());
    live.stop().await;
}

#[tokio::test]
async fn several_prompts_are_open_at_once_and_answered_in_any_order() {
    let fetch = |page: &str| json!({ "url": format!("https://example.org/{page}"), "prompt": "Read it" });
    let turn = Turn::tool("WebFetch", fetch("a")).and_tool("WebFetch", fetch("b"));
    let stage = Stage::new(Script::new().scene("fetch", [turn, Turn::text("Done.")])).await;
    let mut live = stage.start(stage.launch(Mode::Plan)).await;
    live.say("[[fetch]]").await;
    let first = request(&live.until(is_permission).await);
    let second = request(&live.until(is_permission).await);
    for request in [second, first] {
        let decision = PermissionDecision::Denied { message: Some("Stay here.".to_owned()) };
        live.tell(Command::DecidePermission { request, decision }).await;
    }
    assert_eq!(said(&live.turn().await), "Done.");
    live.stop().await;
}
