use store::{ChangeLog, EventLog, SessionEvent, Sessions, StoreError, StoredSnapshot, Upkeep};

use super::open::{Folder, tamper};
use crate::contract::fixture::{board, change, changes, event, events, session, with_sessions};

const WHY: &str = "its checksum does not match";

#[track_caller]
fn check_damaged<T: std::fmt::Debug>(result: Result<T, StoreError>, number: u64, why: &str) {
    match result {
        Err(StoreError::Damaged { board: its, seq, what }) => {
            assert_eq!((its, seq, what.as_str()), (board(1), number, why));
        }
        other => panic!("expected damage at {number}, got {other:?}"),
    }
}

/// Flips one byte of the only place in the file where `text` stands.
fn flip(path: &std::path::Path, text: &str) -> anyhow::Result<()> {
    let mut bytes = std::fs::read(path)?;
    let places: Vec<usize> = bytes
        .windows(text.len())
        .enumerate()
        .filter(|(_, window)| *window == text.as_bytes())
        .map(|(i, _)| i)
        .collect();
    anyhow::ensure!(places.len() == 1, "{text} stands at {places:?}");
    bytes[places[0] + text.len() / 2] ^= 0x04;
    std::fs::write(path, bytes)?;
    Ok(())
}

#[tokio::test]
async fn a_flipped_byte_on_disk_is_reported_and_never_served() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=5)?).await?;
    store.append(board(2), changes(1..=2)?).await?;
    store.close().await;
    flip(&folder.path("test.db"), r#""seq":4,"#)?;
    let store = folder.store().await?;
    check_damaged(store.changes(board(1), 0, 10).await, 4, WHY);
    check_damaged(store.changes(board(1), 3, 1).await, 4, WHY);
    check_damaged(store.find_change(board(1), &change(4)?.id).await, 4, WHY);
    check_damaged(store.changes_by(board(1), "system", 10).await, 4, WHY);
    assert_eq!(store.changes(board(1), 0, 3).await?, changes(1..=3)?);
    assert_eq!(store.changes(board(1), 4, 10).await?, changes(5..=5)?);
    assert_eq!(store.changes(board(2), 0, 10).await?, changes(1..=2)?);
    let findings = store.verify().await?;
    assert_eq!(findings, [format!("board {}: change 4 is damaged: {WHY}", board(1))]);
    Ok(())
}

#[tokio::test]
async fn a_changed_column_is_reported() -> anyhow::Result<()> {
    for statement in [
        "UPDATE changes SET author = 'user:x' WHERE seq = 2",
        "UPDATE changes SET made_at = made_at + 1 WHERE seq = 2",
        "UPDATE changes SET id = 'other' WHERE seq = 2",
        "UPDATE changes SET body = CAST(x'ff' AS TEXT) WHERE seq = 2",
        "UPDATE changes SET checksum = checksum + 1 WHERE seq = 2",
    ] {
        let folder = Folder::new()?;
        let store = folder.store().await?;
        store.append(board(1), changes(1..=3)?).await?;
        tamper(&folder.path("test.db"), statement).await?;
        check_damaged(store.changes(board(1), 0, 10).await, 2, WHY);
    }
    Ok(())
}

#[tokio::test]
async fn a_lost_change_is_reported() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=4)?).await?;
    tamper(&folder.path("test.db"), "DELETE FROM changes WHERE seq = 2").await?;
    check_damaged(store.changes(board(1), 0, 10).await, 2, "it is missing");
    check_damaged(store.changes(board(1), 1, 10).await, 2, "it is missing");
    assert_eq!(store.changes(board(1), 2, 10).await?, changes(3..=4)?);
    let findings = store.verify().await?;
    assert_eq!(findings, [format!("board {}: change 2 is missing (the next is 3)", board(1))]);
    Ok(())
}

