//! What people say to a session.

use agents::{Command, MessageId};
use sessions::limits::{MAX_MESSAGE_BYTES, MAX_TITLE_CHARS, MAX_WAITING_MESSAGES};
use sessions::{NewSession, SessionError, Who};
use store::SessionStatus::{Idle, Running, Waiting};
use uuid::Uuid;

use crate::support::{World, ann, bob, colour, crash, delivered, ended, question, settle};

#[tokio::test(start_paused = true)]
async fn sm1_messages_reach_the_agent_in_order_also_in_a_turn() {
    let mut world = World::new(1).await;
    world.agent.hold();
    let id = world.create("1").await;
    world.message(id, "2").await;
    world.agent.release();
    let mut run = world.started().await;
    assert_eq!((run.takes().await.content, run.takes().await.content), ("1".to_owned(), "2".to_owned()));
    run.say(crate::support::turn()).await;
    world.message(id, "3").await;
    assert_eq!(run.takes().await.content, "3");
    run.say(question("q")).await;
    assert_eq!(world.status(id).await, Waiting);
    world.message(id, "4").await;
    assert_eq!(run.takes().await.content, "4");
    assert_eq!(world.status(id).await, Waiting, "a message is no answer");
    run.finishes().await;
    world.message(id, "5").await;
    assert_eq!(run.takes().await.content, "5");
    assert_eq!(world.status(id).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sm1_what_the_agent_has_no_room_for_is_handed_over_when_it_has() {
    const MESSAGES: usize = agents::limits::COMMAND_QUEUE + 10;
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("0").await;
    for number in 1..=MESSAGES {
        world.message(id, &number.to_string()).await;
    }
    let mut heard = Vec::new();
    while heard.len() < MESSAGES {
        let prompt = run.takes().await;
        run.say(delivered(&[prompt.id])).await;
        heard.push(prompt.content);
        settle().await;
    }
    assert_eq!(heard, (1..=MESSAGES).map(|number| number.to_string()).collect::<Vec<_>>());
    assert_eq!(world.view(id).await.messages, []);
}

#[tokio::test(start_paused = true)]
async fn sm2_a_message_is_a_row_until_it_is_delivered() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let view = world.sessions.message(id, "2".to_owned(), bob()).await.unwrap();
    let [message] = view.messages.as_slice() else { panic!("one waits") };
    assert_eq!((message.content.as_str(), message.sent_by), ("2", Some(bob().id)));
    assert_eq!(world.store.waiting_messages(id).await.unwrap(), view.messages);
    let logged = world.last(id, "user_message").await;
    assert_eq!((&logged["content"], &logged["by_name"]), (&"2".into(), &"Bob".into()));
    assert_eq!(logged["id"], Uuid::from_bytes(message.id).to_string());
    let prompt = run.takes().await;
    assert_eq!(prompt.id, MessageId(Uuid::from_bytes(message.id)));
    run.say(delivered(&[prompt.id, MessageId(Uuid::nil())])).await;
    assert_eq!(world.last(id, "delivered").await["ids"], serde_json::json!([prompt.id]));
    assert_eq!(world.view(id).await.messages, []);
    assert_eq!(world.store.waiting_messages(id).await.unwrap(), []);
    run.say(delivered(&[prompt.id])).await;
    let count = world.kinds(id).await.iter().filter(|kind| *kind == "delivered").count();
    assert_eq!(count, 2, "the first message and this one, once each");
}

#[tokio::test(start_paused = true)]
async fn sm2_the_end_of_a_turn_delivers_what_it_dealt_with() {
    let mut world = World::new(1).await;
    let id = world.create("1").await;
    let mut run = world.started().await;
    let prompt = run.takes().await;
    let agents::Event::TurnDone { outcome, tokens, run_cost_usd, took, origin, .. } = crate::support::done() else {
        unreachable!()
    };
    let messages = vec![prompt.id];
    run.say(crate::support::turn()).await;
    run.say(agents::Event::TurnDone { outcome, tokens, run_cost_usd, took, origin, messages, point: None }).await;
    assert_eq!(world.status(id).await, Idle);
    assert_eq!(world.view(id).await.messages, []);
}

#[tokio::test(start_paused = true)]
async fn sm3_a_message_that_was_not_handed_over_can_be_taken_back() {
    let mut world = World::new(1).await;
    let (_, run) = world.running("1").await;
    let id = world.create("2").await;
    let view = world.message(id, "3").await;
    let taken = view.messages[0].id;
    let view = world.sessions.take_back(id, taken).await.unwrap();
    assert_eq!(view.messages.len(), 1);
    assert_eq!(world.last(id, "taken_back").await["id"], Uuid::from_bytes(taken).to_string());
    assert!(matches!(world.sessions.take_back(id, taken).await, Err(SessionError::Settled)));
    assert!(matches!(world.sessions.take_back(id, [0; 16]).await, Err(SessionError::Settled)));
    run.finishes().await;
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "3");
    assert_eq!(run.told_so_far().await, []);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sm3_a_message_that_was_handed_over_cannot_be_taken_back_unless_the_agent_dies() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let view = world.message(id, "2").await;
    let message = view.messages[0].id;
    assert!(matches!(world.sessions.take_back(id, message).await, Err(SessionError::Settled)));
    run.takes().await;
    run.dies(crash()).await;
    assert_eq!(world.view(id).await.messages.len(), 1);
    assert_eq!(world.sessions.take_back(id, message).await.unwrap().messages, []);
}

