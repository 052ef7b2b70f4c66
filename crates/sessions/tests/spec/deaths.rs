//! Agents that die, fail, or do not start.

use agents::taken_up::{INSTEAD, REJECTED};
use agents::{Command, Conversation, Event, Failure, FailureCode, Mode, PermissionDecision, TurnOutcome};
use serde_json::json;
use sessions::{PermissionReply, PlanReply, QuestionReply};
use store::SessionStatus::{Failed, Idle, Running, Waiting};

use crate::support::{
    World, ann, answers, bob, colour, crash, delta, done_with, permission, plan, question, settle, sha_of, tool_started,
};

#[tokio::test(start_paused = true)]
async fn sd1_a_death_in_a_turn_is_said_and_keeps_what_was_said() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say_all([delta("I have be"), tool_started("t")]).await;
    settle().await;
    run.dies(Failure { resets_at_ms: Some(1_700_000_000_000), ..crash() }).await;
    assert_eq!(world.status(id).await, Failed);
    let error = json!({
        "code": "crashed", "message": "It died.", "remedy": "Start it again.", "resets_at": "2023-11-14T22:13:20.000Z",
    });
    assert_eq!(world.last(id, "error").await, error);
    let failure: serde_json::Value = serde_json::from_str(&world.row(id).await.failure.unwrap()).unwrap();
    assert_eq!(failure, error);
    assert_eq!(world.last(id, "done").await["outcome"], "failed");
    let message = world.last(id, "assistant_message").await;
    assert_eq!((&message["text"], &message["cut"]), (&json!("I have be"), &json!(true)));
    assert!(world.kinds(id).await.ends_with(&["done".to_owned(), "error".to_owned(), "status".to_owned()]));
    world.assert_sound().await;
    world.message(id, "go on").await;
    let mut run = world.started().await;
    assert!(matches!(run.launch.conversation, Conversation::Resume(_)));
    assert_eq!(run.begins().await, "go on");
    assert_eq!((world.status(id).await, world.row(id).await.failure), (Running, None));
}

#[tokio::test(start_paused = true)]
async fn se10_a_turn_whose_agent_died_ends_like_any_other() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    tokio::time::advance(std::time::Duration::from_secs(3)).await;
    run.dies(crash()).await;
    let done = json!({
        "turn": 1, "outcome": "failed", "deltas": 0, "took_ms": 3_000, "cost_usd": 0.0, "origin": "person",
        "input_tokens": 0, "output_tokens": 0, "cache_read_tokens": 0, "cache_write_tokens": 0,
    });
    assert_eq!(world.last(id, "done").await, done);
}

#[tokio::test(start_paused = true)]
async fn sd1_a_death_between_turns_is_said_too() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.finishes().await;
    run.dies(crash()).await;
    assert_eq!(world.status(id).await, Failed);
    assert_eq!(world.last(id, "error").await["code"], "crashed");
}

