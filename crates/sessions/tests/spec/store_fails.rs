//! When the disk is full.

use agents::{Command, Mode};
use sessions::limits::WRITE_AGAIN;
use sessions::{Form, PermissionReply, PlanReply, SessionError, Settings};
use store::SessionStatus::{Idle, Queued, Running, Waiting};
use store::{SessionEvent, StoreError};
use tokio::time::advance;

use crate::support::{
    World, ann, colour, crash, delta, notice, permission, plan, question, said, settle, sha_of, withdrawn,
};

fn is_unavailable<T>(result: &Result<T, SessionError>) -> bool {
    matches!(result, Err(SessionError::Store(StoreError::Unavailable { .. })))
}

#[tokio::test(start_paused = true)]
async fn sw1_an_answer_that_cannot_be_written_changes_nothing() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    world.create("2").await;
    run.say_all([delta("I ask:"), question("q")]).await;
    settle().await;
    let mut second = world.started().await;
    second.begins().await;
    let (view, log) = (world.view(id).await, world.log(id).await);
    world.disk.refuse_writes();
    for _ in 0..3 {
        assert!(is_unavailable(&world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await));
    }
    assert_eq!(run.told_so_far().await, []);
    assert_eq!((world.view(id).await, world.log(id).await), (view, log));
    world.disk.accept_writes();
    // It did not keep the place it would have taken.
    let third = world.create("3").await;
    second.finishes().await;
    assert_eq!(world.status(third).await, Running);
    world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await.unwrap();
    assert!(matches!(run.told().await, Command::Answer { .. }));
    assert_eq!(world.status(id).await, Running);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sw1_nothing_else_a_person_asks_for_changes_anything() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let queued = world.create("2").await;
    let waiting = world.view(queued).await.messages[0].id;
    let before = (world.view(id).await, world.view(queued).await);
    world.disk.refuse_writes();
    let settings = || Settings { mode: Some("plan".to_owned()), model: Some("other".to_owned()) };
    assert!(is_unavailable(&world.sessions.message(id, "3".to_owned(), ann()).await));
    assert!(is_unavailable(&world.sessions.change_settings(id, settings()).await));
    assert!(is_unavailable(&world.sessions.take_back(queued, waiting).await));
    assert!(is_unavailable(&world.sessions.interrupt(queued).await));
    assert!(is_unavailable(&world.sessions.fork(id, None, &ann()).await));
    assert!(is_unavailable(&world.sessions.create(World::new_session(Some("4")), &ann()).await));
    assert_eq!((world.view(id).await, world.view(queued).await), before);
    assert_eq!(run.told_so_far().await, []);
    world.disk.accept_writes();
    world.message(id, "3").await;
    assert_eq!(run.takes().await.content, "3");
    world.sessions.change_settings(id, settings()).await.unwrap();
    assert_eq!(run.told_so_far().await, [Command::SetModel("other".to_owned()), Command::SetMode(Mode::Plan)]);
    run.finishes().await;
    assert_eq!(world.status(queued).await, Running, "it has kept its place in the queue");
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sw1_a_plan_that_was_not_approved_is_not_carried_out() {
    let mut world = World::new(1).await;
    let in_plan = sessions::NewSession { mode: Some("plan".to_owned()), ..World::new_session(Some("1")) };
    let id = world.sessions.create(in_plan, &ann()).await.unwrap().session.id;
    let mut run = world.started().await;
    run.begins().await;
    run.say_all([plan("p", "Do it."), permission("r", "make")]).await;
    let sha = sha_of(&world.last(id, "plan").await);
    run.dies(crash()).await;
    world.disk.refuse_writes();
    let approve = PlanReply::Approve { edited: None };
    assert!(is_unavailable(&world.sessions.decide_plan(id, "p".to_owned(), sha.clone(), approve, ann()).await));
    assert!(is_unavailable(&world.sessions.decide_permission(id, "r".to_owned(), PermissionReply::Once, ann()).await));
    world.disk.accept_writes();
    assert_eq!(world.status(id).await, Waiting);
    let reject = PlanReply::Reject { feedback: "No.".to_owned() };
    world.sessions.decide_plan(id, "p".to_owned(), sha, reject, ann()).await.unwrap();
    let deny = PermissionReply::Deny { message: None };
    world.sessions.decide_permission(id, "r".to_owned(), deny, ann()).await.unwrap();
    let mut run = world.started().await;
    assert_eq!(run.launch.mode, Mode::Plan);
    run.begins().await;
    run.takes().await;
    run.say(permission("r2", "make")).await;
    assert_eq!((world.status(id).await, run.told_so_far().await), (Waiting, vec![]), "nothing was granted");
}

