//! When an agent's process is kept, and when a session leaves memory.

use agents::{Command, Conversation, ConversationId, TaskState};
use sessions::Form;
use sessions::limits::{KEEP_IDLE_PROCESS, KEEP_IN_MEMORY};
use store::SessionStatus::{Idle, Queued, Running, Waiting};
use tokio::time::advance;

use crate::support::{World, ann, colour, question_of, settle, task};

#[tokio::test(start_paused = true)]
async fn sp1_a_process_that_rests_too_long_is_stopped_and_taken_up_again() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.finishes().await;
    advance(KEEP_IDLE_PROCESS / 2).await;
    assert_eq!(run.told_so_far().await, []);
    world.message(id, "2").await;
    assert_eq!(run.goes_on().await, "2");
    run.finishes().await;
    advance(KEEP_IDLE_PROCESS).await;
    run.stops().await;
    assert_eq!(world.status(id).await, Idle);
    world.message(id, "3").await;
    let mut run = world.started().await;
    let conversation = ConversationId(uuid::Uuid::from_bytes(world.row(id).await.conversation));
    assert_eq!(run.launch.conversation, Conversation::Resume(conversation));
    assert_eq!(run.begins().await, "3");
}

#[tokio::test(start_paused = true)]
async fn sp2_a_process_is_kept_while_something_goes_on_in_the_background() {
    let mut world = World::new(1).await;
    let (_, mut run) = world.running("1").await;
    run.say(task("t", TaskState::Running)).await;
    run.finishes().await;
    advance(KEEP_IDLE_PROCESS * 3).await;
    assert_eq!(run.told_so_far().await, []);
    run.say(task("t", TaskState::Completed)).await;
    settle().await;
    advance(KEEP_IDLE_PROCESS).await;
    assert_eq!(run.told().await, Command::Stop);
}

#[tokio::test(start_paused = true)]
async fn sp2_what_begins_in_the_background_while_a_process_rests_keeps_it() {
    let mut world = World::new(1).await;
    let (_, mut run) = world.running("1").await;
    run.finishes().await;
    run.say(task("t", TaskState::Running)).await;
    settle().await;
    advance(KEEP_IDLE_PROCESS * 3).await;
    assert_eq!(run.told_so_far().await, []);
}

#[tokio::test(start_paused = true)]
async fn sp2_a_process_that_asks_from_the_background_is_kept_until_it_is_answered() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say(task("t", TaskState::Running)).await;
    run.finishes().await;
    run.say_all([question_of("q", Some("t")), task("t", TaskState::Completed)]).await;
    assert_eq!(world.status(id).await, Waiting);
    advance(KEEP_IDLE_PROCESS * 3).await;
    assert_eq!(run.told_so_far().await, []);
    world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await.unwrap();
    assert!(matches!(run.told().await, Command::Answer { .. }));
    assert_eq!(world.status(id).await, Idle);
    advance(KEEP_IDLE_PROCESS).await;
    assert_eq!(run.told().await, Command::Stop);
}

#[tokio::test(start_paused = true)]
async fn sp3_when_too_many_rest_the_longest_is_stopped() {
    let mut world = World::new(1).await;
    let (first, mut longest) = world.running("1").await;
    longest.finishes().await;
    // News of a task that has ended does not make it a later one.
    longest.say(task("t", TaskState::Failed)).await;
    let (_, mut second) = world.running("2").await;
    second.finishes().await;
    assert_eq!(longest.told().await, Command::Stop);
    assert_eq!(second.told_so_far().await, []);
    drop(longest);
    assert_eq!(world.status(first).await, Idle);
    let (_, third) = world.running("3").await;
    assert_eq!(second.told_so_far().await, [], "one that works does not rest");
    third.finishes().await;
    assert_eq!(second.told().await, Command::Stop);
}

#[tokio::test(start_paused = true)]
async fn sp3_one_that_works_again_leaves_the_others_where_they_are() {
    let mut world = World::new(2).await;
    let (_, mut longest) = world.running("1").await;
    longest.finishes().await;
    let (second, mut again) = world.running("2").await;
    again.finishes().await;
    world.message(second, "more").await;
    again.goes_on().await;
    again.finishes().await;
    let (_, third) = world.running("3").await;
    third.finishes().await;
    assert_eq!((longest.told().await, again.told_so_far().await), (Command::Stop, vec![]));
}

#[tokio::test(start_paused = true)]
async fn sp3_one_that_was_given_work_meanwhile_is_not_stopped() {
    let mut world = World::new(2).await;
    let (first, mut longest) = world.running("1").await;
    longest.finishes().await;
    let (_, mut second) = world.running("2").await;
    second.finishes().await;
    let (_, third) = world.running("3").await;
    world.message(first, "more").await;
    longest.say(task("t", TaskState::Completed)).await;
    third.finishes().await;
    assert_eq!(longest.goes_on().await, "more");
    assert_eq!((longest.told_so_far().await, second.told_so_far().await), (vec![], vec![]));
}

#[tokio::test(start_paused = true)]
async fn sp4_what_is_said_while_a_process_ends_is_handed_to_the_next() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.finishes().await;
    advance(KEEP_IDLE_PROCESS).await;
    settle().await;
    let view = world.message(id, "2").await;
    assert_eq!((view.session.status, view.place), (Queued, None));
    assert!(!world.has_started().await, "one process at a time");
    run.stops().await;
    assert_eq!(world.status(id).await, Running);
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "2");
    assert_eq!(world.view(id).await.messages, []);
}

