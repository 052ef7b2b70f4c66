//! What a person is asked, and how the answer reaches the agent.

use agents::{Command, Mode, PermissionDecision, PlanDecision, QuestionDecision, RequestId, TaskState, TurnOutcome};
use serde_json::json;
use sessions::{Form, PermissionReply, PlanReply, QuestionReply};
use store::SessionStatus::{Ended, Failed, Idle, Running, Waiting};

use crate::support::{
    World, ann, answers, bob, colour, crash, done_with, permission, plan, question, question_of, settle, sha_of, task,
    withdrawn,
};

fn request(id: &str) -> RequestId {
    RequestId(id.to_owned())
}

#[tokio::test(start_paused = true)]
async fn sa1_what_is_asked_is_a_row_until_it_is_settled() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let mut reader = world.follow(id, 0, Form::Whole).await;
    reader.kinds().await;
    run.say_all([question("q"), plan("p", "Do it."), permission("r", "make")]).await;
    assert_eq!(reader.kinds().await, ["question", "status", "plan", "permission"]);
    let open = world.store.open_requests(id).await.unwrap();
    assert_eq!(reader.view().await.requests, open);
    let kinds: Vec<(&str, &str)> = open.iter().map(|open| (open.id.as_str(), open.kind.as_str())).collect();
    assert_eq!(kinds, [("q", "question"), ("p", "plan"), ("r", "permission")]);
    for open in &open {
        let data: serde_json::Value = serde_json::from_str(&open.data).unwrap();
        assert_eq!(data, world.last(id, &open.kind).await, "the row says what the event says");
    }
    let inbox = world.store.inbox(ann().id, 10).await.unwrap();
    assert_eq!(inbox.len(), 3);
    world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await.unwrap();
    assert_eq!(world.store.open_requests(id).await.unwrap().len(), 2);
    assert_eq!(
        world.last(id, "settled").await,
        json!({
            "request_id": "q", "kind": "question", "outcome": "answered", "answers": { "Which colour?": "red" },
            "by": ann().id, "by_name": "Ann",
        })
    );
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sa1_what_was_settled_before_it_was_written_was_never_open() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say_all([question("q"), withdrawn("q")]).await;
    assert_eq!(world.status(id).await, Running);
    assert_eq!(world.last(id, "settled").await["outcome"], "withdrawn");
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sa2_answers_reach_the_agent() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let given = answers(&[("Which colour?", &["my own"]), ("Which sizes?", &["S", "L"])]);
    let QuestionReply::Answers(said) = given.clone() else { unreachable!() };
    run.say(question("q")).await;
    settle().await;
    let view = world.sessions.answer(id, "q".to_owned(), given, bob()).await.unwrap();
    assert_eq!((view.session.status, view.requests.len()), (Running, 0));
    assert_eq!(run.told().await, Command::Answer { request: request("q"), decision: QuestionDecision::Answered(said) });
    let settled = world.last(id, "settled").await;
    assert_eq!(settled["answers"], json!({ "Which colour?": "my own", "Which sizes?": ["S", "L"] }));
    run.say(question("q2")).await;
    settle().await;
    let decline = QuestionReply::Decline { message: Some("You choose.".to_owned()) };
    world.sessions.answer(id, "q2".to_owned(), decline, bob()).await.unwrap();
    let decision = QuestionDecision::Declined { message: Some("You choose.".to_owned()) };
    assert_eq!(run.told().await, Command::Answer { request: request("q2"), decision });
    assert_eq!(world.last(id, "settled").await["message"], "You choose.");
}

