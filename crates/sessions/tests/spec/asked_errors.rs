//! Answers that do not fit what is asked.

use agents::Command;
use sessions::limits::MAX_MESSAGE_BYTES;
use sessions::{PermissionReply, PlanReply, QuestionReply, SessionError};
use store::SessionStatus::{Running, Waiting};

use crate::support::{World, ann, answers, bob, colour, permission, plan, question, settle, sha_of};

#[tokio::test(start_paused = true)]
async fn sa3_of_two_answers_one_wins() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say(question("q")).await;
    settle().await;
    let (red, blue) = tokio::join!(
        world.sessions.answer(id, "q".to_owned(), colour("red"), ann()),
        world.sessions.answer(id, "q".to_owned(), colour("blue"), bob()),
    );
    assert!(red.is_ok());
    assert!(matches!(blue, Err(SessionError::Settled)));
    assert_eq!(run.told_so_far().await.len(), 1);
    assert_eq!(world.last(id, "settled").await["by_name"], "Ann");
    assert_eq!(world.kinds(id).await.iter().filter(|kind| *kind == "settled").count(), 1);
    assert!(matches!(
        world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await,
        Err(SessionError::Settled)
    ));
}

#[tokio::test(start_paused = true)]
async fn sa4_an_answer_of_the_wrong_kind_is_refused() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say_all([question("q"), plan("p", "Do it."), permission("r", "make")]).await;
    let sha = sha_of(&world.last(id, "plan").await);
    for name in ["p", "r", "none"] {
        let refused = world.sessions.answer(id, name.to_owned(), colour("red"), ann()).await;
        assert!(matches!(refused, Err(SessionError::Settled)), "{name} is no question");
    }
    for name in ["q", "r", "none"] {
        let approve = PlanReply::Approve { edited: None };
        let refused = world.sessions.decide_plan(id, name.to_owned(), sha.clone(), approve, ann()).await;
        assert!(matches!(refused, Err(SessionError::Settled)), "{name} is no plan");
    }
    for name in ["q", "p", "none"] {
        let refused = world.sessions.decide_permission(id, name.to_owned(), PermissionReply::Once, ann()).await;
        assert!(matches!(refused, Err(SessionError::Settled)), "{name} is no permission");
    }
    assert_eq!(world.status(id).await, Waiting);
    assert_eq!(world.view(id).await.requests.len(), 3);
    assert_eq!(run.told_so_far().await, []);
}

#[tokio::test(start_paused = true)]
async fn sa4_a_session_that_asks_nothing_takes_no_answer() {
    let world = World::new(1).await;
    let id = world.sessions.create(World::new_session(None), &ann()).await.unwrap().session.id;
    let refused = world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await;
    assert!(matches!(refused, Err(SessionError::Settled)));
}

#[tokio::test(start_paused = true)]
async fn sa5_a_plan_is_decided_by_the_text_that_was_shown() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say(plan("p", "Do it.")).await;
    let sha = sha_of(&world.last(id, "plan").await);
    assert_eq!(sha, "456e482ab0f50031da0c0e21545bc359f273a93cf155ae5286125f325068493e");
    for reply in [PlanReply::Approve { edited: None }, PlanReply::Reject { feedback: "No.".to_owned() }] {
        let refused = world.sessions.decide_plan(id, "p".to_owned(), "0".repeat(64), reply, ann()).await;
        assert!(matches!(refused, Err(SessionError::PlanChanged)));
    }
    assert_eq!(run.told_so_far().await, []);
    assert_eq!(world.status(id).await, Waiting);
    let approve = PlanReply::Approve { edited: None };
    world.sessions.decide_plan(id, "p".to_owned(), sha, approve, ann()).await.unwrap();
    assert_eq!(world.status(id).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sa6_answers_are_checked_against_the_questions() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say(question("q")).await;
    settle().await;
    let long = "x".repeat(MAX_MESSAGE_BYTES + 1);
    let wrong: [(&str, QuestionReply); 8] = [
        ("/answers", answers(&[])),
        ("/answers/Who?", answers(&[("Who?", &["me"])])),
        ("/answers/Which colour?", answers(&[("Which colour?", &[])])),
        ("/answers/Which colour?", answers(&[("Which colour?", &[" "])])),
        ("/answers/Which colour?", answers(&[("Which colour?", &["red", "blue"])])),
        ("/answers/Which sizes?", answers(&[("Which colour?", &["red"]), ("Which sizes?", &["S", ""])])),
        ("/answers/Which colour?", answers(&[("Which colour?", &[&long])])),
        ("/message", QuestionReply::Decline { message: Some(long.clone()) }),
    ];
    let before = world.log(id).await;
    for (expected, reply) in wrong {
        match world.sessions.answer(id, "q".to_owned(), reply, ann()).await {
            Err(SessionError::Invalid { path, .. }) => assert_eq!(path, expected),
            other => panic!("{expected} was taken: {other:?}"),
        }
    }
    assert_eq!(world.log(id).await, before);
    assert_eq!((world.status(id).await, run.told_so_far().await), (Waiting, vec![]));
}

#[tokio::test(start_paused = true)]
async fn sa6_decisions_are_checked_too() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let once_only = match permission("once", "make") {
        agents::Event::Permission { request, tool, name, input, reason, parent, .. } => {
            agents::Event::Permission { request, tool, name, input, reason, always: None, parent }
        }
        _ => unreachable!(),
    };
    run.say_all([plan("p", "Do it."), permission("r", "make"), once_only]).await;
    let sha = sha_of(&world.last(id, "plan").await);
    let long = "x".repeat(MAX_MESSAGE_BYTES + 1);
    let plans = [
        PlanReply::Reject { feedback: " ".to_owned() },
        PlanReply::Reject { feedback: long.clone() },
        PlanReply::Approve { edited: Some(long.clone()) },
    ];
    for reply in plans {
        let refused = world.sessions.decide_plan(id, "p".to_owned(), sha.clone(), reply, ann()).await;
        assert!(matches!(refused, Err(SessionError::Invalid { .. })));
    }
    let deny = PermissionReply::Deny { message: Some(long) };
    let refused = world.sessions.decide_permission(id, "r".to_owned(), deny, ann()).await;
    assert!(matches!(refused, Err(SessionError::Invalid { path, .. }) if path == "/message"));
    let refused = world.sessions.decide_permission(id, "once".to_owned(), PermissionReply::Always, ann()).await;
    assert!(matches!(refused, Err(SessionError::Invalid { path, .. }) if path == "/always"));
    assert_eq!((world.view(id).await.requests.len(), run.told_so_far().await), (3, vec![]));
}

#[tokio::test(start_paused = true)]
async fn sa10_an_agent_that_takes_no_command_is_asked_for_it_again() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say(question("q")).await;
    settle().await;
    for number in 0..agents::limits::COMMAND_QUEUE {
        world.message(id, &number.to_string()).await;
    }
    let answer = || world.sessions.answer(id, "q".to_owned(), colour("red"), ann());
    assert!(matches!(answer().await, Err(SessionError::Busy)));
    assert!(matches!(world.sessions.interrupt(id).await, Err(SessionError::Busy)));
    assert_eq!((world.status(id).await, world.view(id).await.requests.len()), (Waiting, 1));
    assert_eq!(world.store.open_requests(id).await.unwrap().len(), 1);
    run.takes().await;
    answer().await.unwrap();
    assert!(run.told_so_far().await.iter().any(|command| matches!(command, Command::Answer { .. })));
    assert_eq!(world.status(id).await, Running);
}