#[tokio::test(start_paused = true)]
async fn sp4_an_interrupt_while_a_process_ends_keeps_what_was_said() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.finishes().await;
    advance(KEEP_IDLE_PROCESS).await;
    settle().await;
    world.message(id, "2").await;
    world.sessions.interrupt(id).await.unwrap();
    run.stops().await;
    assert_eq!(world.status(id).await, Idle);
    assert!(!world.has_started().await);
    assert_eq!(world.view(id).await.messages.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn sp5_an_interrupt_while_it_starts_keeps_what_was_said() {
    let mut world = World::new(1).await;
    world.agent.hold();
    let id = world.create("1").await;
    world.sessions.interrupt(id).await.unwrap();
    world.agent.release();
    assert_eq!(world.status(id).await, Idle);
    let mut run = world.started().await;
    run.say(crate::support::ready(&run.launch)).await;
    assert_eq!(run.told_so_far().await, [], "also when it says that it is up");
    assert_eq!(world.view(id).await.messages.len(), 1);
    world.message(id, "2").await;
    assert_eq!((run.goes_on().await, run.takes().await.content), ("1".to_owned(), "2".to_owned()));
    assert_eq!(world.status(id).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sp5_a_message_after_the_interrupt_goes_on_at_once() {
    let mut world = World::new(1).await;
    world.agent.hold();
    let id = world.create("1").await;
    world.sessions.interrupt(id).await.unwrap();
    world.message(id, "2").await;
    world.agent.release();
    let mut run = world.started().await;
    assert_eq!((run.begins().await, run.takes().await.content), ("1".to_owned(), "2".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn sp7_a_session_leaves_memory_and_comes_back() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.finishes().await;
    assert_eq!(world.tasks.len(), 1);
    advance(KEEP_IDLE_PROCESS).await;
    run.stops().await;
    assert_eq!(world.tasks.len(), 1, "not at once");
    advance(KEEP_IN_MEMORY).await;
    settle().await;
    assert_eq!(world.tasks.len(), 0);
    let before = world.row(id).await;
    assert_eq!(world.status(id).await, Idle);
    assert_eq!(world.row(id).await, before, "looking changes nothing");
    assert_eq!(world.tasks.len(), 1);
    world.message(id, "2").await;
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "2");
    run.finishes().await;
    assert_eq!(world.row(id).await.turns, 2);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sp7_a_session_that_waits_for_a_person_leaves_memory_unchanged() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(question_of("q", None)).await;
    run.dies(crate::support::crash()).await;
    let before = (world.row(id).await, world.log(id).await);
    advance(KEEP_IN_MEMORY).await;
    settle().await;
    assert_eq!(world.tasks.len(), 0);
    assert_eq!(world.status(id).await, Waiting);
    assert_eq!((world.row(id).await, world.log(id).await), before);
}

#[tokio::test(start_paused = true)]
async fn sp7_one_that_is_followed_stays() {
    let mut world = World::new(1).await;
    let id = world.sessions.create(World::new_session(None), &ann()).await.unwrap().session.id;
    let reader = world.follow(id, 0, Form::Whole).await;
    advance(KEEP_IN_MEMORY * 5).await;
    settle().await;
    assert_eq!(world.tasks.len(), 1);
    drop(reader);
    advance(KEEP_IN_MEMORY).await;
    settle().await;
    assert_eq!(world.tasks.len(), 0);
    assert!(!world.has_started().await);
}

#[tokio::test(start_paused = true)]
async fn sp8_a_session_is_opened_once() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.finishes().await;
    advance(KEEP_IDLE_PROCESS).await;
    run.stops().await;
    advance(KEEP_IN_MEMORY).await;
    settle().await;
    let asks = (0..20).map(|number| {
        let sessions = world.sessions.clone();
        world.tasks.spawn(async move {
            if number % 2 == 0 {
                sessions.message(id, number.to_string(), ann()).await
            } else {
                sessions.view(id).await
            }
        })
    });
    for ask in asks.collect::<Vec<_>>() {
        ask.await.unwrap().unwrap();
    }
    assert_eq!(world.view(id).await.messages.len(), 10);
    let _run = world.started().await;
    assert!(!world.has_started().await);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sp9_closing_a_project_ends_its_processes_and_no_others() {
    let mut world = World::new(3).await;
    let (kept, mut other) = world.running("1").await;
    let in_second = |message| sessions::NewSession { project: World::project(2), ..World::new_session(Some(message)) };
    let gone = world.sessions.create(in_second("2"), &ann()).await.unwrap().session.id;
    let mut run = world.started().await;
    run.begins().await;
    let mut reader = world.follow(gone, 0, Form::Whole).await;
    world.store.delete_project(World::project(2)).await.unwrap();
    world.sessions.close_project(World::project(2)).await.unwrap();
    run.stops().await;
    reader.catch_up().await;
    assert!(reader.follower.next().await.unwrap().is_none());
    assert!(matches!(world.sessions.view(gone).await, Err(sessions::SessionError::Missing)));
    assert_eq!((world.status(kept).await, other.told_so_far().await), (Running, vec![]));
}
