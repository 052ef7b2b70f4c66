//! What those who look after cards learn of their sessions.

use std::path::Path;

use agents::TurnOutcome;
use engine::SessionId;
use sessions::{Doing, NewSession, PlanReply, Pulse};
use store::{Approval, SessionStatus, TurnEnd};

use crate::support::{World, ann, bob, crash, delta, done, done_with, plan, settle, sha_of, tool_ended, tool_started};

fn of_card(message: &str) -> NewSession {
    NewSession {
        board: Some(World::board(1)),
        card: Some("card-7".to_owned()),
        folder: Some("/worktrees/7".to_owned()),
        ..World::new_session(Some(message))
    }
}

/// Says a pulse in short.
fn said(pulse: &Pulse) -> String {
    let doing = match &pulse.doing {
        None => String::new(),
        Some(Doing::Thinking) => " thinking".to_owned(),
        Some(Doing::Writing) => " writing".to_owned(),
        Some(Doing::Tool { text }) => format!(" {text}"),
    };
    let asked: Vec<&str> = pulse.requests.iter().map(|(_, kind)| kind.as_str()).collect();
    format!("{:?}{doing}{} {} turns", pulse.status, asked.join(","), pulse.turns)
}

#[tokio::test(start_paused = true)]
async fn sk1_how_a_session_of_a_card_is_doing_is_told_whenever_that_changes() {
    let mut world = World::new(1).await;
    let mut pulses = world.sessions.pulses();
    world.create("of no card").await;
    let mut other = world.started().await;
    other.begins().await;
    other.say(done()).await;
    settle().await;
    assert!(pulses.is_empty(), "it is of no card");
    let made = world.sessions.create(of_card("1"), &ann()).await.unwrap();
    let mut run = world.started().await;
    run.begins().await;
    run.say_all([delta("I "), delta("look.")]).await;
    settle().await;
    run.say_all([tool_started("t")]).await;
    settle().await;
    run.say_all([tool_ended("t"), plan("p", "Do it.")]).await;
    settle().await;
    let mut heard = Vec::new();
    while let Ok(pulse) = pulses.try_recv() {
        assert_eq!((pulse.session, pulse.card.as_deref()), (made.session.id, Some("card-7")));
        heard.push(said(&pulse));
    }
    heard.dedup();
    let expected = [
        "Running 0 turns",
        "Running thinking 1 turns",
        "Running writing 1 turns",
        "Running Bash ls 1 turns",
        "Waitingplan 1 turns",
    ];
    assert!(heard.ends_with(&expected.map(str::to_owned)), "{heard:#?}");
}

#[tokio::test(start_paused = true)]
async fn sk2_the_very_text_that_was_approved_is_kept_with_who_approved_it() {
    async fn approve(world: &World, id: SessionId, request: &str, edited: Option<&str>, who: sessions::Who) {
        let sha = sha_of(&world.last(id, "plan").await);
        let reply = PlanReply::Approve { edited: edited.map(str::to_owned) };
        world.sessions.decide_plan(id, request.to_owned(), sha, reply, who).await.unwrap();
    }
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(plan("p", "Do it.")).await;
    settle().await;
    assert_eq!(world.row(id).await.approval, None);
    approve(&world, id, "p", Some("Do it well."), ann()).await;
    let expected = Approval { plan: "Do it well.".into(), by: ann().id, count: 1 };
    assert_eq!(world.row(id).await.approval, Some(expected));
    run.say(plan("q", "And more.")).await;
    settle().await;
    // Also when the process is gone by then.
    run.dies(crash()).await;
    settle().await;
    approve(&world, id, "q", None, bob()).await;
    let expected = Approval { plan: "And more.".into(), by: bob().id, count: 2 };
    assert_eq!(world.row(id).await.approval, Some(expected));
}

#[tokio::test(start_paused = true)]
async fn sk3_how_the_last_turn_ended_is_kept() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    assert_eq!(world.row(id).await.outcome, None);
    for (outcome, expected) in [
        (TurnOutcome::Completed, TurnEnd::Completed),
        (TurnOutcome::Interrupted, TurnEnd::Interrupted),
        (TurnOutcome::Failed(crash()), TurnEnd::Failed),
    ] {
        run.say_all([crate::support::turn(), done_with(outcome)]).await;
        settle().await;
        assert_eq!(world.row(id).await.outcome, Some(expected));
    }
    assert_eq!(world.status(id).await, SessionStatus::Failed);
}

#[tokio::test(start_paused = true)]
async fn sk4_a_session_works_in_its_own_folder_if_it_has_one() {
    let mut world = World::new(1).await;
    world.sessions.create(of_card("1"), &ann()).await.unwrap();
    let run = world.started().await;
    assert_eq!(run.launch.folder, Path::new("/worktrees/7"));
}
