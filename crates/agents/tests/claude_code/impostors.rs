//! Programs that speak like the CLI and then do what it never should.

use agents::limits::{MAX_LINE_BYTES, MAX_OPEN_REQUESTS};
use agents::process::{Process, Spec};
use agents::{Command, Event, Failure, FailureCode, MessageId, Mode, Prompt, TurnOutcome};

use crate::ending::kill;
use crate::stage::{Live, Stage, id, is_permission, is_running, marked, outcome, said};

/// Reads the first line and answers it.
const HELLO: &str = r#"read -r line; echo '{"type":"control_response","response":{"subtype":"success","request_id":"initialize","response":{"claude_code_version":"0"}}}'"#;

async fn impostor(script: &str) -> (Stage, Live) {
    let stage = Stage::with_impostor(&format!("{HELLO}; {script}")).await;
    let live = stage.start(stage.launch(Mode::Chat)).await;
    (stage, live)
}

/// Returns why it ended, once it has.
async fn ended(mut live: Live) -> Failure {
    let events = live.until(|event| matches!(event, Event::Ended { .. })).await;
    let Some(Event::Ended { failure: Some(failure) }) = events.last() else { panic!("{events:#?}") };
    let failure = failure.clone();
    live.assert_over().await;
    failure
}

#[tokio::test]
async fn one_that_prints_without_end_can_be_stopped() {
    let delta =
        r#"{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"x"}}}"#;
    let (_stage, mut live) = impostor(&format!("yes '{delta}'")).await;
    live.until(|event| matches!(event, Event::Delta { .. })).await;
    live.stop().await;
}

#[tokio::test]
async fn one_that_dies_while_its_child_holds_the_pipe() {
    let (_stage, live) = impostor("echo 'out of memory' >&2; sleep 600 & wait").await;
    kill(&live.marker);
    let failure = ended(live).await;
    assert_eq!(failure.code, FailureCode::Crashed);
    assert!(failure.message.contains("out of memory"), "{failure:?}");
}

#[tokio::test]
async fn one_that_closes_its_output_and_goes_on() {
    let (_stage, live) = impostor("exec >&-; exec sleep 600").await;
    assert_eq!(ended(live).await.code, FailureCode::Crashed);
}

#[tokio::test]
async fn one_that_ends_says_why() {
    let (_stage, live) = impostor("echo first >&2; echo 'the disk is full' >&2; exit 3").await;
    let failure = ended(live).await;
    assert_eq!(failure.message, "Claude Code ended unexpectedly: the disk is full");
    assert!(failure.remedy.is_some());
}

#[tokio::test]
async fn one_that_does_not_read_is_ended() {
    let (_stage, mut live) = impostor("exec sleep 600").await;
    let commands = live.commands.clone();
    let content = "x".repeat(8 * 1024);
    let talking = async {
        let prompt = || Prompt { id: MessageId(id()), content: content.clone() };
        while commands.send(Command::Send(prompt())).await.is_ok() {}
    };
    let ((), events) = tokio::join!(talking, live.until(|event| matches!(event, Event::Ended { .. })));
    let Some(Event::Ended { failure: Some(failure) }) = events.last() else { panic!("{events:#?}") };
    assert_eq!(failure.message, "Claude Code no longer reads what it is told.");
    drop(commands);
    live.assert_over().await;
}

#[tokio::test]
async fn one_that_asks_too_much_is_refused() {
    let script = format!(
        r#"for i in $(seq {}); do echo '{{"type":"control_request","request_id":"r-'$i'","request":{{"subtype":"can_use_tool","tool_name":"Bash","input":{{}}}}}}'; done; read -r answer; printf '%s' "$answer" > answer; echo '{{"type":"result"}}'; read -r end"#,
        MAX_OPEN_REQUESTS + 1
    );
    let (stage, mut live) = impostor(&script).await;
    let turn = live.turn().await;
    assert_eq!(turn.iter().filter(|event| is_permission(event)).count(), MAX_OPEN_REQUESTS);
    let answer = std::fs::read_to_string(stage.file("answer")).unwrap();
    assert!(answer.contains("deny") && answer.contains(&format!("r-{}", MAX_OPEN_REQUESTS + 1)), "{answer}");
    live.stop().await;
}