#[tokio::test(start_paused = true)]
async fn sd1_a_death_before_the_turn_keeps_the_message() {
    let mut world = World::new(1).await;
    let id = world.create("1").await;
    let mut run = world.started().await;
    run.takes().await;
    run.dies(crash()).await;
    assert_eq!((world.status(id).await, world.view(id).await.messages.len()), (Failed, 1));
    assert!(!world.kinds(id).await.contains(&"done".to_owned()), "there was no turn");
    world.message(id, "2").await;
    let mut run = world.started().await;
    assert!(matches!(run.launch.conversation, Conversation::New(_)));
    assert_eq!((run.begins().await, run.takes().await.content), ("1".to_owned(), "2".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn sd2_what_was_asked_is_still_asked_and_the_answer_goes_on() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(question("q")).await;
    settle().await;
    run.dies(crash()).await;
    assert_eq!((world.status(id).await, world.view(id).await.requests.len()), (Waiting, 1));
    assert_eq!(world.last(id, "error").await["code"], "crashed");
    assert_eq!(world.last(id, "done").await["outcome"], "failed");
    assert!(!world.has_started().await);
    let given = answers(&[("Which colour?", &["red"]), ("Which sizes?", &["S", "L"])]);
    let view = world.sessions.answer(id, "q".to_owned(), given, bob()).await.unwrap();
    assert_eq!((view.session.status, view.requests.len(), view.messages.len()), (Running, 0, 1));
    let mut run = world.started().await;
    assert!(matches!(run.launch.conversation, Conversation::Resume(_)));
    let words = run.begins().await;
    assert!(words.contains("Which colour?") && words.contains("red") && words.contains("S, L"), "{words}");
    assert_eq!(world.last(id, "user_message").await["by_name"], "Bob");
    assert_eq!(world.last(id, "settled").await["outcome"], "answered");
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sd2_the_last_of_several_answers_goes_on_with_all_of_them() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say_all([question("a"), question("d"), permission("b", "make"), question("c")]).await;
    settle().await;
    run.dies(crash()).await;
    let decline = |message: Option<&str>| QuestionReply::Decline { message: message.map(str::to_owned) };
    world.sessions.answer(id, "a".to_owned(), decline(None), ann()).await.unwrap();
    world.sessions.answer(id, "d".to_owned(), decline(Some("Later.")), ann()).await.unwrap();
    let deny = PermissionReply::Deny { message: None };
    world.sessions.decide_permission(id, "b".to_owned(), deny, ann()).await.unwrap();
    assert_eq!(world.status(id).await, Waiting);
    assert!(!world.has_started().await);
    world.sessions.answer(id, "c".to_owned(), colour("red"), ann()).await.unwrap();
    let mut run = world.started().await;
    assert!(run.begins().await.contains("decide yourself"));
    assert_eq!(run.takes().await.content, format!("{INSTEAD}\n\nLater."));
    let words = [run.takes().await.content, run.takes().await.content];
    assert!(words[0].contains("do not allow Bash") && words[1].contains("red"), "{words:?}");
}

#[tokio::test(start_paused = true)]
async fn sd2_an_answer_queues_when_there_is_no_place() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(question("q")).await;
    settle().await;
    run.dies(crash()).await;
    let (_, other) = world.running("2").await;
    let view = world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await.unwrap();
    assert_eq!((view.session.status, view.place), (store::SessionStatus::Queued, Some(1)));
    other.finishes().await;
    assert_eq!(world.status(id).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sd2_an_interrupt_withdraws_what_nobody_waits_for() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(question("q")).await;
    settle().await;
    run.dies(crash()).await;
    let view = world.sessions.interrupt(id).await.unwrap();
    assert_eq!((view.session.status, view.requests.len()), (Idle, 0));
    assert_eq!(world.last(id, "settled").await["outcome"], "withdrawn");
}

#[tokio::test(start_paused = true)]
async fn sd3_a_message_instead_of_an_answer_withdraws_it() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(question("q")).await;
    settle().await;
    run.dies(crash()).await;
    let view = world.message(id, "Forget it.").await;
    assert_eq!((view.session.status, view.requests.len()), (Running, 0));
    let mut run = world.started().await;
    assert_eq!(run.begins().await, "Forget it.");
    assert_eq!(world.last(id, "settled").await["outcome"], "withdrawn");
}

#[tokio::test(start_paused = true)]
async fn sd4_a_failed_start_keeps_what_was_said() {
    let mut world = World::new(1).await;
    let failure = Failure::new(FailureCode::AgentMissing, "It is not installed.").remedy("Install it.");
    world.agent.refuse_next(failure);
    let id = world.create("1").await;
    assert_eq!((world.status(id).await, world.view(id).await.messages.len()), (Failed, 1));
    assert_eq!(world.last(id, "error").await["code"], "agent_missing");
    assert_eq!(world.row(id).await.turns, 0);
    world.agent.refuse_next(crash());
    world.message(id, "2").await;
    assert_eq!((world.status(id).await, world.view(id).await.messages.len()), (Failed, 2));
    world.message(id, "3").await;
    let mut run = world.started().await;
    let heard = [run.begins().await, run.takes().await.content, run.takes().await.content];
    assert_eq!(heard, ["1", "2", "3"]);
    assert_eq!(world.status(id).await, Running);
}

#[tokio::test(start_paused = true)]
async fn sd5_a_plan_approved_too_late_is_carried_out_in_code_mode() {
    let mut world = World::new(1).await;
    let in_plan = sessions::NewSession { mode: Some("plan".to_owned()), ..World::new_session(Some("1")) };
    let id = world.sessions.create(in_plan, &ann()).await.unwrap().session.id;
    let mut run = world.started().await;
    assert_eq!(run.launch.mode, Mode::Plan);
    run.begins().await;
    run.say(plan("p", "Do it.")).await;
    let sha = sha_of(&world.last(id, "plan").await);
    run.dies(crash()).await;
    let approve = PlanReply::Approve { edited: Some("Do it well.".to_owned()) };
    let view = world.sessions.decide_plan(id, "p".to_owned(), sha, approve, ann()).await.unwrap();
    assert_eq!(view.session.mode, "code");
    let mut run = world.started().await;
    assert_eq!(run.launch.mode, Mode::Code);
    assert!(run.begins().await.contains("Do it well."));
    let modes = world.log(id).await.into_iter().filter_map(|(_, _, data)| data.get("mode").cloned());
    assert_eq!(modes.collect::<Vec<_>>(), ["code"]);
}

#[tokio::test(start_paused = true)]
async fn sd5_a_plan_rejected_too_late_stays_a_plan() {
    let mut world = World::new(1).await;
    let in_plan = sessions::NewSession { mode: Some("plan".to_owned()), ..World::new_session(Some("1")) };
    let id = world.sessions.create(in_plan, &ann()).await.unwrap().session.id;
    let mut run = world.started().await;
    run.begins().await;
    run.say(plan("p", "Do it.")).await;
    let sha = sha_of(&world.last(id, "plan").await);
    run.dies(crash()).await;
    let reject = PlanReply::Reject { feedback: "Do less.".to_owned() };
    world.sessions.decide_plan(id, "p".to_owned(), sha, reject, ann()).await.unwrap();
    let mut run = world.started().await;
    assert_eq!((run.launch.mode, run.begins().await), (Mode::Plan, format!("{REJECTED}\n\nDo less.")));
}

#[tokio::test(start_paused = true)]
async fn sd6_a_permission_given_too_late_counts_once_for_the_same_call() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(permission("r", "make")).await;
    settle().await;
    run.dies(crash()).await;
    world.sessions.decide_permission(id, "r".to_owned(), PermissionReply::Once, ann()).await.unwrap();
    let mut run = world.started().await;
    assert!(run.begins().await.contains("Bash"));
    run.say(permission("other", "rm -r .")).await;
    assert_eq!((world.status(id).await, run.told_so_far().await), (Waiting, vec![]));
    run.say(permission("r2", "make")).await;
    let Command::DecidePermission { request, decision } = run.told().await else { panic!("it is allowed") };
    assert_eq!((request.0.as_str(), decision), ("r2", PermissionDecision::Once));
    let settled = world.last(id, "settled").await;
    assert_eq!((&settled["request_id"], &settled["outcome"]), (&json!("r2"), &json!("allowed")));
    run.say(permission("r3", "make")).await;
    assert_eq!(run.told_so_far().await, []);
    let open = world.store.open_requests(id).await.unwrap();
    assert_eq!(open.iter().map(|open| open.id.as_str()).collect::<Vec<_>>(), ["other", "r3"]);
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sd6_a_permission_given_too_late_does_not_outlive_the_turn() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(permission("r", "make")).await;
    settle().await;
    run.dies(crash()).await;
    world.sessions.decide_permission(id, "r".to_owned(), PermissionReply::Once, ann()).await.unwrap();
    let mut run = world.started().await;
    run.begins().await;
    run.finishes().await;
    world.message(id, "2").await;
    run.goes_on().await;
    run.say(permission("r2", "make")).await;
    assert_eq!((world.status(id).await, run.told_so_far().await), (Waiting, vec![]));
}

