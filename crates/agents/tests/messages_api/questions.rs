//! The model asks the person.

use agents::{Answers, Command, Event, QuestionDecision, RequestId};
use expect_test::expect;
use serde_json::{Value, json};
use testkit::model_api::{Script, Turn};

use crate::stage::{Actor, Stage, render};

fn lane() -> Value {
    json!({ "questions": [{ "question": "Which lane?", "header": "Lane", "multi_select": false,
        "options": [{ "label": "Doing", "description": "Now" }, { "label": "Later", "description": "Not now" }] }] })
}

async fn asked() -> (Stage, Actor, RequestId) {
    let script = Script::new().scene("ask", [Turn::tool("ask_user", lane()), Turn::text("{{last_tool_result}}")]);
    let stage = Stage::new(script).await;
    let mut actor = stage.start().await;
    actor.say("[[ask]]").await;
    let event = actor.until(|event| matches!(event, Event::Question { .. })).await;
    let Event::Question { request, tool, questions, parent: None } = event else { panic!("{event:?}") };
    assert_eq!(request.0, tool.0);
    assert_eq!(serde_json::to_value(&questions).unwrap(), lane()["questions"]);
    (stage, actor, request)
}

#[tokio::test]
async fn an_answer_goes_back_to_the_model() {
    let (_stage, mut actor, request) = asked().await;
    let answers = Answers::from([("Which lane?".to_owned(), vec!["Doing".to_owned()])]);
    actor.tell(Command::Answer { request, decision: QuestionDecision::Answered(answers) }).await;
    expect![[r"
        ended Which lane?
        → Doing
        … Which lane?
        → Doing
        said Which lane?
        → Doing
        completed"]]
    .assert_eq(&render(&actor.turn().await));
}

#[tokio::test]
async fn declining_is_told() {
    let (_stage, mut actor, request) = asked().await;
    let decision = QuestionDecision::Declined { message: Some("Ask Bob.".to_owned()) };
    actor.tell(Command::Answer { request, decision }).await;
    expect![[r"
        ended The person did not want to answer. Decide yourself, or go on without it. They said: Ask Bob.
        … The person did not want to answer. Decide yourself, or go on without it. They said: Ask Bob.
        said The person did not want to answer. Decide yourself, or go on without it. They said: Ask Bob.
        completed"]]
    .assert_eq(&render(&actor.turn().await));
}

#[tokio::test]
async fn an_interrupt_withdraws_the_question() {
    let (stage, mut actor, request) = asked().await;
    actor.tell(Command::Interrupt).await;
    let events = actor.turn().await;
    assert_eq!(events[0], Event::Withdrawn { request: request.clone() });
    assert_eq!(render(&events), "withdrawn\nfailed interrupted\ninterrupted");
    // An answer that comes too late changes nothing.
    actor.tell(Command::Answer { request, decision: QuestionDecision::Declined { message: None } }).await;
    assert!(actor.say_and_hear("Next").await.ends_with("said interrupted\ncompleted"));
    assert_eq!(stage.messages()[1][2], "user: error result interrupted");
}

#[tokio::test]
async fn questions_that_make_no_sense_go_back_to_the_model() {
    let script = Script::new().scene("ask", [Turn::tool("ask_user", json!({})), Turn::text("Never mind.")]);
    let stage = Stage::new(script).await;
    let heard = stage.start().await.say_and_hear("[[ask]]").await;
    expect![[r"
        turn
        delivered 1
        start ask_user {}
        failed The questions are not understood: missing field `questions`
        … Never mind.
        said Never mind.
        completed"]]
    .assert_eq(&heard);
}
