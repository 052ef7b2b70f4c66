use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use store::{Accounts, BackupError, ChangeLog, Existing, SqliteStore, Upkeep, backup, restore};
use tokio::task::JoinSet;

use super::open::{Folder, tamper};
use crate::contract::fixture::{board, changes, user, whole_log, with_users};

const BOARDS: u8 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_is_a_dense_prefix_that_can_be_restored() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    with_users(&store, 2).await?;
    for n in 0..BOARDS {
        store.append(board(n), changes(1..=50)?).await?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let acknowledged = Arc::new(AtomicU64::new(50));
    let mut writers = JoinSet::new();
    for n in 0..BOARDS {
        let (store, stop, acknowledged) = (store.clone(), Arc::clone(&stop), Arc::clone(&acknowledged));
        writers.spawn(async move {
            let mut seq = 50;
            while !stop.load(Ordering::Relaxed) {
                seq += 1;
                store.append(board(n), changes(seq..=seq)?).await?;
                if n == 0 {
                    acknowledged.store(seq, Ordering::SeqCst);
                }
            }
            anyhow::Ok(())
        });
    }
    let before = acknowledged.load(Ordering::SeqCst);
    let report = backup(&folder.path("test.db"), &folder.path("copy.db")).await?;
    stop.store(true, Ordering::Relaxed);
    for done in writers.join_all().await {
        done?;
    }
    assert_eq!(report.findings, Vec::<String>::new());
    let metadata = std::fs::metadata(folder.path("copy.db"))?;
    assert_eq!((metadata.permissions().mode() & 0o777, metadata.len()), (0o600, report.bytes));

    restore(&folder.path("copy.db"), &folder.path("restored.db"), Existing::Refuse).await?;
    let mode = std::fs::metadata(folder.path("restored.db"))?.permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let restored = SqliteStore::open(&folder.path("restored.db")).await?;
    assert!(restored.head(board(0)).await? >= before, "what was acknowledged before the backup is missing");
    for n in 0..BOARDS {
        let log = whole_log(&restored, board(n)).await?;
        assert_eq!(log, changes(1..=log.len() as u64)?);
    }
    assert_eq!(restored.user(user(2).id).await?, Some(user(2)));
    restored.append(board(9), changes(1..=1)?).await?;
    assert_eq!(restored.verify().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_backup_of_a_closed_store_leaves_nothing_else_behind() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=5)?).await?;
    store.close().await;
    let target = Folder::new()?;
    backup(&folder.path("test.db"), &target.path("copy.db")).await?;
    assert_eq!(target.names()?, ["copy.db"]);
    Ok(())
}

#[tokio::test]
async fn a_backup_never_overwrites() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=5)?).await?;
    std::fs::write(folder.path("copy.db"), "precious")?;
    let refused = backup(&folder.path("test.db"), &folder.path("copy.db")).await;
    assert!(matches!(refused, Err(BackupError::Exists { .. })), "got {refused:?}");
    assert_eq!(std::fs::read(folder.path("copy.db"))?, b"precious");
    Ok(())
}

#[tokio::test]
async fn a_failed_backup_leaves_nothing_behind() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let missing = backup(&folder.path("missing.db"), &folder.path("copy.db")).await;
    assert!(matches!(missing, Err(BackupError::Open { .. })), "got {missing:?}");
    std::fs::write(folder.path("garbage.db"), "This is not a database. ".repeat(500))?;
    let garbage = backup(&folder.path("garbage.db"), &folder.path("copy.db")).await;
    assert!(garbage.is_err(), "got {garbage:?}");
    assert_eq!(folder.names()?, ["garbage.db"]);
    Ok(())
}

#[tokio::test]
async fn a_backup_says_what_was_damaged_before() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=5)?).await?;
    tamper(&folder.path("test.db"), "UPDATE changes SET body = '{}' WHERE seq = 3").await?;
    let report = backup(&folder.path("test.db"), &folder.path("copy.db")).await?;
    let expected = format!("board {}: change 3 is damaged: its checksum does not match", board(1));
    assert_eq!(report.findings, [expected]);
    Ok(())
}
