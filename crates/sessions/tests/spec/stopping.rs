//! Ending a session.

use agents::{Command, TaskState};
use store::SessionStatus::{Ended, Idle, Running};

use crate::support::{World, ann, crash, delta, ended, settle, task};

#[tokio::test(start_paused = true)]
async fn sp6_stop_ends_a_session_that_works() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say(delta("Half")).await;
    settle().await;
    let sessions = world.sessions.clone();
    let stopped = world.tasks.spawn(async move { sessions.stop(id).await });
    assert_eq!(run.told().await, Command::Stop);
    settle().await;
    assert!(!stopped.is_finished(), "its process is not gone");
    run.say(ended()).await;
    assert_eq!(stopped.await.unwrap().unwrap().session.status, Ended);
    assert_eq!(world.last(id, "assistant_message").await["text"], "Half");
    assert_eq!(world.last(id, "done").await["outcome"], "interrupted");
    assert!(!world.kinds(id).await.contains(&"error".to_owned()));
    world.assert_sound().await;
    world.message(id, "2").await;
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "2");
    assert_eq!(world.status(id).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sp6_stop_ends_a_session_that_starts() {
    let world = World::new(1).await;
    world.agent.hold();
    let id = world.create("1").await;
    let view = world.sessions.stop(id).await.unwrap();
    assert_eq!((view.session.status, view.messages.len()), (Ended, 1), "also if it never comes up");
    let other = world.create("2").await;
    assert_eq!(world.status(other).await, Running, "its place is free");
}

#[tokio::test(start_paused = true)]
async fn sp6_stop_ends_a_session_that_fails_to_start() {
    let world = World::new(1).await;
    world.agent.hold();
    world.agent.refuse_next(crash());
    let id = world.create("1").await;
    let sessions = world.sessions.clone();
    let stopped = world.tasks.spawn(async move { sessions.stop(id).await });
    settle().await;
    world.agent.release();
    assert_eq!(stopped.await.unwrap().unwrap().session.status, Ended);
}

#[tokio::test(start_paused = true)]
async fn sp6_stop_ends_a_session_that_rests() {
    let mut world = World::new(1).await;
    let new = world.sessions.create(World::new_session(None), &ann()).await.unwrap().session.id;
    assert_eq!(world.sessions.stop(new).await.unwrap().session.status, Ended);
    assert_eq!(world.sessions.stop(new).await.unwrap().session.status, Ended);
    let (id, run) = world.running("1").await;
    run.say(task("t", TaskState::Running)).await;
    run.finishes().await;
    assert_eq!(world.status(id).await, Idle);
    let (view, ()) = tokio::join!(world.sessions.stop(id), run.stops());
    assert_eq!(view.unwrap().session.status, Ended);
}

#[tokio::test(start_paused = true)]
async fn sp6_two_who_stop_are_both_answered() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let (one, two, ()) = tokio::join!(world.sessions.stop(id), world.sessions.stop(id), run.stops());
    assert_eq!((one.unwrap().session.status, two.unwrap().session.status), (Ended, Ended));
}

#[tokio::test(start_paused = true)]
async fn sp6_an_agent_that_takes_no_command_is_stopped_all_the_same() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    for number in 0..agents::limits::COMMAND_QUEUE {
        world.message(id, &number.to_string()).await;
    }
    let sessions = world.sessions.clone();
    let stopped = world.tasks.spawn(async move { sessions.stop(id).await });
    settle().await;
    while run.commands.recv().await.is_some() {}
    run.say(ended()).await;
    assert_eq!(stopped.await.unwrap().unwrap().session.status, Ended);
}

#[tokio::test(start_paused = true)]
async fn sp6_an_agent_that_dies_while_it_is_stopped_has_ended() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let (view, ()) = tokio::join!(world.sessions.stop(id), async {
        settle().await;
        run.dies(crash()).await;
    });
    let view = view.unwrap();
    assert_eq!((view.session.status, view.session.failure), (Ended, None));
}