#[tokio::test(start_paused = true)]
async fn sw2_what_an_agent_says_meanwhile_is_not_lost() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Lean).await;
    reader.catch_up().await;
    let last = reader.screen.last;
    world.disk.refuse_writes();
    run.say_all([delta("a"), notice("1")]).await;
    settle().await;
    run.say_all([delta("b"), question("q"), withdrawn("q"), notice("2"), delta("c"), said("abc")]).await;
    run.finishes().await;
    advance(WRITE_AGAIN * 5).await;
    reader.catch_up().await;
    assert_eq!(reader.screen.last, last, "nothing is shown that is not on disk");
    world.disk.accept_writes();
    advance(WRITE_AGAIN).await;
    assert_eq!(world.status(id).await, Idle);
    reader.catch_up().await;
    assert_eq!(reader.screen.rows, world.screen(id).await.rows);
    assert_eq!(
        reader.screen.kinds()[3..],
        ["notice", "question", "status", "settled", "status", "notice", "assistant_message", "done", "status"]
    );
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sw2_an_agent_is_not_heard_without_bound() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    world.disk.refuse_writes();
    let mut said = 0;
    // As many as fit between the two; then the agent has to wait.
    while tokio::time::timeout(WRITE_AGAIN * 20, run.say(notice(&said.to_string()))).await.is_ok() {
        said += 1;
        assert!(said < 1_000);
    }
    world.disk.accept_writes();
    run.finishes().await;
    assert_eq!(world.status(id).await, Idle);
    let notices = world.log(id).await.into_iter().filter(|(_, kind, _)| kind == "notice");
    let notices: Vec<String> = notices.map(|(_, _, data)| data["text"].as_str().unwrap().to_owned()).collect();
    assert_eq!(notices, (0..said).map(|number| number.to_string()).collect::<Vec<_>>());
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sw2_a_death_meanwhile_is_written_when_it_can_be() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    world.disk.refuse_writes();
    run.say(delta("Half")).await;
    run.dies(crash()).await;
    advance(WRITE_AGAIN * 3).await;
    assert_eq!(world.row(id).await.status, Running);
    world.disk.accept_writes();
    advance(WRITE_AGAIN).await;
    advance(WRITE_AGAIN).await;
    assert_eq!(world.status(id).await, store::SessionStatus::Failed);
    assert_eq!(world.last(id, "assistant_message").await["text"], "Half");
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sw2_a_stop_meanwhile_is_answered_when_it_is_written() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    world.disk.refuse_writes();
    let sessions = world.sessions.clone();
    let stopped = world.tasks.spawn(async move { sessions.stop(id).await });
    run.stops().await;
    advance(WRITE_AGAIN).await;
    assert!(!stopped.is_finished());
    world.disk.accept_writes();
    assert_eq!(stopped.await.unwrap().unwrap().session.status, store::SessionStatus::Ended);
    assert_eq!(world.row(id).await.status, store::SessionStatus::Ended);
}

#[tokio::test(start_paused = true)]
async fn sw2_a_session_does_not_start_before_it_is_written() {
    let mut world = World::new(1).await;
    let (_, run) = world.running("1").await;
    let id = world.create("2").await;
    world.disk.refuse_writes();
    run.finishes().await;
    advance(WRITE_AGAIN * 2).await;
    assert!(!world.has_started().await);
    assert_eq!(world.row(id).await.status, Queued);
    world.disk.accept_writes();
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "2");
}

#[tokio::test(start_paused = true)]
async fn sw3_meanwhile_a_session_is_seen_as_it_is_on_disk() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let (view, screen) = (world.view(id).await, world.screen(id).await);
    world.disk.refuse_writes();
    run.say_all([notice("a"), question("q")]).await;
    settle().await;
    assert_eq!(world.view(id).await, view);
    let mut reader = world.follow(id, 0, Form::Whole).await;
    assert_eq!(reader.view().await, view);
    assert_eq!(reader.screen, screen);
    let refused = world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await;
    assert!(is_unavailable(&refused), "what is asked there is not on disk");
    world.disk.accept_writes();
    world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await.unwrap();
    assert_eq!(reader.view().await.session.status, Running);
    assert_eq!(reader.screen, world.screen(id).await);
}

#[tokio::test(start_paused = true)]
async fn sw4_a_write_that_was_reported_failed_and_did_happen_counts_once() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Whole).await;
    world.disk.refuse_writes();
    run.say(notice("doubtful")).await;
    settle().await;
    world.disk.accept_writes();
    let n = world.store.last_event(id).await.unwrap() + 1;
    let data = serde_json::json!({ "text": "doubtful" }).to_string().into();
    let written = SessionEvent { n, kind: "notice".to_owned(), at: (world.now)(), data };
    world.store.append_events(id, vec![written]).await.unwrap();
    advance(WRITE_AGAIN).await;
    run.say(notice("next")).await;
    run.finishes().await;
    assert_eq!(world.status(id).await, Idle);
    reader.catch_up().await;
    assert_eq!(reader.screen, world.screen(id).await);
    let notices = world.log(id).await.into_iter().filter(|(_, kind, _)| kind == "notice");
    assert_eq!(notices.map(|(_, _, data)| data["text"].clone()).collect::<Vec<_>>(), ["doubtful", "next"]);
}

#[tokio::test(start_paused = true)]
async fn sw5_a_session_that_somebody_else_writes_to_ends_its_process_and_is_opened_anew() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let n = world.store.last_event(id).await.unwrap() + 1;
    let foreign = SessionEvent { n, kind: "notice".to_owned(), at: (world.now)(), data: "{}".into() };
    world.store.append_events(id, vec![foreign]).await.unwrap();
    run.say(notice("mine")).await;
    run.stops().await;
    assert_eq!(world.status(id).await, store::SessionStatus::Failed);
    world.message(id, "2").await;
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "2");
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sw5_a_session_that_is_gone_ends_its_process() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    world.store.delete_project(World::project(1)).await.unwrap();
    run.say(notice("to nobody")).await;
    run.stops().await;
    assert!(matches!(world.sessions.view(id).await, Err(SessionError::Missing)));
    assert_eq!(world.tasks.len(), 0);
}
