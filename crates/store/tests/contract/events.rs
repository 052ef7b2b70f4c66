use store::{AppendError, SessionEvent, SessionStep, StoreError};
use tokio::task::JoinSet;

use super::fixture::{Place, event, events, new_session, session, with_sessions};

const DELTAS: [&str; 2] = ["text_delta", "thinking_delta"];

pub async fn events_come_back_as_written(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    store.append_events(session(1), Vec::new()).await?;
    store.append_events(session(1), events(1..=300)).await?;
    store.append_events(session(1), events(301..=302)).await?;
    let store = place.reopen(store).await?;
    assert_eq!(store.events(session(1), 0, 1_000).await?, events(1..=302));
    assert_eq!(store.events(session(1), 299, 2).await?, events(300..=301));
    assert_eq!(store.events(session(1), 302, 2).await?, []);
    assert_eq!(store.events(session(1), u64::MAX, 2).await?, []);
    Ok(())
}

pub async fn events_are_numbered_on_without_a_gap(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    store.append_events(session(1), events(1..=3)).await?;
    for wrong in [events(3..=3), events(5..=5), events(1..=4), [events(4..=4), events(6..=6)].concat()] {
        let result = store.append_events(session(1), wrong).await;
        assert!(matches!(result, Err(AppendError::Conflict)), "got {result:?}");
    }
    assert_eq!(store.events(session(1), 0, 10).await?, events(1..=3));
    Ok(())
}

pub async fn sessions_do_not_mix(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 2).await?;
    store.append_events(session(1), events(1..=2)).await?;
    store.append_events(session(2), events(1..=5)).await?;
    assert_eq!(store.events(session(1), 0, 10).await?, events(1..=2));
    assert_eq!(store.events(session(2), 0, 10).await?, events(1..=5));
    let of_none = store.append_events(session(3), events(1..=1)).await;
    assert!(matches!(of_none, Err(AppendError::Store(StoreError::Missing { what: "session" }))), "got {of_none:?}");
    assert_eq!(store.events(session(3), 0, 10).await?, []);
    Ok(())
}

