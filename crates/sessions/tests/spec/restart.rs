//! A server that is killed, and the next one on the same store.

use agents::taken_up::REJECTED;
use agents::{Conversation, Event};
use engine::SessionId;
use serde_json::json;
use sessions::{PlanReply, SessionError};
use store::SessionStatus::{Ended, Failed, Idle, Queued, Running, Waiting};
use store::{MemoryStore, SessionEvent, TurnEnd};

use crate::support::{
    World, ann, colour, delta, life, notice, plan, question, said, settle, sha_of, thought, tool_started, turn,
};

/// Runs a server until it is killed; returns its disk and what the test wants to remember.
fn killed<T>(max_running: usize, work: impl AsyncFnOnce(&mut World) -> T) -> (MemoryStore, T) {
    life(async {
        let mut world = World::new(max_running).await;
        let result = work(&mut world).await;
        settle().await;
        (world.disk.clone(), result)
    })
}

/// Runs the next server.
fn next(disk: MemoryStore, max_running: usize, work: impl AsyncFnOnce(&mut World)) {
    life(async {
        let mut world = World::on(disk, max_running);
        world.sessions.recover().await.unwrap();
        work(&mut world).await;
        world.assert_sound().await;
    });
}

#[test]
fn sr1_queued_sessions_start_by_themselves_in_order() {
    let (disk, (first, queued)) = killed(1, async |world| {
        world.agent.hold();
        let first = world.create("starts").await;
        let queued = [world.create("a").await, world.create("b").await, world.create("c").await];
        // The first one leaves the queue and joins it again, behind the others.
        world.sessions.interrupt(queued[0]).await.unwrap();
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        world.message(queued[0], "a again").await;
        (first, queued)
    });
    next(disk, 1, async |world| {
        assert_eq!(world.status(first).await, Running);
        let places = [world.place(queued[1]).await, world.place(queued[2]).await, world.place(queued[0]).await];
        assert_eq!(places, [Some(1), Some(2), Some(3)]);
        for expected in ["starts", "b", "c", "a"] {
            let mut run = world.started().await;
            assert!(matches!(run.launch.conversation, Conversation::New(_)));
            assert_eq!(run.begins().await, expected);
            run.finishes().await;
        }
    });
}

#[test]
fn sr2_a_session_that_was_at_work_is_failed_with_what_had_been_said() {
    let (disk, id) = killed(1, async |world| {
        let (id, run) = world.running("1").await;
        run.say_all([thought("hm"), said("Done a."), delta("Now "), tool_started("t"), delta("b is ha")]).await;
        settle().await;
        tokio::time::advance(sessions::limits::DELTA_WINDOW).await;
        settle().await;
        world.keep(run);
        id
    });
    next(disk, 1, async |world| {
        assert_eq!(world.status(id).await, Failed);
        let rows = world.screen(id).await.rows;
        let texts: Vec<&str> = rows.iter().filter_map(|row| row.data["text"].as_str()).collect();
        assert_eq!(texts, ["hm", "Done a.", "Now b is ha"]);
        assert!(!world.kinds(id).await.iter().any(|kind| kind.ends_with("_delta")));
        assert_eq!(world.last(id, "error").await["code"], "interrupted");
        assert_eq!(world.last(id, "done").await["outcome"], "failed");
        assert!(world.row(id).await.failure.unwrap().contains("interrupted"));
        assert!(!world.has_started().await, "nobody has asked for it");
        world.message(id, "Go on.").await;
        let mut run = world.started().await;
        assert!(matches!(run.launch.conversation, Conversation::Resume(_)));
        assert_eq!(run.begins().await, "Go on.");
        run.say_all([delta("c"), said("c")]).await;
        run.finishes().await;
        assert_eq!((world.status(id).await, world.row(id).await.turns), (Idle, 2));
    });
}

#[test]
fn se10_a_turn_that_was_cut_off_ends_like_any_other() {
    let (disk, id) = killed(1, async |world| {
        let (id, run) = world.running("1").await;
        run.say(said("Done a.")).await;
        world.keep(run);
        id
    });
    next(disk, 1, async |world| {
        let done = world.last(id, "done").await;
        assert!(done["took_ms"].as_u64().unwrap() > 0, "{done}");
        assert_eq!(
            [&done["cost_usd"], &done["origin"], &done["input_tokens"], &done["output_tokens"]],
            [&json!(0.0), &json!("person"), &json!(0), &json!(0)]
        );
    });
}

