//! What goes wrong outside, and how fast and how clearly it is said.

use agents::{Event, Failure, FailureCode, INSTALL, Launch, Mode};
use testkit::model_api::{Script, Turn};

use crate::stage::{Stage, failure, said};

#[tokio::test]
async fn an_overloaded_service_is_asked_again() {
    let turn = Turn::error(529, "overloaded_error", "Overloaded").times(1).and_text("Here I am.");
    let stage = Stage::new(Script::new().scene("busy", [turn])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[busy]]").await;
    let turn = live.turn().await;
    let retries: Vec<FailureCode> = turn
        .iter()
        .filter_map(|event| match event {
            Event::Retrying { attempt: 1, failure, .. } => Some(failure.code),
            _ => None,
        })
        .collect();
    assert_eq!(retries, [FailureCode::Overloaded], "{turn:#?}");
    assert_eq!(said(&turn), "Here I am.");
    live.stop().await;
}

#[tokio::test]
async fn errors_of_the_service_have_a_name_and_the_conversation_goes_on() {
    let errors = [
        (529, "overloaded_error", "Overloaded", FailureCode::Overloaded),
        (500, "api_error", "Internal", FailureCode::Overloaded),
        (429, "rate_limit_error", "Slow down", FailureCode::Overloaded),
        (400, "invalid_request_error", "an odd request", FailureCode::Refused),
        (400, "invalid_request_error", "prompt is too long: 9 tokens > 8 maximum", FailureCode::ContextFull),
        (400, "invalid_request_error", "Your credit balance is too low", FailureCode::Refused),
        (403, "permission_error", "Forbidden", FailureCode::Unauthorized),
        (404, "not_found_error", "model: x", FailureCode::ModelMissing),
    ];
    let stage = Stage::new(Script::new()).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    for (status, kind, message, code) in errors {
        stage.api.set_script(Script::new().otherwise(Turn::error(status, kind, message)));
        live.say("hello").await;
        let turn = live.turn().await;
        assert_eq!(failure(&turn).code, code, "{status} {message}: {turn:#?}");
    }
    stage.api.set_script(Script::new().otherwise(Turn::text("Fine again.")));
    assert_eq!(live.ask("go on").await, "Fine again.");
    live.stop().await;
}

#[tokio::test]
async fn a_wrong_key_is_said_at_once() {
    let turn = Turn::error(401, "authentication_error", "invalid x-api-key");
    // With as many attempts as people have: these would take three minutes.
    let stage = Stage::new(Script::new().scene("fail", [turn])).await.without("CLAUDE_CODE_MAX_RETRIES");
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[fail]]").await;
    let turn = live.turn().await;
    assert_eq!(failure(&turn).code, FailureCode::Unauthorized, "{turn:#?}");
    assert!(failure(&turn).remedy.is_some());
    let retries = turn.iter().filter(|event| matches!(event, Event::Retrying { .. })).count();
    assert_eq!(retries, 1, "{turn:#?}");
    live.stop().await;
}

#[tokio::test]
async fn nobody_is_logged_in() {
    let stage = Stage::new(Script::new()).await.without("ANTHROPIC_API_KEY");
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("hello").await;
    let turn = live.turn().await;
    assert_eq!(failure(&turn).code, FailureCode::NotLoggedIn, "{turn:#?}");
    live.stop().await;
}

#[tokio::test]
async fn nobody_answers() {
    let mut stage = Stage::new(Script::new()).await.without("ANTHROPIC_BASE_URL");
    stage.environment.push(("ANTHROPIC_BASE_URL".into(), "http://127.0.0.1:1".into()));
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("hello").await;
    let turn = live.turn().await;
    assert_eq!(failure(&turn).code, FailureCode::Network, "{turn:#?}");
    let retries: Vec<&Event> = turn.iter().filter(|event| matches!(event, Event::Retrying { .. })).collect();
    assert!(
        matches!(retries[..], [Event::Retrying { failure: Failure { code: FailureCode::Network, .. }, .. }]),
        "{turn:#?}"
    );
    live.stop().await;
}

#[tokio::test]
async fn the_program_is_not_there() {
    for program in ["/nowhere/claude", "no-such-claude"] {
        let mut stage = Stage::new(Script::new()).await;
        stage.program = program.into();
        let failure = stage.try_start(stage.launch(Mode::Chat)).await.err().unwrap();
        assert_eq!(failure.code, FailureCode::AgentMissing);
        assert!(failure.message.contains(program) && failure.remedy.unwrap().contains(INSTALL));
    }
}

#[tokio::test]
async fn the_program_is_another_one() {
    for (program, said) in [("/bin/true", "did not start"), ("/bin/cat", "did not start: ")] {
        let mut stage = Stage::new(Script::new()).await;
        stage.program = program.into();
        let failure = stage.try_start(stage.launch(Mode::Chat)).await.err().unwrap();
        assert_eq!(failure.code, FailureCode::StartFailed);
        assert!(failure.message.contains(said), "{failure:?}");
    }
}

#[tokio::test]
async fn the_folder_is_not_there() {
    let stage = Stage::new(Script::new()).await;
    let folder = stage.file("gone");
    let failure = stage.try_start(Launch { folder, ..stage.launch(Mode::Chat) }).await.err().unwrap();
    assert_eq!(failure.code, FailureCode::FolderGone);
}

#[tokio::test]
async fn a_model_that_does_not_exist_is_said_by_the_service() {
    let stage = Stage::new(Script::new().scene("fail", [Turn::error(404, "not_found_error", "model: nothing")])).await;
    let model = Some("--help".to_owned());
    let mut live = stage.start(Launch { model, ..stage.launch(Mode::Chat) }).await;
    live.say("[[fail]]").await;
    let turn = live.turn().await;
    assert_eq!(failure(&turn).code, FailureCode::ModelMissing, "{turn:#?}");
    live.stop().await;
}
