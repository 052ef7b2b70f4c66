use store::{
    AppendError, OpenRequest, Session, SessionEvent, SessionStatus, SessionStep, Store, StoreError, WaitingMessage,
};
use tokio::task::JoinSet;

use super::fixture::{Place, at, bytes, events, message, new_session, project, request, session, user, with_sessions};

/// Everything that is kept of a session.
type Whole = (Option<Session>, Vec<SessionEvent>, Vec<OpenRequest>, Vec<WaitingMessage>);

async fn whole(store: &dyn Store, n: u8) -> anyhow::Result<Whole> {
    let id = session(n);
    Ok((
        store.session(id).await?,
        store.events(id, 0, 10_000).await?,
        store.open_requests(id).await?,
        store.waiting_messages(id).await?,
    ))
}

/// A step that does some of everything, on top of two events.
fn busy() -> SessionStep {
    SessionStep {
        events: events(3..=4),
        session: Some(Session { status: SessionStatus::Waiting, turns: 1, ..new_session(1) }),
        opened: vec![request(1, "b"), request(1, "c")],
        settled: vec!["a".to_owned()],
        received: vec![message(1, 2), message(1, 3)],
        delivered: vec![bytes(1), bytes(77)],
    }
}

async fn with_something(store: &dyn Store) -> anyhow::Result<()> {
    with_sessions(store, 1).await?;
    let first = SessionStep {
        events: events(1..=2),
        opened: vec![request(1, "a")],
        received: vec![message(1, 1)],
        ..SessionStep::default()
    };
    Ok(store.record(session(1), first).await?)
}

pub async fn a_step_is_written_whole(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_something(&*store).await?;
    store.record(session(1), busy()).await?;
    let store = place.reopen(store).await?;
    let expected =
        (busy().session, events(1..=4), vec![request(1, "b"), request(1, "c")], vec![message(1, 2), message(1, 3)]);
    assert_eq!(whole(&*store, 1).await?, expected);
    assert_eq!(store.open_request(session(1), "c").await?, Some(request(1, "c")));
    assert_eq!(store.open_request(session(1), "a").await?, None);
    Ok(())
}

pub async fn a_step_is_written_whole_or_not_at_all(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_something(&*store).await?;
    let before = whole(&*store, 1).await?;
    let gone = || vec!["a".to_owned(), "z".to_owned()];
    let conflicts = [events(2..=3), events(4..=5), [events(3..=3), events(5..=5)].concat()];
    for wrong in conflicts {
        let result = store.record(session(1), SessionStep { events: wrong, ..busy() }).await;
        assert!(matches!(result, Err(AppendError::Conflict)), "got {result:?}");
    }
    let missing = [
        SessionStep { settled: gone(), ..busy() },
        SessionStep { settled: vec!["a".to_owned(), "a".to_owned()], ..busy() },
    ];
    for wrong in missing {
        let result = store.record(session(1), wrong).await;
        assert!(matches!(result, Err(AppendError::Store(StoreError::Missing { what: "request" }))), "got {result:?}");
    }
    let result = store.record(session(1), SessionStep { opened: vec![request(1, "a")], ..busy() }).await;
    assert!(matches!(result, Err(AppendError::Store(StoreError::Exists { what: "request" }))), "got {result:?}");
    let result = store.record(session(1), SessionStep { received: vec![message(1, 1)], ..busy() }).await;
    assert!(matches!(result, Err(AppendError::Store(StoreError::Exists { what: "message" }))), "got {result:?}");
    assert_eq!(whole(&*store, 1).await?, before);
    // The number after the last is still the next one.
    store.append_events(session(1), events(3..=3)).await?;
    assert_eq!(store.last_event(session(1)).await?, 3);
    Ok(())
}

pub async fn what_is_opened_and_settled_in_one_step_is_not_open(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let step = SessionStep {
        opened: vec![request(1, "a"), request(1, "b")],
        settled: vec!["a".to_owned()],
        received: vec![message(1, 1), message(1, 2)],
        delivered: vec![bytes(2)],
        ..SessionStep::default()
    };
    store.record(session(1), step).await?;
    assert_eq!(store.open_requests(session(1)).await?, [request(1, "b")]);
    assert_eq!(store.waiting_messages(session(1)).await?, [message(1, 1)]);
    // What is settled may be asked again.
    let again = SessionStep { opened: vec![request(1, "a")], ..SessionStep::default() };
    store.record(session(1), again).await?;
    assert_eq!(store.open_requests(session(1)).await?, [request(1, "b"), request(1, "a")]);
    Ok(())
}

