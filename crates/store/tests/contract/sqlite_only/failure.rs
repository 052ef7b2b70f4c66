use sqlx::Connection;
use store::{
    AppendError, ChangeLog, EventLog, Fault, LoggedChange, SessionStep, Sessions, StoreError, Upkeep, WaitingMessage,
};
use tokio::task::JoinSet;

use super::open::{Folder, connect};
use crate::contract::fixture::{
    board, change_named, changes, events, message, request, session, whole_log, with_sessions,
};

#[track_caller]
fn check_unavailable<T: std::fmt::Debug>(result: Result<T, AppendError>, because: &str) {
    match result {
        Err(AppendError::Store(StoreError::Unavailable { source, .. })) => {
            assert!(source.to_string().contains(because), "unavailable because {source}");
        }
        other => panic!("expected it to be unavailable, got {other:?}"),
    }
}

/// Larger than what free pages of the file could take.
fn large(seq: u64) -> anyhow::Result<LoggedChange> {
    Ok(LoggedChange { body: "x".repeat(200_000).into(), ..change_named(seq, &format!("change-{seq}"), "system")? })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_fails_writes_until_there_is_room() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=3)?).await?;
    store.inject(Fault::Full).await?;
    for _ in 0..3 {
        check_unavailable(store.append(board(1), vec![large(4)?]).await, "full");
        assert_eq!(whole_log(&store, board(1)).await?, changes(1..=3)?);
    }
    store.inject(Fault::None).await?;
    store.append(board(1), vec![large(4)?]).await?;
    assert_eq!(store.head(board(1)).await?, 4);
    assert_eq!(store.verify().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_records_no_part_of_a_step() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    with_sessions(&store, 1).await?;
    store.record(session(1), SessionStep { events: events(1..=2), ..SessionStep::default() }).await?;
    let large = WaitingMessage { content: "x".repeat(200_000), ..message(1, 1) };
    let step = || SessionStep {
        events: events(3..=4),
        opened: vec![request(1, "r")],
        received: vec![large.clone()],
        ..SessionStep::default()
    };
    store.inject(Fault::Full).await?;
    check_unavailable(store.record(session(1), step()).await, "full");
    assert_eq!(store.last_event(session(1)).await?, 2);
    assert_eq!((store.open_requests(session(1)).await?, store.waiting_messages(session(1)).await?), (vec![], vec![]));
    store.inject(Fault::None).await?;
    store.record(session(1), step()).await?;
    assert_eq!(store.events(session(1), 0, 10).await?, events(1..=4));
    assert_eq!(store.waiting_messages(session(1)).await?, [large]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_only_disk_fails_writes_and_the_probe_only() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=3)?).await?;
    store.probe().await?;
    store.inject(Fault::ReadOnly).await?;
    check_unavailable(store.append(board(1), changes(4..=4)?).await, "readonly");
    check_unavailable(store.probe().await.map_err(AppendError::from), "readonly");
    assert_eq!(whole_log(&store, board(1)).await?, changes(1..=3)?);
    store.inject(Fault::None).await?;
    store.probe().await?;
    store.append(board(1), changes(4..=4)?).await?;
    assert_eq!(whole_log(&store, board(1)).await?, changes(1..=4)?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_of_another_process_fails_writes_until_it_is_gone() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=3)?).await?;
    let mut other = connect(&folder.path("test.db")).await?;
    let lock = other.begin_with("BEGIN IMMEDIATE").await?;
    check_unavailable(store.append(board(1), changes(4..=4)?).await, "locked");
    assert_eq!(whole_log(&store, board(1)).await?, changes(1..=3)?);
    lock.rollback().await?;
    store.append(board(1), changes(4..=4)?).await?;
    assert_eq!(whole_log(&store, board(1)).await?, changes(1..=4)?);
    Ok(())
}

/// On one thread the writer wakes only when every task has sent its append, so they are one batch.
#[tokio::test]
async fn in_one_batch_only_the_guilty_append_conflicts() -> anyhow::Result<()> {
    const BOARDS: u8 = 40;
    const GUILTY: u8 = 17;
    let folder = Folder::new()?;
    let store = folder.store().await?;
    for n in 0..BOARDS {
        store.append(board(n), changes(1..=2)?).await?;
    }
    let mut tasks = JoinSet::new();
    for n in 0..BOARDS {
        let store = store.clone();
        let next = if n == GUILTY { change_named(3, "change-1", "system")? } else { change_named(3, "c3", "system")? };
        tasks.spawn(async move { (n, store.append(board(n), vec![next]).await) });
    }
    for (n, result) in tasks.join_all().await {
        match n {
            GUILTY => assert!(matches!(result, Err(AppendError::Conflict)), "got {result:?}"),
            _ => assert!(result.is_ok(), "board {n}: {result:?}"),
        }
    }
    for n in 0..BOARDS {
        assert_eq!(store.head(board(n)).await?, if n == GUILTY { 2 } else { 3 });
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_written_to_by_another_process_conflicts_once() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=3)?).await?;
    let other = folder.store().await?;
    other.append(board(1), changes(4..=4)?).await?;
    let late = store.append(board(1), vec![change_named(4, "other", "system")?]).await;
    assert!(matches!(late, Err(AppendError::Conflict)), "got {late:?}");
    store.append(board(1), changes(5..=5)?).await?;
    assert_eq!(whole_log(&store, board(1)).await?, changes(1..=5)?);
    Ok(())
}
