//! Ends: asked for or not, nothing is left.

use agents::{Command, Event, FailureCode, Mode, PermissionDecision};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use testkit::model_api::{Script, Turn};

use crate::stage::{Live, Stage, is_permission, is_running, marked, request};

const SLEEPS: &str = "python3 -c 'import time; time.sleep(600)'";

/// Lets the agent run a command that prints the id of a process, and returns that id once it is printed.
async fn running(stage: &Stage, live: &mut Live, command: &str) -> u32 {
    let command =
        json!({ "command": format!("{command} echo $! > pid.part; mv pid.part pid; wait"), "description": "Wait" });
    stage.api.set_script(Script::new().scene("run", [Turn::tool("Bash", command), Turn::text("Done.")]));
    live.say("[[run]]").await;
    let events = live.until(is_permission).await;
    live.tell(Command::DecidePermission { request: request(&events), decision: PermissionDecision::Once }).await;
    let printed = async {
        loop {
            if let Ok(text) = std::fs::read_to_string(stage.file("pid")) {
                return text.trim().parse().unwrap();
            }
            tokio::task::yield_now().await;
        }
    };
    let id = tokio::time::timeout(testkit::PATIENCE, printed).await.unwrap();
    assert!(is_running(id));
    id
}

#[tokio::test]
async fn a_stop_while_nothing_happens() {
    let stage = Stage::new(Script::new()).await;
    let live = stage.start(stage.launch(Mode::Chat)).await;
    assert!(!marked(&live.marker).is_empty());
    live.stop().await;
}

#[tokio::test]
async fn a_stop_while_it_speaks() {
    let stage = Stage::new(Script::new().scene("long", [Turn::text("It hangs here.").hang_after(1)])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[long]]").await;
    live.until(|event| matches!(event, Event::Delta { .. })).await;
    live.stop().await;
}

#[tokio::test]
async fn a_stop_while_a_person_is_asked() {
    let turn = Turn::tool("Bash", json!({ "command": "touch a", "description": "Touch" }));
    let stage = Stage::new(Script::new().scene("run", [turn])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[run]]").await;
    live.until(is_permission).await;
    live.stop().await;
}

#[tokio::test]
async fn a_stop_while_a_command_runs_that_left_for_a_session_of_its_own() {
    let stage = Stage::new(Script::new()).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    let process = running(&stage, &mut live, &format!("setsid {SLEEPS} &")).await;
    live.stop().await;
    assert!(!is_running(process));
}

#[tokio::test]
async fn a_stop_while_a_command_runs_that_dropped_its_environment() {
    let stage = Stage::new(Script::new()).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    let process = running(&stage, &mut live, "env -i setsid sleep 600 &").await;
    live.stop().await;
    assert!(!is_running(process));
}

#[tokio::test]
async fn a_stop_after_a_command_was_left_in_the_background() {
    let command = json!({ "command": format!("setsid {SLEEPS}"), "description": "Wait", "run_in_background": true });
    let stage = Stage::new(Script::new().scene("run", [Turn::tool("Bash", command), Turn::text("It runs.")])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[run]]").await;
    let events = live.until(is_permission).await;
    live.tell(Command::DecidePermission { request: request(&events), decision: PermissionDecision::Once }).await;
    live.turn().await;
    live.stop().await;
}

#[tokio::test]
async fn whoever_lets_go_of_it_ends_it() {
    let stage = Stage::new(Script::new()).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    running(&stage, &mut live, &format!("setsid {SLEEPS} &")).await;
    let Live { commands, mut events, marker, .. } = live;
    drop(commands);
    while tokio::time::timeout(testkit::PATIENCE, events.recv()).await.unwrap().is_some() {}
    assert_eq!(marked(&marker), [0; 0]);
}

#[tokio::test]
async fn a_crash_while_a_command_runs_leaves_nothing_and_says_so() {
    let stage = Stage::new(Script::new()).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    let process = running(&stage, &mut live, &format!("setsid {SLEEPS} &")).await;
    kill(&live.marker);
    let events = live.until(|event| matches!(event, Event::Ended { .. })).await;
    let Some(Event::Ended { failure: Some(failure) }) = events.last() else { panic!("{events:#?}") };
    assert_eq!(failure.code, FailureCode::Crashed);
    live.assert_over().await;
    assert!(!is_running(process));
}

/// Kills the CLI itself, as the kernel would that is out of memory.
pub fn kill(marker: &str) {
    let leader = i32::try_from(marked(marker)[0]).unwrap();
    kill_process(Pid::from_raw(leader).unwrap(), Signal::KILL).unwrap();
}
