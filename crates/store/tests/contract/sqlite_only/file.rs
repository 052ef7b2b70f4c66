use std::os::unix::fs::PermissionsExt;

use store::{AppendError, ChangeLog, StoreError, Upkeep};

use super::open::{Folder, tamper};
use crate::contract::fixture::{board, changes, whole_log};

#[tokio::test]
async fn every_file_is_for_its_owner_only() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=1)?).await?;
    assert_eq!(folder.names()?, ["test.db", "test.db-shm", "test.db-wal"]);
    for name in folder.names()? {
        let mode = std::fs::metadata(folder.path(&name))?.permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name} has mode {mode:o}");
    }
    Ok(())
}

#[tokio::test]
async fn closing_leaves_one_file() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=300)?).await?;
    store.close().await;
    assert_eq!(folder.names()?, ["test.db"]);
    Ok(())
}

#[tokio::test]
async fn a_closed_store_refuses_writes() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.close().await;
    let late = store.append(board(1), changes(1..=1)?).await;
    assert!(matches!(late, Err(AppendError::Store(StoreError::Unavailable { .. }))), "got {late:?}");
    Ok(())
}

#[tokio::test]
async fn what_was_acknowledged_is_there_without_closing() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=5)?).await?;
    // The files as a crash would leave them: copied while the store is open.
    let crashed = Folder::new()?;
    for name in ["test.db", "test.db-wal"] {
        std::fs::copy(folder.path(name), crashed.path(name))?;
    }
    let reopened = crashed.store().await?;
    assert_eq!(whole_log(&reopened, board(1)).await?, changes(1..=5)?);
    assert_eq!(reopened.verify().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_folder_must_exist() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let opened = store::SqliteStore::open(&folder.path("missing/test.db")).await;
    assert!(matches!(opened.map(drop), Err(StoreError::Unavailable { .. })));
    assert_eq!(folder.names()?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn another_programs_database_is_left_alone() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    std::fs::write(folder.path("test.db"), "")?;
    tamper(&folder.path("test.db"), "CREATE TABLE theirs (id INTEGER)").await?;
    let before = std::fs::read(folder.path("test.db"))?;
    let Err(error) = folder.store().await else { anyhow::bail!("it was opened") };
    assert_eq!(format!("{error:#}"), "the store cannot open the database now: this file is another program's database");
    assert_eq!(std::fs::read(folder.path("test.db"))?, before);
    Ok(())
}

#[tokio::test]
async fn a_newer_database_is_not_opened() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    folder.store().await?.close().await;
    tamper(&folder.path("test.db"), super::restore::NEWER).await?;
    let Err(error) = folder.store().await else { anyhow::bail!("it was opened") };
    assert!(format!("{error:#}").contains("newer Tandem"), "got {error:#}");
    Ok(())
}
