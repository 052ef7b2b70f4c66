//! Plans, and what happens while there is none yet.

use agents::{Command, Event, Mode, PlanDecision};
use serde_json::json;
use testkit::model_api::{Script, Turn};

use crate::stage::{Live, Stage, is_permission, request, said};

const PLAN: &str = "# Plan\n\n1. Write the file\n";

/// A model that writes a plan, submits it, and then writes a file.
fn planning(stage: &Stage) -> Script {
    let write = json!({ "file_path": stage.file("made.txt"), "content": "made\n" });
    Script::new().scene(
        "plan",
        [
            Turn::tool("Write", json!({ "file_path": "{{plan_file}}", "content": PLAN })),
            Turn::tool("ExitPlanMode", json!({})),
            Turn::tool("Write", write),
            Turn::text("All done."),
        ],
    )
}

async fn planned(mode: Mode) -> (Stage, Live, Vec<Event>) {
    let stage = Stage::new(Script::new()).await;
    stage.api.set_script(planning(&stage));
    let mut live = stage.start(stage.launch(mode)).await;
    live.say("[[plan]] it").await;
    let events = live.until(|event| matches!(event, Event::Plan { .. })).await;
    (stage, live, events)
}

#[tokio::test]
async fn an_approved_plan_is_carried_out() {
    let (stage, mut live, events) = planned(Mode::Plan).await;
    let Some(Event::Plan { plan, path: Some(path), .. }) = events.last() else { panic!("{events:#?}") };
    assert_eq!(plan, PLAN);
    assert!(path.starts_with(stage.home.path().to_str().unwrap()), "{path}");
    let decision = PlanDecision::Approved { edited: None, then: Mode::Code };
    live.tell(Command::DecidePlan { request: request(&events), decision }).await;
    let turn = live.turn().await;
    let modes: Vec<&Event> = turn.iter().filter(|event| matches!(event, Event::ModeChanged { .. })).collect();
    assert_eq!(modes, [&Event::ModeChanged { mode: Mode::Code }]);
    assert!(!turn.iter().any(is_permission), "{turn:#?}");
    assert_eq!(said(&turn), "All done.");
    assert_eq!(std::fs::read_to_string(stage.file("made.txt")).unwrap(), "made\n");
    live.stop().await;
}

#[tokio::test]
async fn an_approved_plan_is_carried_out_in_the_mode_that_was_chosen() {
    let (stage, mut live, events) = planned(Mode::Plan).await;
    let decision = PlanDecision::Approved { edited: None, then: Mode::Review };
    live.tell(Command::DecidePlan { request: request(&events), decision }).await;
    let events = live.until(is_permission).await;
    let modes: Vec<&Event> = events.iter().filter(|event| matches!(event, Event::ModeChanged { .. })).collect();
    assert_eq!(modes, [&Event::ModeChanged { mode: Mode::Review }]);
    assert!(!stage.file("made.txt").exists());
    live.stop().await;
}

#[tokio::test]
async fn a_plan_is_edited() {
    let (stage, mut live, events) = planned(Mode::Plan).await;
    let decision = PlanDecision::Approved { edited: Some("# Another plan".to_owned()), then: Mode::Code };
    live.tell(Command::DecidePlan { request: request(&events), decision }).await;
    live.turn().await;
    let told = stage.told("plan/2").await;
    assert!(told.contains("# Another plan"), "{told}");
    live.stop().await;
}

#[tokio::test]
async fn a_plan_is_sent_back() {
    let (stage, mut live, events) = planned(Mode::Plan).await;
    let decision = PlanDecision::Rejected { feedback: "Say how to undo it.".to_owned() };
    live.tell(Command::DecidePlan { request: request(&events), decision }).await;
    // It is still planning, so what it wants to write is refused.
    let turn = live.turn().await;
    assert!(
        turn.iter().any(|event| matches!(event, Event::Notice { text } if text.starts_with("Write was refused"))),
        "{turn:#?}"
    );
    assert!(stage.told("plan/2").await.contains("Say how to undo it."));
    assert!(!stage.file("made.txt").exists());
    live.stop().await;
}

