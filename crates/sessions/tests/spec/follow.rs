//! Following a session.

use sessions::limits::{FOLD_AFTER, FOLLOW_PAGE, RECENT_BYTES, RECENT_EVENTS};
use sessions::{Form, SessionError};
use store::SessionStatus::{Idle, Running};

use crate::support::{Reader, Screen, World, delta, notice, said, settle};

fn data_of(reader: &Reader, kind: &str) -> Vec<serde_json::Value> {
    let events = reader.events.iter().filter(|event| event.kind == kind);
    events.map(|event| serde_json::from_str(&event.data).unwrap()).collect()
}

#[tokio::test(start_paused = true)]
async fn sf1_what_is_stored_comes_first_and_then_what_is_live() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say_all([notice("a"), notice("b")]).await;
    settle().await;
    let (mut all, mut some) = (world.follow(id, 0, Form::Whole).await, world.follow(id, 4, Form::Whole).await);
    all.catch_up().await;
    run.say_all([notice("c"), notice("d")]).await;
    all.catch_up().await;
    some.catch_up().await;
    let last = world.store.last_event(id).await.unwrap();
    assert_eq!(all.screen.numbers, (1..=last).collect::<Vec<_>>());
    assert_eq!(some.screen.numbers, (5..=last).collect::<Vec<_>>());
    assert_eq!(all.screen, world.screen(id).await);
}

#[tokio::test(start_paused = true)]
async fn sf1_one_who_names_a_number_that_is_to_come_gets_what_is_after_it() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 10, Form::Whole).await;
    for number in 0..20 {
        run.say(notice(&number.to_string())).await;
        reader.catch_up().await;
    }
    let last = world.store.last_event(id).await.unwrap();
    assert_eq!(reader.screen.numbers, (11..=last).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn sf2_a_slow_follower_loses_nothing() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut slow = world.follow(id, 0, Form::Whole).await;
    slow.take().await;
    for number in 0..RECENT_EVENTS * 2 {
        run.say(notice(&number.to_string())).await;
        if number % 100 == 0 {
            settle().await;
        }
    }
    settle().await;
    // From the store, page by page, and then from memory, while more comes.
    let mut takes = 0;
    while slow.take().await {
        takes += 1;
        run.say(notice("more")).await;
        settle().await;
        if takes > 10 {
            break;
        }
    }
    slow.catch_up().await;
    let last = world.store.last_event(id).await.unwrap();
    assert!(last > (RECENT_EVENTS + FOLLOW_PAGE) as u64);
    assert_eq!(slow.screen.numbers, (1..=last).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn sf2_large_events_are_read_from_the_store() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut slow = world.follow(id, 0, Form::Whole).await;
    let large = "x".repeat(RECENT_BYTES / 3);
    for _ in 0..6 {
        run.say(notice(&large)).await;
        settle().await;
    }
    run.say(notice(&"x".repeat(RECENT_BYTES * 2))).await;
    slow.catch_up().await;
    assert_eq!(slow.screen, world.screen(id).await);
    run.say(notice("small")).await;
    slow.catch_up().await;
    assert_eq!(slow.screen, world.screen(id).await);
}

#[tokio::test(start_paused = true)]
async fn sf2_one_who_is_behind_the_folded_part_gets_the_text_whole() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut slow = world.follow(id, 0, Form::Lean).await;
    run.say_all([delta("a"), delta("b")]).await;
    slow.catch_up().await;
    run.say_all([tool_noise(), delta("c")]).await;
    settle().await;
    for number in 0..RECENT_EVENTS + 10 {
        run.say(notice(&number.to_string())).await;
        if number % 100 == 0 {
            settle().await;
        }
    }
    run.say(said("abc")).await;
    run.finishes().await;
    tokio::time::advance(FOLD_AFTER * 2).await;
    settle().await;
    slow.catch_up().await;
    assert_eq!(slow.screen.rows, world.screen(id).await.rows);
    assert_eq!(data_of(&slow, "assistant_message")[0]["text"], "abc");
}

