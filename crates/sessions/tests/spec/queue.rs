//! Who works, and who waits for a place.

use agents::{Command, TaskState};
use sessions::Form;
use store::SessionStatus::{Ended, Failed, Idle, Queued, Running, Waiting};

use crate::support::{World, ann, colour, crash, ended, question, settle, task, turn};

#[tokio::test(start_paused = true)]
async fn sq1_a_session_with_a_message_goes_to_work_and_one_without_is_idle() {
    let mut world = World::new(1).await;
    let idle = world.sessions.create(World::new_session(None), &ann()).await.unwrap();
    assert_eq!((idle.session.status, idle.place, idle.last_event), (Idle, None, 0));
    assert!(!world.has_started().await);
    let id = world.create("Build it.").await;
    assert_eq!(world.status(id).await, Running);
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "Build it.");
    assert_eq!(world.status(id).await, Running);
    run.finishes().await;
    assert_eq!(world.status(id).await, Idle);
    assert_eq!(world.kinds(id).await, ["user_message", "status", "delivered", "done", "status"]);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sq2_the_others_are_queued_and_know_their_place() {
    let mut world = World::new(2).await;
    let (_, _first) = world.running("1").await;
    let (_, _second) = world.running("2").await;
    let (third, fourth) = (world.create("3").await, world.create("4").await);
    assert_eq!((world.status(third).await, world.place(third).await), (Queued, Some(1)));
    assert_eq!((world.status(fourth).await, world.place(fourth).await), (Queued, Some(2)));
    assert!(world.row(third).await.queued_at.is_some());
    assert_eq!(world.last(fourth, "user_message").await["content"], "4");
    assert!(!world.has_started().await);
}

#[tokio::test(start_paused = true)]
async fn sq2_a_session_that_queues_later_says_its_place_in_the_log() {
    let mut world = World::new(1).await;
    let (first, run) = world.running("1").await;
    run.finishes().await;
    let (_, _busy) = world.running("2").await;
    world.message(first, "again").await;
    run.stops().await;
    assert_eq!(world.status(first).await, Queued);
    assert_eq!(world.last(first, "status").await["status"], "queued");
    assert_eq!(world.place(first).await, Some(1));
}

#[tokio::test(start_paused = true)]
async fn sq3_followers_see_the_place_change() {
    let mut world = World::new(1).await;
    let (_, first) = world.running("1").await;
    let (_second, third) = (world.create("2").await, world.create("3").await);
    let mut reader = world.follow(third, 0, Form::Whole).await;
    assert_eq!(reader.view().await.place, Some(2));
    first.finishes().await;
    assert_eq!(reader.view().await.place, Some(1));
    let mut run = world.started().await;
    run.begins().await;
    run.finishes().await;
    assert_eq!((reader.view().await.place, reader.view().await.session.status), (None, Running));
}

#[tokio::test(start_paused = true)]
async fn sq4_places_are_given_in_order() {
    let mut world = World::new(1).await;
    let (_, first) = world.running("1").await;
    let waiting = [world.create("2").await, world.create("3").await, world.create("4").await];
    let mut last = first;
    for (index, id) in waiting.into_iter().enumerate() {
        last.finishes().await;
        assert_eq!(world.status(id).await, Running);
        last = world.started().await;
        assert_eq!(last.begins().await, (index + 2).to_string());
        assert!(!world.has_started().await, "one at a time");
    }
}

