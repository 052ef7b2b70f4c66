use store::{
    AppendError, Approval, OpenRequest, Role, Session, SessionDetails, SessionFilter, SessionStatus, SessionStep,
    Store, StoreError, Totals, TurnEnd,
};

use super::fixture::{
    Place, at, board, bytes, check_exists, check_missing, event, events, message, new_board, new_session, project,
    request, session, user, with_sessions,
};

/// A session in which every field says something.
fn full(n: u8) -> Session {
    Session {
        board: Some(board(1)),
        card: Some("card-7".to_owned()),
        model: Some("model ✏".to_owned()),
        status: SessionStatus::Queued,
        parent: Some(session(200)),
        forked_at: Some(4_000_000_000),
        imported: Some(bytes(201)),
        begun: true,
        updated_at: at(900),
        queued_at: Some(at(800)),
        turns: 4_000_000_000,
        totals: Totals {
            input_tokens: 1,
            output_tokens: 2,
            cache_read_tokens: 3,
            cache_write_tokens: 5_000_000_000,
            cost_usd: 0.1 + 0.2,
            context_tokens: 6,
            context_window: Some(200_000),
        },
        failure: Some(r#"{"code":"overloaded"}"#.to_owned()),
        outcome: Some(TurnEnd::Failed),
        approval: Some(Approval { plan: "1. Do it ✏".into(), by: user(1).id, count: 2 }),
        folder: Some("/srv/worktrees/7".to_owned()),
        ..new_session(n)
    }
}

async fn listed(store: &dyn Store, filter: SessionFilter, limit: usize) -> anyhow::Result<Vec<Session>> {
    Ok(store.sessions_of(project(1).id, filter, limit).await?)
}

pub async fn a_session_comes_back_as_created(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let first = SessionStep {
        events: events(1..=3),
        opened: vec![request(2, "r1")],
        received: vec![message(2, 1), message(2, 2)],
        ..SessionStep::default()
    };
    store.create_session(full(2), first).await?;
    let store = place.reopen(store).await?;
    assert_eq!(store.session(session(1)).await?, Some(new_session(1)));
    assert_eq!(store.session(session(2)).await?, Some(full(2)));
    assert_eq!(store.session(session(3)).await?, None);
    assert_eq!(store.events(session(2), 0, 10).await?, events(1..=3));
    assert_eq!(store.open_requests(session(2)).await?, [request(2, "r1")]);
    assert_eq!(store.waiting_messages(session(2)).await?, [message(2, 1), message(2, 2)]);
    assert_eq!((store.last_event(session(1)).await?, store.last_event(session(2)).await?), (0, 3));
    assert_eq!(store.last_event(session(3)).await?, 0);
    store.append_events(session(2), events(4..=4)).await?;
    Ok(())
}

pub async fn a_session_is_created_whole_or_not_at_all(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let nothing = SessionStep::default;
    check_exists(store.create_session(new_session(1), nothing()).await, "session");
    let elsewhere = Session { project: project(9).id, ..new_session(2) };
    check_missing(store.create_session(elsewhere, nothing()).await, "project");
    let no_board = Session { board: Some(board(9)), ..new_session(2) };
    check_missing(store.create_session(no_board, nothing()).await, "board");
    let late = SessionStep { events: events(2..=3), ..nothing() };
    check_exists(store.create_session(new_session(2), late).await, "event");
    let settled = SessionStep { events: events(1..=2), settled: vec!["r1".to_owned()], ..nothing() };
    check_missing(store.create_session(new_session(2), settled).await, "request");
    let twice = SessionStep { received: vec![message(2, 1), message(2, 1)], ..nothing() };
    check_exists(store.create_session(new_session(2), twice).await, "message");
    assert_eq!(store.session(session(2)).await?, None);
    assert_eq!(store.events(session(2), 0, 10).await?, []);
    assert_eq!(store.waiting_messages(session(2)).await?, []);
    let first = SessionStep { events: events(1..=1), ..nothing() };
    store.create_session(new_session(2), first).await?;
    Ok(())
}

pub async fn sessions_are_listed_newest_first_in_pages(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 0).await?;
    store.create_project(project(2), user(1).id, new_board(2, Vec::new())).await?;
    let of_card = |n: u8| Session { card: Some("c".to_owned()), ..new_session(n) };
    let of_other = Session { project: project(2).id, card: Some("c".to_owned()), ..new_session(6) };
    for new in [new_session(3), of_card(1), of_card(5), new_session(2), of_other.clone(), of_card(4)] {
        store.create_session(new, SessionStep::default()).await?;
    }
    let all = SessionFilter::default;
    let before = |n: u8| SessionFilter { before: Some(session(n)), ..all() };
    assert_eq!(listed(&*store, all(), 2).await?, [of_card(5), of_card(4)]);
    assert_eq!(listed(&*store, before(4), 2).await?, [new_session(3), new_session(2)]);
    assert_eq!(listed(&*store, before(2), 2).await?, [of_card(1)]);
    assert_eq!(listed(&*store, before(1), 2).await?, []);
    let card = |before: Option<u8>| SessionFilter { card: Some("c".to_owned()), before: before.map(session), ..all() };
    assert_eq!(listed(&*store, card(None), 2).await?, [of_card(5), of_card(4)]);
    assert_eq!(listed(&*store, card(Some(4)), 2).await?, [of_card(1)]);
    let no_card = SessionFilter { card: Some("x".to_owned()), ..all() };
    assert_eq!(listed(&*store, no_card, 2).await?, []);
    assert_eq!(store.sessions_of(project(2).id, all(), 10).await?, [of_other]);
    assert_eq!(store.sessions_of(project(9).id, all(), 10).await?, []);
    Ok(())
}