#[tokio::test]
async fn a_plan_without_a_text() {
    let stage =
        Stage::new(Script::new().scene("plan", [Turn::tool("ExitPlanMode", json!({})), Turn::text("Fine.")])).await;
    let mut live = stage.start(stage.launch(Mode::Plan)).await;
    live.say("[[plan]]").await;
    let events = live.until(|event| matches!(event, Event::Plan { .. })).await;
    assert!(matches!(events.last(), Some(Event::Plan { plan, .. }) if plan.is_empty()), "{events:#?}");
    let decision = PlanDecision::Approved { edited: None, then: Mode::Chat };
    live.tell(Command::DecidePlan { request: request(&events), decision }).await;
    assert_eq!(said(&live.turn().await), "Fine.");
    live.stop().await;
}

#[tokio::test]
async fn nothing_is_changed_while_planning() {
    let stage = Stage::new(Script::new()).await;
    std::fs::write(stage.file("old.txt"), "old\n").unwrap();
    let tools = [
        Turn::tool("Write", json!({ "file_path": stage.file("new.txt"), "content": "x" })),
        Turn::tool("Edit", json!({ "file_path": stage.file("old.txt"), "old_string": "old", "new_string": "new" })),
        Turn::tool("Bash", json!({ "command": "touch new.txt", "description": "Touch" })),
        Turn::tool("Bash", json!({ "command": "ls", "description": "List" })),
        Turn::tool("Read", json!({ "file_path": stage.file("old.txt") })),
        Turn::text("Read {{last_tool_result}}"),
    ];
    stage.api.set_script(Script::new().scene("change", tools));
    let mut live = stage.start(stage.launch(Mode::Plan)).await;
    live.say("[[change]]").await;
    let turn = live.turn().await;
    assert!(!turn.iter().any(is_permission), "{turn:#?}");
    assert!(said(&turn).contains("old"), "{turn:#?}");
    assert!(!stage.file("new.txt").exists());
    assert_eq!(std::fs::read_to_string(stage.file("old.txt")).unwrap(), "old\n");
    for scene in ["change/1", "change/2", "change/3"] {
        let told = stage.told(scene).await;
        assert!(told.contains("Not while planning"), "{scene}: {told}");
    }
    live.stop().await;
}

#[tokio::test]
async fn a_subagent_changes_nothing_while_planning_either() {
    let stage = Stage::new(Script::new()).await;
    let agent = json!({ "description": "Write", "prompt": "Write it [[child]]", "subagent_type": "general-purpose", "run_in_background": false });
    let write = json!({ "file_path": stage.file("new.txt"), "content": "x" });
    stage.api.set_script(
        Script::new()
            .scene("parent", [Turn::tool("Agent", agent), Turn::text("Done.")])
            .scene("child", [Turn::tool("Write", write), Turn::text("I tried.")]),
    );
    let mut live = stage.start(stage.launch(Mode::Plan)).await;
    live.say("[[parent]]").await;
    let turn = live.turn().await;
    assert_eq!(said(&turn), "Done.");
    assert!(stage.told("child/1").await.contains("Not while planning"));
    assert!(!stage.file("new.txt").exists());
    live.stop().await;
}

#[tokio::test]
async fn the_mode_changes_between_turns() {
    let stage = Stage::new(Script::new()).await;
    let write = |name: &str| Turn::tool("Write", json!({ "file_path": stage.file(name), "content": "x" }));
    let script =
        Script::new().scene("a", [write("a"), Turn::text("Done.")]).scene("b", [write("b"), Turn::text("Done.")]);
    stage.api.set_script(script);
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.tell(Command::SetMode(Mode::Plan)).await;
    live.say("[[a]]").await;
    let turn = live.turn().await;
    assert_eq!(turn.first(), Some(&Event::ModeChanged { mode: Mode::Plan }), "{turn:#?}");
    assert!(!stage.file("a").exists());
    live.tell(Command::SetMode(Mode::Code)).await;
    live.ask("[[b]]").await;
    assert!(stage.file("b").exists());
    live.stop().await;
}

#[tokio::test]
async fn the_agent_starts_planning_by_itself() {
    let stage = Stage::new(Script::new()).await;
    let write = json!({ "file_path": stage.file("new.txt"), "content": "x" });
    let turns = [Turn::tool("EnterPlanMode", json!({})), Turn::tool("Write", write), Turn::text("Planning.")];
    stage.api.set_script(Script::new().scene("plan", turns));
    let mut live = stage.start(stage.launch(Mode::Code)).await;
    live.say("[[plan]]").await;
    let turn = live.turn().await;
    assert!(turn.contains(&Event::ModeChanged { mode: Mode::Plan }), "{turn:#?}");
    assert!(!stage.file("new.txt").exists());
    live.stop().await;
}