#[tokio::test(start_paused = true)]
async fn sd7_an_agent_that_goes_away_without_a_word_has_crashed() {
    let mut world = World::new(2).await;
    for say_so in [false, true] {
        let (id, run) = world.running("1").await;
        run.say(delta("Half")).await;
        if say_so {
            run.say(Event::Ended { failure: None }).await;
        }
        drop(run);
        assert_eq!(world.status(id).await, Failed);
        assert_eq!(world.last(id, "error").await["code"], "crashed");
        assert_eq!(world.last(id, "done").await["outcome"], "failed");
        assert_eq!(world.last(id, "assistant_message").await["text"], "Half");
    }
    let id = world.create("2").await;
    drop(world.started().await);
    assert_eq!((world.status(id).await, world.view(id).await.messages.len()), (Failed, 1));
    let (id, run) = world.running("3").await;
    run.finishes().await;
    drop(run);
    assert_eq!(world.status(id).await, Idle, "it had nothing to do");
}

#[tokio::test(start_paused = true)]
async fn sd8_a_turn_that_fails_leaves_the_process() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let limit = Failure::new(FailureCode::UsageLimit, "Too much was used.");
    run.say(done_with(TurnOutcome::Failed(limit))).await;
    assert_eq!(world.status(id).await, Failed);
    assert_eq!(world.last(id, "error").await["code"], "usage_limit");
    assert_eq!(world.last(id, "done").await["outcome"], "failed");
    world.message(id, "again").await;
    assert_eq!(run.goes_on().await, "again");
    assert_eq!((world.status(id).await, world.row(id).await.failure), (Running, None));
    assert!(!world.has_started().await);
}