#[test]
fn sr2_killing_it_again_and_again_changes_nothing_more() {
    let (disk, id) = killed(1, async |world| {
        let (id, run) = world.running("1").await;
        run.say(delta("Half")).await;
        world.keep(run);
        id
    });
    let mut last = None;
    for _ in 0..3 {
        next(disk.clone(), 1, async |world| {
            assert_eq!(world.status(id).await, Failed);
            let seen = (world.row(id).await, world.log(id).await);
            assert!(last.is_none() || last.as_ref() == Some(&seen));
            last = Some(seen);
        });
    }
}

#[test]
fn sr2_a_session_is_honest_also_before_anybody_recovers_it() {
    let (disk, id) = killed(1, async |world| {
        let (id, run) = world.running("1").await;
        world.keep(run);
        id
    });
    life(async {
        let world = World::on(disk, 1);
        assert_eq!(world.status(id).await, Failed);
        world.sessions.recover().await.unwrap();
        assert_eq!(world.kinds(id).await.iter().filter(|kind| *kind == "error").count(), 1);
        world.assert_sound().await;
    });
}

#[test]
fn sr2_a_turn_that_began_by_itself_is_failed_too() {
    let (disk, id) = killed(1, async |world| {
        let (id, run) = world.running("1").await;
        run.finishes().await;
        run.say(turn()).await;
        world.keep(run);
        id
    });
    next(disk, 1, async |world| assert_eq!(world.status(id).await, Failed));
}

#[test]
fn sr3_a_session_that_waited_for_a_person_still_does() {
    let (disk, id) = killed(1, async |world| {
        let (id, run) = world.running("1").await;
        run.say_all([delta("I ask"), question("q"), plan("p", "Do it.")]).await;
        world.keep(run);
        id
    });
    let mut log = Vec::new();
    for _ in 0..2 {
        next(disk.clone(), 1, async |world| {
            assert_eq!(world.status(id).await, Waiting);
            let view = world.view(id).await;
            assert_eq!((view.requests.len(), view.session.failure), (2, None));
            assert_eq!(view.session.outcome, Some(TurnEnd::Interrupted));
            assert_eq!(world.last(id, "done").await["outcome"], "interrupted");
            assert!(!world.kinds(id).await.iter().any(|kind| kind == "error"));
            assert_eq!(world.last(id, "assistant_message").await["text"], "I ask");
            assert!(log.is_empty() || log == world.log(id).await);
            log = world.log(id).await;
        });
    }
    next(disk, 1, async |world| {
        let sha = sha_of(&world.last(id, "plan").await);
        world.sessions.answer(id, "q".to_owned(), colour("red"), ann()).await.unwrap();
        assert!(!world.has_started().await);
        let reject = PlanReply::Reject { feedback: "Less.".to_owned() };
        world.sessions.decide_plan(id, "p".to_owned(), sha, reject, ann()).await.unwrap();
        let mut run = world.started().await;
        assert!(matches!(run.launch.conversation, Conversation::Resume(_)));
        assert!(run.begins().await.contains("red"));
        assert_eq!(run.takes().await.content, format!("{REJECTED}\n\nLess."));
        run.finishes().await;
    });
}

#[test]
fn sr4_the_others_are_as_they_were() {
    let (disk, before) = killed(1, async |world| {
        let (idle, run) = world.running("1").await;
        run.say_all([delta("a"), said("a")]).await;
        run.finishes().await;
        world
            .sessions
            .stop(world.sessions.create(World::new_session(None), &ann()).await.unwrap().session.id)
            .await
            .unwrap();
        world.agent.refuse_next(crate::support::crash());
        let failed = world.create("2").await;
        let ids: [SessionId; 2] = [idle, failed];
        let mut before = Vec::new();
        for id in ids {
            before.push((world.row(id).await, world.log(id).await));
        }
        before
    });
    next(disk, 1, async |world| {
        for (row, log) in before {
            assert_eq!((world.view(row.id).await.session, world.log(row.id).await), (row, log));
        }
        let ended = world.store.sessions_of(World::project(1), store::SessionFilter::default(), 10).await.unwrap();
        assert!(ended.iter().any(|session| session.status == Ended));
        assert!(!world.has_started().await);
    });
}

#[test]
fn sr5_a_session_that_had_not_begun_is_started_again() {
    let (disk, (told, up)) = killed(2, async |world| {
        let told = world.create("told").await;
        let mut run = world.started().await;
        run.takes().await;
        world.keep(run);
        let (up, run) = world.running("up").await;
        run.finishes().await;
        run.say_all([crate::support::task("t", agents::TaskState::Completed), notice("Something is new.")]).await;
        world.keep(run);
        world.message(up, "more").await;
        assert_eq!((world.status(told).await, world.status(up).await), (Running, Running));
        (told, up)
    });
    next(disk, 2, async |world| {
        assert_eq!((world.status(told).await, world.status(up).await), (Running, Running));
        let (mut first, mut second) = (world.started().await, world.started().await);
        assert_eq!((first.begins().await, second.begins().await), ("told".to_owned(), "more".to_owned()));
        assert!(matches!(second.launch.conversation, Conversation::Resume(_)));
    });
}