pub async fn sessions_of_a_board_are_listed(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 0).await?;
    store.create_board(project(1).id, new_board(2, Vec::new())).await?;
    let at_board = |n: u8, at: u8| Session { board: Some(board(at)), ..new_session(n) };
    let of_card = Session { card: Some("c".to_owned()), ..at_board(4, 1) };
    for new in [at_board(1, 1), new_session(2), at_board(3, 2), of_card.clone(), at_board(5, 1)] {
        store.create_session(new, SessionStep::default()).await?;
    }
    let of = |n: u8| SessionFilter { board: Some(board(n)), ..SessionFilter::default() };
    assert_eq!(listed(&*store, of(1), 2).await?, [at_board(5, 1), of_card.clone()]);
    let older = SessionFilter { before: Some(session(4)), ..of(1) };
    assert_eq!(listed(&*store, older, 2).await?, [at_board(1, 1)]);
    let card_of = |n: u8| SessionFilter { card: Some("c".to_owned()), ..of(n) };
    assert_eq!(listed(&*store, card_of(1), 10).await?, [of_card]);
    assert_eq!(listed(&*store, card_of(2), 10).await?, []);
    assert_eq!(listed(&*store, of(9), 10).await?, []);
    Ok(())
}

pub async fn unfinished_sessions_are_found_in_pages(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 0).await?;
    let statuses = [
        SessionStatus::Idle,
        SessionStatus::Waiting,
        SessionStatus::Failed,
        SessionStatus::Queued,
        SessionStatus::Ended,
        SessionStatus::Running,
    ];
    let made = |n: u8| Session { status: statuses[usize::from(n) - 1], ..new_session(n) };
    for n in 1..=6 {
        store.create_session(made(n), SessionStep::default()).await?;
    }
    assert_eq!(store.unfinished_sessions(None, 10).await?, [made(2), made(4), made(6)]);
    assert_eq!(store.unfinished_sessions(None, 2).await?, [made(2), made(4)]);
    assert_eq!(store.unfinished_sessions(Some(session(4)), 2).await?, [made(6)]);
    let ended = Session { status: SessionStatus::Idle, ..made(4) };
    store.record(session(4), SessionStep { session: Some(ended), ..SessionStep::default() }).await?;
    let store = place.reopen(store).await?;
    assert_eq!(store.unfinished_sessions(None, 10).await?, [made(2), made(6)]);
    Ok(())
}