#[tokio::test]
async fn a_damaged_event_is_reported() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    with_sessions(&store, 1).await?;
    store.append_events(session(1), events(1..=4)).await?;
    tamper(&folder.path("test.db"), "UPDATE session_events SET data = '{\"n\":9}' WHERE n = 3").await?;
    match store.events(session(1), 0, 10).await {
        Err(StoreError::DamagedEvent { session: its, n, what }) => {
            assert_eq!((its, n, what.as_str()), (session(1), 3, WHY));
        }
        other => panic!("expected damage, got {other:?}"),
    }
    assert_eq!(store.events(session(1), 0, 2).await?, events(1..=2));
    tamper(&folder.path("test.db"), "DELETE FROM session_events WHERE n = 3").await?;
    let findings = store.verify().await?;
    assert_eq!(findings, [format!("session {}: event 3 is missing (the next is 4)", session(1))]);
    Ok(())
}

#[tokio::test]
async fn an_event_lost_from_a_folded_log_is_reported() -> anyhow::Result<()> {
    async fn check(statement: &'static str, expected: &[&str]) -> anyhow::Result<()> {
        let folder = Folder::new()?;
        let store = folder.store().await?;
        with_sessions(&store, 2).await?;
        let done = |n| SessionEvent { data: r#"{"turn":1,"deltas":3}"#.into(), ..event(n, "done") };
        let deltas = |n: u64| (n..n + 3).map(|n| event(n, "text_delta")).collect();
        let turn = |n: u64| [events(n..=n), deltas(n + 1), events(n + 4..=n + 4), vec![done(n + 5)]].concat();
        store.append_events(session(1), [turn(1), turn(7), events(13..=13)].concat()).await?;
        store.append_events(session(2), events(1..=2)).await?;
        store.fold_events(session(1), 1, 6, &["text_delta"]).await?;
        assert_eq!(store.verify().await?, Vec::<String>::new());
        tamper(&folder.path("test.db"), statement).await?;
        let expected: Vec<String> =
            expected.iter().map(|what| format!("session {}: event {what}", session(1))).collect();
        assert_eq!(store.verify().await?, expected, "{statement}");
        Ok(())
    }
    check("DELETE FROM session_events WHERE n = 5", &["2 is missing (the next is 6)"]).await?;
    check("DELETE FROM session_events WHERE n = 1 AND session < x'02'", &["1 is missing (the next is 5)"]).await?;
    let without_done = ["2 is missing (the next is 5)", "6 is missing (the next is 7)"];
    check("DELETE FROM session_events WHERE n = 6", &without_done).await?;
    check("DELETE FROM session_events WHERE n = 8", &["8 is missing (the next is 9)"]).await?;
    check("DELETE FROM session_events WHERE n = 12", &["12 is missing (the next is 13)"]).await?;
    let damaged = ["6 is damaged: its checksum does not match"];
    check("UPDATE session_events SET data = '{}' WHERE n = 6", &damaged).await
}

#[tokio::test]
async fn a_damaged_snapshot_is_passed_over_and_reported() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=9)?).await?;
    let snapshot = |seq: u64| {
        let bytes = format!("document at {seq}").into_bytes();
        StoredSnapshot { seq, hash: *blake3::hash(&bytes).as_bytes(), bytes: bytes.into() }
    };
    for seq in [3, 6, 9] {
        store.save_snapshot(board(1), snapshot(seq)).await?;
    }
    tamper(&folder.path("test.db"), "UPDATE snapshots SET bytes = x'00' WHERE seq = 9").await?;
    assert_eq!(store.snapshot(board(1), 9).await?, Some(snapshot(6)));
    // A sound document under a wrong number is damage too.
    tamper(&folder.path("test.db"), "UPDATE snapshots SET seq = 7 WHERE seq = 6").await?;
    assert_eq!(store.snapshot(board(1), 9).await?, Some(snapshot(3)));
    let findings = store.verify().await?;
    let expected = |seq: u64| format!("board {}: snapshot {seq} is damaged: its hash does not match", board(1));
    assert_eq!(findings, [expected(7), expected(9)]);
    tamper(&folder.path("test.db"), "DELETE FROM snapshots WHERE seq = 3").await?;
    assert_eq!(store.snapshot(board(1), 9).await?, None);
    Ok(())
}

#[tokio::test]
async fn findings_are_bounded() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=300)?).await?;
    tamper(&folder.path("test.db"), "UPDATE changes SET checksum = 0").await?;
    assert_eq!(store.verify().await?.len(), 100);
    Ok(())
}