#[test]
fn sr6_a_server_that_stops_in_good_order_leaves_honest_states() {
    let (disk, (working, asking, starting, queued)) = killed(3, async |world| {
        let (working, run) = world.running("1").await;
        run.say_all([delta("Half"), delta(" a word")]).await;
        let (asking, asks) = world.running("2").await;
        asks.say(question("q")).await;
        let (idle, rests) = world.running("3").await;
        rests.finishes().await;
        world.agent.hold();
        let starting = world.create("4").await;
        let (_fifth, queued) = (world.create("5").await, world.create("6").await);
        assert_eq!(world.status(queued).await, Queued);
        world.stopping.cancel();
        world.tasks.close();
        tokio::join!(run.stops(), asks.stops(), rests.stops(), world.tasks.wait());
        assert!(matches!(world.row(idle).await.status, Idle));
        let status = async |id| world.row(id).await.status;
        assert_eq!(
            [status(working).await, status(asking).await, status(starting).await, status(queued).await],
            [Failed, Waiting, Queued, Queued]
        );
        assert_eq!(world.last(working, "assistant_message").await["text"], "Half a word");
        let outcomes = [world.last(working, "done").await, world.last(asking, "done").await];
        assert_eq!(outcomes.each_ref().map(|done| &done["outcome"]), ["failed", "interrupted"]);
        world.assert_sound().await;
        (working, asking, starting, queued)
    });
    next(disk, 3, async |world| {
        assert_eq!((world.status(working).await, world.status(asking).await), (Failed, Waiting));
        assert_eq!((world.status(starting).await, world.status(queued).await), (Running, Running));
    });
}

#[test]
fn sr6_what_was_told_and_had_not_begun_is_queued_again() {
    let (disk, id) = killed(1, async |world| {
        let id = world.create("1").await;
        let mut run = world.started().await;
        run.takes().await;
        world.stopping.cancel();
        run.stops().await;
        settle().await;
        assert_eq!(world.row(id).await.status, Queued);
        id
    });
    next(disk, 1, async |world| {
        let mut run = world.started().await;
        assert_eq!(run.begins().await, "1");
        assert_eq!(world.status(id).await, Running);
    });
}

#[test]
fn sr6_what_is_asked_while_the_server_stops_is_answered_or_refused() {
    killed(1, async |world| {
        let (id, run) = world.running("1").await;
        world.stopping.cancel();
        let asked = world.sessions.message(id, "2".to_owned(), ann()).await;
        assert!(matches!(asked, Err(SessionError::Busy)));
        run.stops().await;
        assert_eq!(world.row(id).await.status, Failed);
    });
}

#[test]
fn sr7_one_that_cannot_be_closed_does_not_keep_the_others() {
    let (disk, (broken, queued)) = killed(1, async |world| {
        let (broken, run) = world.running("1").await;
        world.keep(run);
        let queued = world.create("2").await;
        (broken, queued)
    });
    life(async {
        let mut world = World::on(disk, 1);
        // A full disk: it cannot be said that the turn is over.
        world.disk.refuse_writes();
        world.sessions.recover().await.unwrap();
        assert!(matches!(world.sessions.view(broken).await, Err(SessionError::Store(_))));
        world.disk.accept_writes();
        tokio::time::advance(sessions::limits::WRITE_AGAIN).await;
        assert_eq!((world.status(broken).await, world.status(queued).await), (Failed, Running));
        let mut run = world.started().await;
        assert_eq!(run.begins().await, "2");
        world.assert_sound().await;
    });
}

#[test]
fn sr2_a_log_that_says_little_is_closed_all_the_same() {
    let (disk, id) = killed(1, async |world| {
        let (id, run) = world.running("1").await;
        run.say(Event::Retrying {
            attempt: 1,
            attempts: 3,
            wait: std::time::Duration::from_secs(2),
            failure: crate::support::crash(),
        })
        .await;
        settle().await;
        let n = world.store.last_event(id).await.unwrap() + 1;
        let odd = SessionEvent { n, kind: "text_delta".to_owned(), at: (world.now)(), data: "[]".into() };
        world.store.append_events(id, vec![odd]).await.unwrap();
        world.keep(run);
        id
    });
    next(disk, 1, async |world| assert_eq!(world.status(id).await, Failed));
}