/// A turn of `deltas` deltas with one event before them and a `done` after; it starts at `first`.
fn turn(first: u64, deltas: u64) -> Vec<SessionEvent> {
    let done = SessionEvent { data: format!(r#"{{"deltas":{deltas}}}"#).into(), ..event(first + deltas + 1, "done") };
    let said = (first + 1..=first + deltas).map(|n| event(n, if n % 2 == 0 { "text_delta" } else { "thinking_delta" }));
    std::iter::once(event(first, "user_message")).chain(said).chain([done]).collect()
}

fn without_deltas(events: &[SessionEvent]) -> Vec<SessionEvent> {
    events.iter().filter(|event| !DELTAS.contains(&event.kind.as_str())).cloned().collect()
}

pub async fn a_page_is_read_from_the_middle_by_number(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let mut log = events(1..=900);
    log.extend(turn(901, 500));
    log.extend(events(1_403..=3_000));
    store.append_events(session(1), log.clone()).await?;
    assert_eq!(store.events(session(1), 600, 50).await?, log[600..650]);
    assert_eq!(store.events_before(session(1), 600, 50).await?, log[549..599]);
    assert_eq!(store.events_before(session(1), 3, 50).await?, log[..2]);
    assert_eq!(store.events_before(session(1), u64::MAX, 50).await?, log[2_950..]);
    assert_eq!(store.events_before(session(1), 1, 50).await?, []);
    assert_eq!(store.events_before(session(1), 0, 50).await?, []);
    assert_eq!(store.events_before(session(2), 9, 50).await?, []);
    assert_eq!(store.fold_events(session(1), 901, 1_402, &DELTAS).await?, 500);
    // Across the gap a page is as long as any other.
    let left = without_deltas(&log);
    let place_of = |n: u64| left.iter().position(|event| event.n >= n).unwrap_or(left.len());
    let (from, to) = (place_of(881), place_of(1_420));
    assert_eq!(store.events(session(1), 880, 50).await?, left[from..from + 50]);
    assert_eq!(store.events(session(1), 1_100, 50).await?, left[place_of(1_101)..][..50]);
    assert_eq!(store.events_before(session(1), 1_420, 50).await?, left[to - 50..to]);
    assert_eq!(store.events_before(session(1), 1_100, 2).await?, left[899..901]);
    Ok(())
}

pub async fn folding_removes_only_what_it_names(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 2).await?;
    let log = [turn(1, 6), turn(9, 4)].concat();
    for n in [1, 2] {
        store.append_events(session(n), log.clone()).await?;
    }
    assert_eq!(store.fold_events(session(1), 1, 8, &[]).await?, 0);
    assert_eq!(store.fold_events(session(1), 1, 8, &["nothing"]).await?, 0);
    assert_eq!(store.fold_events(session(1), 1, 8, &DELTAS).await?, 6);
    assert_eq!(store.fold_events(session(1), 1, 8, &DELTAS).await?, 0);
    let expected = [without_deltas(&log[..8]), log[8..].to_vec()].concat();
    assert_eq!(store.events(session(1), 0, 100).await?, expected);
    assert_eq!(store.events(session(2), 0, 100).await?, log);
    assert_eq!(store.fold_events(session(1), 0, u64::MAX, &DELTAS).await?, 4);
    let store = place.reopen(store).await?;
    assert_eq!(store.events(session(1), 0, 100).await?, without_deltas(&log));
    assert_eq!(store.verify().await?, Vec::<String>::new());
    Ok(())
}

pub async fn a_folded_number_is_never_used_again(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    store.append_events(session(1), turn(1, 3)).await?;
    store.append_events(session(1), turn(6, 3)[..4].to_vec()).await?;
    // The deltas of a turn that is not done are the end of the log.
    assert_eq!(store.fold_events(session(1), 7, 9, &DELTAS).await?, 3);
    let store = place.reopen(store).await?;
    assert_eq!(store.last_event(session(1)).await?, 9);
    for taken in [7, 9, 11] {
        let result = store.append_events(session(1), events(taken..=taken)).await;
        assert!(matches!(result, Err(AppendError::Conflict)), "got {result:?}");
    }
    let with_row = |n| SessionStep { events: events(n..=n), session: Some(new_session(1)), ..SessionStep::default() };
    let result = store.record(session(1), with_row(7)).await;
    assert!(matches!(result, Err(AppendError::Conflict)), "got {result:?}");
    store.record(session(1), with_row(10)).await?;
    store.append_events(session(1), events(11..=11)).await?;
    assert_eq!(store.last_event(session(1)).await?, 11);
    Ok(())
}

pub async fn a_fold_that_is_no_turn_is_reported(place: Place) -> anyhow::Result<()> {
    let cases = [
        (1..=6, None),
        (7..=11, None),
        (1..=11, None),
        (1..=4, Some("2 is missing (the next is 5)")),
        (8..=8, Some("8 is missing (the next is 9)")),
        (2..=9, Some("8 is missing (the next is 10)")),
        (12..=12, Some("12 is missing (the next is 13)")),
        (13..=13, Some("13 is missing (the log went up to 13)")),
    ];
    let store = place.open().await?;
    with_sessions(&*store, u8::try_from(cases.len())?).await?;
    let mut expected = Vec::new();
    for (n, (folded, finding)) in (1..).zip(cases) {
        store.append_events(session(n), [turn(1, 4), turn(7, 3), events(12..=13)].concat()).await?;
        assert_eq!(store.verify().await?, expected);
        let kinds = ["text", "text_delta", "thinking_delta"];
        store.fold_events(session(n), *folded.start(), *folded.end(), &kinds).await?;
        expected.extend(finding.map(|finding| format!("session {}: event {finding}", session(n))));
        assert_eq!(store.verify().await?, expected, "after folding {folded:?}");
    }
    Ok(())
}

pub async fn verifying_while_logs_are_folded_finds_nothing(place: Place) -> anyhow::Result<()> {
    const TURNS: u64 = 40;
    const DELTAS_EACH: u64 = 400;
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let mut writers = JoinSet::new();
    writers.spawn({
        let store = store.clone();
        async move {
            for first in (0..TURNS).map(|n| n * (DELTAS_EACH + 2) + 1) {
                store.append_events(session(1), turn(first, DELTAS_EACH)).await?;
                store.fold_events(session(1), first, first + DELTAS_EACH + 1, &DELTAS).await?;
            }
            anyhow::Ok(())
        }
    });
    while !writers.is_empty() {
        assert_eq!(store.verify().await?, Vec::<String>::new());
        if let Some(done) = writers.try_join_next() {
            done??;
        }
    }
    assert_eq!(store.last_event(session(1)).await?, TURNS * (DELTAS_EACH + 2));
    Ok(())
}

pub async fn events_of_one_kind_are_read_in_pages(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 2).await?;
    let kinds = ["done", "text", "done", "text", "done"];
    store.append_events(session(1), (1..).zip(kinds).map(|(n, kind)| event(n, kind)).collect()).await?;
    store.append_events(session(2), vec![event(1, "done")]).await?;
    assert_eq!(store.events_of(session(1), "done", 0, 2).await?, [event(1, "done"), event(3, "done")]);
    assert_eq!(store.events_of(session(1), "done", 3, 2).await?, [event(5, "done")]);
    assert_eq!(store.events_of(session(1), "usage", 0, 2).await?, []);
    Ok(())
}