pub async fn whose_a_session_is_stays(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let moved = Session {
        id: session(9),
        project: project(9).id,
        parent: Some(session(8)),
        forked_at: Some(3),
        imported: Some([3; 16]),
        created_by: user(9).id,
        created_at: at(12_345),
        title: "Other".to_owned(),
        conversation: [99; 16],
        begun: true,
        ..new_session(1)
    };
    store.record(session(1), SessionStep { session: Some(moved), ..SessionStep::default() }).await?;
    let expected = Session { title: "Other".to_owned(), conversation: [99; 16], begun: true, ..new_session(1) };
    assert_eq!(store.session(session(1)).await?, Some(expected));
    assert_eq!(store.session(session(9)).await?, None);
    Ok(())
}

pub async fn events_go_on_whichever_way_they_are_written(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let recorded = |n: u64| SessionStep { events: events(n..=n), ..SessionStep::default() };
    let with_row = |n: u64| SessionStep { session: Some(new_session(1)), ..recorded(n) };
    for n in (1..=12).step_by(3) {
        store.append_events(session(1), events(n..=n)).await?;
        store.record(session(1), with_row(n + 1)).await?;
        let again = store.record(session(1), recorded(n + 1)).await;
        assert!(matches!(again, Err(AppendError::Conflict)), "got {again:?}");
        store.record(session(1), recorded(n + 2)).await?;
        let again = store.record(session(1), with_row(n + 2)).await;
        assert!(matches!(again, Err(AppendError::Conflict)), "got {again:?}");
    }
    assert_eq!(store.events(session(1), 0, 100).await?, events(1..=12));
    Ok(())
}

pub async fn of_racing_answers_one_wins(place: Place) -> anyhow::Result<()> {
    const RACERS: u8 = 12;
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    store.record(session(1), SessionStep { opened: vec![request(1, "r")], ..SessionStep::default() }).await?;
    let mut tasks = JoinSet::new();
    for n in 0..RACERS {
        let store = store.clone();
        let answer =
            SessionStep { settled: vec!["r".to_owned()], received: vec![message(1, n)], ..SessionStep::default() };
        tasks.spawn(async move { (n, store.record(session(1), answer).await) });
    }
    let (won, lost): (Vec<_>, Vec<_>) = tasks.join_all().await.into_iter().partition(|(_, result)| result.is_ok());
    assert_eq!((won.len(), lost.len()), (1, usize::from(RACERS) - 1));
    for (_, result) in lost {
        assert!(matches!(result, Err(AppendError::Store(StoreError::Missing { what: "request" }))), "got {result:?}");
    }
    assert_eq!(store.open_requests(session(1)).await?, []);
    assert_eq!(store.waiting_messages(session(1)).await?, [message(1, won[0].0)]);
    Ok(())
}

pub async fn of_racing_steps_with_one_number_one_wins(place: Place) -> anyhow::Result<()> {
    const RACERS: u8 = 12;
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    for n in 1..=5 {
        let mut tasks = JoinSet::new();
        for racer in 0..RACERS {
            let store = store.clone();
            // Half of them on the fast way.
            let state = (racer % 2 == 0).then(|| Session { turns: u32::from(racer), ..new_session(1) });
            let step = SessionStep { events: events(n..=n), session: state, ..SessionStep::default() };
            tasks.spawn(async move { store.record(session(1), step).await });
        }
        let results = tasks.join_all().await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
        let lost = results.iter().filter(|result| matches!(result, Err(AppendError::Conflict))).count();
        assert_eq!(lost, usize::from(RACERS) - 1, "{results:?}");
    }
    assert_eq!(store.events(session(1), 0, 100).await?, events(1..=5));
    Ok(())
}

pub async fn many_sessions_are_written_at_once(place: Place) -> anyhow::Result<()> {
    const SESSIONS: u8 = 20;
    const STEPS: u64 = 30;
    let store = place.open().await?;
    with_sessions(&*store, SESSIONS).await?;
    let mut tasks = JoinSet::new();
    for n in 1..=SESSIONS {
        let store = store.clone();
        tasks.spawn(async move {
            for step in 1..=STEPS {
                let state = (step % 7 == 0).then(|| Session { turns: u32::from(n), ..new_session(n) });
                let step = SessionStep { events: events(step..=step), session: state, ..SessionStep::default() };
                store.record(session(n), step).await?;
            }
            Ok::<_, AppendError>(())
        });
    }
    for done in tasks.join_all().await {
        done?;
    }
    let store = place.reopen(store).await?;
    for n in 1..=SESSIONS {
        let expected = (Some(Session { turns: u32::from(n), ..new_session(n) }), events(1..=STEPS), vec![], vec![]);
        assert_eq!(whole(&*store, n).await?, expected);
    }
    assert_eq!(store.verify().await?, Vec::<String>::new());
    Ok(())
}
