use store::{AppendError, StoreError};

use super::fixture::{Place, events, session, with_sessions};

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