#[tokio::test(start_paused = true)]
async fn sq5_an_interrupt_leaves_the_queue_and_keeps_what_was_said() {
    let mut world = World::new(1).await;
    let (_, first) = world.running("1").await;
    let (second, third) = (world.create("2").await, world.create("3").await);
    let mut reader = world.follow(third, 0, Form::Whole).await;
    let mut own = world.follow(second, 0, Form::Whole).await;
    own.catch_up().await;
    let view = world.sessions.interrupt(second).await.unwrap();
    own.catch_up().await;
    let seen = own.views.iter().map(|view| (view.session.status, view.place));
    assert_eq!(seen.collect::<Vec<_>>(), [(Queued, Some(1)), (Idle, None)]);
    assert_eq!((view.session.status, view.place, view.messages.len()), (Idle, None, 1));
    assert_eq!(view.session.queued_at, None);
    assert_eq!(reader.view().await.place, Some(1));
    first.finishes().await;
    assert_eq!((world.status(second).await, world.status(third).await), (Idle, Running));
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "3");
    run.finishes().await;
    world.message(second, "now").await;
    let mut run = world.started().await;
    assert_eq!((run.begins().await, run.takes().await.content), ("2".to_owned(), "now".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn sq5_a_stop_leaves_the_queue() {
    let mut world = World::new(1).await;
    let (_, first) = world.running("1").await;
    let (second, third) = (world.create("2").await, world.create("3").await);
    let view = world.sessions.stop(second).await.unwrap();
    assert_eq!((view.session.status, view.place), (Ended, None));
    assert_eq!(world.place(third).await, Some(1));
    first.finishes().await;
    assert_eq!((world.status(second).await, world.status(third).await), (Ended, Running));
}

#[tokio::test(start_paused = true)]
async fn sq5_a_queued_session_with_nothing_left_to_say_leaves_the_queue() {
    let mut world = World::new(1).await;
    let (_, first) = world.running("1").await;
    let (second, third) = (world.create("2").await, world.create("3").await);
    let message = world.view(second).await.messages[0].id;
    let view = world.sessions.take_back(second, message).await.unwrap();
    assert_eq!((view.session.status, view.place, view.messages.len()), (Idle, None, 0));
    assert_eq!(world.place(third).await, Some(1));
    first.finishes().await;
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "3");
    assert!(!world.has_started().await);
}

#[tokio::test(start_paused = true)]
async fn sq5_an_agent_that_comes_up_with_nothing_to_do_does_not_keep_its_place() {
    let world = World::new(1).await;
    world.agent.hold();
    let id = world.create("1").await;
    let message = world.view(id).await.messages[0].id;
    world.sessions.take_back(id, message).await.unwrap();
    let second = world.create("2").await;
    world.agent.release();
    assert_eq!(world.status(id).await, Idle);
    assert_eq!(world.status(second).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sq6_waiting_gives_the_place_away_and_takes_it_back() {
    let mut world = World::new(1).await;
    let (first, mut run) = world.running("1").await;
    let (second, third) = (world.create("2").await, world.create("3").await);
    run.say(question("q")).await;
    assert_eq!(world.status(first).await, Waiting);
    assert_eq!((world.status(second).await, world.place(third).await), (Running, Some(1)));
    let mut other = world.started().await;
    other.begins().await;
    world.sessions.answer(first, "q".to_owned(), colour("red"), ann()).await.unwrap();
    assert_eq!(world.status(first).await, Running);
    assert!(matches!(run.told().await, Command::Answer { .. }));
    // Two are at work now; the queue moves only when there is one place again.
    run.finishes().await;
    assert_eq!(world.status(third).await, Queued);
    other.finishes().await;
    assert_eq!(world.status(third).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sq7_a_turn_that_begins_by_itself_runs_beyond_the_limit() {
    let mut world = World::new(1).await;
    let (first, mut run) = world.running("1").await;
    run.say(task("t", TaskState::Running)).await;
    run.finishes().await;
    assert_eq!(world.status(first).await, Idle);
    let (second, other) = world.running("2").await;
    run.say_all([task("t", TaskState::Completed), turn()]).await;
    assert_eq!((world.status(first).await, world.status(second).await), (Running, Running));
    let third = world.create("3").await;
    run.finishes().await;
    assert_eq!((world.status(first).await, world.status(third).await), (Idle, Queued));
    assert_eq!(world.row(first).await.turns, 2);
    assert_eq!(run.told_so_far().await, []);
    other.finishes().await;
    assert_eq!(world.status(third).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sq8_a_resting_process_is_given_up_when_its_session_has_to_queue() {
    let mut world = World::new(1).await;
    let (first, run) = world.running("1").await;
    run.finishes().await;
    let (_, other) = world.running("2").await;
    let view = world.message(first, "more").await;
    assert_eq!(view.session.status, Queued);
    run.stops().await;
    assert_eq!((world.status(first).await, world.place(first).await), (Queued, Some(1)));
    other.finishes().await;
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "more");
}

#[tokio::test(start_paused = true)]
async fn sq8_a_process_that_has_left_something_running_is_not_given_up() {
    let mut world = World::new(1).await;
    let (first, mut run) = world.running("1").await;
    run.say(task("t", TaskState::Running)).await;
    run.finishes().await;
    let (_, _other) = world.running("2").await;
    world.message(first, "more").await;
    assert_eq!(world.status(first).await, Running);
    assert_eq!(run.goes_on().await, "more");
}

#[tokio::test(start_paused = true)]
async fn sq9_a_dead_agent_leaves_its_place() {
    let mut world = World::new(1).await;
    let (first, run) = world.running("1").await;
    let second = world.create("2").await;
    run.dies(crash()).await;
    assert_eq!((world.status(first).await, world.status(second).await), (Failed, Running));
}

#[tokio::test(start_paused = true)]
async fn sq9_a_failed_start_leaves_its_place() {
    let mut world = World::new(1).await;
    world.agent.refuse_next(crash());
    let first = world.create("1").await;
    assert_eq!(world.status(first).await, Failed);
    let (second, _run) = world.running("2").await;
    assert_eq!(world.status(second).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sq9_a_stopped_session_leaves_its_place_when_its_process_is_gone() {
    let mut world = World::new(1).await;
    let (first, mut run) = world.running("1").await;
    let second = world.create("2").await;
    let sessions = world.sessions.clone();
    let stopped = world.tasks.spawn(async move { sessions.stop(first).await });
    assert_eq!(run.told().await, Command::Stop);
    settle().await;
    assert_eq!(world.status(second).await, Queued);
    run.say(ended()).await;
    assert_eq!(stopped.await.unwrap().unwrap().session.status, Ended);
    assert_eq!(world.status(second).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sq9_a_deleted_session_leaves_its_place() {
    let mut world = World::new(1).await;
    let other = sessions::NewSession { project: World::project(2), ..World::new_session(Some("1")) };
    world.sessions.create(other, &ann()).await.unwrap();
    let mut run = world.started().await;
    run.begins().await;
    let second = world.create("2").await;
    world.store.delete_project(World::project(2)).await.unwrap();
    world.sessions.close_project(World::project(2)).await.unwrap();
    run.stops().await;
    assert_eq!(world.status(second).await, Running);
}