#[tokio::test(start_paused = true)]
async fn sa2_plans_are_approved_edited_and_rejected() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let mut decide = async |number: u8, reply: PlanReply, expected: PlanDecision, outcome: &str| {
        let name = format!("p{number}");
        run.say(plan(&name, "Do it.")).await;
        let sha = sha_of(&world.last(id, "plan").await);
        let view = world.sessions.decide_plan(id, name.clone(), sha, reply, ann()).await.unwrap();
        assert_eq!(view.session.status, Running);
        assert_eq!(run.told().await, Command::DecidePlan { request: request(&name), decision: expected });
        assert_eq!(world.last(id, "settled").await["outcome"], outcome);
    };
    let approved =
        |edited: Option<&str>| PlanDecision::Approved { edited: edited.map(str::to_owned), then: Mode::Code };
    let approve = |edited: Option<&str>| PlanReply::Approve { edited: edited.map(str::to_owned) };
    decide(1, approve(None), approved(None), "approved").await;
    decide(2, approve(Some("Do it.")), approved(None), "approved").await;
    decide(3, approve(Some("Do more.")), approved(Some("Do more.")), "approved").await;
    let feedback = "Do less.".to_owned();
    decide(4, PlanReply::Reject { feedback: feedback.clone() }, PlanDecision::Rejected { feedback }, "rejected").await;
    assert_eq!(world.last(id, "settled").await["feedback"], "Do less.");
}

#[tokio::test(start_paused = true)]
async fn sa2_permissions_are_given_and_denied() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let mut decide = async |number: u8, reply: PermissionReply, expected: PermissionDecision| {
        let name = format!("r{number}");
        run.say(permission(&name, "make")).await;
        settle().await;
        world.sessions.decide_permission(id, name.clone(), reply, ann()).await.unwrap();
        assert_eq!(run.told().await, Command::DecidePermission { request: request(&name), decision: expected });
        world.last(id, "settled").await
    };
    let settled = decide(1, PermissionReply::Once, PermissionDecision::Once).await;
    assert_eq!((&settled["outcome"], settled.get("always")), (&json!("allowed"), None));
    let settled = decide(2, PermissionReply::Always, PermissionDecision::Always).await;
    assert_eq!((&settled["outcome"], &settled["always"]), (&json!("allowed"), &json!(true)));
    let message = Some("Not now.".to_owned());
    let denied = PermissionReply::Deny { message: message.clone() };
    let settled = decide(3, denied, PermissionDecision::Denied { message }).await;
    assert_eq!((&settled["outcome"], &settled["message"]), (&json!("denied"), &json!("Not now.")));
}

#[tokio::test(start_paused = true)]
async fn sa7_what_is_open_is_withdrawn_when_the_agent_says_so() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say_all([question("a"), question("b")]).await;
    run.say_all([withdrawn("a"), withdrawn("unknown")]).await;
    assert_eq!(world.status(id).await, Waiting);
    run.say(withdrawn("b")).await;
    assert_eq!(world.status(id).await, Running);
    assert_eq!(
        world.last(id, "settled").await,
        json!({ "request_id": "b", "kind": "question", "outcome": "withdrawn" })
    );
    assert_eq!(world.store.open_requests(id).await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn sa7_what_is_open_is_withdrawn_when_the_turn_ends() {
    let mut world = World::new(1).await;
    let outcomes =
        [(TurnOutcome::Completed, Idle), (TurnOutcome::Interrupted, Idle), (TurnOutcome::Failed(crash()), Failed)];
    for (outcome, status) in outcomes {
        let (id, mut run) = world.running("1").await;
        run.say_all([question("q"), plan("p", "Do it.")]).await;
        settle().await;
        world.sessions.interrupt(id).await.unwrap();
        assert_eq!(run.told().await, Command::Interrupt);
        run.say(done_with(outcome)).await;
        assert_eq!(world.status(id).await, status);
        assert_eq!(world.view(id).await.requests, []);
        assert_eq!(world.store.open_requests(id).await.unwrap(), []);
        let settled = world.log(id).await.into_iter().filter(|(_, kind, _)| kind == "settled");
        assert_eq!(settled.map(|(_, _, data)| data["outcome"].clone()).collect::<Vec<_>>(), ["withdrawn", "withdrawn"]);
        assert!(world.kinds(id).await.ends_with(&["status".to_owned()]));
    }
}

#[tokio::test(start_paused = true)]
async fn sa7_what_is_open_is_withdrawn_when_the_session_is_stopped() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(question("q")).await;
    settle().await;
    let (view, ()) = tokio::join!(world.sessions.stop(id), run.stops());
    let view = view.unwrap();
    assert_eq!((view.session.status, view.requests.len()), (Ended, 0));
    assert_eq!(world.store.open_requests(id).await.unwrap(), []);
    assert_eq!(world.last(id, "done").await["outcome"], "interrupted");
    world.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn sa8_several_are_open_at_the_same_time() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say_all([question("a"), permission("b", "make"), question("c")]).await;
    settle().await;
    world.sessions.answer(id, "c".to_owned(), colour("red"), ann()).await.unwrap();
    assert_eq!(world.status(id).await, Waiting);
    world.sessions.decide_permission(id, "b".to_owned(), PermissionReply::Once, bob()).await.unwrap();
    assert_eq!(world.status(id).await, Waiting);
    world.sessions.answer(id, "a".to_owned(), colour("blue"), ann()).await.unwrap();
    assert_eq!(world.status(id).await, Running);
    let told: Vec<RequestId> = run
        .told_so_far()
        .await
        .into_iter()
        .map(|command| match command {
            Command::Answer { request, .. } | Command::DecidePermission { request, .. } => request,
            other => panic!("an answer was expected, not {other:?}"),
        })
        .collect();
    assert_eq!(told, [request("c"), request("b"), request("a")]);
}