pub async fn the_inbox_is_for_those_who_may_edit(place: Place) -> anyhow::Result<()> {
    const VIEWER: u8 = 3;
    let store = place.open().await?;
    with_sessions(&*store, 2).await?;
    for n in 2..=4 {
        store.create_user(store::NewUser::Any(user(n))).await?;
    }
    store.create_project(project(2), user(4).id, new_board(2, Vec::new())).await?;
    store.set_member(project(1).id, user(2).id, Role::Editor).await?;
    store.set_member(project(1).id, user(VIEWER).id, Role::Viewer).await?;
    let elsewhere = Session { project: project(2).id, ..new_session(3) };
    store.create_session(elsewhere.clone(), SessionStep::default()).await?;
    for (n, id) in [(2, "a"), (3, "b"), (1, "a"), (2, "b")] {
        let asked = SessionStep { opened: vec![request(n, id)], ..SessionStep::default() };
        store.record(session(n), asked).await?;
    }
    let store = place.reopen(store).await?;
    let of = |n: u8, id: &str| (new_session(n), request(n, id));
    let expected = [of(2, "a"), of(1, "a"), of(2, "b")];
    for n in [1, 2] {
        assert_eq!(store.inbox(user(n).id, 10).await?, expected, "of user {n}");
        assert_eq!(store.inbox(user(n).id, 2).await?, expected[..2], "of user {n}");
    }
    assert_eq!(store.inbox(user(VIEWER).id, 10).await?, []);
    assert_eq!(store.inbox(user(9).id, 10).await?, []);
    assert_eq!(store.inbox(user(4).id, 10).await?, [(elsewhere, request(3, "b"))]);
    store.set_member(project(1).id, user(VIEWER).id, Role::Editor).await?;
    store.remove_member(project(1).id, user(2).id).await?;
    let settled = SessionStep { settled: vec!["a".to_owned()], ..SessionStep::default() };
    store.record(session(2), settled).await?;
    assert_eq!(store.inbox(user(VIEWER).id, 10).await?, expected[1..]);
    assert_eq!(store.inbox(user(2).id, 10).await?, []);
    Ok(())
}

pub async fn deleting_a_board_leaves_its_sessions(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 0).await?;
    store.create_board(project(1).id, new_board(7, Vec::new())).await?;
    let on_board = |n: u8, on: u8| Session { board: Some(board(on)), card: Some("c".to_owned()), ..new_session(n) };
    store.create_session(on_board(1, 7), SessionStep { events: events(1..=2), ..SessionStep::default() }).await?;
    store.create_session(on_board(2, 1), SessionStep::default()).await?;
    store.delete_board(board(7)).await?;
    let left = Session { board: None, ..on_board(1, 7) };
    assert_eq!(store.session(session(1)).await?, Some(left.clone()));
    assert_eq!(store.session(session(2)).await?, Some(on_board(2, 1)));
    // Whoever runs the session may not have heard of it yet.
    let late = SessionStep { session: Some(on_board(1, 7)), events: events(3..=3), ..SessionStep::default() };
    store.record(session(1), late).await?;
    assert_eq!(store.session(session(1)).await?, Some(left));
    assert_eq!(store.events(session(1), 0, 10).await?, events(1..=3));
    Ok(())
}

pub async fn deleting_a_project_deletes_its_sessions(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    store.create_project(project(2), user(1).id, new_board(2, Vec::new())).await?;
    let filled = |n: u8| SessionStep {
        events: events(1..=5),
        opened: vec![request(n, "r")],
        received: vec![message(n, 1)],
        ..SessionStep::default()
    };
    store.record(session(1), filled(1)).await?;
    let kept = Session { project: project(2).id, ..new_session(2) };
    store.create_session(kept.clone(), filled(2)).await?;
    for n in [1, 2] {
        store.append_events(session(n), events(6..=6)).await?;
    }
    store.delete_project(project(1).id).await?;
    assert_eq!(store.session(session(1)).await?, None);
    assert_eq!(listed(&*store, SessionFilter::default(), 10).await?, []);
    assert_eq!(store.events(session(1), 0, 10).await?, []);
    assert_eq!(store.open_requests(session(1)).await?, []);
    assert_eq!(store.open_request(session(1), "r").await?, None);
    assert_eq!(store.waiting_messages(session(1)).await?, []);
    assert_eq!(store.last_event(session(1)).await?, 0);
    assert_eq!(store.inbox(user(1).id, 10).await?, [(kept.clone(), request(2, "r"))]);
    // What its agent still says goes nowhere, on either way.
    let only_events = SessionStep { events: events(7..=7), ..SessionStep::default() };
    let first_event = SessionStep { events: events(1..=1), ..SessionStep::default() };
    let more = SessionStep { events: events(7..=7), session: Some(new_session(1)), ..SessionStep::default() };
    for late in [only_events, first_event, more, SessionStep::default()] {
        let result = store.record(session(1), late).await;
        assert!(matches!(result, Err(AppendError::Store(StoreError::Missing { what: "session" }))), "got {result:?}");
    }
    check_missing(store.fold_events(session(1), 1, 9, &["text"]).await, "session");
    assert_eq!(store.events(session(1), 0, 10).await?, []);
    assert_eq!(store.events(session(2), 0, 10).await?, events(1..=6));
    assert_eq!(store.waiting_messages(session(2)).await?, [message(2, 1)]);
    // A log that comes anew begins anew.
    let again = Session { project: project(2).id, ..new_session(1) };
    store.create_session(again, SessionStep { events: events(1..=1), ..SessionStep::default() }).await?;
    store.append_events(session(1), vec![event(2, "text")]).await?;
    assert_eq!(store.verify().await?, Vec::<String>::new());
    Ok(())
}