fn tool_noise() -> agents::Event {
    notice("noise")
}

#[tokio::test(start_paused = true)]
async fn sf3_a_follower_sees_the_session_whenever_it_changes() {
    let mut world = World::new(1).await;
    let id = world.create("1").await;
    let mut reader = world.follow(id, 0, Form::Whole).await;
    assert_eq!(reader.view().await, world.view(id).await);
    assert_eq!(reader.views.len(), 1);
    reader.catch_up().await;
    assert_eq!(reader.views.len(), 1, "not again when nothing has changed");
    let mut run = world.started().await;
    run.begins().await;
    let view = reader.view().await;
    assert_eq!((view.session.status, view.session.turns, view.messages.len()), (Running, 1, 0));
    assert_eq!(view, world.view(id).await);
    let shown = reader.views.len();
    run.say_all([notice("a"), delta("b")]).await;
    reader.catch_up().await;
    assert_eq!(reader.views.len(), shown, "events say for themselves that they are there");
    run.finishes().await;
    assert_eq!(reader.view().await.session.status, Idle);
    assert_eq!(reader.view().await, world.view(id).await);
}

#[tokio::test(start_paused = true)]
async fn sf4_a_lean_follower_gets_the_text_once() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(delta("On")).await;
    settle().await;
    let place = world.store.last_event(id).await.unwrap();
    let mut whole = world.follow(id, 0, Form::Whole).await;
    let mut lean = world.follow(id, 0, Form::Lean).await;
    let mut late = world.follow(id, place, Form::Lean).await;
    run.say_all([delta("ce"), said("Once"), said("At once")]).await;
    for reader in [&mut whole, &mut lean, &mut late] {
        reader.catch_up().await;
    }
    let text = |reader: &Reader| {
        data_of(reader, "assistant_message").iter().map(|data| data.get("text").is_some()).collect::<Vec<_>>()
    };
    assert_eq!(text(&whole), [true, true]);
    assert_eq!(text(&lean), [false, true]);
    assert_eq!(text(&late), [true, true], "it has not heard the first drop");
    assert_eq!(lean.screen, whole.screen);
    let expected: Vec<_> = whole.screen.rows.iter().filter(|row| row.n > place).cloned().collect();
    assert_eq!(late.screen.rows, expected);
}

#[tokio::test(start_paused = true)]
async fn sf5_followers_are_told_to_follow_anew_after_all_that_came_before() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Lean).await;
    reader.catch_up().await;
    run.say_all([delta("Half a"), notice("b")]).await;
    settle().await;
    world.stopping.cancel();
    settle().await;
    drop(run);
    reader.catch_up().await;
    assert!(reader.follower.next().await.unwrap().is_none());
    assert!(reader.follower.next().await.unwrap().is_none());
    assert_eq!(reader.screen.rows, world.screen(id).await.rows);
    let mut world = World::on(world.disk.clone(), 1);
    let mut reader = Reader::new(&world.sessions, id, reader.screen, Form::Lean).await;
    world.message(id, "2").await;
    let mut run = world.started().await;
    run.begins().await;
    run.say_all([delta("x"), said("x")]).await;
    run.finishes().await;
    reader.catch_up().await;
    assert_eq!(reader.screen.rows, world.screen(id).await.rows);
}

#[tokio::test(start_paused = true)]
async fn sf6_there_is_nothing_to_follow_where_there_is_no_session() {
    let world = World::new(1).await;
    let none = engine::SessionId::from_bytes([9; 16]);
    assert!(matches!(world.sessions.follow(none, 0, Form::Whole).await, Err(SessionError::Missing)));
    assert!(matches!(world.sessions.view(none).await, Err(SessionError::Missing)));
    assert!(matches!(world.sessions.interrupt(none).await, Err(SessionError::Missing)));
    assert_eq!(Screen::default().rows, []);
}