#[tokio::test(start_paused = true)]
async fn sa9_what_a_task_asks_stays_asked_when_the_turn_ends() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say_all([task("t", TaskState::Running), question_of("of task", Some("t")), question("of turn")]).await;
    run.finishes().await;
    assert_eq!(world.status(id).await, Waiting);
    let open = world.store.open_requests(id).await.unwrap();
    assert_eq!(open.iter().map(|open| open.id.as_str()).collect::<Vec<_>>(), ["of task"]);
    world.sessions.answer(id, "of task".to_owned(), colour("red"), ann()).await.unwrap();
    assert_eq!(world.status(id).await, Idle);
    assert!(matches!(run.told().await, Command::Answer { .. }));
    let (_, _other) = world.running("2").await;
}

#[tokio::test(start_paused = true)]
async fn sa9_an_interrupt_withdraws_also_what_a_task_asks() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say_all([task("t", TaskState::Running), question_of("q", Some("t"))]).await;
    run.say(done_with(TurnOutcome::Interrupted)).await;
    assert_eq!(world.status(id).await, Idle);
    assert_eq!(world.store.open_requests(id).await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn sa11_inboxes_are_nudged() {
    let mut world = World::new(1).await;
    let mut nudges = world.sessions.nudges();
    let (id, mut run) = world.running("1").await;
    run.say(crate::support::notice("nothing")).await;
    settle().await;
    assert!(nudges.is_empty(), "an inbox shows what is asked and nothing else");
    run.say(question("q")).await;
    settle().await;
    assert_eq!(nudges.try_recv(), Ok(World::project(1)));
    assert_eq!(world.store.inbox(ann().id, 10).await.unwrap().len(), 1, "it is there when the nudge comes");
    world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await.unwrap();
    assert_eq!(nudges.try_recv(), Ok(World::project(1)));
    run.told().await;
    run.say(plan("p", "")).await;
    run.say(withdrawn("p")).await;
    run.finishes().await;
    assert!(world.store.inbox(ann().id, 10).await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn sa12_asking_again_under_the_same_name_is_a_new_request() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    run.say(plan("p", "First.")).await;
    settle().await;
    let first = sha_of(&world.last(id, "plan").await);
    run.say_all([withdrawn("p"), plan("p", "Second.")]).await;
    assert_eq!(world.status(id).await, Waiting);
    let second = sha_of(&world.last(id, "plan").await);
    assert_ne!(first, second);
    let approve = PlanReply::Approve { edited: None };
    world.sessions.decide_plan(id, "p".to_owned(), second, approve, ann()).await.unwrap();
    assert!(matches!(run.told().await, Command::DecidePlan { .. }));
    run.say(plan("p", "Third.")).await;
    assert_eq!(world.status(id).await, Waiting);
    run.say(plan("p", "Said twice.")).await;
    assert_eq!(world.view(id).await.requests.len(), 1, "what is open is not asked again");
    world.assert_sound().await;
}