pub async fn requests_of_sessions_do_not_mix(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 2).await?;
    let asked =
        |n: u8| SessionStep { opened: vec![request(n, "r")], received: vec![message(n, 1)], ..SessionStep::default() };
    store.record(session(1), asked(1)).await?;
    // Another session's name on it does not make it that session's.
    store.record(session(2), asked(1)).await?;
    assert_eq!(
        store.open_request(session(2), "r").await?,
        Some(OpenRequest { session: session(2), ..request(1, "r") })
    );
    let settled = SessionStep { settled: vec!["r".to_owned()], delivered: vec![bytes(1)], ..SessionStep::default() };
    store.record(session(2), settled).await?;
    assert_eq!(store.open_requests(session(1)).await?, [request(1, "r")]);
    assert_eq!(store.waiting_messages(session(1)).await?, [message(1, 1)]);
    assert_eq!((store.open_requests(session(2)).await?, store.waiting_messages(session(2)).await?), (vec![], vec![]));
    Ok(())
}

pub async fn a_page_of_sessions_is_shown_with_what_waits(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 3).await?;
    let step = SessionStep {
        events: events(1..=3),
        opened: vec![request(1, "b"), request(1, "a")],
        received: vec![message(1, 2), message(1, 1)],
        ..SessionStep::default()
    };
    store.record(session(1), step).await?;
    store.fold_events(session(1), 3, 3, &["text"]).await?;
    store.record(session(3), SessionStep { opened: vec![request(3, "a")], ..SessionStep::default() }).await?;
    let page = [session(3), session(9), session(1), session(2), session(3)];
    let mut expected = Vec::new();
    for id in page {
        expected.push(SessionDetails {
            last_event: store.last_event(id).await?,
            requests: store.open_requests(id).await?,
            messages: store.waiting_messages(id).await?,
        });
    }
    assert_eq!((expected[2].last_event, expected[2].messages.len(), expected[0].requests.len()), (3, 2, 1));
    assert_eq!(store.details_of(&page).await?, expected);
    assert_eq!(store.details_of(&[]).await?, []);
    Ok(())
}

pub async fn a_conversation_is_taken_over_once(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    store.create_project(project(2), user(1).id, new_board(2, Vec::new())).await?;
    let made = |n: u8| Session { imported: Some(bytes(77)), ..new_session(n) };
    store.create_session(made(2), SessionStep::default()).await?;
    check_exists(store.create_session(made(3), SessionStep::default()).await, "session");
    store.create_session(Session { project: project(2).id, ..made(4) }, SessionStep::default()).await?;
    let holding = async |conversations: &[[u8; 16]]| -> anyhow::Result<Vec<u8>> {
        let found = store.sessions_holding(conversations).await?;
        Ok(found.iter().map(|session| session.id.as_bytes()[0]).collect())
    };
    assert_eq!(holding(&[bytes(77), [1; 16], bytes(78)]).await?, [1, 2, 4]);
    assert_eq!((holding(&[bytes(78)]).await?, holding(&[]).await?), (vec![], vec![]));
    Ok(())
}