#[tokio::test(start_paused = true)]
async fn sm4_messages_have_bounds() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let refused = async |content: String| world.sessions.message(id, content, ann()).await.unwrap_err();
    assert!(matches!(refused(" \n ".to_owned()).await, SessionError::Invalid { path, .. } if path == "/content"));
    assert!(matches!(refused("a".repeat(MAX_MESSAGE_BYTES + 1)).await, SessionError::Invalid { .. }));
    world.message(id, &"a".repeat(MAX_MESSAGE_BYTES)).await;
    assert_eq!(run.takes().await.content.len(), MAX_MESSAGE_BYTES);
    for number in 1..MAX_WAITING_MESSAGES {
        world.message(id, &number.to_string()).await;
    }
    assert!(matches!(refused("one more".to_owned()).await, SessionError::TooMany(MAX_WAITING_MESSAGES)));
    let long = NewSession { message: Some("a".repeat(MAX_MESSAGE_BYTES + 1)), ..World::new_session(None) };
    let refused = world.sessions.create(long, &ann()).await.unwrap_err();
    assert!(matches!(refused, SessionError::Invalid { path, .. } if path == "/message"));
}

#[tokio::test(start_paused = true)]
async fn sm5_titles_come_from_what_was_said() {
    let world = World::new(1).await;
    let check = async |title: Option<&str>, message: Option<&str>, expected: &str| {
        let new = NewSession { title: title.map(str::to_owned), ..World::new_session(message) };
        assert_eq!(world.sessions.create(new, &ann()).await.unwrap().session.title, expected);
    };
    check(None, None, "New session").await;
    check(None, Some("\n  Fix the lamp.\nIt is dark."), "Fix the lamp.").await;
    check(Some("Lamp"), Some("Fix it."), "Lamp").await;
    check(Some("  "), Some("Fix it."), "Fix it.").await;
    check(None, Some("\u{7}\nBell\u{7}s"), "Bells").await;
    check(None, Some("\u{7}"), "New session").await;
    check(Some(&"ä".repeat(MAX_TITLE_CHARS + 1)), None, &"ä".repeat(MAX_TITLE_CHARS)).await;
}

#[tokio::test(start_paused = true)]
async fn sm6_what_is_said_to_a_session_that_is_being_stopped_is_refused() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say(question("q")).await;
    settle().await;
    let sessions = world.sessions.clone();
    let stopped = world.tasks.spawn(async move { sessions.stop(id).await });
    assert_eq!(run.told().await, Command::Stop);
    let who: Who = ann();
    let refused = world.sessions.message(id, "2".to_owned(), who.clone()).await;
    assert!(matches!(refused, Err(SessionError::Busy)));
    assert!(matches!(world.sessions.answer(id, "q".to_owned(), colour("red"), who).await, Err(SessionError::Busy)));
    run.say(ended()).await;
    let view = stopped.await.unwrap().unwrap();
    assert_eq!((view.messages, view.requests), (vec![], vec![]));
    world.message(id, "2").await;
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "2");
}