#[tokio::test]
async fn one_that_asks_what_we_do_not_know_is_answered() {
    let script = r#"echo '{"type":"control_request","request_id":"r-1","request":{"subtype":"new"}}'; read -r a
        echo '{"type":"control_request","request_id":"r-2","request":{"subtype":"mcp_message","server_name":"other","message":{}}}'; read -r b
        printf '%s\n%s' "$a" "$b" > answers; echo '{"type":"result"}'; read -r end"#;
    let (stage, mut live) = impostor(script).await;
    live.turn().await;
    let answers = std::fs::read_to_string(stage.file("answers")).unwrap();
    let errors = answers.lines().filter(|line| line.contains(r#""subtype":"error""#)).count();
    assert_eq!(errors, 2, "{answers}");
    live.stop().await;
}

#[tokio::test]
async fn garbage_and_lines_without_measure_are_passed_over() {
    let init = r#"{"type":"system","subtype":"init","model":"m"}"#;
    let text = r#"{"type":"assistant","message":{"content":[{"type":"text","text":"still here"}]}}"#;
    let script = format!(
        "echo '{init}'; echo garbage; head -c 1000 /dev/urandom; echo; head -c {} /dev/zero; echo; echo '{text}'; echo '{{\"type\":\"result\"}}'; read -r end",
        MAX_LINE_BYTES + 1
    );
    let (_stage, mut live) = impostor(&script).await;
    let turn = live.turn().await;
    assert_eq!((said(&turn), outcome(&turn)), ("still here".to_owned(), &TurnOutcome::Completed));
    let notice = turn.iter().find_map(|event| match event {
        Event::Notice { text } => Some(text),
        _ => None,
    });
    assert!(notice.is_some_and(|text| text.contains("left out")), "{notice:?}");
    live.stop().await;
}

#[tokio::test]
async fn one_that_ignores_being_told_to_end_is_killed() {
    let (_stage, live) = impostor("trap '' TERM INT; while :; do sleep 600; done").await;
    live.stop().await;
}

#[tokio::test]
async fn whom_it_leaves_behind_when_its_turn_is_broken_off_is_found() {
    let init = r#"{"type":"system","subtype":"init","model":"m"}"#;
    let script = format!("env -i setsid sleep 600 & echo $! > pid; echo '{init}'; read -r interrupt");
    let (stage, mut live) = impostor(&script).await;
    live.until(|event| matches!(event, Event::TurnStarted { .. })).await;
    let process = std::fs::read_to_string(stage.file("pid")).unwrap().trim().parse().unwrap();
    assert!(is_running(process));
    live.stop().await;
    assert!(!is_running(process));
}

#[tokio::test]
async fn what_an_earlier_run_left_ends_before_the_next_begins() {
    let stage = Stage::with_impostor(&format!("{HELLO}; read -r end")).await;
    let launch = stage.launch(Mode::Chat);
    let spec = Spec {
        program: "/bin/sh".into(),
        arguments: ["-c", "setsid sleep 600 & echo; wait"].map(Into::into).into(),
        folder: stage.home.project(),
        environment: stage.environment.clone(),
        marker: launch.marker.clone(),
    };
    let (process, mut lines) = Process::start(spec).unwrap();
    lines.next().await.unwrap();
    let left = marked(&launch.marker);
    assert!(left.len() >= 2, "{left:?}");
    let live = stage.start(launch).await;
    assert!(!marked(&live.marker).iter().any(|process| left.contains(process)));
    live.stop().await;
    process.end().await;
}
